"""Rejects dangerous content in SVG files: scripts, animations, other files."""

from pnp.base.errors import PictureError
from pnp.base.units import quoted
from pnp.images.svg.tree import SvgElement

FORBIDDEN = {
    "script": "has a script; remove it",
    "image": "contains a bitmap; use that file itself, or save the whole picture as PNG",
    "foreignObject": "has a foreignObject, which is not drawn; convert it to paths",
    "a": "has a link; ungroup it",
}
ANIMATION = {"animate", "animateColor", "animateMotion", "animateTransform", "mpath", "set"}


def require_harmless(root: SvgElement) -> None:
    """Reject scripts, animations and references to other files, wherever they occur."""
    for node in root.walk():
        if node.tag in ("script", "foreignObject"):
            raise PictureError(FORBIDDEN[node.tag])
        if node.tag in ANIMATION:
            raise PictureError("is an animation; save one picture of it")
        for name in node.attributes:
            if name.lower().startswith("on") and " " not in name:
                raise PictureError(f"has a script ({name}); remove it")
            if name == "http://www.w3.org/XML/1998/namespace base":
                raise PictureError("refers to another place (xml:base); remove that")
        target = node.reference
        # Elements of other programs are ignored; pictures and links have messages of their own.
        if target is None or " " in node.tag or node.tag in ("image", "a"):
            continue
        if not target.strip().startswith("#"):
            raise PictureError(f"refers to another file ({quoted(target)}); put it into the file")
