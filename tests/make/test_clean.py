"""Removing what earlier runs of a command made, and nothing else."""

import json
import shutil

import pytest
from helpers.command import files_of, listed, run


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """The output of four builds and of rules."""
    made, to = tmp_path_factory.mktemp("made"), ("-q", "--out")
    for more in ((), ("--duplex", "fold", "--no-gang"), ("--copies", "2")):
        run("deck", "--cards", "36", "--format", "pdf", *more, *to, made)
    run("build", "turno", "--only", "die", "--format", "pdf,svg", *to, made)
    run("rules", "turno/loop", "--format", "md", *to, made)
    return made


@pytest.fixture
def folder(made, tmp_path, monkeypatch):
    """A copy of what was made, with a file that a person added and one they changed."""
    monkeypatch.chdir(tmp_path)
    folder = shutil.copytree(made, tmp_path / "output") / "turno"
    (folder / "print" / "mine.pdf").write_text("mine")
    (folder / "print" / "box-36-a4-fold.pdf").write_text("changed")
    return folder


def test_a_deck_removes_earlier_decks_and_their_boxes_as_they_were_made(folder):
    told = run("deck", "--cards", "49", "--format", "pdf", "--clean").stdout
    assert "files of earlier runs removed: 7" in told
    assert {path for path in files_of(folder) if path.startswith(("print/", "svg/"))} == {
        "print/deck-49_box-49-a4.pdf",
        "print/deck-49_box-49-a4-steps.pdf",
        "print/die-a4.pdf",
        "svg/die/die-front.svg",
        "print/mine.pdf",
        "print/box-36-a4-fold.pdf",
    }
    assert "rules/loop.en.md" in files_of(folder)


def test_a_changed_file_is_never_removed_not_even_later(folder):
    for _ in range(2):
        run("build", "turno", "--only", "hexagon", "--format", "pdf", "--clean", "-q")
    assert {path for path in files_of(folder) if path.startswith(("print/", "svg/"))} == {
        "print/hexagon-a4.pdf",
        "print/mine.pdf",
        "print/box-36-a4-fold.pdf",
    }
    assert not (folder / "svg").exists()
    assert {file["kind"] for file in listed(folder)} == {"sheets", "rules"}


def test_rules_remove_earlier_rules_alone(folder):
    before = files_of(folder)
    run("rules", "turno/domino", "--format", "md", "--lang", "en", "--clean", "-q")
    after = files_of(folder)
    assert {path for path in after if path.endswith(".md")} == {"rules/domino.en.md"}
    kept = {path for path in before if not path.startswith(("rules/", "manifest"))}
    assert kept < after.keys()


def test_every_language_of_one_run_stays(tmp_path):
    given = ("--only", "tracker", "--format", "pdf", "--out", tmp_path, "-q")
    run("build", "turno", *given)
    run("build", "turno", *given, "--lang", "de,nl", "--clean")
    made = sorted(path.name for path in (tmp_path / "turno" / "print").iterdir())
    assert made == ["tracker-de-a4.pdf", "tracker-nl-a4.pdf"]


def test_nothing_goes_if_a_language_cannot_be_made(own, tmp_path):
    own.deck('kind = "text", text = "{title}", at = "5x5mm", area = "20x9mm"')
    own.write("events.csv", "title,title_de\nFlood,Flut\n")
    file = own.folder / "game.toml"
    file.write_text(file.read_text().replace("front =", 'rows = "events.csv"\nfront ='))
    given = ("build", own.folder, "--format", "pdf", "--lang", "de,en", "--out", tmp_path / "out")
    run(*given)
    own.write("events.csv", f"title,title_de\nFlood,{'Flut ' * 99}\n")
    run(*given, "--copies", "2", "--clean", status=1)
    left = {path.name for path in (tmp_path / "out" / own.folder.name / "print").iterdir()}
    assert {"events-en-a4.pdf", "events-de-a4.pdf"} < left


def test_what_is_removed_is_named(own, tmp_path):
    own.deck('kind = "text", text = "{title}", at = "5x5mm", area = "50x9mm"')
    own.write("events.csv", "title,title_de\nFlood,Flut\n")
    file = own.folder / "game.toml"
    file.write_text(file.read_text().replace("front =", 'rows = "events.csv"\nfront ='))
    given = ("build", own.folder, "--format", "pdf", "--out", tmp_path / "out")
    run(*given)
    assert "--clean" not in run(*given, "--lang", "de").stdout
    told = run(*given, "--lang", "de", "--clean").stdout
    assert "files of earlier runs removed: 1 (print/events-a4.pdf)" in told
    made = json.loads(run(*given, "--clean", "--json").stdout)["games"]
    assert made[0]["removed"] == ["print/events-de-a4.pdf"]


def test_what_a_changed_definition_left_can_be_removed(own, tmp_path):
    own.deck()
    given = ("build", own.folder, "--format", "pdf", "--out", tmp_path / "out")
    run(*given, "--paper", "a5", "-q")
    with (own.folder / "game.toml").open("a", encoding="utf-8") as file:
        file.write("# changed\n")
    assert "left from earlier builds: 1 file (print/events-a5.pdf); --clean" in run(*given).stdout
    assert "files of earlier runs removed: 1" in run(*given, "--clean").stdout
    assert [path.name for path in tmp_path.rglob("*.pdf")] == ["events-a4.pdf"]


def test_what_other_commands_left_is_removed_by_them(own, tmp_path):
    own.deck()
    given = (own.folder, "--out", tmp_path / "out")
    run("rules", *given)
    run("build", *given, "--paper", "a5", "--format", "pdf", "-q")
    with (own.folder / "game.toml").open("a", encoding="utf-8") as file:
        file.write("# changed\n")
    told = run("build", *given, "--format", "pdf", "--clean").stdout
    assert "files of earlier runs removed: 1 (print/events-a5.pdf)" in told
    (left,) = [line for line in told.splitlines() if "left from" in line]
    assert left.startswith("  left from earlier runs of pnp rules: ")
    assert left.endswith("; pnp rules --clean removes them")
