"""Games and their parts, made without a definition."""

import itertools

import pytest
from helpers.models import refused, replace
from pydantic import ValidationError

from pnp.base.color import parse_color
from pnp.base.errors import UnitError, UsageError
from pnp.base.expressions import Comparison
from pnp.base.geometry import Size
from pnp.components.deck import Card, Deck, Series
from pnp.components.die import Die
from pnp.components.hexagon import Hexagon
from pnp.components.sized import Pair, by_total, ordered_pairs
from pnp.components.standees import Pawn, Standees
from pnp.components.tiles import Tiles
from pnp.components.tracker import Tracker
from pnp.game.evidence import (
    Derived,
    Disputed,
    OpenQuestion,
    Reading,
    Reconstructed,
    Source,
    Stated,
)
from pnp.game.game import Game
from pnp.game.paper import CARD_SIZES, PAPERS, Paper, read_card_size
from pnp.game.rules import Claim, Need, Players, RuleSet
from pnp.make.options import paper_of

JARS = Tiles(kind="tiles", name="Jars", size=Size(20, 31), fronts=(1, 2, 3), backs=(0, 1))
CARDS = Deck(kind="deck", name="Cards", fronts=(1, 2, 3), backs=(0, 1))
CUBE = Die(kind="die", name="Cube", edge=12.0, opposites=((1, 6), (2, 5), (3, 4)))
COMB = Hexagon(kind="hexagon", name="Comb", edge=20.0, front=2, back=5)
SHELF = Tracker(kind="tracker", name="Shelf", of="jars", row=9.0, title="Fullest jar")
SPOONS = Standees(
    kind="standees",
    name="Spoons",
    width=16.0,
    height=30.0,
    base=14.0,
    tab=5.0,
    pawns=(
        Pawn(id="tin", color="#aaaaaa", mark="disc"),
        Pawn(id="gold", color="#ddbb22", mark="star"),
    ),
)


def fact(says):
    return Stated(status="stated", says=says, sources=("book",))


def rule_set(name, *facts):
    return RuleSet(
        name=name,
        summary="Stack them.",
        players=Players(least=2, most=3),
        needs=(Need(component="jars", count=6, source="book"),),
        facts=facts,
    )


def larder(**more):
    components = {"jars": replace(JARS, facts=(fact("Six jars."),)), "cube": CUBE, "shelf": SHELF}
    return Game(
        id="larder", name="Larder", summary="Jars.", components=components | {"deck": CARDS}, **more
    )


BEGINNING = Disputed(
    status="disputed",
    question="Who begins?",
    readings=(Reading(source="book", says="One."), Reading(source="letter", says="Two.")),
    follows="letter",
    because="It is older.",
)
STACK = rule_set("Stack")


def test_pairs_are_every_front_with_every_back_but_those_left_out():
    assert ordered_pairs((1, 2), (0, 3, 4), without=(Pair(2, 3),)) == (
        Pair(1, 0),
        Pair(1, 3),
        Pair(1, 4),
        Pair(2, 0),
        Pair(2, 4),
    )


def test_a_pair_and_its_reverse_are_two_pieces():
    assert len(set(ordered_pairs((1, 2), (1, 2)))) == 4


def test_a_pair_is_written_front_first_and_has_a_total():
    assert (str(Pair(2, 5)), Pair(2, 5).total) == ("2-5", 7)


def test_totals_come_highest_first_and_in_each_doubles_then_the_highest_fronts():
    grouped = by_total(ordered_pairs((1, 2, 3), (1, 2)))
    assert list(grouped) == [5, 4, 3, 2]
    assert grouped[4] == (Pair(2, 2), Pair(3, 1))
    assert grouped[3] == (Pair(2, 1), Pair(1, 2))


@pytest.mark.parametrize("absent", [Pair(4, 0), Pair(1, 2)])
def test_only_a_piece_that_is_there_can_be_left_out(absent):
    with pytest.raises(ValueError, match=f"^without {absent} leaves out a piece that is not there"):
        ordered_pairs((1, 2, 3), (0, 1), without=(Pair(3, 0), absent))
    with refused("leaves out a piece"):
        replace(JARS, without=(absent,))
    with refused("leaves out a piece"):
        replace(CARDS, without=(absent,))


