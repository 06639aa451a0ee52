"""Checks whether the definition in a package is that of the package's game."""

import tomllib
from collections.abc import Iterator
from pathlib import Path

from pnp import __version__
from pnp.base.errors import PnpError
from pnp.base.files import read_regular
from pnp.definitions import load_game
from pnp.records.package_contents import PackageContents
from pnp.verify.findings import Finding, compared, judged, ok, unchecked, wrong

LARGEST = 1_000_000  # bytes of a definition; pnp reads half a million


def definition_findings(file: Path, contents: PackageContents | None) -> Iterator[Finding]:
    """Load the definition of a package and compare it with the list."""
    try:
        game = load_game(file).game
    except PnpError as error:
        first, *others = str(error).splitlines() or [""]
        fault = first.removeprefix(f"{file}: ") + (f" (and {len(others)} more)" if others else "")
        if contents is not None and contents.made_by != f"pnp {__version__}":
            yield _of_another_version(file, contents)
        else:
            yield wrong("definition", fault, "a definition that pnp can read")
        return
    if contents is None:
        yield ok("definition", game.name)
        return
    yield compared("definition", game.name, contents.game_name)
    for what, found, right in (
        ("components", tuple(game.components), contents.components),
        ("rule sets", tuple(game.rule_sets), contents.rule_sets),
    ):
        yield judged(what, found == right, ", ".join(found) or "none", ", ".join(right))


def _of_another_version(file: Path, contents: PackageContents) -> Finding:
    """Compare only the name, since definitions of other versions may have other keys."""
    try:
        name = tomllib.loads(read_regular(file, LARGEST).decode()).get("name")
    except (OSError, ValueError, RecursionError):
        name = None
    if name != contents.game_name:
        return wrong("definition", f"{name!r:.60}", contents.game_name)
    return unchecked("definition", f"of {contents.made_by}; this version cannot read all of it")
