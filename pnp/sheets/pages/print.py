"""Printed sheets: pieces in slots, including those of page templates, with marks and slug."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from math import hypot
from typing import TYPE_CHECKING, NamedTuple

from pnp.base.errors import OptionError
from pnp.base.geometry import Point, Rect, Size, Transform
from pnp.base.messages import Message
from pnp.base.path import Arc, Path, arc_as_curves, rectangle, walk
from pnp.base.units import Mm
from pnp.components.piece import Piece, ShownRoles, is_dark_at_edge, outlines
from pnp.scene import Group, Item, Role, Scene
from pnp.sheets.layout.crop_marks import Marks, MarkStyle, straight_cuts
from pnp.sheets.layout.imposition import (
    EXACT,
    Imposition,
    bleed_areas,
    fits_slot,
    impose,
    impose_on,
    remarks_on,
)
from pnp.sheets.layout.margin import CUT_GAP, Slug
from pnp.sheets.layout.scheme import Duplex, Scheme, SheetSide, Template, sides_of
from pnp.sheets.pages.cutting import (
    CutPiece,
    Cutting,
    cut_bed,
    draw_registration,
    draw_slug,
    measure_slug,
    round_corners,
    sheet_label,
)
from pnp.sheets.pages.job import SheetJob

if TYPE_CHECKING:
    from pnp.scene.laser_bed import Bed

ON_PIECES = (MarkStyle.FULL, MarkStyle.CROSS, MarkStyle.DOTS)  # marks that lie on them
NO_MARKS = Marks(MarkStyle.NONE)
OUTLINE_GAP: Mm = 4.0  # between pieces that are cut out one by one with scissors


class Imposed(NamedTuple):
    """Pieces as they are printed, in the slots of a scheme; ``remarks`` are for who prints them."""

    pieces: Sequence[Piece]
    imposition: Imposition
    scheme: Scheme
    remarks: tuple[str, ...] = ()


def imposed(title: str, pieces: Sequence[Piece], scheme: Scheme) -> Imposed:
    """Place pieces of one size in slots; ``title`` names game and component."""
    two_sided = any(piece.back is not None for piece in pieces)
    if scheme.duplex is Duplex.BACKS and not two_sided:
        raise OptionError(Message("no_backs_to_print"))
    count = sum(piece.copies for piece in pieces)
    bleed = max(piece.bleed for piece in pieces)
    straight = all(piece.freed_by_trim for piece in pieces)
    # The longest label that any sheet can have, as there are no more sheets than pieces.
    sides = ("front", "back", "fold")
    labels = (sheet_label(title, count, count, side, scheme.lang) for side in sides)
    room = measure_slug(max(labels, key=len), scheme.font)
    scheme = scheme._replace(duplex=scheme.duplex if two_sided else Duplex.FRONTS)
    if scheme.template is not None:
        pieces, imposition, remarks = on_template(scheme.template, pieces, scheme, room)
        return Imposed(pieces, imposition, scheme, remarks)
    registration = scheme.registration
    if scheme.gap is None:
        least = CUT_GAP if registration else 0.0
        scheme = scheme._replace(gap=least if straight else OUTLINE_GAP)
    cropped = scheme.marks.style is MarkStyle.CROP or scheme.marks.numbered
    marked = straight and cropped and registration is None
    size = pieces[0].front.size
    nested = pieces[0].nested if (scheme.gap or 0.0) >= 2 * bleed else 0.0
    grid = impose(count, size, bleed, scheme, room, marked=marked, nested=nested)
    return Imposed(pieces, grid, scheme)


def print_job(title: str, pieces: Sequence[Piece], scheme: Scheme) -> SheetJob:
    """Lay out pieces of one size for printing; ``title`` names game and component."""
    chosen = scheme.duplex if any(piece.back is not None for piece in pieces) else None
    straight = all(piece.freed_by_trim for piece in pieces)
    pieces, imposition, scheme, remarks = imposed(title, pieces, scheme)
    # Neither on a pre-cut sheet nor where a machine cuts.
    registration = scheme.registration
    cut_straight = straight and not imposition.precut and registration is None
    sheets = _Sheets(title, pieces, imposition, chosen, scheme, cut_straight)
    return SheetJob(
        imposition,
        sum(piece.copies for piece in pieces),
        sheets.sides,
        imposition.grid.page,
        sheets.pages,
        chosen,
        remarks=remarks,
        cuts=straight_cuts(imposition.grid.slots) if cut_straight else None,
        cut_beds=sheets.cut_beds if registration is not None else None,
    )


class _Sheets:
    """Draws the pages of one job, with their shared parts."""

    def __init__(
        self,
        title: str,
        pieces: Sequence[Piece],
        imposition: Imposition,
        duplex: Duplex | None,
        scheme: Scheme,
        cut_straight: bool,
    ) -> None:
        self._title = title
        self._lang = scheme.lang
        self._font = scheme.font
        self._pieces = pieces
        self._imposition = imposition
        backed = [any(piece.back for piece in on_sheet) for _, on_sheet in self._sheets()]
        self.sides = sides_of(duplex, backed)
        grid = imposition.grid
        first = pieces[0]
        self._bleed = max(piece.bleed for piece in pieces)
        self._registration = scheme.registration
        self._front_roles = ShownRoles(*first.roles)
        if scheme.registration is not None:  # the machine cuts, and folds may still be seen
            self._front_roles = ShownRoles(Role.ART, Role.SCORE)
        alone = duplex is Duplex.BACKS  # then only the backs can show where to cut
        self._back_roles = ShownRoles(*(first.roles if alone else (Role.ART,)))
        self._fronts = grid.places()
        self._backs = grid.places(duplex or Duplex.FRONTS)
        self._known_slots: dict[tuple[str, int], list[tuple[Transform, Path | None]]] = {}
        self._cutting = Cutting(
            imposition,
            {"front": self._fronts, "back": self._backs},
            duplex,
            self._bleed,
            scheme if cut_straight else scheme._replace(marks=NO_MARKS),
            round_corners(first.front.items) if scheme.rounded and cut_straight else (),
            on_dark=scheme.marks.style in ON_PIECES and _are_dark(pieces),
        )

    def pages(self) -> Iterator[Scene]:
        """Draw the pages one by one, the back of a sheet after its front."""
        on_sheets = dict(self._sheets())
        return (self._page(on_sheets[page.sheet], page) for page in self.sides)

    def cut_beds(self) -> "Iterator[Bed]":
        """Yield the bed for a cutting machine of each sheet."""
        assert self._registration is not None
        for number, on_sheet in self._sheets():
            places = (place.placement for place in self._fronts)
            pieces = (
                CutPiece(piece.front, at) for piece, at in zip(on_sheet, places, strict=False)
            )
            yield cut_bed(self._registration, self._imposition.grid.page, pieces, f"{number}")

    def _sheets(self) -> Iterator[tuple[int, list[Piece]]]:
        """Yield the number of each sheet, from 1, and its pieces."""
        all_pieces = (piece for piece in self._pieces for _ in range(piece.copies))
        slots = len(self._imposition.grid.slots)
        for number in range(1, self._imposition.sheets + 1):
            yield number, list(islice(all_pieces, slots))

    def _page(self, pieces: list[Piece], page: SheetSide) -> Scene:
        """Draw one page; pieces fill the slots in reading order as seen from the front."""
        imposition, page_size, side = self._imposition, self._imposition.grid.page, page.side
        if side == "back" and not any(piece.back for piece in pieces):
            return Scene(page_size, (), label=page.label)
        items: list[Item] = []
        if side != "back":
            items += self._placed([piece.front for piece in pieces], self._front_roles, "front")
        if side != "front":
            items += self._placed([piece.back for piece in pieces], self._back_roles, "back")
        items += self._cutting.on_page(side, len(pieces))
        if self._registration is not None and side == "front":
            items += draw_registration(self._registration, page_size)
        label = sheet_label(self._title, page.sheet, imposition.sheets, side, self._lang)
        items += draw_slug(label, imposition.slug, self._font)
        block = imposition.grid.block
        bleed = block.inset(-self._bleed).intersection(Rect(0, 0, *page_size))
        return Scene(page_size, tuple(items), block, bleed, page.label)

    def _placed(
        self, faces: Sequence[Scene | None], roles: ShownRoles, side: str
    ) -> Iterator[Group]:
        for face, (placement, outline) in zip(faces, self._slots(side, len(faces)), strict=True):
            if face is not None:
                yield Group(roles(face.items), placement, outline)

    def _slots(self, side: str, count: int) -> list[tuple[Transform, Path | None]]:
        """Return each slot's transform and bleed clip, for the first ``count`` of a side."""
        if (side, count) not in self._known_slots:
            places = (self._fronts if side == "front" else self._backs)[:count]
            outlines: list[Path | None] = [None] * count
            if self._bleed:
                areas = bleed_areas([place.slot for place in places], self._bleed)
                outlines = [rectangle(area) for area in areas]
            placements = [place.placement for place in places]
            self._known_slots[side, count] = list(zip(placements, outlines, strict=True))
        return self._known_slots[side, count]


