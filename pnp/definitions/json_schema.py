"""JSON Schemas for editors: what the loader accepts, as far as a schema can express it.

Schemas are draft 2020-12, but use only what draft-07 has, except for ``$defs``, which references
name by path: some editors read every schema as draft-07.
"""

import json
from collections.abc import Mapping
from tomllib import loads
from typing import Any

from pnp.base.errors import UsageError
from pnp.base.geometry import Point, Size
from pnp.base.units import did_you_mean, dimensions, format_mm, quoted
from pnp.components.registry import KINDS
from pnp.definitions.cross_references import OFFERED, given_model, measures_of
from pnp.definitions.reference import ANY, about, key_lines, plain, says_of, values, written
from pnp.definitions.theme import theme_file
from pnp.game.base import OPEN, Model, Schema
from pnp.game.describe import FieldDescription, ValueDescription, kind_of
from pnp.game.game import Game
from pnp.game.laser_presets import LaserMachine, LaserTarget, Material
from pnp.game.presets import CutterProfile, PageTemplate


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
