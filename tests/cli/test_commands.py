"""The commands as a user types them, in this process or in another."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from shutil import copytree

import pytest
from helpers.command import files_of, listed, refusal, run
from helpers.requirements import needs_cairo

from pnp import __version__
from pnp.base.files import templates
from pnp.definitions import built_in_games, games_to_copy, load_game
from pnp.make.listed import list_games

FOLDER = templates() / "games" / "turno"
TURNO = (FOLDER / "game.toml").read_text(encoding="utf-8")
RULE_SETS = ["loop", "lottery", "domino", "checkers", "turnooi", "turnooi-9x6"]


def changed_turno(tmp_path, *changes: tuple[str, str]) -> Path:
    """Write TURNO's definition, with some changes and without rule texts, which take a while."""
    text = TURNO
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    folder = tmp_path / "turno"
    copytree(FOLDER / "art", folder / "art")
    (folder / "game.toml").write_text(text, encoding="utf-8")
    return folder


def test_list_names_the_games():
    result = run("list")
    assert "turno" in result.stdout
    data = json.loads(run("list", "--json").stdout)
    (turno,) = [game for game in data["games"] if game["id"] == "turno"]
    assert turno["rule_sets"] == [f"turno/{key}" for key in RULE_SETS]


def test_list_shows_of_unvalidated_games_what_validated_ones_say():
    shown = list_games()
    for one in (*(entry.game for entry in shown.games), *shown.examples):
        game = load_game(games_to_copy()[one.id] / "game.toml").game
        counts = len(game.components), tuple(game.rule_sets)
        assert (one.id, one.name, one.summary) == (game.id, game.name, game.summary)
        assert (len(one.components), tuple(one.rule_sets)) == counts


POND = """
name = "Pond"
summary = "Frogs."

[components.frogs]
kind = "cards"
name = "Frogs"
shape = "round"
size = "40mm"
cards = [{ n = "1" }]
front = { frames = [{ kind = "text", text = "{n}", at = "9x9mm", area = "20x9mm" }] }

[components.die]
kind = "die"
name = "Die"
edge = "12mm"
faces = [1, 2, 3, 4, 5, 6]
"""


def test_show_measures_round_pieces_across_and_prints_no_empty_headings(tmp_path):
    folder = tmp_path / "pond"
    folder.mkdir()
    (folder / "game.toml").write_text(POND, encoding="utf-8")
    shown = run("show", folder).stdout
    assert "40 mm across" in shown
    assert "12 x 12 mm" in shown
    for absent in ("Rule sets", "Sources", "What is known", "Disputed", "Open questions"):
        assert absent not in shown
    assert run("show", folder, "--evidence").stdout == "pond: Pond\n"


def test_show_lists_components_rule_sets_sources_and_questions():
    text = run("show", "turno").stdout
    for part in (
        "Deck of 72",
        "Turno-Damspel",
        "known through horn-2023",
        "we follow horn-2023",
        "Who made TURNO?",
        "reconstructed",
    ):
        assert part in text
    data = json.loads(run("show", "turno", "--json").stdout)
    assert {c["id"]: c["pieces"] for c in data["components"]} == {
        "tiles": 36,
        "hexagon": 1,
        "pawns": 6,
        "die": 1,
        "tracker": 1,
        "loop-mat": 1,
        "star-mat": 1,
        "checkers-mat": 1,
        "turnooi-mat": 1,
        "turnooi-9x6-mat": 1,
        "deck-36": 36,
        "deck-49": 49,
        "deck-72": 72,
        "box-36": 1,
        "box-49": 1,
        "box-72": 1,
    }
    assert {fact["status"] for fact in data["facts"]} == {
        "stated",
        "derived",
        "reconstructed",
        "disputed",
    }


def test_check_states_each_need_and_claim_with_its_arithmetic(tmp_path):
    result = run("check", changed_turno(tmp_path))
    assert result.stderr == ""
    assert "6 x 6 = 36 tiles" in result.stdout
    assert "7 x 7 = 49" in result.stdout
    assert "1 + 2 + 3 + 4 + 5 + 6 + 5 + 4 + 3 + 2 + 1 = 36 tiles" in result.stdout
    assert "6 of 6 rule sets check out" in result.stdout


