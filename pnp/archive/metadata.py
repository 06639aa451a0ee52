"""What a package says of itself, in the forms that archives read."""

from pnp.archive.dublin_core import dublin_core
from pnp.archive.jsonld import game_jsonld
from pnp.archive.lido import lido
from pnp.archive.provenance import provenance
from pnp.archive.record import Record

FOLDER = "metadata"


def metadata_files(record: Record) -> dict[str, bytes]:
    """Return the files by their paths in the package, in alphabetical order.

    Raises:
        RenderError: If a text has a character that XML cannot hold.
    """
    return {
        f"{FOLDER}/dublin-core.xml": dublin_core(record),
        f"{FOLDER}/game.jsonld": game_jsonld(record),
        f"{FOLDER}/lido.xml": lido(record),
        f"{FOLDER}/provenance.json": provenance(record),
    }
