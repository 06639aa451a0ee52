"""Printing what changed since a commit or an earlier manifest."""

import os
import shutil
import subprocess

import pypdfium2
import pytest
from helpers.command import files_of, refusal, run
from helpers.game_folder import GameFolder
from helpers.script_fonts import FOLDER

from pnp.jobs.changed import FACES, copies_by_key, read_since
from pnp.jobs.prototype_options import _as_word

FACE = 'kind = "text", text = "{title}", at = "5x5mm", area = "50x9mm"'
ROWS = "title,title_de,copies\nFlood,Flut,2\nRain,Regen,1\nStorm,Sturm,3\n"
COMMITTER = {
    f"GIT_{who}_{what}": "a@b" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")
}


def git(folder, *arguments):
    subprocess.run(["git", *arguments], cwd=folder, check=True, env=os.environ | COMMITTER)


@pytest.fixture
def game(own, tmp_path):
    """A game whose folder is in a repository with the tag v1, and a manifest of then."""
    own.deck(FACE, rows=ROWS)
    own.write("notes/old.txt", "old")
    git(own.folder, "init", "-q")
    git(own.folder, "add", ".")
    git(own.folder, "commit", "-qm", "first")
    git(own.folder, "tag", "v1")
    shutil.copy(own.made("manifest.json"), tmp_path / "printed.json")
    return own


def build(game, since, *more):
    out = game.folder.parent / "out"
    return run(
        "build", game.folder, "--changed-since", since, "--format", "pdf", "--out", out, *more
    ).stdout


def printed(game, path="print/events-a4-changed-since-v1.pdf"):
    """Return the words on the sheets, without the label."""
    file = game.folder.parent / "out" / "river" / path
    return sorted(
        word
        for page in pypdfium2.PdfDocument(file)
        for word in page.get_textpage().get_text_range().split()
        if word in ("Flood", "Rain", "Storm", "Hail", "Deluge", "Flut", "Regen", "Sturm")
    )


@pytest.mark.parametrize("since", ["v1", "manifest"])
def test_pieces_that_changed_are_printed_and_counted(game, since):
    game.write("events.csv", ROWS.replace("Flood,", "Deluge,"))
    name = "v1" if since == "v1" else game.folder.parent / "printed.json"
    told = build(game, name)
    assert f"events: 2 of 6 changed since {name}" in told
    word = "v1" if since == "v1" else "printed"
    assert printed(game, f"print/events-a4-changed-since-{word}.pdf") == ["Deluge", "Deluge"]


def test_new_rows_and_more_copies_are_printed_and_moved_rows_are_not(game):
    game.write(
        "events.csv", "title,title_de,copies\nHail,,1\nStorm,Sturm,4\nFlood,Flut,2\nRain,Regen,1\n"
    )
    assert "events: 2 of 8 changed since v1" in build(game, "v1")
    assert printed(game) == ["Hail", "Storm"]


def test_a_font_counts_by_its_content_and_not_by_its_folder(own, tmp_path):
    own.write("own.otf", (FOLDER / "NotoSansJP.otf").read_bytes())
    own.deck(FACE, rows=ROWS, head='fonts.fallback = ["own.otf"]\n')
    known = copies_by_key(own.pieces())
    moved = GameFolder(tmp_path / "elsewhere" / "river")
    shutil.copytree(own.folder, moved.folder, dirs_exist_ok=True)
    assert copies_by_key(moved.pieces()) == known
    moved.write("own.otf", (FOLDER / "NotoSansThai.ttf").read_bytes())
    assert not copies_by_key(moved.pieces()).keys() & known.keys()


def test_a_layout_that_changed_is_a_change_of_all(game):
    file = game.folder / "game.toml"
    file.write_text(file.read_text().replace("5x5mm", "6x5mm"))
    assert "events: 6 of 6 changed since v1" in build(game, "v1")
    assert (game.folder.parent / "out" / "river" / "print" / "events-a4.pdf").is_file()


def test_each_language_is_compared_with_itself(game):
    game.write("events.csv", ROWS.replace("Regen", "Niesel"))
    told = build(game, "v1", "--lang", "en,de")
    assert "unchanged since v1, so not printed: events" in told
    assert "events: 1 of 6 changed since v1" in told
    out = game.folder.parent / "out" / "river" / "manifest.json"
    assert "unchanged" in build(game, out, "--lang", "en,de")
    assert f"events: 1 of 6 changed since {out}" not in build(game, out, "--lang", "en,de")


def test_nothing_new_is_not_an_error_and_prints_nothing(game):
    told = build(game, "HEAD")
    assert "unchanged since HEAD, so not printed: events" in told
    assert "no files" in told


