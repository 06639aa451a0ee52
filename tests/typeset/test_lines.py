"""Paragraphs broken into lines."""

import re

import pytest
from helpers.script_fonts import script_font

import pnp.typeset.lines as lines_module
from pnp.base.errors import FontError, LayoutError
from pnp.base.fonts import text_width
from pnp.base.shaping import SOFT_HYPHEN
from pnp.typeset.lines import break_lines, hyphenation
from pnp.typeset.spans import TextSpan

SIZE = 3.4
TEXT = (
    "Lay the hexagon in the middle, either way up. Mix the tiles and lay all of them as a track "
    "around it, in any order and either way up. Each player stands a pawn on the hexagon."
)


def lines(text, measure=60.0, lang=None, even=False):
    hyphenate = hyphenation(lang) if lang else None
    return break_lines([TextSpan(text, "serif", 0)], SIZE, measure, hyphenate, even)


def texts(found):
    return ["".join(span.text for span in one.spans) for one in found]


def test_lines_fit_the_measure_and_keep_all_words():
    found = lines(TEXT)
    assert len(found) > 3
    assert all(one.width <= 60.0 + 1e-6 for one in found)
    assert "".join(texts(found)) == TEXT


def test_every_line_but_the_last_ends_in_a_space():
    *others, last = texts(lines(TEXT))
    assert all(one.endswith(" ") for one in others)
    assert not last.endswith(" ")


def test_the_width_of_a_line_excludes_its_final_space():
    first = lines(TEXT)[0]
    said = "".join(span.text for span in first.spans)
    assert first.width == pytest.approx(text_width(said.rstrip(), "serif", SIZE))


def test_there_are_no_more_lines_than_greedy_breaking_makes():
    for measure in range(40, 120, 7):
        greedy, room = 1, 0.0
        for word in TEXT.split():
            width = text_width(word, "serif", SIZE)
            if room and room + text_width(" ", "serif", SIZE) + width > measure:
                greedy, room = greedy + 1, width
            else:
                room += width + (text_width(" ", "serif", SIZE) if room else 0)
        assert len(lines(TEXT, measure)) == greedy


def test_even_lines_have_similar_lengths():
    text = "The track at the start, with every pawn on the hexagon in the middle of it."
    measure = text_width(text, "serif", SIZE) * 0.9
    uneven, even = lines(text, measure), lines(text, measure, even=True)
    assert len(uneven) == len(even) == 2
    assert abs(even[0].width - even[1].width) < 0.25 * measure
    assert abs(even[0].width - even[1].width) < abs(uneven[0].width - uneven[1].width)


def test_words_are_hyphenated_by_language():
    german = texts(lines("Donaudampfschifffahrtsgesellschaft", 30.0, "de"))
    assert [one[-1] for one in german[:-1]] == ["\u00ad"] * (len(german) - 1)
    assert "".join(german).replace("\u00ad", "") == "Donaudampfschifffahrtsgesellschaft"
    assert german[0].startswith("Donau")


@pytest.mark.parametrize("word", ["TURNOOI", "Turno", "1924", "a1-b7"])
def test_names_numbers_and_short_words_are_not_hyphenated(word):
    parted = hyphenation("nl")(word)
    assert list(parted) == [word]


def test_a_passage_in_another_language_is_not_hyphenated():
    hyphenate = hyphenation("fr")
    for language, broken in (("", True), ("en", False)):
        span = TextSpan("Written for Abstract Games", "serif", 0, language=language)
        found = break_lines([span], SIZE, 25.0, hyphenate, language="fr")
        assert (texts(found)[0][-1] == SOFT_HYPHEN) is broken


def test_reports_a_word_longer_than_a_line():
    with pytest.raises(LayoutError, match="'Donaudampfschifffahrt' is longer than a line of 20 mm"):
        lines("Die Donaudampfschifffahrt", 20.0)


def test_a_long_address_breaks_after_slashes():
    address = "https://www.spellenlab.be/speldatabase/47109"
    found = texts(lines(address, 50.0))
    assert len(found) > 1
    assert "".join(found) == address
    assert found[0].endswith("/")


