"""What every rule rests on."""

import pytest
from helpers.sample_rulebook import GAME

from pnp.audit import evidence_faults, rule_evidence
from pnp.base.errors import DefinitionError
from pnp.definitions import built_in_games, find_game, load_game

EVIDENCE = """
[evidence.pond-book]
source = "book"
kind = "rules text"
start = "-0499"
end = "1901"
place = "A pond"
coordinates = "51.21, 3.22"
shows = "How frogs hop."
confidence = 70
"""


@pytest.fixture
def game(tmp_path):
    def write(text):
        folder = tmp_path / "pond"
        folder.mkdir(exist_ok=True)
        (folder / "game.toml").write_text(text, encoding="utf-8")
        return load_game(folder / "game.toml").game

    return write


def described(text=GAME):
    return text.replace("[rule_sets.hop]\n", '[rule_sets.hop]\nkind = "described"\n')


def test_a_rule_rests_on_the_evidence_of_its_sources(game):
    pond = game(described() + EVIDENCE)
    assert evidence_faults(pond) == ()
    assert [(one.fact.status, one.evidence) for one in rule_evidence(pond)] == [
        ("stated", ("pond-book",)),
        ("derived", ()),
        ("disputed", ("pond-book",)),
        ("reconstructed", ()),
    ]


def test_a_rule_without_evidence_is_named_and_what_is_missing(game):
    faults = evidence_faults(game(described()))
    assert len(faults) == 2
    assert faults[0] == ("rule_sets.hop: 'One hops.' has no evidence; write [evidence.ID] for book")


def test_a_rule_set_says_how_its_rules_came_down_to_us(game):
    faults = evidence_faults(game(GAME + EVIDENCE))
    assert faults == ("rule_sets.hop.kind: is missing; write how its rules came down to us",)


def test_evidence_about_one_rule_set_does_not_stand_for_another(game):
    other = EVIDENCE.replace("pond-book", "another-book")
    named = 'kind = "described"\nevidence = ["pond-book"]\n'
    pond = game(described().replace('kind = "described"\n', named) + EVIDENCE + other)
    assert {one.evidence for one in rule_evidence(pond)} == {("pond-book",), ()}


@pytest.mark.parametrize(
    ("changed", "fault"),
    [
        (('"book"\nkind = "rules text"', '"book"\nkind = "hearsay"'), "kind"),
        (('"-0499"', '"500 BC"'), "write a date as far as it is known"),
        (("51.21, 3.22", "151.21, 3.22"), "write latitude and longitude in degrees"),
        (("51.21, 3.22", "Bruges"), "write latitude and longitude in degrees"),
        (("confidence = 70", "confidence = 101"), "confidence"),
        (('source = "book"\nkind', 'source = "shelf"\nkind'), "there is no source 'shelf'"),
        (('start = "-0499"', 'start = "1902"'), r"start \(1902\) is after end \(1901\)"),
        (('end = "1901"', 'end = "-0500"'), r"start \(-0499\) is after end \(-0500\)"),
    ],
)
def test_evidence_that_means_nothing_is_reported(game, changed, fault):
    with pytest.raises(DefinitionError, match=fault):
        game(described() + EVIDENCE.replace(*changed))


@pytest.mark.parametrize("end", ["1901", "1901-02", "1901-02-03"])
def test_dates_that_are_known_less_far_are_in_order_if_they_may_be(game, end):
    text = EVIDENCE.replace('"-0499"', '"1901-02"').replace('"1901"', f'"{end}"')
    assert game(described() + text).evidence["pond-book"].end == end


@pytest.mark.parametrize(
    ("written", "fault"),
    [
        ('rights_uri = "MIT"', "rights_uri: write an address"),
        ('rights_uri = "https://a b"', "rights_uri: write an address"),
        ('edition_date = "soon"', "edition_date: write a date"),
        ('earliest = "1902"\nlatest = "1901-05"', r"earliest \(1902\) is after latest \(1901-05\)"),
    ],
)
def test_an_edition_that_means_nothing_is_reported(game, written, fault):
    with pytest.raises(DefinitionError, match=fault):
        game(described().replace('name = "Pond"', f'name = "Pond"\n{written}') + EVIDENCE)


def test_evidence_that_is_not_there_cannot_be_named(game):
    text = described().replace('kind = "described"\n', 'kind = "described"\nevidence = ["myth"]\n')
    with pytest.raises(DefinitionError, match="there is no evidence 'myth'; there is: pond-book"):
        game(text + EVIDENCE)


@pytest.mark.parametrize("name", built_in_games())
def test_every_rule_of_the_built_in_games_rests_on_evidence(name):
    assert evidence_faults(load_game(find_game(name)).game) == ()


def test_no_rule_of_the_old_games_rests_on_the_rules_of_the_new_one():
    game = load_game(find_game("turno")).game
    for one in rule_evidence(game):
        new = one.rule_set.startswith("turnooi")
        assert new or "horn-2023-turnooi" not in one.evidence
        assert not new or set(one.evidence) <= {"horn-2023-turnooi"}
