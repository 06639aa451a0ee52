"""What a server allows: itself, its workers, and those who ask."""

import os
from pathlib import Path
from typing import NamedTuple

from pnp.web.frame import Face
from pnp.web.library import Library


class Terms(NamedTuple):
    """Limits of a server.

    ``waiting`` are requests that wait for a worker; more are asked to come back. A worker may take
    ``seconds`` for an answer, and ``file_seconds`` for one that is a file to keep, ``memory_mb``
    more than it begins with, and is replaced after ``jobs`` answers. ``kept_mb`` of answers are
    kept. ``connections`` are open at a time, and each takes ``patience`` seconds at most to say
    what it wants, and as long to read 100 kB. Between programs of one machine it does not pay to
    compress answers.
    """

    workers: int
    waiting: int
    seconds: int
    file_seconds: int
    memory_mb: int
    kept_mb: int
    connections: int
    patience: int = 20
    jobs: int = 5_000
    compresses: bool = True

    @classmethod
    def of(cls, face: Face, workers: int = 0) -> "Terms":
        """Return the usual terms: generous at home, less so in public."""
        if face == "public":
            return cls(workers or usual_workers(), 64, 10, 30, 1000, 256, 500)
        return cls(workers or usual_workers(), 200, 60, 300, 2000, 64, 200, patience=60)

    def of_desk(self) -> "Terms":
        """Return the terms of a designer's desk: one worker, which keeps what it drew last."""
        return self._replace(workers=1, jobs=10**9, compresses=False)


def usual_workers() -> int:
    """Return as many workers as there are processors for this process, from 2 to 4."""
    if hasattr(os, "sched_getaffinity"):
        there = len(os.sched_getaffinity(0))
    else:
        there = os.cpu_count() or 1
    return max(2, min(4, there))


class ServedGames(NamedTuple):
    """Which games are served: those that come with pnp, and those of a folder."""

    folder: str | None = None
    built_in: bool = True


def library_of(shown: ServedGames) -> Library:
    """Return the games to be served.

    Raises:
        UsageError: If the folder holds none.
    """
    if shown.folder is None:
        return Library.built_in()
    return Library.of_folder(Path(shown.folder), built_in=shown.built_in)
