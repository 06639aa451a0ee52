"""Renders SVG files with resvg, if scenes cannot hold them as shapes: filters, masks, text.

resvg runs no scripts and accesses no network. It would read pictures from other files, so it gets
files in plain form alone (:mod:`pnp.images.svg.plain`), which refer to none. The fonts are those of
pnp, so that the same file gives the same pixels on any machine.
"""

import re
from collections.abc import Mapping, Sequence
from io import BytesIO
from math import isqrt
from unicodedata import category
from xml.etree.ElementTree import Element

from PIL import Image as Pillow

from pnp.base.bidi import needs_order
from pnp.base.errors import PictureError
from pnp.base.font_files import FontFile, FontName, font_file, sign_files
from pnp.base.geometry import Size
from pnp.base.limits import limits
from pnp.base.open_font import open_font, read_font
from pnp.base.shaping import LOOK_ALIKES
from pnp.base.units import quoted
from pnp.images.svg.families import SANS, SERIF, readable
from pnp.images.svg.plain import PlainSvg
from pnp.images.svg.tree import target_id
from pnp.images.svg.values import Basis, length, root_view, view_box

MOST_ELEMENTS = 100_000  # once those that are used again are counted each time
LARGE = 100  # elements that take no more time than a bitmap
USING = ("use", "feImage")
TRIAL = 64  # pixels a side, to find out whether a file can be drawn at all
PANIC = "PanicException"  # of PyO3, for a mistake in Rust; no module exports it
LARGEST_TILE = 4.0  # of the longer side of the picture, or of a shape
TILED = (b"<pattern", b"<feTile")
LARGER = 4  # times, so that a tile is less than a quarter of a pixel too large or small
COMPRESSION = 4  # of 9: about as small as 6 in half the time
FONTS: tuple[FontName, ...] = (
    *("sans", "sans-bold", "sans-italic", "sans-bold-italic"),
    *("serif", "serif-bold", "serif-italic", "serif-bold-italic"),
)  # fmt: skip


def drawable_size(plain: PlainSvg, fonts: Sequence[FontFile] = ()) -> Size:
    """Return the size of a file that can be drawn as pixels, in user units."""
    for root in plain.roots():
        _require_few(root)
        _require_glyphs(root, fonts)
        size, _ = root_view(root)
        box = view_box(root)
        assert size is not None, "a file without a size is not written in plain form"
        _require_small_tiles(root, Basis(*(box.size if box else size)))
    size, _ = root_view(plain.root)
    assert size is not None
    scale = TRIAL / max(size)
    width, height = (max(1, round(scale * side)) for side in size)
    drawn = draw_pixels(plain.written(), width, height, fonts)
    with Pillow.open(BytesIO(drawn)) as image:
        if image.convert("RGBA").getchannel("A").getbbox() is None:
            raise PictureError("draws nothing")
    return size


def draw_pixels(data: bytes, width: int, height: int, fonts: Sequence[FontFile] = ()) -> bytes:
    """Return a plain SVG file as PNG of the given pixel size, transparent where nothing is drawn.

    Text may use the families of pnp and of ``fonts``. resvg rounds the tiles of patterns to whole
    pixels, so a file with some is drawn larger first.
    """
    if not any(mark in data for mark in TILED):
        return _draw(data, width, height, fonts)
    factor = max(1, min(LARGER, isqrt(limits().pixels // (width * height))))
    drawn = _draw(data, factor * width, factor * height, fonts)
    with Pillow.open(BytesIO(drawn)) as image:
        smaller = image.convert("RGBA").convert("RGBa").reduce(factor).convert("RGBA")
    out = BytesIO()
    smaller.save(out, "PNG", compress_level=COMPRESSION)
    return out.getvalue()


def _draw(data: bytes, width: int, height: int, fonts: Sequence[FontFile]) -> bytes:
    import resvg_py

    own = [one.path for one in readable(fonts) if read_font(one)]
    try:
        drawn = resvg_py.svg_to_bytes(
            svg_string=_in_usual_signs(data.decode()),
            width=width,
            height=height,
            dpi=96.0,
            skip_system_fonts=True,
            font_files=[*_built_in(), *own],
            font_family=SANS,
            sans_serif_family=SANS,
            serif_family=SERIF,
        )
    except BaseException as error:
        if not isinstance(error, ValueError) and type(error).__name__ != PANIC:
            raise
        raise PictureError("cannot be drawn as pixels; save it as PNG") from None
    return bytes(drawn)


def _in_usual_signs(text: str) -> str:
    """Return an SVG file with what its characters look like that fonts need not have."""
    for sign, alike in LOOK_ALIKES.items():
        text = re.sub(rf"{sign}|&#0*{ord(sign)};|&#[xX]0*(?i:{ord(sign):x});", alike, text)
    return text


def _require_glyphs(root: Element, fonts: Sequence[FontFile]) -> None:
    """Reject text with letters that resvg would show as boxes.

    Those are letters that no font has and, in text from right to left, letters that its own font
    lacks, since resvg then finds no substitute.
    """
    opened = [open_font(one) for one in (*map(FontFile, _built_in()), *readable(fonts))]
    for text in (node for node in root.iter() if node.tag == "text"):
        words = "".join(LOOK_ALIKES.get(one, one) for one in "".join(text.itertext()))
        letters = {one for one in words if not (one.isspace() or category(one) == "Cf")}
        for one in sorted(letters):
            if not any(font.has(one) for font in opened):
                raise PictureError(
                    f"has text with {one!r} (U+{ord(one):04X}), which no font has: add one under "
                    '[fonts]: fallback = ["…"], or turn the text into paths'
                )
        if needs_order(words, "") and not any(all(map(font.has, letters)) for font in opened):
            raise PictureError(
                f"has text from right to left, {quoted(words.strip())}, with letters of several "
                "fonts; turn it into paths, or write it as several texts"
            )


def _built_in() -> list[str]:
    return [*(str(font_file(font)) for font in FONTS), sign_files()[0].path]


def _require_few(root: Element) -> None:
    """Reject elements reused so often that memory would run out."""
    by_id: dict[str, Element] = {}
    for node in root.iter():
        by_id.setdefault(node.get("id", ""), node)
    if _count(root, by_id, {}, ()) > MOST_ELEMENTS:
        raise PictureError("uses elements again too often; save it as PNG")


def _require_small_tiles(root: Element, view: Basis) -> None:
    """Reject patterns with tiles much larger than the picture, which resvg paints in full."""
    for node in root.iter():
        if node.tag != "pattern":
            continue
        boxed = node.get("patternUnits", "objectBoundingBox") == "objectBoundingBox"
        whole = Basis(1, 1) if boxed else view
        for name, axis in (("width", "x"), ("height", "y")):
            side = length(node.get(name, "0"), name, whole, axis)
            if side > LARGEST_TILE * max(whole[:2]):
                raise PictureError(f"has a pattern whose {name} is far larger than the picture")


def _count(
    node: Element,
    by_id: Mapping[str, Element],
    known: dict[Element, int],
    around: tuple[Element, ...],
) -> int:
    """Return the number of elements in one, counting each use of a reused element."""
    if node in around:
        raise PictureError("uses an element within itself")
    if node not in known:
        inner = (*around, node)
        used = by_id.get(target_id(node)) if target_id(node) else None
        within = [*node, *([used] if node.tag in USING and used is not None else [])]
        known[node] = (LARGE if node.tag in ("image", "feImage") else 1) + sum(
            _count(one, by_id, known, inner) for one in within
        )
    return known[node]
