"""Errors for addresses without an answer.

A message names faults in a game's own files, but reveals nothing about their location on the
server.
"""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TypeVar, cast

from pnp.base.errors import PnpError
from pnp.base.messages import Message

T = TypeVar("T", bound=str)
# The status of a refusal, by why there is no other answer.
STATUS = {"bad_request": 400, "not_found": 404, "failed": 500, "busy": 503, "too_much": 503}


class NotFoundError(PnpError):
    """There is no such game, rule set, page or picture."""


def without_folders(message: T, folders: Sequence[Path]) -> T:
    """Return a message with paths relative to these folders."""
    if isinstance(message, Message):
        return cast(T, message.changed(lambda words: without_folders(words, folders)))
    words = str(message)
    for folder in folders:
        for path in dict.fromkeys((str(folder), str(Path(os.path.realpath(folder))))):
            name = Path(os.path.realpath(folder)).name
            words = words.replace(f"{path}{os.sep}", "").replace(path, name)
    return cast(T, words)
