"""No text of a game is markup in anything made of it, and other people's readers find it whole."""

import csv
import json
import re
from collections.abc import Iterator
from pathlib import Path

import ezdxf
import pikepdf
import pytest
from lxml import etree, html
from markdown_it import MarkdownIt
from marked_game import LITTLE_ROOM, MARK, NAMES, text_fields, write_game
from typer.testing import CliRunner

from pnp.cli import app
from pnp.game.game import Game

bagit = pytest.importorskip("bagit")

# Rulebooks set quotes as printers do, and begin sentences with capitals.
AS_TYPED = {
    **dict.fromkeys(map(ord, "\u201c\u201d\u201e"), '"'),
    **dict.fromkeys(map(ord, "\u2018\u2019"), "'"),
    0xA0: " ",
}
TEXT = re.compile(r"\(x\)`\|\*_(\d+)e")  # how each text ends
TAGS = re.findall(
    r"\w+",
    "a article body br caption circle clipPath code dd defs desc details div dl dt em figcaption "
    "figure footer g h1 h2 h3 h4 head header html image li main meta nav ol p path pre section "
    "span strong style summary sup svg table tbody td th thead title tr ul",
)
ATTRIBUTES = re.findall(
    r"\S+",
    "aria-label aria-labelledby baseProfile charset class clip-path clip-rule content d "
    "data-column fill fill-rule height href hreflang http-equiv id lang name role scope start "
    "stroke stroke-dasharray stroke-linecap stroke-linejoin stroke-miterlimit stroke-width style "
    "title transform version viewBox width x xmlns y preserveAspectRatio",
)
GCODE = (
    *("--format", "gcode", "--speed", "cut=10,score=20,engrave=30,travel=50"),
    *("--power", "cut=80,score=20,engrave=20"),
)
DRAWN = {  # as outlines, which no reader takes for texts
    *("FramedBoard.title", "HexMap.title", "Track.title", "Terrain.name", "MapLine.name"),
    *("Strips.title", "Strips.note", "StripRow.text"),
}
UNSAID = {
    "Authority.source",
    "Claim.says",
    "Game.version",
    "Played.by",
}  # by any file of a game that asks not
IN_BAG_INFO = {"Deposit.contact_name"}  # alone


@pytest.fixture(scope="module")
def made(tmp_path_factory) -> tuple[Path, dict[int, str]]:
    """Return a folder with everything that is made of the game, and the field of each text."""
    place = tmp_path_factory.mktemp("marked")
    folder, texts = write_game(place)
    for command in (
        ("build", "--format", "pdf,svg,tts", "--gang"),
        ("rules", "--format", "pdf,html,md"),
        ("laser", "--component", "pegs", "--format", "dxf,lbrn2,svg"),
        ("laser", "--component", "pegs", "--client", "lasergrbl", *GCODE),
        ("kit",),
        ("archive",),
    ):
        out = place / ("packages" if command[0] == "archive" else "made")
        done = CliRunner().invoke(app, (command[0], str(folder), "--out", str(out), *command[1:]))
        assert done.exit_code == 0, f"{command}: {done.output[:600]}"
        assert done.stdout.isascii()
    return place, dict(enumerate(field for field, _ in texts))


def files(made: tuple[Path, dict[int, str]], ending: str) -> Iterator[Path]:
    found = [path for path in made[0].rglob(f"*{ending}") if "larder" in path.parts[-4:]]
    found = [
        path for path in found if path.is_relative_to(made[0] / "made") or "data" in path.parts
    ]
    assert found, f"there are no files {ending}"
    return iter(sorted(found))


def numbers_in(texts: Iterator[str]) -> set[int]:
    """Return which texts of the game come back; each must be whole."""
    found = set()
    for text in texts:
        typed = text.translate(AS_TYPED)
        for end in TEXT.finditer(typed):
            before = typed[: end.end(0)].removesuffix(f"{end[1]}e")
            assert before.endswith(MARK[1:]), f"{end[1]}: {before[-60:]}"
            found.add(int(end[1]))
    return found


def read_html(path: Path) -> Iterator[str]:
    for element in html.fromstring(path.read_bytes()).iter():
        assert isinstance(element.tag, str), f"{path.name}: a comment: {element}"
        assert element.tag in {one.lower() for one in TAGS}, f"{path.name}: <{element.tag}>"
        assert {*element.attrib} <= {one.lower() for one in ATTRIBUTES}, (
            f"{path.name}: {element.attrib}"
        )
        href = element.get("href", "#")
        assert href.startswith(("#", "https://a.org/", "data:image/png")) or href.endswith(".html")
        assert element.get("http-equiv", "Content-Security-Policy") == "Content-Security-Policy"
        yield from element.attrib.values()
    yield html.fromstring(path.read_bytes()).text_content()


