"""Small fonts of several scripts, and a line of text in each."""

from hashlib import sha256
from pathlib import Path

from pnp.base.font_files import FontFile, OwnFont

FOLDER = Path(__file__).parent.parent / "fonts"
LINES = {
    "ja": "忍者は二枚のカードを引く。",
    "ar": "اسحب ورقتين من الأوراق",
    "th": "ผู้เล่นที่มีน้ำมากที่สุด",
    "hi": "क्षत्रिय हिन्दी में गिनती",
    "he": "שָׁלוֹם עולם (או יותר)",
}
_FILES = {
    "ja": "NotoSansJP.otf",
    "ar": "NotoNaskhArabic.ttf",
    "th": "NotoSansThai.ttf",
    "hi": "NotoSansDevanagari.ttf",
    "he": "NotoSerifHebrew.ttf",
    "emoji": "NotoColorEmoji.ttf",
}


def script_font(language: str) -> OwnFont:
    """Return the font of a language, with the sans font behind it."""
    file = FOLDER / _FILES[language]
    found = FontFile(str(file), sha256(file.read_bytes()).hexdigest())
    return OwnFont(f"{language}-font", found, ("sans",))
