"""What a package says of itself, in the forms that archives read."""

from pnp.archive.record import Record


def metadata_files(record: Record) -> dict[str, bytes]:
    """Return the files by their places in the package, in alphabetical order."""
    raise NotImplementedError
