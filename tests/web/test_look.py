"""What style sheets promise: contrast, files that there are, and few bytes."""

import re
from itertools import chain

import pytest

from pnp.base.files import templates

STATIC = templates() / "web" / "static"
CSS = (STATIC / "pnp.css").read_text(encoding="utf-8")
TEXT, EDGE = 4.5, 3.0  # the least contrast by WCAG 2.2, 1.4.3 and 1.4.11
DARK = "@media screen and (prefers-color-scheme: dark)"  # never on paper
GROUNDS = ("ground", "raised", "tint")


def colours(css):
    return dict(re.findall(r"--([a-z]+): (#[0-9a-f]+)", css))


def schemes():
    light, dark = CSS.split(DARK)
    day = colours(light)
    return {"light": day, "dark": day | colours(dark)}


def luminance(colour):
    digits = colour[1:] if len(colour) == 7 else "".join(2 * digit for digit in colour[1:])
    parts = (int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4))
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one, other):
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_and_edges_stand_out_from_every_ground(scheme):
    named = schemes()[scheme]
    pairs = [(text, on, TEXT) for text in ("ink", "soft", "link", "bad") for on in GROUNDS]
    pairs += [(edge, on, EDGE) for edge in ("line", "warm") for on in GROUNDS]
    pairs += [("on", "link", TEXT)]
    found = {(a, b): (contrast(named[a], named[b]), least) for a, b, least in pairs}
    assert {pair: ratio for pair, (ratio, least) in found.items() if ratio < least} == {}


def test_both_schemes_name_all_colours_of_text_and_grounds():
    light, dark = CSS.split(DARK)
    assert colours(light).keys() == colours(dark).keys()


def test_no_colour_is_written_but_where_it_is_named():
    rules = [line for line in CSS.splitlines() if "--" not in line.split(":")[0]]
    written = set(re.findall(r"#[0-9a-f]{3,8}\b", "\n".join(rules)))
    assert written <= {"#fff", "#000"}  # paper, and ink on it


def test_style_sheets_are_small_and_name_files_that_there_are():
    others = [path for path in STATIC.glob("*.css") if path.name != "pnp.css"]
    assert others
    assert {p.name for p in others if p.stat().st_size + len(CSS.encode()) > 12_500} == set()
    texts = (path.read_text(encoding="utf-8") for path in STATIC.glob("*.css"))
    named = set(chain.from_iterable(re.findall(r"url\(([^)]*)\)", text) for text in texts))
    assert {name for name in named if not (STATIC / name).is_file()} == set()


def test_fonts_are_small():
    sizes = {path.name: path.stat().st_size for path in STATIC.glob("*.woff2")}
    assert len(sizes) == 5
    assert sum(sizes.values()) < 100_000
