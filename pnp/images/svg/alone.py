"""Extracts a part of an SVG file as a separate file, for renderers of whole files."""

import re
from collections.abc import Iterator
from functools import lru_cache
from xml.etree import ElementTree as Xml

from pnp.base.errors import PictureError
from pnp.base.geometry import IDENTITY, Rect
from pnp.base.units import quoted
from pnp.images.svg.parts import path_to
from pnp.images.svg.reader import SvgReader
from pnp.images.svg.styles import ComputedStyle
from pnp.images.svg.tree import SVG, NotShapesError, SvgElement, read_tree
from pnp.images.svg.values import Viewport, transform, view_box
from pnp.scene import Item, items_bounds

# What hides, cuts or shades all that lies in an element, and what makes it larger or names it.
OUTER = {"clip-path", "display", "filter", "id", "mask", "opacity", "preserveAspectRatio"}
OUTER |= {"viewBox", "width", "height", "x", "y"}


_REFERENCE = re.compile(r"#([^\s)\"']+)")


@lru_cache(maxsize=4)  # it is asked for once to be measured, and once for each size
def part_alone(data: bytes, part: str) -> bytes:
    """Return an SVG file with one part of another, as large as its shapes or its viewBox.

    Raises:
        PictureError: If the part does not exist, or its size is undefined.
    """
    root, outlines, whole = _opened(data)
    path = path_to(root, part)
    box = view_box(path[-1]) if path[-1].tag in ("svg", "symbol") else None
    box = box or outlines.bounds(path)
    if box is None:
        raise PictureError(f"has no outlines in {quoted(part)} to take its size from")
    alone = Xml.Element(whole.tag, _inherited(whole.attrib))
    alone.set("viewBox", " ".join(f"{value:.6g}" for value in box))
    hidden = Xml.SubElement(alone, f"{{{SVG}}}defs")
    hidden.extend(_needed(whole, part))
    inside = alone
    for one in path[1:-1]:
        inside = Xml.SubElement(inside, f"{{{SVG}}}g", _inherited(one.attributes))
    shown = Xml.SubElement(inside, f"{{{SVG}}}use", {"href": f"#{part}"})
    if path[-1].tag == "symbol" and view_box(path[-1]) is not None:
        names = ("x", "y", "width", "height")
        shown.attrib |= {name: f"{side:.6g}" for name, side in zip(names, box, strict=True)}
    made: bytes = Xml.tostring(alone, encoding="utf-8")
    return made


def _inherited(attributes: dict[str, str]) -> dict[str, str]:
    """Return an element's transform and the attributes that its children inherit."""
    kept = {name: value for name, value in attributes.items() if name not in OUTER}
    styles = [one for one in kept.get("style", "").split(";") if one.strip()]
    style = ";".join(one for one in styles if one.partition(":")[0].strip() not in OUTER)
    return {name: value for name, value in kept.items() if " " not in name} | {"style": style}


def _needed(whole: Xml.Element, part: str) -> list[Xml.Element]:
    """Return the styles of a file, the part of it, and everything to which that refers."""
    by_id: dict[str, Xml.Element] = {}
    for node in whole.iter():
        by_id.setdefault(node.get("id", ""), node)
    styles = list(whole.iter(f"{{{SVG}}}style"))
    found: dict[str, Xml.Element] = {}
    wanted = [part, *(name for one in styles for name in _REFERENCE.findall(one.text or ""))]
    while wanted:
        name = wanted.pop()
        if name in found or name not in by_id:
            continue
        found[name] = by_id[name]
        for one in by_id[name].iter():
            wanted += (name for value in one.attrib.values() for name in _REFERENCE.findall(value))
    inner = {id(one) for node in found.values() for one in node.iter() if one is not node}
    return [*styles, *(node for node in found.values() if id(node) not in inner)]


class _Outlines(SvgReader):
    """Draws the shapes of a file and ignores everything else."""

    def bounds(self, path: list[SvgElement]) -> Rect | None:
        """Return the rectangle around the last of several nested elements, or None."""
        place = self.view()[1]._replace(into=IDENTITY)
        look = self._styles.look_of(self._root)
        for one in path[1:-1]:
            look = self._styles.look_of(one, look)
            place = place.within(transform(one.attributes.get("transform", "")))
        found = items_bounds(self._element(path[-1], look, place))
        return found if found is not None and min(found.size) > 0 else None

    def _element(self, node: SvgElement, around: ComputedStyle, place: Viewport) -> Iterator[Item]:
        try:
            items = tuple(super()._element(node, around, place))
        except NotShapesError:
            items = ()
            if node.tag in ("g", "use"):
                look = self._styles.look_of(node, around)
                inner = place.within(transform(node.attributes.get("transform", "")))
                items = tuple(self._inside(node, look, inner))
        yield from items


@lru_cache(maxsize=2)  # of which many parts may be used, megabytes each
def _opened(data: bytes) -> tuple[SvgElement, _Outlines, Xml.Element]:
    root = read_tree(data)  # which refuses entities, before anything else reads them
    return root, _Outlines(root), Xml.fromstring(data)
