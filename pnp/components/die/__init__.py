"""A die to cut out and glue."""

from collections import Counter
from collections.abc import Mapping
from typing import Annotated, ClassVar, Literal

from pydantic import Field, StrictBool, StrictInt

from pnp.base.expressions import FigureValue
from pnp.base.geometry import Size
from pnp.game.component import Component, GameBox, Measure, TabletopShape, measured
from pnp.game.fields import (
    Color,
    DieFace,
    FaceValue,
    GroundColor,
    InkColor,
    Pips,
    PositiveLength,
    one_of_two,
)

SIDES = 6
MOST_DOTS = 9  # a die with more on a face has figures on all

Opposite = Annotated[tuple[Pips, ...], Field(min_length=2, max_length=2)]


class Die(Component):
    """A cube, given by its six faces or by its three pairs of opposite faces.

    Of ``faces`` the first is opposite the sixth, the second the fifth and the third the fourth. The
    first three, and the first of each pair of ``opposites``, run anticlockwise around a corner.
    Numbers are pips, unless one is too high for that or ``figures`` is set. ``colors`` are the
    grounds of the faces, in the order of ``faces``.
    """

    schema_rules = one_of_two("faces", "opposites")
    played_as = "dice"
    made_of_paper: ClassVar[bool] = True
    bent = "folded"
    offers = ("edge",)
    face_names: ClassVar[tuple[str, ...]] = tuple(map(str, range(1, SIDES + 1)))
    tabletop_shape: ClassVar[TabletopShape] = "die"

    kind: Literal["die"]
    edge: PositiveLength
    copies: Annotated[StrictInt, Field(ge=1, le=100)] = 1
    faces: Annotated[tuple[DieFace, ...], Field(min_length=SIDES, max_length=SIDES)] | None = None
    opposites: Annotated[tuple[Opposite, ...], Field(min_length=3, max_length=3)] | None = None
    figures: StrictBool = False
    colors: Annotated[tuple[Color, ...], Field(min_length=SIDES, max_length=SIDES)] | None = None
    ground: GroundColor = "#f6efdc"
    ink: InkColor = "#1b1b1b"

    @property
    def shown(self) -> tuple[FaceValue, ...]:
        """The signs of the six faces, in the order of ``faces``."""
        if self.faces is not None:
            return self.faces
        (a, f), (b, e), (c, d) = self.opposites or ()
        return (a, b, c, d, e, f)

    @property
    def special_faces(self) -> tuple[FaceValue, ...]:
        """The signs of the faces; empty for a common die."""
        return () if self.numbers == tuple(range(1, SIDES + 1)) else self.shown

    @property
    def thrown_faces(self) -> tuple[FaceValue, ...]:
        return self.shown

    @property
    def grounds(self) -> tuple[str, ...]:
        """The colours of the six faces, in the order of ``faces``."""
        return self.colors or (self.ground,) * SIDES

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers on the faces, sorted."""
        return tuple(sorted(face for face in self.shown if isinstance(face, int)))

    @property
    def times(self) -> Mapping[int, int]:
        """The number of faces with each number, sorted by number."""
        return dict(sorted(Counter(self.numbers).items()))

    @property
    def in_figures(self) -> bool:
        """Whether numbers are digits rather than pips."""
        return self.figures or max(self.numbers, default=0) > MOST_DOTS

    @property
    def highest(self) -> int:
        """The index of the face with the highest number; 0 if none has one."""
        return self.shown.index(max(self.numbers, default=self.shown[0]))

    @property
    def count(self) -> int:
        return self.copies

    @property
    def face_size(self) -> Size:
        return Size(self.edge, self.edge)

    def claim_figures(self, box: GameBox) -> Mapping[str, FigureValue]:
        shown = self.shown
        opposite = zip(shown[:3], shown[:2:-1], strict=True)
        sums = tuple(a + b for a, b in opposite if isinstance(a, int) and isinstance(b, int))
        return {
            "edge": self.edge,
            "faces": self.numbers,
            "opposites": sums,
            "shows": self.times,
            "kinds": len(set(shown)),
            "blank": sum(face == "" or (face == 0 and not self.in_figures) for face in shown),
        }

    def measures(self, box: GameBox) -> tuple[Measure, ...]:
        return measured(width=self.edge, height=self.edge, depth=self.edge)

    def _check(self) -> None:
        if (self.faces is None) == (self.opposites is None):
            raise ValueError("write either faces, six of them, or opposites, three pairs")
        if self.opposites is not None and len(set(self.shown)) < SIDES:
            raise ValueError(
                f"six different faces make a die, not {list(self.numbers)}; where one comes "
                "more than once write faces"
            )
