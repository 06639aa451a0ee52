"""Signs and emoji, which stand behind every font."""

from pathlib import Path

import pytest
from helpers.script_fonts import script_font

from pnp.base.errors import FontError
from pnp.base.font_files import SANS, SERIF, FontFile, OwnFont, font_file, font_licences
from pnp.base.shaping import shape


def shown_in(text: str, font="sans") -> list[tuple[str, str]]:
    """Return the name of the file, and the text, of each run that is not of the font itself."""
    runs = [(Path(run.file.path).stem, run.text) for run in shape(text, font).runs]
    return [run for run in runs if run[0] in ("signs", "emoji")]


@pytest.mark.parametrize("font", [SANS.regular, SERIF.bold_italic, script_font("ja")])
@pytest.mark.parametrize(
    "signs",
    ["♠♥♦♣♤♡♢♧", "★☆✦", "↔⇒⟶", "⚀⚁⚂⚃⚄⚅", "①⑳Ⓐ", "✔✘", "♀♂⚥", "♔♕♖♗♘♙♚♛♜♝♞♟", "♭♯♬", "🂡🁢🀇", "☠⚔☀☂"],
)
def test_signs_that_cards_use_are_there_in_every_font(font, signs):
    shape(signs, font)


def test_a_sign_is_an_emoji_where_the_text_asks_for_it():
    assert shown_in("♥") == [("signs", "♥")]
    assert shown_in("♥\ufe0f") == [("emoji", "♥\ufe0f")]
    assert shown_in("1\ufe0f\u20e3") == [("emoji", "1\ufe0f\u20e3")]


def test_some_emoji_are_signs_where_the_text_asks_for_it():
    assert shown_in("⭐") == [("emoji", "⭐")]
    assert shown_in("⭐\ufe0e") == [("signs", "⭐\ufe0e")]


def test_emoji_are_behind_every_font():
    assert shown_in("Feed the 🐉.", script_font("he")) == [("emoji", "🐉")]


def test_the_licence_of_signs_is_kept():
    assert b"SIL OPEN FONT LICENSE" in font_licences()["signs"]


WHOLE = OwnFont("title", FontFile(str(font_file("sans"))), (script_font("emoji"),))
THUMB, GERMANY, CAT = "\U0001f44d\U0001f3fd", "\U0001f1e9\U0001f1ea", "\U0001f408\u200d\u2b1b"
ENGLAND = "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f"
FAMILY, BURNING = "\U0001f468\u200d\U0001f469\u200d\U0001f467", "\u2764\ufe0f\u200d\U0001f525"
OF_SEVERAL = (THUMB, GERMANY, CAT, ENGLAND, FAMILY, BURNING)


@pytest.mark.parametrize("emoji", OF_SEVERAL)
def test_an_emoji_of_several_characters_that_no_font_has_is_an_error_that_names_it(emoji):
    with pytest.raises(FontError, match=f"no font has the emoji '{emoji}'.*in 'Feed {emoji}!'"):
        shape(f"Feed {emoji}!", "sans")


@pytest.mark.parametrize("emoji", [THUMB, GERMANY, CAT, ENGLAND])
def test_an_emoji_of_several_characters_is_one_glyph_of_a_fallback_that_has_it(emoji):
    _, run, _ = shape(f"Feed {emoji}!", WHOLE).runs
    assert (run.text, len(run.glyphs)) == (emoji, 1)
    assert Path(run.file.path).stem == "NotoColorEmoji"


def test_emoji_of_several_characters_stay_one_in_text_of_both_directions():
    font = script_font("he")
    font = font._replace(fallbacks=(script_font("emoji"),))
    said = f"שלום {ENGLAND} עולם {CAT}"
    assert {run.text for run in shape(said, font).runs} >= {ENGLAND, CAT}


def test_a_joiner_between_letters_is_left_to_their_script():
    assert "क्\u200dष" in [run.text for run in shape("क्\u200dष", script_font("hi")).runs]
