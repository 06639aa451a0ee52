"""PDF/X-4 for print shops: what the standard asks for, and greys as black ink alone."""

from io import BytesIO

import pikepdf
import pypdfium2
import pytest
from oracles.folder import wrong

from pnp.base.errors import UnitError, UsageError
from pnp.base.geometry import Point, Rect, Size, Transform
from pnp.base.icc import PressProfile, read_press_profile
from pnp.base.path import rectangle
from pnp.make.options import read_options
from pnp.render import pdf, pdfx
from pnp.scene import Group, Scene, Shape, Style, Text
from pnp.scene.gradient import Gradient, Stop
from pnp.sheets.options import SheetOptions

HINTS = pdf.PrintHints("Ink & paper")


def profile(description="Coated FOGRA51 (test)", kind=b"prtr", space=b"CMYK"):
    """Return the bytes of a profile with a description and nothing else."""
    said = description.encode() + b"\0"
    tag = b"desc" + bytes(4) + len(said).to_bytes(4, "big") + said
    table = (1).to_bytes(4, "big") + b"desc" + (144).to_bytes(4, "big")
    table += len(tag).to_bytes(4, "big")
    header = bytearray(128)
    header[8:12], header[12:24], header[36:40] = b"\2\x40\0\0", kind + space + b"Lab ", b"acsp"
    whole = bytes(header) + table + tag
    return len(whole).to_bytes(4, "big") + whole[4:]


@pytest.fixture
def made():
    """Return a document of one page with text, a grey, a repeated drawing and a colour."""

    def square(x, color):
        return Shape((rectangle(Rect(x, 1, 5, 5)),), Style(fill=color))

    repeated = (square(20, "#1b1b1b"), square(26, "#808080"))
    items = (
        Text(Point(3, 20), "Pips", "serif-bold", 5, "#1b1b1b"),
        square(8, "#c23b22"),
        square(14, "#ffffff"),
        Group(repeated, is_symbol=True),
        Group(repeated, is_symbol=True),
    )
    scene = Scene(Size(40, 30), items, Rect(3, 3, 34, 24), Rect(0, 0, 40, 30), "one front")
    return pdfx.render((scene,), HINTS, read_press_profile(profile()))[0]


def painted(content):
    """Return the operators that choose colours, on pages and in drawings."""
    with pikepdf.open(BytesIO(content)) as document:
        page = document.pages[0]
        streams = [page, *page.Resources.XObject.values()]
        return {
            (str(one.operator), *(float(str(value)) for value in one.operands))
            for stream in streams
            for one in pikepdf.parse_content_stream(stream)
            if str(one.operator) in ("g", "G", "rg", "RG", "k", "K")
        }


def test_dark_greys_are_solid_black_ink_and_others_tints_of_it(made):
    colors = painted(made)
    assert {color for color in colors if color[0] in "gG"} == set()
    assert {color for color in colors if color[0] in "kK"} == {
        ("k", 0, 0, 0, 1),
        ("k", 0, 0, 0, 0),
        ("k", 0, 0, 0, 0.498),
    }
    assert ("rg", 0.760784, 0.231373, 0.133333) in colors


def test_colours_are_said_to_be_srgb(made):
    with pikepdf.open(BytesIO(made)) as document:
        page = document.pages[0]
        forms = [one for one in page.Resources.XObject.values() if one.Subtype == "/Form"]
        assert forms
        for holder in (page, *forms):
            name, stream = holder.Resources.ColorSpace.DefaultRGB
            assert name == "/ICCBased"
            assert stream.N == 3


def test_the_file_says_what_the_standard_asks_for(made):
    assert made.startswith(b"%PDF-1.6")
    with pikepdf.open(BytesIO(made)) as document:
        (intent,) = document.Root.OutputIntents
        assert intent.S == "/GTS_PDFX"
        assert str(intent.OutputConditionIdentifier) == "FOGRA51"
        assert str(intent.RegistryName) == "http://www.color.org"
        assert intent.DestOutputProfile.read_bytes() == profile()
        assert intent.DestOutputProfile.N == 4
        assert document.docinfo.Trapped == "/False"
        assert not document.is_encrypted
        assert len(document.trailer.ID) == 2
        with document.open_metadata() as xmp:
            assert xmp["pdfxid:GTS_PDFXVersion"] == "PDF/X-4"
            assert xmp["dc:title"] == str(document.docinfo.Title) == "Ink & paper"
            assert xmp["pdf:Trapped"] == "False"
            assert xmp["xmpMM:RenditionClass"] == "default"
        page = document.pages[0]
        assert page.TrimBox != page.MediaBox == page.BleedBox
        (font,) = page.Resources.Font.values()
        assert "/FontFile2" in font.DescendantFonts[0].FontDescriptor


