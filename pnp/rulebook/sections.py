"""The sections of a rule text: the standard ones of every language, and the author's own.

A standard section is recognized by its title in the language of the text, or by a key after a title
of the author's choice: ``## A round {turn}``.
"""

import re
from collections.abc import Iterator, Mapping
from itertools import zip_longest
from typing import NamedTuple

from pnp.base.units import did_you_mean, quoted

WRITTEN = ("setup", "turn", "special", "end", "variants", "example")
REQUIRED = ("setup", "turn", "end")  # how play begins, goes on and ends
_HEADING = re.compile(r"^##[ \t]+(?P<title>.*?)(?:[ \t]+\{(?P<key>[^{}]*)\})?[ \t]*$", re.MULTILINE)
_KEY = re.compile(rf"\s+\{{({'|'.join(WRITTEN)})\}}$")


class _Section(NamedTuple):
    title: str
    key: str | None
    line: int
    is_empty: bool


def title_and_key(heading: str, titles: Mapping[str, str]) -> tuple[str, str | None]:
    """Return the printed title of a section, and its key if pnp knows the section."""
    if written := _KEY.search(heading):
        return heading[: written.start()], written[1]
    return heading, next((key for key in WRITTEN if titles[key] == heading), None)


def section_faults(source: str, titles: Mapping[str, str]) -> Iterator[str]:
    """Yield the faults in the sections of a text; ``titles`` are the known titles."""
    keys = {title: key for key, title in titles.items() if key in WRITTEN}
    sections = list(_sections(source, keys))
    first = next(_HEADING.finditer(source), None)
    if source[: first.start() if first else None].strip():
        yield "line 1: there is text before the first section"
    seen: dict[str, int] = {}
    for title, key, line, is_empty in sections:
        if key is not None and key not in WRITTEN:
            yield f"line {line}: {quoted(key)} is not a section; write one of {', '.join(WRITTEN)}"
        if is_empty:
            yield f"line {line}: section {title!r} is empty"
        if before := seen.setdefault(key or title, line) < line and seen[key or title]:
            yield f"line {line}: section {title!r} is there already, in line {before}"
    own = [one.title for one in sections if one.key is None]
    for key in REQUIRED:
        if key not in seen:
            meant = did_you_mean(titles[key], own)
            hint = meant or f"; write ## {titles[key]}, or {{{key}}} after a title of your own"
            yield f"section {titles[key]!r} is missing{hint}"


def _sections(source: str, keys: Mapping[str, str]) -> Iterator[_Section]:
    found = list(_HEADING.finditer(source))
    for match, after in zip_longest(found, found[1:]):
        end = after.start() if after else len(source)
        line = source.count("\n", 0, match.start()) + 1
        title, is_empty = match["title"], not source[match.end() : end].strip()
        yield _Section(title, match["key"] or keys.get(title), line, is_empty)
