"""Verifies bags (BagIt, RFC 8493): the contents of pnp's own, the checksums of others.

Our own reader finds every fault and names the file. Where it finds none, the bagit library of the
Library of Congress is consulted as well.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path

from pnp.base.errors import VerifyError
from pnp.base.files import size_on_disk
from pnp.base.workplace import allow_reading, working_on
from pnp.records.signature import SIGNATURE, PublicKey
from pnp.verify.archived import PACKAGE
from pnp.verify.bags.reading import PAYLOAD, Bag
from pnp.verify.bags.tag_files import read_declaration, read_info
from pnp.verify.findings import Against, FileReport, Finding, FolderReport, ok, unchecked
from pnp.verify.package.package import PackageCheck, is_package
from pnp.verify.signature import signature_findings
from pnp.verify.sums import sums_of

MOST_UNLISTED = 10
GAME = "Internal-Sender-Identifier"  # in bag-info.txt
IDENTIFIER = "External-Identifier"


def verify_package(folder: Path, against: Against) -> FolderReport:
    """Verify a bag in a folder."""
    return verify_bag(folder, folder.as_posix(), against.signers)


def verify_bag(folder: Path, name: str, signers: Sequence[PublicKey] = ()) -> FolderReport:
    """Verify the checksums and the files of a bag; the report calls it ``name``.

    If there are ``signers``, one of them must have signed the bag.
    """
    bag = Bag(folder)
    allow_reading(sum(size_on_disk(folder / place) for place in bag.files))
    findings: list[Finding] = []
    files: tuple[FileReport, ...] = ()
    if is_package(bag.info, bag.payload):
        check = PackageCheck(folder, name, bag.info)
        for found in bag.read(("sha256",), keep=True):
            if found.place.startswith(PAYLOAD):
                with working_on(found.place):
                    check.take(found)
        _refuse_unlisted(bag)
        findings += bag_verdict(bag)
        findings += check.findings()
        files = check.reports
    else:
        for _ in bag.read():
            pass
        findings += bag_verdict(bag)
        findings += _unlisted_findings(list(bag.unlisted()))
        findings.append(unchecked("contents", "no package of pnp: only checksums were compared"))
    if not bag.faults:
        findings += signature_findings(folder, signers)
    game = "" if bag.faults else bag.info.get(GAME, "")
    findings.append(ok("files", f"{len(bag.payload)} in data/"))
    identifier = "" if bag.faults else bag.info.get(IDENTIFIER, "")
    sums = sums_of(folder, PACKAGE)
    return FolderReport(name, game, tuple(findings), files, sums, identifier)


def _unlisted_findings(places: list[str]) -> Iterator[Finding]:
    """Report files that no tag manifest lists, which the standard allows."""
    for place in places[:MOST_UNLISTED]:
        yield unchecked("tag files", f"{place} is not listed")
    if (more := len(places) - MOST_UNLISTED) > 0:
        yield unchecked("tag files", f"and {more:,} more are not listed")


def bag_findings(folder: Path) -> Iterator[Finding]:
    """Check a package as a bag; yield a fault for each changed, added or removed file."""
    bag = Bag(folder)
    for _ in bag.read():
        pass
    _refuse_unlisted(bag)
    yield from bag_verdict(bag)


def bag_verdict(bag: Bag) -> Iterator[Finding]:
    """Yield the findings about a bag whose files have been read."""
    yield from bag.faults.findings()
    if not bag.faults:
        from pnp.verify.bags.library import library_finding

        yield ok("checksums", f"all agree with {', '.join(sorted(bag.manifests))}")
        yield library_finding(bag)
    yield from (unchecked("bag", note) for note in bag.notes)


def _refuse_unlisted(bag: Bag) -> None:
    """Add a fault for each tag file that no tag manifest of a package lists."""
    for place in bag.unlisted():
        if place != SIGNATURE:  # which signs the lists
            bag.faults.add("added", place, "only files that a manifest lists")


def info_of(folder: Path) -> dict[str, str]:
    """Return the entries of bag-info.txt, or an empty dict if it cannot be read."""
    try:
        return read_info(folder, read_declaration(folder))
    except VerifyError:
        return {}
