"""Pieces of one size: what cards, tiles and dominoes share, and designers' boards too."""

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar

from pnp.base.geometry import Size
from pnp.base.units import format_mm
from pnp.game.component import Component, Offered
from pnp.game.fields import Length, PieceSize, Reads
from pnp.game.paper import MOST_CARDS, part_of_size, read_card_size

CardSize = Annotated[Size, Reads(read_card_size, "card-size")]


class Resizable(Component):
    """A component whose ``size`` an option may change, and whose sides others may refer to."""

    is_resizable = True
    offers: ClassVar[tuple[Offered, ...]] = ("width", "height", "size")

    size: PieceSize

    @classmethod
    def size_written(cls, table: Mapping[str, Any]) -> Size:
        """Return the size of a face in an unvalidated definition."""
        return read_card_size(table.get("size"))

    @classmethod
    def measure_written(cls, table: Mapping[str, Any], part: Offered) -> str:
        """Return a side of a face, or both, from an unvalidated definition."""
        return part_of_size(cls.size_written(table), part)


class RectangularPieces(Resizable):
    """Rectangular pieces that lie on boards; the base class of several kinds."""

    one: ClassVar[str]  # the noun for a single piece, in messages
    lies_on_boards = True
    covers_places = True
    fits_tuckboxes = True
    is_printed_by_shops = True

    corner: Length = 0.0

    @property
    def face_size(self) -> Size:
        """The size of a face."""
        return self.size

    @property
    def has_corners(self) -> bool:
        """Whether its corners are rounded by ``corner``."""
        return True

    @property
    def sides(self) -> dict[str, float]:
        """The width and height of a face, as figures for claims."""
        return self.face_size._asdict()

    def _check(self) -> None:
        if not self.count:
            raise ValueError(f"leaves every {self.one} out; keep one, with 1 copy or more")
        if self.count > MOST_CARDS:
            raise ValueError(f"has {self.count} cards; a deck has at most {MOST_CARDS}")
        if self.in_sleeves is not None:
            for fault in self.in_sleeves.faults_with(self.face_size):
                raise ValueError(f"sleeve: {fault}")
        if self.has_corners and self.corner * 2 > min(self.size):
            raise ValueError(
                f"a corner of {self.corner:g} mm is more than half of the {self.one}; "
                f'write corner = "{format_mm(min(self.size) / 2)}mm" or less'
            )
