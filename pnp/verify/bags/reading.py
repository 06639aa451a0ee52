"""Reads a bag once: its files, the entries of its manifests, and the checksums."""

import hashlib
import os
import re
import unicodedata
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from pnp.base.errors import VerifyError
from pnp.base.files import open_regular, placed_below
from pnp.base.workplace import working_on
from pnp.verify.bags.tag_files import (
    FETCH,
    MANIFEST,
    Declaration,
    fetched_places,
    manifest_lines,
    read_declaration,
    read_info,
)
from pnp.verify.findings import FaultList

ALGORITHMS = {  # those with sums of one length, by their names without signs
    re.sub("[^a-z0-9]", "", name): name
    for name in sorted(hashlib.algorithms_guaranteed)
    if not name.startswith("shake")
}
CHUNK = 1_000_000
MOST_ABSENT = 100_000  # files that are counted once each
PAYLOAD = "data/"
KEPT = 64_000_000  # bytes of a file whose content is checked as well
_ESCAPED = re.compile("%(0[AaDd]|25)")


class ReadFile(NamedTuple):
    """A file that was read once; ``content`` is None unless requested and small enough."""

    place: str
    size: int
    sums: dict[str, str]
    content: bytes | None


class Bag:
    """A bag: its declaration, its information, and its files with their sums in manifests.

    ``files`` maps each path to its sum in each manifest that lists it, by the manifest's name.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.faults = FaultList()
        self.notes: list[str] = []  # what could not be checked
        self.info: dict[str, str] = {}
        self.declared: Declaration | None = None
        self.files: dict[str, dict[str, str]] = {}
        self.manifests: dict[str, str] = {}  # algorithms by the name of the manifest
        self.lines = 0
        self.respelled = False  # a manifest writes the name of a file in other letters
        self._absent: set[str] = set()
        self._normal: dict[str, str] | None = None
        self._read_tags()

    @property
    def _is_final(self) -> bool:
        """Whether the bag is of version 1.0, which is stricter than the drafts."""
        return self.declared is not None and self.declared.version >= (1, 0)

    @property
    def payload(self) -> list[str]:
        """The paths of the files in data/, in alphabetical order."""
        return sorted(place for place in self.files if place.startswith(PAYLOAD))

    def _read_tags(self) -> None:
        for placed in placed_below(self.folder):
            if placed.fault:
                self.faults.add("file", f"{placed.place}: {placed.fault}", "a file itself")
            else:
                self.files[placed.place] = {}
        try:
            self.declared = read_declaration(self.folder)
            self.info = read_info(self.folder, self.declared)
        except VerifyError as error:
            self._tell("bag", error)
        if self.declared is None:
            return
        if not (self.folder / PAYLOAD).is_dir():
            self.faults.add("bag", "has no folder data", "a folder with the files")
        self._read_manifests(self.declared)
        if not any(name.startswith("manifest-") for name in self.manifests):
            right = "a manifest of the files with sums that can be computed"
            self.faults.add("bag", "has no such manifest", right)

    def _read_manifests(self, declared: Declaration) -> None:
        fetched = self._fetched(declared)
        for name in sorted(self.files):
            found = MANIFEST.fullmatch(name)
            if found is None:
                continue
            algorithm = ALGORITHMS.get(re.sub("[^a-z0-9]", "", found[2].lower()))
            if algorithm is None:
                self.notes.append(f"{name}: pnp does not compute {found[2]}")
                continue
            self.manifests[name] = algorithm
            try:
                for line in manifest_lines(self.folder, name, declared):
                    self.lines += 1
                    self._expect(name, line.checksum, line.place, fetched)
            except VerifyError as error:
                self._tell("manifest", error)

    def _fetched(self, declared: Declaration) -> set[str]:
        """Return the files in fetch.txt that have not been fetched yet."""
        if FETCH not in self.files:
            return set()
        try:
            places = set(fetched_places(self.folder, declared))
        except VerifyError as error:
            self._tell("fetch", error)
            return set()
        absent = {place for place in places if place not in self.files}
        self.notes.append(f"{FETCH} names {len(places)} files; {len(absent)} are not here yet")
        return absent

    def _expect(self, name: str, checksum: str, place: str, fetched: set[str]) -> None:
        """Record the entry of a manifest for a file."""
        found = self._find(place)
        if found is None:
            self._missing(place, fetched)
        elif name in self.files[found]:
            if self.files[found][name] == checksum and not self._is_final:
                return  # the drafts allowed that
            right = "one line for each file"
            self.faults.add("manifest", f"{name} lists {place} more than once", right)
        elif found.startswith(PAYLOAD) == name.startswith("tag"):
            right = "files in data/ in manifests, others in tag manifests"
            self.faults.add("manifest", f"{name} lists {place}", right)
        else:
            self.files[found][name] = checksum

    def _missing(self, place: str, fetched: set[str]) -> None:
        if place in self._absent:  # by another manifest
            return
        if len(self._absent) < MOST_ABSENT:
            self._absent.add(place)
        if place in fetched:
            self.faults.add("missing", place, f"the file that {FETCH} says to fetch")
        elif ".." in place.split("/") or place.startswith(("/", "~")):
            self.faults.add("missing", place, "a path in the bag")
        else:
            self.faults.add("missing", place, "the file that was packed")

    def _find(self, place: str) -> str | None:
        """Return the file that a path in a manifest names, or None.

        Line ends and per cent signs are escaped (RFC 8493, 2.1.3; the drafts escaped line ends
        only), and file systems may have composed or decomposed its letters.
        """
        if place in self.files:
            return place
        self.respelled = True
        plain = _ESCAPED.sub(lambda sign: chr(int(sign[1], 16)), place) if "%" in place else place
        if plain in self.files:
            return plain
        if plain.isascii():
            return None
        if self._normal is None:
            self._normal = {unicodedata.normalize("NFC", one): one for one in self.files}
        return self._normal.get(unicodedata.normalize("NFC", plain))

    def _tell(self, what: str, error: VerifyError) -> None:
        self.faults.add(what, str(error), "as BagIt 1.0 (RFC 8493) has it")

    def unlisted(self) -> Iterator[str]:
        """Yield the tag files missing from the tag manifests, if there are any; this is allowed."""
        if not any(name.startswith("tag") for name in self.manifests):
            return
        for place, sums in self.files.items():
            if not (sums or place.startswith((PAYLOAD, "tagmanifest-"))):
                yield place

    def read(self, more: Iterable[str] = (), keep: bool = False) -> Iterator[ReadFile]:
        """Read every file once, compare its sums, and yield it with ``more`` sums as well.

        ``keep`` adds the contents of files in data/ of up to 64 MB.
        """
        payload = [name for name in self.manifests if name.startswith("manifest-")]
        size = count = 0
        for place in sorted(self.files):
            expected = self.files[place]
            wanted = {self.manifests[name] for name in expected}
            inside = place.startswith(PAYLOAD)
            try:
                with working_on(place):
                    found = self._read_file(place, wanted | set(more), keep and inside)
            except OSError as error:
                self.faults.add("file", f"{place}: cannot be read: {error.strerror}", "a file")
                continue
            self._compare(found, expected)
            if inside:
                size, count = size + found.size, count + 1
                if payload:  # otherwise that is the fault
                    self._check_listed(place, expected, payload)
            yield found
        self._check_oxum(f"{size}.{count}")

    def _read_file(self, place: str, algorithms: set[str], keep: bool) -> ReadFile:
        with open_regular(self.folder / place) as stream:
            length = os.fstat(stream.fileno()).st_size
            sums = [hashlib.new(name, usedforsecurity=False) for name in sorted(algorithms)]
            kept: list[bytes] | None = [] if keep and length <= KEPT else None
            size = 0 if sums or kept is not None else length
            while (sums or kept is not None) and (chunk := stream.read(CHUNK)):
                size += len(chunk)
                for one in sums:
                    one.update(chunk)
                if kept is not None:
                    kept.append(chunk)
        content = b"".join(kept) if kept is not None else None
        return ReadFile(place, size, {one.name: one.hexdigest() for one in sums}, content)

    def _compare(self, found: ReadFile, expected: dict[str, str]) -> None:
        wrong = [
            name for name, sum_ in expected.items() if found.sums[self.manifests[name]] != sum_
        ]
        if wrong:
            self.faults.add("changed", found.place, "the file that was packed")

    def _check_listed(self, place: str, expected: dict[str, str], manifests: list[str]) -> None:
        if not expected:
            self.faults.add("added", place, "only files that a manifest lists")
        elif self._is_final:
            for name in manifests:
                if name not in expected:
                    right = f"every file of the payload in {name}"
                    self.faults.add("manifest", f"{name} does not list {place}", right)

    def _check_oxum(self, found: str) -> None:
        said = self.info.get("Payload-Oxum", found)
        if said != found and not self.faults:  # which would say so in other words
            self.faults.add("Payload-Oxum", said[:60], f"{found}, bytes and files")
