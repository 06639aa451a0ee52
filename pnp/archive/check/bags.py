"""Read bags (BagIt, RFC 8493) in one pass, with the bagit library as a second opinion."""

import hashlib
import os
import re
import unicodedata
from collections.abc import Iterable, Iterator
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import NamedTuple

from pnp.base.errors import VerifyError, unreadable
from pnp.base.files import open_regular, placed_below, read_regular
from pnp.base.imports import optional
from pnp.base.workplace import working_on
from pnp.verify.findings import FaultList, Finding, ok, quiet, unchecked, wrong

DECLARATION = "bagit.txt"
FETCH = "fetch.txt"
MANIFEST = re.compile(r"(tag)?manifest-([A-Za-z0-9_-]{1,30})\.txt")
LONGEST_LINE = 10_000  # letters; a path has 4,096 bytes at most
LARGEST_INFO = 1_000_000  # letters of bag-info.txt
_VERSION = re.compile(r"BagIt-Version:\s*([0-9]{1,3})\.([0-9]{1,3})")
_ENCODING = re.compile(r"Tag-File-Character-Encoding:\s*([A-Za-z0-9_.:-]{1,40})")
_LABEL = re.compile(r"([^:\s][^:]{0,200}?)\s*:\s?(.*)")
_NO_TEXT = {"undefined", "idna", "punycode", "unicode_escape", "raw_unicode_escape"}

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
MOST_LINES = 200_000  # of the manifests of a bag that the bagit library reads as well


class Declaration(NamedTuple):
    """The version of BagIt that a bag declares, and the encoding of its tag files."""

    version: tuple[int, int]
    encoding: str

    @property
    def info_file(self) -> str:
        """The name of the file with the information about the bag."""
        return "package-info.txt" if self.version <= (0, 95) else "bag-info.txt"


class ManifestLine(NamedTuple):
    """A checksum in lower case, and the path of the file as written in the manifest."""

    checksum: str
    place: str


def read_declaration(folder: Path) -> Declaration:
    """Read bagit.txt.

    Raises:
        VerifyError: If it does not declare a known version of BagIt.
    """
    try:
        written = read_regular(folder / DECLARATION, 1000)
        text = written.decode("utf-8")
    except OSError as error:
        raise VerifyError(unreadable(error).moved(DECLARATION)) from None
    except UnicodeDecodeError:
        raise VerifyError(f"{DECLARATION}: is not text in UTF-8") from None
    if text.startswith("\ufeff"):
        raise VerifyError(f"{DECLARATION}: begins with a byte-order mark")
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    version = _VERSION.fullmatch(lines[0]) if lines else None
    encoding = _ENCODING.fullmatch(lines[1]) if len(lines) == 2 else None
    if version is None or encoding is None:
        right = "BagIt-Version and Tag-File-Character-Encoding"
        raise VerifyError(f"{DECLARATION}: does not have the two lines {right}")
    found = (int(version[1]), int(version[2]))
    if not (0, 93) <= found < (2, 0):
        raise VerifyError(f"{DECLARATION}: is of version {found[0]}.{found[1]}, not 0.93 to 1.0")
    return Declaration(found, _known_encoding(encoding[1]))


def _known_encoding(name: str) -> str:
    try:
        TextIOWrapper(
            BytesIO(), name
        )  # refuses what is not an encoding of text, such as zlib_codec
    except (LookupError, ValueError):
        name = "undefined"
    if name.lower().replace("-", "_") in _NO_TEXT:
        raise VerifyError(f"{DECLARATION}: names an unknown encoding; right is UTF-8")
    return name


def tag_lines(folder: Path, name: str, encoding: str) -> Iterator[str]:
    """Yield the lines of a tag file without their ends; LF, CR and CRLF end a line.

    Raises:
        VerifyError: If it cannot be read, is not in this encoding, or has an endless line.
    """
    try:
        with TextIOWrapper(open_regular(folder / name), encoding=encoding) as stream:
            number = 0
            while line := stream.readline(LONGEST_LINE):
                number += 1
                if len(line) == LONGEST_LINE:
                    raise VerifyError(f"{name}: line {number} has {LONGEST_LINE:,} letters or more")
                yield (line.removeprefix("\ufeff") if number == 1 else line).rstrip("\r\n")
    except OSError as error:
        raise VerifyError(unreadable(error).moved(name)) from None
    except ValueError:
        raise VerifyError(f"{name}: is not text in {encoding}") from None


