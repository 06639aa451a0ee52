"""Load libraries that look around when they are imported, without the current folder.

That folder may be somebody else's. When they are imported, ezdxf reads settings from it and from
the user's; it also reads all fonts of the machine, unless a cache says that it has. cairocffi
opens cairo by its bare name, which some systems look for in the current folder (dlopen(3) of
macOS; Linux with an empty part in ``LD_LIBRARY_PATH``), and asks ``gcc`` and ``ld``, found by
``PATH``, where cairo is. reportlab looks for a folder of fonts.

A process that belongs to pnp imports them from a folder of pnp's own, with an empty cache and no
settings. That changes the process's folder and environment for a moment, which is why a program
that uses pnp as a library is left alone.
"""

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from types import ModuleType

from pnp.base.files import PACKAGE, templates

LOOKING_AROUND = {"cairocffi", "ezdxf", "reportlab.rl_config"}


def isolate_imports() -> None:
    """Make later imports of these libraries find nothing in the current folder."""
    if not any(isinstance(finder, _Finder) for finder in sys.meta_path):
        sys.meta_path.insert(0, _Finder())


def forget_current_folder() -> None:
    """Make later imports find no modules in the current folder, unless pnp itself is there.

    An empty part of ``PYTHONPATH`` means that folder.
    """
    own = str(PACKAGE.parent)
    here = os.path.abspath("")
    sys.path[:] = [path for path in sys.path if os.path.abspath(path) != here or path == own]


class _Finder(MetaPathFinder):
    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname not in LOOKING_AROUND:
            return None
        spec = PathFinder.find_spec(fullname, path)
        if spec is not None and spec.origin is not None:
            spec.loader = _IsolatedLoader(fullname, spec.origin)
        return spec


class _IsolatedLoader(SourceFileLoader):
    def exec_module(self, module: ModuleType) -> None:
        with _neutral_folder(), _no_programs():
            super().exec_module(module)


@contextmanager
def _neutral_folder() -> Iterator[None]:
    folder = templates()
    try:
        before = os.getcwd()
    except FileNotFoundError:  # it was removed
        before = str(folder)
    saved = {name: os.environ.get(name) for name in ("XDG_CACHE_HOME", "XDG_CONFIG_HOME")}
    os.chdir(folder)
    os.environ.update(dict.fromkeys(saved, str(folder)))
    try:
        yield
    finally:
        os.chdir(before)
        for name, value in saved.items():
            del os.environ[name]
            if value is not None:
                os.environ[name] = value


@contextmanager
def _no_programs() -> Iterator[None]:
    """Let the system's linker alone find libraries, where ctypes would run programs to do so.

    There they return what the linker finds anyway: the name in the file of a library.
    """
    import ctypes.util

    find = ctypes.util.find_library
    if sys.platform not in ("darwin", "win32"):
        ctypes.util.find_library = lambda name: None
    try:
        yield
    finally:
        ctypes.util.find_library = find
