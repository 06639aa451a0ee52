"""Fonts of a game's own: what their files may be, and what is said of others."""

import re
import struct
from io import BytesIO
from pathlib import Path
from shutil import copy

import pikepdf
import pytest
from fontTools.ttLib import TTFont
from oracles.documents.metadata import subset_finding

from pnp.base.errors import DefinitionError, FontError
from pnp.base.font_files import font_file
from pnp.base.fonts import text_width
from pnp.base.geometry import Point, Size
from pnp.base.open_font import embedding_of
from pnp.definitions import load_game
from pnp.definitions.json_schema import schema_text
from pnp.definitions.load import in_languages
from pnp.definitions.media import font_notes
from pnp.render import pdf
from pnp.render.pdfa import Metadata, render_drawings
from pnp.scene import Scene, Text
from pnp.sheets.check_faces import check_faces
from pnp.verify import Status

FONTS = Path(__file__).parent.parent / "fonts"
GAME = """
name = "Letters"
summary = "Cards in a font of their own."
[fonts]
{fonts}
[components.cards]
kind = "cards"
name = "Cards"
cards = [{{ t = "{text}" }}]
[components.cards.front]
frames = [{{ kind = "text", text = "{{t}}", at = "4x4mm", area = "36x20mm", {frame} }}]
"""


@pytest.fixture
def load(tmp_path):
    """A function that reads a game with some words under [fonts]."""
    folder = tmp_path / "letters"
    folder.mkdir()
    copy(font_file("sans"), folder / "My.ttf")
    copy(font_file("serif-bold"), folder / "Bold.ttf")
    for file in FONTS.glob("Noto*"):
        copy(file, folder)

    def read(fonts: str, text: str = "Hallo", frame: str = 'font = "title"', **files: bytes):
        for name, data in files.items():
            (folder / f"{name}.ttf").write_bytes(data)
        file = folder / "game.toml"
        file.write_text(GAME.format(fonts=fonts, text=text, frame=frame), encoding="utf-8")
        return load_game(file)

    return read


def changed(change) -> bytes:
    """Return a font file with something changed."""
    font = TTFont(font_file("sans"), recalcTimestamp=False)
    change(font)
    out = BytesIO()
    font.save(out)
    return out.getvalue()


def faults(load, *args, **files) -> str:
    with pytest.raises(DefinitionError) as caught:
        load(*args, **files)
    return str(caught.value)


def drawn(loaded) -> str:
    return "\n".join(check_faces(in_languages(loaded).games).faults)


def test_a_name_stands_for_a_file(load):
    loaded = load('title = "My.ttf"')
    family = loaded.game.typefaces.family("title")
    assert text_width("Hallo", family.regular, 1) == text_width("Hallo", "sans", 1)
    assert drawn(loaded) == ""


def test_the_checksum_of_a_game_follows_its_fonts(load):
    one = load('title = "My.ttf"').sha256
    two = load('title = "My.ttf"', My=Path(font_file("serif")).read_bytes()).sha256
    assert one != two


def test_bold_without_a_file_is_reported(load):
    assert "front.frames[1], text: the font 'title' has no bold: add bold = \"…\"" in drawn(
        load('title = "My.ttf"', "Hallo **Welt**")
    )
    assert drawn(load('title = { file = "My.ttf", bold = "Bold.ttf" }', "Hallo **Welt**")) == ""


def test_what_a_font_lacks_is_set_in_its_fallbacks_and_then_in_those_of_the_game(load):
    with_both = 'title = { file = "My.ttf", fallback = ["ja"] }\nja = "NotoSansJP.otf"\n'
    assert drawn(load(with_both, "忍者")) == ""
    assert drawn(load('fallback = ["NotoSansJP.otf"]', "忍者", "bold = true")) == ""
    assert "忍" in drawn(load('title = "My.ttf"', "忍者"))


@pytest.mark.parametrize(
    ("fonts", "frame", "fault"),
    [
        ('title = "My.ttf"', 'font = "titel"', "there is no font 'titel'; did you mean 'title'?"),
        ('title = "My.ttf"', 'font = "My.ttf"', "write a name that [fonts] gives to the file"),
        ('title = "no.ttf"', "size = '4mm'", "fonts.title.file: 'no.ttf' cannot be read"),
        ('title = "DejaVu Sans"', "size = '4mm'", "installed fonts are not used: put the font's"),
        ('title = "../My.ttf"', "size = '4mm'", "write the name of a font in the game's folder"),
        ('sans = "My.ttf"', "size = '4mm'", "fonts: sans: pnp has a font of this name"),
        ('title = { file = "My.ttf", bolt = "x" }', "size = '4mm'", "did you mean 'bold'?"),
        ('fallback = ["titel"]', "size = '4mm'", "fonts: fallback: there is no font 'titel'"),
        ('title = { file = "My.ttf", weight = 300 }', "size = '4mm'", "is in one weight, not 300"),
    ],
)
def test_faults_name_the_key_and_what_would_be_right(load, fonts, frame, fault):
    assert fault in faults(load, fonts, "Hallo", frame)


CUT_OFF = Path(font_file("serif")).read_bytes()


