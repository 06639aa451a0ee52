"""PDFs for print shops: one face a page, the card in the middle of its bleed."""

import pikepdf
import pypdfium2
import pytest
from oracles.folder import found, wrong

from pnp.base.errors import LayoutError, UsageError
from pnp.make.options import read_options
from pnp.sheets.layout.scheme import FaceOrder
from pnp.sheets.options import SheetOptions
from pnp.verify import verify_paths
from pnp.verify.findings import faults

EIGHTH = 25.4 / 8
POINT = 25.4 / 72


@pytest.fixture
def faces(build):
    """Return a function that builds faces and returns the path of a component's PDF."""

    def run(component, game="turno", name="", **options):
        built = build(game, formats=("faces",), only=(component,), **options)
        return built.folder / "faces" / f"{name or component}.pdf"

    return run


def labels(file):
    with pypdfium2.PdfDocument(file) as pdf:
        return [pdf.get_page_label(number) for number in range(len(pdf))]


def boxes(page, name):
    return [float(value) * POINT for value in page[name]]


@pytest.mark.parametrize("bleed", [3.0, EIGHTH])
def test_the_trim_is_the_card_in_the_middle_of_its_bleed(faces, bleed):
    name = "tiles" if bleed == 3 else "tiles-bleed-3.175mm"
    with pikepdf.open(faces("tiles", name=name, bleed=bleed)) as pdf:
        assert len(pdf.pages) == 72
        for page in pdf.pages:
            whole = [0, 0, 30 + 2 * bleed, 45 + 2 * bleed]
            assert boxes(page, "/MediaBox") == pytest.approx(whole, abs=0.001)
            assert boxes(page, "/BleedBox") == boxes(page, "/MediaBox")
            trim = [bleed, bleed, 30 + bleed, 45 + bleed]
            assert boxes(page, "/TrimBox") == pytest.approx(trim, abs=0.001)


def test_the_ground_reaches_the_edge_of_the_bleed(faces):
    file = faces("tiles", name="tiles-bleed-3.175mm", bleed=EIGHTH)
    with pypdfium2.PdfDocument(file) as pdf:
        image = pdf[0].render(scale=4).to_numpy()
    inner = image[:-2, :-2]  # the last pixels are partly beyond the page
    edges = [inner[0], inner[-1], inner[:, 0], inner[:, -1]]
    assert all((edge == inner[0, 0]).all() for edge in edges)
    assert inner[0, 0].min() < 250


def test_backs_follow_their_fronts_unless_asked_otherwise(faces):
    pairs = labels(faces("x-chips", "turnio"))
    assert pairs == ["x front", "x back"] * 2
    first = labels(
        faces("x-chips", "turnio", "x-chips-back-first", face_order=FaceOrder.BACK_FIRST)
    )
    assert first == ["x back", "x front"] * 2
    sides = labels(faces("x-chips", "turnio", "x-chips-sides", face_order=FaceOrder.SIDES))
    assert sides == ["x front"] * 2 + ["x back"] * 2
    one = labels(faces("x-chips", "turnio", "x-chips-one-back", face_order=FaceOrder.ONE_BACK))
    assert one == ["x front", "x front", "back"]


def test_backs_that_come_first_are_blank_where_there_is_none(own):
    file = own.deck(rows="n\n1\n2\n").made(
        "faces/events-back-first.pdf", formats=("faces",), face_order=FaceOrder.BACK_FIRST
    )
    assert labels(file) == ["1 back", "1 front", "2 back", "2 front"]
    with pypdfium2.PdfDocument(file) as pdf:
        assert pdf[0].render().to_numpy().min() == 255


def test_one_back_is_refused_where_backs_differ(faces):
    with pytest.raises(LayoutError, match="turno, tiles: has backs that differ"):
        faces("tiles", face_order=FaceOrder.ONE_BACK)


def test_what_is_folded_stays_out_and_is_reported(build):
    built = build(formats=("faces",), only=("tiles", "pawns"))
    assert [file.path for file in built.files] == ["faces/tiles.pdf"]
    assert built.notes == ("folded, so not among the faces: pawns",)
    with pytest.raises(LayoutError, match="pawns is folded"):
        build(formats=("faces",), only=("pawns",))


def test_art_that_ends_before_the_bleed_is_reported(build):
    built = build(formats=("faces",), only=("tiles",), bleed=5.0)
    assert built.notes == (
        "tiles: art ends 3.2 mm past the cut and the bleed is 5 mm: an inaccurate cut may "
        "show white",
    )
    assert not build(formats=("faces",), only=("tiles",)).notes


def test_the_ground_of_round_pieces_goes_on_to_the_bleed(build):
    built = build("tawula", formats=("faces",), only=("pieces",))
    assert not built.notes
    with pypdfium2.PdfDocument(built.folder / "faces" / "pieces.pdf") as pdf:
        image = pdf[0].render(scale=4).to_numpy()
    middle = image.shape[0] // 2
    at_the_edge, within = image[middle, 3], image[middle, 40]
    assert (at_the_edge == within).all()
    assert image[2, 2].min() == 255  # the corner is outside of the disc


def test_white_cards_need_no_bleed(build, plain_turno):
    assert not build(plain_turno, formats=("faces",), only=("deck-36",), bleed=5.0).notes


def test_options_for_faces_are_refused_without_them():
    with pytest.raises(UsageError) as refused:
        read_options(SheetOptions, {"bleed": "1mm", "face_order": "sides"})
    assert str(refused.value).splitlines() == [
        "--bleed: is for --format faces; add faces to --format, or leave it out",
        "--face-order: is for --format faces; add faces to --format, or leave it out",
    ]


def test_faces_are_measured_and_a_trim_that_moved_is_seen(faces, build):
    file = faces("x-chips", "turnio")
    folder = file.parents[1]
    assert wrong(folder) == {}
    assert found(folder, "faces/x-chips.pdf")["boxes"] == ("ok", "trim 30.00 x 30.00 mm")
    with pikepdf.open(file, allow_overwriting_input=True) as pdf:
        pdf.pages[1].TrimBox = pikepdf.Array([8, 8, 90, 90])
        pdf.save(file)
    assert set(wrong(folder)["x-chips.pdf"]) == {"boxes"}
    (report,) = verify_paths([folder])
    assert {one.what for one in faults(report.files[0])} == {"checksum", "boxes"}
