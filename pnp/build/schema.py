"""Write a schema for editors."""

import os
from pathlib import Path

from pnp.definitions.editors import schema_text
from pnp.errors import OutputError


def write_schema(what: str, out: Path) -> None:
    """Write the schema of a kind of file, in the place of the one that was there.

    Raises:
        UsageError: If there is no such kind.
        OutputError: If it cannot be written; what was there is left.
    """
    text = schema_text(what)
    beside = out.with_name(f".{out.name}-{os.getpid()}")
    try:
        beside.write_text(text, encoding="utf-8", newline="\n")
        os.replace(beside, out)
    except OSError as error:
        beside.unlink(missing_ok=True)
        reason = (error.strerror or str(error)).lower()
        raise OutputError(f"--out: cannot write {out}: {reason}") from error
