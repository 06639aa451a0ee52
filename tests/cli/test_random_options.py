"""Whatever options a command takes, what it makes with success is verified."""

import random  # noqa: TID251 - of command lines, from a seed

import pytest
from helpers.command import run
from typer.testing import CliRunner

from pnp.cli import app

COMMANDS = (
    ("build", "tawula"),
    ("build", "compositie", "--only", "pieces"),
    ("build", "turno", "--only", "tracker,hexagon,die"),
    ("deck", "--cards", "36"),
    ("chips",),
)
OPTIONS = (
    ("--paper", "letter"),
    ("--orientation", "landscape"),
    ("--margin", "6mm"),
    ("--gap", "4mm"),
    ("--skip", "1"),
    ("--duplex", "fold"),
    ("--duplex", "fronts"),
    ("--size", "poker"),
    ("--stock", "160gsm"),
    ("--copies", "2"),
    ("--marks", "full"),
    ("--mark-width", "0.4mm"),
    ("--cut-order",),
    ("--rounded",),
    ("--ink", "black"),
    ("--lang", "de"),
    ("--gang",),
    ("--clean",),
)


@pytest.mark.parametrize("seed", range(2))
def test_success_with_random_options_passes_verification(seed, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    chance = random.Random(seed)
    made = 0
    for _ in range(9):
        chosen = {one[0]: one for one in chance.sample(OPTIONS, chance.randint(0, 5))}
        words = [word for one in chosen.values() for word in one]
        result = CliRunner().invoke(app, [*chance.choice(COMMANDS), "--format", "pdf", *words])
        assert result.exit_code in (0, 1, 2), (words, result.exception)
        assert (result.exit_code == 0) or result.stderr.startswith("error: "), words
        made += result.exit_code == 0
    assert made > 2
    assert "WRONG" not in run("verify").output


def test_shared_sheets_with_a_blank_back_pass_verification(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    given = ("--gang", "--size", "poker", "--copies", "2", "--paper", "letter", "--format", "pdf")
    run("deck", "--cards", "36", *given, "-q")
    assert "WRONG" not in run("verify").output
