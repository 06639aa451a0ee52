"""A game as an archive takes it in: what is known of it, in the forms that archives read."""

from pnp.archive.book import book_metadata
from pnp.archive.metadata import metadata_files
from pnp.archive.record import Choices, Record, record_of

__all__ = ["Choices", "Record", "book_metadata", "metadata_files", "record_of"]
