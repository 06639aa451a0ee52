"""Write a JSON schema for editors."""

from pathlib import Path

from pnp.base.errors import OutputError, reason
from pnp.base.files import write_atomic
from pnp.definitions.editors import schema_text


def write_schema(what: str, out: Path) -> None:
    """Write the schema of a kind of file, replacing an earlier one.

    Raises:
        UsageError: If there is no such kind.
        OutputError: If it cannot be written; what was there is left.
    """
    text = schema_text(what)
    try:
        write_atomic(out, text)
    except OSError as error:
        raise OutputError(f"--out: cannot write {out}: {reason(error)}") from error
