"""Beds for lasers as dxf: to come."""

from pnp.scene.bed import Bed, BedLook


def render(bed: Bed, look: BedLook) -> bytes:
    """Write one bed."""
    raise NotImplementedError
