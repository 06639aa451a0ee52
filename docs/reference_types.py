"""What to write for a key, and what it is if left out, in a maker's words and with links."""

import re
from functools import cache

from pnp.components.registry import KINDS, kinds_able
from pnp.definitions import json_schema as reference
from pnp.definitions.cross_references import given_model, measures_of
from pnp.definitions.data_files import theme_file
from pnp.definitions.json_schema import as_written
from pnp.game.component import Component
from pnp.game.describe import FieldDescription, ValueDescription, describe, kind_of
from pnp.game.fields import Model
from pnp.game.game import Game
from pnp.game.presets import LaserMachine, LaserTarget, Material, PageTemplate

OF_ANOTHER = " or [another's](values.md#of-another-component)"
FILES = (
    Game,
    given_model("layout"),
    given_model("face"),
    theme_file(),
    PageTemplate,
    LaserTarget,
    Material,
    LaserMachine,
)  # what a file is read as: its name is the id


def models_of(root: type[Model]) -> dict[str, type[Model]]:
    """Return a model and all that it may hold, and their parents that the reference explains."""
    explained = {name for page in reference.pages().values() for name in page.keys}
    found: dict[str, type[Model]] = {}
    waiting = [root]
    while waiting:
        model = waiting.pop()
        if model.__name__ not in found:
            found[model.__name__] = model
            waiting += [one for one in model.__bases__ if one.__name__ in explained]
            values = [part for field in describe(model).values() for part in field.takes.parts()]
            waiting += [one for value in values for one in value.models.values()]
            waiting += [model.others] if model.others else []
    return found


def models() -> dict[str, type[Model]]:
    """Return all models of files and of kinds of components, by name."""
    return _models(tuple(KINDS))


@cache
def _models(kinds: tuple[str, ...]) -> dict[str, type[Model]]:
    roots: tuple[type[Model], ...] = (*FILES, *(KINDS[kind] for kind in kinds))
    found: dict[str, type[Model]] = {}
    for root in roots:
        for name, model in models_of(root).items():
            if found.setdefault(name, model) is not model:
                first, second = sorted((found[name].__module__, model.__module__))
                raise TypeError(
                    f"{first} and {second} both have a model {name}, and the reference tells "
                    "models apart by their names: rename one"
                )
    return found


def heading(page: reference.ReferencePage, name: str) -> str:
    """Return the heading over a model's table."""
    model = models().get(name)
    if model is not None and kind_of(model) == page.id:
        return "Keys"
    words = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name.removeprefix("Base"))
    return words.capitalize()


def anchor(title: str) -> str:
    """Return what a heading or a value is called in a link."""
    return re.sub(r"[^\w\- ]", "", title.lower()).strip().replace(" ", "-")


def type_of(model: type[Model], key: str) -> str:
    """Return what to write for a model's key."""
    fields = describe(model)
    if model is Component and key == "kind":  # each kind says its own
        return ", ".join(f"[`{kind}`]({kind}.md)" for kind in KINDS)
    words = value_words(fields[key].takes)
    return words + OF_ANOTHER if key in measures_of(model) else words


def default_of(field: FieldDescription | None) -> str:
    """Return what a key is if it is not written: a value, nothing, or that it is needed."""
    if field is None or field.required:
        return "needed"
    if field.role:
        return f"the [theme](themes.md#roles)'s `{field.role}`"
    default = as_written(field)
    if default is None or default == "":
        return ""
    if isinstance(default, bool):
        return f"`{str(default).lower()}`"
    return f'`"{default}"`' if isinstance(default, str) else f"`{default}`"


def value_words(value: ValueDescription, many: bool = False) -> str:
    """Return what to write for a value, or for many of them."""
    match value:
        case ValueDescription(form="read", word=word):
            return _value(word, many)
        case ValueDescription(form="component"):
            return f"[{'components' if many else 'component'}](components.md)"
        case ValueDescription(form="layout" | "face"):
            return _linked(given_model(value.form), many)
        case ValueDescription(form="id of", among=among, able=able):
            kinds = [f"`{kind}`" for kind in kinds_able(able)] if able else []
            of = f" ({_listed(kinds, 'or')})" if kinds else ""
            return f"ids of {among}{of}" if many else f"id of a {among.removesuffix('s')}{of}"
        case ValueDescription(form="choice", choices=choices):
            return _listed([f'`"{one}"`' for one in choices], "or")
        case ValueDescription(form="models", models=models):
            return _choice(tuple(models.values()), many)
        case ValueDescription(form="model"):
            return _linked(value.model, many)
        case ValueDescription(form="list", item=ValueDescription() as item):
            words = f"{'lists' if many else 'list'} of {value_words(item, many=True)}"
        case ValueDescription(item=ValueDescription() as item, key=ValueDescription() as key):
            words = f"table: {value_words(key)} → {value_words(item)}"
        case _:
            words = "`true` or `false`" if value.form == "flag" else value.form
            words = _plural(words) if many else words
    return _within(value, words)


def _within(value: ValueDescription, words: str) -> str:
    least, most = value.least, value.most
    if value.form == "whole number" and least is not None:
        return f"{words}, {least} or more" if most is None else f"{words}, {least} to {most}"
    if least and least == most:  # lists of just so many
        return words.replace(" of ", f" of {least} ", 1)
    if least and most:
        return f"{words}, from {least} to {most}"
    if most:
        return f"{words}, at most {most}"
    return f"{words}, at least {'one' if least == 1 else least}" if least else words


def _choice(models: tuple[type[Model], ...], many: bool) -> str:
    page = _page_of(models[0].__name__)
    title = reference.pages()[page].title.lower()
    return f"[{title if many else title.removesuffix('s')}]({page}.md)"


def _linked(model: type[Model], many: bool) -> str:
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
    head, of, rest = name.partition(" of ")
    return name if head.endswith("s") else f"{head}s{of}{rest}"


def _listed(words: list[str], last: str) -> str:
    return f" {last} ".join(filter(None, [", ".join(words[:-1]), words[-1]]))
