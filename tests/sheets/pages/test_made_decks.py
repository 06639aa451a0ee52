"""Made PDFs, printed in thought, turned over and read: every card has its own back."""

from collections import Counter
from itertools import product

import pytest
from helpers.reading import Sheet, sheets

from pnp.sheets.layout.scheme import Duplex

TWO_DECKS = Counter(
    {(s, a, b): 1 for s in ("black", "red") for a, b in product(range(1, 7), repeat=2)}
)
DECKS = {
    "tiles": (30, 45, Counter(product(range(1, 7), repeat=2))),
    "deck-36": (44, 68, Counter(product(range(1, 7), repeat=2))),
    "deck-49": (44, 68, Counter(product(range(7), repeat=2))),
    "deck-72": (44, 68, TWO_DECKS),
}


def printed(pdf, duplex: Duplex) -> list[tuple[Sheet, Sheet]]:
    """Each sheet's front, and its back as it lies behind the front."""
    pages = sheets(pdf)
    if duplex is Duplex.FOLD:
        return [page.halves() for page in pages]
    return [
        (front, turned_over(back, duplex))
        for front, back in zip(pages[::2], pages[1::2], strict=True)
    ]


def turned_over(back: Sheet, duplex: Duplex) -> Sheet:
    """Turn a sheet the way a printer does: over its long edge or over its short edge."""
    long_edge_is_upright = back.height > back.width
    sideways = (duplex is Duplex.LONG_EDGE) == long_edge_is_upright
    return back.turned_sideways() if sideways else back.turned_head_over_heels()


def read_cards(pdf, duplex: Duplex, width: float, height: float, series: bool) -> Counter:
    found = Counter()
    for front, back in printed(pdf, duplex):
        fronts, backs = front.pieces(width, height), back.pieces(width, height)
        assert len(fronts) == len(backs) > 0
        for one, other in zip(fronts, backs, strict=True):
            if not one.blobs() and not other.blobs():
                continue  # a slot that the last sheet leaves empty
            pair = (one.pips(), other.pips())
            assert one.is_red() == other.is_red()
            found[("red" if one.is_red() else "black", *pair) if series else pair] += 1
    return found


@pytest.mark.parametrize(
    ("component", "paper", "duplex"),
    [
        ("tiles", "a4", Duplex.SHORT_EDGE),
        ("tiles", "letter", Duplex.FOLD),
        ("deck-36", "a4", Duplex.FOLD),
        ("deck-36", "letter", Duplex.LONG_EDGE),
        ("deck-49", "a4", Duplex.LONG_EDGE),
        ("deck-49", "letter", Duplex.SHORT_EDGE),
        ("deck-72", "letter", Duplex.FOLD),
        ("deck-72", "a4", Duplex.LONG_EDGE),
    ],
    ids=str,
)
def test_every_pair_comes_once_after_turning_the_sheet_over(
    build, plain_turno, component, paper, duplex
):
    width, height, expected = DECKS[component]
    built = build(plain_turno, only=(component,), paper=paper, duplex=duplex, formats=("pdf",))
    (made,) = built.files
    found = read_cards(
        built.folder / made.path, duplex, width, height, series=component == "deck-72"
    )
    assert found == expected


@pytest.mark.parametrize("duplex", [Duplex.LONG_EDGE, Duplex.SHORT_EDGE], ids=str)
def test_lying_paper_turns_over_its_other_axis(build, duplex):
    built = build(
        only=("deck-36",),
        paper="letter",
        sizes={"deck-36": "57.15x88.9mm"},
        duplex=duplex,
        formats=("pdf",),
    )
    (made,) = built.files
    assert made.page_mm == (279.4, 215.9), "this test needs a sheet that lies"
    found = read_cards(built.folder / made.path, duplex, 57.15, 88.9, series=False)
    assert found == Counter(product(range(1, 7), repeat=2))


def test_a_wrong_turn_is_seen(build):
    """The reading itself: a deck for the long edge, turned over the short edge, is wrong."""
    built = build(only=("deck-36",), formats=("pdf",))
    (made,) = built.files
    found = read_cards(built.folder / made.path, Duplex.SHORT_EDGE, 44, 68, series=False)
    assert found != Counter(product(range(1, 7), repeat=2))


def test_fronts_alone_and_backs_alone_are_the_same_pieces(build):
    fronts = build(only=("deck-36",), duplex=Duplex.FRONTS, formats=("pdf",))
    backs = build(only=("deck-36",), duplex=Duplex.BACKS, formats=("pdf",))
    found = Counter()
    for front, back in zip(
        sheets(fronts.folder / fronts.files[0].path),
        sheets(backs.folder / backs.files[0].path),
        strict=True,
    ):
        behind = back.turned_sideways()
        for one, other in zip(front.pieces(44, 68), behind.pieces(44, 68), strict=True):
            if one.blobs():
                found[one.pips(), other.pips()] += 1
    assert found == Counter(product(range(1, 7), repeat=2))
