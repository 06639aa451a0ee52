"""Rules in languages of other scripts than those of the games that come with pnp."""

from pathlib import Path
from shutil import copy

import pytest

from pnp.base.errors import FontError
from pnp.base.font_files import OwnFont
from pnp.base.languages import language, languages
from pnp.definitions import load_game
from pnp.rulebook.blocks import book_fonts

FONTS = Path(__file__).parent.parent / "fonts"


@pytest.fixture
def game(tmp_path):
    """A function that reads a game with some words under [fonts]."""
    folder = tmp_path / "ninja"
    folder.mkdir()
    copy(FONTS / "NotoSansJP.otf", folder)

    def read(fonts: str):
        file = folder / "game.toml"
        file.write_text(
            f'language = "ja"\nname = "忍者"\nsummary = "忍者のカード。"\n[fonts]\n{fonts}\n'
            '[components.cards]\nkind = "cards"\nname = "カード"\n[components.cards.front]\n',
            encoding="utf-8",
        )
        return load_game(file).game

    return read


def test_the_words_of_every_language_have_the_same_keys():
    keys = [
        {name: {*table} for name, table in language(code)._asdict().items() if name != "numbers"}
        for code in languages()
    ]
    for one in keys:
        one.pop("code"), one.pop("name"), one.pop("common")
    assert all(one == keys[0] for one in keys)


def test_a_font_for_rules_is_upright_where_it_has_no_italics(game):
    fonts = book_fonts(game('rules = "ja"\nja = "NotoSansJP.otf"'))
    assert fonts.serif == fonts.sans
    assert fonts.serif.cut(bold=False, italic=True) == fonts.serif.regular
    with pytest.raises(FontError, match="'ja' has no bold"):
        fonts.serif.cut(bold=True, italic=False)


def test_without_a_font_for_rules_the_fallbacks_of_the_game_stand_behind_the_built_in_ones(game):
    family = book_fonts(game('fallback = ["NotoSansJP.otf"]')).serif
    assert isinstance(family.regular, OwnFont)
    assert family.regular.file.path.endswith("SourceSerifPro-Regular.ttf")
    assert [font.name for font in family.bold.fallbacks] == ["NotoSansJP.otf"]
