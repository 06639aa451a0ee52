"""Make the fonts of web pages: subsets of our two families as WOFF2.

Run it where fontTools and brotli are installed: ``python docs/make_web_fonts.py``. The licence of
the families reserves the name "Source", so the subsets are called "Pnp Sans" and "Pnp Serif".

Until a font has come, a page is set in a font of the computer that is scaled to take the same
room, so that nothing moves afterwards: the rules for that are written into the style sheet.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

from pnp.base.fonts import FontName, font_file

OUT = Path(__file__).parents[1] / "templates" / "web" / "static"
FONTS: tuple[FontName, ...] = ("sans", "sans-bold", "sans-italic", "serif", "serif-bold")
# Latin with its accents, punctuation, superscripts, arrows and mathematical signs.
CHARACTERS = (
    *(range(0x20, 0x7F), range(0xA0, 0x180), range(0x2010, 0x2028), range(0x202F, 0x203B)),
    *(range(0x2070, 0x208F), range(0x2190, 0x2194), range(0x2212, 0x2213)),
    *(range(0x20AC, 0x20AD), range(0x2260, 0x2266), range(0x0218, 0x021C)),
)
# Texts in the languages of pages, with about as many of each letter as these have.
SAMPLE = (
    "Old games and new ones, each with its rules, its sources and everything you need to make it "
    "yourself. Alte und neue Spiele mit Regeln und Quellen, zum Drucken und Ausschneiden. "
    "Oude en nieuwe spellen, elk met zijn regels en bronnen. Des jeux anciens et nouveaux, "
    "avec leurs règles et leurs sources."
)


class StandIn(NamedTuple):
    """A font of computers that stands in for one of ours.

    ``local`` has its names, with those of fonts of nearly the same widths. ``width`` is the mean
    advance of the letters of :data:`SAMPLE`, in em.
    """

    font: FontName
    family: str
    local: tuple[str, ...]
    width: float


STAND_INS = (
    StandIn("sans", "Local Sans", ("Arial", "Liberation Sans", "Roboto"), 0.4533),
    StandIn(
        "sans-bold", "Local Sans", ("Arial Bold", "Liberation Sans Bold", "Roboto Bold"), 0.4854
    ),
    StandIn("serif", "Local Serif", ("Times New Roman", "Liberation Serif"), 0.4074),
    StandIn("serif-bold", "Local Serif", ("Times New Roman Bold", "Liberation Serif Bold"), 0.4293),
    StandIn("serif", "Noto Serif", ("Noto Serif",), 0.4817),
    StandIn("serif-bold", "Noto Serif", ("Noto Serif Bold",), 0.5111),
)


def mean_width(font: TTFont) -> float:
    """Return the mean advance of the letters of the sample, in em."""
    names, widths = font.getBestCmap(), font["hmtx"]
    advances = [widths[names[ord(letter)]][0] for letter in SAMPLE]
    return sum(advances) / len(advances) / font["head"].unitsPerEm


def rules_of_stand_ins() -> Iterator[str]:
    """Yield a rule of CSS for each font of computers, with the measures of ours."""
    for one in STAND_INS:
        font = TTFont(OUT / f"{one.font}.woff2")
        scale = mean_width(font) / one.width
        em = font["head"].unitsPerEm * scale
        ascent, descent = font["hhea"].ascent / em, -font["hhea"].descent / em
        weight = "; font-weight: 600" if one.font.endswith("bold") else ""
        local = ", ".join(f'local("{name}")' for name in one.local)
        yield (
            f'@font-face {{ font-family: "{one.family}"; src: {local}{weight}; '
            f"size-adjust: {scale:.1%}; ascent-override: {ascent:.1%}; "
            f"descent-override: {descent:.1%}; line-gap-override: 0% }}"
        )


def main() -> None:
    """Write the fonts, and the rules for those that stand in for them."""
    for name in FONTS:
        font = TTFont(font_file(name), recalcTimestamp=False)
        options = Options()
        options.layout_features = ["kern", "liga", "lnum", "mark", "mkmk", "onum", "tnum"]
        options.name_IDs = [0, 1, 2, 4, 6, 13, 14]
        subsetter = Subsetter(options)
        subsetter.populate(unicodes=[code for codes in CHARACTERS for code in codes])
        subsetter.subset(font)
        _rename(font, name)
        font.flavor = "woff2"
        font.save(OUT / f"{name}.woff2")
    sheet = OUT / "pnp.css"
    lines = sheet.read_text(encoding="utf-8").splitlines()
    others = [line for line in lines if "local(" not in line]
    at = others.index(":root {")
    sheet.write_text("\n".join([*others[:at], *rules_of_stand_ins(), *others[at:], ""]), "utf-8")


def _rename(font: TTFont, name: str) -> None:
    """Give a font a name that its licence leaves free."""
    family, _, style = name.partition("-")
    new = f"Pnp {family.title()}"
    full = f"{new} {(style or 'regular').title()}"
    for number, text in {1: new, 4: full, 6: full.replace(" ", "-")}.items():
        for record in list(font["name"].names):
            if record.nameID == number:
                font["name"].setName(
                    text, number, record.platformID, record.platEncID, record.langID
                )


if __name__ == "__main__":
    main()
