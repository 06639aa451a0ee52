"""Colours and pictures of a PDF in the inks of a press, through its ICC profile."""

import zlib
from bisect import bisect_left
from functools import lru_cache
from io import BytesIO
from itertools import pairwise
from math import fsum
from typing import Any

from PIL import Image as Pillow
from PIL import ImageCms
from reportlab.pdfbase.pdfdoc import PDFArray, PDFDictionary, PDFName, PDFStream, PDFString

from pnp.base.color import blended, channels, luminance
from pnp.base.errors import PictureError, UnitError
from pnp.base.icc import REGISTRY, UNREGISTERED, PressProfile
from pnp.base.picture import PictureFile
from pnp.base.units import decimals
from pnp.images import read_raster
from pnp.images.raster import Raster, packed_rows, segments
from pnp.render.decoded import JPEG_QUALITY, decoded, in_srgb, inks_of, original, seen, stored
from pnp.render.pdf_operators import ColorStep
from pnp.render.pdf_pictures import compressed_stream, has_all_rows, jpeg_stream, png_stream
from pnp.render.reportlab_private import ObjectWithCompanions, StreamedDocument
from pnp.scene import Tint
from pnp.scene.gradient import Gradient

Inks = tuple[float, float, float, float]  # cyan, magenta, yellow and black, each from 0 to 1
BLACK = 0.15  # of white: a darker grey is printed as solid black, whose edges no screen frays
_STRIP = 256  # rows of a picture that are added up at a time
_INTENT = ImageCms.Intent.RELATIVE_COLORIMETRIC
_FLAGS = ImageCms.Flags.BLACKPOINTCOMPENSATION

SHADES = 16  # colours between two stops: inks do not mix as light does

_CMYK = PDFName("DeviceCMYK")
_ADOBE = 0xEE  # the marker of a segment of JPEG files whose inks are stored inverted


class Separation:
    """Converts colours and pictures to the inks of a press profile."""

    def __init__(self, profile: PressProfile) -> None:
        """Read the tables of a profile.

        Raises:
            UnitError: If they cannot be used to match colours.
        """
        self._profile = profile
        try:
            self._press = _Press(profile.content)
            self._from_srgb = _transform(ImageCms.createProfile("sRGB"), "RGB", self._press)
            self._black = _lightness_of_black(self._press)
        except (ImageCms.PyCMSError, OSError):
            raise UnitError(
                "is damaged, or has no tables from colours to inks; use the profile exactly "
                "as the print shop provides it"
            ) from None

    def of_color(self, color: str) -> Inks:
        """Return the inks of an area or of letters: a grey is black ink alone."""
        levels = channels(color)
        if len(set(levels)) > 1:
            return self.mixed(color)
        return (0.0, 0.0, 0.0, 1.0) if levels[0] <= BLACK else self.of_grey(color)

    def of_grey(self, color: str) -> Inks:
        """Return the tint of black ink that is as light as a grey."""
        wanted = luminance(color)
        if color == "#000000":
            return (0.0, 0.0, 0.0, 1.0)
        darker = [-light for light in self._black]
        at = min(max(bisect_left(darker, -wanted), 1), len(darker) - 1)
        before, after = self._black[at - 1], self._black[at]
        part = (before - wanted) / (before - after) if before > after else 0.0
        tint = (at - 1 + min(max(part, 0.0), 1.0)) / (len(darker) - 1)
        return (0.0, 0.0, 0.0, round(tint, 4))

    def mixed(self, color: str) -> Inks:
        """Return the inks of a colour as the profile mixes it, even for greys."""
        levels = tuple(round(255 * level) for level in channels(color))
        inks: Any = self._converted(Pillow.new("RGB", (1, 1), levels), self._from_srgb)
        cyan, magenta, yellow, black = (round(ink / 255, 4) for ink in inks.getpixel((0, 0)))
        return cyan, magenta, yellow, black

    def of_picture(self, image: Pillow.Image, profile: bytes | None) -> Pillow.Image:
        """Convert a picture in RGB or CMYK from its profile to these inks.

        Without a profile, RGB is sRGB, and CMYK is for this press.

        Raises:
            PictureError: If its profile is damaged.
        """
        if image.mode == "CMYK" and profile in (None, self._profile.content):
            return image
        if profile is None:
            return self._converted(image, self._from_srgb)
        try:
            own = ImageCms.ImageCmsProfile(BytesIO(profile))
            return self._converted(image, _transform(own, image.mode, self._press))
        except (ImageCms.PyCMSError, OSError):
            raise PictureError("its colour profile is damaged; save it again, in sRGB") from None

    def greys(self, count: int) -> bytes:
        """Return the inks of ``count`` greys from black to white, four bytes each."""
        levels = (round(255 * step / (count - 1)) for step in range(count))
        tints = (self.of_grey(f"#{level:02x}{level:02x}{level:02x}")[3] for level in levels)
        return b"".join(bytes((0, 0, 0, round(255 * tint))) for tint in tints)

    def _converted(self, image: Pillow.Image, transform: Any) -> Pillow.Image:
        made = ImageCms.applyTransform(image, transform)
        assert made is not None, "a new image was asked for"
        made.info = {}
        return made


