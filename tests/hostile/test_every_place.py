"""Whatever lies in a place that a command reads or lists, it ends soon, in a line or rightly.

The places are those that an ordinary run looks at. Each gets some of the obstacles, in turn, and
each command meets every other obstacle; with PNP_EVERY_PLACE=1 each gets all, a folder of 200,000
files and 400 MB of brackets among them.
"""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import product
from pathlib import Path
from typing import NamedTuple

import pytest
from obstacles import BRACKETS, ENTRIES, FILES, FOLDERS, KEPT, Obstacles
from person import CROWD, GAME, Ended, Folders

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="obstacles are those of Linux")

EVERY = bool(os.environ.get("PNP_EVERY_PLACE"))
MANY, DEPTH = (200_000, BRACKETS) if EVERY else (CROWD, 200_000)
MOST_TRIED = 10**6 if EVERY else 1  # places of a command
PATIENCE = 20  # seconds of the processor
UNHURRIED = 600  # seconds by the clock, for an ordinary run
MEMORY = 400_000_000  # bytes
MOST_LINES = 101

BELOW = "games"
OUT = ("--out", "out")
COMMANDS: dict[str, tuple[str, ...]] = {
    "archive": ("archive", GAME, *OUT, "--zip", "--register", "out/register.csv"),
    "archive all": (
        *("archive", "--all", BELOW, *OUT, "--deposits", "deposits.csv"),
        *("--ocfl", "out/root", "--sip", "out/sip", "--register", "out/register.csv"),
        *("--holder", "A museum", "--date", "2026-11-20"),
    ),
    "site": ("site", BELOW, *OUT, "--deposits", "deposits.csv"),
    "serve": ("serve", GAME, "--port", "0", "--no-open"),
    "serve several": ("serve", BELOW, "--port", "0", "--no-open"),
    "verify": ("verify", "out", "--log", "log.xml"),
    "verify expected": ("verify", "out", "--expect", "out/register.csv"),
    "build": ("build", GAME, *OUT, "--printer", "desk"),
    "build with own files": ("build", GAME, *OUT, "--theme", "moor", "--paper", "club"),
    "list own files": ("list", "--of", "themes"),
    "build here": ("build", ".", "--out", "../../out"),
    "kit": ("kit", GAME, *OUT),
    "laser": ("laser", GAME, *OUT, "--component", "pegs"),
    "rules": ("rules", GAME, *OUT),
    "check": ("check", GAME),
    "show": ("show", GAME),
    "list": ("list",),
    "config": ("config",),
    "printer": ("printer", "list"),
    "squib": ("new", "taken", "--from-squib", "squib", *OUT),
}
# What must be there before a command is run, in its output folder.
BEFORE = {
    "verify": (("build", GAME, *OUT), ("archive", "games/brook", *OUT, "--zip")),
    "verify expected": (("archive", GAME, *OUT, "--register", "out/register.csv"),),
}
ONCE = ("verify", "verify expected", "serve", "serve several", "squib")  # make nothing to find


class Looked:
    """The paths that this process looks at while it listens."""

    def __init__(self) -> None:
        self.paths: set[str] | None = None
        sys.addaudithook(self._hear)

    def _hear(self, event: str, arguments: tuple[object, ...]) -> None:
        if self.paths is not None and event in ("open", "os.listdir", "os.scandir"):
            self._note(arguments[0])

    def _note(self, path: object) -> None:
        if self.paths is not None and isinstance(path, str | bytes | os.PathLike):
            self.paths.add(os.path.abspath(os.fsdecode(path)))

    @contextmanager
    def listening(self) -> Iterator[set[str]]:
        """Yield the set of paths, which grows."""
        with pytest.MonkeyPatch.context() as patch:
            for name in ("stat", "lstat", "readlink", "access"):  # no audit event
                patch.setattr(os, name, self._noting(getattr(os, name)))
            self.paths = set()
            try:
                yield self.paths
            finally:
                self.paths = None

    def _noting(self, look: Callable[..., object]) -> Callable[..., object]:
        def noting(path: object, *more: object, **named: object) -> object:
            self._note(path)
            return look(path, *more, **named)

        return noting


class Ordinary(NamedTuple):
    """An ordinary run: the folders before it, the places that it looks at, and what it makes."""

    folders: Folders
    places: tuple[str, ...]
    made: dict[str, bytes]


LISTS = re.compile(r"manifest\.json|site\.json|log\.xml|\d+\.toml")  # and what fills a folder


