"""Themes: the colours of a game by what they are for."""

from collections.abc import Mapping
from typing import NamedTuple

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
