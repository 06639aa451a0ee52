"""JSON Schemas for editors, one for each kind of file that people write."""

import json
from collections.abc import Callable, Mapping

from pnp.base.errors import UsageError
from pnp.base.units import quoted
from pnp.definitions.json_schema import DIALECT, schema_of, text_schema
from pnp.definitions.reference import key_lines, plain
from pnp.definitions.theme import theme_roles
from pnp.game.base import Schema
from pnp.game.game import Game
from pnp.game.laser import LaserTarget, Material
from pnp.game.presets import PageTemplate


def schema_text(what: str) -> str:
    """Return the JSON Schema of a kind of file, as text that is the same on any day.

    Raises:
        UsageError: If there is no such kind.
    """
    if what not in FILES:
        raise UsageError(f"there is no schema {quoted(what)}; write one of {', '.join(FILES)}")
    return json.dumps(FILES[what](), indent=1, ensure_ascii=False) + "\n"


def _theme() -> Schema:
    says, roles = key_lines("Theme"), key_lines("Roles")
    colour = text_schema("colour")
    return {
        "$schema": DIALECT,
        "title": "A theme for pnp",
        "type": "object",
        "properties": {
            "name": {"description": plain(says["name"]), "type": "string"},
            "roles": {
                "description": plain(says["roles"]),
                "type": "object",
                "properties": {
                    role: {"description": plain(roles.get(role, "")), **colour, "default": color}
                    for role, color in theme_roles().items()
                },
                "additionalProperties": False,
            },
            "colors": {
                "description": plain(says["colors"]),
                "type": "object",
                "propertyNames": text_schema("id"),
                "additionalProperties": colour,
            },
        },
        "additionalProperties": False,
    }


FILES: Mapping[str, Callable[[], Schema]] = {
    "game": lambda: schema_of(Game, "A game for pnp"),
    "theme": _theme,
    "page": lambda: schema_of(PageTemplate, "A page template for pnp"),
    "client": lambda: schema_of(LaserTarget, "A client of pnp's laser files"),
    "material": lambda: schema_of(Material, "A material for pnp's laser files"),
}