def _made(folder: Path) -> dict[str, bytes]:
    """Return the regular files in the output folder, without those that list strangers' files."""
    found = {}
    for place, folders, files in os.walk(folder / "out"):
        if "deep" in folders:
            folders.clear()
        for file in (Path(place, name) for name in files if not LISTS.fullmatch(name)):
            if not file.is_symlink() and file.is_file() and file.stat().st_size < DEPTH:
                found[file.relative_to(folder).as_posix()] = file.read_bytes()
    return found


@pytest.fixture(scope="module")
def obstacles(tmp_path_factory) -> Iterator[Obstacles]:
    folder = tmp_path_factory.mktemp("obstacles")
    yield Obstacles(folder, MANY, DEPTH)
    subprocess.run(["rm", "-rf", folder], check=True)


@pytest.fixture(scope="module")
def ordinary(tmp_path_factory) -> Callable[[str], Ordinary]:
    """Return a function that returns the ordinary run of a command, which is made once."""
    looked, known = Looked(), {}

    def run(command: str) -> Ordinary:
        if command not in known:
            known[command] = made(command)
        return known[command]

    def made(command: str) -> Ordinary:
        folders = Folders(tmp_path_factory.mktemp("ordinary") / "all").write()
        arguments = COMMANDS[command]
        first = BEFORE.get(command, ()) or (() if command in ONCE else (arguments,))
        for one in first:
            ended = folders.run(one, patience=UNHURRIED)
            assert (ended.status, ended.err) == (0, ""), ended
        copy = Folders(folders.folder.parent / "copy")
        shutil.copytree(folders.folder, copy.folder, symlinks=True)
        with looked.listening() as paths:
            ended = copy.run(arguments, patience=UNHURRIED)
        assert (ended.status, ended.err) == (0, ""), ended
        return Ordinary(folders, _places(folders, copy, paths), _made(copy.folder))

    return run


def _places(folders: Folders, copy: Folders, paths: set[str]) -> tuple[str, ...]:
    """Return what was looked at, relative to the folders, and all there is in those listed."""
    own = f"-{os.getpid()}"
    top = f"{copy.folder}/"
    seen = {path.removeprefix(top) for path in paths if path.startswith(top) and own not in path}
    there = {
        path.relative_to(folders.folder).as_posix()
        for path in folders.folder.rglob("*")
        if path.parent.relative_to(folders.folder).as_posix() in seen
    }
    here = ("games", GAME)  # where some commands are run
    found = sorted(place for place in seen | there if ".git" not in place and place not in here)
    if EVERY:
        return tuple(found)
    kinds = {_kind(folders.folder, place): place for place in reversed(found)}
    return tuple(reversed(kinds.values()))


def _kind(folder: Path, place: str) -> tuple[object, ...]:
    """Return what places have in common that are read by the same lines."""
    above, _, name = re.sub("larder|brook", "game", place).rpartition("/")
    there = folder / place
    return above, name.partition(".")[2] or name, there.is_dir(), there.exists()


UNTOUCHED = ("games", "settings", "data", "squib")
STEP = 7  # between the places that two obstacles get
LINE = re.compile(r"error: |\d games: |warning: |note: ")
AMONG = " among others"
ALL = dict.fromkeys((*FILES, *FOLDERS, *(f"{name}{AMONG}" for name in ENTRIES)))


@pytest.fixture(autouse=True)
def few_files(monkeypatch: pytest.MonkeyPatch) -> None:
    if not EVERY:
        monkeypatch.setattr("pnp.base.files.MOST_ENTRIES", CROWD - 1)


@pytest.mark.parametrize(
    ("command", "obstacle"),
    [
        (command, obstacle)
        for (one, command), (other, obstacle) in product(enumerate(COMMANDS), enumerate(ALL))
        if EVERY or (one + other) % 2 == 0
    ],
)
def test_a_command_ends_soon_whatever_lies_in_its_way(
    command, obstacle, ordinary, obstacles, tmp_path
):
    usual = ordinary(command)
    faults = []
    for number, (place, name) in enumerate(_tried(usual, obstacle)):
        faults += _faults(command, name, place, tmp_path / f"{number}", usual, obstacles)
    assert not faults, "\n".join(f"{command} | {obstacle} | {fault}" for fault in faults)


FOUND = (  # by this test, once
    ("archive", "folder", "out/larder/tagmanifest-sha256.txt"),
    ("archive", "strange name", "out/larder/data/stray"),
    ("build", "link out", "out/larder/print"),
    ("build", "loop", "out/larder"),
    ("check", "link out", "games/larder/rules/stray.en.md"),
    ("serve", "crowd", "games/larder/rules"),
    ("serve", "hole", "games/larder/rules/stray.en.md"),
    ("serve", "unreadable", "games/larder/rules"),
    ("list", "hole", "settings/config.toml"),
    ("check", "hole", "settings/trusted-folders.txt"),
    ("check", "pipe", "settings/trusted-folders.txt"),
    ("site", "hole", "games/brook/game.toml"),
    ("site", "pipe", "out/site.json"),
    ("verify", "hole", "log.xml"),
    ("verify", "link out", "out/brook.zip"),
    ("verify", "link out", "out/brook/data"),
    ("verify", "pipe", "log.xml"),
)


