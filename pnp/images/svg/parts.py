"""Choose elements of SVG files: by id or language, none that is dangerous; and what to advise."""

import re
from collections.abc import Iterable, Iterator, Sequence
from xml.etree.ElementTree import Element

from pnp.base.errors import PictureError
from pnp.base.font_files import FontFile
from pnp.base.open_font import family_names
from pnp.base.units import did_you_mean, join_words, quoted
from pnp.images.svg.outlines import SHAPES
from pnp.images.svg.tree import reference

_MARKS = (
    (re.compile(rb"<mxfile|&lt;mxfile|data-cell-id=|app\.diagrams\.net|draw\.io"), "draw.io"),
    (re.compile(rb"www\.inkscape\.org/namespaces|sodipodi\.sourceforge\.net"), "Inkscape"),
    (re.compile(rb"Adobe Illustrator|ns\.adobe\.com"), "Illustrator"),
    (re.compile(rb"www\.serif\.com"), "Affinity"),
    (re.compile(rb"CorelDRAW|xmlns:xodm="), "CorelDRAW"),
    (re.compile(rb'zoomAndPan="magnify"'), "Canva"),
    (re.compile(rb'data-figma-|id="(?:paint|clip|pattern|image|filter)\d+_'), "Figma"),
)
_TO_PATHS = {
    "Inkscape": "Path, Object to Path",
    "Illustrator": "Type, Create Outlines",
    "Affinity": "Layer, Convert to Curves",
    "CorelDRAW": "Object, Convert to Curves",
    "Figma": "Outline text, when you export it",
    "draw.io": "File, Export as, SVG, Text Settings: Convert Labels to SVG",
}
_EMBED = {
    "Inkscape": "Extensions, Images, Embed Images",
    "Illustrator": "Window, Links, Embed Images",
    "Affinity": "Window, Resource Manager, Embed",
    "CorelDRAW": "Bitmaps, Break Link",
}
_WITHOUT_PAGES = {
    "draw.io": "File, Export as, SVG, Text Settings: Convert Labels to SVG",
    "Figma": "take off the effect Background blur",
}

_ENDS = 20_000  # bytes at either end of a file, where its marks are

# Conditions.
LANGUAGE = "en"
# SVG 1.1, appendix N: what a file may require, in its older form too. draw.io takes programs
# without Extensibility for those without its labels, and tells their users so in the picture.
FEATURES = ("http://www.w3.org/TR/SVG11/feature#", "org.w3c.svg")
UNKNOWN = ("Animation", "Cursor", "DOM", "Event", "Scripting", "Sound", "dynamic", "animation")
WEB_PAGE = "foreignObject"

# Families of fonts.
SANS_NAME, SERIF_NAME = "Source Sans Pro", "Source Serif Pro"  # as resvg finds them
WITH_SERIFS = re.compile(
    r"\b(?:times|georgia|garamond|palatino|antiqua|cambria|baskerville|bodoni|caslon|didot|schoolbook"
    r"|minion|(?<!sans-)(?<!sans )serif)\b",
    re.IGNORECASE,
)  # names of families
BUILT_IN = frozenset({SANS_NAME, SERIF_NAME, "sans-serif", "serif", "inherit", "initial"})
MOST_FAMILIES = 3
_WRITTEN = re.compile(r"font-family\s*:\s*([^;}]+)")

# Elements that are left out.
FORBIDDEN = {"script": "has a script; remove it"}
ANIMATION = {"animate", "animateColor", "animateMotion", "animateTransform", "mpath", "set"}
# What may refer to other files: these are never opened, or have a message of their own.
ELSEWHERE = {"a", "color-profile", "cursor", "feImage", "font-face-uri", "image"}

# Chosen elements.
DRAWABLE = SHAPES | {"a", "g", "image", "svg", "switch", "symbol", "use"}
MOST_NAMED = 12  # ids in a message
_WORD = re.compile(r"[^\W_]+")
MOST_ALIKE = 2000  # ids among which one like a missing one is looked for


def made_with(data: bytes) -> str:
    """Return the name of the program that made an SVG file, or ""."""
    ends = data[:_ENDS] + data[-_ENDS:]
    return next((name for mark, name in _MARKS if mark.search(ends)), "")


