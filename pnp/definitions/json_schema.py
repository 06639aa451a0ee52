"""Models as JSON Schema, for editors: what the loader takes, as far as a schema can say it.

A schema is of draft 2020-12, and says nothing that draft-07 does not know but ``$defs``, which it
finds by their path: some editors read every schema as draft-07.
"""

import types
from collections.abc import Mapping
from dataclasses import MISSING, Field, is_dataclass
from tomllib import loads
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from pnp.base.geometry import Point, Size
from pnp.base.units import dimensions, format_mm
from pnp.components.cards.wording import Wording
from pnp.definitions.reference import ANY, about, plain, says_of, told, values, written
from pnp.definitions.references import MEASURES
from pnp.definitions.schema import kind_of, tag_of, union_tag, without_none
from pnp.game.fields import Cell, Known, Reads, Within

Schema = dict[str, Any]

DIALECT = "https://json-schema.org/draft/2020-12/schema"
OPEN: Schema = {"additionalProperties": True}  # for Tombi, to which a table is closed if silent
_OF_ANOTHER = r"^[a-z0-9]+(-[a-z0-9]+)*\.(width|height|edge|size)$"
_PLAIN = ("text", "id")  # whose examples would say nothing of the key
_LIMITS = {"integer": "imum", "array": "Items", "object": "Properties"}
_CELL: Schema = {"type": ["string", "number", "boolean"]}  # of a row: what a column says


def _either(one: str, other: str) -> Schema:
    """Return the schema of a table that has one of two keys, and not both."""
    return {
        "if": {"required": [one], **OPEN},
        "then": _not_both(one, other),
        "else": {"required": [other], **OPEN},
    }


def _not_both(one: str, other: str) -> Schema:
    return {"not": {"required": [one, other], **OPEN}, **OPEN}


def _one_or_both(*keys: str) -> Schema:
    return {"anyOf": [{"required": [key], **OPEN} for key in keys]}


# What one key asks of another, as the models do once they are made.
_BESIDES: dict[str, Schema] = {
    "Cards": {"not": {"required": ["cards", "rows"], **OPEN}},
    "Claim": {
        "if": {"properties": {"status": {"const": "stated"}}, "required": ["status"], **OPEN},
        "then": {"required": ["source"], **OPEN},
    },
    "CounterSeries": _one_or_both("mark", "text"),
    "Counters": _either("diameter", "edge"),
    "Deck": {
        "if": {"anyOf": [{"required": ["cards"], **OPEN}, {"required": ["rows"], **OPEN}], **OPEN},
        "then": {"not": {"required": ["cards", "rows"], **OPEN}, **OPEN},
        "else": {"required": ["fronts", "backs"], **OPEN},
    },
    "Die": _either("faces", "opposites"),
    "HexMap": {"not": {"required": ["map", "cells"], **OPEN}},
    "Lay": {
        "if": {"required": ["at"], **OPEN},
        "then": OPEN,
        "else": {"required": ["count"], **OPEN},
    },
    "Pawn": _one_or_both("mark", "text"),
    "ShapeFrame": _one_or_both("fill", "stroke"),
    "Strips": _either("rows", "values"),
    "Terrain": {"not": {"required": ["pattern", "mark"], **OPEN}},
    "TextFrame": {"allOf": [{"required": ["area"], **OPEN}]},
    "Track": {
        "if": {
            "properties": {"layout": {"enum": ["rows", "snake", "edge"]}},
            "required": ["layout"],
            **OPEN,
        },
        "then": {"required": ["columns"], **OPEN},
        "else": {"not": {"required": ["columns"], **OPEN}, **OPEN},
    },
    "Tuckbox": _either("of", "room"),
    "Zone": {
        "if": {"properties": {"sign": {"const": "area"}}, "required": ["sign"], **OPEN},
        "then": OPEN,
        "else": {"required": ["mark"], **OPEN},
    },
}


def schema_of(model: type, title: str) -> Schema:
    """Return the schema of files that are read as ``model``."""
    made = _Schemas()
    root = made.table(model)
    return {"$schema": DIALECT, "title": title, **root, "$defs": dict(sorted(made.tables.items()))}


