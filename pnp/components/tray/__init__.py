"""Trays of wood with compartments, for pieces of any kind, and several trays in one box."""

from collections.abc import Iterator, Mapping, Sequence
from math import ceil, cos, fsum, radians, sin
from typing import Annotated, ClassVar, Literal

from pydantic import Field, StrictInt

from pnp.base.errors import Faults, LayoutError
from pnp.base.expressions import FigureValue
from pnp.base.fit import Lid
from pnp.base.geometry import Size
from pnp.base.units import (
    EPSILON,
    LONGEST,
    Mm,
    dimensions,
    format_mm,
    parse_length,
    parse_room,
    quoted,
)
from pnp.components.tray.arrange import (
    LOWEST,
    Arrangement,
    Compartment,
    PieceLot,
    arrange,
    grid,
    slope_length,
    upright,
)
from pnp.components.tray.box import Room, closed_box
from pnp.game.component import Component, GameBox, Measure, measured
from pnp.game.fields import (
    ComponentId,
    FineLength,
    Known,
    Length,
    NonEmptyText,
    PositiveLength,
    Reads,
    one_or_more,
)
from pnp.game.paper import SleeveOf

SHARE: Mm = 0.0  # in place of a length: an equal share of what the others leave
NARROWEST: Mm = 5.0  # of a compartment
HEAPED = 0.5  # of a room that pieces fill which are poured into it: ours, and rather too little


def _box(value: object) -> Room:
    """Parse ``"200x120x40mm"``: the width, the depth and the height of the room in a box."""
    return Room(*parse_room(value, "width, depth and height", "200x120x40mm"))


def _side(value: object) -> Mm:
    """Parse ``"40mm"``, or ``"*"`` for a share."""
    if not isinstance(value, str):
        raise ValueError(f'write a length with its unit, such as "40mm", or "*", not {value!r}')
    if value.strip() == "*":
        return SHARE
    length = parse_length(value)
    if length < NARROWEST:
        raise ValueError(f"a compartment is {NARROWEST:g} mm wide or more, not {quoted(value)}")
    return length


Shares = Annotated[
    tuple[Annotated[Mm, Reads(_side, "share")], ...], Field(min_length=1, max_length=20)
]
TrayId = Annotated[str, Known("components", able="made_of_wood")]
TrayRow = Annotated[tuple[TrayId, ...], Field(min_length=1, max_length=20)]


