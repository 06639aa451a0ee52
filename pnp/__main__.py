"""The way in: ``pnp`` on the command line, or ``python -m pnp``."""

import atexit
import gc
import os


def main() -> None:
    """Run the command line."""
    # A job lasts well under a second and leaves few cycles: the collector would only walk
    # through freshly imported modules, and once more at the end. docs/performance.md says
    # what these three lines save.
    gc.disable()
    atexit.register(gc.freeze)
    # No stranger's plugin has a say in what a definition is, and none is looked for.
    os.environ["PYDANTIC_DISABLE_PLUGINS"] = "__all__"

    from pnp.cli import app

    app()


if __name__ == "__main__":
    main()