def test_faults_of_then_and_a_game_that_cannot_be_read_count_as_changes(game):
    game.write("events.csv", ROWS.replace("Rain", "日本"))
    git(game.folder, "commit", "-qam", "bad card")
    game.write("events.csv", ROWS)
    assert "events: 1 of 6 changed since HEAD" in build(game, "HEAD")
    game.write("game.toml", "name = 1\n")
    git(game.folder, "commit", "-qam", "bad game")
    git(game.folder, "checkout", "-q", "v1", "--", ".")
    told = build(game, "HEAD")
    assert (
        "the game as it was at HEAD cannot be read, so everything counts as new: game.toml" in told
    )


def test_nothing_is_written_in_the_folder_of_the_game(game):
    before = files_of(game.folder)
    build(game, "v1")
    assert files_of(game.folder) == before


def test_a_repository_of_a_stranger_runs_nothing(game, tmp_path):
    marker = tmp_path / "ran"
    script = tmp_path / "run.sh"
    script.write_text(f"#!/bin/sh\ntouch {marker}\n")
    script.chmod(0o755)
    for key in (
        "core.fsmonitor",
        "core.pager",
        "core.sshCommand",
        "diff.external",
        "filter.x.smudge",
    ):
        git(game.folder, "config", key, str(script))
    git(game.folder, "config", "alias.ls-tree", f"!{script}")
    git(game.folder, "config", "remote.x.url", f"ext::{script}")
    git(game.folder, "config", "extensions.partialClone", "x")
    git(game.folder, "config", "remote.x.promisor", "true")
    game.write(".gitattributes", "* filter=x diff=x\n")
    blob = subprocess.check_output(
        ["git", "rev-parse", "v1:events.csv"], cwd=game.folder, text=True
    )
    assert "unchanged since v1" in build(game, "v1")
    (game.folder / ".git" / "objects" / blob[:2] / blob[2:].strip()).unlink()
    assert "git cannot read the file" in refusal(
        "build", game.folder, "--changed-since", "v1", "--out", tmp_path / "out"
    )
    assert not marker.exists()


@pytest.mark.parametrize(
    ("since", "fault"),
    [
        ("v9", "there is no commit 'v9'"),
        ("--output=x", "there is no commit '--output=x'"),
        ("v1:game.toml", "there is no commit 'v1:game.toml'"),
    ],
)
def test_what_is_not_a_commit_is_reported(game, since, fault):
    assert fault in refusal("build", game.folder, f"--changed-since={since}")


def test_a_folder_without_repository_and_other_files_are_reported(own, tmp_path):
    own.deck(FACE, rows=ROWS)
    assert "is not in a git repository" in refusal("build", own.folder, "--changed-since", "v1")
    for content, fault in (
        ("{}", "lists no faces"),
        ("[", "lists no faces"),
        (f'{{"{FACES}": {{}}}}', "is of None"),
    ):
        file = tmp_path / "other.json"
        file.write_text(content)
        assert fault in refusal("build", own.folder, "--changed-since", file)


BOX = """
name = "Box"
summary = "Three kinds of pieces."
[components.units]
kind = "counters"
name = "Units"
diameter = "20mm"
series = [
  { id = "foot", color = "#23479b", mark = "square", copies = 6 },
  { id = "horse", color = "#b3352a", mark = "star", copies = 4 },
]
[components.die]
kind = "die"
name = "Die"
edge = "20mm"
opposites = [[1, 6], [2, 5], [3, 4]]
[components.field]
kind = "grid"
name = "Field"
rows = 3
columns = 3
cell = "20mm"
"""


def test_a_manifest_knows_the_pieces_of_every_kind(tmp_path):
    (tmp_path / "box").mkdir()
    file = tmp_path / "box" / "game.toml"
    file.write_text(BOX)
    command = "build", file.parent, "--format", "pdf", "--out", tmp_path / "out"
    run(*command)
    printed = tmp_path / "out" / "box" / "manifest.json"
    file.write_text(BOX.replace('mark = "star", copies = 4', 'mark = "cross", copies = 5'))
    told = run(*command, "--changed-since", printed).stdout
    assert f"units: 5 of 11 changed since {printed}" in told
    assert f"unchanged since {printed}, so not printed: die, field" in told


def test_keys_of_a_manifest_are_those_of_the_pieces(game):
    known = read_since("--changed-since", str(game.folder.parent / "printed.json")).known
    assert known == {"events": copies_by_key(game.pieces())}


@pytest.mark.parametrize(
    ("since", "word"),
    [("v1.2", "v1.2"), ("HEAD~3", "HEAD-3"), ("old/printed.json", "printed"), ("~", "then")],
)
def test_the_word_for_names_of_files(since, word):
    assert _as_word(since) == word