def test_check_prints_json_for_programs(tmp_path):
    (game,) = json.loads(run("check", changed_turno(tmp_path), "--json").stdout)["games"]
    assert (game["id"], game["ok"]) == ("turno", True)
    assert [r["id"] for r in game["rule_sets"]] == [f"turno/{key}" for key in RULE_SETS]
    loop = game["rule_sets"][0]
    assert loop["needs"][0] == {
        "component": "tiles",
        "required": 36,
        "available": 36,
        "ok": True,
        "source": "horn-2023",
    }
    assert {"text", "ok", "source"} <= set(loop["claims"][0])
    assert [reading["source"] for reading in loop["disputes"][0]["readings"]] == [
        "horn-2023",
        "bgg-turno",
    ]


def test_check_says_how_a_table_was_understood_also_to_programs(own):
    own.deck('kind = "text", text = "{title}", area = "50x9mm"', rows="title,Qty\nSun,2.0\n")
    note = "events.csv: the column 'Qty' is taken as copies"
    assert note in run("check", own.folder).stdout
    (game,) = json.loads(run("check", own.folder, "--json").stdout)["games"]
    assert game["notes"] == [note]


def test_check_reports_how_many_tiles_a_rule_set_lacks(tmp_path):
    folder = changed_turno(tmp_path, ('backs = "1-6"', 'backs = "1-6"\nwithout = ["4-2"]'))
    result = run("check", folder, status=1)
    assert "error: turno/loop: needs 36 tiles, the box has 35: 1 missing" in result.stderr
    assert "MISSING" in result.stdout
    (game,) = json.loads(run("check", folder, "--json", status=1).stdout)["games"]
    assert not game["ok"]
    assert not any(rule_set["ok"] for rule_set in game["rule_sets"])


def test_check_shows_the_arithmetic_of_a_wrong_claim(tmp_path):
    folder = changed_turno(tmp_path, ("arms = 6", "arms = 5"))
    result = run("check", folder, status=1)
    assert (
        "error: turno/lottery: claim 'Six arms of six tiles are all the tiles': "
        "5 x 6 = 30, which is not 36 tiles"
    ) in result.stderr.splitlines()
    assert "5 of 6 rule sets check out" in result.stdout


def test_check_reports_all_faults_of_a_definition_at_once(tmp_path):
    folder = changed_turno(
        tmp_path,
        ('corner = "2mm"', "corner = 2"),
        ('kind = "hexagon"', 'kind = "hexagon"\ncolour = "#ffffff"'),
        ('{ component = "die", count = 1', '{ component = "dice", count = 1'),
        ('of = "tiles"', 'of = "pawns"'),
        ("arms = 6,", 'arms = "six",'),
    )
    result = run("check", folder, status=2)
    assert result.stdout == ""
    file = folder / "game.toml"
    lines = result.stderr.splitlines()
    assert len(lines) == 5
    for place, advice in (
        (
            "components.tiles.corner",
            'write a length with its unit, such as "5mm", in quotes, not 2',
        ),
        ("components.hexagon.colour", "is not a key that is known here"),
        ("components.tracker.of", "there is no component 'pawns' of kind deck or tiles"),
        ("rule_sets.loop.needs[4].component", "there is no component 'dice'"),
        ("rule_sets.lottery.numbers.arms", "write a whole number, not 'six'"),
    ):
        (line,) = [line for line in lines if line.startswith(f"error: {file}: {place}: ")]
        assert advice in line


def test_build_refuses_a_box_that_falls_short_unless_unchecked(tmp_path):
    folder = changed_turno(tmp_path, ("arms = 6", "arms = 5"))
    out = tmp_path / "out"
    result = run("build", folder, "--out", out, "--only", "die", "--format", "pdf", status=1)
    assert "5 x 6 = 30" in result.stderr
    assert not out.exists()
    result = run("build", folder, "--out", out, "--only", "die", "--format", "pdf", "--unchecked")
    assert "THE BOX FALLS SHORT" in result.stdout
    assert "built despite: turno/lottery: claim" in result.stderr
    assert (out / "turno" / "print" / "die-a4.pdf").exists()