class StorageTray(Component):
    """A tray that a laser cuts: for what it is ``of``, with ``columns`` and ``rows``, or of trays.

    Without columns and rows its compartments follow from the pieces; ``dividers`` make it a box in
    which cards stand. ``trays`` stand in it in rows, seen from above. The tray, or the trays, fit
    into a box that measures ``inside``, with ``play``. Figures are those of plates as thick as the
    ``wood``; files of lasers take the thickness of their material.
    """

    sentences = (*Component.sentences, "dividers")

    schema_rules = one_or_more("of", "columns", "trays")

    made_of_wood = True
    no_faces = "is cut from wood"
    face_names: ClassVar[tuple[str, ...]] = ()

    kind: Literal["tray"]
    of: Annotated[tuple[ComponentId, ...], Field(max_length=40)] = ()
    columns: Shares | None = None
    rows: Shares | None = None
    height: PositiveLength | None = None
    slope: Annotated[StrictInt, Field(ge=10, le=45)] | None = None
    dividers: Annotated[tuple[NonEmptyText, ...], Field(max_length=40)] = ()
    trays: Annotated[tuple[TrayRow, ...], Field(max_length=20)] = ()
    inside: Annotated[Room, Reads(_box, "box")] | None = None
    play: Length = 1.0
    sleeve: SleeveOf | None = None
    thickness: FineLength | None = None
    lid: Literal["lift-off", "slide-on", "slide-in", "hinge"] | None = None
    wood: PositiveLength = 3.0

    @property
    def contents(self) -> tuple[str, ...]:
        return self.of or tuple(key for row in self.trays for key in row)

    @property
    def closing(self) -> Lid:
        """Its lid."""
        return Lid(self.lid or "none")

    @property
    def is_cut(self) -> bool:
        """Whether there is anything of it to cut, as it is no box that one has already."""
        return not (self.trays and self.inside)

    def measures(self, box: GameBox) -> tuple[Measure, ...]:
        size = self.outer(box)
        return measured(width=size.width, height=size.height, depth=size.depth)

    def claim_figures(self, box: GameBox) -> Mapping[str, FigureValue]:
        plan, outer = self.arrangement(box), self.outer(box)
        rooms = [one.room for one in plan.compartments]
        inner = Room(*plan.inner, plan.stack + plan.over)
        spare = [side - taken for side, taken in zip(self.inside or outer, outer, strict=True)]
        return {
            "compartments": len(rooms),
            "pieces": sum(box.components[key].count for key in self.of),
            "widths": tuple(sorted(round(room.width, 2) for room in rooms)),
            "depths": tuple(sorted(round(room.height, 2) for room in rooms)),
            **{key: round(side, 2) for key, side in inner._asdict().items()},
            **{f"outer_{key}": round(side, 2) for key, side in outer._asdict().items()},
            **{f"spare_{key}": round(s, 2) for key, s in zip(Room._fields, spare, strict=True)},
        }

    def _check(self) -> None:
        if (self.columns is None) != (self.rows is None):
            raise ValueError("write both columns and rows, the widths and depths of compartments")
        if bool(self.trays) == bool(self.of or self.columns):
            raise ValueError("write what it holds: of, or columns and rows, or trays")
        sized, sides = self.columns is not None, (*(self.columns or ()), *(self.rows or ()))
        wrong = {
            "slope": (not sized, "with columns and rows"),
            "height": (not sized, "with columns and rows"),
            "dividers": (sized or not self.of, "of cards, without columns and rows"),
            "sleeve": (not self.of, "with of, which names the cards"),
            "thickness": (not self.of, "with of, which names the pieces"),
            "lid": (not self.is_cut, "that is cut; this one is a box that you have, for trays"),
        }
        faults = [
            f"{key}: is of a tray {of}"
            for key, (is_not, of) in wrong.items()
            if is_not and getattr(self, key) not in (None, ())
        ]
        if SHARE in sides and self.inside is None:
            faults.append('columns and rows: "*" shares a box; write its inside, or a length')
        if sized and self.height is None and self.inside is None:
            faults.append("height: is needed, or the inside of a box that it fits into")
        if faults:
            raise ValueError(*faults)

    def faults_in(self, box: GameBox) -> Iterator[tuple[str, str]]:
        faults = list(self._faults_of_contents(box))
        yield from faults
        within = (box.components[name] for row in self.trays for name in row)
        if faults or any(any(tray.faults_in(box)) for tray in within):  # which these report
            return
        try:
            self.outer(box)
        except LayoutError as error:
            yield from (("", fault) for fault in error.faults)

    def _faults_of_contents(self, box: GameBox) -> Iterator[tuple[str, str]]:
        """Yield the faults of what it holds, which has to have a size."""
        key = "trays" if self.trays else "of"
        if len(set(self.contents)) < len(self.contents):
            yield key, f"name each once, not {quoted(list(self.contents))}"
        for name in dict.fromkeys(self.contents):
            held = box.components[name]
            if self.trays and held.trays:
                yield key, f"{quoted(name)} holds trays itself; name trays that hold pieces"
            elif self.trays:
                continue
            elif held.contents or held.made_of_wood:
                yield key, f"{quoted(name)} is a box itself; name what lies in it"
            elif not held.measures(box):
                yield key, f"{quoted(name)} has no size to make room for"
        if self.sleeve is None:
            return
        cards = [box.components[name] for name in self.of if box.components[name].is_card]
        if not cards:
            yield "sleeve", f"is of cards, and there are none in {quoted(list(self.of))}"
        for size in dict.fromkeys(card.face_size for card in cards):
            yield from (("sleeve", fault) for fault in self.sleeve.faults_with(size))

    def outer(self, box: GameBox, wood: Mm | None = None) -> Room:
        """Return its outer size with its lid, or what the trays in a given box take.

        Raises:
            LayoutError: If something does not fit: by how much.
        """
        plan = self.arrangement(box, wood)
        if self.is_cut:
            taken = closed_box(plan, wood or self.wood, self.closing)
        else:
            taken = Room(*plan.inner, plan.stack)
        if max(taken) > LONGEST:
            raise LayoutError(f"takes {_in_words(taken)}; a side is at most {LONGEST:g} mm long")
        room = self.inside and Room(*(side - self.play * self.is_cut for side in self.inside))
        if self.inside is not None and room is not None and (more := _beyond(taken, room)):
            whole = Room(*(side + self.play * self.is_cut for side in taken))
            raise LayoutError(
                f"is {more} for the inside of {_in_words(self.inside)}: it takes "
                f"{_in_words(whole)}, {format_mm(self.play)} mm of play included"
            )
        return taken

    def arrangement(self, box: GameBox, wood: Mm | None = None) -> Arrangement:
        """Return its compartments between plates of a thickness, by default of its ``wood``.

        Raises:
            LayoutError: If something does not fit.
        """
        if self.trays:
            return self._of_trays(box, wood)
        wood = wood or self.wood
        room, lots = self._room(wood), tuple(self._lot(key, box, wood) for key in self.of)
        if self.columns and self.rows:
            return self._filled(self._grid(self.columns, self.rows, room, wood), lots, wood)
        if self.dividers:
            cards = [self._lot(key, box, wood, stands=True) for key in self.of]
            high = max(lot.size.height for lot in cards)
            return upright(cards, high, self.dividers, wood, self.lid is not None)
        return arrange(lots, wood, None if room is None else (Size(*room[:2]), room.height))

    def stowed(self, box: GameBox, wood: Mm | None = None) -> list[list[Room]]:
        """Return the outer sizes of the trays in it, row by row from the back."""
        faults, rows = Faults(), list[list[Room]]()
        for row in self.trays:
            rows.append([])
            for key in row:
                with faults.within(key):
                    rows[-1].append(box.components[key].outer(box, wood))
        faults.check()
        return rows

    def _of_trays(self, box: GameBox, wood: Mm | None) -> Arrangement:
        """Return the room that rows of trays take, with play."""
        rows = self.stowed(box, wood)
        width = max(fsum(one.width for one in row) for row in rows)
        depth = fsum(max(one.depth for one in row) for row in rows)
        height = max(one.height for row in rows for one in row)
        width, depth, height = (side + self.play for side in (width, depth, height))
        wood = wood or self.wood
        return grid((width,), (depth,), max(height, LOWEST * wood * self.is_cut), wood)

    def _room(self, wood: Mm) -> Room | None:
        """Return the room for compartments in a given box."""
        if self.inside is None:
            return None
        big = LONGEST
        around = closed_box(grid((big,), (big,), big, wood), wood, self.closing)
        room = Room(*(s - self.play - (a - big) for s, a in zip(self.inside, around, strict=True)))
        if min(room) < NARROWEST:
            raise LayoutError(
                f"inside: {_in_words(self.inside)} is {format_mm(NARROWEST - min(room))} mm too "
                f"small for plates of {format_mm(wood)} mm and a compartment of {NARROWEST:g} mm"
            )
        return room

    def _grid(
        self, columns: Sequence[Mm], rows: Sequence[Mm], room: Room | None, wood: Mm
    ) -> Arrangement:
        """Return compartments of the given sizes, with the shares worked out."""
        widths = _shared("columns", columns, room and room.width, wood)
        depths = _shared("rows", rows, room and room.depth, wood)
        stack = self.height or (room.height if room else 0.0)
        if stack < LOWEST * wood - EPSILON:
            raise LayoutError(
                f"height: compartments of {format_mm(stack)} mm are too low for the joints of "
                f"plates of {format_mm(wood)} mm; they need {format_mm(LOWEST * wood)} mm"
            )
        for depth in depths if self.slope else ():
            rise = self._rise(depth, wood)
            if rise > stack + EPSILON:
                raise LayoutError(
                    f"slope: a floor of {self.slope} degrees rises to {rise:.1f} mm in a "
                    f"row of {format_mm(depth)} mm, above its height of {format_mm(stack)} mm"
                )
        plan = grid(widths, depths[::-1], stack, wood)
        return plan._replace(slope=float(self.slope or 0))

    def _rise(self, depth: Mm, wood: Mm) -> Mm:
        """Return how high the back of a slanted floor is."""
        slope = radians(self.slope or 0)
        return slope_length(depth, self.slope or 0, wood) * sin(slope) + wood * cos(slope)

    def _filled(self, plan: Arrangement, lots: Sequence[PieceLot], wood: Mm) -> Arrangement:
        """Return compartments with pieces in them, from the back left as one reads."""
        places = [one for row in reversed(plan.rows) for one in row]
        if len(lots) > len(places):
            raise LayoutError(f"of: has {len(lots)} components for {len(places)} compartments")
        faults, held = [], {}
        for number, (one, lot) in enumerate(zip(places, lots, strict=False), start=1):
            most = self._most(one, lot, plan.stack, wood)
            if most < lot.copies:
                size = f"{dimensions(*one.room.size)} and {format_mm(plan.stack)} mm high"
                faults.append(
                    f"of: compartment {number}, {size}, holds {most} of {quoted(lot.component)}, "
                    f"not {lot.copies}"
                )
            held[one.room] = one._replace(lot=lot, pieces=lot.copies)
        if faults:
            raise LayoutError(*faults)
        rows = tuple(tuple(held.get(one.room, one) for one in row) for row in plan.rows)
        return plan._replace(rows=rows)

    def _most(self, one: Compartment, lot: PieceLot, high: Mm, wood: Mm) -> int:
        """Return how many pieces a compartment holds: in piles, or poured onto its slope."""
        wide, deep = one.room.size
        short, long = lot.size
        if self.slope:
            room = wide * deep * (high - self._rise(deep, wood) / 2)
            fits = short <= min(wide, deep) + EPSILON and long <= max(wide, deep) + EPSILON
            return int(HEAPED * room / (short * long * lot.high)) if fits else 0
        piles = max(_times(wide, a) * _times(deep, b) for a, b in ((short, long), (long, short)))
        return piles * _times(high, lot.high)

    def _lot(self, key: str, box: GameBox, wood: Mm, stands: bool = False) -> PieceLot:
        """Return the pieces of a component: as they lie, or with the height of a card as it is."""
        held = box.components[key]
        sides = {one.direction: one.mm for one in held.measures(box)}
        across = [sides.pop("diameter")] * 2 if "diameter" in sides else []
        lengths = [*across, *sides.values()]
        sleeve = (self.sleeve if held.is_card else None) or held.in_sleeves
        if len(lengths) == 3:
            high, *lengths = sorted(lengths)
        else:
            high = self.thickness or (box.stock if held.made_of_paper else wood)
        size = Size(*lengths)
        if sleeve is not None:
            size, high = sleeve.around(size), high + sleeve.thickness
        return PieceLot(key, size if stands else Size(*sorted(size)), high, held.count)


