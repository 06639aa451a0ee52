"""Templates, picked pieces and copies on the command line."""

import json

import pytest
from helpers.command import listed, refusal, run


def made(folder, game="turno"):
    return sorted(path.name for path in (folder / game / "print").iterdir())


def test_templates_lists_slots_and_sources():
    text = run("templates").stdout
    for words in ("business-cards", "85x54mm", "65mm across", "Avery L7670", "derived"):
        assert words in text
    listed = json.loads(run("templates", "--json").stdout)["templates"]
    (cards,) = [sheet for sheet in listed if sheet["id"] == "business-cards"]
    assert (len(cards["slots"]), cards["slots"][0], cards["slot_mm"]) == (10, [15, 13.5], [85, 54])
    assert "LibreOffice" in cards["source"]


def test_template_appears_in_the_file_name_and_slot_sizes_are_reported(tmp_path):
    cards = ("deck", "--only", "deck-36", "--format", "pdf", "--out", tmp_path)
    result = run(*cards, "--template", "business-cards", "--size", "50x80mm")
    assert made(tmp_path) == ["deck-36-a4-50x80mm-business-cards.pdf"]
    told = "deck-36: pieces of 80x50mm are centred in the slots of business-cards (85x54mm)"
    assert told in result.stdout


LONG = "pieces-1_2_3_4_5_6_7_8_9_10_11_12_13_14_15_16_17_18-4e6c36cf"


def test_picked_pieces_do_not_replace_the_deck(tmp_path):
    cards = ("deck", "--only", "deck-36", "--format", "pdf", "--out", tmp_path, "-q")
    for more in ((), ("--pieces", "1-6,name:6-6"), ("--pieces", ",".join(map(str, range(1, 30))))):
        run(*cards, *more)
    assert made(tmp_path) == [
        "deck-36-a4-pieces-1-6_name-6-6.pdf",
        f"deck-36-a4-{LONG}.pdf",
        "deck-36-a4-steps.pdf",
        "deck-36-a4.pdf",
    ]
    files = listed(tmp_path / "turno")
    assert [file["pieces"] for file in files] == [7, 29, 1, 36]


def test_only_faces_of_picked_pieces_are_made(tmp_path):
    run("build", "turno", "--only", "deck-72", "--pieces", "red-1-2,1", "--format", "svg",
                 "--out", tmp_path)  # fmt: skip
    faces = sorted(path.name for path in (tmp_path / "turno" / "svg" / "deck-72").iterdir())
    assert len(faces) == 4
    assert "red-1-2-front.svg" in faces
    assert not (tmp_path / "turno" / "svg" / "set-ups").exists()


def test_copies_appear_in_report_and_manifest(tmp_path):
    cards = "build", "turno", "--only", "deck-36,box-36"
    result = run(*cards, "--copies", "2", "--format", "pdf", "--out", tmp_path)
    assert "72 pieces on 5 sheets" in result.stdout
    files = listed(tmp_path / "turno")
    assert {file["component"]: file["pieces"] for file in files} == {"deck-36": 72, "box-36": 2}


def test_several_games_are_built_in_one_run(tmp_path):
    given = ("--format", "pdf", "--gap", "2mm", "--out", tmp_path, "-q")
    run("build", "compositie", "tawula", "--only", "pieces", *given)
    assert made(tmp_path, "compositie") == made(tmp_path, "tawula") == ["pieces-a4-gap-2mm.pdf"]


@pytest.mark.parametrize(
    ("arguments", "status", "message"),
    [
        (["--skip", "17"], 2, "turno, deck-36: --skip: a sheet has 16 slots, 1 to 16, and none is"),
        (["--template", "round-65"], 2, "turno, deck-36: has backs, and labels (round-65) are"),
        (
            ["--template", "business-cards"],
            2,
            "turno, deck-36: a piece of 60x90mm is larger than the slots of business-cards",
        ),
        (["--pieces", "37"], 2, "--pieces: turno, deck-36: has 36 pieces, 1 to 36, and none is"),
        (["--pieces", "name:7-7"], 2, "has no piece '7-7' (it has: 1-1, 1-2,"),
        (["--copies", "0"], 2, "--copies: write a number from 1 to 100, not 0"),
        (["--orientation", "flat"], 2, "--orientation: 'flat' is not known; write one of auto"),
    ],
)
def test_impossible_option_is_refused_in_one_line(tmp_path, arguments, status, message):
    size = ["--size", "60x90mm"] if "business-cards" in arguments else []
    given = ["deck", "--only", "deck-36", "--format", "pdf", "--out", tmp_path / "out", "-q"]
    line = refusal(*given, *size, *arguments, status=status)
    assert message in line
    assert not (tmp_path / "out").exists()


def test_pieces_need_one_named_component(tmp_path):
    result = run("deck", "--cards", "36", "--pieces", "1", "--out", tmp_path / "out", status=2)
    told = "error: --pieces: picks from one component; name it with --only: deck-36, box-36\n"
    assert result.stderr == told


def test_same_options_make_the_same_bytes(tmp_path):
    def deck(name):
        given = ["--template", "business-cards", "--size", "54x85mm", "--skip", "3", "-q"]
        run("deck", "--only", "deck-36", "--format", "pdf", *given, "--out", tmp_path / name)
        file = tmp_path / name / "turno" / "print" / "deck-36-a4-54x85mm-skip-3-business-cards.pdf"
        return file.read_bytes()

    assert deck("one") == deck("other")
