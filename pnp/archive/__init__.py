"""Packages for archives: a game's rulebooks, drawings and metadata in a bag."""

from pnp.archive.documents import book_metadata
from pnp.archive.formats import metadata_files
from pnp.archive.record import ArchiveChoices, ArchiveRecord, record_of

__all__ = ["ArchiveChoices", "ArchiveRecord", "book_metadata", "metadata_files", "record_of"]
