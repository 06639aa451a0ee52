"""QR codes in frames: their squares as PDFium sees them, against those of the library."""

import pytest
import segno
from helpers.game_folder import Face

from pnp.render import pdf
from pnp.scene.ink import Ink, InkSaver

ADDRESS = "https://example.org/river"


def qr(text=ADDRESS, area="30x40mm", more=""):
    return f'kind = "qr", text = "{text}", at = "10x20mm", area = "{area}"{more}'


def squares(face, count, x=10.0, y=25.0, side=30.0):
    """Whether each square of a code with its quiet zone is dark, row by row."""
    step = side / count
    return [
        [
            int(face.color_at(x + (column + 0.5) * step, y + (row + 0.5) * step)[1:3], 16) < 128
            for column in range(count)
        ]
        for row in range(count)
    ]


@pytest.mark.parametrize("ink", Ink)
@pytest.mark.parametrize("color", ["black", "#23479b"])
def test_every_square_of_a_code_is_there_in_every_ink(own, ink, color):
    own.deck(qr(more=f', color = "{color}"'))
    (piece,) = own.pieces()
    scene = InkSaver(ink).face(piece.front, straight=True)
    face = Face(pdf.render((scene,), pdf.PrintHints("face")))
    wanted = segno.make_qr(ADDRESS, error="m", boost_error=False).matrix_iter(border=4)
    rows = [[bool(square) for square in row] for row in wanted]
    assert squares(face, len(rows)) == rows


def test_a_code_of_a_column_is_left_out_where_that_is_empty(own):
    own.deck(qr("{web}"), more='cards = [{ web = "" }, { web = "x.org" }]')
    assert own.face(1).seen("#000000") is None
    assert own.face(2).seen("#000000").width == pytest.approx(30 * 21 / 29, abs=0.2)


@pytest.mark.parametrize("side", [43.4, 55])  # of 29 squares: 1.497 and 1.9 mm
def test_large_squares_stay_whole_with_little_ink(own, side):
    own.deck(qr("x", f"{side}x{side}mm").replace("10x20mm", "2x2mm"))
    (piece,) = own.pieces()
    scene = InkSaver(Ink.LOW).face(piece.front, straight=True)
    face = Face(pdf.render((scene,), pdf.PrintHints("face")))
    corner = 2 + side / 29 * 4.5
    assert face.color_at(corner, corner) == "#000000"


@pytest.mark.parametrize(
    ("frame", "fault"),
    [
        (qr("x" * 3000), "a QR code has no room for 3000 characters; write less"),
        (qr(area="9x9mm"), "the 25 squares a side of the code would be 0.27 mm wide"),
        (qr(more=', color = "#ccc"'), "no camera sees #cccccc on #ffffff"),
        (qr(more=', color = "#fff", ground = "#000"'), "no camera sees #ffffff on #000000"),
    ],
)
def test_a_code_that_nobody_could_read_is_a_fault(own, frame, fault):
    own.deck(frame)
    with pytest.raises(Exception, match=r"front\.frames") as refusal:
        own.pieces()
    assert str(refusal.value).partition(", qr: ")[2].startswith(fault)


def test_a_code_reaches_no_further_than_the_card(own):
    own.deck(qr(area="60x60mm"))
    (fault,) = own.faults()
    assert "reaches 6.5 mm over the edge" in fault
