"""The way in: ``pnp`` on the command line, or ``python -m pnp``."""

import atexit
import gc
import sys
from io import TextIOWrapper

from pnp.base.signals import listen, stop_if_asked


def main() -> None:
    """Run the command line."""
    # A job lasts well under a second and leaves few cycles: the collector would only walk
    # through freshly imported modules, and once more at the end. This saves a seventh of a
    # small job; docs/performance.md.
    gc.disable()
    atexit.register(gc.freeze)
    listen()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # a pipe on Windows may not know every sign
            stream.reconfigure(errors="replace")

    from pnp.cli import app

    try:
        app()
    except Exception:
        stop_if_asked()  # then a library made a fault of its own of that
        raise


if __name__ == "__main__":
    main()