def _times(room: Mm, side: Mm) -> int:
    return int((room + EPSILON) / side)


def _shared(key: str, sides: Sequence[Mm], room: Mm | None, wood: Mm) -> list[Mm]:
    """Return the sizes of compartments, with equal shares of what the others leave of a room."""
    shares = sides.count(SHARE)
    if not shares:
        return list(sides)
    fixed = fsum(sides) + (len(sides) - 1) * wood
    share = ((room or 0.0) - fixed) / shares
    if share < NARROWEST:
        raise LayoutError(
            f"{key}: take {format_mm(fixed)} mm with plates of {format_mm(wood)} mm between them, "
            f'and leave {format_mm(share)} mm of {format_mm(room or 0.0)} mm for each "*"; it '
            f"needs {NARROWEST:g} mm"
        )
    return [side or share for side in sides]


def _beyond(taken: Room, room: Room) -> str:
    """Say by how much something is too large for a room; "" if it fits."""
    words = ("wide", "deep", "high")
    more = [one - side for one, side in zip(taken, room, strict=True)]
    return " and ".join(
        f"{format_mm(ceil(much * 100 - EPSILON) / 100)} mm too {word}"
        for much, word in zip(more, words, strict=True)
        if much > EPSILON
    )


def _in_words(room: Room) -> str:
    """Return a size such as ``"200x120x40mm"``."""
    return f"{format_mm(room.width)}x{dimensions(room.depth, room.height)}"
