"""Themes: the colours of a game by what they are for."""

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any, NamedTuple, get_args

from pnp.game.fields import Painted
from pnp.game.game import Component

CLASSIC = "classic"


class Theme(NamedTuple):
    """A look: a colour for each role, and for players' colours that it knows by name.

    ``sha256`` is that of its file.
    """

    id: str
    name: str
    roles: Mapping[str, str]
    colors: Mapping[str, str]
    sha256: str


@cache
def painted_fields() -> Mapping[str, Mapping[str, str]]:
    """Return, for each kind of component, the role of each field that a theme may colour."""
    kinds: dict[str, dict[str, str]] = {}
    for component in get_args(Component):
        assert is_dataclass(component)
        roles = {f.name: role for f in fields(component) if (role := _role(f.type))}
        kinds[_kind(component)] = roles
    return kinds


@cache
def theme_roles() -> Mapping[str, str]:
    """Return every role with the colour that is the models' own default."""
    found: dict[str, str] = {}
    for component in get_args(Component):
        assert is_dataclass(component)
        found |= {role: str(f.default) for f in fields(component) if (role := _role(f.type))}
    return found


def _role(annotation: Any) -> str | None:
    notes = getattr(annotation, "__metadata__", ())
    return next((note.role for note in notes if isinstance(note, Painted)), None)


def _kind(component: Any) -> str:
    return str(get_args(next(f.type for f in fields(component) if f.name == "kind"))[0])