def test_build_reports_files_and_folder(tmp_path):
    given = ("--only", "tiles,die", "--format", "pdf,svg", "-v")
    result = run("build", "turno", "--out", tmp_path / "out", *given)
    assert result.stderr == ""
    lines = [line.split(maxsplit=1) for line in result.stdout.splitlines()]
    assert lines == [
        ["TURNO:", "6 rule sets checked"],
        [
            "print/tiles-a4.pdf",
            "36 pieces on 1 sheet: print both sides, flip on the long edge; 6 x 6, 14 cuts a sheet",
        ],
        ["print/die-a4.pdf", "1 piece on 1 sheet: print one side; no cuts straight through"],
        ["svg/", "73 faces"],
        ["all", f"in {tmp_path / 'out' / 'turno'}, listed in manifest.json"],
    ]


def test_quiet_build_prints_nothing(tmp_path):
    result = run("build", "turno", "--out", tmp_path / "out", "--only", "die", "--quiet")
    assert (result.exit_code, result.stdout, result.stderr) == (0, "", "")


@pytest.mark.parametrize("cards", [36, 49, 72])
def test_deck_makes_the_deck_of_that_size_and_its_box(tmp_path, cards):
    run("deck", "--cards", cards, "--out", tmp_path, "--format", "pdf")
    made = {path.name for path in (tmp_path / "turno" / "print").iterdir()}
    both = f"deck-{cards}_box-{cards}-a4"
    assert made == {f"{both}.pdf", f"{both}-steps.pdf"}


def test_chips_and_board_commands_make_those_components(tmp_path):
    run("chips", "--out", tmp_path, "--format", "pdf", "-q")
    run("board", "turnio", "--out", tmp_path, "--format", "pdf", "-q")
    made = {path.name for path in (tmp_path / "turnio" / "print").iterdir()}
    chips = "chips_x-chips_chip-box-a4"
    assert made == {f"{chips}.pdf", f"{chips}-steps.pdf", "board-a4.pdf"}


@pytest.mark.parametrize(
    ("stock", "depth"), [("0.3mm", 10.8), ("300gsm", 12.96), (" 0.35MM", 12.6)]
)
def test_box_depth_follows_from_stock(tmp_path, stock, depth):
    run("deck", "--cards", 36, "--no-gang", "--out", tmp_path, "-q", "--stock", stock)
    made = listed(tmp_path / "turno")
    (box,) = [file for file in made if file["component"] == "box-36"]
    paper = depth / 36
    walls = 2 * (45 + paper) + (depth + 1 + 4 * paper) + (depth + 1 + 3 * paper)
    assert box["piece_mm"][0] == pytest.approx(walls + 10)


@pytest.mark.parametrize("command", ["build", "chips"])
def test_build_and_chips_accept_stock(tmp_path, command):
    given = (command, "turnio", "--no-gang", "--out", tmp_path, "--format", "pdf", "-q")
    for stock in ("0.3mm", "250gsm", "300gsm", "0.35mm"):
        run(*given, "--stock", stock)
    boxes = {file.name: file.read_bytes() for file in tmp_path.glob("turnio/print/chip-box-*")}
    words = ("0.3mm", "300gsm", "0.35mm")  # 250 g/m2 is 0.3 mm thick
    assert boxes.keys() == {f"chip-box-a4-{word}.pdf" for word in words}
    assert len(set(boxes.values())) == 3


