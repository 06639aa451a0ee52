"""The resolution at which pixel pictures are printed."""

from collections.abc import Iterable, Iterator

from pnp.base.units import MM_PER_UNIT
from pnp.components.piece import Piece
from pnp.scene import images_in

SHARP = 200  # pixels to the inch: fewer are seen at arm's length
MOST_TOLD = 5  # pictures: the rest is counted


def coarse_pictures(pieces: Iterable[Piece]) -> Iterator[str]:
    """Say which pictures have too few pixels for the size that they are shown at."""
    found: dict[str, float] = {}
    for piece in pieces:
        for _, face in piece.faces:
            for image in images_in(face.items):
                name = image.picture.file.name
                dpi = image.picture.width / image.place.width * MM_PER_UNIT["in"]
                if dpi < SHARP:
                    found[name] = min(dpi, found.get(name, dpi))
    for name, dpi in list(found.items())[:MOST_TOLD]:
        yield f"{name} has {dpi:.0f} pixels to the inch at its size, and {SHARP} look sharp"
    if len(found) > MOST_TOLD:
        yield f"and {len(found) - MOST_TOLD} more pictures have fewer than {SHARP}"
