"""Beds as files of one kind or another."""

from pnp.game.laser import Format
from pnp.scene.bed import Bed, BedLook


def rendered_bed(format: Format, bed: Bed, look: BedLook) -> bytes:
    """Write a bed; the back end of the format alone is imported."""
    match format:
        case "svg":
            from pnp.render import bed_svg

            return bed_svg.render(bed, look)
        case "dxf":
            from pnp.render import dxf

            return dxf.render(bed, look)
        case "lbrn2":
            from pnp.render import lbrn2

            return lbrn2.render(bed, look)
