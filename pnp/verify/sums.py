"""The checksum that identifies a package: of the file on which all others in it depend."""

import re
from hashlib import sha256
from pathlib import Path

from pnp.base.files import read_regular
from pnp.verify.archived import BAG, METS, OBJECT, SUBMISSION
from pnp.verify.items import CheckedKind

LARGEST = 100_000_000  # bytes of a manifest or an inventory
INVENTORY = "inventory.json"
_TAGS = re.compile(r"tagmanifest-[a-z0-9]+\.txt")
_PAYLOAD = re.compile(r"manifest-[a-z0-9]+\.txt")
_VERSION = re.compile(r"v[0-9]+")


def sums_of(folder: Path, kind: CheckedKind) -> tuple[tuple[str, str], ...]:
    """Return the SHA-256 sums that identify a package, each with its place in the package.

    An object has one for each version; all others have one, whose place is "". Unreadable packages
    have none.
    """
    try:
        names = sorted(path.name for path in folder.iterdir())
        if kind is OBJECT:
            versions = [name for name in names if _VERSION.fullmatch(name)]
            return tuple((name, _sum(folder / name / INVENTORY)) for name in versions)
        file = METS if kind is SUBMISSION else _manifest(names)
        return (("", _sum(folder / file)),)
    except OSError:
        return ()


def _manifest(names: list[str]) -> str:
    """Return the strongest tag manifest of a bag; the names sort from md5 to sha512."""
    for form in (_TAGS, _PAYLOAD):
        if found := [name for name in names if form.fullmatch(name)]:
            return found[-1]
    return BAG


def _sum(file: Path) -> str:
    return sha256(read_regular(file, LARGEST)).hexdigest()
