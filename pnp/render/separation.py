"""Colours as the inks of a press, through its ICC profile.

littleCMS matches colours relative to the white of the paper (relative colorimetric), with black
point compensation. Greys of shapes and letters are tints of black ink alone, each as light as the
profile says that ink prints, so that small type needs no register of four plates.
"""

from bisect import bisect_left
from functools import lru_cache
from io import BytesIO
from typing import Any

from PIL import Image as Pillow
from PIL import ImageCms

from pnp.base.color import channels, luminance
from pnp.base.errors import PictureError, UnitError
from pnp.base.icc import PressProfile

Inks = tuple[float, float, float, float]  # cyan, magenta, yellow and black, each from 0 to 1
BLACK = 0.15  # of white: a darker grey is printed as solid black, whose edges no screen frays
_STRIP = 256  # rows of a picture that are added up at a time
_INTENT = ImageCms.Intent.RELATIVE_COLORIMETRIC
_FLAGS = ImageCms.Flags.BLACKPOINTCOMPENSATION


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
