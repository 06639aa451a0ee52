"""Layouts that components share."""

from collections.abc import Callable, Mapping
from typing import Any

from pydantic import Field

from pnp.components.faces.frames import Layout
from pnp.game.base import Model
from pnp.game.fields import Color, Id, NonEmptyText


class SharedLayout(Model):
    """Faces that components take, with icons and names of colours.

    One that ``extends`` another has its faces, with frames of its own added or, by their names, in
    place of its.
    """

    extends: NonEmptyText | None = None
    front: Layout | None = None
    back: Layout | None = None
    icons: Mapping[Id, NonEmptyText] = Field(default_factory=dict)
    colors: Mapping[NonEmptyText, Color] = Field(default_factory=dict)

    def with_sentences(self, change: Callable[[str], str]) -> Mapping[str, Any]:
        """Return the faces as they are: sentences are those of components that take them."""
        return {"front": self.front, "back": self.back}
