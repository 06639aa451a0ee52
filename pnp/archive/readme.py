"""README.txt of a package, which explains the package without other sources."""

import tomllib
from collections.abc import Iterable, Iterator
from textwrap import fill

from pnp.archive.bag import AGENT
from pnp.archive.record import ArchiveRecord
from pnp.base.files import own_name, templates

WIDTH = 76


def readme(record: ArchiveRecord, game_id: str, paths: Iterable[str]) -> bytes:
    """Return the README of a package with these files; it describes only the folders in it."""
    known = (
        ("Identifier", record.identifier),
        ("Held by", record.holder),
        ("Edition", record.date),
        ("Languages", ", ".join(record.languages)),
        ("Rights", record.rights),
        ("", record.rights_uri),
        ("Made by", AGENT),
    )
    words = tomllib.loads((templates() / "archive" / "readme.toml").read_text(encoding="utf-8"))
    paths = tuple(paths)
    folders = {path.partition("/")[0] + "/" for path in paths if "/" in path}
    parts = (
        f"{record.title}\n{'=' * len(record.title)}",
        "\n".join(_entry(f"{name}:" if name else "", text) for name, text in known if text),
        _wrapped(words["about"]),
        "\n".join(_entry(name, text) for name, text in words["folders"].items() if name in folders),
        *_own_names(words["own_names"], paths),
        _wrapped(words["reports"]),
        _wrapped(words["checking"]),
        words["command"],
        _wrapped(words["again"].format(game_id)),
    )
    return ("\n\n".join(parts) + "\n").encode()


def _own_names(words: str, paths: Iterable[str]) -> Iterator[str]:
    """Yield a list of files that have other names in the game's folder, if there are any."""
    named = [(path, own_name(path)) for path in paths]
    if listed := [f"    {path}\n        {own}" for path, own in named if own != path]:
        yield "\n".join((_wrapped(words), *listed))


def _entry(name: str, text: str) -> str:
    return _wrapped(text, f"{name:12} ", " " * 13)


def _wrapped(text: str, first: str = "", others: str = "") -> str:
    return fill(text, WIDTH, initial_indent=first, subsequent_indent=others, break_on_hyphens=False)
