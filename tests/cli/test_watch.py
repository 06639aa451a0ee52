"""Watching a game: rebuilds, faults and interruption."""

import json
import os
import queue
import signal
import subprocess
import sys
import threading

import pytest
from helpers.command import files_of, refusal, run

from pnp.base.errors import UsageError
from pnp.definitions import built_in_games
from pnp.make.command.watch import watch as watch_games

PATIENCE = 20  # seconds, for a machine that does much else; nothing waits so long that goes well


class Watched:
    """A command that watches, in a process of its own, and what it says line by line."""

    def __init__(self, *arguments):
        self.process = subprocess.Popen(
            [sys.executable, "-m", "pnp", *arguments, "--watch"],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
        )
        self._said = queue.Queue()
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()

    def _listen(self):
        """Read until the end of the output; only this thread reads or closes it."""
        with self.process.stdout as output:
            for line in output:
                self._said.put(line.rstrip("\n"))

    def until(self, words):
        """Return what is said up to the line with these words."""
        lines = []
        while not lines or words not in lines[-1]:
            try:
                lines.append(self._said.get(timeout=PATIENCE))
            except queue.Empty:
                pytest.fail(f"{words!r} was not said, but {lines}")
        return lines

    def end(self):
        """Press Ctrl-C; return the status and the rest of what is said."""
        self.process.send_signal(signal.SIGINT)
        status = self.process.wait(PATIENCE)
        return status, self.until("stopped")

    def kill(self):
        """End the process if it still runs, and wait for the last of its output."""
        self.process.kill()
        self.process.wait()
        self._listener.join(PATIENCE)


