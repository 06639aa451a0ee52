"""Paragraphs broken into lines."""

import pytest

import pnp.typeset.lines as lines_module
from pnp.base.errors import FontError, LayoutError
from pnp.base.fonts import text_width
from pnp.typeset.lines import TextSpan, break_lines, hyphenation

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


def test_reports_a_word_longer_than_a_line():
    with pytest.raises(LayoutError, match="'Donaudampfschifffahrt' is longer than a line of 20 mm"):
        lines("Die Donaudampfschifffahrt", 20.0)


def test_a_long_address_breaks_after_slashes():
    address = "https://www.spellenlab.be/speldatabase/47109"
    found = texts(lines(address, 50.0))
    assert len(found) > 1
    assert "".join(found) == address
    assert found[0].endswith("/")


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
