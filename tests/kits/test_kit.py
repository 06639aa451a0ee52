"""``pnp kit``: what it prints, what it asks, and JSON for programs."""

import json

import pytest
from typer.testing import CliRunner

from pnp.cli.app import app
from pnp.definitions import load_game
from pnp.kits import command
from pnp.make.pipeline import audit


def run(*arguments, answer=None):
    return CliRunner().invoke(app, ["kit", *arguments], input=answer)


@pytest.fixture
def at_a_terminal(monkeypatch):
    """Let the command believe that somebody can answer it."""
    monkeypatch.setattr(command, "_somebody_answers", lambda: True)


def test_json_tells_file_pages_sheets_cuts_and_what_is_left_out(tmp_path):
    made = run("turno/loop", "--players", "3", "--json", "--out", str(tmp_path))
    (kit,) = json.loads(made.stdout)["kits"]
    assert kit["rule_set"] == "turno/loop"
    assert (kit["pages"], kit["rule_pages"], kit["piece_sheets"]) == (8, 2, 2)
    assert kit["cuts"] == 93
    assert kit["cuts_by_tool"] == {"trimmer": 0, "scissors": 93}
    assert "loop-mat" in kit["left_out"]
    assert (tmp_path / "turno" / "kit" / "loop-a4-3-players.pdf").is_file()


def test_at_a_terminal_the_command_asks_for_the_rule_set(tmp_path, at_a_terminal):
    made = run("turno", "--out", str(tmp_path), answer="domino\n")
    assert made.exit_code == 0, made.output
    assert "checkers" in made.output
    assert [file.name for file in (tmp_path / "turno" / "kit").iterdir()] == ["domino-a4.pdf"]


def test_where_nobody_answers_the_kit_is_for_all_rule_sets(tmp_path):
    made = run("turno", "--out", str(tmp_path))
    assert made.exit_code == 0, made.output
    assert [file.name for file in (tmp_path / "turno" / "kit").iterdir()] == ["turno-a4.pdf"]


def test_a_wrong_answer_is_an_error_with_a_suggestion(tmp_path, at_a_terminal):
    made = run("turno", "--out", str(tmp_path), answer="domno\n")
    assert made.exit_code == 2
    assert "did you mean 'domino'?" in made.output


def test_a_game_is_read_and_audited_once_for_all_of_its_kits(monkeypatch, tmp_path):
    done = []

    def read(file, **how):
        done.append(f"read {file.parent.name}")
        return load_game(file, **how)

    def audited(game, refusal):
        done.append(f"audited {game.id}")
        return audit(game, refusal)

    monkeypatch.setattr("pnp.kits.job.load_game", read)
    monkeypatch.setattr("pnp.kits.job.audit", audited)
    run("turnio", "--each", "--dry-run", "--out", str(tmp_path))
    assert done == ["read turnio", "audited turnio"]
