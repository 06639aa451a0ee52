"""Our SVG as pixels, drawn by cairosvg.

It does without the even-odd rule in clips, without the colour profile of a picture, and fades the
edges of one: these are drawn here. So are outlines, in a third of its time.
"""

import re
import sys
from functools import lru_cache
from math import ceil, dist, hypot

from cairosvg.parser import Node
from cairosvg.path import path
from cairosvg.surface import PNGSurface, cairo
from cssselect2 import ElementWrapper, Matcher
from PIL import Image as Pillow

from pnp.base.geometry import Point
from pnp.base.path import Arc, arc_geometry
from pnp.base.picture import PictureFile
from pnp.render.decoded import seen
from pnp.render.svg import SvgElement
from pnp.scene import Image, Tint

MANY = 1000  # segments, from which on cairo is not asked to intersect outlines with a clip
CairoError = cairo.CairoError
_CAPS = {
    "butt": cairo.LINE_CAP_BUTT,
    "round": cairo.LINE_CAP_ROUND,
    "square": cairo.LINE_CAP_SQUARE,
}
_JOINS = {
    "miter": cairo.LINE_JOIN_MITER,
    "round": cairo.LINE_JOIN_ROUND,
    "bevel": cairo.LINE_JOIN_BEVEL,
}
_FINE = 0.00001  # pixels between an arc and the lines that cairo draws for it
_COMMANDS = re.compile("([MLCAZ])([^MLCAZ]*)")
WORDS = "BGRX" if sys.byteorder == "little" else "XRGB"  # how a pixel of cairo's lies in memory


def paint(drawing: SvgElement, pictures: list[Image], width: int, height: int) -> Pillow.Image:
    """Draw an SVG on white; each of its images refers to one of the pictures, by its number.

    Nothing else is fetched or read.

    Raises:
        MemoryError: If its outlines are too complicated; so does CairoError.
    """
    root = ElementWrapper.from_xml_root(drawing.get_xml())
    tree = Node(root, (Matcher(), Matcher()), _refuse)
    surface = _Painter(tree, pictures, width, height).cairo
    surface.flush()
    stride = surface.get_stride()
    return Pillow.frombuffer("RGB", (width, height), surface.get_data(), "raw", WORDS, stride, 1)


def _refuse(url: str, kind: str) -> bytes:
    raise ValueError(f"{url}: nothing is fetched")


