"""The way in: ``pnp`` on the command line, or ``python -m pnp``."""

import atexit
import gc


def main() -> None:
    """Run the command line."""
    # A job lasts well under a second and leaves few cycles: the collector would only walk
    # through freshly imported modules, and once more at the end. This saves a seventh of a
    # small job; docs/performance.md.
    gc.disable()
    atexit.register(gc.freeze)

    from pnp.cli import app

    app()


if __name__ == "__main__":
    main()
