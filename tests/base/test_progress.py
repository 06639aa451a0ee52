"""The line on a terminal that says what a command works on: by a clock, and on a terminal."""

import os
import signal
import sys
import time
from contextlib import suppress
from io import StringIO
from itertools import pairwise

import pytest
import worker_calls as calls

from pnp.base import progress, worker_process
from pnp.base.progress import NARROW, PATIENCE, StatusLine, shown_steps
from pnp.base.worker import run_in_worker
from pnp.base.workplace import NOTHING, WorkStep, each, hide, now_on, report_to, report_to_nobody
from pnp.base.workplace import working_on as step

POSIX = pytest.mark.skipif(os.name != "posix", reason="terminals of POSIX")


class Terminal(StringIO):
    """A terminal that knows what its last line shows."""

    encoding = "utf-8"

    def isatty(self):
        return True

    @property
    def line(self):
        shown = ""
        for text in self.getvalue().rpartition("\n")[2].split("\r"):
            shown = text + shown[len(text) :]
        return shown.rstrip()


class Clock:
    def __init__(self):
        self.now = 100.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def terminal():
    return Terminal()


@pytest.fixture
def line(terminal, clock):
    return StatusLine(terminal, clock)


@pytest.fixture
def told():
    """The steps that this process reports."""
    found = []
    report_to(lambda name, value: found.append(value), renew=None)
    yield found
    report_to_nobody()


def after(line, clock, seconds):
    """Let time pass; a line would be drawn several times."""
    for _ in range(10):
        clock.now += seconds / 10
        line.tick()


def test_a_quick_command_shows_nothing(line, clock, terminal):
    line.show(WorkStep("pnp list"))
    after(line, clock, 0.9 * PATIENCE)
    line.show(NOTHING)
    assert terminal.getvalue() == ""


def test_a_command_is_named_before_its_first_step_and_each_step_after_it(line, clock, terminal):
    line.show(WorkStep("pnp rules turno"))
    after(line, clock, 1.1 * PATIENCE)
    assert terminal.line.endswith(" pnp rules turno")
    line.show(WorkStep("turno"))
    line.tick()
    assert terminal.line.endswith(" turno")


def test_counted_steps_have_a_bar_and_the_time_that_is_left(line, clock, terminal):
    line.show(WorkStep("turno, loop", 0, 4))
    after(line, clock, 6)
    assert terminal.line.endswith(f" turno, loop  {'─' * 20} 0 of 4")
    line.show(WorkStep("turno, combi", 3, 4))
    line.tick()
    assert terminal.line.endswith(f" turno, combi  {'━' * 15}{'─' * 5} 3 of 4, 2 s left")


def test_other_steps_that_are_counted_anew_are_timed_anew(line, clock, terminal):
    line.show(WorkStep("pages", 0, 4))
    after(line, clock, 600)
    line.show(WorkStep("pages", 3, 4))
    line.show(WorkStep("faces", 0, 9))
    after(line, clock, 3)
    line.show(WorkStep("faces", 1, 9))
    line.tick()
    assert terminal.line.endswith("1 of 9, 24 s left")


def test_the_line_goes_before_something_is_printed_and_comes_back(line, clock, terminal):
    line.show(WorkStep("turno"))
    after(line, clock, 1)
    line.show(NOTHING)
    assert terminal.line == ""
    print("made", file=terminal)
    after(line, clock, 1)
    assert terminal.line == ""
    line.show(WorkStep("tawula"))
    line.tick()
    assert terminal.line.endswith(" tawula")


def test_the_line_moves_as_long_as_a_step_lasts(line, clock, terminal):
    line.show(WorkStep("turno"))
    after(line, clock, 2)
    drawn = terminal.getvalue().split("\r")[1:]
    assert len(drawn) > 5
    assert all(one != other for one, other in pairwise(drawn))


@pytest.mark.parametrize("place", ["x" * 200, "牌" * 200, "a\nb\x1b[31m" * 20])
def test_a_long_or_foreign_place_stays_on_one_line(line, clock, terminal, place):
    line.show(WorkStep(place, 1, 12))
    after(line, clock, 1)
    shown = terminal.line
    assert progress._width(shown) < NARROW
    assert shown.endswith(" 1 of 12")
    assert shown.isprintable()


