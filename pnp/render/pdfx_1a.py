"""PDF for print shops that take no transparency: PDF/X-1a:2003 (ISO 15930-4), all of it in CMYK.

Of a page with something translucent, everything up to that becomes one picture in the inks of the
press; what is painted later stays as it is, such as the text on a panel.
"""

import zlib
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from io import BytesIO
from math import fsum
from typing import Any, assert_never

import pikepdf
from pikepdf import Array, Dictionary, Name
from PIL import Image as Pillow
from PIL.JpegImagePlugin import JpegImageFile

from pnp.base.icc import PressProfile
from pnp.base.open_font import open_font
from pnp.base.picture import PictureFile
from pnp.images import read_raster
from pnp.render.decoded import JPEG_QUALITY, stored
from pnp.render.pdf import PrintHints
from pnp.render.pdf import write as write_pdf
from pnp.render.pdf_press import most_ink, separation_for
from pnp.render.pdfx import add_intent, describe, saved
from pnp.render.png import draw, pixel_size
from pnp.scene import Group, Image, Item, Leaf, Scene, Shape, Style, Text, changed, images_in
from pnp.scene.color_glyphs import color_glyphs, has_colors
from pnp.scene.gradient import Gradient

DPI = 600  # of what becomes a picture: letters in it keep sharp edges
STANDARD, VERSION = "PDF/X-1a:2003", "1.4"


def render(
    scenes: Iterable[Scene], hints: PrintHints, profile: PressProfile
) -> tuple[bytes, dict[str, float]]:
    """Return a document of pages that have a trim, and the ink coverage of pages by their labels.

    That is the greatest of all colours on the page, also of covered ones; 4 is all inks, solid.

    Raises:
        FontError: If a font has no glyph for a character.
        MissingExtraError, RenderError: If something translucent cannot be drawn as a picture.
        PictureError: If a picture's file has changed or cannot be read.
    """
    out, flat = BytesIO(), _Flattener(profile)
    write_pdf(map(flat.page, scenes), hints, out, profile)
    with pikepdf.open(BytesIO(out.getvalue())) as pdf:
        flat.add_pictures(pdf)
        add_intent(pdf, profile)
        describe(pdf, hints, STANDARD)
        pdf.Root.ViewerPreferences = Dictionary(DisplayDocTitle=True)  # the others came later
        measured, inks = _Coverage(), dict.fromkeys(flat.labels, 0.0)
        for label, page in zip(flat.labels, pdf.pages, strict=True):
            inks[label] = max(inks[label], measured.of_content(page, page.Resources))
        return saved(pdf, VERSION), inks


class _Flattener:
    """Turns what is translucent on pages into pictures, equal ones once."""

    def __init__(self, profile: PressProfile) -> None:
        self._separation = separation_for(profile)
        self._pictures: dict[tuple[Item, ...], tuple[bytes, Dictionary]] = {}
        self._below: list[tuple[Item, ...]] = []  # of each page
        self.labels: list[str] = []

    def page(self, scene: Scene) -> Scene:
        """Return a page without what becomes a picture."""
        scene = scene._replace(items=changed(scene.items, _embeddable))
        parts = tuple(_spread(scene.items))
        last = max((n for n, part in enumerate(parts, 1) if _is_see_through(part)), default=0)
        below = parts[:last]
        if below and below not in self._pictures:
            self._pictures[below] = self._picture(scene._replace(items=below))
        self._below.append(below)
        self.labels.append(scene.label)
        return scene._replace(items=parts[last:]) if last else scene

    def _picture(self, scene: Scene) -> tuple[bytes, Dictionary]:
        """Return the data and the entries of a picture of a page, as JPEG if it shows one."""
        image = draw(scene, *pixel_size(scene, DPI))
        if image.mode == "L":  # black ink alone
            none = Pillow.new("L", image.size)
            black = image.point(list(self._separation.greys(256)[3::4]))
            inks = Pillow.merge("CMYK", (none, none, none, black))
        else:
            inks = self._separation.of_picture(image, None)
        entries = Dictionary(
            Type=Name.XObject,
            Subtype=Name.Image,
            Width=inks.width,
            Height=inks.height,
            ColorSpace=Name.DeviceCMYK,
            BitsPerComponent=8,
        )
        if not any(_is_jpeg(one.picture) for one in images_in(scene.items)):
            entries.Filter = Name.FlateDecode
            return zlib.compress(inks.tobytes(), 6), entries
        out = BytesIO()
        inks.save(out, "JPEG", quality=JPEG_QUALITY)
        entries.Filter, entries.Decode = Name.DCTDecode, Array([1, 0] * 4)
        return out.getvalue(), entries

    def add_pictures(self, pdf: pikepdf.Pdf) -> None:
        """Add the pictures to the written pages, below what they have."""
        made: dict[tuple[Item, ...], str] = {}
        for page, below in zip(pdf.pages, self._below, strict=True):
            if not below:
                continue
            if below not in made:
                data, entries = self._pictures.pop(below)
                made[below] = f"/Flat{len(made) + 1}"
                if "/XObject" not in page.Resources:
                    page.Resources.XObject = Dictionary()
                page.Resources.XObject[made[below]] = pdf.make_stream(data, entries)
            *_, width, height = page.MediaBox
            page.contents_add(
                f"q {width} 0 0 {height} 0 0 cm {made[below]} Do Q".encode(), prepend=True
            )


