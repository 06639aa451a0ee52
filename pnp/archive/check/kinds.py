"""The kinds of packages for archives, the checksum that identifies each, and who signed it."""

import os
import re
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path

from pnp.base.errors import MissingExtraError, VerifyError
from pnp.base.files import listed, placed_below, read_regular
from pnp.verify.findings import Finding, ok, unchecked, unreadable, wrong
from pnp.verify.items import CheckedKind
from pnp.verify.keys import SIGNATURE, SIGNED, OtherKeyError, PublicKey, signer_of

BAG = "bagit.txt"  # every bag has this file
METS = "METS.xml"  # and every submission package this one
_BAG_CHECK = "pnp.archive.check.bag:verify_package"

PACKAGE = CheckedKind("package", _BAG_CHECK, re.escape(BAG), listed=True)
SUBMISSION = CheckedKind(
    "submission package",
    "pnp.archive.check.submission:verify_submission",
    re.escape(METS),
    listed=True,
)
OBJECT = CheckedKind(
    "object",
    "pnp.archive.check.submission:verify_object",
    r"0=ocfl_object_.*|inventory\.json\..*",
    listed=True,
)
ROOT = CheckedKind(
    "storage root",
    "pnp.archive.check.submission:verify_root",
    r"0=ocfl_[0-9].*|ocfl_layout\.json",
    holds=OBJECT.name,
    others=("extensions",),
)
UNDECLARED = PACKAGE._replace(files=r"bag-info\.txt|(tag)?manifest-[a-z0-9]+\.txt")
ZIP = CheckedKind("zip", "pnp.archive.check.bag:verify_zip", suffix=".zip", listed=True)
ARCHIVED = (PACKAGE, SUBMISSION, OBJECT, ROOT, UNDECLARED, ZIP)

LARGEST = 100_000_000  # bytes of a manifest or an inventory
INVENTORY = "inventory.json"
_LARGEST_KEY = 100_000  # bytes of a signature
_TAGS = re.compile(r"tagmanifest-[a-z0-9]+\.txt")
_PAYLOAD = re.compile(r"manifest-[a-z0-9]+\.txt")
_VERSION = re.compile(r"v[0-9]+")

_LISTS = (SIGNED, "manifest-sha512.txt")


def sums_of(folder: Path, kind: CheckedKind) -> tuple[tuple[str, str], ...]:
    """Return the SHA-256 sums that identify a package, each with its place in the package.

    An object has one for each version; all others have one, whose place is "". Unreadable packages
    have none.
    """
    try:
        names = [entry.place for entry in listed(folder)]
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


def signature_findings(folder: Path, signers: Sequence[PublicKey]) -> Iterator[Finding]:
    """Check the signature of a valid bag; without ``signers``, none or anyone's will do."""
    right = f"a signature by {' or '.join(key.label for key in signers) or 'its maker'}"
    file = folder / SIGNATURE
    if not os.path.lexists(file):
        if signers:
            yield wrong("signature", "is not signed", right)
        return
    try:
        key = signer_of(read_regular(folder / SIGNED, LARGEST), read_regular(file, _LARGEST_KEY))
    except OSError as error:
        yield unreadable("signature", error)
    except MissingExtraError as error:
        yield unchecked("signature", str(error))
    except VerifyError as error:
        if isinstance(error, OtherKeyError) and not signers:
            yield unchecked("signature", str(error))
        else:
            yield wrong("signature", str(error), right)
    else:
        yield from _beside(folder)
        known = next((one for one in signers if one.blob == key.blob), None)
        if known is not None:
            yield ok("signature", f"by {known.label}")
        elif signers:
            yield wrong("signature", f"by {key.label}", right)
        else:
            yield unchecked(
                "signature", f"by {key.label}; --signer KEY.pub says whether that is right"
            )


def _beside(folder: Path) -> Iterator[Finding]:
    """Yield a finding for each file that the signature does not cover."""
    signed = {SIGNATURE, SIGNED}
    for name in _LISTS:
        lines = read_regular(folder / name, LARGEST).decode("utf-8", "replace").splitlines()
        signed |= {line.partition(" ")[2].strip().removeprefix("*") for line in lines}
    there = {entry.place for entry in placed_below(folder)}
    for path in sorted(there - signed):
        if not path.startswith("tagmanifest-"):  # another list of the same files
            yield wrong("signature", f"says nothing of {path}", "only files that were signed")