def _are_dark(pieces: Iterable[Piece]) -> bool:
    """Return whether any piece is dark along its edge."""
    return any(is_dark_at_edge(face) for piece in pieces for _, face in piece.faces)


def on_template(
    template: Template, pieces: Sequence[Piece], scheme: Scheme, slug: Slug
) -> tuple[Sequence[Piece], Imposition, tuple[str, ...]]:
    """Lay out pieces of one size in a template's slots, turned a quarter if only that fits.

    Outlines are left out where the sheet is already cut along them.

    Returns:
        The pieces as printed, their imposition, and remarks for the person who prints them.
    """
    if template.adhesive and scheme.duplex in (Duplex.LONG_EDGE, Duplex.SHORT_EDGE):
        raise OptionError(Message("labels_with_backs", template=template.name))
    reach = max(_reach(piece) for piece in pieces)
    size = pieces[0].front.size
    if not fits_slot(template, size, reach) and fits_slot(template, size.turned(), reach):
        pieces = [turned_on_its_side(piece) for piece in pieces]
        size = size.turned()
    bleed = max(piece.bleed for piece in pieces)
    count = sum(piece.copies for piece in pieces)
    imposition = impose_on(template, count, size, reach, bleed, scheme, slug)
    room = template.slots[0].size
    filled = all(abs(own - most) <= EXACT for own, most in zip(size, room, strict=True))
    if template.precut and template.round and filled and not any(p.freed_by_trim for p in pieces):
        pieces = [
            piece._replace(
                front=piece.front.only(Role.ART), back=piece.back and piece.back.only(Role.ART)
            )
            for piece in pieces
        ]
    remarks = remarks_on(template, size, imposition.slug)
    return pieces, imposition, tuple(remarks)


