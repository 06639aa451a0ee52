"""Posters as a reader of ours shows them: cut, laid over one another and compared."""

from functools import partial

import numpy as np
import pypdfium2
import pytest
from helpers.reading import POINTS_PER_MM, sheets

from pnp.base.errors import LayoutError
from pnp.base.fonts import cap_height, text_width
from pnp.base.geometry import Point, Rect, Size
from pnp.base.path import circle, line, path_bounds, rectangle
from pnp.components.piece import Piece
from pnp.components.registry import draw_component
from pnp.definitions import find_game, games_to_copy, load_game
from pnp.game.paper import PAPERS
from pnp.render import pdf
from pnp.scene import Group, Scene, Shape, Style, Text
from pnp.sheets.layout.margin import Side
from pnp.sheets.layout.scheme import Scheme
from pnp.sheets.pages.board import board_job

PER_MM = 6
DISC = 0x6A, 0x4A, 0x8A  # the colour of the disc in the middle of a board
BESIDE = 100  # mm of canvas around the board: margins hang over its edge until they are cut


def made_up(columns=12, rows=12, cell=40.0, bleed=3.0, copies=1) -> Piece:
    """A board on which no two places look the same."""
    size = Size(columns * cell, rows * cell)
    trim = Rect(0, 0, *size)
    items = [Shape((rectangle(trim.inset(-bleed)),), Style(fill="#f0e0c8"))]
    for n in range(columns * rows):
        x, y = n % columns * cell, n // columns * cell
        frame = Shape((rectangle(Rect(x, y, cell, cell)),), Style(stroke="#203050", stroke_width=1))
        items += [frame, Text(Point(x + 6, y + 26), str(n), "serif-bold", 16, "#a03020")]
    across = (line(Point(0, 0), Point(*size)), line(Point(0, size.height / 3), Point(*size)))
    items += [Shape(across, Style(stroke="#208040", stroke_width=2))]
    items += [
        Shape((circle(trim.center, cell / 2),), Style(fill="#{:02x}{:02x}{:02x}".format(*DISC)))
    ]
    return Piece("board", Scene(size, tuple(items)), bleed=bleed, copies=copies)


def tawula() -> Piece:
    game = load_game(find_game("tawula")).game
    (piece,) = draw_component(game, "board")
    return piece


def hexagons() -> Piece:
    """A map whose terrain, lines and names go over the seams."""
    game = load_game(games_to_copy()["alder-ford"] / "game.toml").game
    (piece,) = draw_component(game, "field")
    return piece


def job_of(piece, paper, fit=False):
    return board_job("Game · Board", [piece], Scheme(PAPERS[paper], fit=fit))


def printed(scenes) -> bytes:
    return pdf.render(scenes, pdf.PrintHints("t"))


def trims(content: bytes) -> list[Rect]:
    """Each page's trim box in mm from the top left."""
    document = pypdfium2.PdfDocument(content)
    found = []
    for page in document:
        left, bottom, right, top = (value / POINTS_PER_MM for value in page.get_trimbox())
        height = page.get_height() / POINTS_PER_MM
        found.append(Rect(left, height - top, right - left, top - bottom))
    document.close()
    return found


def joined(scenes, columns: int, size: Size) -> np.ndarray:
    """Cut every page at its left and top seam, glue it over those before, cut out the board."""
    content = printed(scenes)
    around = [round((length + 2 * BESIDE) * PER_MM) for length in (size.height, size.width)]
    canvas = np.zeros((*around, 3), np.uint8)
    for index, (page, trim) in enumerate(zip(sheets(content, PER_MM), trims(content), strict=True)):
        row, column = divmod(index, columns)
        x, y = column * (trim.width - 10) - trim.x, row * (trim.height - 10) - trim.y
        cut_x = round(trim.x * PER_MM) if column else 0
        cut_y = round(trim.y * PER_MM) if row else 0
        left = round((x + BESIDE) * PER_MM) + cut_x
        top = round((y + BESIDE) * PER_MM) + cut_y
        shown = page.pixels[cut_y:, cut_x:]
        canvas[top : top + shown.shape[0], left : left + shown.shape[1]] = shown
    return canvas[BESIDE * PER_MM :, BESIDE * PER_MM :][
        : round(size.height * PER_MM), : round(size.width * PER_MM)
    ]


def alone(piece: Piece) -> np.ndarray:
    scene = Scene(piece.front.size, piece.front.only(*piece.roles).items)
    (page,) = sheets(printed([scene]), PER_MM)
    width, height = piece.front.size
    return page.pixels[: round(height * PER_MM), : round(width * PER_MM)]


APART = 64  # of 255: more than half of what a dark hairline loses between two pixels


def unlike(one: np.ndarray, other: np.ndarray) -> int:
    """How many pixels of ``one`` are like none within 2 pixels of that place in ``other``."""
    wrong = np.zeros(one.shape[:2], bool)
    for channel in range(3):  # one by one: numpy goes through rows of a whole channel fast
        ours, theirs = (np.ascontiguousarray(each[..., channel]) for each in (one, other))
        low, high = of_near(theirs, np.minimum), of_near(theirs, np.maximum)
        # Bytes do not go below 0 or above 255.
        wrong |= np.maximum(low, APART) - APART > ours
        wrong |= np.minimum(high, 255 - APART) + APART < ours
    return int(wrong.sum())


