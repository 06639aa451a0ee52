"""Texts that have the same size on all cards."""

import pytest

from pnp.scene import Group, Text

LONG = "a text of many words that goes on and on until it has to be set in smaller type as here"
ROWS = f"title,copies\nSun,1\n{LONG},1\n{LONG} and even here and there,1\nMoon,1\n{LONG * 9},0\n"
FRAME = 'kind = "text", text = "{title}", at = "5x5mm", area = "40x16mm", size = "5mm"'
LEAST = ', least = "1.5mm"'


def texts_of(piece):
    def texts(items):
        for item in items:
            if isinstance(item, Group):
                yield from texts(item.items)
            elif isinstance(item, Text):
                yield item

    return list(texts(piece.front.items))


def sizes(pieces):
    return [max(text.size for text in texts_of(piece)) for piece in pieces]


def test_all_cards_have_the_type_of_the_one_with_least_room(own):
    each = sizes(own.deck(FRAME + LEAST, rows=ROWS).pieces())
    assert each[0] == each[3] == 5 > each[1] > each[2]
    assert sizes(own.deck(f"{FRAME}{LEAST}, same_size = true", rows=ROWS).pieces()) == [each[2]] * 4


def test_the_report_says_which_card_decides(own):
    notes = own.deck(f"{FRAME}{LEAST}, same_size = true", rows=ROWS).build().notes
    (note,) = (note for note in notes if "decides" in note)
    assert note.startswith("events: events.csv, line 4 'a text of many")
    assert "front.frames[1], text: the type is " in note
    assert note.endswith(" pt on all cards, which this one decides")


def test_texts_that_fit_keep_their_size_and_nothing_is_reported(own):
    deck = own.deck(f"{FRAME}{LEAST}, same_size = true", rows="title\nSun\nMoon\n")
    assert sizes(deck.pieces()) == [5, 5]
    assert not any("decides" in note for note in deck.build().notes)


def test_a_card_on_which_the_frame_is_not_decides_nothing(own):
    frame = f'{FRAME}{LEAST}, same_size = true, when = "not title contains words"'
    rows = f"title\nSun\n{LONG}\n"
    both = own.deck(frame, 'kind = "pips", number = "1", area = "9x9mm"', rows=rows)
    assert sizes(both.pieces()[:1]) == [5]


def test_each_language_has_its_own_size(own):
    rows = f"title,title_de\nSun,Sonne\nMoon,{LONG}\n"
    deck = own.deck(f"{FRAME}{LEAST}, same_size = true", rows=rows)
    assert set(sizes(deck.pieces())) == {5}
    (german,) = set(sizes(deck.pieces("de")))
    assert german < 5


def test_a_text_that_fits_nowhere_is_reported_in_its_smallest_type(own):
    own.deck(f'{FRAME}, least = "3mm", same_size = true', rows=f"title\nSun\n{LONG * 4}\n")
    (line,) = own.refusal()
    assert "too high in type of 8.5 pt" in line


def test_texts_below_one_another_keep_the_same_size_too(own):
    frames = (
        f'{FRAME}{LEAST}, same_size = true, name = "rule"'.replace("40x16mm", "40x40mm"),
        'kind = "text", text = "{more}", below = "rule", size = "5mm", least = "1.5mm"',
    )
    deck = own.deck(*frames, rows=f"title,more\n{LONG},none\n{LONG * 2},{LONG}\n")
    one, two = (
        {text.size for text in texts_of(piece) if "goes on" in text.string}
        for piece in deck.pieces()
    )
    assert one == two != {5}


def test_the_same_size_needs_a_least_size(own):
    own.deck(f"{FRAME}, same_size = true", rows="title\nSun\n")
    assert 'same_size needs least, such as least = "8pt"' in own.faults()[0]


@pytest.mark.parametrize("same", ["", ", same_size = true"])
def test_one_card_looks_the_same_either_way(own, same):
    deck = own.deck(f"{FRAME}{LEAST}{same}", rows=f"title\n{LONG}\n")
    assert sizes(deck.pieces()) == sizes(own.deck(FRAME + LEAST, rows=f"title\n{LONG}\n").pieces())
