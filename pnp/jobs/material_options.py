"""The options for a sheet of laser material: material, thickness and kerf."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pnp.base.messages import Message
from pnp.base.units import Mm
from pnp.jobs.laser_values import read_gauge, read_kerf, read_material, read_mm
from pnp.jobs.options import DeclaredOptions, option

if TYPE_CHECKING:  # the package needs the laser extra, its options do not
    from pnp.laser.scheme import Kerf


@dataclass(frozen=True)
class MaterialOptions(DeclaredOptions):
    """The material to cut, and its measured values; the others follow from the material."""

    material: str = option(
        "The material, or a file that describes it.",
        read_material,
        default="plywood-3",
        setting=True,
        metavar="MATERIAL",
        group="cutting",
    )
    thickness: Mm | None = option(
        "The measured thickness of your sheet; slots and fingers are sized to it.",
        read_mm,
        setting=True,
        metavar="MM",
        group="cutting",
    )
    kerf: "Kerf | None" = option(
        "The width that the beam burns away, such as 0.15, or 0.15x0.12 (across x down).",
        read_kerf,
        setting=True,
        metavar="WIDTH",
        group="cutting",
    )
    kerf_from_gauge: "Kerf | None" = option(
        "Calculate the kerf from the N blocks of a gauge and the measured gap beside them.",
        read_gauge,
        raw_type=tuple[str, str] | None,
        metavar="N GAP",
        group="cutting",
    )

    def faults(self, given: frozenset[str]) -> Iterator[str]:
        """Yield a line if the kerf is given twice."""
        if self.kerf is not None and self.kerf_from_gauge is not None:
            yield Message("kerf_twice", "--kerf-from-gauge")
