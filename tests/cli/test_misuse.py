"""Command lines that are wrong: one line that begins with error:, whoever found the fault."""

import os
import subprocess
import sys

import pytest
from helpers.command import refusal, run

PNP = [sys.executable, "-m", "pnp"]


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["build", "--copies", "abc"], "--copies: write a number from 1 to 100, not abc"),
        (["deck", "--cards", "x"], "--cards: write a number from 1 to 100000, not x"),
        (["archive", "turno", "--workers", "0"], "--workers: write a number from 1 to 999, not 0"),
        (["archive"], "name the games to archive, or all below a folder with --all DIR"),
        (["serve", "--port", "99999"], "--port: write a number from 0 to 65535, not 99999"),
        (["serve", "--workers", "65"], "--workers: write a number from 0 to 64, not 65"),
        (["version"], "version: there is no such command; write pnp --version"),
        (["build", "turno", "--only", "deck-36", "--skip", "99"], "turno, deck-36: --skip: "),
        (["build", "tawula", "--preset", "tgc-poker"], "tawula: --preset tgc-poker is for cards"),
        (
            ["archive", "tawula", "--lang", "ja"],
            "tawula: --lang: tawula has no texts in 'ja'",
        ),
        (["build", "--copis", "2"], "No such option: --copis (Possible options: --copies, "),
        (["build", "--paper"], "Option '--paper' requires an argument."),
        (["build", "--quiet=1"], "Option '--quiet' does not take a value."),
        (["laser", "--kerf-from-gauge", "10"], "Option '--kerf-from-gauge' requires 2 arguments."),
        (["printer", "show"], "Missing argument 'NAME'."),
        (["deck", "turno", "turnio"], "Got unexpected extra argument"),
        (["bild"], "No such command 'bild'. Did you mean 'build'?"),
        (["help", "bild"], "No such command 'bild'. Did you mean 'build'?"),
        (["calibrate", "prnt"], "No such command 'prnt'. Did you mean 'print'?"),
        (["trust", ""], "an argument is empty; write something, or leave it out"),
        (["verify", "a", ""], "an argument is empty; write something, or leave it out"),
        (["--versoin"], "No such option: --versoin (Possible options: --version)"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_misuse_is_reported_in_one_line(arguments, line):
    told = refusal(*arguments)
    assert told.startswith(line)


def test_command_line_without_a_command_prints_its_help():
    result = run(status=2)
    assert "Usage: pnp [OPTIONS] COMMAND" in result.stdout
    assert result.stderr == ""


def pnp(*arguments, **more):
    return subprocess.run([*PNP, *arguments], stderr=subprocess.PIPE, text=True, **more)


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no /dev/full")
@pytest.mark.parametrize("command", ["--help", "list"])
def test_full_device_ends_a_command_in_one_line(command):
    with open("/dev/full", "w") as full:
        ended = pnp(command, stdout=full)
    assert ended.returncode == 1
    assert ended.stderr == "error: cannot write the report: no space left on device\n"


@pytest.mark.parametrize("command", ["--help", "list"])
def test_reader_that_leaves_ends_a_command_silently(command):
    reading, writing = os.pipe()
    os.close(reading)
    ended = pnp(command, stdout=writing)
    os.close(writing)
    assert (ended.returncode, ended.stderr) == (1, "")


@pytest.mark.skipif(sys.platform == "win32", reason="descriptors are closed by a shell")
def test_closed_output_is_not_an_error():
    script = f"exec {sys.executable} -m pnp list >&-"
    ended = subprocess.run(["sh", "-c", script], capture_output=True, text=True)
    assert (ended.returncode, ended.stderr) == (0, "")
