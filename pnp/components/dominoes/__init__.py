"""Dominoes: bones with two ends, one for every unordered pair of numbers."""

from collections import Counter
from collections.abc import Mapping
from functools import cached_property
from itertools import combinations_with_replacement
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field, StrictBool, StrictInt

from pnp.base.expressions import FigureValue
from pnp.base.geometry import Size
from pnp.components.sized import Pair, RectangularPieces, read_pair
from pnp.game.component import GameBox, TabletopShape
from pnp.game.fields import MOST_PIPS, GroundColor, InkColor


class Dominoes(RectangularPieces):
    """A set of dominoes up to double N, such as the 28 bones of double six.

    ``size`` is that of a standing bone; a lying one is turned by a quarter, its lower end left.
    """

    noun, one = "dominoes", "bone"
    played_as = "tiles"
    two_sided: ClassVar[bool] = True
    tabletop_shape: ClassVar[TabletopShape] = "rounded"

    kind: Literal["dominoes"]
    double: Annotated[StrictInt, Field(ge=1, le=MOST_PIPS)]
    blank: StrictBool = True
    orientation: Literal["standing", "lying"] = "standing"
    ground: GroundColor = "#f6efdc"
    ink: InkColor = "#1b1b1b"

    @cached_property
    def bones(self) -> tuple[Pair, ...]:
        """The ends of each bone, the lower first and changing slowest."""
        numbers = range(0 if self.blank else 1, self.double + 1)
        return tuple(Pair(*ends) for ends in combinations_with_replacement(numbers, 2))

    @property
    def count(self) -> int:
        return len(self.bones)

    @cached_property
    def pieces(self) -> Mapping[str, int]:
        """One of each bone, named by its ends: "3-4"."""
        return {str(bone): 1 for bone in self.bones}

    @property
    def face_size(self) -> Size:
        return self.size.turned() if self.orientation == "lying" else self.size

    def claim_figures(self, box: GameBox) -> Mapping[str, FigureValue]:
        """Return the doubles, the total of pips, the ends with each number, and the size."""
        ends = Counter(end for bone in self.bones for end in bone)
        return {
            "doubles": sum(low == high for low, high in self.bones),
            "pips": sum(bone.total for bone in self.bones),
            "ends": dict(sorted(ends.items())),
            **self.sides,
        }

    def pips_of(self, piece: str) -> Pair:
        return read_pair(piece)

    @classmethod
    def size_written(cls, table: Mapping[str, Any]) -> Size:
        size = super().size_written(table)
        return size.turned() if table.get("orientation") == "lying" else size

    def _check(self) -> None:
        if self.size.height <= self.size.width:
            raise ValueError(
                f"a standing bone is higher than wide, not {self.size.width:g} mm wide and "
                f'{self.size.height:g} mm high; for lying bones write orientation = "lying"'
            )
        super()._check()