ADDRESSES = (
    "https://www.spellenlab.be/details.php?keyword=Royal&view=Archaeological_Museum",
    f"https://www.spellenlab.be/{'a' * 200}/{'B' * 90}.html",
    f"(www.spellenlab.be/{'%C3%A6' * 40}),",
    f"10.1163/{'9' * 80}",
    f"{'name.' * 30}@spellenlab.be",
    "https://spellenlab.be/" + "e\u0301" * 80,
)


@pytest.mark.parametrize("address", ADDRESSES)
@pytest.mark.parametrize("measure", [12.0, 33.0, 80.0])
def test_an_address_wider_than_a_line_is_broken_within_a_part_and_nothing_is_added(
    address, measure
):
    bold = TextSpan(address[9:], "serif-bold", 1)
    for spans in ([TextSpan(address, "serif", 0)], [TextSpan(address[:9], "serif", 0), bold]):
        spans = [TextSpan("In ", "serif", 0), *spans, TextSpan(" there.", "serif", 0)]
        found = break_lines(spans, SIZE, measure, hyphenation("en"), language="en", addresses=True)
        assert all(line.width <= measure + 1e-6 for line in found)
        assert "".join(texts(found)) == f"In {address} there."
        assert not any(re.search("%[0-9A-F]?$", line) for line in texts(found))
        assert not any(line.startswith("\u0301") for line in texts(found))


def test_a_part_of_an_address_is_broken_after_its_signs_before_anywhere():
    address = "https://www.spellenlab.be/details.php?keyword=Royal&view=Archaeological_Museum"
    found = break_lines([TextSpan(address, "serif", 0)], SIZE, 45.0, addresses=True)
    assert [line[-1] for line in texts(found)[:-1]] == ["/", "&", "_"]


def test_no_hyphen_is_added_to_an_address():
    address = "https://www.spellenlab.be/information-international"
    for line in texts(lines(address, 45.0, "en"))[:-1]:
        assert line[-1] in "/-"


def test_an_address_in_text_without_spaces_is_broken_too():
    address = "引https://ja.example/" + "x" * 90 + "。"
    spans = [TextSpan(address, script_font("ja"), 0)]
    found = break_lines(spans, 5, 40.0, language="ja", addresses=True)
    assert "".join(texts(found)) == address
    assert all(line.width <= 40.0 + 1e-6 for line in found)


def test_an_address_on_a_card_keeps_its_parts_whole():
    with pytest.raises(LayoutError, match="is longer than a line of 20 mm"):
        lines("https://www.spellenlab.be/", 20.0)


def test_a_word_in_two_fonts_is_not_broken():
    spans = [
        TextSpan("A ", "serif", 0),
        TextSpan("battle", "serif-bold", 0),
        TextSpan(". It ends", "serif", 0),
    ]
    (line,) = break_lines(spans, SIZE, 100.0)
    assert [(span.text, span.font) for span in line.spans] == [
        ("A ", "serif"),
        ("battle", "serif-bold"),
        (". It ends", "serif"),
    ]
    narrow = break_lines(spans, SIZE, text_width("battle. ", "serif-bold", SIZE))
    assert texts(narrow)[1] == "battle. "


def test_a_narrow_space_takes_less_room_than_a_space_and_is_never_broken():
    (line,) = lines("Pourquoi\u202f?")
    assert line.width < text_width("Pourquoi ?", "serif", SIZE)
    narrow = lines("Ah ! Pourquoi\u202f?", measure=line.width + 0.5)
    assert texts(narrow)[-1] == "Pourquoi\u202f?"


def test_a_missing_glyph_names_the_word():
    with pytest.raises(FontError, match="in '漢字'"):
        lines("A 漢字 sign")


def test_a_word_longer_than_any_stays_whole():
    split = hyphenation("en")
    assert len(split("information" * 10)) > 10
    assert split("information" * 40) == ("information" * 40,)


def test_words_of_many_parts_are_broken_in_as_many_steps_as_fit_in_a_line(monkeypatch):
    asked = []
    cost = lines_module._cost
    monkeypatch.setattr(lines_module, "_cost", lambda *args: asked.append(1) or cost(*args))
    syllables = ("ab",) * 3000
    found = break_lines([TextSpan("ab" * 3000, "serif", 0)], SIZE, 60.0, lambda _: syllables)
    assert len(found) > 100
    assert len(asked) < 20 * 2 * 3000