@pytest.mark.parametrize(("command", "name", "place"), FOUND)
def test_what_was_in_the_way_once_is_not_any_more(
    command, name, place, ordinary, obstacles, tmp_path
):
    faults = _faults(command, name, place, tmp_path / "trial", ordinary(command), obstacles)
    assert [*faults] == []


def _tried(usual: Ordinary, obstacle: str) -> Iterator[tuple[str, str]]:
    """Yield the places for an obstacle in this run, others for each, and what to put there."""
    name = obstacle.removesuffix(AMONG)
    top = usual.folders.folder
    fit = [place for place in usual.places if _fits(name, top / place, among=name != obstacle)]
    start = STEP * [*ALL].index(obstacle)
    for number in range(start, start + min(MOST_TRIED, len(fit))):
        place = fit[number % len(fit)]
        yield place if name == obstacle else f"{place}/{_stray_name(top / place)}", name


def _fits(name: str, there: Path, *, among: bool) -> bool:
    if among or not there.parent.is_dir():
        return there.is_dir()
    return name in (FOLDERS if there.is_dir() else FILES)


def _stray_name(folder: Path) -> str:
    """Return a name like those of the files in a folder."""
    ending = next(("".join(path.suffixes) for path in folder.iterdir() if path.suffixes), "")
    return f"stray{ending}"


def _faults(
    command: str,
    name: str,
    place: str,
    folder: Path,
    usual: Ordinary,
    obstacles: Obstacles,
) -> Iterator[str]:
    """Put something in a place, run a command, and yield what is wrong with how it ends."""
    trial = Folders(folder)
    shutil.copytree(usual.folders.folder, folder, symlinks=True)
    linked = obstacles.put(name, folder / place)
    before = trial.all_there_is(*UNTOUCHED)
    ended = trial.run(COMMANDS[command], None if _is_own(place) else linked)
    yield from _wrong_end(name, place, trial, ended)
    if trial.all_there_is(*UNTOUCHED) != before:
        yield f"{place} | changes games or settings"
    if name == "folder" and not (folder / place / KEPT).is_file():
        yield f"{place} | deletes a stranger's file"
    if ended.status == 0 and place.startswith("out/"):
        yield from _wrong_success(command, place, trial, ended, usual)
    obstacles.end()
    subprocess.run(["rm", "-rf", folder], check=True)  # however deep


def _is_own(place: str) -> bool:
    """Return whether links in a place are the person's own, and followed."""
    named = ("settings", "data", "deposits", "log", "out/register")
    return place.startswith(named) or place in ("out", "squib")


def _wrong_end(name: str, place: str, trial: Folders, ended: Ended) -> Iterator[str]:
    said = ended.err.splitlines()
    shown = ended.err.replace(str(trial.folder), "")[:300]
    printed = (ended.err + ended.out).replace("\n", "")
    if "Traceback" in printed:
        yield f"{place} | traceback | {said[-1]}"
    elif ended.seconds > PATIENCE:
        yield f"{place} | takes {ended.seconds:.0f} s | {shown}"
    elif len(said) > MOST_LINES or (not said and ended.status and not ended.out):
        yield f"{place} | status {ended.status}, {len(said)} lines | {shown}"
    elif said and name != "strange name" and not all(map(LINE.match, said)):
        yield f"{place} | odd lines | {shown}"
    if ended.memory > MEMORY:
        yield f"{place} | takes {ended.memory // 10**6} MB | {shown}"
    if ended.looked_outside:
        yield f"{place} | looks outside | {shown}"
    if re.search(r"(?<!\\n)\\x1b\[31m", printed):
        yield f"{place} | a name breaks a line | {shown}"
    if not printed.isprintable():
        yield f"{place} | odd letters | {shown!r}"


def _wrong_success(
    command: str, place: str, trial: Folders, ended: Ended, usual: Ordinary
) -> Iterator[str]:
    """Yield what a command should not have called right, or should have made again."""
    if command.startswith("verify"):
        if not re.search(rf"not verified: .*{'/'.join(place.split('/')[:2])}\b", ended.out):
            yield f"{place} | is called right | {ended.out[:300]}"
        return
    now = _made(trial.folder)
    lost = [file for file, content in usual.made.items() if now.get(file) != content]
    if lost:
        yield f"{place} | succeeds without {lost[0]} | {ended.out[:200]}"
