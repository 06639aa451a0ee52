"""A record in every metadata format."""

from pnp.archive.formats.archivematica import metadata_csv
from pnp.archive.formats.dublin_core import dublin_core
from pnp.archive.formats.jsonld import game_jsonld
from pnp.archive.formats.lido import lido
from pnp.archive.formats.provenance import provenance
from pnp.archive.record import ArchiveRecord
from pnp.archive.shown import shown_files
from pnp.records.package_contents import PackedFile

FOLDER = "metadata"


def metadata_files(record: ArchiveRecord, files: tuple[PackedFile, ...] = ()) -> dict[str, bytes]:
    """Return the metadata files by their paths in the package, in alphabetical order.

    ``files`` are the other files of the package, to which they point.
    """
    shown = shown_files(record, files)
    return {
        f"{FOLDER}/dublin-core.xml": dublin_core(record, shown),
        f"{FOLDER}/game.jsonld": game_jsonld(record, shown),
        f"{FOLDER}/lido.xml": lido(record, shown),
        f"{FOLDER}/metadata.csv": metadata_csv(record),
        f"{FOLDER}/provenance.json": provenance(record, shown),
    }
