"""One number of sheets and of cuts: report, estimate, page and file agree."""

import json
import re
from itertools import cycle, product
from urllib.parse import parse_qs

import pypdfium2
import pytest
from helpers.command import run
from helpers.games import MANY_SIDED
from verify.conftest import faults_of

from pnp.definitions import find_game, load_game
from pnp.make.choices import Choices
from pnp.make.laid_out import lay_out
from pnp.sheets.job import BuildJob
from pnp.sheets.layout.scheme import Duplex
from pnp.sheets.options import SheetOptions

TWO_SIDED = (Duplex.LONG_EDGE, Duplex.SHORT_EDGE, Duplex.FOLD)
COUNTS = ("sheets", "cuts", "outlines")
MIXED = """
name = "Mixed"
summary = "Cards with and without backs."

[components.plain]
kind = "cards"
name = "Plain"
size = "63x88mm"
cards = [{ id = "a", title = "A", copies = 14 }]
front = { frames = [{ kind = "text", text = "{title}", at = "5x5mm", area = "50x10mm" }] }

[components.backed]
kind = "cards"
name = "Backed"
size = "88x63mm"
cards = [{ id = "b", title = "B", copies = 4 }]
front = { frames = [{ kind = "text", text = "{title}", at = "5x5mm", area = "50x10mm" }] }
back = { frames = [{ kind = "text", text = "back", at = "5x5mm", area = "50x10mm" }] }

[components.some]
kind = "deck"
name = "Some with backs"
cards = [
  { front = 1, copies = 17 },
  { front = 2, back = 3, copies = 3 },
  { front = 4, copies = 16 },
]
"""


@pytest.fixture(scope="module")
def mixed(tmp_path_factory):
    folder = tmp_path_factory.mktemp("games") / "mixed"
    folder.mkdir()
    (folder / "game.toml").write_text(MIXED, encoding="utf-8")
    return str(folder)


def labels(file):
    """Return the label of each page: a sheet of how many, or none on a blank page."""
    with pypdfium2.PdfDocument(file) as document:
        texts = [page.get_textpage().get_text_bounded() for page in document]
    found = [re.search(r"sheet (\d+) of (\d+)", text) for text in texts]
    return [tuple(map(int, one.groups())) if one else None for one in found]


def counted(files, duplex):
    """Return the sheets of PDF files: by their labels, or of a poster by its pages."""
    sheets = 0
    for file in files:
        found = labels(file)
        many = {one[1] for one in found if one}
        if not many:
            sheets += len(found)
            continue
        (most,) = many
        assert {one[0] for one in found if one} <= set(range(1, most + 1))
        assert duplex is Duplex.BACKS or {one[0] for one in found if one} == set(range(1, most + 1))
        sides = 2 if len(found) > most else 1
        assert len(found) in (sides * most, sides * most - (sides - 1))
        sheets += most
    return sheets


@pytest.mark.parametrize(
    ("game", "duplex", "gang"),
    [
        pytest.param(game, duplex, gang, id=f"{game}-{duplex}-{'gang' if gang else 'apart'}")
        for game, duplex, gang in (
            *product(["mixed"], Duplex, [True, False]),
            *zip(MANY_SIDED * 2, cycle([*TWO_SIDED, Duplex.FRONTS]), cycle([True, False])),
        )
        if not (game == "turno" and gang)  # looks for smaller cards again and again
    ],
)
def test_report_estimate_page_and_file_have_one_number_of_sheets(
    game, duplex, gang, mixed, tmp_path
):
    name = mixed if game == "mixed" else game
    command = ["build", name, "--format", "pdf", "--duplex", duplex, *["--gang"] * gang]
    made, planned = (
        json.loads(run(*command, "--json", *more).stdout)["games"][0]
        for more in (["--out", tmp_path], ["--dry-run"])
    )
    assert {key: made[key] for key in COUNTS} == {key: planned[key] for key in COUNTS}
    files = [tmp_path / game / path for path in made["files"] if path.startswith("print/")]
    assert made["sheets"] == counted(files, duplex)
    listed = json.loads((tmp_path / game / "manifest.json").read_text("utf-8"))["files"]
    for key in COUNTS:
        assert sum(file["work"][key] for file in listed if "work" in file) == made[key]
    loaded = load_game(find_game(name))
    query = f"format=pdf&duplex={duplex}" + "&gang=on" * gang
    shown = lay_out(loaded, Choices.read(loaded, parse_qs(query), job="build")).described()
    assert {key: shown[key] for key in COUNTS} == {key: made[key] for key in COUNTS}
    on_pages = {(part["id"], page["sheet"]) for part in shown["parts"] for page in part["pages"]}
    assert len(on_pages) == made["sheets"]


