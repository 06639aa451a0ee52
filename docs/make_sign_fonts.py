"""Make the fonts of signs and emoji in templates/fonts: run after a new version of their sources.

    python docs/make_sign_fonts.py NOTO EMOJI

NOTO is the folder of truetype/noto in Debian's package fonts-noto-core. EMOJI holds the npm
packages @fontsource/noto-color-emoji and @fontsource/noto-emoji, each unpacked under its last
name. All are under the SIL Open Font License 1.1 without reserved names.
"""

import sys
from io import BytesIO
from pathlib import Path

import uharfbuzz as hb
from fontTools.merge import Merger, Options
from fontTools.pens.transformPen import TransformPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont

MADE = Path(__file__).parent.parent / "templates" / "fonts"
SIGNS = (  # the first that has a sign gives it
    "NotoSansSymbols2-Regular.ttf",
    "NotoSansSymbols-Regular.ttf",
    "NotoSansMath-Regular.ttf",
    "NotoMusic-Regular.ttf",
)
BLOCKS = (
    (0x2070, 0x209F),  # raised and lowered figures
    (0x20A0, 0x20BF),  # currencies
    (0x2100, 0x218F),  # letterlike signs, fractions, Roman numbers
    (0x2190, 0x21FF),  # arrows
    (0x2200, 0x22FF),  # mathematics
    (0x2300, 0x23FF),  # technical signs
    (0x2460, 0x24FF),  # circled numbers and letters
    (0x25A0, 0x25FF),  # geometric shapes
    (0x2600, 0x26FF),  # suits, dice, chess, stars, gender, weather
    (0x2700, 0x27BF),  # ticks, crosses, stars
    (0x27F0, 0x27FF),  # long arrows
    (0x2B00, 0x2BFF),  # arrows, stars, shapes
    (0x1F000, 0x1F0FF),  # mahjong, dominoes, playing cards
    (0x1FA00, 0x1FA6F),  # chess
)
NEVER = {0x2028, 0x2029}
SKIN, FLAGS, TAGS = range(0x1F3FB, 0x1F400), range(0x1F1E6, 0x1F200), 0xE0000
JOINER, KEYCAP, AS_EMOJI = 0x200D, 0x20E3, 0xFE0F
KEYS = "0123456789#*"


def make_signs(folder: Path) -> None:
    """Merge the signs of several fonts into one."""
    wanted = {code for first, last in BLOCKS for code in range(first, last + 1)} - NEVER
    parts = []
    for name in SIGNS:
        face = hb.Face(hb.Blob.from_file_path(str(folder / name)))
        codes = wanted.intersection(face.unicodes)
        wanted -= codes
        parts.append(BytesIO(_subset(face, codes)))
    options = Options()
    options.drop_tables = ["GSUB", "GPOS", "GDEF", "vhea", "vmtx", "meta", "STAT", "MATH"]
    font = Merger(options).merge(parts)
    _name(font, "pnp Signs", "Noto Sans Symbols 2, Noto Sans Symbols, Noto Sans Math, Noto Music")
    font.save(MADE / "signs.ttf")


def make_emoji(folder: Path) -> None:
    """Keep single emoji and keycaps; the outline of each is that of the font in one colour."""
    colored, plain = (
        TTFont(folder / name / "files" / f"{name}-emoji-400-normal.woff2", recalcTimestamp=False)
        for name in ("noto-color-emoji", "noto-emoji")
    )
    face = _plain_face(colored, ("SVG ", "vhea", "vmtx"))
    shown = _plain_face(plain, ())
    flags = {*SKIN, *FLAGS, JOINER}
    codes = {one for one in face.unicodes if one not in flags and one < TAGS}
    font = TTFont(BytesIO(_subset(face, codes)), recalcTimestamp=False)
    made = hb.Face(font_bytes(font))
    scale = font["head"].unitsPerEm / shown.upem
    texts = [chr(code) for code in sorted(codes) if chr(code) not in KEYS]
    texts += [f"{key}{chr(KEYCAP)}" for key in KEYS]
    done: set[str] = set()
    for text in texts:
        glyphs, outline = _shaped(made, text), _shaped(shown, text)
        if len(glyphs) != 1 or len(outline) != 1:
            continue
        name = font.getGlyphName(glyphs[0])
        if name not in done:
            done.add(name)
            _outline(font, name, shown, outline[0], scale)
    _name(font, "pnp Emoji", "Noto Color Emoji and Noto Emoji")
    font.save(MADE / "emoji.ttf")


def _plain_face(font: TTFont, without: tuple[str, ...]) -> hb.Face:
    for tag in without:
        del font[tag]
    font.flavor = None
    return hb.Face(font_bytes(font))


def font_bytes(font: TTFont) -> bytes:
    """Return a font as a file."""
    out = BytesIO()
    font.save(out)
    return out.getvalue()


def _subset(face: hb.Face, codes: set[int]) -> bytes:
    wanted = hb.SubsetInput()
    wanted.unicode_set.update(codes)
    wanted.flags = hb.SubsetFlags.NO_HINTING
    return bytes(wanted.subset(face).blob.data)


def _shaped(face: hb.Face, text: str) -> list[int]:
    buffer = hb.Buffer()
    buffer.add_str(text)
    buffer.guess_segment_properties()
    hb.shape(hb.Font(face), buffer)
    return [info.codepoint for info in buffer.glyph_infos if info.codepoint]


def _outline(font: TTFont, name: str, shown: hb.Face, glyph: int, scale: float) -> None:
    """Give a glyph the outline of another, as wide as it is itself."""
    other = hb.Font(shown)
    across = (font["hmtx"][name][0] - other.get_glyph_h_advance(glyph) * scale) / 2
    pen = TTGlyphPen(None)
    other.draw_glyph_with_pen(glyph, TransformPen(pen, (scale, 0, 0, scale, across, 0)))
    made = pen.glyph(round=lambda value: int(value + 0.5))
    font["glyf"][name] = made
    made.recalcBounds(font["glyf"])
    font["hmtx"][name] = (font["hmtx"][name][0], made.xMin if made.numberOfContours else 0)


def _name(font: TTFont, name: str, sources: str) -> None:
    table = font["name"]
    table.names = []
    words = {
        0: f"Made of {sources}: Copyright Google LLC, and contributors",
        1: name,
        2: "Regular",
        4: name,
        5: "Version 1.0",
        6: name.replace(" ", ""),
        13: "This Font Software is licensed under the SIL Open Font License, Version 1.1.",
        14: "https://openfontlicense.org",
    }
    for number, text in words.items():
        table.setName(text, number, 3, 1, 0x409)


if __name__ == "__main__":
    MADE.mkdir(exist_ok=True)
    make_signs(Path(sys.argv[1]))
    make_emoji(Path(sys.argv[2]))