def _reach(piece: Piece) -> Mm:
    """Return the greatest distance of a piece's outline from its centre."""
    width, height = piece.front.size
    middle = Point(width / 2, height / 2)
    points = [Point(0, 0)]  # straight cuts leave square corners
    if not piece.freed_by_trim:
        points = [p for path in outlines(piece.front) for p in _points(path)] or points
    return max(hypot(p.x - middle.x, p.y - middle.y) for p in points)


def _points(path: Path) -> Iterator[Point]:
    """Yield points along an outline, at most an eighth of a circle apart on arcs."""
    yield path.start
    for here, segment in walk(path):
        if isinstance(segment, Arc):
            yield from (curve.to for curve in arc_as_curves(here, segment))
        yield segment.to


def turned_on_its_side(piece: Piece) -> Piece:
    """Turn a piece a quarter: clockwise seen from the front, so anticlockwise from the back."""
    return piece._replace(
        front=_turned(piece.front, 90), back=piece.back and _turned(piece.back, 270)
    )


def _turned(face: Scene, degrees: int) -> Scene:
    width, height = face.size
    size = Size(height, width)
    about = Transform.turn(degrees, Point(0, 0))
    shift = Transform.move(height, 0) if degrees == 90 else Transform.move(0, width)
    return Scene(size, (Group(face.items, about.then(shift)),))
