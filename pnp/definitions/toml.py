"""TOML files, and what is wrong with one that cannot be read."""

from pathlib import Path
from typing import Any

from pnp.base.errors import DefinitionError
from pnp.base.files import read_file, read_sandboxed
from pnp.base.toml import parse_toml


def read_toml(file: Path, *, alone: bool = True) -> tuple[dict[str, Any], bytes]:
    """Return what a file holds, and its bytes.

    One that is not ``alone`` is the definition of the folder that it lies in, and no link out.

    Raises:
        DefinitionError: If it cannot be read or is not TOML, or holds too much.
    """
    try:
        content = (
            read_file(file, "definition_kb")
            if alone
            else read_sandboxed(file.parent, file, "definition_kb")
        )
    except OSError as error:
        raise DefinitionError(f"{file}: cannot be read: {error.strerror}") from error
    return parse_toml(content, file), content
