"""Pictures of pixels as objects of a PDF, with the bytes of their files wherever possible.

JPEG data goes in unchanged, as do the compressed rows of a PNG. Whatever PDF cannot hold is
recompressed losslessly: interlaced rows, and transparent pixels, whose alpha channel becomes a
separate object.
"""

import zlib
from hashlib import sha256
from io import BytesIO

from PIL import Image as Pillow
from reportlab.pdfbase.pdfdoc import (
    PDFArray,
    PDFDictionary,
    PDFName,
    PDFObject,
    PDFObjectReference,
    PDFStream,
)

from pnp.base.errors import PictureError
from pnp.base.picture import PictureFile
from pnp.images import read_raster
from pnp.images.raster import Raster, packed_rows
from pnp.render.decoded import JPEG_QUALITY, decoded, seen, stored
from pnp.render.reportlab_private import ObjectWithCompanions, StreamedDocument
from pnp.scene import Tint

PIECE = 1 << 16  # bytes decompressed at a time


class PictureObject(ObjectWithCompanions):
    """A picture whose file is read when it is written."""

    def __init__(self, picture: PictureFile, tint: Tint) -> None:
        super().__init__()
        self._picture = picture
        self._tint = tint

    def format(self, document: StreamedDocument) -> bytes:
        """Return the encoded picture, and register its companions.

        Raises:
            PictureError: If its file has changed, or its pixels or colour profile cannot be read.
        """
        draw = self._unchanged if self._tint is Tint.FULL else self._tinted
        written: bytes = draw(document).format(document)
        return written

    def _unchanged(self, document: StreamedDocument) -> PDFStream:
        picture = self._picture
        data = stored(picture)
        raster = read_raster(data)
        assert raster is not None, "the same bytes were read as a picture before"
        space = self._space(raster, document)
        if raster.kind == "jpeg":
            return jpeg_stream(data, raster.width, raster.height, space)
        if not (raster.alpha or raster.interlaced):
            rows = packed_rows(data)
            if not has_all_rows(rows, raster):
                raise PictureError(f"{picture.file}: is damaged: its pixels cannot be read")
            return png_stream(rows, raster, space)
        return self._masked(decoded(picture, raster, data), space, document)

    def _tinted(self, document: StreamedDocument) -> PDFStream:
        image = seen(self._picture, self._tint)
        space = PDFName("DeviceGray" if image.mode.startswith("L") else "DeviceRGB")
        if self._picture.kind == "jpeg":
            out = BytesIO()
            image.save(out, "JPEG", quality=JPEG_QUALITY)
            return jpeg_stream(out.getvalue(), *image.size, space)
        return self._masked(image, space, document)

    def _masked(
        self, image: Pillow.Image, space: PDFObject, document: StreamedDocument
    ) -> PDFStream:
        """Compress an image; its alpha channel becomes a companion."""
        stream = compressed_stream(image.convert(image.mode.removesuffix("A")), space)
        if image.mode.endswith("A"):
            mask = compressed_stream(image.getchannel("A"), PDFName("DeviceGray"))
            name = f"mask {self._picture.key} {self._tint.value}"
            stream.dictionary["SMask"] = self._with_it(document, mask, name)
        return stream

    def _space(self, raster: Raster, document: StreamedDocument) -> PDFObject:
        """Return the colour space, with the profile and the palette if there are any."""
        colours = 3 if raster.palette else raster.channels
        space: PDFObject = PDFName("DeviceGray" if colours == 1 else "DeviceRGB")
        if raster.profile is not None:
            profile = self._profile(raster.profile, colours, document)
            space = PDFArray([PDFName("ICCBased"), profile])
        if raster.palette is None or raster.alpha or raster.interlaced:
            return space
        last = len(raster.palette) // 3 - 1
        return PDFArray([PDFName("Indexed"), space, last, f"<{raster.palette.hex()}>"])

    def _profile(self, profile: bytes, channels: int, document: StreamedDocument) -> PDFObject:
        name = f"profile {sha256(profile).hexdigest()}"
        if document.has(name):
            return PDFObjectReference(name)
        entries = {"N": channels, "Filter": PDFName("FlateDecode")}
        stream = PDFStream(PDFDictionary(entries), zlib.compress(profile, 9))
        return self._with_it(document, stream, name)

    def _with_it(self, document: StreamedDocument, stream: PDFStream, name: str) -> PDFObject:
        self.companions.append(name)
        return document.Reference(stream, name)


def _entries(width: int, height: int, space: PDFObject, bits: int, filter: str) -> PDFDictionary:
    return PDFDictionary(
        {
            "Type": PDFName("XObject"),
            "Subtype": PDFName("Image"),
            "Width": width,
            "Height": height,
            "ColorSpace": space,
            "BitsPerComponent": bits,
            "Filter": PDFName(filter),
        }
    )


def jpeg_stream(data: bytes, width: int, height: int, space: PDFObject) -> PDFStream:
    """Return JPEG data as a picture."""
    return PDFStream(_entries(width, height, space, 8, "DCTDecode"), data)


def png_stream(rows: bytes, raster: Raster, space: PDFObject) -> PDFStream:
    """Return compressed PNG rows as a picture; PDF has their predictor (ISO 32000-1, 7.4.4.4)."""
    entries = _entries(raster.width, raster.height, space, raster.bits, "FlateDecode")
    entries["DecodeParms"] = PDFDictionary(
        {
            "Predictor": 15,
            "Colors": raster.channels,
            "BitsPerComponent": raster.bits,
            "Columns": raster.width,
        }
    )
    return PDFStream(entries, rows)


def compressed_stream(image: Pillow.Image, space: PDFObject) -> PDFStream:
    """Return grey pixels, or pixels of three or four channels, as a lossless picture."""
    out = BytesIO()
    channels = len(image.getbands())
    if image.mode == "CMYK":  # written as PNG has them, and never read as such
        image = Pillow.frombytes("RGBA", image.size, image.tobytes())
    image.info = {}
    image.save(out, "PNG")
    return png_stream(packed_rows(out.getvalue()), Raster("png", *image.size, channels, 8), space)


def has_all_rows(rows: bytes, raster: Raster) -> bool:
    """Return whether compressed rows have exactly the size in the header."""
    size = raster.height * (1 + (raster.width * raster.channels * raster.bits + 7) // 8)
    unpacking, count = zlib.decompressobj(), 0
    try:
        while rows and count <= size and not unpacking.eof:
            count += len(unpacking.decompress(rows, min(PIECE, size + 1 - count)))
            rows = unpacking.unconsumed_tail
    except zlib.error:
        return False
    return count == size
