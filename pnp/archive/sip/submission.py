"""The description of a submission package, and the files in it."""

from pathlib import PurePosixPath
from typing import NamedTuple
from uuid import NAMESPACE_URL, uuid5  # noqa: TID251 - of a name, so always the same

from pnp.records.package_contents import PackedFile

PREFIX = "uuid-"  # what begins with a digit is no xs:ID


class SipFile(NamedTuple):
    """A file of a submission: its facts, and its path relative to the METS.xml that lists it."""

    id: str
    path: str
    media_type: str
    size: int
    sha256: str

    @property
    def stem(self) -> str:
        """The file's name without folders and suffix."""
        return PurePosixPath(self.path).stem


class Submission(NamedTuple):
    """A submission: the submitter, the contents and the date.

    ``id`` is that of the submission package, ``identifier`` the archive's of the game. ``day`` is
    the date of the package in ISO 8601, and ``made_from`` the checksum of the definition.
    """

    id: str
    identifier: str
    title: str
    holder: str
    isil: str | None
    contact_name: str | None
    contact_email: str | None
    day: str
    software: str
    software_version: str
    made_from: str

    @property
    def created(self) -> str:
        """Midnight of the day, since METS requires a time as well."""
        return f"{self.day}T00:00:00Z"

    def named(self, *words: str) -> str:
        """Return the identifier of a part of the package, always the same for the same words."""
        return derived_id(self.id, *words)

    def file(self, packed: PackedFile, path: str, *place: str) -> SipFile:
        """Return a file of a package at ``path`` in the submission package."""
        name = self.named("file", *place, path)
        return SipFile(name, path, packed.mediatype, packed.bytes, packed.sha256)


def derived_id(*words: str) -> str:
    """Return an identifier derived from words (a UUID of version 5, RFC 9562)."""
    return f"{PREFIX}{uuid5(NAMESPACE_URL, ' '.join(words))}"
