"""Make the small fonts beside this file, which tests shape text in.

Run it with a folder into which Debian's packages fonts-noto-core and fonts-noto-cjk are unpacked,
and with one into which the npm package @fontsource/noto-color-emoji is:
``python tests/fonts/make_fonts.py usr/share/fonts noto-color-emoji``. Each font keeps the letters
of SAMPLES in its script, ASCII where it has them, and all its rules. Their licence is OFL.txt.
"""

import sys
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

SAMPLES = {
    "ja": "忍者は二枚のカードを引く。「山札」がなければ、捨て札をよく切って、新しい山札にする。",
    "ar": "السلام عليكم، اسحب ورقتين من الأوراق ثم ضع ١٢ قطعة على اللوح",
    "th": "จั่วไพ่สองใบแล้วทิ้งหนึ่งใบ ผู้เล่นที่มีน้ำมากที่สุดเป็นผู้ชนะ\u0e4d",
    "hi": "क्षत्रिय दो पत्ते खींचें और हिन्दी में गिनती करें",
    "he": "שלום עולם, שָׁלוֹם! משכו שני קלפים (או יותר) אבגדהוזחטיכלמנסעפצקרשת",
}
FILES = {
    "ja": ("opentype/noto/NotoSansCJK-Regular.ttc", "NotoSansJP.otf"),
    "ar": ("truetype/noto/NotoNaskhArabic-Regular.ttf", "NotoNaskhArabic.ttf"),
    "th": ("truetype/noto/NotoSansThai-Regular.ttf", "NotoSansThai.ttf"),
    "hi": ("truetype/noto/NotoSansDevanagari-Regular.ttf", "NotoSansDevanagari.ttf"),
    "he": ("truetype/noto/NotoSerifHebrew-Regular.ttf", "NotoSerifHebrew.ttf"),
}
EMOJI = "\U0001f44d\U0001f3fd \U0001f1e9\U0001f1ea \U0001f408\u200d\u2b1b \U0001f3f4"
EMOJI += "\U000e0067\U000e0062\U000e0065\U000e006e\U000e007f"


def make(source: Path, made: Path, letters: str) -> None:
    font = TTFont(source, fontNumber=0, recalcTimestamp=False, lazy=True)
    font.flavor = None
    options = Options(layout_features=["*"], hinting=False, drop_tables=["BASE", "VORG", "vhea"])
    options.drop_tables += ["vmtx", "meta", "STAT", "SVG "]
    options.name_IDs = [1, 2, 4, 6, 13, 14]
    subsetter = Subsetter(options)
    subsetter.populate(text=letters)
    subsetter.subset(font)
    font.save(made)


if __name__ == "__main__":
    fonts = Path(sys.argv[1])
    for language, (source, made) in FILES.items():
        make(fonts / source, Path(__file__).with_name(made), SAMPLES[language])
    emoji = Path(sys.argv[2]) / "files" / "noto-color-emoji-emoji-400-normal.woff2"
    make(emoji, Path(__file__).with_name("NotoColorEmoji.ttf"), EMOJI)