class _Painter(PNGSurface):  # type: ignore[misc]
    """A surface of cairosvg that draws clips and pictures itself."""

    def __init__(self, tree: Node, pictures: list[Image], width: int, height: int) -> None:
        self._pictures = pictures
        self._clips = 0  # around what is drawn now
        size = {"output_width": width, "output_height": height}
        super().__init__(tree, None, 96, **size, background_color="white")

    def draw(self, node: Node) -> None:
        if "clip-path" in node:
            self._clipped(node)
        elif node.tag == "image":
            self._image(node)
        elif self._clips and self.stroke_and_fill and _is_long(node):
            self.context.push_group()
            self.context.reset_clip()
            super().draw(node)
            self.context.pop_group_to_source()
            self.context.paint()
        elif node.tag == "path" and self.stroke_and_fill and _is_plain(node):
            self._outline(node)
        else:
            super().draw(node)

    def _outline(self, node: Node) -> None:
        """Fill and stroke an outline in plain colours."""
        context, given = self.context, node.get
        context.save()
        self._trace(node["d"])
        if (fill := node["fill"]) != "none":
            if given("fill-rule") == "evenodd":
                context.set_fill_rule(cairo.FILL_RULE_EVEN_ODD)
            context.set_source_rgba(*self.map_color(fill))
            context.fill_preserve()
        if stroke := given("stroke"):
            context.set_line_width(float(node["stroke-width"]))
            dash = [float(mm) for mm in given("stroke-dasharray", "").split(",") if mm]
            context.set_dash(dash if any(dash) else [])
            context.set_line_cap(_CAPS[given("stroke-linecap", "butt")])
            context.set_line_join(_JOINS[given("stroke-linejoin", "miter")])
            context.set_miter_limit(float(given("stroke-miterlimit", 4)))
            context.set_source_rgba(*self.map_color(stroke))
            context.stroke_preserve()
        context.new_path()
        context.restore()

    def _trace(self, data: str) -> None:
        """Set out path data as :func:`pnp.base.path.commands` writes it."""
        context = self.context
        if "A" in data:
            context.set_tolerance(_FINE)
        last, at = "", Point(0, 0)
        for letter, written in _COMMANDS.findall(data):
            *others, x, y = [*map(float, written.split())] or at
            to = Point(x, y)
            if letter == "M":
                context.move_to(*to)
            elif letter == "L":
                context.line_to(*to)
            elif letter == "C":
                context.curve_to(*others, *to)
            elif letter == "A" and others[0]:
                radius, _, _, large, clockwise = others
                arc = Arc(to, radius, bool(clockwise), bool(large))
                center, first, sweep = arc_geometry(at, arc)
                turn = context.arc if clockwise else context.arc_negative
                turn(*center, dist(center, at), first, first + sweep)
            elif letter == "A":
                context.line_to(*to)
            elif last != "M":
                context.close_path()
            last, at = letter, to

    def _clipped(self, node: Node) -> None:
        """Draw a group within a clip; an intricate one becomes a mask.

        To intersect self-crossing outlines with a clip, cairo finds every crossing, of which there
        may be as many as the square of the segments.
        """
        context = self.context
        (outline,) = self.paths[node["clip-path"][len("url(#") : -1]].children
        context.save()
        if outline.get("clip-rule") == "evenodd":
            context.set_fill_rule(cairo.FILL_RULE_EVEN_ODD)
        if _is_long(outline):
            del node["clip-path"]
            context.push_group()
            context.reset_clip()
            super().draw(node)
            items = context.pop_group()
            context.push_group_with_content(cairo.CONTENT_ALPHA)
            context.reset_clip()
            path(self, outline)
            context.fill()
            mask = context.pop_group()
            context.set_source(items)
            context.mask(mask)
        else:
            self._clips += 1
            super().draw(node)
            self._clips -= 1
        context.restore()

    def _image(self, node: Node) -> None:
        """Draw a picture; Pillow reduces it with better quality, and cairo does the rest."""
        context = self.context
        picture, place, _, tint = self._pictures[int(node["href"])]
        across = hypot(*context.user_to_device_distance(place.width, 0))
        down = hypot(*context.user_to_device_distance(0, place.height))
        words, size = _words(picture, tint, (ceil(across), ceil(down)))
        surface = cairo.ImageSurface(cairo.FORMAT_ARGB32, *size, words, 4 * size[0])
        context.save()
        context.new_path()
        context.rectangle(*place)
        context.translate(place.x, place.y)
        context.scale(place.width / size[0], place.height / size[1])
        context.set_source_surface(surface)
        source = context.get_source()
        source.set_extend(cairo.EXTEND_PAD)  # or its edges would fade
        source.set_filter(cairo.FILTER_GOOD)
        context.fill()
        context.restore()


def _is_plain(node: Node) -> bool:
    """Return whether nothing in an outline is a gradient."""
    return "url(" not in node["fill"] + node.get("stroke", "")


def _is_long(node: Node) -> bool:
    drawn: str = node.get("d", "")
    return sum(map(drawn.count, "LCA")) > MANY


@lru_cache(maxsize=4)  # the same background lies on card after card
def _words(
    picture: PictureFile, tint: Tint, most: tuple[int, int]
) -> tuple[bytearray, tuple[int, int]]:
    """Return a picture as pixels for cairo, reduced to ``most`` per side, and its size."""
    image = seen(picture, tint)
    size = (min(image.width, most[0]), min(image.height, most[1]))
    if size != image.size:
        image = image.resize(size, Pillow.Resampling.LANCZOS)
    red, green, blue, alpha = image.convert("RGBA").convert("RGBa").split()  # premultiplied
    order = (blue, green, red, alpha) if sys.byteorder == "little" else (alpha, red, green, blue)
    return bytearray(Pillow.merge("RGBA", order).tobytes()), size