class _Press(ImageCms.ImageCmsProfile):
    """A profile that Pillow does not serialize again for every colour."""

    def __init__(self, content: bytes) -> None:
        super().__init__(BytesIO(content))
        self._content = content

    def tobytes(self) -> bytes:
        """Return the bytes."""
        return self._content


@lru_cache(maxsize=4)  # of some megabytes each
def separation_for(profile: PressProfile) -> Separation:
    """Return the cached separation for a press profile.

    Raises:
        UnitError: If it cannot be used to match colours.
    """
    return Separation(profile)


def most_ink(image: Pillow.Image) -> float:
    """Return the coverage of the darkest pixel of a CMYK picture: 4 for all inks, solid."""
    from PIL import ImageMath

    most = 0
    for top in range(0, image.height, _STRIP):
        strip = image.crop((0, top, image.width, min(top + _STRIP, image.height)))
        bands = dict(zip("cmyk", strip.split(), strict=True))
        total = ImageMath.lambda_eval(lambda a: a["c"] + a["m"] + a["y"] + a["k"], **bands)
        most = max(most, total.getextrema()[1])
    return most / 255


def _transform(source: Any, mode: str, press: Any) -> Any:
    return ImageCms.buildTransform(
        source, press, mode, "CMYK", renderingIntent=_INTENT, flags=_FLAGS
    )


def _lightness_of_black(press: Any) -> list[float]:
    """Return the luminance of 256 tints of black ink, from 1, the paper, to 0, the solid."""
    tints = Pillow.frombytes("CMYK", (256, 1), b"".join(bytes((0, 0, 0, k)) for k in range(256)))
    to_lab = ImageCms.buildTransform(
        press, ImageCms.createProfile("LAB"), "CMYK", "LAB", renderingIntent=_INTENT
    )
    seen = ImageCms.applyTransform(tints, to_lab)
    assert seen is not None, "a new image was asked for"
    lights = [_luminance(100 * level / 255) for level in seen.getchannel(0).tobytes()]
    paper, solid = lights[0], min(lights)
    if paper <= solid:
        raise OSError("black ink is as light as the paper")
    scaled = [(light - solid) / (paper - solid) for light in lights]
    return [min(scaled[: at + 1]) for at in range(len(scaled))]  # never lighter with more ink


def _luminance(lightness: float) -> float:
    """Return Y for L* of CIELAB (CIE 15:2018)."""
    return ((lightness + 16) / 116) ** 3 if lightness > 8 else lightness * 27 / 24389


class PressColors:
    """Colours as the inks of a press; ``most`` is the greatest coverage of any, up to 4."""

    space = "DeviceCMYK"

    def __init__(self, profile: PressProfile) -> None:
        self.separation = separation_for(profile)
        self.most = 0.0
        self._written: dict[str, str] = {}

    def chosen(self, name: str, stroke: bool = False) -> str:
        """Return the operators that choose a colour, to fill or to ``stroke``."""
        written = self._written.get(name)
        if written is None:
            inks = self.separation.of_color(name)
            self.took(fsum(inks))
            written = self._written[name] = " ".join(map(decimals, inks))
        return f"{written} {'K' if stroke else 'k'}"

    def steps(self, gradient: Gradient) -> tuple[str, list[ColorStep]]:
        """Return the colour space of a gradient, and its colours in that space."""
        grey = all(len(set(channels(stop.color))) == 1 for stop in gradient.stops)
        inks_of = self.separation.of_grey if grey else self.separation.mixed
        steps = [ColorStep(at, inks_of(shade)) for at, shade in _shades(gradient)]
        self.took(*(fsum(step.values) for step in steps))
        return self.space, steps

    def took(self, *amounts: float) -> None:
        """Record the ink coverage of colours."""
        self.most = max(self.most, *amounts)


def add_output_intent(pdf: StreamedDocument, profile: PressProfile) -> None:
    """Declare in a document the press that its inks are for (ISO 32000-1, 14.11.5)."""
    entries = PDFDictionary({"N": 4, "Filter": PDFName("FlateDecode")})
    stream = PDFStream(entries, zlib.compress(profile.content, 9))
    pdf.sign(profile.content)
    intent = {
        "Type": PDFName("OutputIntent"),
        "S": PDFName("GTS_PDFX"),
        "OutputConditionIdentifier": PDFString(profile.condition),
        "Info": PDFString(profile.description),
        "DestOutputProfile": pdf.Reference(stream, "press profile"),
    }
    if profile.condition != UNREGISTERED:
        intent["RegistryName"] = PDFString(REGISTRY)
    pdf.add_to_catalog("OutputIntents", PDFArray([PDFDictionary(intent)]))


def _shades(gradient: Gradient) -> list[tuple[float, str]]:
    """Return colours along a gradient, dense enough for inks to change linearly between them."""
    first, *_ = gradient.stops
    found = [(first.at, first.color)]
    for a, b in pairwise(gradient.stops):
        parts = SHADES if a.color != b.color and b.at > a.at else 1
        found += [
            (a.at + n / parts * (b.at - a.at), blended(a.color, b.color, n / parts))
            for n in range(1, parts + 1)
        ]
    return found


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
