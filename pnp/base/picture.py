"""The picture files that a definition uses."""

import zlib
from hashlib import sha256
from pathlib import Path
from typing import Literal, NamedTuple

from pnp.base.errors import PictureError, reason
from pnp.base.files import read_file
from pnp.base.font_files import FontFile
from pnp.base.geometry import Transform
from pnp.base.limits import limits

# From a point of the stored picture to the shown one, each in parts of width and height, y down.
UPRIGHT = {
    1: Transform(),
    2: Transform(-1, 0, 0, 1, 1, 0),
    3: Transform(-1, 0, 0, -1, 1, 1),
    4: Transform(1, 0, 0, -1, 0, 1),
    5: Transform(0, 1, 1, 0, 0, 0),
    6: Transform(0, 1, -1, 0, 1, 0),
    7: Transform(0, -1, -1, 0, 1, 1),
    8: Transform(0, -1, 1, 0, 0, 1),
}
LONGEST_SIDE = 32_767  # pixels: the limit of cairo, which draws PNG
DRAWN = "SVG"  # what a file is made from whose pixels are drawn in the size of its place


class PictureFile(NamedTuple):
    """A picture file with its upright size in pixels, or in user units for SVG.

    ``orientation`` is Exif 2.32, tag 274, a key of :data:`UPRIGHT`; ``grey`` files have no colour
    channels. ``part`` is the id of the one element of an SVG file to show; with ``ground``, a
    background covers all of it. A file ``made_from`` another kind is handled as ``kind`` by
    :func:`pnp.render.decoded.stored`; reports add its ``remark`` to its name. Text in a file that
    is rasterized may be set in ``fonts`` as well as in those of pnp. ``embedded`` is the checksum
    of a bitmap within an SVG file, and ``cause`` says why an SVG file has no lines to follow, and
    what would give it some. A bitmap with a ``clear`` part may be painted in one ``ink``.
    """

    file: Path
    sha256: str
    kind: Literal["png", "jpeg", "svg"]
    width: float
    height: float
    orientation: int = 1
    grey: bool = False
    part: str = ""
    ground: bool = False
    made_from: str = ""
    remark: str = ""
    fonts: tuple[FontFile, ...] = ()
    embedded: str = ""
    cause: str = ""
    clear: bool = False
    ink: str = ""

    @property
    def key(self) -> str:
        """The same for pictures with the same pixels."""
        if self.embedded:
            return self.embedded
        size = f" {self.width}x{self.height}" if self.made_from == DRAWN else ""
        part = f"#{self.part}" if self.part else ""
        fonts = "".join(f" {one.sha256}" for one in self.fonts)
        ink = f" {self.ink}" if self.ink else ""
        return self.sha256 + part + size + fonts + ink

    def read(self) -> bytes:
        """Return the bytes of the file.

        Raises:
            PictureError: If it cannot be read or has changed since the definition was read; the
                message names it.
        """
        try:
            data = read_file(self.file, "picture_kb")
        except OSError as error:
            raise PictureError(f"{self.file}: cannot be read: {reason(error)}") from None
        if sha256(data).hexdigest() != self.sha256:
            raise PictureError(f"{self.file}: has changed during the build; build again")
        return unpacked(data)


def unpacked(data: bytes) -> bytes:
    """Return an SVG file out of its gzip (.svgz), or any other file unchanged.

    Of a file that is too large, one byte more is returned than is allowed.
    """
    if not data.startswith(b"\x1f\x8b"):
        return data
    try:
        unpacker = zlib.decompressobj(zlib.MAX_WBITS | 16)
        return unpacker.decompress(data, 1000 * limits().picture_kb + 1)
    except zlib.error:
        return data
