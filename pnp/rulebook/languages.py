"""The words of the program's own in each language, and numbers spelled out."""

import tomllib
from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from pnp.errors import UsageError
from pnp.resources import templates
from pnp.units import shown


class Language(NamedTuple):
    """Titles of sections by id, in order, and labels by name."""

    code: str
    sections: Mapping[str, str]
    labels: Mapping[str, str]
    status: Mapping[str, str]


def languages() -> tuple[str, ...]:
    """Return the codes of the languages there are words for, in alphabetical order."""
    return tuple(sorted(path.stem for path in (templates() / "rulebook").glob("*.toml")))


@cache
def language(code: str) -> Language:
    """Return the words of a language.

    Raises:
        UsageError: If there are none.
    """
    if code not in languages():
        raise UsageError(
            f"--lang: {shown(code)} is not known; write one of {', '.join(languages())}"
        )
    file = templates() / "rulebook" / f"{code}.toml"
    raw = tomllib.loads(file.read_text(encoding="utf-8"))
    return Language(code, raw["sections"], raw["labels"], raw["status"])


def spelled(value: object, code: str) -> str:
    """Return a whole number in words."""
    from num2words import num2words

    return str(num2words(int(str(value)), lang=code))
