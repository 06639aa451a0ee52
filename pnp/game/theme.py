"""Themes: the colours of a game by what they are for."""

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple, get_args

from pnp.game.describe import describe, kind_of
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
    return {
        kind_of(kind): {field.name: field.role for field in describe(kind).values() if field.role}
        for kind in get_args(Component)
    }


@cache
def theme_roles() -> Mapping[str, str]:
    """Return every role with the colour that is the models' own default."""
    return {
        field.role: str(field.default)
        for kind in get_args(Component)
        for field in describe(kind).values()
        if field.role
    }
