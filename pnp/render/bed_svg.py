"""Beds for lasers as bed_svg: to come."""

from pnp.scene.bed import Bed, BedLook


def render(bed: Bed, look: BedLook) -> bytes:
    """Write one bed."""
    raise NotImplementedError
