"""The protocol that all sheets follow, however they are laid out."""

from collections.abc import Iterator
from typing import Protocol

from pnp.base.geometry import Size
from pnp.scene import Scene
from pnp.sheets.layout.duplex import Duplex
from pnp.sheets.layout.guillotine import Cuts


class SheetJob(Protocol):
    """All sheets of one component, laid out but not yet drawn."""

    @property
    def piece_count(self) -> int:
        """The number of physical pieces."""

    @property
    def page_count(self) -> int:
        """The number of pages."""

    @property
    def page_size(self) -> Size:
        """The size of every page."""

    @property
    def duplex(self) -> Duplex | None:
        """How the two sides get onto one sheet; None if there are only fronts."""

    @property
    def scale(self) -> float:
        """The scale of the pieces: 1.0 unless the user asked for less."""

    @property
    def poster(self) -> tuple[int, int] | None:
        """The columns and rows of pages that make up one piece, if it takes several."""

    @property
    def remarks(self) -> tuple[str, ...]:
        """Remarks for whoever prints it."""

    @property
    def cuts(self) -> Cuts | None:
        """The straight cuts through a full sheet, if they can separate its pieces."""

    def pages(self) -> Iterator[Scene]:
        """Draw the pages one by one."""
