"""What to write for a key, and what it is if left out, in a maker's words and with links."""

import re
import types
from collections.abc import Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from pnp.definitions import reference
from pnp.definitions.json_schema import as_written
from pnp.definitions.references import MEASURES
from pnp.definitions.schema import kind_of, without_none
from pnp.game.fields import Known, Painted, Reads, Within
from pnp.game.game import Component, Game
from pnp.game.laser import Client, Material
from pnp.game.page_template import PageTemplate

OF_ANOTHER = " or [another's](values.md#of-another-component)"
COMPONENTS = get_args(Component)
KINDS = tuple(kind_of(component) for component in COMPONENTS)
FILES = (Game, PageTemplate, Client, Material)  # what a file is read as: its name is the id


def models_of(root: type) -> dict[str, type]:
    """Return a model and all that it may hold, and their parents, by name."""
    found: dict[str, type] = {}
    waiting: list[Any] = [root]
    while waiting:
        model = waiting.pop()
        if is_dataclass(model) and isinstance(model, type) and model.__name__ not in found:
            found[model.__name__] = model
            waiting += [*model.__bases__, *(field.type for field in fields(model))]
        waiting += get_args(model)
    return found


MODELS = {name: model for file in FILES for name, model in models_of(file).items()}


def heading(page: reference.Page, name: str) -> str:
    """Return the heading over a model's table."""
    model = MODELS.get(name)
    if model is not None and kind_of(model) == page.id:
        return "Keys"
    words = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name.removeprefix("Base"))
    return words.capitalize()


def anchor(title: str) -> str:
    """Return what a heading or a value is called in a link."""
    return re.sub(r"[^\w\- ]", "", title.lower()).strip().replace(" ", "-")


def type_of(model: Any, key: str) -> str:
    """Return what to write for a model's key, or for a theme's, which has no model."""
    if model is None:
        table = "[colours](values.md#colour) by "
        return {"name": "text", "roles": f"{table}[role](#roles)", "colors": f"{table}id"}.get(
            key, _value("colour")
        )
    types_of = {field.name: field.type for field in fields(model)}
    if key not in types_of:  # the kind, which each kind says for itself
        return ", ".join(f"[`{kind}`]({kind}.md)" for kind in KINDS)
    words = _words(types_of[key])
    return words + OF_ANOTHER if key in MEASURES.get(kind_of(model), ()) else words


def default_of(field: Field[Any] | None) -> str:
    """Return what a key is if it is not written: a value, nothing, or that it is needed."""
    if field is None or field.default is field.default_factory is MISSING:
        return "needed"
    role = next((note.role for note in _notes(field.type) if isinstance(note, Painted)), None)
    if role:
        return f"the [theme](themes.md#roles)'s `{role}`"
    default = as_written(field)
    if default is None or default == "":
        return ""
    if isinstance(default, bool):
        return f"`{str(default).lower()}`"
    return f'`"{default}"`' if isinstance(default, str) else f"`{default}`"


def _words(annotation: Any, many: bool = False) -> str:
    annotation = without_none(annotation)
    arguments, origin = get_args(annotation), get_origin(annotation)
    if origin is Annotated:
        return _noted(arguments[0], arguments[1:], many)
    if origin is Literal:
        return _listed([f'`"{one}"`' for one in arguments], "or")
    if origin is tuple:
        return f"{'lists' if many else 'list'} of {_words(arguments[0], many=True)}"
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return f"table: {_words(arguments[0])} → {_words(arguments[1])}"
    if origin in (Union, types.UnionType):
        return _choice(arguments, many)
    if is_dataclass(annotation):
        return _linked(annotation, many)
    words = {str: "text", bool: "`true` or `false`", int: "whole number"}[annotation]
    return _plural(words) if many else words


def _noted(annotation: Any, notes: tuple[Any, ...], many: bool) -> str:
    words = ""
    for note in notes:
        match note:
            case Reads(word=word):
                words = _value(word, many)
            case Known(among, kinds):
                of = f" ({_listed([f'`{kind}`' for kind in kinds], 'or')})" if kinds else ""
                words = f"ids of {among}{of}" if many else f"id of a {among.removesuffix('s')}{of}"
            case Within(least, most):
                words = _within(annotation, least, most, many)
    return words


def _within(annotation: Any, least: int, most: int | None, many: bool) -> str:
    words = _words(annotation, many)
    if annotation is int:
        return f"{words}, {least} or more" if most is None else f"{words}, {least} to {most}"
    if least == most:  # lists of just so many
        return words.replace(" of ", f" of {least} ", 1)
    return f"{words}, at least {'one' if least == 1 else least}" if least else words


def _choice(members: tuple[Any, ...], many: bool) -> str:
    page = "components" if members == COMPONENTS else _page_of(members[0].__name__)
    title = reference.pages()[page].title.lower()
    return f"[{title if many else title.removesuffix('s')}]({page}.md)"


def _linked(model: Any, many: bool) -> str:
    page = _page_of(model.__name__)
    title = heading(reference.pages()[page], model.__name__)
    name = (title if title != "Keys" else reference.pages()[page].title).lower()
    return f"[{_plural(name) if many else name}]({page}.md#{anchor(title)})"


def _page_of(model: str) -> str:
    return next((id for id, page in reference.pages().items() if model in page.keys), "")


def _value(word: str, many: bool = False) -> str:
    value = reference.values()[word]
    if word == "text":
        return "texts" if many else "text"
    title = _plural(value.title) if many else value.title
    return f"[{title}](values.md#{anchor(value.title)})"


def _plural(name: str) -> str:
    return name if name.endswith("s") else f"{name}s"


def _notes(annotation: Any) -> tuple[Any, ...]:
    return getattr(annotation, "__metadata__", ())


def _listed(words: list[str], last: str) -> str:
    return f" {last} ".join(filter(None, [", ".join(words[:-1]), words[-1]]))
