"""The versions of a game's package: their names, and what each replaces and changes."""

import os
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from hashlib import sha512
from pathlib import Path
from typing import NamedTuple

from pnp.archive.contents import CONTENTS
from pnp.base.errors import OutputError, UsageError, VerifyError, reason
from pnp.base.files import LARGEST, names_in, parse_json, read_regular, size_of
from pnp.game.deposit import PACKAGE
from pnp.verify.keys import SIGNED

CHANGES = "CHANGES.txt"  # in data/, of every version but the first
VERSION, REPLACED, BEFORE = "Package-Version", "Replaces", "Replaces-SHA512"  # in bag-info.txt
_PAYLOAD = "manifest-sha512.txt"
_PROVENANCE = "data/metadata/provenance.json"
_HOW = ("added", "changed", "removed")
_VERSION = re.compile(r"(?P<id>.+)-v(?P<number>[0-9]+)")

Change = tuple[str, str]
"""A file in data/ and how it differs: added, changed or removed."""


class Version(NamedTuple):
    """The number of a package, and what it replaces: its name, a checksum, and sums of files.

    ``checksum`` is the SHA-512 of the earlier package's tag manifest, "" without one; ``sums`` are
    those in its manifest of the payload, by the paths there.
    """

    number: int = 1
    before: str = ""
    checksum: str = ""
    sums: Mapping[str, str] = {}


FIRST = Version()


def numbered(game_id: str, number: int) -> str:
    """Return the name of a version of a game's package."""
    return game_id if number == 1 else f"{game_id}-v{number}"


def versions_in(out: Path, game_id: str) -> dict[int, Path]:
    """Return the folders of a game's packages by version number.

    Raises:
        OutputError: If one of these folders is not a package.
        UsageError: If the game's id looks like a version of another game.
    """
    if looks := _VERSION.fullmatch(game_id):
        raise UsageError(
            f"{game_id}: packages of {looks['id']} would have this name; "
            "give the game's folder another one"
        )
    found: dict[int, Path] = {}
    for name in names_in(out, ".", f"{game_id}*"):
        folder, version = out / name, _VERSION.fullmatch(name)
        if name == game_id:
            found[1] = folder
        elif version and version["id"] == game_id and os.path.isdir(folder):
            found[int(version["number"])] = folder
    for folder in found.values():
        try:
            size_of(folder / "bagit.txt", top=out)
        except PermissionError as error:
            raise OutputError(f"{folder} cannot be read: {reason(error)}") from None
        except OSError:
            raise OutputError(
                f"{folder} exists and is not a package; choose another folder with --out"
            ) from None
    return found


def version_after(latest: Path, number: int) -> Version:
    """Return the version that replaces the package in a folder, which has a number.

    Raises:
        VerifyError: If the package cannot be read.
    """
    lines = read_packed(latest / _PAYLOAD).decode(errors="replace").splitlines()
    parts = (line.split(None, 1) for line in lines)
    sums = {one[1]: one[0] for one in parts if len(one) == 2}
    there = os.path.lexists(latest / SIGNED)  # which a bag may do without
    checksum = sha512(read_packed(latest / SIGNED)).hexdigest() if there else ""
    return Version(number + 1, latest.name, checksum, sums)


def changes(sums: Mapping[str, str], payload: Mapping[str, bytes]) -> Iterator[Change]:
    """Yield the files in data/ that differ from SHA-512 sums, and how."""
    after = {f"data/{path}": sha512(content).hexdigest() for path, content in payload.items()}
    for place in sorted((sums.keys() | after.keys()) - {f"data/{CONTENTS}", f"data/{CHANGES}"}):
        if place not in after:
            yield place, "removed"
        elif sums.get(place) != after[place]:
            yield place, "changed" if place in sums else "added"


def counted(changed: tuple[Change, ...]) -> str:
    """Return how many files were added, changed and removed, in words."""
    counts = Counter(how for _, how in changed)
    return ", ".join(f"{counts[how]} {how}" for how in _HOW)


def change_list(title: str, version: Version, changed: tuple[Change, ...]) -> bytes:
    """Write what differs from the version before; the first line says how much."""
    head = f"Version {version.number} of {title}, after {version.before}: {counted(changed)}"
    lines = [head, "", *(f"{how:8} {place}" for place, how in changed)]
    lines += ["", f"Not counted: this list, and data/{CONTENTS}, which lists every file."]
    if version.checksum:
        lines += ["", f"SHA-512 of {SIGNED} in {version.before}:", version.checksum]
    return ("\n".join(lines) + "\n").encode()


def check_addresses(latest: Path, files: Mapping[str, bytes]) -> None:
    """Check that no address is that of a file in the version before and of another in this one.

    Raises:
        UsageError: If there is one.
    """
    try:
        there = _addresses(read_regular(latest / _PROVENANCE, LARGEST))
    except (OSError, ValueError, LookupError, TypeError):  # not of this kind
        return
    for address, digest in _addresses(files[_PROVENANCE]).items():
        if "://" in address and there.get(address, digest) != digest:
            raise UsageError(
                f"files_at: {address} is the address of another file in {latest.name}; write "
                f"{PACKAGE} where the name of the package belongs, such as "
                f"https://museum.example/packages/{PACKAGE}/data/"
            )


def _addresses(provenance: bytes) -> dict[str, str]:
    return {one["address"]: one["sha256"] for one in parse_json(provenance)["game"]["files"]}


def read_packed(file: Path) -> bytes:
    """Return a file of a package.

    Raises:
        VerifyError: If it cannot be read.
    """
    try:
        return read_regular(file, LARGEST)
    except OSError as error:
        raise VerifyError(f"{file}: cannot be read: {error.strerror}") from None
