"""What a build needs to know of sheets, whoever lays them out."""

from collections.abc import Iterator
from typing import Protocol

from pnp.base.geometry import Size
from pnp.scene import Scene
from pnp.sheets.layout.duplex import Duplex
from pnp.sheets.layout.guillotine import Cuts


class Job(Protocol):
    """All sheets of one component, laid out but not yet drawn."""

    @property
    def piece_count(self) -> int:
        """How many physical pieces the job makes."""

    @property
    def page_count(self) -> int:
        """How many pages there are."""

    @property
    def page_size(self) -> Size:
        """The size of every page."""

    @property
    def duplex(self) -> Duplex | None:
        """How the sides come to lie behind one another; None when there are fronts alone."""

    @property
    def scale(self) -> float:
        """How large the pieces are printed: 1.0 unless somebody asked for less."""

    @property
    def poster(self) -> tuple[int, int] | None:
        """Of how many columns and rows of pages one piece is joined, if it is."""

    @property
    def remarks(self) -> tuple[str, ...]:
        """What somebody should be told who prints it."""

    @property
    def cuts(self) -> Cuts | None:
        """The straight cuts through a full sheet that set its pieces free, if such do."""

    def pages(self) -> Iterator[Scene]:
        """Draw the pages one by one."""
