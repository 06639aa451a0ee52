"""The languages of pages, and their words."""

import tomllib
from collections.abc import Mapping
from functools import cache
from typing import Any

from pnp.base.files import templates

LANGUAGES: Mapping[str, str] = {
    "en": "English",
    "de": "Deutsch",
    "nl": "Nederlands",
    "fr": "Français",
}


def words_of(lang: str, key: str, **values: object) -> str:
    """Return the words under a dotted key of ``templates/web/words``, filled with values.

    Raises:
        KeyError: If the key or a value is missing.
    """
    found: Any = _words(lang)
    for part in key.split("."):
        found = found[part]
    if isinstance(found, Mapping):
        found = found["one" if _is_one(lang, values["n"]) else "other"]
    return str(found).format(**values)


def _is_one(lang: str, number: object) -> bool:
    """Return whether a number takes the singular; in French, 0 does too."""
    return number == 1 or (lang == "fr" and number == 0)


@cache
def _words(lang: str) -> Mapping[str, Any]:
    assert lang in LANGUAGES, "addresses are matched against the languages first"
    file = templates() / "web" / "words" / f"{lang}.toml"
    return tomllib.loads(file.read_text(encoding="utf-8"))
