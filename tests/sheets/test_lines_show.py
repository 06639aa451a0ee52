"""Lines to cut and fold along show on whatever lies beside them, measured in pixels."""

from collections.abc import Iterator
from functools import cache
from itertools import cycle, pairwise
from math import hypot

import numpy as np
import pytest

from pnp.base.color import VISIBLE, contrast
from pnp.base.files import templates
from pnp.base.geometry import Point, Size, Transform
from pnp.base.path import flattened
from pnp.components.piece import Piece, ShownRoles, trimmed
from pnp.components.registry import draw_component
from pnp.definitions import built_in_games, load_named
from pnp.kits.job import KitJob
from pnp.kits.options import KitOptions
from pnp.make.options import read_options
from pnp.render import png
from pnp.scene import Group, Role, Scene, Shape, placed_leaves, shapes_in
from pnp.scene.ink import Ink, InkSaver

DPI = 300
PER_MM = DPI / 25.4
STEP = 2.0  # mm from one measurement to the next
WITHIN, BESIDE = 0.32, 0.75  # mm from the middle of a line: it with its casing, and what it lies on
SHORT = 3.0  # mm of a line that may be hidden, as where it crosses letters
EXAMPLES = sorted(path.name for path in (templates() / "games" / "examples").iterdir())
LOOKS = [{"ink": "low"}, {"cut": "trimmer", "theme": "high-contrast"}, {"duplex": "fold"}]
FOLDED = [*built_in_games(), str(templates() / "games" / "examples" / "bird-clock")]


def kit(folder: str, **written) -> KitJob:
    return KitJob.of(folder, read_options(KitOptions, written))


@cache
def folded_pieces(name: str) -> tuple[Piece, ...]:
    game = load_named(name).game
    return tuple(
        piece
        for key in game.components
        for piece in draw_component(game, key)
        if any(shape.role is Role.SCORE for shape in shapes_in(piece.front.items))
    )


def lines_on(scene: Scene) -> Iterator[tuple[Shape, Transform]]:
    for leaf, place in placed_leaves(scene.items):
        if isinstance(leaf, Shape) and leaf.role is not Role.ART and leaf.style.stroke:
            yield leaf, place


def spots_on(points: list[Point], step: float) -> Iterator[tuple[Point, Point]]:
    """Yield points along a line, each with the direction across it."""
    for start, end in pairwise(points):
        length = hypot(end.x - start.x, end.y - start.y)
        if length < step:
            continue
        along = Point((end.x - start.x) / length, (end.y - start.y) / length)
        for number in range(1, int(length / step)):
            at = start.moved(along.x * number * step, along.y * number * step)
            yield at, Point(-along.y, along.x)


def faint_stretches(scene: Scene) -> Iterator[tuple[float, float, float]]:
    """Yield a point of each stretch of a line that nobody sees, with its greatest contrast."""
    picture = np.asarray(png.draw(scene, *png.pixel_size(scene, DPI)).convert("RGB"))
    height, width, _ = picture.shape

    def color(x: float, y: float) -> str | None:
        column, row = int(x * PER_MM), int(y * PER_MM)
        if not (0 <= column < width and 0 <= row < height):
            return None
        return "#{:02x}{:02x}{:02x}".format(*picture[row, column])

    for shape, place in lines_on(scene):
        step = 0.5 if shape.style.dash else STEP
        longest = max(SHORT, sum(shape.style.dash[:2]))
        for path in shape.paths:
            faint = 0.0
            points = [place.apply(point) for point in flattened(path, 0.05)]
            for at, across in spots_on(points, step):
                seen = {
                    found
                    for n in range(-8, 9)
                    if (found := color(*at.moved(*(n / 8 * WITHIN * c for c in across))))
                }
                sides = {color(*at.moved(*(s * BESIDE * c for c in across))) for s in (-1, 1)}
                found = [max(contrast(one, side) for one in seen) for side in sides if side]
                faint = faint + step if min(found, default=VISIBLE) < VISIBLE else 0.0
                if faint > longest:
                    yield round(at.x, 1), round(at.y, 1), round(min(found), 2)
                    faint = 0.0


def faint_pages(job: KitJob) -> dict[int, list[tuple[float, float, float]]]:
    """Return the stretches that nobody sees, by page, of one page of each part."""
    shown = {
        page.part: page for page in job.piece_pages if page.scene.items and page.side != "back"
    }
    found = {page.place: list(faint_stretches(page.scene)) for page in shown.values()}
    return {place: faint for place, faint in found.items() if faint}


def plain_and_by_turns(names: list[str], looks: list) -> list[tuple[str, object]]:
    """Return each game as it is, and in one of the other looks, by turns."""
    return [pair for name, look in zip(names, cycle(looks)) for pair in ((name, {}), (name, look))]


@pytest.mark.parametrize(("name", "look"), plain_and_by_turns(EXAMPLES, LOOKS), ids=str)
def test_every_line_on_an_examples_sheets_shows(name, look):
    assert not faint_pages(kit(str(templates() / "games" / "examples" / name), **look))


@pytest.mark.parametrize(
    ("name", "look"),
    plain_and_by_turns([*built_in_games()], [{"theme": "colour"}, {"ink": "black"}]),
    ids=str,
)
def test_every_line_on_our_sheets_shows(name, look):
    assert not faint_pages(kit(name, **look))


@pytest.mark.parametrize(
    ("name", "look"), plain_and_by_turns(FOLDED, [{"ink": "low"}, {"ink": "black"}]), ids=str
)
def test_every_line_of_a_piece_to_fold_shows(name, look):
    """Boxes and caps are in no kit; on a sheet they lie as here, beside white paper."""
    ink = look.get("ink", "full")
    for piece in folded_pieces(name):
        face = piece.inked(InkSaver(Ink(ink))).front
        on_sheet = Group(ShownRoles(*piece.roles)(face.items), Transform.move(5, 5))
        size = Size(face.size.width + 10, face.size.height + 10)
        for scene in (Scene(size, (on_sheet,)), trimmed(face, piece.roles)):
            assert not list(faint_stretches(scene)), piece.name


def test_a_line_without_its_casing_would_not_show_on_dark_art():
    job = kit(str(templates() / "games" / "examples" / "bird-clock"))
    page = next(page.scene for page in job.piece_pages if page.scene.items)
    bare = tuple(
        item
        for item in page.items
        if not (isinstance(item, Shape) and item.style.stroke == "#ffffff")
    )
    assert len(bare) < len(page.items)
    assert any(faint_stretches(page._replace(items=bare)))


def test_cut_lines_run_past_the_bleed_onto_white_paper():
    job = kit(str(templates() / "games" / "examples" / "bird-clock"))
    page = next(page.scene for page in job.piece_pages if page.scene.items)
    lines = [item for item in page.items if isinstance(item, Shape) and item.role is Role.GUIDE]
    top = min(path.start.y for shape in lines for path in shape.paths)
    assert page.bleed is not None
    assert 2.9 < page.bleed.y - top < 3.1
