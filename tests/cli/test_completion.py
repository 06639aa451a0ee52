"""Completion of command lines in the shells that people use."""

import subprocess
import sys

import pytest
from helpers.command import run

SHELLS = ("bash", "zsh", "fish", "powershell")


def offered(line):
    """Return what bash offers for the last word of a command line."""
    words = line.split(" ")
    asked = {"COMP_WORDS": line, "COMP_CWORD": str(len(words) - 1)}
    return run(env={"_PNP_COMPLETE": "complete_bash", **asked}).stdout.split()


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("pnp sc", ["schema"]),
        ("pnp build turni", ["turnio", "turnio/basic", "turnio/x-variant"]),
        ("pnp show turno/l", ["turno/loop", "turno/lottery"]),
        ("pnp build tawula --only ", ["board", "pieces", "dice"]),
        ("pnp build turno --only tiles,di", ["tiles,die"]),
        ("pnp laser turno --component haxagon,h", []),
        ("pnp rules turnio --rule-set ", ["basic", "x-variant"]),
        ("pnp deck --theme ", ["classic", "colour", "high-contrast"]),
        ("pnp deck --paper le", ["letter", "legal", "ledger"]),
        ("pnp deck --duplex f", ["fold", "fronts"]),
        ("pnp deck --size po", ["poker"]),
        ("pnp deck --preset tgc-p", ["tgc-poker"]),
        ("pnp deck --template bus", ["business-cards"]),
        ("pnp laser --material gr", ["greyboard-2"]),
        ("pnp laser --client lightb", ["lightburn"]),
        ("pnp kit turno/loop --with a", ["all"]),
        ("pnp rules --lang d", ["de"]),
        ("pnp new mine --from bird", ["bird-clock"]),
        ("pnp schema th", ["theme"]),
        ("pnp build --cop", ["--copies"]),
        ("pnp kit --cutter cri", ["cricut"]),
    ],
)
def test_shell_offers_what_fits(line, words):
    assert offered(line) == words


def test_shell_offers_measured_printers_and_own_games(tmp_path, monkeypatch):
    monkeypatch.setenv("PNP_CONFIG_DIR", str(tmp_path))
    monkeypatch.setenv("PNP_DATA_DIR", str(tmp_path))
    run("printer", "add", "office", "--dx", "1", "--dy", "0")
    run("new", "Pond", "--empty", "--user")
    assert offered("pnp deck --printer o") == offered("pnp printer show o") == ["office"]
    assert offered("pnp build po")[0] == "pond"


def test_shell_offers_nothing_instead_of_a_fault(tmp_path, monkeypatch):
    (tmp_path / "printers").write_text("a file where a folder should be")
    monkeypatch.setenv("PNP_CONFIG_DIR", str(tmp_path))
    assert offered("pnp deck --printer o") == []


def test_no_shell_is_told_of_what_may_be_a_command(tmp_path, monkeypatch):
    names = ("$(touch run)", "\\\\$(touch run)", "`run`", "a'; run; '", "a b", "a;b", "-rf", "-")
    tables = "".join(f'[rule_sets."{name}"]\nname = "N"\n' for name in (*names, "good"))
    (tmp_path / "game.toml").write_text(f'name = "L"\n{tables}')
    monkeypatch.chdir(tmp_path)
    assert offered("pnp rules . --rule-set ") == ["good"]


@pytest.mark.parametrize("shell", SHELLS)
def test_every_shell_has_a_script(shell):
    script = run(env={"_PNP_COMPLETE": f"source_{shell}"}).stdout
    assert "_PNP_COMPLETE" in script
    assert "pnp" in script


def test_zsh_fish_and_powershell_get_the_same_words():
    line = {"_TYPER_COMPLETE_ARGS": "pnp build turno/l"}
    fish = {**line, "_TYPER_COMPLETE_FISH_ACTION": "get-args"}
    power = {**line, "_TYPER_COMPLETE_WORD_TO_COMPLETE": "turno/l"}
    for shell, given in (("zsh", line), ("fish", fish), ("powershell", power)):
        told = run(env={"_PNP_COMPLETE": f"complete_{shell}", **given}).stdout
        assert "turno/loop" in told
        assert "turno/lottery" in told


def test_completion_draws_nothing():
    code = (
        "import os, sys, pnp.__main__\n"
        "os.environ.update(_PNP_COMPLETE='complete_bash')\n"
        "os.environ.update(COMP_WORDS='pnp build t', COMP_CWORD='2')\n"
        "try:\n    pnp.__main__.main()\nexcept SystemExit:\n    pass\n"
        "heavy = {'reportlab', 'fontTools', 'PIL', 'cairosvg', 'pikepdf', 'rich'}\n"
        "print('drawing:', *heavy & set(sys.modules))\n"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout.splitlines()[-1] == "drawing:"
    assert "turno/loop" in told.stdout
