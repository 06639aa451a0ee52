"""The entry point of ``pnp`` on the command line, and of ``python -m pnp``."""

import atexit
import gc
import sys
from io import TextIOWrapper

from pnp.base.signals import listen, stop_if_asked


def main() -> None:
    """Run the command line."""
    # A command lasts a second or two and leaves few cycles. Without the collector, which would
    # only walk through freshly imported modules, it takes a fifth less time. Watching, which
    # lasts, turns the collector on again.
    gc.disable()
    atexit.register(gc.freeze)
    listen()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # a pipe on Windows may lack characters
            stream.reconfigure(errors="replace")

    from pnp.cli import app

    try:
        app()
    except Exception:
        stop_if_asked()  # a library may have turned the interruption into another error
        raise


if __name__ == "__main__":
    main()