@pytest.mark.parametrize(
    ("data", "fault"),
    [
        (b"", "is not a TTF, OTF or WOFF2 font"),
        (b"\0\1\0\0", "is damaged"),
        (b"ttcf" + bytes(20), "is a collection of fonts"),
        (b"wOF2" + bytes(60), "is damaged"),
        (Path(font_file("sans")).read_bytes()[:3000], "is damaged: its table"),
        (CUT_OFF[:-200], "is damaged: it ends within its table '.*'; fetch it again"),
        (CUT_OFF[:40_000], "is damaged: it ends within its table '.*'"),
        (changed(lambda f: f.__delitem__("hmtx")), "its table 'hmtx' is missing or too short"),
        (changed(lambda f: f.__delitem__("glyf")), "has no outlines"),
        (Path(font_file("sans")).read_bytes().replace(b"cmap", b"cm\xd1p", 1), "is damaged"),
    ],
)
def test_a_damaged_font_is_one_line(load, data, fault):
    said = faults(load, 'title = "Bad.ttf"', Bad=data)
    assert re.search(rf"fonts\.title\.file: 'Bad\.ttf' .*{fault}", said)
    assert said.count("\n") == 0


def test_a_woff2_font_is_unpacked_within_the_limit(load, monkeypatch):
    font = TTFont(font_file("sans"))
    font.flavor = "woff2"
    out = BytesIO()
    font.save(out)
    loaded = load('title = "Packed.ttf"', Packed=out.getvalue())
    family = loaded.game.typefaces.family("title")
    assert text_width("AVATAR", family.regular, 1) == text_width("AVATAR", "sans", 1)
    assert drawn(loaded) == ""
    monkeypatch.setenv("PNP_LIMITS", "font_kb=200")
    packed = len(out.getvalue())
    assert packed < 200_000
    assert "is too large: at most 200 kB" in faults(
        load, 'title = "Packed.ttf"', Packed=out.getvalue()
    )


@pytest.mark.parametrize(
    ("rights", "said"),
    [
        (0x0, "installable"),
        (0x2, ""),
        (0x4, "preview and print"),
        (0x6, "preview and print"),  # the most liberal counts
        (0x8, "editable"),
        (0x104, "preview and print, not subset"),
        (0x200, ""),
    ],
)
def test_rights_to_embed_are_those_of_the_licence_field(rights, said):
    assert embedding_of(rights) == said


def test_a_font_that_may_not_be_embedded_is_refused(load):
    def restrict(font):
        font["OS/2"].fsType = 2

    said = faults(load, 'title = "Closed.ttf"', Closed=changed(restrict))
    assert "Source Sans Pro may not be embedded: its licence field (fsType) is 0x0002" in said


def test_what_a_font_says_of_itself_is_kept(load):
    (facts,) = load('title = "My.ttf"').game.typefaces.facts
    assert facts.place == "My.ttf"
    assert facts.name.startswith("Source Sans")
    assert "Open Font License" in facts.licence
    (note,) = font_notes(load('title = "My.ttf"').game.typefaces)
    assert note.startswith("My.ttf: Source Sans Pro")
    assert "Open Font License, Version 1.1" in note
    assert note.endswith("; to embed: installable")


def test_a_font_that_changes_after_it_was_read_is_reported(load, tmp_path):
    family = load('title = "My.ttf"').game.typefaces.family("title")
    (tmp_path / "letters/My.ttf").write_bytes(Path(font_file("serif")).read_bytes())
    with pytest.raises(FontError, match="has changed during the build; build again"):
        text_width("Hallo", family.regular, 1)


def test_editors_take_a_file_or_a_table():
    assert '"fallback"' in schema_text("game")


def test_a_font_that_lies_about_its_size_is_damaged(load):
    data = bytearray(Path(font_file("sans")).read_bytes())
    struct.pack_into(">H", data, 4, 60000)  # tables in the directory
    assert "Bad.ttf" in faults(load, 'title = "Bad.ttf"', Bad=bytes(data))


@pytest.mark.parametrize("flavour", ["sheets", "documents"])
def test_a_font_that_may_only_be_embedded_whole_is_not_a_fault_of_a_file(load, tmp_path, flavour):
    def asks_to_be_whole(font):
        font["OS/2"].fsType = 0x100

    japanese = TTFont(FONTS / "NotoSansJP.otf", recalcTimestamp=False)
    asks_to_be_whole(japanese)
    out = BytesIO()
    japanese.save(out)
    fonts = 'title = { file = "Whole.ttf", fallback = ["Other.ttf"] }'
    loaded = load(fonts, Whole=changed(asks_to_be_whole), Other=out.getvalue())
    text = Text(Point(5, 15), "Hallo 忍者", loaded.game.typefaces.family("title").regular, 5)
    scene = Scene(Size(60, 20), (text,))
    if flavour == "sheets":
        written = pdf.render([scene], pdf.PrintHints("t"))
    else:
        written = render_drawings([scene], Metadata("t", "en"))
    with pikepdf.open(BytesIO(written)) as document:
        finding = subset_finding(document)
    assert finding.status is Status.OK
    assert finding.found != "subset"  # both are embedded whole