def of_near(pixels: np.ndarray, least_or_most: np.ufunc) -> np.ndarray:
    """Return the least or the most of the pixels at most 2 up, down, left and right of each."""
    for axis in (0, 1):
        whole, pixels = np.swapaxes(pixels, 0, axis), pixels.copy()
        found = np.swapaxes(pixels, 0, axis)
        for step in (1, 2):
            least_or_most(found[step:], whole[:-step], out=found[step:])
            least_or_most(found[:-step], whole[step:], out=found[:-step])
    return pixels


@pytest.mark.parametrize(
    ("drawn", "paper", "poster"),
    [
        pytest.param(tawula, "a5", (2, 2), id="tawula-a5"),
        pytest.param(hexagons, "a4", (2, 2), id="hexagons-a4"),
        pytest.param(made_up, "letter", (3, 2), id="square-letter"),
        pytest.param(partial(made_up, 5, 16, bleed=0.0), "a4", (1, 4), id="tall-a4"),
        pytest.param(partial(made_up, 9, 9), "a5", (2, 4), id="many-a5"),
        pytest.param(partial(made_up, 11, 10, 53.0), "a4", (4, 2), id="strip-at-the-side"),
    ],
)
def test_pages_put_together_are_the_board_without_gap_or_loss_or_anything_else(
    drawn, paper, poster
):
    piece = drawn()
    job = job_of(piece, paper)
    assert job.poster == poster
    ours, whole = joined(job.pages(), poster[0], piece.front.size), alone(piece)
    assert ours.shape == whole.shape
    assert unlike(ours, whole) == 0
    assert unlike(whole, ours) == 0


def test_a_page_in_the_wrong_place_is_seen():
    """The comparison itself."""
    piece = made_up()
    first, second, third, *others = job_of(piece, "a4").pages()
    wrong = joined([first, third, second, *others], 3, piece.front.size)
    whole = alone(piece)
    assert unlike(wrong, whole) > 1000
    assert unlike(np.roll(whole, PER_MM, axis=1), whole) > 1000


@pytest.mark.parametrize(("paper", "bleed"), [("a4", 0.0), ("letter", 3.0), ("a5", 3.0)])
def test_nothing_of_a_poster_is_printed_in_the_outer_5_mm(paper, bleed):
    pages = sheets(printed(job_of(made_up(bleed=bleed), paper).pages()), 8)
    for page in pages:
        edge = np.ones(page.pixels.shape[:2], bool)
        edge[40:-40, 40:-40] = False
        assert page.pixels[edge].min() > 200


def test_crosses_stand_on_white_paper():
    """Between the art and each cross there is white, and every arm is 3 mm long."""
    job = job_of(made_up(), "a4")
    for page, window in zip(sheets(printed(job.pages()), 10), job.layout.windows, strict=True):
        found = [
            (b.x, b.y)
            for b in page.blobs()
            if b.width == pytest.approx(3, abs=0.11) and b.height == pytest.approx(3, abs=0.11)
        ]
        assert len(window.crosses) in (4, 6, 8)
        for point in window.crosses:
            near = [at for at in found if np.hypot(at[0] - point.x, at[1] - point.y) < 0.15]
            assert len(near) == 1


def test_every_page_says_its_letter_the_last_one_and_what_goes_over_its_edges():
    content = printed(job_of(made_up(), "a4").pages())
    document = pypdfium2.PdfDocument(content)
    texts = [page.get_textpage().get_text_bounded() for page in document]
    labels = [document.get_page_label(n) for n in range(len(document))]
    document.close()
    assert labels == list("ABCDEF")
    for letter, text in zip("ABCDEF", texts, strict=True):
        assert f"Game · Board · page {letter} of F · print at 100 %" in text
    alone = [{word for word in text.split() if word in set("ABCDEF")} for text in texts]
    assert alone[0] == {"A", "B", "D", "F"}
    assert alone[5] == {"F"}


def test_the_map_shows_where_the_page_belongs():
    job = job_of(made_up(), "a4")
    filled = [bounds(item) for page in job.pages() for item in opened(page.items) if black(item)]
    width, height = filled[0].size
    assert height / width == pytest.approx(job.layout.window.height / job.layout.window.width)
    steps = [(place.x - filled[0].x, place.y - filled[0].y) for place in filled]
    expected = [(column * width, row * height) for row in range(2) for column in range(3)]
    letters = [text_width(letter, "serif-bold", 1) for letter in "ABCDEF"]
    size = 5 / cap_height("serif-bold")
    for step, place, letter in zip(steps, expected, letters, strict=True):
        assert step == pytest.approx((place[0] + size * (letter - letters[0]), place[1]))


