"""Ganged pages, rendered and cut up: the back of every piece lies behind its front, upright."""

from functools import cache

import numpy as np
import pypdfium2
import pytest

from pnp.base.geometry import Rect, Size
from pnp.base.path import path_bounds, rectangle
from pnp.components.piece import Piece
from pnp.components.registry import draw_component
from pnp.definitions import find_game, load_game
from pnp.definitions.data_files import load_cutter
from pnp.game.paper import PAPERS, Paper
from pnp.kits.job import KitJob
from pnp.kits.options import KitOptions
from pnp.make.contents import kit_contents
from pnp.render import pdf
from pnp.scene import Group, Role, Scene, Shape, Style, item_bounds
from pnp.sheets.layout.crop_marks import Marks, MarkStyle
from pnp.sheets.layout.gang import Fold
from pnp.sheets.layout.scheme import Duplex, Scheme, back_place
from pnp.sheets.pages.gang import GangedPieces, gang_job

A4 = Size(210, 297)
PER_MM = 5
EDGE = 1.2  # mm at the rim of a piece, where lines to cut along are
SAME = 0.01  # share of pixels: a pip more or less is 0.015 of a tile


def rasters(content):
    document = pypdfium2.PdfDocument(content)
    scale = PER_MM * 25.4 / 72 * 0.99999  # or a page gets one more row of pixels, and is stretched
    return [page.render(scale=scale).to_numpy().astype(np.int16) for page in document]


@cache
def face_raster(face):
    return rasters(pdf.render([face], pdf.PrintHints("face")))[0]


def crop(image, place):
    left, top = round(place.x * PER_MM), round(place.y * PER_MM)
    return image[
        top : top + round(place.height * PER_MM), left : left + round(place.width * PER_MM)
    ]


def difference(seen, expected, size):
    """Return the share of pixels of a piece that differ clearly, its rim excepted.

    Cutting along whole pixels moves a picture by up to one of them, so it may be moved back.
    """
    height, width = (min(a, b) for a, b in zip(seen.shape[:2], expected.shape[:2], strict=True))
    seen, expected = softened(seen[:height, :width]), softened(expected[:height, :width])
    moved = (np.roll(seen, (down, right), (0, 1)) for down in (0, 1, -1) for right in (0, 1, -1))
    shares = (share_of_pixels(one, expected, size) for one in moved)
    return next((share for share in shares if share < SAME), 1.0)


def share_of_pixels(seen, expected, size):
    height, width = seen.shape[:2]
    y, x = np.mgrid[0:height, 0:width] / PER_MM
    inner = (x > EDGE) & (y > EDGE) & (x < size.width - EDGE) & (y < size.height - EDGE)
    if size.width == size.height:  # a round counter
        radius = size.width / 2
        inner &= np.hypot(x - radius, y - radius) < radius - EDGE
    differs = (np.abs(seen - expected) > 9 * 80).any(axis=2)
    return differs[inner].mean()


def softened(image):
    """Return nine times an image in which half a pixel to the left or right hardly shows."""
    for axis in (0, 1):
        image = image + np.roll(image, 1, axis) + np.roll(image, -1, axis)
    return image[..., :3]


def behind(image, duplex, block):
    """Return the print behind the sheet, as seen through it from the front."""
    if duplex is not Duplex.FOLD:
        return image[:, ::-1] if duplex is Duplex.LONG_EDGE else image[::-1]
    around = block.place
    turned = image.copy()
    part = crop(image, around)
    flipped = part[:, ::-1] if block.fold is Fold.UPRIGHT else part[::-1]
    left, top = round(around.x * PER_MM), round(around.y * PER_MM)
    turned[top : top + part.shape[0], left : left + part.shape[1]] = flipped
    return turned


