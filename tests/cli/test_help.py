"""The help of commands: in groups, with readable defaults and examples that work."""

import re
import shlex

import pytest
from helpers.command import refusal, run
from typer.main import get_command

from pnp.cli import app
from pnp.make.command.commands import TITLES, commands_in

ROOT = get_command(app)


def commands(group=ROOT, path=()):
    for name, command in commands_in(group).items():
        yield (*path, name), command
        yield from commands(command, (*path, name))


EVERY = dict(commands())
names = pytest.mark.parametrize("path", EVERY, ids=" ".join)


def sections(*path):
    """Return the text of each group of a help text by its title."""
    found, lines = {}, []
    for line in run(*path, "-h").stdout.splitlines():
        if title := re.match(r"╭─ ([\w ]+) ─", line):
            lines = found[title[1]] = []
        lines.append(line.strip("│ "))
    return {title: " ".join(" ".join(lines).split()) for title, lines in found.items()}


@names
def test_every_command_explains_itself_in_three_ways(path):
    long = run(*path, "--help").stdout
    assert run(*path, "-h").stdout == run("help", *path).stdout == long
    assert f"Usage: pnp {' '.join(path)} " in long


def test_commands_are_in_groups():
    found = sections()
    groups = ["Play", "Make", "Your own game", "Museums", "Settings"]
    assert [title for title in found if title != "Options"] == groups
    assert "Make one PDF with the rules and pieces of a game." in found["Play"]
    assert "archive" in found["Museums"]


def test_options_are_in_groups():
    found = sections("build")
    ours = ["Pieces", "Paper", "Cutting", "Look", "Output", "For others"]
    assert [title for title in found if title in ours] == ours
    assert "--duplex" in found["Paper"]
    assert "long-edge" in found["Paper"]
    assert "--marks" in found["Cutting"]
    assert "--preset PRESET" in " ".join(found["For others"].split())
    assert "--only COMPONENT,..." in found["Pieces"]


def test_help_leaves_out_what_is_set_once_and_the_list_of_settings_has_it():
    shown = re.findall(r"(?m)^│ (--[a-z-]+)", run("build", "-h").stdout)
    assert len(shown) <= 35, "write in_help=False for an option that people set once"
    assert not {"--mark-length", "--rounded", "--dpi", "--bleed"} & set(shown)
    listed = run("config").stdout.split()
    assert {"mark-length", "rounded", "dpi", "bleed"} <= set(listed)
    known = {name for one in EVERY[("build",)].params for name in one.opts}
    assert {"--mark-length", "--rounded", "--dpi", "--bleed"} <= known


@pytest.mark.parametrize(
    ("command", "absent"),
    [
        ("board", ["--tts-url", "--rounded", "--preset", "--cards", "--size", "--stock"]),
        ("deck", ["--fit", "--poster"]),
        ("chips", ["--fit", "--rounded", "--size", "--preset"]),
    ],
)
def test_commands_have_no_options_without_effect(command, absent):
    listed = [line.split()[1] for line in run(command, "-h").stdout.splitlines() if "│ --" in line]
    assert "--paper" in listed
    assert not set(absent) & set(listed)
    assert refusal(command, absent[0]).startswith(f"No such option: {absent[0]}")


def examples():
    for command in (ROOT, *EVERY.values()):
        yield from (command.epilog or "").splitlines()


@pytest.mark.parametrize("line", list(examples()))
def test_examples_are_commands_whose_options_exist(line):
    program, *words = shlex.split(line.partition("#")[0].partition(" > ")[0])
    assert program == "pnp"
    length = next(n for n in (2, 1) if tuple(words[:n]) in EVERY)
    command = EVERY[tuple(words[:length])]
    known = {name for one in command.params for name in (*one.opts, *one.secondary_opts)}
    assert {word for word in words[length:] if word.startswith("--")} <= known


@pytest.mark.parametrize("command", ["kit", "build", "deck", "rules", "laser", "check", "show"])
def test_commands_that_people_type_most_have_two_to_four_examples(command):
    told = EVERY[(command,)].epilog.splitlines()
    assert 2 <= len(told) <= 4
    assert all(line in run(command, "-h").stdout for line in told)


def test_every_group_of_declared_options_has_a_title():
    from pnp.archive.options import ArchiveOptions
    from pnp.kits.options import KitOptions
    from pnp.laser.options import LaserOptions
    from pnp.make.options import declared
    from pnp.rulebook.job import RuleOptions
    from pnp.sheets.options import SheetOptions

    for options in (ArchiveOptions, KitOptions, LaserOptions, RuleOptions, SheetOptions):
        assert {one.group for one in declared(options)} <= TITLES.keys() - {""}


def test_help_of_the_program_imports_no_command():
    import subprocess
    import sys

    code = (
        "import sys, pnp.__main__\nsys.argv = ['pnp', '--help']\n"
        "try:\n    pnp.__main__.main()\nfinally:\n    print('modules', *sys.modules)"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    loaded = result.stdout.partition("modules ")[2].split()
    assert "pnp.cli.app" in loaded
    parts = {*loaded} - {"pnp.sheets.wing"}  # which lists its commands
    assert not [name for name in parts if name.startswith(("pnp.sheets.", "pnp.definitions"))]


@pytest.mark.parametrize("group", ["calibrate", "config"])
def test_completion_is_installed_for_the_whole_program_alone(group):
    assert "--install-completion" in run("--help").output
    assert "--install-completion" not in run(group, "--help").output
