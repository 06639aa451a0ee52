"""Embeds a game's own fonts in an HTML file of rules, reduced to the letters in use."""

import re
from base64 import b64encode
from collections.abc import Iterator
from html import unescape
from itertools import groupby
from pathlib import Path

from pnp.base.font_facts import may_be_in_pages
from pnp.base.font_files import Font, FontFile, files_of
from pnp.base.open_font import open_font
from pnp.render.web_fonts import web_font
from pnp.typeset.styles import BookFonts

NAME = "Game"  # by which the style of the page knows them
_TAG = re.compile("<[^>]*>")
_STACK = re.compile(r"(--(?:serif|sans)): ([^;]*);")
_JOINERS = "\u200c\u200d"


def font_style(fonts: BookFonts, page: str, style: str) -> str:
    """Return CSS that sets the text of a page in the game's own fonts, or "" if it has none.

    Letters missing from these, or covered by a built-in font earlier in the chain, use the fonts in
    ``style``.
    """
    faces = list(_faces(fonts, _letters(page)))
    if not faces:
        return ""
    stacks = (f'{name}: "{NAME}", {stack};' for name, stack in _STACK.findall(style))
    return "\n".join((*faces, f":root {{ font-synthesis: none; {' '.join(stacks)} }}", ""))


def left_out(fonts: BookFonts) -> tuple[str, ...]:
    """Return the names of the font files whose licence field forbids embedding in a page."""
    files = dict.fromkeys(file for font in _cuts(fonts) for file in _own(font))
    kept_out = (file for file in files if not may_be_in_pages(open_font(file).rights))
    return tuple(dict.fromkeys(Path(file.path).name for file in kept_out))


def _cuts(fonts: BookFonts) -> tuple[Font, ...]:
    return tuple(
        dict.fromkeys(font for font in fonts.serif[:4] if not isinstance(font, str | None))
    )


def _own(font: Font) -> Iterator[FontFile]:
    return (file for file in files_of(font) if file.sha256)


def _letters(page: str) -> frozenset[str]:
    return frozenset(unescape(_TAG.sub("", page))) - {"\n", "\t"}


def _faces(fonts: BookFonts, letters: frozenset[str]) -> Iterator[str]:
    """Yield an ``@font-face`` rule for each file, with the letters for which it comes first.

    If an upright file also serves as italic it is not slanted, and a file for two weights is not
    emboldened.
    """
    regular, bold, italic, both, _ = fonts.serif
    weights: dict[FontFile, dict[str, None]] = {}
    slopes: dict[FontFile, str] = {}
    used: dict[FontFile, set[str]] = {}
    cuts = ((regular, "400"), (bold, "700")), ((italic, "400"), (both, "700"))
    for slope, of_slope in zip(("normal", "italic"), cuts, strict=True):
        for font, weight in of_slope:
            for file, shown in _shown(font or regular, letters):
                if slopes.setdefault(file, slope) == slope:
                    weights.setdefault(file, {})[weight] = None
                    used.setdefault(file, set()).update(shown)
    for file, shown in used.items():
        format, data = web_font(file, sorted(shown))
        source = f"data:font/{format};base64,{b64encode(data).decode()}"
        yield (
            f'@font-face {{ font-family: "{NAME}"; font-style: {slopes[file]}; '
            f"font-weight: {' '.join(weights[file])}; unicode-range: {_ranges(shown)}; "
            f'src: url("{source}") format("{format}"); }}'
        )


def _shown(font: Font, letters: frozenset[str]) -> Iterator[tuple[FontFile, set[str]]]:
    """Yield the game's own files of a chain, each with the letters that no earlier file has."""
    left = set(letters)
    for file in files_of(font):
        opened = open_font(file)
        here = {one for one in left if opened.has(one)}
        left -= here
        if here and file.sha256 and may_be_in_pages(opened.rights):
            yield file, here | letters.intersection(_JOINERS)


def _ranges(letters: set[str]) -> str:
    """Write characters as a list of CSS unicode ranges."""
    codes = sorted(map(ord, letters))
    runs = (list(run) for _, run in groupby(enumerate(codes), lambda at: at[1] - at[0]))
    ends = ((run[0][1], run[-1][1]) for run in runs)
    return ", ".join(f"U+{a:X}" if a == b else f"U+{a:X}-{b:X}" for a, b in ends)
