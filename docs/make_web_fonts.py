"""Make the fonts of web pages: subsets of our two families as WOFF2.

Run it where fontTools and brotli are installed: ``python docs/make_web_fonts.py``. The licence of
the families reserves the name "Source", so the subsets are called "Pnp Sans" and "Pnp Serif".
"""

from pathlib import Path

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


def main() -> None:
    """Write the fonts."""
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
