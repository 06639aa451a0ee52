"""Renders SVG files with resvg, if scenes cannot hold them as shapes: filters, masks, text.

resvg runs no scripts and accesses no network. It would read pictures from other files, so files
that refer to any are rejected first. The fonts are those of pnp, so that the same file gives the
same pixels on any machine.
"""

import re
from collections.abc import Mapping, Sequence
from io import BytesIO
from unicodedata import category

from PIL import Image as Pillow

from pnp.base.bidi import needs_order
from pnp.base.errors import PictureError
from pnp.base.extras import require
from pnp.base.font_files import FontFile, FontName, font_file, sign_files
from pnp.base.geometry import Rect, Size
from pnp.base.open_font import open_font, read_font
from pnp.base.shaping import LOOK_ALIKES
from pnp.base.units import quoted
from pnp.images.svg.harmless import require_harmless
from pnp.images.svg.tree import SvgElement, read_tree
from pnp.images.svg.values import length, root_view, view_box

MOST_ELEMENTS = 100_000  # once those that are used again are counted each time
TRIAL = 64  # pixels a side, to find out whether a file can be drawn at all
PANIC = "PanicException"  # of PyO3, for a mistake in Rust; no module exports it
LARGEST_TILE = 4.0  # of the longer side of the picture, or of a shape
SANS, SERIF = "Source Sans Pro", "Source Serif Pro"
FONTS: tuple[FontName, ...] = (
    *("sans", "sans-bold", "sans-italic", "sans-bold-italic"),
    *("serif", "serif-bold", "serif-italic", "serif-bold-italic"),
)  # fmt: skip


def drawable_size(data: bytes, cause: PictureError, fonts: Sequence[FontFile] = ()) -> Size:
    """Return the size of a file that can be drawn as pixels, in user units.

    Raises:
        MissingExtraError: If resvg is not installed; ``cause`` begins the message.
        PictureError: If the file cannot be drawn, refers to others, or is empty.
    """
    require("svg", f"{cause}, which is drawn as pixels alone")
    root = read_tree(data)
    require_harmless(root)
    _require_alone(root)
    _require_glyphs(root, fonts)
    size, _ = root_view(root)
    _require_small_tiles(root, view_box(root) or Rect(0, 0, *size))
    scale = TRIAL / max(size)
    width, height = (max(1, round(scale * side)) for side in size)
    drawn = draw_pixels(data, width, height, fonts)
    with Pillow.open(BytesIO(drawn)) as image:
        if image.convert("RGBA").getchannel("A").getbbox() is None:
            raise PictureError("draws nothing")
    return size


def draw_pixels(data: bytes, width: int, height: int, fonts: Sequence[FontFile] = ()) -> bytes:
    """Return an SVG file as PNG of the given pixel size, transparent where nothing is drawn.

    Text may use the families of pnp and of ``fonts``.

    Raises:
        PictureError: If it cannot be drawn.
    """
    import resvg_py

    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise PictureError("is drawn as pixels, and not in UTF-8; save it again") from None
    own = [one.path for one in readable(fonts) if read_font(one)]
    try:
        drawn = resvg_py.svg_to_bytes(
            svg_string=_in_usual_signs(text),
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


def _require_glyphs(root: SvgElement, fonts: Sequence[FontFile]) -> None:
    """Reject text with letters that resvg would show as boxes.

    Those are letters that no font has and, in text from right to left, letters that its own font
    lacks, since resvg then finds no substitute.
    """
    opened = [open_font(one) for one in (*map(FontFile, _built_in()), *readable(fonts))]
    for text in (node for node in root.walk() if node.tag == "text"):
        words = text.words
        words = "".join(LOOK_ALIKES.get(one, one) for one in words)
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


def readable(fonts: Sequence[FontFile]) -> list[FontFile]:
    """Return the fonts that resvg can read."""
    return [one for one in fonts if not one.path.lower().endswith(".woff2")]


def _built_in() -> list[str]:
    return [*(str(font_file(font)) for font in FONTS), sign_files()[0].path]


def _require_alone(root: SvgElement) -> None:
    """Reject pictures in a file, and elements reused so often that memory would run out."""
    by_id: dict[str, SvgElement] = {}
    for node in root.walk():
        if node.tag in ("image", "feImage"):
            raise PictureError(
                "contains a bitmap; use that file itself, or save the whole picture as PNG"
            )
        by_id.setdefault(node.attributes.get("id", ""), node)
    if _count(root, by_id, {}, ()) > MOST_ELEMENTS:
        raise PictureError("uses elements again too often; save it as PNG")


def _require_small_tiles(root: SvgElement, view: Rect) -> None:
    """Reject patterns with tiles much larger than the picture, which resvg paints in full."""
    for node in root.walk():
        if node.tag != "pattern":
            continue
        boxed = node.attributes.get("patternUnits", "objectBoundingBox") == "objectBoundingBox"
        whole = Size(1, 1) if boxed else view.size
        for name, axis in (("width", "x"), ("height", "y")):
            side = length(node.attributes.get(name, "0"), name, whole, axis)
            if side > LARGEST_TILE * max(whole):
                raise PictureError(f"has a pattern whose {name} is far larger than the picture")


def _count(
    node: SvgElement,
    by_id: Mapping[str, SvgElement],
    known: dict[SvgElement, int],
    around: tuple[SvgElement, ...],
) -> int:
    """Return the number of elements in one, counting each use of a reused element."""
    if node in around:
        raise PictureError("uses an element within itself")
    if node not in known:
        inner = (*around, node)
        used = by_id.get((node.reference or "").strip().removeprefix("#"))
        within = [*node.children, *([used] if node.tag == "use" and used else [])]
        known[node] = 1 + sum(_count(one, by_id, known, inner) for one in within)
    return known[node]
