"""Every command refuses every hostile definition in one line, and has no other effect."""

import re
from pathlib import Path

import pytest
from attacks import ATTACKS, EVERY_DOOR, NO_FILE, Attack
from bombs import svg
from helpers.at_once import use_no_processes
from helpers.guard import guarded
from larder_game import LarderGame
from typer.testing import CliRunner, Result

from pnp.base.errors import PictureError
from pnp.base.files import read_file
from pnp.cli import app
from pnp.definitions import load_game


def run(door: str, larder: LarderGame, *, here: bool = True) -> Result:
    """Run a command on the larder, as somebody does who was sent it.

    All of it is done ``here``, in this process, or some of it in workers.
    """
    arguments = [door, str(larder.folder)]
    if door not in ("check", "show"):
        arguments += ["--out", str(larder.out)]
    if door == "laser":
        arguments += ["--component", "pegs"]
    with guarded(), pytest.MonkeyPatch.context() as patch:
        if here:
            use_no_processes(patch)
        return CliRunner().invoke(app, arguments)


@pytest.mark.parametrize("door", EVERY_DOOR)
def test_the_larder_itself_goes_through_every_door(larder, door):
    done = run(door, larder, here=False)
    assert (done.exit_code, done.stderr) == (0, "")
    assert larder.out.exists() == (door not in ("check", "show"))


def test_there_are_many_kinds_of_attacks():
    assert len({attack.name for attack in ATTACKS}) == len(ATTACKS) >= 150


def doors_of(number: int, attack: Attack) -> tuple[str, ...]:
    """Return the commands to try: the first one, and one of the others in turn."""
    others = attack.doors[1:]
    return (attack.doors[0], *others[number % len(others) :][:1]) if others else attack.doors


@pytest.mark.parametrize(
    ("attack", "doors"),
    [(attack, doors_of(number, attack)) for number, attack in enumerate(ATTACKS)],
    ids=[attack.name for attack in ATTACKS],
)
def test_every_command_refuses_an_attack_in_one_line(
    larder: LarderGame, attack: Attack, doors: tuple[str, ...]
):
    attack.does(larder)
    before = larder.around()
    for door in doors:
        done = run(door, larder)
        assert done.exit_code == attack.status, f"{door}: {done.output[:400]}"
        (line,) = done.stderr.splitlines()
        assert line.startswith("error: ")
        assert attack.said in line
        assert len(line) < 500 + len(str(larder.folder))
        assert line.isprintable()
        assert done.stdout == ""
        assert larder.around() == before, f"{door} has written something"


def refusal_of_a_pipe(larder, name, instead):
    """Read a pipe while ``os`` has another function of that name; return what is said of it."""
    larder.pipe("jars.csv")
    with guarded(), pytest.MonkeyPatch.context() as patch:
        patch.setattr(f"os.{name}", instead)
        try:
            read_file(larder.folder / "jars.csv", "table_kb")
        except OSError as error:
            return error.strerror
    return "nothing"


def test_a_pipe_is_refused_without_being_opened(larder):
    def opened(*arguments):
        raise AssertionError("a device may do something when it is opened")

    assert refusal_of_a_pipe(larder, "open", opened) == NO_FILE


def test_what_becomes_a_pipe_after_it_was_looked_at_is_refused_and_not_waited_for(larder):
    before = (larder.folder / "jars.csv").stat()
    assert refusal_of_a_pipe(larder, "stat", lambda path: before) == NO_FILE


def test_a_picture_that_becomes_a_pipe_after_it_was_measured_is_refused(larder):
    game = load_game(larder.folder / "game.toml").game
    larder.pipe("art/plums.png")
    with guarded(), pytest.raises(PictureError, match=NO_FILE):
        game.pictures["art/plums.png"].read()


def test_two_files_of_one_name_are_refused(larder):
    larder.change("[components.pegs]", "[components.a-b]")
    series = 'series = [{ id = "b-c", color = "#c23b22", mark = "disc", copies = 4 }]'
    larder.change('id = "red"', 'id = "c"')
    larder.add(f'\n[components.a]\nkind = "counters"\nname = "A"\ndiameter = "12mm"\n{series}')
    arguments = ("build", str(larder.folder), "--out", str(larder.out), "--format", "tts")
    done = CliRunner().invoke(app, arguments)
    (line,) = done.stderr.splitlines()
    assert done.exit_code == 1
    assert "both a-b and a would make this file; give one of them" in line
    assert not larder.out.exists()


@pytest.mark.skipif(not Path("/proc/self/smaps").exists(), reason="files of no size are in /proc")
def test_a_file_that_does_not_say_how_large_it_is_is_read_whole_or_refused(monkeypatch):
    file = Path("/proc/self/smaps")
    assert file.stat().st_size == 0
    assert len(read_file(file, "picture_kb")) > 2000
    monkeypatch.setenv("PNP_LIMITS", "picture_kb=1")
    with pytest.raises(OSError, match="it is too large"):
        read_file(file, "picture_kb")


HARMLESS = {
    "a link that runs": "[jars](javascript:alert(1))",
    "a picture from the disk": "![jars](file:///etc/passwd)",
    "signs of HTML": "1 < 2 & 3 > 2, &lt;script&gt;, \\<b\\>",
}


@pytest.mark.parametrize("name", HARMLESS)
def test_what_is_not_markup_is_printed_as_it_stands_and_does_nothing(larder, name):
    larder.change("Put a jar on a jar.", HARMLESS[name], "rules/stack.en.md")
    assert run("rules", larder).exit_code == 0
    page = (larder.out / "larder" / "rules" / "stack.en.html").read_text(encoding="utf-8")
    page = page.replace('<a href="rulebook.en.html">', "")  # beside it
    assert not re.search(r"<(script|b|img|a)[ >]|href=.(?!#|data:image/png)|src=", page)


def test_the_page_of_a_rule_sheet_forbids_scripts_and_requests(larder):
    assert run("rules", larder).exit_code == 0
    for page in (larder.out / "larder" / "rules").glob("*.html"):
        assert "content=\"default-src 'none'; style-src 'unsafe-inline'" in page.read_text("utf-8")


QUICK = {
    "one rule without end": f"<style>circle{{{'fill:red;' * 50_000}}}</style>{'C' * 9000}",
    "names of styles again and again": f'<g id="a" class="{"b " * 4900}">C</g>{"U" * 9000}',
    "one style again and again": f'<g id="a" style="{"fill:red;" * 1100}">C</g>{"U" * 9000}',
    "one transform again and again": f'<g id="a" transform="{"scale(1)" * 1200}">C</g>{"U" * 9000}',
    "one path of no length": f'<path id="a" d="{"M0 0" * 190_000}"/>{"U" * 9000}C',
}


@pytest.mark.parametrize("name", QUICK)
def test_a_picture_that_looks_long_is_read_all_the_same(larder, name):
    circle, use = '<circle cx="1" cy="1" r="1"/>', '<use href="#a"/>'
    body = QUICK[name].replace("C", circle).replace("U", use)
    larder.put("art/plums.png", svg(body))
    assert run("check", larder).exit_code == 0
