"""Rules between the keys of a table, as JSON Schema, for editors.

A model checks the same once it is made; editors see these while a definition is being written.
"""

from typing import Any

Schema = dict[str, Any]

OPEN: Schema = {"additionalProperties": True}  # for Tombi, to which a table is closed if silent


def one_of_two(one: str, other: str) -> Schema:
    """Return the rule that a table has one of two keys, and not both."""
    return {
        "if": {"required": [one], **OPEN},
        "then": {**not_both(one, other), **OPEN},
        "else": {"required": [other], **OPEN},
    }


def not_both(one: str, other: str) -> Schema:
    """Return the rule that a table has at most one of two keys."""
    return {"not": {"required": [one, other], **OPEN}}


def one_or_both(one: str, other: str) -> Schema:
    """Return the rule that a table has at least one of two keys."""
    return {"anyOf": [{"required": [key], **OPEN} for key in (one, other)]}


def needs_where(key: str, values: tuple[str, ...], needed: str) -> Schema:
    """Return the rule that a key is needed where another one has one of some values."""
    having = {"const": values[0]} if len(values) == 1 else {"enum": list(values)}
    return {
        "if": {"properties": {key: having}, "required": [key], **OPEN},
        "then": {"required": [needed], **OPEN},
    }


def needs_unless(where: Schema, needed: str) -> Schema:
    """Return the rule that a key is needed where something is not so."""
    return {"if": {**where, **OPEN}, "then": OPEN, "else": {"required": [needed], **OPEN}}
