"""A package as BagIt has it (RFC 8493, version 1.0): files by their places, and their checksums.

The bagit library writes version 0.97, and lists files as they happen to lie on the disk; so the
lists are written here, and the library is asked to judge them.
"""

import re
from collections.abc import Iterable, Mapping
from hashlib import new

from pnp import __version__
from pnp.archive.record import Record
from pnp.base.errors import OutputError

ALGORITHMS = ("sha256", "sha512")
AGENT = f"pnp {__version__}"
MADE_FROM = "Made-From-SHA256"
GAME = "Internal-Sender-Identifier"
_PLACE = re.compile(r"[A-Za-z0-9._-]+(/[A-Za-z0-9._-]+)*")  # what any system can keep


def bag_files(
    payload: Mapping[str, bytes], record: Record, game_id: str, made_from: str
) -> dict[str, bytes]:
    """Return all files of a bag, by their places in it, in alphabetical order.

    Raises:
        OutputError: If a place has other than plain letters in it.
    """
    odd = [place for place in payload if not _PLACE.fullmatch(place)]
    if odd:
        raise OutputError(
            "\n".join(
                f"{place}: archives keep names of plain letters, digits, '.', '_' and '-' alone; "
                "name it otherwise"
                for place in odd
            )
        )
    data = {f"data/{place}": payload[place] for place in sorted(payload)}
    size = sum(map(len, data.values()))
    info = bag_info(record, game_id, made_from, f"{size}.{len(data)}")
    tags = {
        "bag-info.txt": _lines(f"{name}: {' '.join(said.split())}" for name, said in info),
        "bagit.txt": _lines(("BagIt-Version: 1.0", "Tag-File-Character-Encoding: UTF-8")),
        **{f"manifest-{name}.txt": _manifest(name, data) for name in ALGORITHMS},
    }
    lists = {f"tagmanifest-{name}.txt": _manifest(name, tags) for name in ALGORITHMS}
    files = {**data, **tags, **lists}
    return {place: files[place] for place in sorted(files)}


def bag_info(
    record: Record, game_id: str, made_from: str, oxum: str
) -> tuple[tuple[str, str], ...]:
    """Return what a bag says of itself, in the order in which it says so."""
    said = (
        ("Source-Organization", record.holder),
        ("External-Identifier", record.identifier),
        ("External-Description", record.title),
        ("Bagging-Date", day_of(record)),
        ("Payload-Oxum", oxum),
        (GAME, game_id),
        ("Language", ", ".join(record.languages)),
        ("Rights", record.rights),
        ("Rights-URI", record.rights_uri),
        (MADE_FROM, made_from),
        ("Bag-Software-Agent", AGENT),
    )
    return tuple((name, value) for name, value in said if value)


def day_of(record: Record) -> str | None:
    """Return the day of an edition; None if no day is known, for a bag takes nothing less."""
    return record.date if record.date and len(record.date) == len("2026-11-20") else None


def _manifest(algorithm: str, files: Mapping[str, bytes]) -> bytes:
    return _lines(f"{new(algorithm, files[place]).hexdigest()}  {place}" for place in sorted(files))


def _lines(lines: Iterable[str]) -> bytes:
    return "".join(f"{line}\n" for line in lines).encode()