def read_xml(path: Path) -> Iterator[str]:
    for element in etree.fromstring(path.read_bytes()).iter():
        assert isinstance(element.tag, str), f"{path.name}: a comment"
        assert etree.QName(element).localname != "i"
        yield from map(str, element.attrib.values())
        yield element.text or ""


def read_json(path: Path) -> Iterator[str]:
    pending = [json.loads(path.read_bytes())]
    while pending:
        value = pending.pop()
        if isinstance(value, dict):
            if path.parent.name == "tts":  # whose tabs are in a markup of brackets
                assert not {"[", "]"}.intersection(str(value.pop("body", "")))
            pending += [*value.values(), *value]
        elif isinstance(value, list):
            pending += value
        elif isinstance(value, str):
            yield value


def read_markdown(path: Path) -> Iterator[str]:
    tokens = MarkdownIt("commonmark", {"html": True}).enable("table").parse(path.read_text("utf-8"))
    for token in [inner for outer in tokens for inner in (outer.children or [outer])]:
        assert token.type != "html_block"
        if token.type == "html_inline":
            assert re.fullmatch(r'</?(a|em|strong|sup)( (id|title)="[^"<>]*")?>', token.content)
        href = str(token.attrs.get("href", "#"))
        assert href.startswith(("#", "https://a.org/"))
        assert re.fullmatch(r"[a-z0-9.-]+\.svg", str(token.attrs.get("src", "x.svg")))
    for token in tokens:
        if token.children:
            yield "".join(inner.content for inner in token.children if inner.type != "html_inline")


def read_pdf(path: Path) -> Iterator[str]:
    with pikepdf.open(path) as pdf:
        for value in pdf.docinfo.values():
            yield str(value)
        if "/Metadata" in pdf.Root:
            for element in etree.fromstring(pdf.Root.Metadata.read_bytes()).iter():
                yield element.text or ""
        for thing in pdf.objects:
            if isinstance(thing, pikepdf.Dictionary):
                assert thing.get("/S") not in ("/JavaScript", "/Launch", "/GoToR", "/SubmitForm")
                assert str(thing.get("/URI", "https://a.org/")).startswith("https://a.org/")
                yield from (
                    str(thing[key]) for key in ("/Alt", "/Title", "/Contents") if _text(thing, key)
                )


def _text(thing: pikepdf.Dictionary, key: str) -> bool:
    return isinstance(thing.get(key), pikepdf.String)


READERS = {
    ".html": read_html,
    ".svg": read_xml,
    ".xml": read_xml,
    ".lbrn2": read_xml,
    ".json": read_json,
    ".jsonld": read_json,
    ".md": read_markdown,
    ".pdf": read_pdf,
}


def test_every_field_that_takes_a_text_has_one(made):
    assert set(text_fields(Game, set())) - NAMES == set(made[1].values())


@pytest.mark.parametrize("ending", READERS)
def test_no_text_is_markup(made, ending):
    for path in files(made, ending):
        if "definition" not in path.parts:
            numbers_in(READERS[ending](path))


def test_every_text_comes_back_whole(made):
    found: set[int] = set()
    for ending, read in READERS.items():
        for path in files(made, ending):
            if "definition" not in path.parts:
                found |= numbers_in(read(path))
    back = {made[1][number] for number in found}
    assert set(made[1].values()) - back - LITTLE_ROOM == DRAWN | UNSAID | IN_BAG_INFO


def test_files_for_machines_hold_no_text_that_acts(made):
    for path in files(made, ".dxf"):
        assert ezdxf.readfile(path).audit().errors == []
    for path in files(made, ".gcode"):
        lines = path.read_text("ascii").splitlines()
        assert all(re.fullmatch(r"[A-Z0-9. -]*(;[ -~]*)?", line) for line in lines)


def test_the_package_says_each_thing_in_a_line(made):
    bag = bagit.Bag(str(made[0] / "packages" / "larder"))
    bag.validate()
    assert numbers_in(iter(bag.info.values()))
    assert all(isinstance(value, str) for value in bag.info.values())
    table = made[0] / "packages" / "larder" / "data" / "metadata" / "metadata.csv"
    with table.open(encoding="utf-8", newline="") as stream:
        head, *rows = csv.reader(stream)
    assert {len(row) for row in rows} == {len(head)}
    assert numbers_in(cell for row in rows for cell in row)
