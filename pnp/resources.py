"""Where the data that comes with pnp lies: beside the package, or inside it once installed."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pnp.errors import PnpError

_PACKAGE = Path(__file__).parent


def templates() -> Path:
    """Return the folder of built-in games and other data.

    A checkout's own folder comes first, so that an edit there is seen at once.

    Raises:
        PnpError: If the installation is broken and there is none.
    """
    in_checkout = _PACKAGE.parent / "templates"
    if (_PACKAGE.parent / "pyproject.toml").is_file() and in_checkout.is_dir():
        return in_checkout
    installed = _PACKAGE / "templates"
    if installed.is_dir():
        return installed
    raise PnpError(f"no templates in {_PACKAGE}: this installation is broken; install pnp again")


def licence() -> Path:
    """Return the licence of pnp and of the games that come with it.

    Raises:
        PnpError: If the installation is broken and there is none.
    """
    for file in (_PACKAGE.parent / "LICENSE", _PACKAGE / "LICENSE"):
        if file.is_file():
            return file
    raise PnpError(f"no LICENSE in {_PACKAGE}: this installation is broken; install pnp again")


@contextmanager
def undisturbed() -> Iterator[None]:
    """Be where nobody has settings for a while, to load a library that would take them.

    ezdxf takes those of the folder we are in, which may be a stranger's, and reads all fonts of
    the machine to remember what they are called, unless it finds that it has done so.
    """
    folder, before = templates(), os.getcwd()
    own = {name: os.environ.get(name) for name in ("XDG_CACHE_HOME", "XDG_CONFIG_HOME")}
    os.chdir(folder)
    os.environ.update(dict.fromkeys(own, str(folder)))
    try:
        yield
    finally:
        os.chdir(before)
        for name, value in own.items():
            del os.environ[name]
            if value is not None:
                os.environ[name] = value
