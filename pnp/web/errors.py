"""The error of an address that leads to nothing, and messages that show no folder."""

import os
from collections.abc import Iterable
from pathlib import Path

from pnp.base.errors import PnpError


class NotFoundError(PnpError):
    """There is no such game, rule set, page or picture."""


def without_folders(message: str, folders: Iterable[Path]) -> str:
    """Return a message with paths as they are inside these folders, and nothing above them."""
    for folder in folders:
        for path in dict.fromkeys((str(folder), str(folder.resolve()))):
            name = folder.resolve().name
            message = message.replace(f"{path}{os.sep}", "").replace(path, name)
    return message