def convert_to_paths(program: str) -> str:
    """Return how to turn text into paths."""
    return _told("convert it to paths", _TO_PATHS, program)


def as_lines(cause: str, program: str) -> str:
    """Return why a file has no lines that a laser could follow, and how it gets some."""
    if cause.endswith("text"):
        return f"{cause}: {convert_to_paths(program)}"
    return f"{cause}, which cannot be burnt as lines: draw it without"


def embed(program: str) -> str:
    """Return how to put a bitmap into the file that shows it."""
    return _told("embed it in the file", _EMBED, program)


def without_pages(program: str) -> str:
    """Return how to avoid a part of a web page (foreignObject)."""
    return _told("convert it to text or paths", _WITHOUT_PAGES, program)


def _told(what: str, menus: dict[str, str], program: str) -> str:
    return f"{what} (in {program}: {menus[program]})" if program in menus else what


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


def readable(fonts: Sequence[FontFile]) -> list[FontFile]:
    """Return the fonts that resvg can read."""
    return [one for one in fonts if not one.path.lower().endswith(".woff2")]


def other_families(roots: Iterable[Element], fonts: Sequence[FontFile]) -> str:
    """Return a remark on families in plain SVG that neither pnp nor the game has, or ""."""
    roots = [root for root in roots if next(root.iter("text"), None) is not None]
    known = {
        *BUILT_IN,
        *(name for one in readable(fonts) for name in family_names(one)),
    }  # resvg compares letter for letter
    lists = [_split(value) for root in roots for node in root.iter() for value in _values(node)]
    lacking = [names[0] for names in lists if names and known.isdisjoint(names)]
    named = [quoted(name) for name in dict.fromkeys(lacking)]
    if not named:
        return ""
    names = join_words(named[:MOST_FAMILIES])
    return f"the game has no font {names}, so another font replaces it"


def _values(node: Element) -> Iterator[str]:
    yield node.get("font-family", "")
    yield from _WRITTEN.findall(node.get("style", ""))


def _split(value: str) -> list[str]:
    parts = value.replace("!important", "").split(",")
    return [name for name in (part.strip().strip("\"'").strip() for part in parts) if name]


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


def path_to(root: Element, name: str) -> list[Element]:
    """Return the elements from the root to the one with the id ``name``."""
    found = _path(root, name)
    if not found:
        raise PictureError(f"has no part {quoted(name)}{_others(root, name)}")
    if found[-1].tag not in DRAWABLE:
        tag = found[-1].tag.split()[-1][:40]
        raise PictureError(f"has no drawing {quoted(name)}: that is a <{tag}>{_others(root, '')}")
    return found


def has_shapes(root: Element) -> bool:
    """Return whether a file has outlines, visible or not."""
    return any(node.tag in SHAPES for node in root.iter())


def part_names(root: Element) -> str:
    """Return the ids of drawings for a message: those of groups, or else those of shapes."""
    groups = _ids(root, DRAWABLE - SHAPES)
    named = groups or _ids(root, SHAPES)
    return ", ".join(named[:MOST_NAMED]) + (", …" if len(named) > MOST_NAMED else "")


def _ids(root: Element, tags: set[str]) -> list[str]:
    named = (node.get("id") for node in root.iter() if node.tag in tags)
    return [name for name in named if name]


def _path(node: Element, name: str) -> list[Element]:
    if node.get("id") == name:
        return [node]
    for child in node:
        if found := _path(child, name):
            return [node, *found]
    return []


def _others(root: Element, name: str) -> str:
    known = part_names(root)
    close = _similar(name, _ids(root, DRAWABLE)[:MOST_ALIKE]) if name else ""
    return f"{close} (there are: {known})" if known else "; nothing in it has an id"


def _similar(name: str, ids: list[str]) -> str:
    """Return a question that names a similar id, first one with the same words in another order."""
    words = sorted(_WORD.findall(name.lower()))
    same = [one for one in ids if sorted(_WORD.findall(one.lower())) == words]
    return f"; did you mean {same[0]!r}?" if same else did_you_mean(name, ids)
