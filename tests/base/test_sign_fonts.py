"""Signs and emoji, which stand behind every font."""

from pathlib import Path

import pytest
from helpers.script_fonts import script_font

from pnp.base.font_files import SANS, SERIF, font_licences
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