@pytest.mark.parametrize("duplex", Duplex)
def test_sheets_of_pieces_with_and_without_backs_are_right(duplex, mixed, tmp_path):
    for more in ([], ["--gang"], ["--one-file"]):
        command = ["build", mixed, "--format", "pdf", "--duplex", duplex, "--out", tmp_path]
        run(*command, *more)
        assert faults_of(tmp_path / "mixed") == {}


@pytest.mark.parametrize("duplex", [Duplex.LONG_EDGE, Duplex.SHORT_EDGE])
def test_a_sheet_without_backs_has_no_marks_behind_it(duplex, mixed):
    job = BuildJob.of(mixed, SheetOptions(formats=("pdf",), duplex=duplex, only=("some",)))
    (sheets,) = [one.job for one in job.plan.drawn]
    pages = [page.label for page in sheets.pages() if page.items]
    assert pages == ["1 front", "2 front", "2 back", "3 front"]
    assert [(page.sheet, page.side) for page in sheets.sides] == [
        (1, "front"), (1, "back"), (2, "front"), (2, "back"), (3, "front"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("rule_set", "duplex"),
    [
        ("turno/turnooi", "long-edge"),
        ("turno/turnooi", "fronts"),
        ("turnio/x-variant", "fold"),
        ("punt-match/hex-2", "short-edge"),
    ],
)
def test_a_kit_has_as_many_sheets_as_it_says(rule_set, duplex, tmp_path):
    game, _, rules = rule_set.partition("/")
    command = ["kit", rule_set, "--duplex", duplex, "--with", "all", "--json"]
    made, planned = (
        json.loads(run(*command, *more).stdout)["kits"][0]
        for more in (["--out", tmp_path], ["--dry-run"])
    )
    same = ("piece_sheets", "cuts", "cuts_by_tool", "minutes", "pages")
    assert {key: made[key] for key in same} == {key: planned[key] for key in same}
    (entry, *_) = json.loads((tmp_path / game / "manifest.json").read_text("utf-8"))["files"]
    work = entry["work"]
    assert work["sheets"] == made["piece_sheets"]
    assert sum(made["cuts_by_tool"].values()) == made["cuts"]
    file = tmp_path / game / made["files"][0]
    with pypdfium2.PdfDocument(file) as document:
        texts = [page.get_textpage().get_text_bounded() for page in document]
    shared = {one for text in texts for one in re.findall(r"sheet (\d+) of (\d+)", text)}
    parts = [text for text in texts if re.search(r"page [A-Z]+ of [A-Z]+", text)]
    assert {int(many) for _, many in shared} == {len(shared)}
    assert made["piece_sheets"] == len(shared) + len(parts)
    loaded = load_game(find_game(game))
    query = parse_qs(f"for={rules}&duplex={duplex}&with=all")
    shown = lay_out(loaded, Choices.read(loaded, query, job="kit")).described()
    assert (shown["sheets"], shown["cuts"]) == (made["piece_sheets"], made["cuts"])
    pages = [page for part in shown["parts"] for page in part["pages"]]
    assert len({page["sheet"] for page in pages} - {0}) == made["piece_sheets"]