@pytest.mark.parametrize("duplex", [Duplex.LONG_EDGE, Duplex.SHORT_EDGE, Duplex.FOLD])
@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize(
    ("game_id", "rule_set", "component"),
    [
        ("turno", "loop", "tiles"),
        ("turnio", "x-variant", "chips"),
        ("punt-match", "hex-3", "pawns"),
    ],
)
def test_each_piece_has_its_own_back_behind_it(game_id, rule_set, component, paper, duplex):
    game = load_game(find_game(game_id)).game
    parts = [
        GangedPieces(
            part.component_id,
            part.chosen(draw_component(game, part.component_id, folded=duplex is Duplex.FOLD)),
        )
        for part in kit_contents(game, [rule_set]).parts
    ]
    job = gang_job("Test", parts, Scheme(PAPERS[paper], duplex, marks=Marks(MarkStyle.NONE)))
    images = iter(rasters(pdf.render(job.pages(), pdf.PrintHints("ganged"))))
    expanded = {
        part.component_id: [piece for piece in part.pieces for _ in range(piece.copies)]
        for part in parts
    }
    judged = 0
    both = duplex is not Duplex.FOLD
    for sheet in job.layout.sheets:
        sides = {side: next(images, None) for side in ("front", "back")[: 1 + both]}
        for block in (block for block in sheet.blocks if component in block.contents):
            back = behind(sides.get("back", sides["front"]), duplex, block)
            pieces = [piece for lot in block.lot.single for piece in expanded[lot.component]]
            for piece, slot in zip(pieces[block.first :], block.slots, strict=False):
                front_seen = np.rot90(crop(sides["front"], slot), 1 if block.turned else 0)
                assert difference(front_seen, face_raster(piece.front), piece.front.size) < SAME
                # Turned over sideways, in the hand: left and right change places.
                back_seen = np.rot90(crop(back, slot), 1 if block.turned else 0)[:, ::-1]
                assert difference(back_seen, face_raster(piece.back), piece.back.size) < SAME
                judged += 1
    assert judged >= len(expanded[component])


@pytest.mark.parametrize("duplex", [Duplex.LONG_EDGE, Duplex.SHORT_EDGE, Duplex.BACKS])
@pytest.mark.parametrize("first", ["plain", "backed"])
def test_nothing_is_printed_behind_a_piece_without_a_back(first, duplex):
    ground = Shape((rectangle(Rect(-3, -3, 69, 94)),), Style(fill="#aa0000"))
    face = Scene(Size(63, 88), (ground,))
    plain, backed = Piece("plain", face, None, 5, bleed=3), Piece("backed", face, face, 4, bleed=3)
    parts = [GangedPieces(piece.name, [piece]) for piece in (plain, backed)]
    job = gang_job("Test", parts if first == "plain" else parts[::-1], Scheme(A4, duplex))
    ((block,),) = (sheet.blocks for sheet in job.layout.sheets)
    names = [name for name, count in block.contents.items() for _ in range(count)]
    back = list(job.pages())[-1]
    faces = [item for item in back.items if isinstance(item, Group) and item.clip]
    printed = [path_bounds(item.clip) for item in faces]
    assert len(printed) == 4
    for name, slot in zip(names, block.slots, strict=True):
        if name == "plain":
            place = back_place(slot, A4, duplex).slot.inset(0.2)  # beyond any underlap
            assert not any(place.overlaps(area) for area in printed)


@pytest.mark.parametrize("duplex", [Duplex.LONG_EDGE, Duplex.SHORT_EDGE])
def test_a_block_without_backs_has_marks_on_its_front_alone(duplex):
    face = Scene(Size(60, 60), ())
    parts = [
        GangedPieces("board", [Piece("board", Scene(Size(190, 100), ()))]),
        GangedPieces("tiles", [Piece("tile", face, face)]),
    ]
    job = gang_job("Test", parts, Scheme(A4, duplex))
    front, back = job.pages()
    ((board, tiles),) = (sheet.blocks for sheet in job.layout.sheets)
    assert front.trim == board.place.union(tiles.place)
    assert back.trim == back_place(tiles.place, A4, duplex).slot
    marks = [item for item in back.items if isinstance(item, Shape) and item.role is Role.GUIDE]
    assert sum(len(item.paths) for item in marks) == 8


@pytest.mark.parametrize("duplex", [Duplex.LONG_EDGE, Duplex.SHORT_EDGE])
def test_the_label_and_the_ruler_lie_beside_the_pieces_on_backs_too(duplex):
    options = KitOptions(
        paper=Paper("letter", PAPERS["letter"]), duplex=duplex, cutter=load_cutter("opos")
    )
    pages = list(KitJob.of("turno/loop", options).sheets.shared.pages())
    assert any(page.label.endswith("back") and page.items for page in pages)
    for page in pages:
        groups = [item for item in page.items if isinstance(item, Group)]
        slug = [item_bounds(item) for item in groups if item.clip is None]
        pieces = [path_bounds(item.clip) for item in groups if item.clip is not None]
        assert not [
            (strip, piece) for strip in slug for piece in pieces if strip.overlaps(piece)
        ], page.label
