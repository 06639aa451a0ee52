"""Descriptions of all keys and value formats.

They are in ``templates/reference`` and, for kinds of component, in the folder of the kind.
"""

import re
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from pnp.base.files import templates
from pnp.components.registry import folders
from pnp.game.base import Model
from pnp.game.describe import FieldDescription, describe

VALUES = "values"
ANY = "*"  # in a page's keys: any other key, or a name that a definition chooses
_PART = re.compile(r"<([a-z]+)>")
_LINK = re.compile(r"\[([^\]]+)\]\([^)]+\)")


class ValueFormat(NamedTuple):
    """How a kind of value is written: its title, a short explanation and a regular expression.

    ``right`` are examples as they appear in a file, with their quotes. ``whole`` is not None if a
    whole number is allowed as well; it may hold the smallest and the largest. If ``number`` is set,
    the value is a number between its two bounds instead of text.
    """

    title: str
    says: str
    right: Sequence[str]
    pattern: str = ""
    whole: Sequence[int] | None = None
    number: Sequence[float] | None = None


class ReferencePage(NamedTuple):
    """A page of the reference: its introduction, the keys of its models, and figures for claims.

    ``keys`` has, by the name of a model, a line for each key. ``picture`` describes the picture of
    the page's example in words; it is empty without one.
    """

    id: str
    title: str
    about: str
    picture: str = ""
    keys: Mapping[str, Mapping[str, str]] = {}
    figures: Mapping[str, str] = {}


@cache
def values() -> Mapping[str, ValueFormat]:
    """Return every value format, by the ``word`` that ``Reads`` refers to."""
    raw = _read(templates() / "reference" / f"{VALUES}.toml")
    parts: dict[str, str] = raw.pop("parts")

    def whole(pattern: str) -> str:
        return _PART.sub(lambda part: whole(parts[part[1]]), pattern)

    formats = {word: ValueFormat(**one) for word, one in raw.items()}
    return {word: one._replace(pattern=whole(one.pattern)) for word, one in formats.items()}


@cache
def pages() -> Mapping[str, ReferencePage]:
    """Return all pages by id."""
    files = {path.stem: path for path in (templates() / "reference").glob("*.toml")}
    files |= {kind: folder / "reference.toml" for kind, folder in folders().items()}
    return {id: read_page(id, files[id]) for id in sorted(files) if id != VALUES}


def read_page(id: str, file: Path) -> ReferencePage:
    """Read a page from its file; errors get a note that names the file."""
    try:
        return ReferencePage(id, **_read(file))
    except (TypeError, tomllib.TOMLDecodeError) as error:
        error.add_note(f"in {file}")
        raise


@cache
def key_lines(model: str) -> Mapping[str, str]:
    """Return the descriptions of a model's keys from all pages."""
    return {k: line for page in pages().values() for k, line in page.keys.get(model, {}).items()}


def written(model: type[Model]) -> tuple[FieldDescription, ...]:
    """Return the fields of a model that a definition may set."""
    return tuple(field for name, field in describe(model).items() if name not in model.filled_in)


def says_of(model: type, key: str) -> str:
    """Return the description of a model's key, its own or that of its nearest parent."""
    lines = (key_lines(one.__name__).get(key) for one in model.__mro__)
    return next((line for line in lines if line), "")


def about(kind: str) -> str:
    """Return the first paragraph of the page of a kind of component, on one line."""
    page = pages().get(kind)
    return " ".join(page.about.split("\n\n")[0].split()) if page else ""


def plain(text: str) -> str:
    """Return text without links, for places where they would lead nowhere."""
    return _LINK.sub(r"\1", text)


def _read(file: Path) -> dict[str, Any]:
    return tomllib.loads(file.read_text(encoding="utf-8"))
