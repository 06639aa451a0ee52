"""Where modules are looked for; it is read before anything that imports more."""

import os
import sys

_OWN = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def forget_current_folder() -> None:
    """Make later imports find no modules in the current folder, unless pnp itself is there.

    An empty part of ``PYTHONPATH`` means that folder, which may be somebody else's.
    """
    try:
        here = os.getcwd()
    except OSError:  # it was removed
        return
    sys.path[:] = [path for path in sys.path if path == _OWN or os.path.abspath(path) != here]
