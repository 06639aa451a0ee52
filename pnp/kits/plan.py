"""The plan of a kit: its ganged sheets and posters, and the pages of everything."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain

from pnp.base.errors import LayoutError
from pnp.base.geometry import Point, Size, Transform
from pnp.game.game import Game
from pnp.kits.options import CutTool, KitOptions
from pnp.kits.words import KitWords
from pnp.make.pipeline import LaidOutPage
from pnp.make.printer_profile import PrinterProfile
from pnp.scene import Group, Scene
from pnp.sheets.estimate import ToolCuts, cuts_around
from pnp.sheets.layout.scheme import Duplex, Scheme
from pnp.sheets.pages.board import board_job
from pnp.sheets.pages.compensation import compensate
from pnp.sheets.pages.gang import GangedPieces, fit_shared_sheets, gang_job, in_strips
from pnp.sheets.pages.job import BOTH_SIDES, DrawnComponent, SheetJob, SheetPlan

PIECES = "pieces"  # the part of a kit that its sheets with pieces are


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


def cuts_by_tool(plan: SheetPlan, cut: CutTool) -> ToolCuts:
    """Return the cuts with each tool. Scissors cut outlines and posters, unless a machine does."""
    posters = sum(job.work.cuts for _, job in plan.own)
    if cut is CutTool.CUTTER:
        return ToolCuts(scissors=posters)
    blocks = list(plan.blocks)
    straight = [block for block in blocks if not block.lot.gap]
    around = {
        one.component_id: max(map(cuts_around, (*one.pieces, *chain.from_iterable(one.strips))))
        for one in plan.drawn
    }
    scissors = posters + sum(
        around[key] * count
        for block in blocks
        if block.lot.gap
        for key, count in block.contents.items()
    )
    if cut is CutTool.TRIMMER:
        return ToolCuts(sum(block.cuts for block in straight), scissors)
    return ToolCuts(scissors=scissors + sum(block.scissor_cuts for block in straight))


def pages_of_a_sheet(duplex: Duplex) -> int:
    """Return how many pages go on a sheet of paper."""
    return 2 if duplex in BOTH_SIDES else 1


def kit_pages(
    plan: SheetPlan, names: Mapping[str, str], words: KitWords, options: KitOptions
) -> Iterator[LaidOutPage]:
    """Yield the pages with pieces, all upright; sides without pieces are blank.

    They are compensated for a printer if one is chosen. ``names`` maps components to their names.
    """
    paper, step, labels = options.paper.size, pages_of_a_sheet(options.duplex), words.labels
    number = 0
    for scene, sheet, side, shows in _sides(plan, names, options.printer):
        if side == "front" and number % step:
            number += 1
            yield LaidOutPage(PIECES, number, number, "", sheet - 1, "back", Scene(paper, ()))
        number += 1
        label = f"{labels['sheet'].format(number=sheet)} {labels[side]}"
        upright = _turned_to(paper, scene)
        yield LaidOutPage(PIECES, number, number, label, sheet, side, upright, shows)


def _sides(
    plan: SheetPlan, names: Mapping[str, str], printer: PrinterProfile | None
) -> Iterator[tuple[Scene, int, str, str]]:
    """Yield each side with pieces, its sheet (counted from 1), "front" or "back", the pieces."""
    shared = plan.gang.sheets
    if plan.shared is not None:
        for page, scene in _compensated(plan.shared, printer).sides_drawn():
            if scene.items:
                here = [block.contents.items() for block in shared[page.sheet - 1].blocks]
                shows = ", ".join(f"{count} {names[key]}" for found in here for key, count in found)
                yield scene, page.sheet, "back" if page.side == "back" else "front", shows
    number = len(shared)
    for part, poster in plan.own:
        for scene in _compensated(poster, printer).pages():
            number += 1
            yield scene, number, "front", part.name


def _turned_to(paper: Size, scene: Scene) -> Scene:
    """Return a landscape page turned clockwise, so that all pages are upright."""
    if scene.size != paper.turned() or scene.size == paper:
        return scene
    turn = Transform.turn(90, Point(0, 0)).then(Transform.move(scene.size.height, 0))
    return Scene(paper, (Group(scene.items, turn),), label=scene.label)


def _compensated(job: SheetJob, printer: PrinterProfile | None) -> SheetJob:
    return compensate(job, printer) if printer is not None else job
