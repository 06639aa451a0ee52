"""What other packages add by entry points, and what is told of those that are broken."""

import subprocess
import sys
from pathlib import Path

import pytest
from helpers.command import run

from pnp.base import extensions, workplace
from pnp.components.registry import KINDS
from pnp.definitions.find import find_game, own_games
from pnp.make.wing import other_wings

POINTS = """
[pnp.kinds]
gone = no_such_package.gone
torn = clumsy.torn
ends = clumsy.ends
none = clumsy
odd = :::

[pnp.wings]
five = clumsy.wings:FIVE
panel = clumsy.wings:PANEL
later = clumsy.wings:LATER

[pnp.games]
gone = clumsy.games
whole = clumsy.podiums

[pnp.themes]
gone = clumsy.themes
"""
WINGS = """
from pnp.api import CommandEntry, Wing

FIVE = 5
PANEL = Wing("panel", commands=(CommandEntry("one", "clumsy:app", "One.", "No panel", 1),))
LATER = Wing(
    "later",
    commands=(CommandEntry("later", "clumsy:app", "Later.", "Play", 1),),
    check="clumsy.wings:check",
)


def check(named, games):
    raise ValueError("two\\nlines, and \\x1b[31m")
"""


def package(folder: Path, name: str, points: str) -> None:
    """Write what an installer writes of a package."""
    info = folder / f"{name}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(points)


@pytest.fixture
def clumsy(tmp_path, monkeypatch):
    """Install packages whose entry points are broken in each possible way."""
    package(tmp_path, "clumsy", POINTS)
    package(tmp_path, "torn", "[pnp.kinds]\nno equals sign\n")
    package(tmp_path, "twin", "[pnp.kinds]\ntorn = twin\n")
    (tmp_path / "clumsy" / "podiums" / "podium").mkdir(parents=True)
    texts = {"__init__": "", "torn": "def (", "ends": "raise SystemExit(3)", "wings": WINGS}
    for name, text in texts.items():
        (tmp_path / "clumsy" / f"{name}.py").write_text(text)
    game = 'name = "Podium"\nsummary = "For the best."\n'
    (tmp_path / "clumsy/podiums/podium/game.toml").write_text(game)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(extensions, "broken", {})
    monkeypatch.setattr("pnp.make.command.commands.broken", extensions.broken)
    for name in ("_added", "_every_extension"):
        getattr(extensions, name).cache_clear()
    yield tmp_path
    for name in ("_added", "_every_extension"):
        getattr(extensions, name).cache_clear()
    for name in [name for name in sys.modules if name.partition(".")[0] == "clumsy"]:
        del sys.modules[name]


def told() -> str:
    return "\n".join(extensions.broken)


@pytest.mark.usefixtures("clumsy")
def test_each_broken_kind_is_told_in_a_line_and_the_others_are_there():
    assert "tiles" in [*KINDS]
    assert {"gone", "torn", "ends", "none", "odd"}.isdisjoint(KINDS)
    for said in (
        "torn-1.0.dist-info: its entry points cannot be read: ",
        "gone = no_such_package.gone of pnp.kinds cannot be used: ModuleNotFoundError",
        "torn = twin of pnp.kinds cannot be used: package clumsy has the same name",
        "torn = clumsy.torn of pnp.kinds cannot be used: SyntaxError",
        "ends = clumsy.ends of pnp.kinds cannot be used: SystemExit: 3",
        "none = clumsy of pnp.kinds cannot be used: TypeError: clumsy has no component whose kind",
        "odd = ::: of pnp.kinds cannot be used: ValueError",
    ):
        assert said in told()
    assert len(extensions.broken) == 7
    assert all(line.isprintable() for line in extensions.broken)


@pytest.mark.usefixtures("clumsy")
def test_a_broken_kind_that_a_game_has_is_told_as_its_fault(tmp_path):
    part = '[components.a]\nkind = "ends"\nname = "A"\n'
    (tmp_path / "game.toml").write_text(f'name = "G"\nsummary = "G."\n{part}')
    listed = run("check", tmp_path, status=2)
    assert "error: package clumsy: ends = clumsy.ends of pnp.kinds cannot be used" in listed.stderr
    assert "Traceback" not in listed.stderr


@pytest.mark.usefixtures("clumsy")
def test_broken_wings_hide_no_command_and_stop_no_check():
    assert [wing.name for wing in other_wings().values()] == ["later"]
    helped = run("--help")
    assert "later" in helped.stdout
    assert "build" in helped.stdout
    assert "note: package clumsy: five = clumsy.wings:FIVE of pnp.wings" in helped.stderr
    assert "is no CommandEntry with one of the panels Play" in helped.stderr
    checked = run("check", "tawula")
    assert r"ValueError: two lines, and \x1b[31m" in checked.stderr
    assert "has no attribute 'app'" in run("later", status=2).stderr


@pytest.mark.usefixtures("clumsy")
def test_games_and_themes_are_those_of_the_folders_that_there_are(clumsy):
    assert own_games()["podium"] == clumsy / "clumsy/podiums/podium"
    assert find_game("podium").parent == clumsy / "clumsy/podiums/podium"
    listed = run("list", "--of", "themes")
    assert "classic" in listed.stdout
    assert "clumsy.themes of pnp.themes cannot be used: there is no such folder" in listed.stderr
    assert "clumsy.games of pnp.games cannot be used: there is no such folder" in told()
    assert "clumsy" not in sys.modules  # which nobody imported to find them


@pytest.mark.usefixtures("clumsy")
def test_two_games_of_one_name_are_refused(tmp_path):
    run("new", "podium", "--user", "--empty")
    refused = run("show", "podium", status=2).stderr
    assert "there are two games 'podium': write " in refused
    assert str(tmp_path / "clumsy/podiums/podium") in refused


@pytest.mark.usefixtures("clumsy")
def test_a_worker_gets_nothing_unless_all_that_it_reads_is_trusted(monkeypatch):
    monkeypatch.setattr(workplace, "_work", None)
    workplace.report_to()
    assert "podium" not in own_games()
    assert other_wings() == {}
    assert "the game 'podium' is of another package" in run("show", "podium", status=2).stderr
    workplace.report_to(is_trusted=True)
    assert "podium" in own_games()


def test_what_is_broken_costs_an_ordinary_command_nothing(clumsy):
    code = "import sys; from pnp.__main__ import main; sys.argv[0] = 'pnp'; main()"
    command = [sys.executable, "-c", code, "show", "tawula"]
    root = Path(extensions.__file__).parent.parent.parent
    ran = subprocess.run(
        command, env={"PYTHONPATH": f"{root}:{clumsy}"}, cwd=clumsy, capture_output=True, text=True
    )
    assert (ran.returncode, ran.stderr) == (0, "")