def test_there_is_a_tile_for_every_pair_that_is_not_left_out():
    assert JARS.count == 6
    fewer = replace(JARS, without=(Pair(2, 0),))
    assert fewer.count == 5
    assert fewer.pairs == (Pair(1, 0), Pair(1, 1), Pair(2, 1), Pair(3, 0), Pair(3, 1))


@pytest.mark.parametrize("component", [JARS, CARDS])
def test_not_every_piece_can_be_left_out(component):
    *others, last = component.pairs
    assert replace(component, without=tuple(others)).pairs == (last,)
    with refused(r"^leaves every (tile|card) out; keep one, with 1 copy or more$"):
        replace(component, without=component.pairs)


def test_a_deck_has_at_most_a_hundred_thousand_cards():
    many = Deck(kind="deck", name="Cards", cards=(Card(front=1, copies=100_000),))
    assert many.count == 100_000
    with refused(r"^has 100001 cards; a deck has at most 100000$"):
        replace(many, cards=(*many.cards, Card(front=2)))


def test_the_copies_of_a_pair_are_counted_in_every_series():
    two = (CARDS.series[0], replace(CARDS.series[0], id="b"))
    assert replace(CARDS, series=two).copies == dict.fromkeys(CARDS.pairs, 2)
    cards = (Card(front=3, back=1, copies=4), Card(front=2), Card(front=3, back=1))
    listed = Deck(kind="deck", name="Cards", cards=cards, series=two)
    assert listed.copies == {Pair(3, 1): 10}
    assert listed.count == 12


@pytest.mark.parametrize("piece", [JARS, replace(CARDS, size=Size(20, 31))])
def test_a_corner_is_at_most_half_of_the_shorter_side(piece):
    assert replace(piece, corner=10.0).corner == 10
    with refused(r"^a corner of 10\.1 mm is more than half of the"):
        replace(piece, corner=10.1)


def test_a_deck_has_every_pair_in_each_of_its_series():
    two = (
        Series(id="a", ink="#000000", frame="round"),
        Series(id="b", ink="#ff0000", frame="notched"),
    )
    assert CARDS.count == 6
    assert replace(CARDS, series=two).count == 12
    assert replace(CARDS, series=two, without=(Pair(1, 1),)).count == 10


def test_the_series_of_a_deck_differ_in_name():
    one = CARDS.series[0]
    with refused(r"^two series have the same id; give each its own, not"):
        replace(CARDS, series=(one, replace(one, ink="#ff0000")))


def test_a_deck_of_listed_cards_has_as_many_of_each_as_it_says():
    cards = (Card(front=3, back=1, copies=4), Card(front=2), Card(front=0, back=0))
    deck = Deck(kind="deck", name="Cards", cards=cards)
    assert deck.count == 6
    assert deck.copies == {Pair(3, 1): 4, Pair(0, 0): 1}


@pytest.mark.parametrize(
    ("given", "fault"),
    [
        ({}, "write either fronts and backs, or cards, or rows"),
        ({"fronts": (1,), "backs": (1,), "cards": (Card(front=1),)}, "write either fronts"),
        ({"fronts": (1,)}, "fronts without backs or backs without fronts; write both"),
        ({"backs": (1,)}, "fronts without backs or backs without fronts; write both"),
        ({"backs": (1,), "cards": (Card(front=1),)}, "write both"),
    ],
)
def test_a_deck_is_either_pairs_or_a_list(given, fault):
    with refused(fault):
        Deck(kind="deck", name="Cards", **given)


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("mini-euro", (44, 68)),
        ("poker", (63.5, 88.9)),
        ("bridge", (57.15, 88.9)),
        ("tarot", (70, 120)),
        ("square", (70, 70)),
        ("41x63mm", (41, 63)),
    ],
)
def test_a_card_size_is_one_that_cards_are_sold_by_or_measurements(text, size):
    assert read_card_size(text) == pytest.approx(size)


