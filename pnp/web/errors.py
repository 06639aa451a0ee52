"""Errors for addresses without an answer.

A message names faults in a game's own files, but reveals nothing about their location on the
server.
"""

import os
from collections.abc import Iterable
from pathlib import Path

from pnp.base.errors import PnpError

# The status of a refusal, by why there is no other answer.
STATUS = {"bad_request": 400, "not_found": 404, "failed": 500, "busy": 503, "too_much": 503}


class NotFoundError(PnpError):
    """There is no such game, rule set, page or picture."""


def without_folders(message: str, folders: Iterable[Path]) -> str:
    """Return a message with paths relative to these folders."""
    for folder in folders:
        for path in dict.fromkeys((str(folder), str(Path(os.path.realpath(folder))))):
            name = Path(os.path.realpath(folder)).name
            message = message.replace(f"{path}{os.sep}", "").replace(path, name)
    return message