@pytest.mark.parametrize(
    ("option", "name", "words"),
    [
        (
            [],
            "board-a5.pdf",
            "1 piece on 4 sheets: join 2 across and 2 down, cut and glue where the letters say",
        ),
        (
            ["--poster"],
            "board-a5-poster.pdf",
            "1 piece on 4 sheets: join 2 across and 2 down, cut and glue where the letters say",
        ),
    ],
    ids=["no option", "poster"],
)
@pytest.mark.parametrize("command", [["board"], ["build", "--only", "board"]], ids=" ".join)
def test_large_board_becomes_a_poster(tmp_path, command, option, name, words):
    paper = ["--paper", "a5", "--format", "pdf", "--out", tmp_path]
    result = run(*command, "tawula", *paper, *option, "-v")
    _, line, _ = result.stdout.splitlines()
    assert line.split(maxsplit=1) == [f"print/{name}", words]
    assert [path.name for path in (tmp_path / "tawula" / "print").iterdir()] == [name]


@pytest.mark.parametrize("command", [["board"], ["build", "--only", "board"]], ids=" ".join)
def test_fitted_board_reports_its_scale(tmp_path, command):
    paper = ["--paper", "180x240mm", "--format", "pdf", "--out", tmp_path]
    result = run(*command, "compositie", *paper, "--fit", "-v")
    _, line, _ = result.stdout.splitlines()
    words = "1 piece on 1 sheet: board at 85 % of its size, print one side; 1 x 1, 4 cuts a sheet"
    assert line.split(maxsplit=1) == ["print/board-180x240mm-fit.pdf", words]


def test_board_does_not_shrink_below_its_pieces(tmp_path):
    result = run("board", "tawula", "--paper", "a5", "--fit", "--out", tmp_path / "out", status=1)
    assert result.stderr == (
        "error: tawula, board: would shrink to 68 % of its size to fit, and then pieces of 16x16mm "
        "do not fit places that are 12.2x12.2mm; print it on several pages (--poster), use larger "
        "paper, or add --unchecked for a proof\n"
    )
    assert not (tmp_path / "out").exists()


def test_a_proof_of_a_board_may_be_too_small_for_its_pieces(tmp_path):
    a5 = "build", "tawula", "--only", "board", "--paper", "a5", "--fit", "--out", tmp_path
    result = run(*a5, "--unchecked")
    note = "board: at 68 % of its size pieces of 16x16mm do not fit places that are 12.2x12.2mm"
    assert note in result.stdout
    assert (tmp_path / "tawula/print/board-a5-fit.pdf").exists()


def test_deck_is_made_without_a_box_that_does_not_fit(tmp_path):
    given = ("deck", "--cards", 36, "--stock", "5mm", "--format", "pdf", "--out", tmp_path)
    result = run(*given, status=1)
    assert "turno, box-36: a piece of " in result.stderr
    assert result.stderr.endswith("; the box is left out\n")
    made = {path.name for path in (tmp_path / "turno" / "print").iterdir()}
    assert made == {"deck-36-a4-5mm.pdf", "deck-36-a4-5mm-steps.pdf"}


def test_all_components_that_do_not_fit_are_reported_at_once(tmp_path):
    result = run(
        "build", "turno", "--paper", "a5", "--size", "200x200mm", "--out", tmp_path, status=1
    )
    told = [line.split(":")[1].strip() for line in result.stderr.splitlines()]
    assert told == ["turno, tracker", "turno, deck-36", "turno, deck-49", "turno, deck-72"]


def test_paper_too_small_for_a_poster_is_refused(tmp_path):
    for option, message in (
        ("--poster", "50x60mm paper is too small for a poster"),
        ("--fit", "does not even fit at 1 % on 50x60mm paper; take larger paper"),
    ):
        result = run("board", "tawula", "--paper", "50x60mm", option, "--out", tmp_path, status=1)
        (line,) = result.stderr.splitlines()
        assert line.startswith("error: tawula, board: ")
        assert message in line


def test_chips_of_a_game_without_chips_lists_its_components(tmp_path):
    result = run("chips", "turno", "--out", tmp_path, status=2)
    assert "turno has no chips; it has: tiles, hexagon" in result.stderr


