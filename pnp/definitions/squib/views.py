"""Pictures that Squib crops, stretches, turns or takes as masks, as drawings of the card."""

from base64 import b64encode
from typing import NamedTuple
from xml.etree import ElementTree as Xml

from pnp.base.geometry import Rect, Size
from pnp.definitions.squib import drawings
from pnp.definitions.squib.art import CopiedPicture
from pnp.definitions.squib.card import Turn
from pnp.definitions.squib.drawings import SquibPen, written

_SVG = "http://www.w3.org/2000/svg"
_MASK, _CLIP = "pnp-mask", "pnp-clip"


class SquibView(NamedTuple):
    """How a picture is shown.

    Its whole is as large as ``box``, in pixels. Only ``crop`` is seen, in pixels of the picture
    itself, with corners of these radii, and ``mask`` is the colour that its opaque parts take. It
    is mirrored about the middle of the box, and turned about its upper left corner.
    """

    box: Rect
    turn: Turn
    mirror: tuple[bool, bool]
    crop: Rect
    corners: tuple[float, float]
    mask: str = ""
    part: str = ""


def viewed(picture: CopiedPicture, view: SquibView, card: Size) -> str:
    """Return an SVG file of a card with one picture on it."""
    across, down = view.box.width / picture.width, view.box.height / picture.height
    crop, sides = view.crop, [-1 if mirrored else 1 for mirrored in view.mirror]
    scaled, turned = f"scale({across:.6g} {down:.6g})", f"rotate({view.turn.degrees:.6g})"
    mirrored = f"scale({sides[0]} {sides[1]})"
    if view.mirror != (False, False):
        x, y = view.box.width / 2, view.box.height / 2
        mirrored = f"translate({x:.6g} {y:.6g}) {mirrored} translate({-x:.6g} {-y:.6g})"
    # Squib treats bitmaps and drawings in another order.
    steps = [mirrored, turned, scaled] if picture.is_svg else [scaled, turned, mirrored]
    place = f"translate({view.box.x:.6g} {view.box.y:.6g}) {' '.join(steps)}"
    box = f"{crop.x:.6g} {crop.y:.6g} {crop.width:.6g} {crop.height:.6g}"
    inside = _drawn(picture, view.part) if picture.is_svg else _bitmap(picture)
    seen = (
        f'<svg width="{crop.width:.6g}" height="{crop.height:.6g}" viewBox="{box}">{inside}</svg>'
    )
    if min(view.corners) > 0:
        outline = drawings.rounded(Rect(0, 0, *crop.size), *view.corners)
        clip = f'<clipPath id="{_CLIP}"><path d="{outline}"/></clipPath>'
        seen = f'{clip}<g clip-path="url(#{_CLIP})">{seen}</g>'
    seen = f'<g transform="{place}">{seen}</g>'
    if not view.mask:
        return drawings.svg(seen, card)
    mask = f'<mask id="{_MASK}" style="mask-type:alpha">{seen}</mask>'
    whole = drawings.polygon(Rect(0, 0, *card).corners)
    painted = drawings.shape(whole, SquibPen(view.mask, "#0000"), Turn(), mask=f"url(#{_MASK})")
    return drawings.svg(mask + painted, card)


def _bitmap(picture: CopiedPicture) -> str:
    data = f"data:image/png;base64,{b64encode(picture.data).decode()}"
    size = {"width": f"{picture.width:g}", "height": f"{picture.height:g}"}
    return f"<image{written({**size, 'href': data})}/>"


def _drawn(picture: CopiedPicture, part: str) -> str:
    """Return a drawing as an element, or only the part of it with an id, in its place."""
    root = Xml.fromstring(picture.data)
    root.attrib |= {"x": "0", "y": "0", "preserveAspectRatio": "none"}
    root.attrib |= {"width": f"{picture.width:g}", "height": f"{picture.height:g}"}
    root.attrib.setdefault("viewBox", f"0 0 {picture.width:g} {picture.height:g}")
    if part:
        _keep(root, part)
    return Xml.tostring(root, encoding="unicode")


def _keep(node: Xml.Element, part: str) -> bool:
    """Remove what is neither an element with an id nor around it; return whether it is there."""
    if node.get("id") == part:
        return True
    found = False
    for child in list(node):
        if _keep(child, part):
            found = True
        elif child.tag not in {f"{{{_SVG}}}{name}" for name in ("defs", "style")}:
            node.remove(child)
    return found