def in_script(language, words, measure, size=5.0):
    spans = [TextSpan(words, script_font(language), 0)]
    return break_lines(spans, size, measure, language=language)


def test_lines_are_exactly_as_wide_as_what_is_shown():
    for measure in range(24, 90, 3):
        for line in lines("AVATAR Typography: To. WAY, extraordinary " * 5, measure, "en"):
            shown = [span._replace(text=span.text.rstrip(" ")) for span in line.spans]
            assert line.width == pytest.approx(sum(span.width(SIZE) for span in shown))
            assert line.width <= measure + 1e-6


def test_a_soft_hyphen_of_a_text_says_where_its_word_is_broken():
    words = "An AVA\u00adTAR"
    assert texts(lines(words, 100.0)) == ["An AVATAR"]
    assert texts(lines(words, 14.0)) == ["An AVA\u00ad", "TAR"]


def test_a_soft_hyphen_that_ends_a_word_shows_nothing():
    font = lines("a", 9.0)[0].spans[0].font
    assert texts(lines("An AVA\u00ad TAR\u00ad", 100.0)) == ["An AVA TAR"]
    spans = [TextSpan("AVA\u00ad", font, 0), TextSpan("TAR\u200b", font, 1)]
    (line,) = break_lines(spans, 5, 100.0)
    assert [span.text for span in line.spans] == ["AVA", "TAR"]


def test_a_line_may_end_at_a_hyphen_and_not_at_one_that_does_not_break():
    assert texts(lines("AVATAR\u2010AVATAR", 15.0)) == ["AVATAR\u2010", "AVATAR"]
    with pytest.raises(LayoutError, match="longer than a line"):
        lines("AVATAR\u2011AVATAR", 15.0)


def test_a_tab_is_a_blank():
    assert texts(lines("An\tAVATAR\t\tAn", 100.0)) == ["An AVATAR An"]


def test_japanese_is_broken_between_phrases_and_before_no_closing_sign():
    whole = "忍者は二枚のカードを引く。「山札」がなければ、捨て札をよく切って、新しい山札にする。"
    found = texts(in_script("ja", whole, 60.0))
    assert found == [
        "忍者は二枚のカードを",
        "引く。「山札」がなけれ",
        "ば、捨て札をよく切って、",
        "新しい山札にする。",
    ]
    for measure in range(15, 90, 5):
        broken = texts(in_script("ja", whole, float(measure)))
        assert "".join(broken) == whole
        assert not any(line[0] in "、。」ーゃっ" or line[-1] == "「" for line in broken)


def test_bold_words_within_text_without_spaces_keep_its_breaks():
    font = script_font("ja")
    spans = [TextSpan("忍者は二枚の", font, 0), TextSpan("カードを引く。", font, 1)]
    found = break_lines(spans, 5, 36.0, language="ja")
    assert texts(found) == ["忍者は二枚の", "カードを引く。"]
    assert [span.leaf for span in found[1].spans] == [1]


def test_thai_is_broken_between_words():
    found = texts(in_script("th", "ผู้เล่นที่มีน้ำมากที่สุดเป็นผู้ชนะ", 36.0))
    assert "".join(found) == "ผู้เล่นที่มีน้ำมากที่สุดเป็นผู้ชนะ"
    assert found[0] in ("ผู้เล่นที่มีน้ำมาก", "ผู้เล่นที่มีน้ำมากที่")


def test_spans_of_a_line_in_both_directions_stand_where_they_are_read():
    (line,) = in_script("he", "שלום abc 12 עולם.", 90.0)
    assert line.direction == "rtl"
    placed = line.placed(5)
    assert [one.span.text for one in placed] == ["שלום ", "abc 12", " עולם."]
    assert [one.span.direction for one in placed] == ["rtl", "ltr", "rtl"]
    assert [one.x for one in placed] == sorted((one.x for one in placed), reverse=True)
    assert placed[-1].x == 0
    first = placed[0]
    assert first.x + first.span.width(5) == pytest.approx(line.width)


def test_the_space_at_the_end_of_a_line_from_right_to_left_is_outside():
    first, _ = in_script("he", "שלום עולם", 20.0)
    (one,) = first.placed(5)
    assert one.span.text == "שלום "
    assert one.x == pytest.approx(first.width - one.span.width(5))
    assert one.x < 0
