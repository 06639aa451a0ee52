"""Tuck boxes sized to their contents, or to given inside dimensions."""

from collections.abc import Iterator, Mapping, Sequence
from math import ceil
from typing import Annotated, ClassVar, Literal, NamedTuple

from pydantic import Field, StrictInt

from pnp.base.expressions import FigureValue
from pnp.base.geometry import Size
from pnp.base.units import Mm, dimensions, parse_room, quoted
from pnp.game.component import Component, GameBox, Measure, measured
from pnp.game.fields import GroundColor, InkColor, Known, Length, NonEmptyText, Reads, one_of_two
from pnp.game.paper import SleeveOf

PackedId = Annotated[str, Known("components", able="fits_tuckboxes")]


class Inside(NamedTuple):
    """The room in a box: the width and height of its front, and the height of its piles."""

    width: Mm
    height: Mm
    depth: Mm


def _room(value: object) -> Inside:
    """Parse ``"60x90x20mm"``: the width and height of the front, and the depth of the piles."""
    return Inside(*parse_room(value, "width, height and depth", "60x90x20mm"))


class Tuckbox(Component):
    """A box with a tuck-in lid, sized for the pieces in it, in ``stacks`` piles side by side.

    ``play`` is the spare room in each direction. Pieces are in the box's ``sleeve``, or in their
    own. A ``room`` replaces pieces and play. The box shows the game's name and its contents, or a
    ``title`` and a ``text``.
    """

    sentences = (*Component.sentences, "title", "text")

    schema_rules = one_of_two("of", "room")

    is_optional = True
    made_of_paper: ClassVar[bool] = True
    face_names: ClassVar[tuple[str, ...]] = ("front", "back", "side", "other-side")
    bent = "folded"
    instead_of_wood = "--tray, which adds a wooden tray for the pieces"

    kind: Literal["tuckbox"]
    of: tuple[PackedId, ...] = ()
    room: Annotated[Inside, Reads(_room, "room")] | None = None
    title: NonEmptyText | None = None
    text: NonEmptyText | None = None
    stacks: Annotated[StrictInt, Field(ge=1, le=100)] = 1
    play: Length = 1.0
    sleeve: SleeveOf | None = None
    ground: GroundColor = "#f6efdc"
    ink: InkColor = "#1b1b1b"

    @property
    def pieces(self) -> Mapping[str, int]:
        """One piece, named "box"."""
        return {"box": 1}

    @property
    def contents(self) -> tuple[str, ...]:
        return self.of

    def packed_in(self, box: GameBox) -> tuple[Component, ...]:
        """Return the components in it, which are of kinds that fit tuck boxes."""
        return tuple(box.components[component_id] for component_id in self.of)

    def claim_figures(self, box: GameBox) -> Mapping[str, FigureValue]:
        packed = self.packed_in(box)
        return {
            "pieces": sum(one.count for one in packed),
            "stacks": self.stacks,
            "pile": self.pile(packed),
            **self.inside(packed, box.stock)._asdict(),
        }

    def measures(self, box: GameBox) -> tuple[Measure, ...]:
        return measured(True, **self.inside(self.packed_in(box), box.stock)._asdict())

    def _check(self) -> None:
        if bool(self.of) == (self.room is not None):
            raise ValueError("write either of, the components that it holds, or its room")
        if self.room is not None and self.stacks > 1:
            raise ValueError("stacks: are of a box for pieces; of this one its room says all")
        if self.room is not None and self.sleeve is not None:
            raise ValueError("sleeve: is of a box for pieces; of this one its room says all")

    def pile(self, packed: Sequence[Component]) -> int:
        """Return the number of pieces in the highest pile."""
        return ceil(sum(component.count for component in packed) / self.stacks)

    def inside(self, packed: Sequence[Component], stock: Mm, folded: bool = False) -> Inside:
        """Return the inside dimensions for pieces of paper ``stock``, folded and glued or not."""
        if self.room is not None:
            return self.room
        width, height = map(max, zip(*map(self._packed_size, packed), strict=True))
        thickness = max(self._thickness(component, stock, folded) for component in packed)
        depth = self.pile(packed) * thickness
        return Inside(self.stacks * width + self.play, height + self.play, depth + self.play)

    def _packed_size(self, packed: Component) -> Size:
        """Return the size of a piece, or of its sleeve."""
        size, sleeve = size_of(packed), self.sleeve or packed.in_sleeves
        return size if sleeve is None else sleeve.around(size)

    def _thickness(self, packed: Component, stock: Mm, folded: bool) -> Mm:
        layers = 2 if folded and packed.two_sided else 1
        sleeve = self.sleeve or packed.in_sleeves
        return layers * stock + (0.0 if sleeve is None else sleeve.thickness)

    def faults_in(self, box: GameBox) -> Iterator[tuple[str, str]]:
        if self.room is not None:
            return
        packed = self.packed_in(box)
        if self.sleeve is not None:
            for size in dict.fromkeys(map(size_of, packed)):
                yield from (("sleeve", fault) for fault in self.sleeve.faults_with(size))
        sizes = dict.fromkeys(dimensions(*size_of(component)) for component in packed)
        pieces = sum(component.count for component in packed)
        if len(set(self.of)) < len(self.of):
            yield "", f"names a component twice; write each once, not {quoted(list(self.of))}"
        elif len(sizes) > 1:
            yield "", f"a box holds pieces of one size, not {' and '.join(sizes)}; give each a box"
        elif self.stacks > pieces:
            yield "", f"{pieces} pieces do not make {self.stacks} stacks"


def size_of(packed: Component) -> Size:
    """Return the size of a piece that is packed in a box."""
    assert packed.face_size is not None, "a kind that fits tuck boxes says its size"
    return packed.face_size
