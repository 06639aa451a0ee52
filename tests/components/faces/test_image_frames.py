"""Pictures in frames, as every renderer paints them: a letter for each square millimetre."""

from io import BytesIO

import cairosvg
import numpy as np
import pypdfium2
import pytest
from helpers.picture_files import BLUE, GREEN, RED, YELLOW, quarters, saved
from helpers.requirements import needs_cairo
from PIL import Image

from pnp.render import pdf, png, svg
from pnp.render import svg as page_svg
from pnp.scene import Role, images_in
from pnp.scene.ink import Ink, InkSaver

INKS = {"R": RED, "G": GREEN, "B": BLUE, "Y": YELLOW, ".": (255, 255, 255)}
DRAWING = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 8">
<path fill="#e61414" d="M0 0h8v4H0z"/><path fill="#14b414" d="M8 0h8v4H8z"/>
<path fill="#1414e6" d="M0 4h8v4H0z"/><path fill="#f0e60a" d="M8 4h8v4H8z"/></svg>"""


def by_pdfium(scene):
    document = pypdfium2.PdfDocument(pdf.render([scene], pdf.PrintHints("face")))
    return document[0].render(scale=8 * 25.4 / 72).to_pil()


def by_cairosvg(write):
    def draw(scene):
        return Image.open(BytesIO(cairosvg.svg2png(write(scene, "face"), output_width=96)))

    return draw


RENDERERS = {
    "pdf": by_pdfium,
    "png": lambda scene: Image.open(BytesIO(png.render(scene, "face", 203, pixels=(96, 96)))),
    "svg": by_cairosvg(svg.render),
    "page": by_cairosvg(page_svg.render_page),
}
renderers = pytest.mark.parametrize("renderer", RENDERERS)
pytestmark = needs_cairo


@pytest.fixture
def painted(own):
    """Return a frame of 12 x 6 mm with a picture of these proportions, or of others."""

    def paint(more, renderer="pdf", file="art.png", area="12x6mm", rows=None):
        own.write("art.png", saved(quarters(320, 160)))
        own.write("art.svg", DRAWING)
        frame = f'kind = "image", file = "{file}", at = "0x3mm", area = "{area}"{more}'
        (piece, *_) = own.deck(frame, size="12x12mm", rows=rows).pieces()
        image = RENDERERS[renderer](piece.front).convert("RGBA")
        paper = Image.new("RGBA", image.size, "white")
        shown = np.asarray(Image.alpha_composite(paper, image).convert("RGB"), int)
        rows_seen = shown[4::8, 4::8][3:9]
        return ["".join(map(letter, row[: int(area.partition("x")[0])])) for row in rows_seen]

    return paint


def letter(color):
    near = {name: abs(color - ink).max() for name, ink in INKS.items()}
    name = min(near, key=near.get)
    return name if near[name] < 40 else "?"


def alike(seen, wanted):
    """Return whether two drawings are the same, edges excepted, which are question marks."""
    return all(
        a == b or "?" in (a, b)
        for one, other in zip(seen, wanted, strict=True)
        for a, b in zip(one, other, strict=True)
    )


WHOLE = ["RRRRRRGGGGGG"] * 3 + ["BBBBBBYYYYYY"] * 3
ROUND = [
    "???RRRGGG???",
    "?RRRRRGGGGG?",
    "RRRRRRGGGGGG",
    "BBBBBBYYYYYY",
    "?BBBBBYYYYY?",
    "???BBBYYY???",
]
CIRCLE = [
    "...??RG??...",
    "...?RRGG?...",
    "...RRRGGG...",
    "...BBBYYY...",
    "...?BBYY?...",
    "...??BY??...",
]
SIX_SIDED = ["...?RRGG?...", "?RRRRRGGGGG?", *WHOLE[2:4], "?BBBBBYYYYY?", "...?BBYY?..."]
CUT = ["??RRRRGGGG??", "?RRRRRGGGGG?", *WHOLE[2:4], "?BBBBBYYYYY?", "??BBBBYYYY??"]
FRAMES = {
    "": WHOLE,
    ', mirror = "across"': [row[::-1] for row in WHOLE],
    ', mirror = "down"': WHOLE[::-1],
    ', shape = "ellipse"': ROUND,
    ', shape = "circle"': CIRCLE,
    ', shape = "hexagon"': SIX_SIDED,
    ', corner = "2.4mm"': CUT,
}


@renderers
@pytest.mark.parametrize("file", ["art.png", "art.svg"])
@pytest.mark.parametrize("more", FRAMES)
def test_a_picture_is_mirrored_and_cropped_to_a_shape(painted, renderer, file, more):
    seen = painted(more, renderer, file)
    assert alike(seen, FRAMES[more]), seen


CROPS = {
    ', crop = "160,0 160x80"': ["GGGGGGGGGGGG"] * 6,
    ', crop = "50%, 0 25%x100%", fit = "fit"': ["....?GG?...."] * 3 + ["....?YY?...."] * 3,
    ', crop = "25%,0% 50%x100%", fit = "fill"': WHOLE,
    ', crop = "80,40 160x80", mirror = "across"': [row[::-1] for row in WHOLE],
    ', crop = "0,0 160x80", shape = "circle"': [
        "...??RR??...",
        "...?RRRR?...",
        "...RRRRRR...",
        "...RRRRRR...",
        "...?RRRR?...",
        "...??RR??...",
    ],
}


@renderers
@pytest.mark.parametrize("crop", CROPS)
def test_a_part_of_a_picture_is_shown_as_if_it_were_all_of_it(painted, renderer, crop):
    seen = painted(crop, renderer)
    assert alike(seen, CROPS[crop]), seen


def test_parts_of_a_sheet_of_pictures_come_from_columns_and_repeats(painted):
    assert (
        painted(
            ', crop = "{item * 80 - 80},{y} 80x80", repeat = { to = 4, step = "3x0mm" }',
            area="3x6mm",
            rows="y,n\n80,1\n",
        )[2][:3]
        == "BBB"
    )


@pytest.mark.parametrize(
    ("crop", "fault"),
    [
        ("300,0 32x32", "crop: '300,0 32x32' reaches beyond the picture of 320 x 160 pixels"),
        ("{x},0 32x32", "crop: write a part of the picture in pixels or percent"),
    ],
)
def test_a_part_that_a_picture_does_not_have_is_refused(own, crop, fault):
    own.write("art.png", saved(quarters(320, 160)))
    own.deck(
        f'kind = "image", file = "art.png", area = "6x6mm", crop = "{crop}"', rows="x,n\nleft,1\n"
    )
    (said,) = own.refusal()
    assert fault in said


@pytest.mark.parametrize(
    "crop", ["64 32x32", "0,0,32,32", "0mm,0 32x32", "0,032x32", "0,0 0x32", "0,0 101%x1"]
)
def test_a_crop_is_written_as_a_place_and_a_size(own, crop):
    own.deck(f'kind = "image", file = "art.png", area = "6x6mm", crop = "{crop}"')
    (said,) = own.faults()
    assert "such as" in said or "reaches beyond the picture" in said or "nothing of" in said


@renderers
def test_a_round_corner_shows_the_paper(painted, renderer):
    assert painted(', corner = "3mm"', renderer)[0][0] == "."
    assert painted("", renderer)[0][0] == "R"


@pytest.mark.parametrize(
    ("focus", "left"), [("0%, 50%", 6), ("100%, 50%", 0), ("50%, 0%", 3), ("45%, 0%", 4)]
)
@pytest.mark.parametrize("mirror", ["", ', mirror = "across"'])
def test_the_focus_of_a_picture_is_near_the_middle_of_what_is_seen(painted, focus, left, mirror):
    seen = painted(f', fit = "fill", focus = "{focus}"{mirror}', area="6x6mm")
    wanted = "R" * left + "G" * (6 - left)
    assert alike(seen[:1], [wanted[::-1] if mirror else wanted])


def test_each_row_may_have_a_focus_of_its_own_or_none(own):
    own.write("art.png", saved(quarters(320, 160)))
    frame = 'kind = "image", file = "art.png", fit = "fill", area = "6x6mm", focus = "{look}"'
    pieces = own.deck(frame, rows='look,n\n"0%, 0%",1\n"100%,0%",2\n,3\n').pieces()
    lefts = [next(images_in(piece.front.items)).place.x for piece in pieces]
    assert lefts == pytest.approx([0, -6, -3])


def test_a_focus_in_a_row_that_is_not_a_point_is_reported_with_its_line(own):
    own.write("art.png", saved(quarters(320, 160)))
    frame = 'kind = "image", file = "art.png", fit = "fill", focus = "{look}"'
    assert own.deck(frame, rows="look\nleft\n").refusal() == [
        "events.csv, line 2 'left': front.frames[1], image: focus: write a point of the picture in "
        "percent from its left and top, such as \"30%, 20%\", not 'left'"
    ]


@pytest.mark.parametrize(
    ("more", "told"),
    [
        (', focus = "30%"', "focus: write a point of the picture in percent"),
        (', fit = "fill", focus = "130%, 0%"', "focus: write a point of the picture in percent"),
        (', focus = "30%, 20%"', "focus is only for cropped pictures"),
        (
            ', shape = "circle", corner = "2mm"',
            'corner is for shape = "rectangle"; "circle" has none',
        ),
        (', mirror = "left"', "mirror: 'left' is not known; write one of across, down"),
        (
            ', shape = "heart"',
            "shape: 'heart' is not known; write one of rectangle, circle, ellipse, hexagon",
        ),
    ],
)
def test_what_a_picture_cannot_be_is_reported_in_one_line(own, more, told):
    own.write("art.png", saved(quarters()))
    (fault,) = own.deck(f'kind = "image", file = "art.png"{more}').faults()
    assert told in fault


def test_less_ink_keeps_the_crop(own):
    own.write("art.svg", DRAWING)
    frame = 'kind = "image", file = "art.svg", area = "20x10mm", shape = "circle"'
    (piece,) = own.deck(frame, size="20x10mm").pieces()
    for ink in (Ink.LOW, Ink.BLACK):
        face = InkSaver(ink).face(piece.front, straight=False).only(Role.ART)
        drawn = by_pdfium(face).convert("L")
        beside = drawn.crop((0, 0, drawn.width // 5, drawn.height))
        assert beside.getextrema()[0] > 250
        assert drawn.getextrema()[0] < 200
