"""Layouts that components share."""

from collections.abc import Callable, Mapping
from typing import Any

from pydantic import Field

from pnp.components.faces.frames import Layout
from pnp.game.base import Model
from pnp.game.fields import Color, Id, NonEmptyText


class SharedLayout(Model):
    """Faces that components use, with icons and names of colours.

    A layout that ``extends`` another inherits its faces; its own frames are added, or replace those
    with the same name.
    """

    extends: NonEmptyText | None = None
    front: Layout | None = None
    back: Layout | None = None
    icons: Mapping[Id, NonEmptyText] = Field(default_factory=dict)
    colors: Mapping[NonEmptyText, Color] = Field(default_factory=dict)

    def with_sentences(self, change: Callable[[str], str]) -> Mapping[str, Any]:
        """Return the faces unchanged: their sentences belong to the components that use them."""
        return {"front": self.front, "back": self.back}
