"""Pictures of pixels in the inks of a press, as objects of a PDF.

Only the colours of a palette change, and grey pixels get a palette of tints of black ink. JPEG
files become JPEG again, others are compressed losslessly. Pictures in CMYK already, for this press
or without a profile, keep their inks; a JPEG file of such inks goes in unchanged.
"""

from io import BytesIO

from PIL import Image as Pillow
from reportlab.pdfbase.pdfdoc import PDFArray, PDFName, PDFStream

from pnp.base.errors import PictureError
from pnp.base.picture import PictureFile
from pnp.images import read_raster
from pnp.images.jpeg import segments
from pnp.images.png import packed_rows
from pnp.images.raster import Raster
from pnp.images.stored import inks_of, original, stored
from pnp.render.decoded import JPEG_QUALITY, decoded, in_srgb, seen
from pnp.render.pdf_pictures import compressed_stream, has_all_rows, jpeg_stream, png_stream
from pnp.render.pdf_press import PressColors
from pnp.render.reportlab_private import ObjectWithCompanions, StreamedDocument
from pnp.render.separation import most_ink
from pnp.scene import Tint

_CMYK = PDFName("DeviceCMYK")
_ADOBE = 0xEE  # the marker of a segment of JPEG files whose inks are stored inverted


class PressPictureObject(ObjectWithCompanions):
    """A picture whose file is read and converted to inks when it is written."""

    def __init__(self, picture: PictureFile, tint: Tint, colors: PressColors) -> None:
        super().__init__()
        self._picture = picture
        self._tint = tint
        self._colors = colors

    def format(self, document: StreamedDocument) -> bytes:
        """Return the encoded picture, and register its companions.

        Raises:
            PictureError: If its file has changed, or its pixels or colour profile cannot be read.
        """
        written: bytes = self._drawn(document).format(document)
        return written

    def _drawn(self, document: StreamedDocument) -> PDFStream:
        picture = self._picture
        if self._tint is not Tint.FULL:
            return self._from_pixels(seen(picture, self._tint), None, document)
        if (inks := inks_of(picture)) is not None:
            return self._from_inks(*inks)
        data = stored(picture)
        raster = read_raster(data)
        assert raster is not None, "the same bytes were read as a picture before"
        one_channel = raster.channels == 1 and raster.bits <= 8
        plain = not (raster.alpha or raster.interlaced)
        if (
            raster.kind == "png"
            and one_channel
            and plain
            and (raster.palette or not raster.profile)
        ):
            return self._from_palette(data, raster)
        image = decoded(picture, raster, data)
        if image.mode.startswith("L"):
            image = in_srgb(picture, image, raster.profile)
        return self._from_pixels(image, raster.profile, document)

    def _from_palette(self, data: bytes, raster: Raster) -> PDFStream:
        rows = packed_rows(data)
        if not has_all_rows(rows, raster):
            raise PictureError(f"{self._picture.file}: is damaged: its pixels cannot be read")
        separation = self._colors.separation
        if raster.palette is None:
            inks = separation.greys(2**raster.bits)
            self._colors.took(1.0)
        else:
            inks = self._in_inks(
                Pillow.frombytes("RGB", (len(raster.palette) // 3, 1), raster.palette),
                raster.profile,
            ).tobytes()
        return png_stream(rows, raster, self._indexed(inks))

    def _from_pixels(
        self, image: Pillow.Image, profile: bytes | None, document: StreamedDocument
    ) -> PDFStream:
        alpha = image.getchannel("A") if image.mode.endswith("A") else None
        if image.mode.startswith("L"):
            greys = self._colors.separation.greys(256)
            self._colors.took(1.0)
            stream = compressed_stream(image.convert("L"), self._indexed(greys))
        else:
            inks = self._in_inks(image.convert("RGB"), profile)
            stream = self._from_inks_alone(inks)
        if alpha is not None:
            name = f"mask {self._picture.key} {self._tint.value}"
            self.companions.append(name)
            mask = compressed_stream(alpha, PDFName("DeviceGray"))
            stream.dictionary["SMask"] = document.Reference(mask, name)
        return stream

    def _from_inks(self, image: Pillow.Image, profile: bytes | None) -> PDFStream:
        inks = self._in_inks(image, profile)
        if inks is not image or self._picture.made_from != "JPEG":
            return self._from_inks_alone(inks)
        data = original(self._picture)
        raster = read_raster(data)
        if raster is None or raster.orientation != 1:
            return self._from_inks_alone(inks)
        return _in_cmyk(data, raster.width, raster.height, inverted=_says_adobe(data))

    def _from_inks_alone(self, inks: Pillow.Image) -> PDFStream:
        if "jpeg" not in (self._picture.kind, self._picture.made_from.lower()):
            return compressed_stream(inks, _CMYK)
        out = BytesIO()
        inks.save(out, "JPEG", quality=JPEG_QUALITY)
        return _in_cmyk(out.getvalue(), *inks.size, inverted=True)

    def _in_inks(self, image: Pillow.Image, profile: bytes | None) -> Pillow.Image:
        """Return a picture in the inks of the press, and record its coverage."""
        try:
            inks = self._colors.separation.of_picture(image, profile)
        except PictureError as error:
            raise PictureError(f"{self._picture.file}: {error}") from None
        self._colors.took(most_ink(inks))
        return inks

    def _indexed(self, inks: bytes) -> PDFArray:
        return PDFArray([PDFName("Indexed"), _CMYK, len(inks) // 4 - 1, f"<{inks.hex()}>"])


def _says_adobe(data: bytes) -> bool:
    found = (data[start + 4 : end] for marker, start, end in segments(data) if marker == _ADOBE)
    return any(content.startswith(b"Adobe") for content in found)


def _in_cmyk(data: bytes, width: int, height: int, *, inverted: bool) -> PDFStream:
    stream = jpeg_stream(data, width, height, _CMYK)
    if inverted:
        stream.dictionary["Decode"] = PDFArray([1, 0] * 4)
    return stream
