"""Optional libraries: the extra that brings each, and the message when one is missing.

The groups are those of ``[project.optional-dependencies]`` in pyproject.toml. Code that needs an
extra either calls ``require`` first, or imports the library within ``optional``.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec

from pnp.base.errors import MissingExtraError

# Import names of libraries, by extra.
EXTRAS = {
    "laser": ("ezdxf", "numpy", "shapely"),
    "archive": ("bagit", "lxml", "ocfl"),
    "sign": ("cryptography",),
    "png": ("cairosvg",),
    "svg": ("resvg_py",),
    "watch": ("watchfiles",),
    "woff2": ("brotli",),
    "squib": ("tree_sitter", "tree_sitter_ruby", "yaml"),
    "cluster": ("distributed",),
    "web": ("starlette", "uvicorn"),
}


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
    try:
        yield
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] not in EXTRAS[extra]:
            raise
        raise MissingExtraError(missing_extra(extra, purpose, [error.name])) from None


def missing_extra(extra: str, purpose: str, libraries: Sequence[str]) -> str:
    """Return the message that names the missing libraries and how to install them."""
    *others, last = libraries
    named = f"{', '.join(others)} and {last} are" if others else f"{last} is"
    return (
        f"{purpose}: {named} not installed; in the checkout of printandplay run make, "
        f"or {install_command(extra)}"
    )


def install_command(extra: str) -> str:
    """Return the command that installs an extra, in the checkout of printandplay."""
    return f"pip install '.[{extra}]'"
