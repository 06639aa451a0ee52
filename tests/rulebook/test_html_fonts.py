"""HTML rules hold what their text needs of a game's own fonts, as far as these allow it."""

import re
from base64 import b64decode
from hashlib import sha256
from io import BytesIO

import pytest
from fontTools.ttLib import TTFont
from helpers.rule_sheets import sheet_of
from helpers.script_fonts import FOLDER, LINES, script_font

from pnp.base.font_files import Family, FontFile, OwnFont, font_file
from pnp.definitions import find_game, load_game
from pnp.rulebook.html import POLICY, font_style, left_out, render_html
from pnp.typeset.spans import BookFonts

STYLE = ":root { --serif: Charter, serif;\n --sans: Arial,\n sans-serif; }"
NINJA = f"<p>Two <b>cards</b> &amp; {LINES['ja'][:2]}</p>"


def behind(*fallbacks, name="serif"):
    """Return the fonts of pnp with fallbacks."""
    cuts = [
        OwnFont(cut, FontFile(str(font_file(cut))), fallbacks) for cut in (name, f"{name}-bold")
    ]
    return BookFonts(Family(*cuts, cuts[0], cuts[1]), Family(*cuts, cuts[0], cuts[1]))


def embedded(style):
    """Return each font of a style, with the characters that the style takes from it."""
    found = []
    for face in re.findall(r"@font-face \{.*?\}", style):
        data = b64decode(re.search(r"base64,([^\"]+)", face)[1])
        ranges = re.search("unicode-range: ([^;]+);", face)[1].split(", ")
        ends = [[int(code, 16) for code in one.removeprefix("U+").split("-")] for one in ranges]
        taken = {chr(code) for end in ends for code in range(end[0], end[-1] + 1)}
        found.append((face, TTFont(BytesIO(data)), taken))
    return found


def changed(rights):
    """Return the Japanese font with another licence field, and where it is."""
    font = TTFont(FOLDER / "NotoSansJP.otf", recalcTimestamp=False)
    font["OS/2"].fsType = rights
    out = BytesIO()
    font.save(out)
    return out.getvalue()


def test_a_page_holds_the_letters_that_come_from_a_fallback_and_no_others():
    ((face, font, taken),) = embedded(font_style(behind(script_font("ja")), NINJA, STYLE))
    assert taken == set(LINES["ja"][:2]) == set(map(chr, font.getBestCmap()))
    assert "font-weight: 400 700" in face  # so that no browser thickens it
    assert font.flavor in ("woff", "woff2")


def test_the_style_puts_the_fonts_of_the_game_before_those_of_the_visitor():
    style = font_style(behind(script_font("ja")), NINJA, STYLE)
    assert '--serif: "Game", Charter, serif;' in style
    assert '--sans: "Game", Arial,\n sans-serif;' in style


def test_joined_letters_keep_the_rules_of_their_font():
    ((_, font, _),) = embedded(font_style(behind(script_font("ar")), LINES["ar"], STYLE))
    assert {"init", "medi", "fina"} <= {
        one.FeatureTag for one in font["GSUB"].table.FeatureList.FeatureRecord
    }


def test_a_font_for_rules_serves_all_letters_that_it_has():
    file = font_file("sans")
    own = OwnFont("text", FontFile(str(file), sha256(file.read_bytes()).hexdigest()))
    family = Family(own, None, own, None, "text")
    ((_, _, taken),) = embedded(font_style(BookFonts(family, family), NINJA, STYLE))
    assert taken == set("Two cards & ")


@pytest.mark.parametrize(
    ("rights", "is_held"), [(0x0, True), (0x8, True), (0x4, False), (0x104, False), (0x108, True)]
)
def test_the_licence_field_says_whether_a_page_may_hold_a_font(tmp_path, rights, is_held):
    data = changed(rights)
    (tmp_path / "ja.otf").write_bytes(data)
    file = FontFile(str(tmp_path / "ja.otf"), sha256(data).hexdigest())
    fonts = behind(OwnFont("ja", file))
    held = embedded(font_style(fonts, NINJA, STYLE))
    assert left_out(fonts) == (() if is_held else ("ja.otf",))
    assert len(held) == is_held
    for _, font, taken in held:
        whole = rights & 0x100
        assert (set(map(chr, font.getBestCmap())) == taken) is not bool(whole)


def test_a_page_without_fonts_of_its_own_may_ask_for_none():
    game = load_game(find_game("tawula")).game
    page = render_html(sheet_of("tawula", next(iter(game.rule_sets)), "en")).decode()
    assert "@font-face" not in page
    assert f'content="{POLICY}"' in page
    assert "font-src" not in POLICY


def test_a_page_with_fonts_of_its_own_may_take_them_from_itself_alone():
    game = load_game(find_game("tawula")).game
    sheet = sheet_of("tawula", next(iter(game.rule_sets)), "en")
    page = render_html(sheet._replace(fonts=behind(script_font("ja")), game=LINES["ja"])).decode()
    assert f'content="{POLICY}; font-src data:"' in page
    assert len(embedded(page)) == 1
