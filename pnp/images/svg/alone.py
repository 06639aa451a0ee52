"""Extracts a part of an SVG file as a separate file, for renderers of whole files."""

import re
from collections.abc import Iterator
from xml.etree.ElementTree import Element, SubElement

from pnp.base.errors import PictureError
from pnp.base.geometry import IDENTITY, Rect
from pnp.base.units import quoted
from pnp.images.svg.parts import path_to
from pnp.images.svg.reader import SvgFile, SvgReader
from pnp.images.svg.styles import INITIAL, ComputedStyle
from pnp.images.svg.tree import NotShapesError
from pnp.images.svg.values import Viewport, view_box
from pnp.scene import Item, items_bounds

# What hides, cuts or shades all that lies in an element, and what makes it larger or names it.
OUTER = {"clip-path", "display", "filter", "id", "mask", "opacity", "preserveAspectRatio"}
OUTER |= {"viewBox", "width", "height", "x", "y"}


_REFERENCE = re.compile(r"#([^\s)\"']+)")


def part_alone(whole: Element, file: SvgFile, part: str) -> Element:
    """Return one part of a plain SVG file, as large as its shapes or its viewBox."""
    path = path_to(whole, part)
    box = view_box(path[-1]) if path[-1].tag in ("svg", "symbol") else None
    box = box or _Outlines(file).bounds(path_to(file.root, part))
    if box is None:
        raise PictureError(f"has no outlines in {quoted(part)} to take its size from")
    alone = Element(whole.tag, _inherited(whole))
    alone.set("viewBox", " ".join(f"{value:.6g}" for value in box))
    hidden = SubElement(alone, "defs")
    hidden.extend(_needed(whole, part))
    inside = alone
    for one in path[1:-1]:
        inside = SubElement(inside, "g", _inherited(one))
    shown = SubElement(inside, "use", {"href": f"#{part}"})
    if path[-1].tag == "symbol" and view_box(path[-1]) is not None:
        names = ("x", "y", "width", "height")
        shown.attrib |= {name: f"{side:.6g}" for name, side in zip(names, box, strict=True)}
    return alone


def _inherited(node: Element) -> dict[str, str]:
    """Return an element's transform and the attributes that its children inherit."""
    kept = {name: value for name, value in node.attrib.items() if name not in OUTER}
    styles = [one for one in kept.get("style", "").split(";") if one.strip()]
    style = ";".join(one for one in styles if one.partition(":")[0].strip() not in OUTER)
    return kept | {"style": style}


def _needed(whole: Element, part: str) -> list[Element]:
    """Return the part of a file and everything to which it refers."""
    by_id: dict[str, Element] = {}
    for node in whole.iter():
        by_id.setdefault(node.get("id", ""), node)
    found: dict[str, Element] = {}
    wanted = [part]
    while wanted:
        name = wanted.pop()
        if name in found or name not in by_id:
            continue
        found[name] = by_id[name]
        for one in by_id[name].iter():
            wanted += (name for value in one.attrib.values() for name in _REFERENCE.findall(value))
    inner = {id(one) for node in found.values() for one in node.iter() if one is not node}
    return [node for node in found.values() if id(node) not in inner]


class _Outlines(SvgReader):
    """Draws the shapes of a file and ignores everything else."""

    def bounds(self, path: list[Element]) -> Rect | None:
        """Return the rectangle around the last of several nested elements, or None."""
        place = self.view()[1]._replace(into=IDENTITY)
        look = self._styles.look_of(self._root, INITIAL)
        for one in path[1:-1]:
            look = self._styles.look_of(one, look)
            place = place.within(self.transform(one, look, place))
        found = items_bounds(self._element(path[-1], look, place))
        return found if found is not None and min(found.size) > 0 else None

    def _element(self, node: Element, around: ComputedStyle, place: Viewport) -> Iterator[Item]:
        try:
            items = tuple(super()._element(node, around, place))
        except NotShapesError:
            items = ()
            if node.tag in ("a", "g", "switch", "use"):
                look = self._styles.look_of(node, around)
                inner = place.within(self.transform(node, look, place))
                items = tuple(self._inside(node, look, inner))
        yield from items