def _embeddable(leaf: Leaf) -> Sequence[Item]:
    """Return a leaf, as outlines if it is text in a font that PDF 1.4 cannot hold."""
    if isinstance(leaf, Text) and _must_be_outlines(leaf):
        return (Shape(leaf.outlines, Style(fill=leaf.fill), leaf.role),)
    return (leaf,)


def _must_be_outlines(text: Text) -> bool:
    """Return whether a font has CFF outlines and may only be embedded whole, which 1.6 can."""
    fonts = (open_font(run.file) for run in text.shaped.runs)
    return any(one.whole and "CFF " in one.font.face.table_tags for one in fonts)


def _spread(items: Iterable[Item]) -> Iterator[Item]:
    """Yield what groups paint one by one, in a group each, down to those that blend."""
    for item in items:
        if isinstance(item, Group) and item.opacity == 1:
            for inner in _spread(item.items):
                yield item._replace(items=(inner,), is_symbol=False)
        else:
            yield item


def _is_see_through(item: Item) -> bool:
    match item:
        case Shape(_, style):
            paints = (style.fill, style.stroke)
            return any(isinstance(one, Gradient) and not one.is_opaque for one in paints)
        case Text():
            return has_colors(item) and any(map(_is_see_through, color_glyphs(item)))
        case Image(picture):
            return _has_alpha(picture)
        case Group():
            return item.opacity < 1 or any(map(_is_see_through, item.items))
        case _:
            assert_never(item)


@lru_cache(maxsize=256)
def _has_alpha(picture: PictureFile) -> bool:
    raster = read_raster(stored(picture))
    return raster is not None and raster.alpha


def _is_jpeg(picture: PictureFile) -> bool:
    return "jpeg" in (picture.kind, picture.made_from.lower())


class _Coverage:
    """Measures the ink of what content paints; each drawing once."""

    def __init__(self) -> None:
        self._known: dict[tuple[int, int], float] = {}

    def of_content(self, content: Any, resources: Any) -> float:
        """Return the greatest ink coverage of the colours and pictures that content uses."""
        return max(
            (self._of_step(one, resources) for one in pikepdf.parse_content_stream(content)),
            default=0.0,
        )

    def _of_step(self, step: Any, resources: Any) -> float:
        match str(step.operator):
            case "k" | "K":
                return fsum(map(float, step.operands))
            case "scn" | "SCN":
                return _of_function(resources.Pattern[step.operands[0]].Shading.Function)
            case "Do":
                return self._of_drawing(resources.XObject[step.operands[0]])
        return 0.0

    def _of_drawing(self, drawing: Any) -> float:
        if drawing.objgen not in self._known:
            is_form = drawing.Subtype == Name.Form
            most = self.of_content(drawing, drawing.Resources) if is_form else _of_picture(drawing)
            self._known[drawing.objgen] = most
        return self._known[drawing.objgen]


def _of_function(function: Any) -> float:
    """Return the greatest coverage along a gradient, whose inks change linearly."""
    if function.FunctionType == 3:
        return max(map(_of_function, function.Functions))
    return max(fsum(map(float, ends)) for ends in (function.C0, function.C1))


def _of_picture(picture: Any) -> float:
    if isinstance(picture.ColorSpace, Array):  # a palette
        table = bytes(picture.ColorSpace[3])
        return max(sum(table[at : at + 4]) for at in range(0, len(table), 4)) / 255
    if picture.Filter == Name.DCTDecode:
        with JpegImageFile(BytesIO(picture.read_raw_bytes())) as image:
            return most_ink(image)
    size = int(picture.Width), int(picture.Height)
    return most_ink(Pillow.frombytes("CMYK", size, picture.read_bytes()))