def test_board_of_a_game_without_boards_lists_its_components(tmp_path):
    folder = tmp_path / "cards"
    folder.mkdir()
    (folder / "game.toml").write_text(
        'name = "Cards"\nsummary = "Cards."\n[components.cards]\nkind = "deck"\n'
        'name = "Cards"\nfronts = "1-6"\nbacks = "1-6"\n'
    )
    result = run("board", folder, "--out", tmp_path / "out", status=2)
    assert "cards has no board; it has: cards" in result.stderr


def test_deck_without_cards_makes_all_decks_and_boxes(tmp_path):
    run("deck", "--out", tmp_path, "--format", "pdf", "-q")
    (sheets,) = (one for one in listed(tmp_path / "turno") if one["kind"] == "sheets")
    assert sheets["pieces"] == 36 + 49 + 72 + 3


@pytest.mark.parametrize(
    ("arguments", "status", "message"),
    [
        (["--paper", "a44"], 2, "--paper: 'a44' is not known; write one of a0, a1"),
        (["--paper", "210x297"], 2, "--paper: write a size with its unit"),
        (["--size", "-44x68mm"], 2, "--size: a size is more than 0 mm each way, not -44x68mm"),
        (["--size", "44x68"], 2, "--size: write a size with its unit"),
        (["--size", "pokre"], 2, "or write one of mini-euro, poker"),
        (["--size", "300x400mm"], 1, "turno, deck-36: a piece of 300x400mm does not fit"),
        (["--duplex", "long"], 2, "--duplex: 'long' is not known; write one of long-edge"),
        (["--stock", "thick"], 2, '--stock: write how thick the paper is, such as "0.35mm"'),
        (["--stock", "12pt"], 2, "or what it weighs, such as \"300gsm\", not '12pt'"),
        (["--stock", "6mm"], 2, "--stock: paper is from 0.05 mm to 5 mm thick, not 6mm"),
        (["--stock", "40gsm"], 2, "from 0.05 mm to 5 mm thick, not 40gsm, which is 0.048 mm"),
        (["--format", "pdf,gif"], 2, "--format: 'gif' is not known; write one of pdf, svg, png"),
        (["--format", "pdf,,svg"], 2, "--format: write names with commas between them"),
        (["--cards", "50"], 2, "--cards: turno has no deck of 50 cards; it has: 36, 49, 72"),
        (["--out", "/dev/null/x"], 1, "a file is where a folder should be; choose another"),
    ],
)
def test_impossible_option_is_refused_with_advice(tmp_path, arguments, status, message):
    out = [] if "--out" in arguments else ["--out", tmp_path / "out"]
    cards = [] if "--cards" in arguments else ["--cards", "36"]
    line = refusal("deck", *cards, *arguments, *out, status=status)
    assert message in line
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("command", ["show", "check", "build", "deck"])
@pytest.mark.parametrize(
    ("game", "message"),
    [
        ("turn", f"there is no game 'turn'; there are: {', '.join(built_in_games())},"),
        ("./nowhere", "write a folder that holds a game.toml"),
    ],
)
def test_unknown_game_is_refused_with_the_known_ones(command, game, message):
    result = run(command, game, status=2)
    assert message in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_failing_game_does_not_stop_the_others(tmp_path):
    folder = changed_turno(tmp_path, ("arms = 6", "arms = 5"))
    out = tmp_path / "out"
    run("build", folder, "turno", "--out", out, "--only", "die", "--format", "pdf", status=1)
    assert (out / "turno" / "print" / "die-a4.pdf").exists()


def test_unreadable_game_does_not_stop_the_check_of_others(tmp_path):
    result = run("check", tmp_path / "none", changed_turno(tmp_path), status=2)
    assert "6 of 6 rule sets check out" in result.stdout
    assert len(result.stderr.splitlines()) == 1


def test_check_reports_wrong_claims_of_the_box(tmp_path):
    folder = changed_turno(tmp_path, ("decks = 2", "decks = 3"))
    result = run("check", folder, status=1)
    assert "the box, WRONG CLAIMS" in result.stdout
    assert "6 of 6 rule sets check out, but the box is not what it is claimed" in result.stdout


