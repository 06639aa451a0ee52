"""Delete a wing's folder, and everything else works and does not mention it."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
# Where a wing lives, and the words of help by which one would know it.
WINGS = {
    "laser": r"laser",
    "archive": r"archive\b",
    "tabletop": r"tabletop|tts",
    "squib": r"squib",
    "web": r"serve|site|browser",
    "pictures": r"\bpicture\b.*show",
}
STAY = {"sheets", "rulebook", "kits"}  # which the commands below need
COMMANDS = (
    ("list",),
    ("check", "turno"),
    ("build", "turno", "--only", "tiles", "--format", "pdf,svg"),
    ("deck", "--cards", "36", "--format", "pdf"),
    ("kit", "turno/loop"),
    ("rules", "turno/loop", "--format", "html,pdf"),
)
HELP = ((), ("new",), ("build",), ("kit",), ("check",), ("calibrate",))


@pytest.fixture(params=WINGS)
def without(request, tmp_path):
    """Return the name of a wing, and a function that runs pnp without its folder."""
    wing = request.param
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "pnp", tmp_path / "pnp", ignore=ignored)
    shutil.copytree(ROOT / "templates", tmp_path / "pnp/templates")
    shutil.copy(ROOT / "LICENSE", tmp_path / "pnp")
    shutil.rmtree(tmp_path / "pnp" / wing)

    def run(*arguments: str) -> str:
        done = subprocess.run(
            [sys.executable, "-m", "pnp", *arguments],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(tmp_path), "COLUMNS": "200"},
            capture_output=True,
            text=True,
        )
        assert (done.returncode, done.stderr) == (0, "")
        return done.stdout

    return wing, run


def test_every_wing_can_be_deleted_but_those_that_print():
    declared = {file.parent.name for file in ROOT.glob("pnp/*/wing.py")} - {"make"}
    assert declared - STAY - set(WINGS) == set(), "write by which words of help one knows each"
    assert set(WINGS) - declared == set(), "take out their rows, for they are gone"


def test_everything_else_works_and_does_not_mention_it(without):
    wing, run = without
    for arguments in COMMANDS:
        run(*arguments)
    told = "".join(run(*arguments, "--help") for arguments in HELP)
    assert [line for line in told.splitlines() if re.search(WINGS[wing], line, re.IGNORECASE)] == []