@pytest.mark.parametrize("value", ["jumbo", 44, "44x68"])
def test_an_unknown_card_size_is_reported_with_the_known_ones(value):
    with pytest.raises(UnitError) as refusal:
        read_card_size(value)
    assert str(refusal.value) == (
        'write a size with its unit (mm, cm, in, pt), such as "44x68mm", '
        f"not {str(value)!r}; or write one of {', '.join(CARD_SIZES)}"
    )


def test_a_die_has_six_different_faces():
    assert CUBE.numbers == (1, 2, 3, 4, 5, 6)
    assert CUBE.count == 1
    with refused(r"^six different faces .* \[1, 2, 3, 3, 5, 6\];"):
        replace(CUBE, opposites=((1, 6), (2, 5), (3, 3)))


def test_a_hexagon_is_wider_across_its_corners_than_across_its_flats():
    assert COMB.face_size == pytest.approx((34.641016, 40))
    assert COMB.count == 1


@pytest.mark.parametrize(
    ("pawn", "same"),
    [
        (Pawn(id="tin", color="#000000", mark="ring"), "id 'tin'"),
        (Pawn(id="iron", color="#aaaaaa", mark="ring"), "color '#aaaaaa'"),
        (Pawn(id="iron", color="#000000", mark="disc"), "mark 'disc'"),
    ],
)
def test_pawns_differ_in_name_in_colour_and_in_mark(pawn, same):
    assert SPOONS.count == 2
    with refused(f"^two pawns have the same {same}; give each its own$"):
        replace(SPOONS, pawns=(*SPOONS.pawns, pawn))


def test_the_faces_of_a_pawn_meet_over_its_base():
    assert replace(SPOONS, base=59.9).base == 59.9
    with refused(r"^a base of 60 mm is too deep for faces of 30 mm to meet"):
        replace(SPOONS, base=60.0)


def test_a_number_of_players_is_written_as_a_range_unless_it_is_one_number():
    assert str(Players(least=2, most=6)) == "2-6"
    assert str(Players(least=2, most=2)) == "2"


def test_the_least_number_of_players_is_not_more_than_the_most():
    with refused(r"^least \(4\) is more than most \(3\)$"):
        Players(least=4, most=3)


def test_only_a_claim_that_is_stated_needs_a_source():
    claim = Claim(says="Two", check=Comparison("2 == 2"), status="derived")
    assert replace(claim, status="stated", source="book").source == "book"
    with refused(r"^is stated, so it needs a source$"):
        replace(claim, status="stated")


def test_a_dispute_follows_one_of_its_readings():
    assert replace(BEGINNING, follows="book").follows == "book"
    with refused(r"^follows 'diary', which .* are of: book, letter$"):
        replace(BEGINNING, follows="diary")


def test_a_rule_set_needs_a_component_once():
    twice = STACK.needs * 2
    with refused(r"^names 'jars' twice; write it once with the whole"):
        replace(STACK, needs=twice)


def test_a_tracker_is_of_pieces_with_two_sides():
    tags = Deck(kind="deck", name="Tags", cards=(Card(front=5),))
    shelf = replace(SHELF, of="tags")
    with refused(r"^components\.shelf\.of: the pieces of 'tags' have one"):
        Game(id="g", name="G", summary="G.", components={"tags": tags, "shelf": shelf})


@pytest.mark.parametrize("model", [Tiles, Deck, Hexagon, Die])
def test_the_usual_colours_are_colours(model):
    usual = {name: field.default for name, field in model.model_fields.items()}
    for name in {"ground", "ink"} & usual.keys():
        assert parse_color(usual[name]) == usual[name]
    assert parse_color(CARDS.series[0].ink) == CARDS.series[0].ink


def test_a_rule_set_knows_which_of_its_facts_are_disputed():
    derived = Derived(status="derived", says="Six.", derivation="3 x 2 = 6")
    assert rule_set("Stack", derived, BEGINNING).disputes == (BEGINNING,)


def test_only_tiles_and_decks_have_pairs():
    game = larder()
    assert game.components["jars"].pairs == JARS.pairs
    assert game.components["deck"].pairs == CARDS.pairs
    assert game.components["cube"].pairs == game.components["shelf"].pairs == ()


