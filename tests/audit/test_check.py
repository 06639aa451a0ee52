"""Needs and claims held against the box, and what is told of those that fall short."""

import json
from shutil import copytree

import pytest
from helpers.models import replace

from pnp.audit import check_game
from pnp.base.expressions import Comparison
from pnp.base.geometry import Size
from pnp.components.die import Die
from pnp.components.tiles import Tiles
from pnp.definitions import find_game, load_game
from pnp.game.evidence import Disputed, Reading, Stated
from pnp.game.game import Game
from pnp.game.rules import Claim, Need, Players, RuleSet

READINGS = (Reading(source="book", says="One."), Reading(source="letter", says="Two."))


def dispute(question):
    return Disputed(
        status="disputed", question=question, readings=READINGS, follows="letter", because="Older."
    )


def claim(check, status="derived", source="book"):
    return Claim(says=check.title(), check=Comparison(check), status=status, source=source)


STACK = RuleSet(
    name="Stack",
    summary="Stack them.",
    players=Players(least=2, most=5),
    needs=(
        Need(component="jam-jars", count=6, source="book"),
        Need(component="cube", count=1, source="letter"),
    ),
    numbers={"piles": 2},
    claims=(claim("piles * 3 == jam_jars"), claim("players_least < players_most <= 5")),
    facts=(dispute("Who begins?"), Stated(status="stated", says="Fun.", sources=("book",))),
)
LARDER = Game(
    id="larder",
    name="Larder",
    summary="A box of jars.",
    components={
        "jam-jars": Tiles(
            kind="tiles",
            name="Jars",
            size=Size(20, 31),
            fronts=(1, 2, 3),
            backs=(0, 1),
            facts=(dispute("Glass?"),),
        ),
        "cube": Die(kind="die", name="Cube", edge=12.0, opposites=((1, 6), (2, 5), (3, 4))),
    },
    numbers={"shelves": 3},
    claims=(claim("2 * shelves == jam_jars", status="reconstructed", source=None),),
    facts=(Stated(status="stated", says="Old.", sources=("book",)), dispute("How old?")),
    rule_sets={"stack": STACK, "tower": replace(STACK, name="Tower", facts=())},
)


def with_stack(**changes):
    return replace(LARDER, rule_sets=LARDER.rule_sets | {"stack": replace(STACK, **changes)})


def test_a_box_that_holds_what_is_needed_and_claimed_has_no_faults():
    report = check_game(LARDER)
    assert report.ok
    assert list(report.faults()) == []
    assert [(r.id, r.name, r.ok) for r in report.rule_sets] == [
        ("stack", "Stack", True),
        ("tower", "Tower", True),
    ]


@pytest.mark.parametrize(
    ("count", "ok", "missing"), [(1, True, 0), (6, True, 0), (7, False, 1), (16, False, 10)]
)
def test_a_need_is_met_by_as_many_pieces_or_more(count, ok, missing):
    needs = (Need(component="jam-jars", count=count, source="book"),)
    report = check_game(with_stack(needs=needs))
    (need,) = report.rule_sets[0].needs
    assert (need.required, need.available, need.source) == (count, 6, "book")
    assert (need.ok, need.missing) == (ok, missing)
    assert report.ok is report.rule_sets[0].ok is ok
    assert report.rule_sets[1].ok


def test_what_is_missing_is_reported_with_who_needs_it_and_how_many():
    report = check_game(with_stack(needs=(Need(component="cube", count=3, source="book"),)))
    assert list(report.faults()) == [
        "larder/stack: needs 3 cube, the box has 1: 2 missing",
    ]


def test_a_wrong_claim_is_reported_with_its_arithmetic():
    report = check_game(with_stack(claims=(claim("piles * 4 == jam_jars"),)))
    assert not report.ok
    assert [rule_set.ok for rule_set in report.rule_sets] == [False, True]
    assert list(report.faults()) == [
        "larder/stack: claim 'Piles * 4 == Jam_Jars': 2 x 4 = 8, which is not 6 jam_jars"
    ]


def test_a_wrong_claim_of_the_box_breaks_the_game_and_no_rule_set():
    report = check_game(replace(LARDER, claims=(claim("shelves == 4"),)))
    assert not report.ok
    assert all(rule_set.ok for rule_set in report.rule_sets)
    assert list(report.faults()) == ["larder: claim 'Shelves == 4': 3, which is not 4"]


@pytest.mark.parametrize(
    ("changes", "verdict"),
    [
        ({}, "2 of 2 rule sets check out"),
        ({"rule_sets": {}}, "no rule sets to check"),
        (
            {"rule_sets": {"stack": STACK, "wrong": replace(STACK, claims=(claim("1 == 2"),))}},
            "1 of 2 rule sets check out",
        ),
        (
            {"claims": (claim("shelves == 4"),)},
            "2 of 2 rule sets check out, but the box is not what it is claimed to be",
        ),
    ],
)
def test_a_verdict_counts_the_rule_sets_and_tells_of_the_box(changes, verdict):
    assert check_game(replace(LARDER, **changes)).verdict == verdict


def test_a_claim_that_cannot_be_worked_out_is_reported_with_the_reason():
    report = check_game(with_stack(claims=(claim("jam_jars.lids == 6"),)))
    (fault,) = report.faults()
    assert fault.startswith(
        "larder/stack: claim 'Jam_Jars.Lids == 6': jam_jars has no figure 'lids'; its figures: "
    )


def test_the_box_knows_nothing_of_the_numbers_of_a_rule_set():
    report = check_game(replace(LARDER, claims=(claim("piles == 2"), claim("players_most == 5"))))
    assert [outcome.ok for outcome in report.claims] == [False, False]


