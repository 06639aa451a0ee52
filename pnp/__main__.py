"""The entry point of ``pnp`` on the command line, and of ``python -m pnp``.

It imports nearly nothing before it listens: Ctrl-C ends the imports of a second without a word.
"""

import sys

from pnp.base.search_path import forget_current_folder
from pnp.base.signals import listen


def main() -> None:
    """Run the command line."""
    forget_current_folder()
    listen()
    try:
        from pnp.program import prepare, run_program

        prepare()
        status = run_program(sys.argv[1:])
    except KeyboardInterrupt:
        status = 130  # as a shell tells it
    sys.exit(status)


if __name__ == "__main__":
    main()
