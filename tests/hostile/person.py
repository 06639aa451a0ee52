"""A person's folders, and commands that are run in them as the program runs them."""

import asyncio
import io
import os
import re
import shutil
import sys
import time
from contextlib import ExitStack, redirect_stderr, redirect_stdout, suppress
from functools import partial
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote

import pytest
from helpers.at_once import use_no_processes
from helpers.guard import guarded
from larder_game import LarderGame
from obstacles import watched, without_privileges

from pnp.base.errors import PnpError
from pnp.base.trust import is_trusted
from pnp.definitions.watch import Watch
from pnp.program import run_program
from pnp.web.server.app import Application, Guard
from pnp.web.server.pool import Pool
from pnp.web.server.worker import Reply, attempt, library_of

GAME = "games/larder"
WAITING = 60  # seconds by the clock
CROWD = 3000  # files in one folder that is full
PAGES = (
    *(b"/", b"/games.json", b"/games/larder/", b"/games/larder/make/", b"/games/larder/cover.svg"),
    *(b"/own/", b"/own/state.json", b"/printer/"),
)


class Ended(NamedTuple):
    """How a command ended."""

    status: int
    out: str
    err: str
    seconds: float
    memory: int
    looked_outside: bool


class Folders:
    """The folders of a person: games, output, settings, and tables of their own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def write(self) -> "Folders":
        """Write what there is before the first command."""
        (self.folder / ".git").mkdir(parents=True)  # where the search for defaults ends
        for game in ("larder", "brook"):
            larder = LarderGame(self.folder / "made" / game)
            larder.folder.rename(self._below(f"games/{game}"))
        LarderGame(self.folder / "made" / "own").folder.rename(self._below("data/games/own"))
        shutil.rmtree(self.folder / "made")
        self._put("games/larder/pnp.toml", 'paper = "letter"\n')
        self._put("settings/config.toml", 'paper = "a4"\n')
        self._put("settings/trusted-folders.txt", "/nowhere\n")
        numbers = "dx = 0.0\ndy = 0.0\nangle = 0.0\nscale_x = 1.0\nscale_y = 1.0\n"
        self._put("settings/printers/desk.toml", f'paper = "a4"\n{numbers}')
        self._put("settings/themes/moor.toml", 'name = "Moor"\n\n[roles]\nground = "#dfe8d0"\n')
        self._put("settings/papers/club.toml", 'name = "Club"\nsize = "330x240mm"\n')
        self._put("deposits.csv", "folder,id\nlarder,M-1\nbrook,M-2\n")
        self._put("squib/deck.rb", SCRIPT)
        self._put("squib/cards.csv", "name\nOne\nTwo\n")
        self._put("squib/layout.yml", "title:\n  x: 10\n  y: 10\n")
        shutil.copy(self.folder / "games/larder/art/lid.svg", self.folder / "squib")
        return self

    def _below(self, place: str) -> Path:
        file = self.folder / place
        file.parent.mkdir(parents=True, exist_ok=True)
        return file

    def _put(self, place: str, text: str) -> None:
        self._below(place).write_text(text, encoding="utf-8")

    def run(
        self,
        arguments: tuple[str, ...],
        outside: Path | None = None,
        pages: tuple[bytes, ...] = PAGES,
        patience: int = WAITING,
    ) -> Ended:
        """Run a command as the program does, but in this process.

        A server answers requests for ``pages`` and ends. ``patience`` is in seconds by the clock.
        """
        out, err = io.StringIO(), io.StringIO()
        with ExitStack() as stack:
            patch = stack.enter_context(pytest.MonkeyPatch.context())
            use_no_processes(patch)
            patch.setattr("pnp.program.is_trusted", lambda paths: is_trusted(paths) or True)
            patch.setattr("pnp.web.server.run.run", partial(_visited, pages))
            patch.setattr(sys, "argv", ["pnp", *arguments])
            patch.setenv("PNP_CONFIG_DIR", str(self.folder / "settings"))
            patch.setenv("PNP_DATA_DIR", str(self.folder / "data"))
            patch.setenv("HOME", str(self.folder))
            patch.chdir(self.folder / GAME if "." in arguments else self.folder)
            opened = stack.enter_context(watched(outside))
            stack.enter_context(guarded(patience))
            stack.enter_context(without_privileges())
            stack.enter_context(redirect_stdout(out))
            stack.enter_context(redirect_stderr(err))
            Path("/proc/self/clear_refs").write_text("5")  # forget the most memory so far
            before, began = _memory("VmRSS"), time.process_time()
            status = run_program(arguments)
            took = time.process_time() - began
            memory = _memory("VmHWM") - before
            return Ended(status, out.getvalue(), err.getvalue(), took, memory, opened())

    def all_there_is(self, *below: str) -> dict[str, tuple[object, ...]]:
        """Return kind, size and target of everything in some folders; full ones count as one."""
        found: dict[str, tuple[object, ...]] = {}
        for top in below:
            for place, folders, files in os.walk(self.folder / top):
                if len(files) >= CROWD or "deep" in folders:
                    found[place] = (len(files), len(folders))
                    folders.clear()
                    continue
                for name in (*folders, *files):
                    path = os.path.join(place, name)
                    state = os.lstat(path)
                    link = os.readlink(path) if os.path.islink(path) else ""
                    size = 0 if os.path.isdir(path) else state.st_size
                    found[os.path.relpath(path, self.folder)] = state.st_mode, size, link
        return found


SCRIPT = """require 'squib'
Squib::Deck.new(cards: 2, layout: 'layout.yml') do
  data = csv file: 'cards.csv'
  text str: data['name'], layout: :title
  svg file: 'lid.svg', x: 10, y: 40
end
"""


def _memory(name: str) -> int:
    """Return bytes from what the kernel says of this process."""
    found = re.search(rf"{name}:\s+(\d+) kB", Path("/proc/self/status").read_text())
    assert found is not None
    return 1000 * int(found[1])


def _visited(pages: tuple[bytes, ...], serving, listening, ready) -> None:
    """Answer requests in this process, instead of serving until Ctrl-C."""
    listening.close()
    library = library_of(serving.shown)
    face = serving.face if len(library.own) == 1 else "serve"
    app = Application(library, InProcess(serving), serving.terms, face, Guard(face), None)
    ready()
    for name in library.own:
        with suppress(PnpError):  # too many files, and pages ask from time to time
            Watch(library.folder(name)).changed()
    asyncio.run(_visit(app.starlette(), pages))


class InProcess(Pool):
    """A pool whose one worker is this process."""

    def __init__(self, serving) -> None:
        super().__init__(serving.shown, serving.terms)
        self._library = library_of(serving.shown)

    async def start(self) -> None: ...

    async def end(self) -> None: ...

    async def reply(self, request, is_wanted=None):
        return Reply.of(attempt(self._library, request)[0])


async def _visit(served, pages: tuple[bytes, ...]) -> None:
    for page in pages:
        print(page, await _status_of(served, page))


async def _status_of(served, page: bytes) -> int:
    raw, _, query = page.partition(b"?")
    said: list[int] = []

    async def receive():
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message) -> None:
        said.append(message.get("status", 0))

    scope = {"type": "http", "method": "GET", "path": unquote(raw), "raw_path": raw}
    scope |= {"query_string": query, "headers": [(b"host", b"localhost")], "scheme": "http"}
    scope |= {"server": ("localhost", 80), "client": ("localhost", 1), "root_path": ""}
    await served(scope | {"http_version": "1.1"}, receive, send)
    return said[0]
