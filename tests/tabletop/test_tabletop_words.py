"""Words on cards of Tabletop Simulator, by which its search finds them."""

import json

import pytest
from helpers.requirements import needs_cairo

pytestmark = needs_cairo
TITLE = 'kind = "text", text = "**{title}**", at = "6x6mm", area = "37x9mm"'
TEXT = 'kind = "text", text = "{text}", at = "6x50mm", area = "50x30mm"'
COST = 'kind = "text", text = "Cost {cost}", at = "44x6mm", area = "14x6mm", when = "cost"'
ROWS = """title,cost,text,title_de,text_de
Flood,2,"Draw **one** card. :star: counts [double].

*At 12:30* take 2 \\* 3.",Flut,"Zieh **eine** Karte."
Rain,,,Regen,
"""


def cards(made):
    """Return name and description of the cards of a deck."""
    (file,) = (made.folder / "tts").glob("*.json")
    (deck,) = json.loads(file.read_text(encoding="utf-8"))["ObjectStates"]
    return [(one["Nickname"], one["Description"]) for one in deck["ContainedObjects"]]


def test_a_card_has_its_title_as_name_and_its_texts_without_markup(own):
    made = own.deck(TEXT, COST, TITLE, rows=ROWS).build(formats=("tts",))
    assert cards(made) == [
        (
            "Flood",
            "Cost 2\nDraw one card. star counts (double).\n\nAt 12:30 take 2 * 3.\nRiver · Events",
        ),
        ("Rain", "River · Events"),
    ]


def test_names_and_texts_are_in_the_language_that_is_built(own):
    made = own.deck(TEXT, TITLE, rows=ROWS).build(formats=("tts",), lang="de")
    assert cards(made)[0] == ("Flut", "Zieh eine Karte.\nRiver · Events")


@pytest.mark.parametrize(
    ("rows", "name"),
    [
        ("name,cost\nStorm,3\nSun,4\n", "Storm"),
        ("what,cost\nStorm,3\nSun,4\n", "Cost 3"),
        ("id,cost\nstorm,\nsun,4\n", "Events: storm"),
    ],
)
def test_a_card_without_title_is_called_by_what_names_it(own, rows, name):
    assert cards(own.deck(COST, rows=rows).build(formats=("tts",)))[0][0] == name


def test_a_back_counts_where_it_differs_from_card_to_card(own):
    own.deck(TITLE, rows="title,other\nFlood,Ebb\nRain,Sun\n")
    file = own.folder / "game.toml"
    back = "".join(
        f'\n[[components.events.back.frames]]\nkind = "text"\ntext = "{text}"\nat = "6x6mm"\n'
        'area = "37x9mm"\n'
        for text in ("{other}", "The River")
    )
    file.write_text(file.read_text() + back)
    assert cards(own.build(formats=("tts",)))[0][1] == "Ebb\nRiver · Events"
