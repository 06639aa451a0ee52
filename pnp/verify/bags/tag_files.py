"""The tag files of a bag: declaration, information, manifests and fetch list.

They are text of any size in any encoding from any source, and are read line by line. Versions 0.93
to 1.0 are supported: the drafts of BagIt before RFC 8493 are still in use.
"""

import re
from collections.abc import Iterator
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import NamedTuple

from pnp.base.errors import VerifyError
from pnp.base.files import open_regular, read_regular

DECLARATION = "bagit.txt"
FETCH = "fetch.txt"
MANIFEST = re.compile(r"(tag)?manifest-([A-Za-z0-9_-]{1,30})\.txt")
LONGEST_LINE = 10_000  # letters; a path has 4,096 bytes at most
LARGEST_INFO = 1_000_000  # letters of bag-info.txt
_VERSION = re.compile(r"BagIt-Version:\s*([0-9]{1,3})\.([0-9]{1,3})")
_ENCODING = re.compile(r"Tag-File-Character-Encoding:\s*([A-Za-z0-9_.:-]{1,40})")
_LABEL = re.compile(r"([^:\s][^:]{0,200}?)\s*:\s?(.*)")
_NO_TEXT = {"undefined", "idna", "punycode", "unicode_escape", "raw_unicode_escape"}


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
        raise VerifyError(f"{DECLARATION}: cannot be read: {error.strerror}") from None
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
        raise VerifyError(f"{name}: cannot be read: {error.strerror}") from None
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
    if not (folder / name).is_symlink() and not (folder / name).exists():
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
