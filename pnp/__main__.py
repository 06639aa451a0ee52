"""The way in: ``pnp`` on the command line, or ``python -m pnp``."""

import gc


def main() -> None:
    """Run the command line."""
    # A job lasts well under a second and its cycles are few: the collector would only
    # walk through freshly imported modules. Measured: a tenth of a small job's time.
    gc.disable()

    from pnp.cli import app

    app()


if __name__ == "__main__":
    main()
