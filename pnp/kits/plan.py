"""The plan of a kit: its ganged sheets and posters, and the pages of everything."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from pnp.base.errors import LayoutError
from pnp.game.game import Game
from pnp.make.printer_profile import PrinterProfile
from pnp.scene import Scene
from pnp.sheets.layout.scheme import Scheme
from pnp.sheets.pages.board import board_job
from pnp.sheets.pages.compensation import compensate
from pnp.sheets.pages.gang import (
    GangedPieces,
    fit_shared_sheets,
    gang_job,
    in_strips,
)
from pnp.sheets.pages.job import DrawnComponent, SheetJob, SheetPlan


def lay_out_kit(
    game: Game, title: str, drawn: Sequence[DrawnComponent], scheme: Scheme
) -> SheetPlan:
    """Gang everything that fits on a sheet; make strips or posters from boards that do not.

    Strips are chosen if they take fewer sheets than the poster.
    """
    small: list[GangedPieces] = []
    made: list[DrawnComponent] = []
    faults: list[str] = []
    for one in drawn:
        component_id = one.component_id
        ganged = GangedPieces(component_id, one.pieces)
        if not game.components[component_id].is_board or fit_shared_sheets(ganged, scheme):
            small.append(ganged)
            made.append(one)
            continue
        try:
            poster = board_job(f"{title} · {one.name}", one.pieces, scheme)
        except LayoutError as fault:
            faults.append(f"{game.id}, {component_id}: {fault}")
            continue
        strips = in_strips(component_id, one.strips, scheme, poster.sheet_count)
        small += strips
        made.append(one if strips else one._replace(job=poster))
    if faults:
        raise LayoutError("\n".join(faults))
    return SheetPlan(tuple(made), gang_job(title, small, scheme) if small else None)


def made_in_strips(plan: SheetPlan, board: DrawnComponent) -> bool:
    """Return whether a board is made from strips that join."""
    own = sum(block.contents[board.component_id] for block in plan.blocks)
    return bool(board.strips) and own > board.piece_count


class KitPage(NamedTuple):
    """A page with pieces: its picture, the number of its sheet (from 1), the side, the pieces.

    ``shows`` names the pieces in words.
    """

    scene: Scene
    sheet: int
    side: str
    shows: str


def kit_pages(
    plan: SheetPlan, names: Mapping[str, str], printer: PrinterProfile | None = None
) -> Iterator[KitPage]:
    """Yield the pages with pieces, compensated for a printer if one is given.

    ``names`` maps components to their names.
    """
    shared = plan.gang.sheets
    if plan.shared is not None:
        for page, scene in _compensated(plan.shared, printer).sides_drawn():
            if scene.items:
                here = [block.contents.items() for block in shared[page.sheet - 1].blocks]
                shows = ", ".join(f"{count} {names[key]}" for found in here for key, count in found)
                side = "back" if page.side == "back" else "front"
                yield KitPage(scene, page.sheet, side, shows)
    number = len(shared)
    for part, poster in plan.own:
        for scene in _compensated(poster, printer).pages():
            number += 1
            yield KitPage(scene, number, "front", part.name)


def _compensated(job: SheetJob, printer: PrinterProfile | None) -> SheetJob:
    return compensate(job, printer) if printer is not None else job
