"""The entry point of ``pnp`` on the command line, and of ``python -m pnp``.

It imports almost nothing before it handles signals, so that Ctrl-C silently ends the imports, which
take a second.
"""

import os
import sys

from pnp.base.signals import listen

_OWN = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def main() -> None:
    """Run the command line."""
    _forget_current_folder()
    listen()
    try:
        from pnp.program import prepare, run_program

        prepare()
        status = run_program(sys.argv[1:])
    except KeyboardInterrupt:
        status = 130  # as shells report it
    sys.exit(status)


def _forget_current_folder() -> None:
    """Exclude the current folder from later imports, unless pnp itself is there.

    An empty part of ``PYTHONPATH`` means that folder, which may be somebody else's.
    """
    try:
        here = os.getcwd()
    except OSError:  # it was removed
        return
    sys.path[:] = [path for path in sys.path if path == _OWN or os.path.abspath(path) != here]


if __name__ == "__main__":
    main()
