"""The help of commands: in groups, with real types, readable defaults and examples."""

import re
import shlex

import pytest
from helpers.command import refusal, run
from typer.main import get_command

from pnp.cli import app
from pnp.cli.commands import TITLES, commands_in

ROOT = get_command(app)


def commands(group=ROOT, path=()):
    for name, command in commands_in(group, None).items():
        yield (*path, name), command
        yield from commands(command, (*path, name))


EVERY = dict(commands())
names = pytest.mark.parametrize("path", EVERY, ids=" ".join)


def sections(*path):
    """Return the lines of each section of a help text by its title."""
    found, lines = {}, []
    for line in run(*path, "-h").stdout.splitlines():
        if re.fullmatch(r"[A-Z][a-z ]+:", line):
            lines = found[line[:-1]] = []
        else:
            lines.append(line)
    return {title: "\n".join(lines) for title, lines in found.items()}


@names
def test_every_command_explains_itself_in_three_ways(path):
    long = run(*path, "--help").stdout
    assert run(*path, "-h").stdout == run("help", *path).stdout == long
    assert long.startswith(f"Usage: pnp {' '.join(path)} ")


@names
def test_no_option_takes_a_value_of_a_nameless_type(path):
    assert not re.search(r"<(str|int|path)|\b(TEXT|INTEGER|PATH)\b", run(*path, "-h").stdout)


def test_options_are_in_groups():
    found = sections("build")
    ours = ["Pieces", "Paper", "Cutting", "Look", "Output", "For others"]
    assert [title for title in found if title in ours] == ours
    assert "--duplex long-edge|short-edge|fold|fronts|backs" in found["Paper"]
    assert "--marks" in found["Cutting"]
    assert "--tts-url URL" in found["For others"]
    assert "--only COMPONENT,..." in found["Pieces"]


def test_defaults_are_written_without_brackets_of_their_own():
    text = run("build", "-h").stdout
    assert "[default: a4]" in " ".join(text.split())
    assert "(a4)" not in text


@pytest.mark.parametrize(
    ("command", "absent"),
    [
        ("board", ["--tts-url", "--rounded", "--preset", "--cards", "--size", "--stock"]),
        ("deck", ["--fit", "--poster"]),
        ("chips", ["--fit", "--rounded", "--size", "--preset"]),
    ],
)
def test_commands_have_no_options_without_effect(command, absent):
    text = run(command, "-h").stdout
    assert not [option for option in absent if f"  {option} " in text]
    assert refusal(command, absent[0]).startswith(f"there is no option '{absent[0]}'")


def examples():
    for _, command in commands():
        yield from (command.epilog or "").splitlines()
    yield from ROOT.epilog.splitlines()


@pytest.mark.parametrize("line", list(examples()))
def test_examples_are_commands_whose_options_exist(line):
    program, *words = shlex.split(line.partition("#")[0].partition(" > ")[0])
    assert program == "pnp"
    length = next(n for n in (2, 1) if tuple(words[:n]) in EVERY)
    command = EVERY[tuple(words[:length])]
    known = {name for one in command.params for name in (*one.opts, *one.secondary_opts)}
    assert {word for word in words[length:] if word.startswith("--")} <= known
    run(*words[:length], "--help")


@pytest.mark.parametrize("command", ["kit", "build", "deck", "rules", "laser", "check", "show"])
def test_commands_that_people_type_most_have_two_or_three_examples(command):
    assert 2 <= len(EVERY[(command,)].epilog.splitlines()) <= 3


def test_every_group_of_declared_options_has_a_title():
    from pnp.jobs.archive_options import ArchiveOptions
    from pnp.jobs.kit_options import KitOptions
    from pnp.jobs.laser_options import LaserOptions
    from pnp.jobs.options import declared
    from pnp.jobs.rule_options import RuleOptions
    from pnp.jobs.sheet_options import SheetOptions

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
    assert not [name for name in loaded if name.startswith(("pnp.jobs", "pnp.definitions"))]
