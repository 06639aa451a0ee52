"""What a maker is told of every key and every way to write a value: ``templates/reference``."""

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

from pnp.base.files import templates
from pnp.game.base import Model
from pnp.game.describe import FieldDescription, describe

VALUES = "values"
ANY = "*"  # in a page's keys: any other one; what begins so is a name of the definition's own
# What the loader finds by itself: the name of a file, and what is read from other files.
_FOUND = {
    "Client": {"id"},
    "Game": {"id", "pictures"},
    "Material": {"id"},
    "PageTemplate": {"id"},
    "Row": {"cells", "place"},
}
_PART = re.compile(r"<([a-z]+)>")
_LINK = re.compile(r"\[([^\]]+)\]\([^)]+\)")


class Value(NamedTuple):
    """How a kind of value is written: what it is called, in a few words, as a pattern, and so.

    ``right`` are examples as they stand in a file, quotes and all. Where it may be a whole number
    as well ``whole`` says between which two, if there are two; where it may not that is None.
    """

    title: str
    says: str
    pattern: str
    right: tuple[str, ...]
    whole: tuple[int, ...] | None = None


class Page(NamedTuple):
    """One page: what it is about, what its models' keys do, and what claims may say of it.

    ``keys`` has a table for each model by its class, and in it a line for each key. ``picture``
    is in words what the picture of its example shows; a page without has none.
    """

    id: str
    title: str
    about: str
    picture: str
    keys: Mapping[str, Mapping[str, str]]
    figures: Mapping[str, str]


@cache
def values() -> Mapping[str, Value]:
    """Return every way to write a value, by the word that ``Reads`` has for it."""
    raw = _read(VALUES)
    parts: dict[str, str] = raw.pop("parts")

    def whole(pattern: str) -> str:
        return _PART.sub(lambda part: whole(parts[part[1]]), pattern)

    return {
        word: Value(
            one["title"],
            one["says"],
            whole(one["pattern"]),
            tuple(one["right"]),
            tuple(one["whole"]) if "whole" in one else None,
        )
        for word, one in raw.items()
    }


@cache
def pages() -> Mapping[str, Page]:
    """Return every page by its id."""
    ids = sorted(path.stem for path in (templates() / "reference").glob("*.toml"))
    found = {id: _read(id) for id in ids if id != VALUES}
    return {
        id: Page(
            id,
            raw["title"],
            raw["about"],
            raw.get("picture", ""),
            raw.get("keys", {}),
            raw.get("figures", {}),
        )
        for id, raw in found.items()
    }


@cache
def told(model: str) -> Mapping[str, str]:
    """Return the lines that the pages have for a model's own keys, by its class."""
    return {k: line for page in pages().values() for k, line in page.keys.get(model, {}).items()}


def written(model: type[Model]) -> tuple[FieldDescription, ...]:
    """Return the fields of a model that a maker writes."""
    found = _FOUND.get(model.__name__, set())
    return tuple(field for name, field in describe(model).items() if name not in found)


def says_of(model: type, key: str) -> str:
    """Return what is said of a model's key, by the model itself or the nearest of its parents."""
    lines = (told(one.__name__).get(key) for one in model.__mro__)
    return next((line for line in lines if line), "")


def about(kind: str) -> str:
    """Return the first paragraph of the page of a kind of component, in one line."""
    page = pages().get(kind)
    return " ".join(page.about.split("\n\n")[0].split()) if page else ""


def plain(text: str) -> str:
    """Return text without the links in it, for where they lead nowhere."""
    return _LINK.sub(r"\1", text)


def _read(page: str) -> dict[str, Any]:
    file = templates() / "reference" / f"{page}.toml"
    return tomllib.loads(file.read_text(encoding="utf-8"))
