"""Decides which elements are drawn of several for different languages and programs."""

from collections.abc import Iterator
from xml.etree.ElementTree import Element

from pnp.base.errors import PictureError
from pnp.images.svg.remedies import without_pages

LANGUAGE = "en"
# SVG 1.1, appendix N: what a file may require, in its older form too. draw.io takes programs
# without Extensibility for those without its labels, and tells their users so in the picture.
FEATURES = ("http://www.w3.org/TR/SVG11/feature#", "org.w3c.svg")
UNKNOWN = ("Animation", "Cursor", "DOM", "Event", "Scripting", "Sound", "dynamic", "animation")
WEB_PAGE = "foreignObject"


def applies(node: Element) -> bool:
    """Return whether an element is meant for a program such as this one, in English."""
    languages = node.get("systemLanguage")
    if languages is not None:
        spoken = [one.strip().partition("-")[0].lower() for one in languages.split(",")]
        if LANGUAGE not in spoken:
            return False
    required = node.get("requiredFeatures")
    if required is not None and not (required.split() and all(map(_is_known, required.split()))):
        return False
    return node.get("requiredExtensions") is None


def _is_known(feature: str) -> bool:
    return feature.startswith(FEATURES) and not any(one in feature for one in UNKNOWN)


def chosen(switch: Element) -> Element | None:
    """Return the child of a ``switch`` that is drawn; a part of a web page never is."""
    drawn = (one for one in switch if " " not in one.tag and one.tag != WEB_PAGE)
    return next(filter(applies, drawn), None)


def condition_remarks(root: Element, program: str) -> Iterator[str]:
    """Yield what a report should say of the elements that are left out."""
    switches = list(root.iter("switch"))
    if any(one.tag == WEB_PAGE and any(one.itertext()) for switch in switches for one in switch):
        yield (
            "has text as parts of a web page (foreignObject), in place of which its own "
            f"replacement is shown; {without_pages(program)}"
        )
    if any(one.get("systemLanguage") is not None for one in root.iter()):
        yield "has texts for several languages, of which English is shown"


def forbid_page(program: str) -> PictureError:
    """Return the error for a part of a web page."""
    return PictureError(f"has a part of a web page (foreignObject); {without_pages(program)}")
