"""What files of pixels say of themselves, read from their bytes without any pixel being made."""

from pnp.images.raster.header import other_kind, read_raster
from pnp.images.raster.record import Raster

__all__ = ["Raster", "other_kind", "read_raster"]
