"""JSON Schemas for editors, and descriptions of all keys and value formats."""

import json
import re
import tomllib
from collections.abc import Collection, Mapping, Sequence
from functools import cache
from pathlib import Path
from tomllib import loads
from typing import Any, NamedTuple

from pnp.base.errors import UsageError
from pnp.base.files import templates
from pnp.base.geometry import Point, Size
from pnp.base.units import did_you_mean, dimensions, format_mm, quoted
from pnp.components.registry import KINDS, folders
from pnp.definitions.cross_references import OFFERED, given_model, measures_of
from pnp.definitions.data_files import theme_file
from pnp.game.describe import FieldDescription, ValueDescription, describe, kind_of
from pnp.game.fields import OPEN, Model, Schema
from pnp.game.game import Game
from pnp.game.presets import (
    CutterProfile,
    LaserMachine,
    LaserTarget,
    Material,
    PageTemplate,
    PaperFile,
)

VALUES = "values"
ANY = "*"  # in a page's keys: any other key, or a name that a definition chooses
_PART = re.compile(r"<([a-z]+)>")
_WORDS = re.compile(r"(?<=[a-z])(?=[A-Z])")
_LINK = re.compile(r"\[([^\]]+)\]\([^)]+\)")


class ValueFormat(NamedTuple):
    """How a kind of value is written: its title, a short explanation and a regular expression.

    ``right`` are examples as they appear in a file, with their quotes. ``whole`` is not None if a
    whole number is allowed as well; it may hold the smallest and the largest. If ``number`` is set,
    the value is a number between its two bounds instead of text; a value that is neither has a
    ``schema`` of its own.
    """

    title: str
    says: str
    right: Sequence[str]
    pattern: str = ""
    whole: Sequence[int] | None = None
    number: Sequence[float] | None = None
    schema: Schema = {}  # noqa: RUF012


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


def reference_text(kinds: Collection[str]) -> str:
    """Return the reference as one text in Markdown; of the kinds of components, those given."""
    parts = ["# The keys of game.toml"]
    for page in pages().values():
        if page.id in KINDS and page.id not in kinds:
            continue
        parts += [f"## {page.title}", plain(page.about.strip())]
        for model, lines in page.keys.items():
            rows = (f"- `{key}`: {plain(line)}" for key, line in lines.items())
            parts += [f"### {_WORDS.sub(' ', model).capitalize()}", "\n".join(rows)]
    parts.append("## Values")
    shown = (
        f"- {one.title}: {plain(one.says)} `{'`, `'.join(one.right)}`" for one in values().values()
    )
    parts.append("\n".join(shown))
    return "\n\n".join(filter(None, parts)) + "\n"


@cache
def schema_text(what: str) -> str:
    """Return the JSON Schema of a kind of file as text."""
    what = what.lower()
    if what not in FILES:
        raise UsageError(
            f"there is no schema {quoted(what)}; write one of {', '.join(FILES)}"
            f"{did_you_mean(what, FILES)}"
        )
    model, title = FILES[what]
    made = _Schemas()
    root = {"$schema": DIALECT, "title": title, **made.table(model)}
    schema = root | {"$defs": dict(sorted(made.tables.items()))}
    return json.dumps(schema, indent=1, ensure_ascii=False) + "\n"


FILES: Mapping[str, tuple[type[Model], str]] = {
    "game": (Game, "A game for pnp"),
    "theme": (theme_file(), "A theme for pnp"),
    "page": (PageTemplate, "A page template for pnp"),
    "paper": (PaperFile, "A paper for pnp"),
    "cutter": (CutterProfile, "A cutting machine for pnp"),
    "client": (LaserTarget, "A target of pnp's laser files"),
    "material": (Material, "A material for pnp's laser files"),
    "machine": (LaserMachine, "A laser for pnp"),
}
DIALECT = "https://json-schema.org/draft/2020-12/schema"
_OF_ANOTHER = r"^[a-z0-9]+(-[a-z0-9]+)*\.(" + "|".join(OFFERED) + ")$"
_PLAIN = ("text", "id")  # their examples would not explain a key
_TYPES = {"text": "string", "whole number": "integer", "flag": "boolean"}
_LIMITS = {"integer": "imum", "array": "Items", "object": "Properties"}
_CELL: Schema = {"type": ["string", "number", "boolean"]}  # a cell of a row


def text_schema(word: str) -> Schema:
    """Return the schema of a value format in ``templates/reference/values.toml``."""
    value = values()[word]
    schema: Schema = {"type": "string", "pattern": value.pattern}
    if value.whole is not None:
        schema["type"] = ["string", "integer"]
        schema |= dict(zip(("minimum", "maximum"), value.whole, strict=False))
    if value.number is not None:
        least, most = value.number
        schema = {"type": "number", "minimum": least, "maximum": most}
    schema = dict(value.schema) or schema
    if word not in _PLAIN:
        schema["examples"] = [loads(f"value = {example}")["value"] for example in value.right]
    return schema