def test_no_fact_is_lost_when_a_rule_set_has_the_name_of_its_game():
    game = larder(facts=(fact("Old."),), rule_sets={"larder": rule_set("Larder", fact("Fun."))})
    assert [(about, known.says) for about, known in game.all_facts()] == [
        ("Larder", "Old."),
        ("Jars", "Six jars."),
        ("Larder", "Fun."),
    ]


@pytest.mark.parametrize(
    "part",
    [
        *(JARS, CARDS, CUBE, COMB, SHELF, SPOONS, SPOONS.pawns[0], CARDS.series[0]),
        *(Card(front=1), Players(least=1, most=2), STACK, STACK.needs[0], BEGINNING),
        *(BEGINNING.readings[0], fact("Old."), larder()),
        Claim(says="Two", check=Comparison("2 == 2"), status="derived"),
        Derived(status="derived", says="Six.", derivation="3 x 2 = 6"),
        Reconstructed(status="reconstructed", says="The lids.", because="No source has any."),
        OpenQuestion(question="Who?", known="Nothing."),
        Source(kind="rules", title="The Book of Jars"),
    ],
    ids=lambda part: type(part).__name__,
)
def test_what_is_made_does_not_change(part):
    with pytest.raises(ValidationError, match="Instance is frozen"):
        setattr(part, next(iter(type(part).model_fields)), None)


@pytest.mark.parametrize(
    ("text", "paper"),
    [
        ("a4", Paper("a4", Size(210, 297))),
        (" A3 ", Paper("a3", Size(297, 420))),
        ("A5", Paper("a5", Size(148, 210))),
        ("letter", Paper("letter", Size(215.9, 279.4))),
        ("legal", Paper("legal", Size(215.9, 355.6))),
        ("B4", Paper("b4", Size(250, 353))),
        ("ledger", Paper("ledger", Size(279.4, 431.8))),
        ("arch-e", Paper("arch-e", Size(914.4, 1219.2))),
        ("tabloid", Paper("tabloid", Size(279.4, 431.8))),
        ("200x300mm", Paper("200x300mm", Size(200, 300))),
        ("300x200mm", Paper("200x300mm", Size(200, 300))),
        ("20 x 30.5 cm", Paper("200x305mm", Size(200, 305))),
    ],
)
def test_paper_is_named_or_measured_and_stands_upright(text, paper):
    assert paper_of("--paper", text) == paper


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (
            "a9",
            f"--paper: 'a9' is not known; write one of {', '.join(PAPERS)} "
            'or a size such as "210x297mm"',
        ),
        (
            "210x297",
            "--paper: write a size with its unit (mm, cm, in, pt), not '210x297'; write one of "
            f'{", ".join(PAPERS)} or a size such as "210x297mm"',
        ),
        (
            "0x297mm",
            "--paper: a size is more than 0 mm each way, not 0x297mm; write one of "
            f'{", ".join(PAPERS)} or a size such as "210x297mm"',
        ),
    ],
)
def test_paper_that_is_not_known_is_a_wrong_option(text, fault):
    with pytest.raises(UsageError) as refusal:
        paper_of("--paper", text)
    assert str(refusal.value) == fault


@pytest.mark.parametrize("series", ["a", "b"])
def test_each_iso_size_is_the_one_before_cut_in_two_and_rounded_down(series):
    sizes = [PAPERS[f"{series}{number}"] for number in range(7)]
    for larger, smaller in itertools.pairwise(sizes):
        assert smaller == (larger.height // 2, larger.width)
    area = sizes[0].width * sizes[0].height / 1e6
    assert area == pytest.approx(1 if series == "a" else 2**0.5, rel=1e-3)


def test_architectural_sizes_are_multiples_of_9_by_12_inches():
    sizes = [PAPERS[f"arch-{letter}"] for letter in "abcde"]
    for larger, smaller in itertools.pairwise(reversed(sizes)):
        assert larger.width == pytest.approx(smaller.height)
        assert larger.height == pytest.approx(2 * smaller.width)
    assert sizes[0] == pytest.approx((9 * 25.4, 12 * 25.4))


def test_every_named_paper_stands_upright():
    assert all(size.width <= size.height for size in PAPERS.values())
