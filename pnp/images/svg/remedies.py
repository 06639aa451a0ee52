"""What to do about an SVG file in the program that made it, which its own marks name."""

import re

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
