"""What is known of a file of pixels before any of them is made."""

from typing import Literal, NamedTuple

from pnp.base.errors import PictureError


class Raster(NamedTuple):
    """A PNG or JPEG file. ``width`` and ``height`` are those of its rows, which may lie turned.

    ``channels`` are those of colour, 1 or 3, each of so many ``bits``; those of a ``palette``,
    red, green and blue after one another, are bits of one index. ``profile`` is the ICC profile
    of its colours, if it has one that fits them.
    """

    kind: Literal["png", "jpeg"]
    width: int
    height: int
    channels: int
    bits: int
    orientation: int = 1
    alpha: bool = False
    interlaced: bool = False
    palette: bytes | None = None
    profile: bytes | None = None

    @property
    def upright(self) -> tuple[int, int]:
        """Width and height as it is seen."""
        size = (self.width, self.height)
        return size if self.orientation < 5 else (self.height, self.width)


def cut_off() -> PictureError:
    """Return the error of a file that ends too soon."""
    return PictureError("is cut off: its end is missing; copy it or save it again")


def damaged(what: str) -> PictureError:
    """Return the error of a file of which a part cannot be right."""
    return PictureError(f"is damaged: {what}; save it again")


def fitting(profile: bytes | None, channels: int) -> bytes | None:
    """Return a profile if it is one for so many channels: others say nothing of the colours.

    Its header is that of ICC.1:2022, 7.2.
    """
    if profile is None or len(profile) < 132 or profile[36:40] != b"acsp":
        return None
    return profile if profile[16:20] == (b"GRAY" if channels == 1 else b"RGB ") else None
