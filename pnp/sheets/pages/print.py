"""Printed sheets: pieces in slots, fronts and backs, marks and slug."""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from pnp.base.errors import LayoutError
from pnp.base.geometry import Rect, Size, Transform
from pnp.base.path import Path, rectangle
from pnp.base.units import Mm
from pnp.components.piece import Piece
from pnp.scene import Group, Item, Role, RoleFilter, Scene
from pnp.sheets.layout.duplex import Duplex, SlotPlace, back_place
from pnp.sheets.layout.grid import bleed_areas
from pnp.sheets.layout.guillotine import Cuts, straight_cuts
from pnp.sheets.layout.imposition import Imposition, impose
from pnp.sheets.layout.marks import Marks, MarkStyle
from pnp.sheets.layout.scheme import Scheme
from pnp.sheets.pages.cutting import Cutting, round_corners
from pnp.sheets.pages.slug import draw_slug, measure_slug
from pnp.sheets.pages.template import on_template

NO_MARKS = Marks(MarkStyle.NONE)
OUTLINE_GAP: Mm = 4.0  # between pieces that are cut out one by one with scissors


class PrintJob(NamedTuple):
    """All sheets of one component, laid out but not yet drawn.

    ``duplex`` is None if the pieces have only fronts. ``remarks`` are for whoever prints it.
    """

    title: str
    pieces: Sequence[Piece]
    imposition: Imposition
    duplex: Duplex | None
    scheme: Scheme
    scale: float = 1.0
    remarks: tuple[str, ...] = ()

    @property
    def piece_count(self) -> int:
        """The number of physical pieces."""
        return sum(piece.copies for piece in self.pieces)

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides of a sheet that are printed, in order."""
        match self.duplex:
            case None | Duplex.FRONTS:
                return ("front",)
            case Duplex.BACKS:
                return ("back",)
            case Duplex.FOLD:
                return ("fold",)
            case _:
                return ("front", "back")

    @property
    def page_count(self) -> int:
        """The number of pages."""
        return self.imposition.sheets * len(self.sides)

    @property
    def page_size(self) -> Size:
        """The size of every page."""
        return self.imposition.grid.page

    @property
    def straight(self) -> bool:
        """Whether straight cuts along the trim separate the pieces."""
        return all(piece.straight for piece in self.pieces)

    @property
    def cut_straight(self) -> bool:
        """Whether the user makes these cuts: not on a pre-cut sheet."""
        return self.straight and not self.imposition.precut

    @property
    def cuts(self) -> Cuts | None:
        """The straight cuts through a full sheet, or through a folded sheet once it is glued."""
        return straight_cuts(self.imposition.grid.slots) if self.cut_straight else None

    @property
    def poster(self) -> None:
        """None: every piece fits on one page."""

    def pages(self) -> Iterator[Scene]:
        """Draw the pages one by one, the back of a sheet after its front."""
        sheet = _Sheet(self)
        all_pieces = (piece for piece in self.pieces for _ in range(piece.copies))
        slots = len(self.imposition.grid.slots)
        for number in range(1, self.imposition.sheets + 1):
            on_sheet = list(islice(all_pieces, slots))
            for side in self.sides:
                yield sheet.page(on_sheet, number, side)


def print_job(title: str, pieces: Sequence[Piece], scheme: Scheme) -> PrintJob:
    """Lay out pieces of one size for printing; ``title`` names game and component.

    Raises:
        LayoutError: If they do not fit on the paper, or only backs are wanted and there are none.
    """
    two_sided = any(piece.back is not None for piece in pieces)
    if scheme.duplex is Duplex.BACKS and not two_sided:
        raise LayoutError("has no backs to print; leave it out, or print with another --duplex")
    chosen = scheme.duplex if two_sided else None
    count = sum(piece.copies for piece in pieces)
    bleed = max(piece.bleed for piece in pieces)
    straight = all(piece.straight for piece in pieces)
    # The longest label that any sheet can have, as there are no more sheets than pieces.
    longest = max(
        (_label(title, count, count, side) for side in ("front", "back", "fold")), key=len
    )
    room = measure_slug(longest)
    scheme = scheme._replace(duplex=chosen or Duplex.FRONTS)
    if scheme.template is not None:
        pieces, imposition, remarks = on_template(scheme.template, pieces, scheme, room)
        return PrintJob(title, pieces, imposition, chosen, scheme, remarks=remarks)
    if scheme.gap is None:
        scheme = scheme._replace(gap=0.0 if straight else OUTLINE_GAP)
    size = pieces[0].front.size
    imposition = impose(count, size, bleed, scheme, room, marked=straight)
    return PrintJob(title, pieces, imposition, chosen, scheme)


def _label(title: str, number: int, sheets: int, side: str) -> str:
    shown = {"fold": "fold, front left and back right"}.get(side, side)
    return f"{title} · sheet {number} of {sheets} · {shown} · print at 100 %"


class _Sheet:
    """Draws the pages of one job, with what they share."""

    def __init__(self, job: PrintJob) -> None:
        self._job = job
        grid = job.imposition.grid
        self._bleed = max(piece.bleed for piece in job.pieces)
        self._front_roles = RoleFilter(*job.pieces[0].roles)
        alone = job.duplex is Duplex.BACKS  # then only the backs can show where to cut
        self._back_roles = RoleFilter(*job.pieces[0].roles) if alone else RoleFilter(Role.ART)
        duplex = job.duplex or Duplex.FRONTS
        self._fronts = [SlotPlace(slot) for slot in grid.slots]
        self._backs = [back_place(slot, grid.page, duplex) for slot in grid.slots]
        self._known_slots: dict[tuple[str, int], list[tuple[Transform, Path | None]]] = {}
        corner = (
            round_corners(job.pieces[0].front.items)
            if job.scheme.rounded and job.cut_straight
            else ()
        )
        self._cutting = Cutting(
            job.imposition,
            {"front": self._fronts, "back": self._backs},
            job.duplex,
            self._bleed,
            job.scheme if job.cut_straight else job.scheme._replace(marks=NO_MARKS),
            corner,
        )

    def page(self, pieces: list[Piece], number: int, side: str) -> Scene:
        """Draw one page; the pieces fill the slots in reading order as seen from the front."""
        job = self._job
        items: list[Item] = []
        if side != "back":
            fronts = [piece.front for piece in pieces]
            items += self._placed(fronts, self._front_roles, "front")
        if side != "front":
            backs = [piece.back for piece in pieces]
            items += self._placed(backs, self._back_roles, "back")
        label = _label(job.title, number, job.imposition.sheets, side)
        items += self._cutting.on_page(side, len(pieces))
        items += draw_slug(label, job.imposition.slug)
        block = job.imposition.grid.block
        name = f"{number}" if side == "fold" else f"{number} {side}"
        bleed = block.inset(-self._bleed).intersection(Rect(0, 0, *job.page_size))
        return Scene(job.page_size, tuple(items), block, bleed, name)

    def _placed(
        self, faces: Sequence[Scene | None], roles: RoleFilter, side: str
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