def read_info(folder: Path, declared: Declaration) -> dict[str, str]:
    """Return the entries of bag-info.txt, the first of each label; none if it does not exist.

    Raises:
        VerifyError: If it cannot be read, or has a line that is not an entry.
    """
    name = declared.info_file
    info: dict[str, str] = {}
    label, letters = "", 0
    if not os.path.lexists(folder / name):
        return info
    for number, line in enumerate(tag_lines(folder, name, declared.encoding), 1):
        letters += len(line)
        if letters > LARGEST_INFO:
            raise VerifyError(f"{name}: has more than {LARGEST_INFO:,} letters")
        if line[:1] in (" ", "\t") and label:
            info[label] += f" {line.strip()}"
        elif entry := _LABEL.fullmatch(line):
            label = entry[1]
            info.setdefault(label, entry[2].strip())
        elif line.strip():
            raise VerifyError(f"{name}: line {number} is not a label with a value")
    return info


def manifest_lines(folder: Path, name: str, declared: Declaration) -> Iterator[ManifestLine]:
    """Yield the entries of a manifest.

    Raises:
        VerifyError: If it cannot be read, or has a line that is not an entry.
    """
    for number, line in enumerate(tag_lines(folder, name, declared.encoding), 1):
        parts = line.split(None, 1)
        if not parts or line.startswith("#"):  # as bagit-python has it
            continue
        if len(parts) == 1:
            raise VerifyError(f"{name}: line {number} is not a checksum with a path")
        place = parts[1].removeprefix("*").removeprefix("./")  # the * is md5sum's
        yield ManifestLine(parts[0].lower(), place)


def fetched_places(folder: Path, declared: Declaration) -> Iterator[str]:
    """Yield the paths of the files that fetch.txt says to fetch; nothing is fetched.

    Raises:
        VerifyError: If it cannot be read, or has a line that is not an entry.
    """
    for number, line in enumerate(tag_lines(folder, FETCH, declared.encoding), 1):
        parts = line.split(None, 2)
        if len(parts) == 3:
            yield parts[2]
        elif parts:
            raise VerifyError(f"{FETCH}: line {number} is not an address with a size and a path")


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
        self.on_disk = 0  # bytes of all files, without holes
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
                self.on_disk += placed.on_disk
        try:
            self.declared = read_declaration(self.folder)
            self.info = read_info(self.folder, self.declared)
        except VerifyError as error:
            self._tell("bag", error)
        if self.declared is None:
            return
        if not os.path.isdir(self.folder / PAYLOAD):
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
        self.faults.add(what, error.faults[0], "as BagIt 1.0 (RFC 8493) has it")

    def unlisted(self) -> Iterator[str]:
        """Yield the tag files missing from the tag manifests, if there are any; this is allowed."""
        if not any(name.startswith("tag") for name in self.manifests):
            return
        for place, sums in self.files.items():
            tags = place.startswith("tagmanifest-") and "/" not in place
            if not (sums or tags or place.startswith(PAYLOAD)):
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
                self.faults.add("file", unreadable(error).moved(place), "a file")
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


def library_finding(bag: Bag) -> Finding:
    """Return the library's verdict on a bag in which pnp found no faults."""
    with optional("archive", "verifying a package"):
        import bagit
    refusals = (bagit.BagError, OSError, ValueError, LookupError, AttributeError, TypeError)
    if bag.lines > MOST_LINES:
        return unchecked("bagit", f"not asked about {bag.lines:,} lines of manifests")
    try:
        with quiet("bagit"):
            bagit.Bag(str(bag.folder)).validate(fast=False)
    except refusals as error:
        message = str(error).replace(f"{bag.folder.absolute()}", bag.folder.name)
        if bag.respelled:
            return unchecked(
                "bagit", "finds no files whose names a manifest writes in other letters"
            )
        return wrong("bag", f"bagit {bagit.VERSION} says: {message[:300]}", "a valid bag")
    return ok("bagit", f"version {bagit.VERSION} agrees")