def test_another_program_finds_the_claim_and_its_conditions_whole(made, tmp_path):
    fullbleed = pytest.importorskip("fullbleed")
    file = tmp_path / "x4.pdf"
    file.write_bytes(made)
    found = fullbleed.inspect_pdf(str(file))
    assert not found["warnings"]
    assert found["profile"]["claims"] == ["pdfx4"]
    assert found["profile"]["seed_blockers"] == []
    assert found["profile"]["pdfx_contract_valid"] is True


def test_another_program_accepts_gradients_and_opacity(tmp_path):
    fullbleed = pytest.importorskip("fullbleed")
    across = Transform(20, 0, 0, 20, 5, 5)
    fill = Gradient("linear", (Stop(0, "#ff0000"), Stop(1, "#0000ff", 0.2)), across)
    shape = Shape((rectangle(Rect(2, 2, 30, 30)),), Style(fill=fill))
    size = Size(40, 40)
    scene = Scene(size, (shape, Group((shape,), opacity=0.5)), trim=Rect(3, 3, 34, 34))
    file = tmp_path / "x4.pdf"
    file.write_bytes(pdfx.render((scene,), HINTS, read_press_profile(profile()))[0])
    found = fullbleed.inspect_pdf(str(file))
    assert not found["warnings"]
    assert found["profile"]["seed_blockers"] == []
    assert found["profile"]["pdfx_contract_valid"] is True


def test_it_is_painted_as_before(made):
    with pypdfium2.PdfDocument(made) as document:
        image = document[0].render(scale=4).to_numpy()
    text = document_text(made)
    assert text == "Pips"
    assert image.min() < 60


def document_text(content):
    with pypdfium2.PdfDocument(content) as document:
        return document[0].get_textpage().get_text_range()


def test_the_same_pages_give_the_same_bytes(made, request):
    again = request.getfixturevalue("made")
    assert made == again


@pytest.mark.parametrize(
    ("description", "condition"),
    [
        ("PSO Coated v3", "FOGRA51"),
        ("Coated FOGRA39 (ISO 12647-2:2004)", "FOGRA39"),
        ("GRACoL2013_CRPC6.icc", "CGATS21_CRPC6"),
        ("Our own press", "Custom"),
    ],
)
def test_a_profile_names_its_printing_condition(description, condition):
    read = read_press_profile(profile(description))
    assert (read.description, read.condition) == (description, condition)


def test_a_description_in_several_languages_is_read():
    said = "PSO Coated v3".encode("utf-16-be")
    tag = b"mluc" + bytes(4) + b"\0\0\0\1\0\0\0\x0cenUS" + len(said).to_bytes(4, "big")
    tag += (28).to_bytes(4, "big") + said
    content = bytearray(profile("x"))[:144]
    content[140:144] = len(tag).to_bytes(4, "big")
    assert read_press_profile(bytes(content) + tag).condition == "FOGRA51"


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        (b"no profile", "is not an ICC profile"),
        (profile(kind=b"mntr", space=b"RGB "), "is an ICC profile of class mntr for RGB"),
    ],
)
def test_what_is_not_a_profile_of_a_press_is_refused(content, fault, tmp_path):
    with pytest.raises(UnitError, match=fault):
        read_press_profile(content)
    file = tmp_path / "some.icc"
    file.write_bytes(content)
    with pytest.raises(UsageError, match=f"--pdfx: .*{fault}"):
        read_options(SheetOptions, {"formats": "faces", "pdfx": str(file)})


def test_faces_for_a_press_are_named_so_and_pass_verification(build):
    press = PressProfile(profile(), "test")
    built = build("turnio", only=("x-chips",), formats=("faces",), pdfx=press)
    assert [file.path for file in built.files] == ["faces/x-chips-x4.pdf"]
    assert wrong(built.folder) == {}
    colors = painted((built.folder / "faces/x-chips-x4.pdf").read_bytes())
    assert not [color for color in colors if color[0] in "gG"]