@pytest.fixture
def pond(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    run("new", "pond")
    return tmp_path / "pond"


@pytest.fixture
def watch():
    """Start watching; what was not ended by the test is ended after it."""
    started = []

    def start(*arguments):
        started.append(Watched(*arguments))
        return started[-1]

    yield start
    for one in started:
        one.kill()


def change(file, old, new):
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")


def stamps(folder):
    """When each file was written, and which it is: a file that is made again is another."""
    files = (file for file in folder.rglob("*") if file.is_file())
    return {
        file.relative_to(folder).as_posix(): (file.stat().st_mtime_ns, file.stat().st_ino)
        for file in files
    }


def changed(before, after):
    return {path for path in after if before.get(path) != after[path]}


def test_change_rebuilds_only_affected_files(pond, watch, tmp_path):
    watching = watch("build", "./pond", "--format", "pdf,svg")
    assert watching.until("all in")[0] == "watching pond: save a file in it; Ctrl-C ends"
    made = tmp_path / "output" / "pond"
    before = stamps(made)
    change(pond / "cards.csv", "Brook", "River")
    assert watching.until("made again")[-2:] == [
        "changed: cards.csv",
        "Pond: 1 rule set checked; made again: print/cards-a4.pdf, 1 svg file",
    ]
    assert changed(before, stamps(made)) == {
        "manifest.json",
        "print/cards-a4.pdf",
        "svg/cards/2-front.svg",
    }


def test_watch_makes_the_same_bytes_as_build(pond, watch, tmp_path):
    watching = watch("build", "./pond", "--format", "pdf,svg")
    watching.until("all in")
    change(pond / "cards.csv", "Brook", "River")
    watching.until("made again")
    change(pond / "game.toml", '"20mm"', '"22mm"')
    watching.until("made again")
    watching.end()
    run("build", "./pond", "--out", "once", "--format", "pdf,svg")
    there, once = (files_of(folder) for folder in (tmp_path / "output", tmp_path / "once"))
    assert {path: there[path] for path in once} == once


def test_fault_keeps_earlier_output_until_it_is_fixed(pond, watch, tmp_path):
    watching = watch("build", "./pond", "--format", "pdf,svg")
    watching.until("all in")
    made = tmp_path / "output" / "pond"
    change(pond / "game.toml", '"20mm"', '"21mm"')
    watching.until("made again")
    good = stamps(made)
    assert "print/gems-a4.pdf" in good
    change(pond / "game.toml", '"21mm"', '"21"')
    assert watching.until("nothing was made")[-3:] == [
        "changed: game.toml",
        "error: pond/game.toml: components.gems.diameter: write a length with its unit "
        "(mm, cm, in, pt), such as \"5mm\", not '21'",
        "nothing was made; earlier output stays",
    ]
    assert stamps(made) == good
    change(pond / "game.toml", '"21"', '"22mm"')
    assert watching.until("made again")[-1] == (
        "Pond: 1 rule set checked; made again: print/gems-a4.pdf, 2 svg files"
    )


def test_drawing_error_keeps_the_earlier_sheet(pond, watch, tmp_path):
    watching = watch("build", "./pond", "--format", "pdf,svg")
    watching.until("all in")
    sheet = tmp_path / "output" / "pond" / "print" / "gems-a4.pdf"
    good = sheet.read_bytes()
    change(pond / "game.toml", 'mark = "star"', 'text = "emeralds and rubies"')
    said = watching.until("nothing was made")
    assert said[-2].startswith("error: pond, gems: green: 'emeralds and rubies' is ")
    assert said[-1] == "nothing was made; earlier output stays"
    assert sheet.read_bytes() == good


def test_game_is_made_once_its_first_fault_is_fixed(pond, watch, tmp_path):
    change(pond / "game.toml", '"20mm"', '"20"')
    watching = watch("build", "./pond", "--format", "pdf,svg")
    assert watching.until("nothing")[-1] == "nothing was made"
    assert not (tmp_path / "output").exists()
    change(pond / "game.toml", '"20"', '"20mm"')
    assert "Pond: 1 rule set checked" in watching.until("all in")


def test_watch_ends_cleanly_on_interrupt(pond, watch):
    watching = watch("build", "./pond", "-q")
    watching.until("watching")
    status, said = watching.end()
    assert (status, said[-1]) == (0, "stopped")
    assert not any("Traceback" in line for line in said)


def test_output_inside_the_game_folder_is_not_a_change(pond, watch, monkeypatch):
    monkeypatch.chdir(pond)
    watching = watch("build")
    watching.until("all in")
    change(pond / "cards.csv", "Brook", "River")
    assert watching.until("made again")[0] == "changed: cards.csv"
    change(pond / "cards.csv", "River", "Brook")
    assert watching.until("made again")[0] == "changed: cards.csv"


def test_check_runs_again_after_a_change(pond, watch):
    watching = watch("check", "./pond")
    watching.until("1 of 1 rule sets check out")
    change(pond / "cards.csv", 'alone.",4', 'alone.",3')
    said = watching.until("0 of 1 rule sets check out")
    assert any("24 cards" in line and "23" in line for line in said)
    change(pond / "cards.csv", 'alone.",3', 'alone.",4')
    watching.until("1 of 1 rule sets check out")


def test_rules_are_made_again_after_a_change(pond, watch, tmp_path):
    watching = watch("rules", "./pond", "--format", "html,md")
    watching.until("all in")
    text = pond / "rules" / "highest-card.en.md"
    change(text, "Put the cards", "Lay the cards")
    assert watching.until("made again")[-1] == "Pond: made again: 2 html files, 1 md file"
    sheet = tmp_path / "output" / "pond" / "rules" / "highest-card.en.md"
    assert "Lay the cards that were played aside." in sheet.read_text(encoding="utf-8")
    change(text, "## Your turn", "## Your trun")
    said = watching.until("nothing was made")
    assert any("Your trun" in line for line in said)
    assert "Lay the cards that were played aside." in sheet.read_text(encoding="utf-8")


def test_only_a_few_of_many_changes_are_listed(pond, watch, tmp_path):
    watching = watch("check", "./pond")
    watching.until("1 of 1 rule sets check out")
    (tmp_path / "new").mkdir()
    for name in "abcdef":
        (tmp_path / "new" / f"{name}.svg").write_text("<svg/>")
    (tmp_path / "new").rename(pond / "new")
    assert watching.until("changed")[-1] == (
        "changed: new/a.svg, new/b.svg, new/c.svg, new/d.svg and 2 more"
    )


@pytest.mark.parametrize(("saved", "told"), [(True, ""), (False, "error: half of a file\n")])
def test_fault_of_a_half_saved_file_is_not_reported(pond, monkeypatch, capsys, saved, told):
    made = []

    class Saved:
        """A folder in which a file is saved again soon after the first time, or is not."""

        def __init__(self, folder, apart, since):
            pass

        def changed(self):
            return ("game.toml",)

        def wait(self, patience=None):
            if patience is None and len(made) == 2:
                raise KeyboardInterrupt
            return saved or patience is None

    def make(game, first):
        made.append(first)
        if len(made) == 1:
            raise UsageError("half of a file")

    monkeypatch.setattr("pnp.make.command.watch.Watch", Saved)
    watch_games(("./pond",), None, make)
    assert made == [True, True]
    assert capsys.readouterr().err == told


@pytest.mark.parametrize("command", [["build", "--format", "pdf,svg"], ["rules"]])
def test_repeated_builds_share_a_cache(pond, monkeypatch, command):
    drawn = []

    def again(games, out, make):
        make("./pond", True)
        monkeypatch.setattr(
            "pnp.make.pipeline.BuildCache.start_build", lambda cache: drawn.append(cache)
        )
        make("./pond", False)
        make("./pond", False)

    monkeypatch.setattr("pnp.make.command.watch.watch", again)
    run(*command, "./pond", "--watch")
    assert len(drawn) == 2
    assert drawn[0] is drawn[1]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["build", "turno", "turnio"], "--watch: watches one game, not 2; name it"),
        (["build"], f"--watch: watches one game, not {len(built_in_games())}; name it"),
        (["build", "turno", "--open"], "--open: takes one result; leave out --watch"),
    ],
)
def test_watching_several_games_or_large_folders_is_refused(arguments, told, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert refusal(*arguments, "--watch") == told
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize("command", ["check", "build", "rules"])
def test_watching_prints_no_json(command):
    result = run(command, "turno", "--json", "--watch", status=2)
    (error,) = json.loads(result.stdout)["errors"]
    assert error.startswith("--json: ")


def test_watching_goes_on_after_a_worker_was_ended(pond, watch, monkeypatch):
    """What is saved while it is being ended is not missed either."""
    monkeypatch.setenv("PNP_LIMITS", "memory_mb=100,rows=1000000,pieces=1000000")
    watching = watch("check", "./pond")
    watching.until("1 of 1 rule sets check out")
    table = pond / "cards.csv"
    good = table.read_text(encoding="utf-8")
    table.write_text(good + "Sea,9,0,1\n" * 200_000, encoding="utf-8")
    said = watching.until("nothing was made")
    assert "needs more than 100 MB of memory" in "\n".join(said)
    table.write_text(good, encoding="utf-8")
    watching.until("changed: cards.csv")
    watching.until("1 of 1 rule sets check out")
    assert watching.end()[0] == 0
