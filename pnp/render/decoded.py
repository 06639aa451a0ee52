"""Pictures of pixels for all back ends: the bytes of a file, or its pixels by Pillow."""

from functools import lru_cache
from io import BytesIO

from PIL import Image as Pillow
from PIL import ImageCms
from PIL.JpegImagePlugin import JpegImageFile
from PIL.PngImagePlugin import PngImageFile

from pnp.base.errors import PictureError
from pnp.base.picture import DRAWN, PictureFile
from pnp.images import read_raster
from pnp.images.foreign import TURNS, InkPixels, inks_in, upright_png
from pnp.images.raster import Raster, jpeg_without_exif, pixels_alone, png_without_exif, still
from pnp.images.svg.bitmaps import embedded_content
from pnp.images.svg.pixels import draw_pixels, plain_svg
from pnp.scene import Tint

IN_INKS = ("JPEG", "TIFF")  # the kinds that may be in CMYK

JPEG_QUALITY = 92  # of pictures made paler or grey, or turned into inks
PALE = [128 + value // 2 for value in range(256)]  # half way to white


def stored(picture: PictureFile) -> bytes:
    """Return the bytes of a picture's file, or of its PNG version if it is foreign or painted."""
    if picture.ink:
        return _painted(picture)
    return _as_png(picture) if picture.made_from else original(picture)


def original(picture: PictureFile) -> bytes:
    """Return the bytes of a picture's file, or of a bitmap within it."""
    return embedded_content(picture) if picture.embedded else picture.read()


@lru_cache(maxsize=4)  # one of many megabytes each; the same background lies on card after card
def _as_png(picture: PictureFile) -> bytes:
    data = original(picture)
    if picture.made_from == "APNG":
        return still(data)
    try:
        if picture.made_from == DRAWN:
            width, height = round(picture.width), round(picture.height)
            plain = plain_svg(data, picture.part, picture.fonts).written()
            return draw_pixels(plain, width, height, picture.fonts)
        return upright_png(data)
    except PictureError as error:
        raise PictureError(f"{picture.file}: {error}") from None


@lru_cache(maxsize=4)
def _painted(picture: PictureFile) -> bytes:
    """Return a picture in one ink, as clear as it is, and turned as it is."""
    plain = picture._replace(ink="")
    data = stored(plain)
    raster = read_raster(data)
    assert raster is not None, "the same bytes were read as a picture before"
    clear = decoded(plain, raster, data).getchannel("A")
    if clear.getextrema() == (255, 255):
        raise PictureError(f"{picture.file}: has no clear part, so a colour would hide all of it")
    image = Pillow.new("RGB", clear.size, picture.ink)
    image.putalpha(clear)
    return _saved(image, picture)


def inks_of(picture: PictureFile) -> InkPixels | None:
    """Return the upright pixels of a CMYK picture and its colour profile, or None for others."""
    if picture.ink or picture.made_from not in IN_INKS:
        return None
    try:
        return inks_in(original(picture))
    except PictureError as error:
        raise PictureError(f"{picture.file}: {error}") from None


def decoded(picture: PictureFile, raster: Raster, data: bytes) -> Pillow.Image:
    """Return the pixels of a picture file as stored: L, LA, RGB or RGBA, 8 bits each.

    Calls Pillow's plugins directly: ``Image.open`` has a global limit for all threads, and the
    limits of the definition have let this picture through, if Pillow finds the same size in it.
    Metadata is removed first, so that Pillow neither warns of broken metadata nor refuses a long
    colour profile.

    Raises:
        PictureError: If they cannot be read.
    """
    readers = {"png": (PngImageFile, pixels_alone), "jpeg": (JpegImageFile, jpeg_without_exif)}
    plugin, plain = readers[raster.kind]
    try:
        with plugin(BytesIO(plain(data))) as image:
            if image.size != (raster.width, raster.height):  # before memory for it is taken
                raise PictureError(f"{picture.file}: is damaged: it states two sizes")
            image.load()
            return _plain(image)
    except (OSError, SyntaxError, ValueError, EOFError):
        raise PictureError(f"{picture.file}: is damaged: its pixels cannot be read") from None


def seen(picture: PictureFile, tint: Tint) -> Pillow.Image:
    """Return a picture as shown: upright, in sRGB, tinted.

    Raises:
        PictureError: If its file has changed, or its pixels or colour profile cannot be read.
    """
    data = stored(picture)
    raster = read_raster(data)
    assert raster is not None, "the same bytes were read as a picture before"
    image = decoded(picture, raster, data)
    if picture.orientation in TURNS:
        image = image.transpose(TURNS[picture.orientation])
    return _tinted(in_srgb(picture, image, raster.profile), tint)


def smaller_file(picture: PictureFile, tint: Tint, width: int, height: int) -> bytes:
    """Return a picture as an upright file of the same kind, resized to this many pixels.

    Raises:
        PictureError: If its file has changed, or its pixels or colour profile cannot be read.
    """
    image = seen(picture, tint).resize((width, height), Pillow.Resampling.LANCZOS, reducing_gap=3)
    return _saved(image, picture)


def upright_file(picture: PictureFile, tint: Tint) -> tuple[bytes, int]:
    """Return a picture as a file without an orientation, and the orientation of its pixels.

    An upright file is returned unchanged; another one keeps its pixels.

    Raises:
        PictureError: If its file has changed, or its pixels or colour profile cannot be read.
    """
    if tint is not Tint.FULL:
        return _saved(seen(picture, tint), picture), 1
    data = stored(picture)
    if picture.orientation == 1:
        return data, 1
    without = jpeg_without_exif if picture.kind == "jpeg" else png_without_exif
    return without(data), picture.orientation


def _saved(image: Pillow.Image, picture: PictureFile) -> bytes:
    """Return an image as a file of the picture's kind, without metadata."""
    out = BytesIO()
    image.info = {}
    options = {"quality": JPEG_QUALITY} if picture.kind == "jpeg" else {}
    image.save(out, picture.kind.upper(), **options)
    return out.getvalue()


def _tinted(image: Pillow.Image, tint: Tint) -> Pillow.Image:
    """Return an image in sRGB, lightened or in grey."""
    if tint is Tint.FULL:
        return image
    if tint is Tint.GREY:
        return image.convert("LA" if image.mode.endswith("A") else "L")
    same = list(range(256))
    bands = [same if band == "A" else PALE for band in image.getbands()]
    return image.point([value for table in bands for value in table])


def _plain(image: Pillow.Image) -> Pillow.Image:
    info = image.info
    if image.mode.startswith("I"):  # 16 bits of grey
        image = image.convert("I").point(lambda value: value * (1 / 257) + 0.5).convert("L")
    clear = "transparency" in info
    if image.mode in ("1", "L"):
        image = image.convert("LA" if clear else "L")
    elif image.mode not in ("LA", "RGBA") and (image.mode != "RGB" or clear):
        image = image.convert("RGBA" if clear or image.mode == "PA" else "RGB")
    image.info = info
    return image


def in_srgb(picture: PictureFile, image: Pillow.Image, profile: bytes | None) -> Pillow.Image:
    """Convert decoded pixels to sRGB from the colours of a profile.

    Raises:
        PictureError: If the profile cannot be used; the message names the picture.
    """
    if profile is None:
        return image
    grey = image.mode in ("L", "LA")
    alpha = image.getchannel("A") if image.mode.endswith("A") else None
    colours = image.convert("L" if grey else "RGB") if alpha else image
    try:
        made = ImageCms.profileToProfile(
            colours,
            ImageCms.ImageCmsProfile(BytesIO(profile)),
            ImageCms.createProfile("sRGB"),
            renderingIntent=ImageCms.Intent.RELATIVE_COLORIMETRIC,
            outputMode="RGB",
            flags=ImageCms.Flags.BLACKPOINTCOMPENSATION,
        )
    except (ImageCms.PyCMSError, OSError):
        raise PictureError(
            f"{picture.file}: its colour profile is damaged; save it again, in sRGB"
        ) from None
    assert made is not None, "a new image was asked for"
    if grey:
        made = made.convert("L")
    if alpha is not None:
        made.putalpha(alpha)
    return made
