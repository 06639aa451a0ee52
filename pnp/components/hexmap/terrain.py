"""Kinds of terrain on a map: a name, a colour, and a sign that needs no colour."""

from collections.abc import Mapping
from typing import Literal

from pnp.game.base import Model
from pnp.game.fields import Color, NonEmptyText
from pnp.game.player_marks import Mark
from pnp.game.schema_rules import not_both

MOST = 200  # columns, and rows
NOTHING = ". "  # letters that stand for clear ground where nothing else is written of them

Pattern = Literal[
    "trees", "hills", "mountains", "waves", "reeds", "houses", "furrows", "dots", "lines"
]


class Terrain(Model):
    """One kind of terrain, drawn with a ``pattern`` or a ``mark``; one kind may have neither."""

    schema_rules = not_both("pattern", "mark")

    name: NonEmptyText
    color: Color
    pattern: Pattern | None = None
    mark: Mark | None = None

    @property
    def sign(self) -> str | None:
        """What it is known by without colour."""
        return self.pattern or self.mark

    def _check(self) -> None:
        if self.pattern is not None and self.mark is not None:
            raise ValueError("has a pattern and a mark; write one of them")


def check_terrain(terrain: Mapping[str, Terrain]) -> None:
    """Raise ValueError unless letters, names and looks all differ."""
    names: dict[str, str] = {}
    signs: dict[str | None, str] = {}
    for letter, one in terrain.items():
        if len(letter) != 1:
            raise ValueError(f"terrain.{letter}: write one letter for each kind of terrain")
        if one.name in names:
            raise ValueError(f"terrain.{letter}: {names[one.name]} has the name {one.name!r} too")
        if one.sign in signs:
            what = f"are both drawn with {one.sign}" if one.sign else "have no pattern and no mark"
            raise ValueError(
                f"terrain.{letter}: {signs[one.sign]} and {one.name} {what}; give each its own, "
                "so that they are told apart without colour"
            )
        names[one.name] = letter
        signs[one.sign] = one.name
