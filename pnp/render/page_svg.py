"""Pages as SVG for a screen: recurring letters and drawings are stored once.

A page of text takes a tenth of the size of one with outlines. Pictures with many more pixels than a
screen can show are reduced. Cutting machines support less of SVG than
browsers do; files for them come from :mod:`pnp.render.svg`.
"""

from collections.abc import Iterator
from functools import lru_cache

from svgwrite import Drawing
from svgwrite.container import SVG

from pnp.base.font_files import FontFile
from pnp.base.geometry import Point, Transform
from pnp.base.open_font import glyph_outlines, open_font
from pnp.base.path import Curve, Line, Path, placed
from pnp.base.picture import PictureFile
from pnp.base.units import MM_PER_UNIT, format_mm
from pnp.render.svg import SvgElement, SvgWriter, grouped, new, size_of_box
from pnp.scene import Group, IdentityCache, Image, Item, Scene, Text, Tint

SHARP = 300  # pixels to the inch: a screen shows that many at three times the size of the paper
MANY = 2.0  # times as many pixels, from which a picture is made smaller


def render_page(scene: Scene, title: str) -> bytes:
    """Return the SVG of a page, clipped to its size, with a title for screen readers.

    Raises:
        FontError: If a font has no glyph for a character.
        PictureError: If a picture's file has changed or cannot be read.
    """
    page = Drawing(debug=False, **size_of_box(scene))
    _PageWriter(page).write(scene)
    page.set_desc(title)
    return f"{page.tostring()}\n".encode()


class _PageWriter(SvgWriter):
    """Writes the content of one page; repeated drawings become definitions."""

    def __init__(self, picture: SVG) -> None:
        super().__init__(picture)
        self._letters: dict[tuple[FontFile, int], str] = {}
        self._drawings: IdentityCache[tuple[Item, ...], str] = IdentityCache()

    def text(self, text: Text) -> SvgElement:
        """Return a line of text whose letters are drawings with 1000 units to an em."""
        place = f"translate({format_mm(text.at.x)} {format_mm(text.at.y)})"
        scale = f"{text.size / 1000:.8f}".rstrip("0")
        shown = list(self._uses(text))
        return grouped(shown, fill=text.fill, transform=f"{place}scale({scale})")

    def symbol(self, group: Group) -> list[SvgElement]:
        """Refer to a symbol."""
        return [new.use(f"#{self._drawings.get(group.items, self._defined)}")]

    def file(self, image: Image) -> tuple[bytes, int]:
        """Return a picture, reduced to the pixels that a screen can show if it has many more."""
        picture, place = image.picture, image.place
        width, height = (max(1, round(side / MM_PER_UNIT["in"] * SHARP)) for side in place.size)
        if picture.width * picture.height < MANY * width * height:
            return super().file(image)
        return _smaller(picture, image.tint, width, height), 1

    def _uses(self, text: Text) -> Iterator[SvgElement]:
        """Yield a reference to each glyph of a line, in thousandths of an em."""
        left = 0.0
        for run in text.shaped.runs:
            for glyph, x, y in run.placed():
                name = self._letter(run.file, glyph)
                if name:
                    down = f"{-1000 * y / run.units:.0f}" if y else None
                    across = 1000 * (left + x / run.units)
                    yield new.use(f"#{name}", (f"{across:.0f}", down))
            left += run.width

    def _letter(self, file: FontFile, glyph: int) -> str:
        """Return the name of a glyph, or "" if it is blank."""
        known = self._letters.get((file, glyph))
        if known is None:
            drawn = _outlines(file, glyph)
            known = self.define(new.path(drawn), "l") if drawn else ""
            self._letters[file, glyph] = known
        return known

    def _defined(self, items: tuple[Item, ...]) -> str:
        return self.define(grouped(self.contents(items)), "d")


@lru_cache(maxsize=32)  # they recur from one request to the next
def _smaller(picture: PictureFile, tint: Tint, width: int, height: int) -> bytes:
    from pnp.render.decoded import smaller_file

    return smaller_file(picture, tint, width, height)


@lru_cache(maxsize=2048)
def _outlines(file: FontFile, glyph: int) -> str:
    """Return the path data of a glyph, y down, in thousandths of an em."""
    scale = 1000 / open_font(file).units
    down = Transform(scale, 0, 0, -scale, 0, 0)
    return "".join(_relative(placed(path, down)) for path in glyph_outlines(file, glyph))


def _relative(path: Path) -> str:
    """Return path data in whole units, each point relative to the one before."""
    here = _whole(path.start)
    parts = [f"M{here[0]} {here[1]}"]
    for segment in path.segments:
        points = segment if isinstance(segment, Curve) else (segment.to,)
        moves = [(x - here[0], y - here[1]) for x, y in map(_whole, points)]
        command = "l" if isinstance(segment, Line) else "c"
        parts.append(command + " ".join(f"{across} {down}" for across, down in moves))
        here = _whole(segment.to)
    return f"{''.join(parts)}z"


def _whole(point: Point) -> tuple[int, int]:
    return round(point.x), round(point.y)
