"""Walk through docs/tutorials/first-deck.md: save its files, run its commands, compare its output.

A block is one step. The words before it say what is done with it:

- ``console``: each line behind ``$`` is a command, the lines below it are what it prints. ``…``
  alone stands for any lines, at the end of a line for the rest of it. A command that watches goes
  on until ``^C``.
- ``text``: what the command that watches says after the last file was saved.
- ``diff``: lines of the file that is named last before it, taken out (-) and put in (+).
- any other: "Save this as `FILE`" is all of a file, "at the end of `FILE`" goes on with it.
"""

import os
import re
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import chdir
from pathlib import Path
from typing import NamedTuple

from typer.testing import CliRunner

from pnp.cli import app

TUTORIAL = Path(__file__).parent / "tutorials" / "first-deck.md"
PATIENCE = 60.0  # seconds for a program that watches
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_FILE = re.compile(r"`([\w./-]+\.(?:csv|toml|svg|md))`")


class Step(NamedTuple):
    """A block, its line in the document, and the words between it and the block before."""

    line: int
    kind: str
    text: str
    words: str


def steps(document: str) -> list[Step]:
    """Return the blocks of a document in their order."""
    found: list[Step] = []
    end = 0
    for match in BLOCK.finditer(document):
        line = document.count("\n", 0, match.start()) + 1
        found.append(Step(line, match[1], match[2], document[end : match.start()]))
        end = match.end()
    return found


class WalkError(AssertionError):
    """The document says one thing and the program does another."""


class Walk:
    """A walk in a folder of its own."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._watching: _Watching | None = None
        self.commands = 0

    def go(self, walked: list[Step]) -> None:
        """Do one step after another.

        Raises:
            WalkError: If what is shown is not what happens.
        """
        with chdir(self._folder):
            try:
                for step in walked:
                    self._do(step)
            finally:
                if self._watching is not None:
                    self._watching.stop()

    def _do(self, step: Step) -> None:
        match step.kind:
            case "console":
                for command, shown in _commands(step):
                    self._run(command, shown, step)
            case "text":
                assert self._watching is not None, f"line {step.line}: nothing is watching"
                self._watching.must_say(step.text.splitlines(), step.line)
            case "diff":
                _change(Path(_FILE.findall(step.words)[-1]), step)
            case _:
                _save(Path(_FILE.findall(step.words)[-1]), step)

    def _run(self, command: str, shown: list[str], step: Step) -> None:
        self.commands += 1
        program, *arguments = shlex.split(command)
        if program == "cd":
            os.chdir(arguments[0])
        elif program == "^C":
            assert self._watching is not None
            said, self._watching = self._watching.stop(), None
            _must_match(said, shown, step.line)
        elif "--watch" in arguments:
            self._watching = _Watching(arguments, self._folder / "watched.txt")
            self._watching.must_say(shown, step.line)
        else:
            assert program == "pnp", f"line {step.line}: {command}"
            said = CliRunner().invoke(app, arguments).output
            _must_match(said.splitlines(), shown, step.line)


class _Watching:
    """A program that runs beside, and what it has said so far."""

    def __init__(self, arguments: list[str], said: Path) -> None:
        self._said = said
        command = [sys.executable, "-m", "pnp", *arguments]
        with said.open("wb") as out:
            self._process = subprocess.Popen(
                command, stdout=out, stderr=subprocess.STDOUT, preexec_fn=_hear_interrupts
            )

    def must_say(self, shown: list[str], line: int) -> None:
        """Wait until it says what is shown, since a file was changed or since it began."""
        until = time.monotonic() + PATIENCE
        while not matches(self._latest(), shown):
            if time.monotonic() > until or self._process.poll() is not None:
                _must_match(self._latest(), shown, line)
            time.sleep(0.05)

    def stop(self) -> list[str]:
        """Stop it as Ctrl-C does; return what it says to that."""
        before = self._said.stat().st_size
        self._process.send_signal(signal.SIGINT)
        try:
            self._process.wait(PATIENCE)
        finally:
            self._process.kill()
        return self._said.read_bytes()[before:].decode().strip().splitlines()

    def _latest(self) -> list[str]:
        lines = self._said.read_text(encoding="utf-8").splitlines()
        changed = [n for n, line in enumerate(lines) if line.startswith("changed: ")]
        return lines[changed[-1] :] if changed else lines


def _hear_interrupts() -> None:
    """Let a program be stopped as from a terminal, though a shell may have started us behind it."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def _commands(step: Step) -> Iterator[tuple[str, list[str]]]:
    """Yield each command of a block with the lines below it."""
    for part in re.split(r"^(?=\$ |\^C$)", step.text, flags=re.MULTILINE)[1:]:
        command, *shown = part.splitlines()
        yield command.removeprefix("$ "), shown


def _save(file: Path, step: Step) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    if f"at the end of `{file.as_posix()}`" in " ".join(step.words.split()):
        step = step._replace(text=file.read_text(encoding="utf-8") + "\n" + step.text)
    else:
        assert f"Save this as `{file.as_posix()}`" in " ".join(step.words.split()), step
    file.write_text(step.text, encoding="utf-8")


def _change(file: Path, step: Step) -> None:
    lines = step.text.splitlines(keepends=True)
    old = "".join(line[1:] for line in lines if line[0] in " -")
    new = "".join(line[1:] for line in lines if line[0] in " +")
    text = file.read_text(encoding="utf-8")
    if text.count(old) != 1:
        raise WalkError(f"line {step.line}: {file} has this {text.count(old)} times:\n{old}")
    file.write_text(text.replace(old, new), encoding="utf-8")


def _must_match(said: list[str], shown: list[str], line: int) -> None:
    if not matches(said, shown):
        told = "\n".join(said)
        raise WalkError(f"line {line} shows\n" + "\n".join(shown) + f"\nand this is said:\n{told}")


def matches(said: list[str], shown: list[str]) -> bool:
    """Return whether lines are those that are shown, where ``…`` stands for what is left out.

    How wide columns are does not count.
    """
    lines = [" ".join(line.split()) for line in said if line.strip()]
    patterns = [" ".join(line.split()) for line in shown if line.strip()]
    expression = ""
    for pattern in patterns:
        if pattern == "…":
            expression += r"(?:.*\n)*?"
        else:
            cut = pattern.endswith("…")
            expression += re.escape(pattern.removesuffix("…")) + (".*\n" if cut else "\n")
    return re.fullmatch(expression, "".join(f"{line}\n" for line in lines)) is not None
