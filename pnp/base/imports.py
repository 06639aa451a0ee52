"""Import libraries: none from the current folder, optional ones with their extra."""

import os
import sys
import warnings
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

from pnp.base.errors import MissingExtraError
from pnp.base.files import templates
from pnp.base.text import escaped

# Import names of libraries, by extra.
EXTRAS = {
    "laser": ("ezdxf", "numpy", "shapely"),
    "archive": ("bagit", "lxml"),
    "ocfl": ("ocfl",),
    "sign": ("cryptography",),
    "png": ("cairosvg",),
    "svg": ("resvg_py",),
    "watch": ("watchfiles",),
    "woff2": ("brotli",),
    "yaml": ("yaml",),
    "squib": ("tree_sitter", "tree_sitter_ruby", "yaml"),
    "cluster": ("distributed",),
    "web": ("starlette", "uvicorn"),
}

DISTRIBUTION = "printandplay"
_CHECKOUT = Path(__file__).parents[2]  # if pnp runs from one

LINKED = "cairocffi"
LOOKING_AROUND = {LINKED, "ezdxf", "reportlab.rl_config"}


def require(extra: str, purpose: str) -> None:
    """Check that every library of an extra is installed; ``purpose`` begins the message.

    Raises:
        MissingExtraError: If one is not.
    """
    missing = [name for name in EXTRAS[extra] if find_spec(name) is None]
    if missing:
        raise MissingExtraError(missing_extra(extra, purpose, missing))


@contextmanager
def optional(extra: str, purpose: str) -> Iterator[None]:
    """Import libraries of an extra within this context.

    Raises:
        MissingExtraError: If one of them is not installed.
    """
    with any_extra(purpose, (extra,)):
        yield


@contextmanager
def any_extra(purpose: str, extras: Iterable[str] = tuple(EXTRAS)) -> Iterator[None]:
    """Import libraries of some extras within this context.

    Raises:
        MissingExtraError: If one of them is not installed.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        library = (error.name or "").partition(".")[0]
        extra = next((one for one in extras if library in EXTRAS[one]), "")
        if not extra:
            raise
        raise MissingExtraError(missing_extra(extra, purpose, [library])) from None


def missing_extra(extra: str, purpose: str, libraries: Sequence[str]) -> str:
    """Return the message that names the missing libraries and how to install them."""
    *others, last = libraries
    named = f"{', '.join(others)} and {last} are" if others else f"{last} is"
    command = install_command(extra)
    where = f"in the checkout of {DISTRIBUTION} " if '".[' in command else ""
    return f"{purpose}: {named} not installed; {where}run {command}"


def install_command(extra: str) -> str:
    """Return the command that installs an extra in the way in which pnp was installed.

    Quotes are double, for the sake of Windows. No folder of this machine is named: pages show it.
    """
    environment, wanted = Path(sys.prefix), f'"{DISTRIBUTION}[{extra}]"'
    if (environment / "pipx_metadata.json").is_file():
        return f"pipx runpip {environment.name} install {wanted}"
    if (environment / "uv-receipt.toml").is_file():
        if _from_index():
            return f"uv tool install {wanted}"
        return f'uv pip install --python "$(uv tool dir)/{environment.name}" {wanted}'
    pip = "uv pip" if find_spec("pip") is None else "pip"
    if not (_CHECKOUT / "pyproject.toml").is_file():
        return f"{pip} install {wanted}"
    programs = Path(sys.executable).parent
    if pip == "pip" and programs.is_relative_to(_CHECKOUT):
        pip = str(programs.relative_to(_CHECKOUT) / pip)
    return f'{pip} install -e ".[{extra}]"'


def _from_index() -> bool:
    from importlib.metadata import distribution

    return distribution(DISTRIBUTION).read_text("direct_url.json") is None


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


class _Finder:
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


class _NoPluginsLoader(SourceFileLoader):
    """Loads pydantic's module for plugins of other distributions: there are none.

    They must not change how definitions are read, and looking for them, and importing what looks
    for them, takes as long as drawing a deck.
    """

    def exec_module(self, module: ModuleType) -> None:
        module.__dict__["get_plugins"] = tuple


class _LoggingLoader(SourceFileLoader):
    def exec_module(self, module: ModuleType) -> None:
        super().exec_module(module)
        _escape(module)


_LOADERS: dict[str, type[SourceFileLoader]] = {
    **dict.fromkeys(LOOKING_AROUND, _IsolatedLoader),
    LINKED: _LinkedLoader,
    "logging": _LoggingLoader,
    "pydantic.plugin._loader": _NoPluginsLoader,
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
