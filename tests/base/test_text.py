"""What is printed of a stranger's texts."""

import json

import pytest

from pnp.base.text import escaped, seen
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
