"""The limits of a server: for itself, its workers and its clients."""

import os
from pathlib import Path
from typing import NamedTuple

from pnp.web.frame import Face
from pnp.web.library import Library


class Terms(NamedTuple):
    """Limits of a server.

    Up to ``waiting`` requests wait for a worker; more are asked to come back. A worker may take
    ``seconds`` for an answer and ``file_seconds`` for a download, may use ``memory_mb`` more than
    at its start, and is replaced when it has taken half of that, or after ``jobs`` answers. The
    cache holds ``kept_mb`` of answers. Up to ``connections`` are open at a time, each for
    ``patience`` seconds without a request. Compression does not pay between programs on one
    computer.
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
        """Return the default terms: generous at home, less so in public."""
        if face == "public":
            return cls(workers or usual_workers(), 64, 10, 30, 1000, 256, 500)
        return cls(workers or usual_workers(), 200, 60, 300, 2000, 64, 200, patience=60)

    def of_desk(self) -> "Terms":
        """Return the terms of a designer's desk: one worker, which remembers its last drawings."""
        return self._replace(workers=1, jobs=10**9, compresses=False)


def usual_workers() -> int:
    """Return the default number of workers: that of the available processors, from 2 to 4."""
    if hasattr(os, "sched_getaffinity"):
        there = len(os.sched_getaffinity(0))
    else:
        there = os.cpu_count() or 1
    return max(2, min(4, there))


class ServedGames(NamedTuple):
    """Which games to serve: the built-in ones and those of a folder."""

    folder: str | None = None
    built_in: bool = True


def library_of(shown: ServedGames) -> Library:
    """Return the games to serve.

    Raises:
        UsageError: If the folder contains none.
    """
    if shown.folder is None:
        return Library.built_in()
    return Library.of_folder(Path(shown.folder), built_in=shown.built_in)