def test_letter_and_map_stand_upright_in_a_strip_at_the_side_too():
    job = job_of(made_up(11, 10, 53.0), "a4")
    strip = job.layout.slug[0][0]
    assert strip.side is Side.LEFT
    first = None
    for page, window in zip(job.pages(), job.layout.windows, strict=True):
        (letter,) = [item for item in page.items if isinstance(item, Text) and item.size > 4]
        (filled,) = [bounds(item) for item in page.items if black(item)]
        assert letter.string == window.letter
        assert strip.place.x <= letter.at.x
        assert letter.at.x + text_width(letter.string, letter.font, letter.size) <= (
            strip.place.right + 1e-9
        )
        assert strip.place.contains(filled)
        assert letter.at.y < filled.y
        first = first or filled
        assert (filled.x - first.x, filled.y - first.y) == pytest.approx(
            (window.column * filled.width, window.row * filled.height)
        )


def black(item) -> bool:
    return isinstance(item, Shape) and item.style.fill == "#000000"


def bounds(shape: Shape) -> Rect:
    (path,) = shape.paths
    return path_bounds(path)


def opened(items):
    for item in items:
        if isinstance(item, Group):
            yield from opened(item.items)
        else:
            yield item


def test_every_copy_of_a_board_has_pages_of_its_own():
    job = job_of(made_up(copies=2), "a4")
    assert (job.piece_count, job.page_count) == (2, 12)
    labels = [page.label for page in job.pages()]
    assert labels == [f"{n} {letter}" for n in (1, 2) for letter in "ABCDEF"]


def test_the_board_is_stored_once_however_many_pages_show_it():
    one = len(printed([next(job_of(made_up(), "a4").pages())]))
    assert len(printed(job_of(made_up(), "a4").pages())) < 2 * one


def test_the_page_has_the_window_as_its_trim_box():
    job = job_of(made_up(), "a4")
    first = next(job.pages())
    assert first.trim == job.layout.window
    assert first.bleed == Rect(
        first.trim.x - 3, first.trim.y - 3, first.trim.width + 3, first.trim.height + 3
    )


def test_a_board_that_fits_is_laid_out_as_it_always_was_with_either_option():
    piece = made_up(4, 6)
    jobs = [job_of(piece, "a4", fit) for fit in (False, True)]
    assert [(job.poster, job.scale, job.page_count) for job in jobs] == [(None, 1.0, 1)] * 2
    first, second = (printed(job.pages()) for job in jobs)
    assert first == second


SQUARE, TALL = {}, {"columns": 5, "rows": 16, "bleed": 0.0}


@pytest.mark.parametrize(("board", "paper"), [(SQUARE, "a4"), (TALL, "a5"), (TALL, "letter")])
def test_a_fitted_board_measures_what_its_label_says(board, paper):
    piece = made_up(**board)
    job = job_of(piece, paper, fit=True)
    assert job.page_count == 1
    assert 0.1 < job.scale < 1
    content = printed(job.pages())
    (page,) = sheets(content, 20)
    xs, ys = page.cuts()
    width, height = piece.front.size
    assert (xs[-1] - xs[0], ys[-1] - ys[0]) == pytest.approx(
        (width * job.scale, height * job.scale), abs=0.07
    )
    art = page.part(xs[0] + 0.3, ys[0] + 0.3, xs[-1] - 0.3, ys[-1] - 0.3).pixels
    violet = [abs(art[:, :, n].astype(np.int16) - part) < 20 for n, part in enumerate(DISC)]
    discs = np.argwhere(violet[0] & violet[1] & violet[2]) / 20
    assert np.ptp(discs[:, 1]) == pytest.approx(40 * job.scale, abs=0.2)
    assert discs.mean(axis=0) + 0.3 == pytest.approx(
        (height * job.scale / 2, width * job.scale / 2), abs=0.1
    )
    document = pypdfium2.PdfDocument(content)
    text = document[0].get_textpage().get_text_bounded()
    document.close()
    assert f"board at {round(100 * job.scale)} % · sheet 1 of 1 · front · print at 100 %" in text


def test_the_bleed_of_a_fitted_board_is_as_much_smaller():
    job = job_of(made_up(), "a4", fit=True)
    (page,) = job.pages()
    assert page.trim.x - page.bleed.x == pytest.approx(3 * job.scale)


@pytest.mark.parametrize("paper", ["a4", "a5", "letter"])
def test_a_fitted_board_is_the_largest_whole_per_cent_that_fits(paper):
    piece = made_up(5, 16)
    scale = job_of(piece, paper, fit=True).scale
    larger = round(100 * scale) + 1
    width, height = (length * larger / 100 for length in piece.front.size)
    front = Scene(Size(width, height), piece.front.items)
    assert job_of(piece._replace(front=front, bleed=3 * larger / 100), paper).poster is not None


def test_a_board_with_a_back_is_not_cut_up():
    piece = made_up()
    with pytest.raises(LayoutError, match="a piece of 480x480mm does not fit"):
        job_of(piece._replace(back=piece.front), "a4")


def test_a_board_that_does_not_fit_however_small_says_so():
    with pytest.raises(LayoutError, match="not even fit at 1 % on 40x50mm paper"):
        board_job("t", [made_up()], Scheme(Size(40, 50), fit=True))
