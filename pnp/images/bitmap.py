"""Describes bitmap files: their kind, size and colours, without unpacking PNG and JPEG."""

from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from pnp.base.errors import PictureError
from pnp.base.limits import limits, over
from pnp.base.picture import LONGEST_SIDE, PictureFile
from pnp.images import ANIMATED, other_kind, read_raster

if TYPE_CHECKING:
    from pnp.images.foreign import Foreign


def describe_bitmap(data: bytes, file: Path, digest: str) -> PictureFile:
    """Describe a bitmap; files other than PNG and JPEG are unpacked, so that faults are found."""
    raster = read_raster(data)
    if raster is None or raster.channels == 4:
        return _describe_foreign(data, file, digest)
    _check_size(raster.width, raster.height)
    grey = raster.channels == 1 and raster.palette is None
    made = PictureFile(file, digest, raster.kind, *raster.upright, raster.orientation, grey)
    made = made._replace(clear=raster.alpha)
    return made._replace(made_from="APNG", remark=ANIMATED) if raster.animated else made


def _describe_foreign(data: bytes, file: Path, digest: str) -> PictureFile:
    """Describe a file that becomes PNG."""
    from pnp.images.foreign import foreign_kind, read_foreign  # Pillow, only where it is needed

    if not foreign_kind(data):
        raise other_kind(data)
    known = _described(digest)
    if not known:
        known.append(read_foreign(data, _check_size))
    kind, width, height, grey, clear, remark = known[0]
    _check_size(width, height)
    made = PictureFile(file, digest, "png", width, height, grey=grey, clear=clear)
    return made._replace(made_from=kind, remark=remark)


@lru_cache(maxsize=1024)
def _described(digest: str) -> list["Foreign"]:
    """Return a mutable cache entry, so that a file read again is not unpacked again."""
    return []


def _check_size(width: int, height: int) -> None:
    claim = f"claims to have {width:,} x {height:,} pixels"
    if width * height > limits().pixels:
        raise PictureError(f"{claim}: {over('pixels')}; make it smaller")
    if max(width, height) > LONGEST_SIDE:
        raise PictureError(f"{claim}, but a side has at most {LONGEST_SIDE:,}; make it smaller")
