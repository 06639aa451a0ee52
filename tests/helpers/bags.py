"""Bags as other people write and change them."""

import json
from hashlib import new, sha256
from pathlib import Path

from helpers.command import files_of
from pnp.archive.contents import CONTENTS
from pnp.definitions import load_game
from pnp.game.translation import sentences
from pnp.verify import Status, verify_paths

DUTCH = """## Voorbereiding

Leg {{ needs.stones|words }} stenen klaar.

![Een grijze steen ligt links in de hoek van het bord.](figure:setup "Het begin.")

## De beurt

1. **Spring** {{ hops }} keer over {{ board.rows }} rijen.
2. Of *sla over*.

## Het einde

- Je bent thuis en het is droog.
"""


def translate(game: Path) -> None:
    """Add a rule text in Dutch, and a translation of the definition that says the same."""
    (game / "rules" / "hop.nl.md").write_text(DUTCH)
    loaded = load_game(game / "game.toml").game
    rows = (f"{json.dumps(one)} = {json.dumps(one)}\n" for one in dict.fromkeys(sentences(loaded)))
    (game / "rules" / "definition.nl.toml").write_text("".join(rows))


def sign(bag: Path) -> None:
    """Write all sums of a bag anew, as a forger would: those of the list, sizes and manifests."""
    write_list_sums(bag)
    payload = files_of(bag / "data")
    info = bag / "bag-info.txt"
    oxum = f"Payload-Oxum: {sum(map(len, payload.values()))}.{len(payload)}"
    lines = [oxum if "Oxum" in line else line for line in info.read_text().splitlines()]
    info.write_text("".join(f"{line}\n" for line in lines))
    for algorithm in ("sha256", "sha512"):
        write_manifest(bag, f"manifest-{algorithm}.txt", [f"data/{path}" for path in payload])
    for algorithm in ("sha256", "sha512"):
        tags = [path.name for path in bag.glob("*.txt") if not path.name.startswith("tagmanifest")]
        write_manifest(bag, f"tagmanifest-{algorithm}.txt", tags)


def write_manifest(bag: Path, name: str, places: list[str]) -> None:
    """Write a manifest of files in a bag."""
    algorithm = name.removesuffix(".txt").partition("-")[2]
    digests = {place: new(algorithm, (bag / place).read_bytes()).hexdigest() for place in places}
    (bag / name).write_text("".join(f"{digests[place]}  {place}\n" for place in sorted(places)))


def write_list_sums(bag: Path) -> None:
    """Write the sizes and the sums in the list of a package anew, and nothing else of it."""
    file = bag / "data" / CONTENTS
    if not file.is_file():
        return
    listed = json.loads(file.read_text())
    for entry in listed["resources"]:
        place = bag / "data" / entry["path"]
        if place.is_file():
            entry["bytes"] = place.stat().st_size
            entry["hash"] = f"sha256:{sha256(place.read_bytes()).hexdigest()}"
    file.write_text(json.dumps(listed))


def faults_of(path: Path) -> list[str]:
    """Return the faults of a bag or a zip and of the files in it, a line for each."""
    (report,) = verify_paths([path])
    reports = (("", report.findings), *((f.path, f.findings) for f in report.files))
    return [
        f"{Path(where).name}: {one.what}: {one.found}; {one.right}".removeprefix(": ")
        for where, findings in reports
        for one in findings
        if one.status is Status.WRONG
    ]