def text_schema(word: str) -> Schema:
    """Return the schema of what is written as ``templates/reference/values.toml`` says."""
    value = values()[word]
    schema: Schema = {"type": "string", "pattern": value.pattern}
    if value.whole is not None:
        schema["type"] = ["string", "integer"]
        schema |= dict(zip(("minimum", "maximum"), value.whole, strict=False))
    return schema if word in _PLAIN else schema | {"examples": list(map(_read, value.right))}


def _read(example: str) -> Any:
    """Return an example as a program has it once it is read from its file."""
    return loads(f"value = {example}")["value"]


class _Schemas:
    """Schemas of models, each made once and referred to by its name."""

    def __init__(self) -> None:
        self.tables: dict[str, Schema] = {}

    def table(self, model: Any) -> Schema:
        """Return the schema of a model's own table."""
        keys = written(model)
        what, others = about(kind_of(model)), told(model.__name__).get(ANY)
        return {
            "type": "object",
            **({"description": plain(what)} if what else {}),
            "properties": {field.name: self._key(model, field) for field in keys},
            "required": [f.name for f in keys if f.default is f.default_factory is MISSING],
            "additionalProperties": {"description": plain(others), **_CELL} if others else False,
            **_BESIDES.get(model.__name__, {}),
        }

    def _key(self, model: Any, field: Field[Any]) -> Schema:
        schema = {"description": plain(says_of(model, field.name)), **self._value(field.type)}
        if field.name in MEASURES.get(kind_of(model), ()):
            schema["pattern"] += f"|{_OF_ANOTHER}"
        default = as_written(field)
        return schema | ({} if default is None else {"default": default})

    def _value(self, annotation: Any) -> Schema:
        annotation = without_none(annotation)
        arguments = get_args(annotation)
        origin = get_origin(annotation)
        if origin is Annotated:
            return self._noted(arguments[0], arguments[1:])
        if origin is Literal:
            return {"enum": list(arguments)} if len(arguments) > 1 else {"const": arguments[0]}
        if origin is tuple:
            return {"type": "array", "items": self._value(arguments[0])}
        if isinstance(origin, type) and issubclass(origin, Mapping):
            names, inside = map(self._value, arguments)
            return {"type": "object", "propertyNames": names, "additionalProperties": inside}
        if origin in (Union, types.UnionType):
            return self._choice(arguments)
        if is_dataclass(annotation):
            return self._reference(annotation)
        return {"type": {str: "string", bool: "boolean", int: "integer"}[annotation]}

    def _noted(self, annotation: Any, notes: tuple[Any, ...]) -> Schema:
        schema: Schema = {}
        for note in notes:
            match note:
                case Reads(word=word):
                    schema |= text_schema(word)
                case Known():
                    schema |= text_schema("id")
                case Within(least, most):
                    schema |= self._value(annotation)
                    limit = _LIMITS[schema["type"]]
                    schema |= {f"min{limit}": least}
                    schema |= {} if most is None else {f"max{limit}": most}
                case Cell():
                    pass  # a number in a definition; text only in a table
        return schema

    def _reference(self, model: Any) -> Schema:
        name = kind_of(model) or model.__name__
        if name not in self.tables:
            self.tables[name] = {}  # its place, should it hold others of its own kind
            self.tables[name] = self.table(model)
        return {"$ref": f"#/$defs/{name}"}

    def _choice(self, members: tuple[Any, ...]) -> Schema:
        """Return the schema of a table whose kind, or status, says which of the members it is.

        ``if`` and ``then`` judge, as the faults they tell are those of the kind that is meant.
        ``anyOf`` holds whatever is written: there editors look for the keys to complete.
        """
        tag = union_tag(members)
        kinds = {tag_of(member, tag): self._reference(member) for member in members}
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
        references = list(kinds.values())
        return {"anyOf": [*references, {"not": {"anyOf": references}}], **judged, **OPEN}


def as_written(field: Field[Any]) -> Any:
    """Return a field's default as a definition would have it; None if it has none to write."""
    default = field.default
    if default is MISSING or default == () or isinstance(default, bool | str | int):
        return None if default is MISSING or default == () else default
    if isinstance(default, Size | Point):
        return dimensions(*default)
    if isinstance(default, Wording):
        return default.text
    return f"{format_mm(default)}mm" if isinstance(default, float) else None