class _Schemas:
    """Builds schemas of models, each once and referred to by name."""

    def __init__(self) -> None:
        self.tables: dict[str, Schema] = {}

    def table(self, model: type[Model]) -> Schema:
        """Return the schema of a model's table."""
        keys = written(model)
        what = about(kind_of(model))
        table: Schema = {
            "type": "object",
            **({"description": plain(what)} if what else {}),
            "properties": {field.name: self._key(model, field) for field in keys},
            "required": [f.name for f in keys if f.required and f.name not in model.from_layout],
            "additionalProperties": self._others(model),
            **model.schema_rules,
        }
        return {"anyOf": [{"type": "string"}, table]} if model.text_key else table

    def _others(self, model: type[Model]) -> Any:
        """Return the schema of keys that a definition names freely."""
        says = key_lines(model.__name__).get(ANY)
        if not says:
            return False
        value = self._reference(model.others) if model.others else _CELL
        return {"description": plain(says), **value}

    def _key(self, model: type[Model], field: FieldDescription) -> Schema:
        schema = {"description": plain(says_of(model, field.name)), **self._value(field.takes)}
        if field.name in measures_of(model):
            schema["pattern"] += f"|{_OF_ANOTHER}"
        default = as_written(field)
        return schema | ({} if default is None else {"default": default})

    def _value(self, value: ValueDescription) -> Schema:
        match value:
            case ValueDescription(form="read"):
                return text_schema(value.word) if value.word else {}
            case ValueDescription(form="id of"):
                return text_schema("id")
            case ValueDescription(form="choice", choices=choices):
                return {"enum": list(choices)} if len(choices) > 1 else {"const": choices[0]}
            case ValueDescription(form="model"):
                return self._reference(value.model)
            case ValueDescription(form="models"):
                return self._choice(value)
            case ValueDescription(form="component"):
                return self._choice(ValueDescription("models", tag="kind", models=KINDS))
            case ValueDescription(form="layout" | "face"):
                return self._reference(given_model(value.form))
            case ValueDescription(form="list", item=ValueDescription() as item):
                schema: Schema = {"type": "array", "items": self._value(item)}
            case ValueDescription(item=ValueDescription() as item, key=ValueDescription() as key):
                names, inside = self._value(key), self._value(item)
                schema = {"type": "object", "propertyNames": names, "additionalProperties": inside}
            case _:
                schema = {"type": _TYPES[value.form]}
        for limit, number in (("min", value.least), ("max", value.most)):
            if number is not None:
                schema[f"{limit}{_LIMITS[schema['type']]}"] = number
        return schema

    def _reference(self, model: type[Model]) -> Schema:
        name = kind_of(model) or model.__name__
        if name not in self.tables:
            self.tables[name] = {}  # reserved, in case it refers to itself
            self.tables[name] = self.table(model)
        return {"$ref": f"#/$defs/{name}"}

    def _choice(self, value: ValueDescription) -> Schema:
        """Return the schema of a table whose kind or status selects its model.

        ``if`` and ``then`` validate, so that only the selected kind reports faults. ``anyOf``
        accepts any table: editors look there for keys to complete.
        """
        tag = value.tag
        kinds = {kind: self._reference(model) for kind, model in value.models.items()}
        judged: Schema = {
            "type": "object",
            "properties": {tag: {"enum": list(kinds)}},
            "required": [tag],
        }
        for kind, reference in reversed(kinds.items()):
            judged = {
                "if": {"properties": {tag: {"const": kind}}, "required": [tag], **OPEN},
                "then": reference,
                "else": judged | OPEN,
            }
        if all(model.changes_by_name for model in value.models.values()):
            judged = {
                "if": {"required": ["name"], "not": {"required": [tag], **OPEN}, **OPEN},
                "then": {"type": "object", **OPEN},
                "else": judged | OPEN,
            }
        references = list(kinds.values())
        return {"anyOf": [*references, {"not": {"anyOf": references}}], **judged, **OPEN}


def as_written(field: FieldDescription) -> Any:
    """Return a field's default as a definition would write it; None if it cannot."""
    match field.default:
        case bool() | str() | int() as plain_value:
            return plain_value
        case float() as part if field.takes.word == "opacity":
            return int(part) if part.is_integer() else part
        case float() as length:
            return f"{format_mm(length)}mm"
        case Size() | Point() as pair:
            return dimensions(*pair)
        case object(text=str() as text):  # such as a frame's words
            return text
        case _:
            return None
