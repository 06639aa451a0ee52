"""Rejects dangerous content in SVG files: scripts, animations, other files."""

from xml.etree.ElementTree import Element

from pnp.base.errors import PictureError
from pnp.base.units import quoted
from pnp.images.svg.tree import reference

FORBIDDEN = {"script": "has a script; remove it"}
ANIMATION = {"animate", "animateColor", "animateMotion", "animateTransform", "mpath", "set"}
# What may refer to other files: these are never opened, or have a message of their own.
ELSEWHERE = {"a", "color-profile", "cursor", "feImage", "font-face-uri", "image"}


def require_harmless(root: Element) -> None:
    """Reject scripts, animations and references to other files, wherever they occur."""
    for node in root.iter():
        if node.tag in FORBIDDEN:
            raise PictureError(FORBIDDEN[node.tag])
        if node.tag in ANIMATION:
            raise PictureError("is an animation; save one picture of it")
        for name in node.attrib:
            if name.lower().startswith("on") and " " not in name:
                raise PictureError(f"has a script ({name}); remove it")
            if name == "http://www.w3.org/XML/1998/namespace base":
                raise PictureError("refers to another place (xml:base); remove that")
        target = reference(node)
        if not target or " " in node.tag or node.tag in ELSEWHERE:
            continue
        if not target.startswith("#"):
            raise PictureError(f"refers to another file ({quoted(target)}); put it into the file")
