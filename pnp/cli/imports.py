"""Load ezdxf without the settings and fonts of this machine.

When it is imported, ezdxf reads settings from the current folder, which may be somebody else's,
and from the user's; it also reads all fonts of the machine, unless a cache says that it has.
Commands import it from a folder with an empty cache and no settings. That changes the
process's folder and environment for a moment, which is why the library never does it.
"""

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from types import ModuleType

from pnp.base.files import templates


def isolate_ezdxf() -> None:
    """Make later imports of ezdxf find no settings."""
    if not any(isinstance(finder, _EzdxfFinder) for finder in sys.meta_path):
        sys.meta_path.insert(0, _EzdxfFinder())


class _EzdxfFinder(MetaPathFinder):
    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname != "ezdxf":
            return None
        spec = PathFinder.find_spec(fullname, path)
        if spec is not None and spec.origin is not None:
            spec.loader = _IsolatedLoader(fullname, spec.origin)
        return spec


class _IsolatedLoader(SourceFileLoader):
    def exec_module(self, module: ModuleType) -> None:
        with _neutral_folder():
            super().exec_module(module)


@contextmanager
def _neutral_folder() -> Iterator[None]:
    folder, before = templates(), os.getcwd()
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
