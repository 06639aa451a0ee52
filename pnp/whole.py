"""A file that appears whole or not at all."""

import os
from pathlib import Path


def write_whole(file: Path, text: str) -> None:
    """Write a file in the place of the one that was there; its folder is there.

    Raises:
        OSError: If it cannot be written; what was there is left.
    """
    beside = file.with_name(f".{file.name}-{os.getpid()}")
    try:
        with beside.open("x", encoding="utf-8", newline="\n") as new:  # through no link
            new.write(text)
        os.replace(beside, file)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise
