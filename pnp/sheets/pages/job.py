"""The sheets of a component, however they are laid out."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from pnp.base.geometry import Size
from pnp.scene import Scene
from pnp.scene.bed import Bed
from pnp.sheets.layout.duplex import Duplex
from pnp.sheets.layout.gang import Gang
from pnp.sheets.layout.guillotine import Cuts
from pnp.sheets.layout.imposition import Imposition
from pnp.sheets.layout.poster import Poster


class SheetJob(NamedTuple):
    """All sheets of one component, laid out but not yet drawn: ``pages`` draws them one by one.

    ``duplex`` is None if there are only fronts. ``scale`` is 1.0 unless the user chose less.
    ``poster`` are the columns and rows of pages that make up one piece, if it takes several.
    ``remarks`` are for the person who prints it. ``cuts`` are the straight cuts through a full
    sheet, or through a folded sheet once it is glued, if they can separate its pieces. ``cut_beds``
    yields the bed for a cutting machine of each sheet, if there is one.
    """

    layout: Imposition | Poster | Gang
    piece_count: int
    page_count: int
    page_size: Size
    pages: Callable[[], Iterator[Scene]]
    duplex: Duplex | None = None
    scale: float = 1.0
    poster: tuple[int, int] | None = None
    remarks: tuple[str, ...] = ()
    cuts: Cuts | None = None
    cut_beds: Callable[[], Iterator[Bed]] | None = None
