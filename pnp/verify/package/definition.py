"""The definition in a package: whether the game in it is the one that the package is of."""

from collections.abc import Iterator
from pathlib import Path

from pnp import __version__
from pnp.base.errors import PnpError
from pnp.definitions import load_game
from pnp.records.package_contents import PackageContents
from pnp.verify.findings import Finding, compared, judged, ok, unchecked, wrong


def definition_findings(file: Path, contents: PackageContents | None) -> Iterator[Finding]:
    """Load the definition of a package and compare it with the list."""
    try:
        game = load_game(file).game
    except PnpError as error:
        first, *others = str(error).splitlines() or [""]
        fault = first.removeprefix(f"{file}: ") + (f" (and {len(others)} more)" if others else "")
        if contents is not None and contents.made_by != f"pnp {__version__}":
            yield unchecked("definition", f"of {contents.made_by}, which this version cannot read")
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
