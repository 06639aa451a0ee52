"""The files of a package that portals show: rulebooks, drawings, a picture of each component."""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from pnp.archive.record import ArchiveRecord
from pnp.records.package_contents import FileRole, PackedFile

UP = "../"  # from metadata/, where the records are, to data/


class ShownFiles(NamedTuple):
    """Rulebooks, the drawings of each component, and a picture of each."""

    books: tuple[PackedFile, ...]
    drawings: tuple[PackedFile, ...]
    pictures: tuple[PackedFile, ...]

    def books_in(self, lang: str) -> tuple[PackedFile, ...]:
        """Return the rulebooks in a language."""
        return tuple(file for file in self.books if file.language == lang)


NO_FILES = ShownFiles((), (), ())


def shown_files(record: ArchiveRecord, files: Iterable[PackedFile]) -> ShownFiles:
    """Choose the files to show from a package, in the order of the game's components.

    The picture of a component is a front, by which people recognize it.
    """
    books, drawings = [], []
    pictures: dict[str | None, PackedFile] = {}
    for file in sorted(files, key=partial(_rank, [part.id for part in record.parts])):
        if file.role is FileRole.RULEBOOK:
            books.append(file)
        elif file.role is FileRole.DRAWING and file.mediatype == "application/pdf":
            drawings.append(file)
        elif file.role is FileRole.PREVIEW:
            pictures.setdefault(file.component, file)
    return ShownFiles(tuple(books), tuple(drawings), tuple(pictures.values()))


def _rank(components: Sequence[str], file: PackedFile) -> tuple[int, bool]:
    place = components.index(file.component) if file.component in components else -1
    return place, file.path.endswith("-back.png")


def address_of(record: ArchiveRecord, file: PackedFile) -> str:
    """Return the URL of a file, or its path relative to the records if it has none."""
    online = record.deposit.files_at
    return f"{online.removesuffix('/')}/{file.path}" if online else f"{UP}{file.path}"


def checksum_uri(file: PackedFile) -> str:
    """Return the SHA-256 of a file as a URI (RFC 6920, section 7)."""
    return f"nih:sha-256;{file.sha256}"


def names_of(record: ArchiveRecord, file: PackedFile) -> Iterator[tuple[str, str]]:
    """Yield the names of a drawing's or picture's subject by language."""
    for part in record.parts:
        if part.id == file.component:
            yield from part.names
