"""What an archive takes in: a game's rules, drawings and all that is known of it, and what it is."""

from pnp.archive.metadata import metadata_files
from pnp.archive.record import Choices, Record, record_of

__all__ = ["Choices", "Record", "metadata_files", "record_of"]
