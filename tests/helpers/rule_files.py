"""Which of the many rule documents slow tests look at."""

import os
from collections.abc import Iterable
from itertools import groupby
from pathlib import Path


def one_language_each(files: Iterable[Path], first: int = 0) -> list[Path]:
    """Return each rulebook and each rule sheet in one language, by turns from the ``first``.

    ``files`` are named ``<game>/rules/<rule-set>.<lang>.pdf``. With ``PNP_EVERY_LANGUAGE`` in the
    environment it is all of them.
    """
    if "PNP_EVERY_LANGUAGE" in os.environ:
        return sorted(files)
    named = groupby(sorted(files), lambda file: (file.parent, file.name.partition(".")[0]))
    versions = [list(own) for _, own in named]
    return [own[turn % len(own)] for turn, own in enumerate(versions, start=first)]