def test_a_rule_set_knows_the_numbers_of_the_box_and_no_other_rule_set():
    own = replace(STACK, numbers={}, claims=(claim("shelves == 3"), claim("piles == 2")))
    report = check_game(replace(LARDER, rule_sets=LARDER.rule_sets | {"own": own}))
    assert [outcome.ok for outcome in report.rule_sets[2].claims] == [True, False]


@pytest.mark.parametrize(
    ("check", "shown"),
    [
        ("needs.jam_jars == 6", "6 (needs.jam_jars) = 6"),
        ("needs.cube < players_most", "1 (needs.cube) < 5"),
        ("needs == 7", "7 needs = 7"),
    ],
)
def test_a_claim_may_speak_of_what_its_rule_set_needs(check, shown):
    (outcome,) = check_game(with_stack(claims=(claim(check),))).rule_sets[0].claims
    assert (outcome.ok, outcome.arithmetic) == (True, shown)


def test_all_faults_are_reported_the_box_first_and_needs_before_claims():
    game = replace(
        with_stack(
            needs=(Need(component="cube", count=2, source="book"),), claims=(claim("piles == 3"),)
        ),
        claims=(claim("shelves == 4"),),
    )
    assert [fault.split(":")[0] for fault in check_game(game).faults()] == [
        "larder",
        "larder/stack",
        "larder/stack",
    ]
    assert [": needs" in fault for fault in check_game(game).faults()] == [False, True, False]


def test_disputes_are_told_of_the_game_its_components_and_its_rule_sets():
    report = check_game(LARDER)
    assert [disputed.question for disputed in report.disputes] == ["How old?", "Glass?"]
    assert [[d.question for d in r.disputes] for r in report.rule_sets] == [["Who begins?"], []]


def test_a_report_is_data_that_json_can_hold():
    report = check_game(with_stack(needs=(Need(component="jam-jars", count=8, source="letter"),)))
    data = report.as_data()
    assert json.loads(json.dumps(data)) == {
        "id": "larder",
        "ok": False,
        "claims": [
            {
                "text": "2 * Shelves == Jam_Jars",
                "ok": True,
                "arithmetic": "2 x 3 = 6 jam_jars",
                "status": "reconstructed",
                "source": None,
            }
        ],
        "disputes": [disputed("How old?"), disputed("Glass?")],
        "rule_sets": [
            {
                "id": "larder/stack",
                "ok": False,
                "needs": [
                    {
                        "component": "jam-jars",
                        "required": 8,
                        "available": 6,
                        "ok": False,
                        "source": "letter",
                    }
                ],
                "claims": claims_of_stack(),
                "disputes": [disputed("Who begins?")],
                "setup": [],
                "played": [],
            },
            {
                "id": "larder/tower",
                "ok": True,
                "needs": [
                    {
                        "component": "jam-jars",
                        "required": 6,
                        "available": 6,
                        "ok": True,
                        "source": "book",
                    },
                    {
                        "component": "cube",
                        "required": 1,
                        "available": 1,
                        "ok": True,
                        "source": "letter",
                    },
                ],
                "claims": claims_of_stack(),
                "disputes": [],
                "setup": [],
                "played": [],
            },
        ],
    }


def disputed(question):
    return {
        "question": question,
        "readings": [
            {"source": "book", "says": "One.", "at": None, "followed": False},
            {"source": "letter", "says": "Two.", "at": None, "followed": True},
        ],
        "follows": "letter",
        "because": "Older.",
    }


def claims_of_stack():
    return [
        {
            "text": text,
            "ok": True,
            "arithmetic": arithmetic,
            "status": "derived",
            "source": "book",
        }
        for text, arithmetic in (
            ("Piles * 3 == Jam_Jars", "2 x 3 = 6 jam_jars"),
            ("Players_Least < Players_Most <= 5", "2 < 5 ≤ 5"),
        )
    ]


def test_one_tile_too_few_is_told_of_every_rule_set_that_breaks(tmp_path):
    file = tmp_path / "turno" / "game.toml"
    copytree(find_game("turno").parent, file.parent)
    tiles, backs = "[components.tiles]", 'backs = "1-6"\n'
    head, tail = file.read_text(encoding="utf-8").split(tiles)
    file.write_text(
        head + tiles + tail.replace(backs, f'{backs}without = ["6-6"]\n', 1), encoding="utf-8"
    )
    report = check_game(load_game(file).game)
    assert not any(rule_set.ok for rule_set in report.rule_sets)
    faults = list(report.faults())
    for name in ("loop", "lottery", "domino", "checkers", "turnooi", "turnooi-9x6"):
        short = [fault for fault in faults if fault.startswith(f"turno/{name}: needs")]
        assert short == [f"turno/{name}: needs 36 tiles, the box has 35: 1 missing"]
    assert "turno: claim 'Six series of six tiles': 6 x 6 = 36, which is not 35 tiles" in faults
    assert (
        "turno/lottery: claim 'Six arms of six tiles are all the tiles': "
        "6 x 6 = 36, which is not 35 tiles" in faults
    )


def test_figures_are_counted_only_if_a_claim_asks_for_them(monkeypatch):
    game = load_game(find_game("turno")).game
    asked = []
    count = Tiles.claim_figures
    monkeypatch.setattr(Tiles, "claim_figures", lambda *of: asked.append(of) or count(*of))
    check_game(replace(game, claims=(), rule_sets={}))
    assert not asked
    check_game(replace(game, claims=(claim("tiles == 36"), claim("tiles.width > 0")), rule_sets={}))
    assert len(asked) == 1
