"""What is printed of a stranger's texts."""

import json

import pytest

from pnp.base.text import control_character_fault, escaped, name_notes, seen, visible
from pnp.base.units import quoted
from pnp.definitions import load_game
from pnp.make.command.console import print_error, print_json, say, say_text, table

ACTING = (
    "\x00",
    "\x07",
    "\x1b[2J",
    "\x7f",
    "\x9b31m",
    "\u2028",
    "\u202egnp.exe",
    "\u2066",
    "\udc9b",
)
OWN = """name = "Market"
summary = "Fish."
[components.goods]
kind = "cards"
name = "Goods"
rows = "goods.csv"
front = { frames = [{ kind = "text", text = "{title}", area = "40x40mm" }] }
[components.more]
kind = "counters"
name = "G\u043e\u043eds"
diameter = "18mm"
series = [{ id = "red", color = "#c23b22", mark = "disc", copies = 1 }]
"""
HARMLESS = ("Zwölf Züge", "日本", "😀", "a\u200bb", "שלום", "\\x1b", "%s", "[bold]")


@pytest.mark.parametrize("text", HARMLESS)
def test_texts_of_every_language_stay_as_they_are(text):
    assert escaped(text) == seen(text) == text


@pytest.mark.parametrize("text", ACTING)
def test_what_acts_on_a_terminal_is_written_out(text):
    told = seen(f"a{text}b")
    assert told.isprintable()
    assert told == escaped(f"a{text}b") == "a" + repr(text)[1:-1] + "b"


def test_a_name_stays_one_line():
    assert seen("a\rb\nerror: c\td") == r"a\rb\nerror: c\td"
    assert escaped("a\rb\nc\td") == "a\\rb\nc\td"


@pytest.mark.parametrize("text", ACTING)
def test_nothing_printed_acts_on_a_terminal(text, capsys):
    say(f"larder: {text}")
    say(f"larder: {text}", err=True)
    say_text(f"two\nlines {text}")
    print_error(f"two\nfaults {text}")
    print_json({text: [text]})
    told = capsys.readouterr()
    assert all(line.isprintable() for line in (told.out + told.err).split("\n"))
    assert [line.partition(" ")[0] for line in told.err.splitlines()] == [
        "larder:",
        *["error:"] * 2,
    ]


def test_json_has_every_text_whole(capsys):
    texts = [*ACTING, *HARMLESS]
    print_json(texts)
    assert json.loads(capsys.readouterr().out) == texts


def test_tables_hold_no_markup_and_no_control_characters(capsys):
    from pnp.make.command.console import console, heading, lines

    out = console()
    heading(out, "a\x1b[2J\nb")
    table(out, ("c",), [("[link=https://example.org]d[/link]\n\x9b31m",)])
    lines(out, ["e\u202ef"])
    told = capsys.readouterr().out
    assert all(line.isprintable() for line in told.split("\n"))
    assert [line.strip() for line in told.splitlines()] == [
        r"a\x1b[2J\nb",
        "c",
        r"[link=https://example.org]d[/link]\n\x9b31m",
        "",
        r"e\u202ef",
    ]


# Names with unseen characters or marks that their scripts and emoji need.
HONEST = (
    *("שָׁלוֹם \u200eC++", "בְּרֵאשִׁ֖ית", "مُحَمَّدٌ", "می\u200cخواهم"),  # noqa: RUF001
    *("क्\u200dष", "നന്\u200dമ", "รู้\u200bจัก", "བརྒྱུད", "葛\U000e0100飾"),
    *("Đường đến Huế", "Tie\u0302\u0301ng Vie\u0323\u0302t", "Donau\u00addampfer", "Ёлка"),
    *(
        "\U0001f468\u200d\U0001f469\u200d\U0001f467",
        "\u2764\ufe0f\u200d\U0001f525",
        "1\ufe0f\u20e3",
    ),
    "\U0001f3f4\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f",
)


@pytest.mark.parametrize("name", HONEST)
def test_nothing_is_said_of_honest_names_in_any_script(name):
    assert control_character_fault(name) is None
    assert visible(name).strip()
    assert list(name_notes([("game", name), ("cards", name), ("other", f"{name} 2")])) == []


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("Larder\U000e0041\U000e0042", "has an invisible character (U+E0041); take it out"),
        ("\U0001f3f4\U000e0067", "has an invisible character (U+E0067); take it out"),
        (
            "a" + "\u0301" * 6,
            "has a letter with more than 5 marks above or below it; take them out",
        ),
        ("a" + "\u0301\u200d" * 6, "has a letter with more than 5 marks above or below it"),
    ],
)
def test_a_text_that_nobody_can_read_has_a_fault(text, fault):
    assert control_character_fault(text).startswith(fault)


@pytest.mark.parametrize(
    "twin", ["L\u0430rder", "L\u03b1rder", "La\u200brder", "Larder\u00ad", "\uff2carder"]
)
def test_a_name_that_looks_like_another_is_told(twin):
    notes = list(name_notes([("shelf", "Larder"), ("jars", twin)]))
    assert notes[0] == f"jars: the name {twin!a} looks like that of shelf, 'Larder'"


@pytest.mark.parametrize("sign", ["\u200e", "\u200f", "\u061c", "\u200d", "\u200c"])
def test_an_unseen_character_that_no_script_needs_is_told(sign):
    told = (
        f"shelf: the name {quoted(f'Lar{sign}der')} has the invisible character U+{ord(sign):04X}"
    )
    assert list(name_notes([("shelf", f"Lar{sign}der")])) == [told]


def test_names_of_components_and_cards_that_look_alike_are_noted(own):
    own.write("goods.csv", "title\nHerring\nH\u0435rring\n")
    own.write("game.toml", OWN)
    notes = load_game(own.folder / "game.toml").notes
    assert [note for note in notes if "looks like" in note] == [
        "goods: goods.csv, line 3: the name 'H\\u0435rring' looks like that of goods.csv, line 2, "
        "'Herring'",
        "more: the name 'G\\u043e\\u043eds' looks like that of goods, 'Goods'",
    ]
