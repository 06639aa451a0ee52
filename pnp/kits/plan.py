"""The plan of a kit: its ganged sheets and posters, and the pages of everything."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from pnp.base.errors import LayoutError
from pnp.components.piece import Piece
from pnp.game.game import Game
from pnp.kits.contents import KitPart
from pnp.records.manifest import SheetWork
from pnp.records.printer_profile import PrinterProfile
from pnp.scene import Scene
from pnp.sheets.layout.gang import Gang, GangBlock
from pnp.sheets.layout.scheme import Scheme
from pnp.sheets.pages.board import board_job
from pnp.sheets.pages.compensation import compensate
from pnp.sheets.pages.gang import (
    GangedPieces,
    fit_shared_sheets,
    gang_job,
    in_strips,
)
from pnp.sheets.pages.job import SheetJob


class DrawnPart(NamedTuple):
    """A part of a kit with its drawn pieces.

    ``strips`` are the ways to make a board from strips that join edge to edge.
    """

    part: KitPart
    name: str
    pieces: tuple[Piece, ...]
    strips: tuple[tuple[Piece, ...], ...] = ()

    @property
    def piece_count(self) -> int:
        """The number of physical pieces."""
        return sum(piece.copies for piece in self.pieces)


class KitSheets(NamedTuple):
    """The sheets of a kit: those that pieces share, and posters of boards larger than the paper.

    ``layout`` is that of the shared sheets.
    """

    ganged: SheetJob | None
    layout: Gang
    posters: tuple[tuple[DrawnPart, SheetJob], ...]

    @property
    def blocks(self) -> Iterator[GangBlock]:
        """The blocks of all shared sheets."""
        return (block for sheet in self.layout.sheets for block in sheet.blocks)

    @property
    def work(self) -> SheetWork:
        """The sheets of paper, the straight cuts and the outlines."""
        jobs = [job for _, job in self.posters] + ([self.ganged] if self.ganged else [])
        return SheetWork.total(job.work for job in jobs)

    def in_strips(self, part: DrawnPart) -> bool:
        """Return whether a board is made from strips that join."""
        own = sum(block.contents[part.part.component_id] for block in self.blocks)
        return bool(part.strips) and own > part.piece_count


def lay_out_kit(game: Game, title: str, drawn: Sequence[DrawnPart], scheme: Scheme) -> KitSheets:
    """Gang everything that fits on a sheet; make strips or posters from boards that do not.

    Strips are chosen if they take fewer sheets than the poster.
    """
    small: list[GangedPieces] = []
    posters: list[tuple[DrawnPart, SheetJob]] = []
    faults: list[str] = []
    for one in drawn:
        component_id = one.part.component_id
        ganged = GangedPieces(component_id, one.pieces)
        if not game.components[component_id].is_board or fit_shared_sheets(ganged, scheme):
            small.append(ganged)
            continue
        try:
            poster = board_job(f"{title} · {one.name}", one.pieces, scheme)
        except LayoutError as fault:
            faults.append(f"{game.id}, {component_id}: {fault}")
            continue
        if strips := in_strips(component_id, one.strips, scheme, poster.sheet_count):
            small += strips
        else:
            posters.append((one, poster))
    if faults:
        raise LayoutError("\n".join(faults))
    shared = gang_job(title, small, scheme) if small else None
    layout = shared.layout if shared is not None and isinstance(shared.layout, Gang) else Gang(())
    return KitSheets(shared, layout, tuple(posters))


class KitPage(NamedTuple):
    """A page with pieces: its picture, the number of its sheet (from 1), the side, the pieces.

    ``shows`` names the pieces in words.
    """

    scene: Scene
    sheet: int
    side: str
    shows: str


def kit_pages(
    sheets: KitSheets, names: Mapping[str, str], printer: PrinterProfile | None = None
) -> Iterator[KitPage]:
    """Yield the pages with pieces, compensated for a printer if one is given.

    ``names`` maps components to their names.
    """
    shared = sheets.layout.sheets
    if sheets.ganged is not None:
        for page, scene in _compensated(sheets.ganged, printer).sides_drawn():
            if scene.items:
                here = [block.contents.items() for block in shared[page.sheet - 1].blocks]
                shows = ", ".join(f"{count} {names[key]}" for found in here for key, count in found)
                side = "back" if page.side == "back" else "front"
                yield KitPage(scene, page.sheet, side, shows)
    number = len(shared)
    for part, poster in sheets.posters:
        for scene in _compensated(poster, printer).pages():
            number += 1
            yield KitPage(scene, number, "front", part.name)


def _compensated(job: SheetJob, printer: PrinterProfile | None) -> SheetJob:
    return compensate(job, printer) if printer is not None else job
