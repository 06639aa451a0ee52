"""Import libraries that search the current folder without letting them do so.

That folder may be untrusted. When imported, ezdxf reads settings from it and from the user's; it
also reads all fonts of the machine unless a cache exists. cairocffi opens cairo by its bare name,
which some systems look for in the current folder (dlopen(3) of macOS; Linux with an empty part in
``LD_LIBRARY_PATH``), and asks ``gcc`` and ``ld`` from ``PATH`` where cairo is. reportlab looks for
a folder of fonts.

The commands of pnp import them with pnp's own folder as the current one, an empty cache and no
settings. That changes the process's folder and environment for a moment, so programs that use pnp
as a library are left alone.
"""

import os
import sys
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from types import ModuleType

from pnp.base.files import templates
from pnp.base.text import escaped

LINKED = "cairocffi"
LOOKING_AROUND = {LINKED, "ezdxf", "reportlab.rl_config"}


def isolate_imports() -> None:
    """Keep later imports of these libraries from searching the current folder."""
    if not any(isinstance(finder, _Finder) for finder in sys.meta_path):
        sys.meta_path.insert(0, _Finder())


def escape_logs() -> None:
    """Escape what libraries log or warn of, so that it cannot control a terminal.

    It may repeat untrusted text. Logging itself is imported only when a library does.
    """
    written = warnings.formatwarning
    warnings.formatwarning = lambda *shown, **more: escaped(written(*shown, **more))
    if "logging" in sys.modules:
        _escape(sys.modules["logging"])


def _escape(logging: ModuleType) -> None:
    class Escaping(logging.Formatter):  # type: ignore[misc, name-defined]
        def format(self, record: object) -> str:
            return escaped(super().format(record))

    logging.lastResort.setFormatter(Escaping())


@contextmanager
def unchanged_logging() -> Iterator[None]:
    """Restore this process's logging, which ocfl-py and bagit change on import."""
    import logging

    root = logging.getLogger()
    level, handlers = root.level, root.handlers[:]
    try:
        yield
    finally:
        root.setLevel(level)
        root.handlers[:] = handlers


class _Finder(MetaPathFinder):
    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        loader = _LOADERS.get(fullname)
        spec = None if loader is None else PathFinder.find_spec(fullname, path)
        if loader is not None and spec is not None and spec.origin is not None:
            spec.loader = loader(fullname, spec.origin)
        return spec


class _IsolatedLoader(SourceFileLoader):
    def exec_module(self, module: ModuleType) -> None:
        with _neutral_folder():
            super().exec_module(module)


class _LinkedLoader(_IsolatedLoader):
    def exec_module(self, module: ModuleType) -> None:
        with _no_programs():
            super().exec_module(module)


class _LoggingLoader(SourceFileLoader):
    def exec_module(self, module: ModuleType) -> None:
        super().exec_module(module)
        _escape(module)


_LOADERS: dict[str, type[SourceFileLoader]] = {
    **dict.fromkeys(LOOKING_AROUND, _IsolatedLoader),
    LINKED: _LinkedLoader,
    "logging": _LoggingLoader,
}


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
    """Let only the system's linker find libraries, where ctypes would run programs.

    Those would return what the linker finds anyway: the name in the file of a library.
    """
    import ctypes.util

    find = ctypes.util.find_library
    if sys.platform not in ("darwin", "win32"):
        ctypes.util.find_library = lambda name: None
    try:
        yield
    finally:
        ctypes.util.find_library = find
