"""Every command about games reports what it works on, so that none is silent on a terminal."""

import pytest
from helpers.command import run
from helpers.sample_archive import write_game
from test_help import EVERY
from typer.testing import CliRunner

from pnp.base.workplace import report_to, report_to_nobody
from pnp.cli import app

ABOUT_GAMES = {
    path: argument.metavar
    for path, command in EVERY.items()
    for argument in command.params
    if argument.param_type_name == "argument"
    and {"GAME", "FOLDER"} & set(str(argument.metavar).split("|"))
    and path != ("serve",)  # which lasts, and ends its report when it serves
}


@pytest.mark.parametrize("path", ABOUT_GAMES, ids=" ".join)
def test_a_command_tells_its_steps(tmp_path, monkeypatch, path):
    monkeypatch.chdir(tmp_path)
    game = write_game(tmp_path)
    if ABOUT_GAMES[path] == "FILE|FOLDER":
        run("build", game)
        game = tmp_path / "output"
    told = set[str]()
    report_to(lambda name, value: told.add(str(value)), renew=None)
    try:
        CliRunner().invoke(app, [*path, str(game)])  # some games have no chips
    finally:
        report_to_nobody()
    assert any("pond" in one for one in told), told


def test_there_are_many_such_commands():
    assert len(ABOUT_GAMES) > 10
