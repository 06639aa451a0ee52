"""A board of any size, laid out in frames like the faces of cards."""

from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import islice
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from pnp.base.errors import MOST_FAULTS
from pnp.base.expressions import FigureValue
from pnp.base.geometry import Rect, Size
from pnp.base.messages import Location, within
from pnp.base.path import flattened
from pnp.base.units import EPSILON, Mm
from pnp.components.faces.effects import NamedLooks
from pnp.components.faces.frames import Layout
from pnp.components.faces.pieces import FramedPieces, SingleFace
from pnp.components.faces.places import At, frame_place
from pnp.components.faces.scale import left_empty, scaled_layout, scaled_place
from pnp.components.faces.wording import parse_wording
from pnp.components.framed_board import ShapedBoard
from pnp.components.sized import Resizable
from pnp.game.component import GameBox
from pnp.game.faces import DrawnFor, read_drawn_for
from pnp.game.fields import CellSize, NonEmptyText, Reads, Schema, one_or_more
from pnp.game.places import Place

ALONG: Mm = 0.1  # of its edge: how near the corners of that place are to one that is round
WHOLE = "board"  # the place of a board on which no others are named


class _Face(SingleFace):
    one: ClassVar[str] = "board"


class DrawnBoard(NamedLooks, Resizable, ShapedBoard):
    """A board that shows the frames of its ``front``.

    ``spaces`` are places for pieces, each of the size ``space``, under names that the designer
    chooses. Nothing is drawn there. Without spaces the whole board is one place.
    """

    schema_rules: ClassVar[Schema] = one_or_more("front", "layout")

    face_names: ClassVar[tuple[str, ...]] = ()
    no_faces = "a board has its frames in front"
    from_layout = frozenset({"front"})
    filled_in = frozenset({"drawn_for"})

    kind: Literal["board"]
    layout: NonEmptyText | None = None
    front: Layout
    spaces: Mapping[NonEmptyText, At] = Field(default_factory=dict)
    space: CellSize = Size(20.0, 20.0)
    drawn_for: Annotated[DrawnFor | None, Reads(read_drawn_for)] = None

    @cached_property
    def card(self) -> FramedPieces:
        """The board as a single piece in frames with the same face."""
        front = self.front
        if front.ground == Layout().ground:
            front = front.model_copy(update={"ground": parse_wording(self.ground)})
        return _Face.of(self, self.size, front)

    @cached_property
    def places(self) -> tuple[Place, ...]:
        """The spaces in the order of the definition, or the whole board."""
        face = Rect(0, 0, *self.size)
        if not self.spaces:
            edge = flattened(self.trim_line(), ALONG)[:-1]
            return (Place(WHOLE, face.center, tuple(edge)),)
        rects = {n: frame_place(at, self.space, face, 0.0) for n, at in self.spaces.items()}
        return tuple(Place(name, rect.center, rect.corners) for name, rect in rects.items())

    def pictures(self) -> Iterator[tuple[str, str]]:
        yield from self.card.pictures()

    def icon_files(self) -> Mapping[str, str]:
        return self.icons

    def claim_figures(self, box: GameBox) -> Mapping[str, FigureValue]:
        return {"spaces": len(self.spaces), **self.size._asdict()}

    @property
    def face_notes(self) -> tuple[str, ...]:
        if self.drawn_for is None or self.drawn_for.scaled:
            return ()
        return left_empty((self.front,), self.drawn_for.size, self.size)

    def _scale_layout(self, old: Size) -> None:
        across, down = self.size.width / old.width, self.size.height / old.height
        spaces = {name: scaled_place(at, across, down) for name, at in self.spaces.items()}
        space = Size(*(side * min(across, down) for side in self.space))
        front = scaled_layout(self.front, old, self.size)
        self.__dict__.update({"front": front, "spaces": spaces, "space": space})

    def _check(self) -> None:
        if self.drawn_for and self.drawn_for.scaled:
            self._scale_layout(self.drawn_for.size)
        faults = list(islice(self.card.face_faults(), MOST_FAULTS + 1))
        for place in self.places:
            if max(map(self.beyond_edge, place.corners)) > EPSILON:
                at = Location(keys=f"spaces.{place.name}")
                faults += within(at, ["reaches over the edge of the board"])
        if faults:
            raise ValueError(*faults)
        super()._check()
