"""Beds as files: how each laser target recognises the steps, and which back end writes a format."""

from pnp.game.laser import Format, LaserTarget
from pnp.scene.bed import Bed, BedStyle, Step, StepStyle


def bed_look(client: LaserTarget, file_format: Format) -> BedStyle:
    """Return how the files of a laser target mark each step in one format."""
    looks = {
        Step(name): StepStyle(style.color, style.layer or 0, style.filled)
        for name, style in client.steps.items()
        if style.is_in(file_format)
    }
    looks.setdefault(Step.FRAME, looks[Step.OUTER])  # the last of the cuts
    return BedStyle(looks, client.stroke)


def render_bed(file_format: Format, bed: Bed, look: BedStyle) -> bytes:
    """Return a bed as a file; only the back end of its format is imported."""
    match file_format:
        case "svg":
            from pnp.render import bed_svg

            return bed_svg.render(bed, look)
        case "dxf":
            from pnp.render import dxf

            return dxf.render(bed, look)
        case "lbrn2":
            from pnp.render import lbrn2

            return lbrn2.render(bed, look)
