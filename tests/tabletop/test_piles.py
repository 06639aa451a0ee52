"""What lies on one another on a table: piles of counters, pawns on tiles."""

from pathlib import Path

import pytest
from helpers.tabletop_reader import TableObject, read_table

from pnp.definitions import find_game, load_game
from pnp.sheets.options import SheetOptions
from pnp.sheets.plan import plan_build
from pnp.tabletop.job import Tabletop

PILES = """
name = "Piles"
summary = "Counters on one another."

[components.board]
kind = "grid"
name = "Board"
rows = 2
columns = 2
cell = "26x26mm"
holds = ["men", "folk"]

[components.men]
kind = "counters"
name = "Men"
diameter = "20mm"
series = [
  { id = "white", color = "#f4f1e8", mark = "ring", copies = 8 },
  { id = "black", color = "#222222", mark = "star", copies = 8 },
]

[components.folk]
kind = "standees"
name = "Folk"
width = "12mm"
height = "30mm"
base = "12mm"
tab = "6mm"
pawns = [{ id = "a", color = "#aa0000", mark = "star" }]

[sources.notes]
kind = "rules"
title = "Notes"

[rule_sets.piles]
name = "Piles"
summary = "Take a pile apart."
players = { least = 2, most = 2 }
needs = [
  { component = "board", count = 1, source = "notes" },
  { component = "men", count = 12, source = "notes" },
  { component = "folk", count = 1, source = "notes" },
]

[rule_sets.piles.setup]
board = "board"
lay = [
  { component = "men", at = ["a1"], pile = ["white", "black", "white"] },
  { component = "men", pieces = ["black"], at = ["b2"], each = 2 },
  { component = "folk", at = ["b2"] },
  { component = "men", count = 7 },
]
known = { status = "reconstructed", says = "They lie in piles.", because = "We say so." }
"""


@pytest.fixture
def lying(tmp_path: Path) -> list[TableObject]:
    folder = tmp_path / "piles"
    folder.mkdir()
    (folder / "game.toml").write_text(PILES, encoding="utf-8")
    loaded, options = load_game(find_game(str(folder))), SheetOptions(formats=("tts",))
    tabletop = Tabletop(loaded, plan_build(loaded.game, options), options)
    _, table = tabletop.saves()
    pixels = {image.path.rpartition("/")[2]: image.pixels for image in tabletop.images}
    return read_table(table.content, pixels)


def test_pile_rises_from_its_first_piece(lying):
    pile = sorted((p for p in lying if p.x < 0 and p.component == "Men"), key=lambda p: p.height)
    assert [p.json["Nickname"] for p in pile] == ["Men: white", "Men: black", "Men: white"]
    assert len({(p.x, p.y) for p in pile}) == 1
    assert pile[2].height - pile[1].height == pytest.approx(pile[1].height - pile[0].height)
    assert pile[1].height - pile[0].height >= 0.1  # the thickness of a piece


def test_pieces_without_room_side_by_side_lie_on_one_another_and_a_pawn_on_them(lying):
    board = lying[0]
    here = [p for p in lying if 0 < p.x < board.size[0] / 2]
    assert [p.component for p in sorted(here, key=lambda p: p.height)] == ["Men", "Men", "Folk"]
    assert len({(p.x, p.y) for p in here}) == 1


def test_what_the_setup_leaves_is_beside_the_board(lying):
    (bag,) = (p for p in lying if p.json["Name"] == "Bag")
    assert len(bag.json["ContainedObjects"]) == 12 - 3 - 2
    assert bag.ground.bounds[0] > lying[0].ground.bounds[2]
