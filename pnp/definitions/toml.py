"""TOML files, and what is wrong with one that cannot be read."""

import tomllib
from pathlib import Path
from typing import Any

from pnp.errors import DefinitionError


def read_toml(file: Path) -> tuple[dict[str, Any], bytes]:
    """Return what a file holds, and its bytes.

    Raises:
        DefinitionError: If it cannot be read or is not TOML.
    """
    try:
        content = file.read_bytes()
    except OSError as error:
        raise DefinitionError(f"{file}: cannot be read: {error.strerror}") from error
    return parsed(content, file), content


def parsed(content: bytes, file: Path) -> dict[str, Any]:
    """Return what the bytes of a file hold.

    Raises:
        DefinitionError: If that is not TOML.
    """
    try:
        raw = tomllib.loads(content.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise DefinitionError(
            f"{file}: byte {error.start} is not UTF-8; save it as UTF-8"
        ) from None
    except tomllib.TOMLDecodeError as error:
        raise DefinitionError(f"{file}: is not TOML: {error}") from None
    except RecursionError:
        raise DefinitionError(f"{file}: is nested too deeply") from None
    except ValueError as error:  # a number of thousands of digits
        raise DefinitionError(f"{file}: is not TOML: {error}") from None
    return raw
