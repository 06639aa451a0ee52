"""Labels: how they are broken into lines in scripts with and without spaces."""

from helpers.script_fonts import LINES, script_font

from pnp.base.fonts import text_width
from pnp.base.geometry import Rect
from pnp.components.art.label import Lettering, broken, draw_label

NINJA = "忍者は二枚のカードを引く。"


def test_text_with_spaces_is_broken_at_them_alone():
    assert broken("the fire-fighter rests", 8.0, "sans", 2.0) == ["the", "fire-fighter", "rests"]


def test_japanese_is_broken_between_phrases():
    font = script_font("ja")
    assert broken(NINJA, 14.5, font, 2.0) == ["忍者は二枚の", "カードを引く。"]
    assert broken(NINJA, 9.0, font, 2.0) == ["忍者は", "二枚の", "カードを", "引く。"]


def test_a_phrase_wider_than_its_room_is_broken_within_where_that_is_allowed():
    font = script_font("ja")
    assert broken(NINJA, 7.0, font, 2.0) == ["忍者は", "二枚の", "カード", "を", "引く。"]
    assert "カードを" in broken(NINJA, 7.0, font, 2.0, rough=False)


def test_a_label_shrinks_before_a_phrase_is_broken_within():
    font = script_font("ja")
    lines = draw_label(NINJA, Rect(0, 0, 24, 24), Lettering("#000000", 6.0, font, 2.0, 3))
    assert [line.string for line in lines] == ["忍者は二枚の", "カードを", "引く。"]
    assert lines[0].size < 6.0
    narrow = draw_label(NINJA, Rect(0, 0, 7, 24), Lettering("#000000", 6.0, font, 2.0, 5))
    assert [line.string for line in narrow] == ["忍者は", "二枚の", "カード", "を", "引く。"]


def test_thai_is_broken_between_words():
    font = script_font("th")
    lines = broken(LINES["th"], 14.0, font, 3.0)
    assert len(lines) > 1
    assert "".join(lines) == LINES["th"]
    assert all(text_width(line, font, 3.0) <= 14.0 for line in lines)