def test_components_without_backs_are_listed_when_printing_backs(tmp_path):
    options = ["--duplex", "backs", "--format", "pdf", "--out", tmp_path]
    result = run("build", "turno", "--only", "tiles,pawns,die", *options)
    assert "no backs to print: pawns, die" in result.stdout
    result = run("build", "turno", "--only", "pawns", *options, status=2)
    assert "turno: pawns: no backs to print; choose another --duplex" in result.stderr


def test_option_values_ignore_case(tmp_path):
    run("deck", "--cards", 36, "--out", tmp_path, "--format", "PDF", "--size", "POKER",
                 "--duplex", "FOLD", "--paper", "A4", "-q")  # fmt: skip
    assert (tmp_path / "turno" / "print" / "deck-36-a4-poker-fold.pdf").exists()


def test_size_below_a_centimetre_is_refused(tmp_path):
    result = run("deck", "--size", "5x5mm", "--out", tmp_path / "out", status=2)
    assert result.stderr == "error: --size: a piece is 10 mm or more each way, not 5x5mm\n"


def test_characters_that_a_pipe_cannot_encode_are_replaced(tmp_path):
    folder = changed_turno(tmp_path, ("pawns.base < tracker.row", "pawns.base <= tracker.row"))
    result = pnp("check", folder, PYTHONIOENCODING="cp1252")
    assert result.returncode == 0
    assert b"15 (pawns.base) ? 18 (tracker.row)" in result.stdout


@pytest.mark.parametrize("name", ["x" * 5000, "a\0b", "x" * 5000 + "/y"])
def test_impossible_file_name_is_an_unknown_game(name):
    result = run("check", name, status=2)
    assert len(result.stderr.splitlines()) == 1


def test_only_without_games_builds_the_games_with_those_components(tmp_path):
    run("build", "--only", "die", "--out", tmp_path, "-q")
    assert [path.name for path in tmp_path.iterdir()] == ["turno"]
    result = run("build", "--only", "spinner", "--out", tmp_path, status=2)
    assert "--only: turno has no component 'spinner'; it has: tiles" in result.stderr


def test_unexpected_error_keeps_its_traceback(monkeypatch):
    import pnp.cli.listing as list_command

    def broken(as_json):
        raise RuntimeError("a bug")

    monkeypatch.setattr(list_command, "_print_games", broken)
    with pytest.raises(RuntimeError, match="a bug"):
        run("list", catch_exceptions=False)


def test_version_is_printed():
    assert run("--version").stdout == f"pnp {__version__}\n"


def pnp(*arguments, **environment) -> subprocess.CompletedProcess:
    return subprocess.run(
        [sys.executable, "-m", "pnp", *map(str, arguments)],
        capture_output=True,
        check=False,
        env={**os.environ, **environment},
    )


@needs_cairo
def test_output_does_not_depend_on_environment_or_folder_nor_names_a_path(tmp_path):
    only = ("--format", "pdf,svg,png", "--dpi", 100, "--only", "tiles,hexagon,pawns,die,tracker")
    one, other = tmp_path / "one", tmp_path / "other"
    run("build", "turno", "--out", one, *only)
    environment = {"PYTHONHASHSEED": "2", "TZ": "Asia/Tokyo", "LC_ALL": "C.UTF-8", "HOME": "/"}
    result = pnp("build", "turno", "--out", other, *only, **environment)
    assert result.returncode == 0, result.stderr
    made = files_of(one)
    assert len(made) > 150
    assert made == files_of(other)
    assert not any(str(tmp_path).encode() in content for content in made.values())


def test_output_to_a_pipe_is_plain_text(tmp_path):
    result = pnp("build", "--out", tmp_path, "--only", "die")
    assert b"\x1b" not in result.stdout + result.stderr
    assert result.stderr == b""


def test_help_describes_each_command_in_a_sentence():
    rows = re.findall(r"^│ [a-z]+ +(\S.*?) *│$", run("--help").output, re.MULTILINE)
    assert len(rows) > 20
    assert [row for row in rows if not row.endswith(".") or "..." in row] == []