def test_a_terminal_without_unicode_gets_plain_signs(clock):
    terminal = Terminal()
    terminal.encoding = "cp1252"
    line = StatusLine(terminal, clock)
    line.show(WorkStep("turno", 1, 2))
    after(line, clock, 1)
    assert terminal.line.isascii()
    assert "##########.........." in terminal.line


def test_a_terminal_that_has_gone_ends_nothing(clock):
    terminal = Terminal()
    line = StatusLine(terminal, clock)
    terminal.close()
    line.show(WorkStep("turno"))
    after(line, clock, 1)
    line.show(NOTHING)


@pytest.mark.parametrize("silent", ["--quiet", "-q", "--json", "--JSON"])
def test_silence_is_kept_where_it_is_asked_for(monkeypatch, terminal, silent):
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setattr(progress, "PATIENCE", 0)
    with shown_steps(["build", "turno", silent]):
        now_on("turno")
        time.sleep(0.3)
    assert terminal.getvalue() == ""


@pytest.mark.parametrize("pipe", [True, False])
def test_a_pipe_and_a_dumb_terminal_get_nothing(monkeypatch, terminal, pipe):
    monkeypatch.setattr(terminal, "isatty", lambda: not pipe)
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setattr(progress, "PATIENCE", 0)
    monkeypatch.setenv("TERM", "xterm" if pipe else "dumb")
    with shown_steps(["build"]):
        now_on("turno")
        time.sleep(0.3)
    assert terminal.getvalue() == ""


def test_a_command_on_a_terminal_shows_its_steps_and_leaves_only_what_it_prints(
    monkeypatch, terminal
):
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setattr(sys, "stdout", terminal)
    monkeypatch.setattr(progress, "PATIENCE", 0)
    monkeypatch.setenv("TERM", "xterm")
    with shown_steps(["build"]):
        now_on("turno")
        until = time.monotonic() + 20
        while "turno" not in terminal.line and time.monotonic() < until:
            time.sleep(0.02)
        assert "turno" in terminal.line
        print("made")
        assert terminal.line == ""
        now_on("tawula")
        while "tawula" not in terminal.line and time.monotonic() < until:
            time.sleep(0.02)
    assert terminal.line == ""
    assert terminal.getvalue().count("\n") == 1
    assert sys.stdout is sys.stderr is terminal


def test_a_step_within_another_has_the_places_of_both_and_the_outer_count(told):
    now_on("turno")
    for key in each(["tiles", "die"]):
        with step(f"side of {key}", 2, 9), step(key):
            pass
    assert WorkStep("turno, tiles, side of tiles", 0, 2) in told
    assert WorkStep("turno, die, side of die", 1, 2) in told
    assert told[-1] == WorkStep("turno")


def test_several_prints_in_a_row_ask_for_silence_once(told):
    now_on("turno")
    hide()
    hide()
    assert told == [WorkStep("turno"), NOTHING]


@POSIX
def test_a_worker_passes_its_steps_on_and_is_answered_before_it_prints(told):
    try:
        with step("whole", 1, 3):
            assert run_in_worker(calls.print_between_steps) == "printed"
    finally:
        worker_process.end_workers()
    between = [one for one in told if one.place not in ("whole", "")]
    assert between == [WorkStep("whole, jars", 1, 3), WorkStep("whole, lids", 1, 3)]
    assert told.index(between[0]) < told.index(NOTHING) < told.index(between[1])


@POSIX
def test_ctrl_c_leaves_a_clean_terminal():
    import pty

    child, terminal = pty.fork()
    if child == 0:
        os.environ["TERM"] = "xterm"
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # which pytest's own workers ignore
        os.execv(sys.executable, [sys.executable, "-P", "-m", "pnp", "check"])
    with suppress(OSError):  # the end of the terminal
        seen = os.read(terminal, 1000)  # the first that is shown
        os.write(terminal, b"\x03")
        while True:
            seen += os.read(terminal, 1000)
    _, status = os.waitpid(child, 0)
    os.close(terminal)
    assert os.waitstatus_to_exitcode(status) in (128 + signal.SIGINT, -signal.SIGINT)
    shown = Terminal()
    shown.write(seen.decode().replace("^C", ""))
    assert shown.line == ""
