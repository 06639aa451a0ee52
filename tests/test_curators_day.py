"""The curator's day, as it stands: every command run, every answer compared."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
import walk
from helpers.at_once import use_no_processes
from lxml import etree

DOCS = Path(__file__).parent.parent / "docs"
DAY = (DOCS / "tutorials" / "curators-day.md").read_text(encoding="utf-8")
GAMES = range(10, 30)
GAME = """name = "Game {number}"
summary = "A board of nine squares."
author = "Nobody knows"

[sources.lid]
kind = "rules"
title = "The lid of the box"
author = "Nobody knows"
date = "19{number}"

[components.board]
kind = "grid"
name = "Board"
rows = 3
columns = 3
cell = "20mm"

[evidence.lid]
source = "lid"
kind = "rules text"
start = "19{number}"
end = "19{number}"
shows = "The board and the rules."
confidence = 90

[rule_sets.row]
kind = "described"
name = "Three in a row"
author = "Nobody knows"
summary = "Make a row."
players = {{ least = 2, most = 2 }}
needs = [{{ component = "board", count = 1, source = "lid" }}]
facts = [{{ status = "stated", says = "Three make a row.", sources = ["lid"] }}]
"""
RULES = """## Set-up

Lay the board out.

## Your turn

Draw your sign in a square.

## The end

Three in a row win.
"""


class Day(walk.Walk):
    """A walk on which commands of the system are run as well, without a look at their answers."""

    def _run(self, command: str, shown: list[str], step: walk.Step) -> None:
        if command.startswith("pnp "):
            super()._run(command, shown, step)
        else:
            assert not shown
            command = re.sub("^python ", f"{shlex.quote(sys.executable)} ", command)
            subprocess.run(command, shell=True, check=True, capture_output=True)


@pytest.fixture(scope="module")
def walked(tmp_path_factory):
    """The folder in which all was done that the document says, and how many commands it took."""
    folder = tmp_path_factory.mktemp("day")
    for number in GAMES:
        rules = folder / f"collection/game-{number}/rules"
        rules.mkdir(parents=True)
        (rules.parent / "game.toml").write_text(GAME.format(number=number))
        (rules / "row.en.md").write_text(RULES)
    rows = (f"game-{number},471{number}\n" for number in GAMES)
    (folder / "numbers.csv").write_text(f"folder,inventory\n{''.join(rows)}")
    way = Day(folder)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PNP_CONFIG_DIR", str(folder / "settings"))
        use_no_processes(patch)
        way.go(walk.steps(DAY))
    return folder, way.commands


def test_every_command_prints_what_the_day_shows(walked):
    assert walked[1] == len(re.findall(r"^\$ pnp ", DAY, re.MULTILINE)) > 4


def test_the_log_says_of_each_of_the_five_that_it_failed(walked):
    log = etree.parse(walked[0] / "2027-01.xml")
    failed = [
        Path(event.findtext(".//{*}linkingObjectIdentifierValue")).name
        for event in log.iter("{*}event")
        if event.findtext(".//{*}eventOutcome") == "fail"
    ]
    damaged = ["game-12.zip", "game-15", "game-22-copy", "game-24", "game-27"]
    assert failed == [*damaged, "keep"]  # and the run as a whole
