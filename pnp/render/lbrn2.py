"""Beds for lasers as lbrn2: to come."""

from pnp.scene.bed import Bed, BedLook


def render(bed: Bed, look: BedLook) -> bytes:
    """Write one bed."""
    raise NotImplementedError
