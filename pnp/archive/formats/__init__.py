"""A record in each metadata format that archives and catalogues read."""

from pnp.archive.formats.dublin_core import dublin_core
from pnp.archive.formats.jsonld import game_jsonld
from pnp.archive.formats.lido import lido
from pnp.archive.formats.provenance import provenance
from pnp.archive.record import ArchiveRecord

FOLDER = "metadata"


def metadata_files(record: ArchiveRecord) -> dict[str, bytes]:
    """Return the metadata files by their paths in the package, in alphabetical order.

    Raises:
        RenderError: If a text has a character that XML cannot hold.
    """
    return {
        f"{FOLDER}/dublin-core.xml": dublin_core(record),
        f"{FOLDER}/game.jsonld": game_jsonld(record),
        f"{FOLDER}/lido.xml": lido(record),
        f"{FOLDER}/provenance.json": provenance(record),
    }
