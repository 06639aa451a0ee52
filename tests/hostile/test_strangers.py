"""What strangers send is refused in one line, by every command, and nothing comes of it."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

import pytest
from larder import Larder
from strangers import EVERY_DOOR, STRANGERS, Stranger
from typer.testing import CliRunner, Result

from pnp.cli import app

PATIENCE = 20  # seconds, after which something hangs
MEMORY = 1_500_000_000  # bytes more than are in use


@contextmanager
def guarded() -> Iterator[None]:
    """Make what hangs or takes the memory fail, and with it the test alone."""
    resource = pytest.importorskip("resource")

    def stop(number: int, frame: FrameType | None) -> None:
        raise AssertionError(f"this has not ended within {PATIENCE} seconds")

    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    used = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(PATIENCE)
    resource.setrlimit(resource.RLIMIT_AS, (used + MEMORY, hard))
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


def run(door: str, larder: Larder) -> Result:
    """Run a command on the larder, as somebody does who was sent it."""
    arguments = [door, str(larder.folder)]
    if door not in ("check", "show"):
        arguments += ["--out", str(larder.out)]
    if door == "laser":
        arguments += ["--component", "pegs"]
    with guarded():
        return CliRunner().invoke(app, arguments)


@pytest.mark.parametrize("door", EVERY_DOOR)
def test_the_larder_itself_goes_through_every_door(larder, door):
    done = run(door, larder)
    assert (done.exit_code, done.stderr) == (0, "")
    assert larder.out.exists() == (door not in ("check", "show"))


def test_there_are_strangers_of_many_kinds():
    assert len({stranger.name for stranger in STRANGERS}) == len(STRANGERS) >= 150


def doors_of(number: int, stranger: Stranger) -> tuple[str, ...]:
    """Return where a stranger knocks: at the first door, and at one of the others in turn."""
    others = stranger.doors[1:]
    return (stranger.doors[0], *others[number % len(others) :][:1]) if others else stranger.doors


@pytest.mark.parametrize(
    ("stranger", "doors"),
    [(stranger, doors_of(number, stranger)) for number, stranger in enumerate(STRANGERS)],
    ids=[stranger.name for stranger in STRANGERS],
)
def test_a_stranger_is_refused_in_one_line(
    larder: Larder, stranger: Stranger, doors: tuple[str, ...]
):
    stranger.does(larder)
    before = larder.around()
    for door in doors:
        done = run(door, larder)
        assert done.exit_code == stranger.status, f"{door}: {done.output[:400]}"
        (line,) = done.stderr.splitlines()
        assert line.startswith("error: ")
        assert stranger.said in line
        assert len(line) < 500 + len(str(larder.folder))
        assert line.isprintable()
        assert done.stdout == ""
        assert larder.around() == before, f"{door} has written something"
