"""A running ``pnp serve``."""

import json
import os
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit


class Served(NamedTuple):
    """A server: its address, without a slash at the end, and the id of its process."""

    address: str
    process_id: int

    @property
    def place(self) -> tuple[str, int]:
        """Host and port, as sockets have them."""
        parts = urlsplit(self.address)
        return parts.hostname or "", parts.port or 80

    def workers(self) -> list[int]:
        """Return the ids of the processes that it started."""
        children = Path(f"/proc/{self.process_id}/task/{self.process_id}/children")
        return [int(word) for word in children.read_text(encoding="ascii").split()]

    def get(self, path: str, timeout: float = 120) -> bytes:
        """Return what is at an address."""
        with urllib.request.urlopen(self.address + path, timeout=timeout) as answer:
            return answer.read()


@contextmanager
def serve(settings: Path, *arguments: str) -> Iterator[Served]:
    """Serve games on a port that is free; printers and own games are those in ``settings``."""
    process = subprocess.Popen(
        [sys.executable, "-P", "-m", "pnp", "serve", *arguments, "--port", "0", "--no-open"],
        stdout=subprocess.PIPE,
        encoding="utf-8",
        env=os.environ | {"PNP_DATA_DIR": str(settings), "PNP_CONFIG_DIR": str(settings)},
    )
    assert process.stdout is not None
    try:
        line = process.stdout.readline()
        address = next(word for word in line.split() if word.startswith("http://"))
        served = Served(address.rstrip("/"), process.pid)
        served.get("/games.json")
        yield served
    finally:
        process.send_signal(signal.SIGINT)
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        process.stdout.close()


@contextmanager
def serve_all(folder: Path, settings: Path, *arguments: str) -> Iterator[Served]:
    """Serve games to all test processes that use a folder; the first one starts the server.

    It ends the server when nobody else uses it any more. Who comes later starts another one.
    """
    mine = folder / f"user-{os.getpid()}"
    closing, at = folder / "closing", folder / "server.json"
    try:
        folder.mkdir()
    except FileExistsError:
        mine.touch()  # before looking whether it closes, so that one of both is seen
        try:
            if _holds(lambda: at.exists() or closing.exists()) and not closing.exists():
                yield Served(*json.loads(at.read_text(encoding="ascii")))
                return
        finally:
            mine.unlink()
        with serve(settings, *arguments) as served:
            yield served
        return
    try:
        with serve(settings, *arguments) as served:
            written = at.with_suffix(".part")
            written.write_text(json.dumps(served), encoding="ascii")
            written.rename(at)
            yield served
            closing.touch()
            _holds(lambda: not [*folder.glob("user-*")])
    finally:
        closing.touch()


def _holds(condition: Callable[[], bool], seconds: float = 300) -> bool:
    """Wait until a condition holds; return whether it does."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.1)
    return True
