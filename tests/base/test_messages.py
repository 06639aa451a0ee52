"""Messages: a key with values, worded where somebody reads it."""

import pickle
import re
from string import Formatter

import pytest

from pnp.base.errors import UsageError
from pnp.base.messages import (
    Location,
    Message,
    as_message,
    in_address,
    messages_in,
    sentences,
    within,
    worded,
)
from pnp.base.own_folders import PACKAGE
from pnp.base.units import parse_length

PUT_TOGETHER = {  # keys that are made of parts
    "near_art",
    "near_text",
    "frame_ends_at_cut",
    "frames_end_at_cut",
    "larger_than_slots",
    "larger_than_round_slots",
    "centred_in_slots",
    "centred_in_round_slots",
    "no_ruler",
    "no_label",
    "no_ruler_label",
    "did_you_mean",
}


def fields(sentence):
    return {name for _, name, _, _ in Formatter().parse(sentence) if name is not None}


def in_german(message):
    return worded(message.key, message.values, "de", lambda option: option.upper())


@pytest.mark.parametrize("lang", ["de", "nl", "fr"])
def test_each_language_of_pages_has_the_sentences_and_no_values_of_its_own(lang):
    english, others = sentences("en")["sentences"], sentences(lang)["sentences"]
    assert others.keys() == english.keys()
    for key, sentence in others.items():
        strange = fields(sentence) - fields(english[key])
        assert {name for name in strange if not name.startswith("--")} == set(), key


def test_no_sentence_is_written_twice():
    tables = sentences("en")
    assert tables["sentences"].keys() & tables["commands"].keys() == set()
    assert tables["pages"].keys() <= tables["sentences"].keys()


def test_every_message_in_the_code_has_a_sentence_and_every_sentence_is_used():
    text = "\n".join(file.read_text("utf-8") for file in PACKAGE.rglob("*.py"))
    known = {key for table in ("sentences", "commands") for key in sentences("en")[table]}
    assert set(re.findall(r'Message\(\s*"(\w+)"', text)) - known == set()
    assert {key for key in known if f'"{key}"' not in text} <= PUT_TOGETHER


def test_a_message_is_an_english_sentence_with_its_place_key_and_values():
    message = Message("number", "--copies", least=1, most=9, given="x")
    assert message == "--copies: write a number from 1 to 9, not x"
    assert (message.key, message.at, message.values["most"]) == ("number", ("--copies",), 9)
    assert message.data() == {
        "key": "number",
        "at": ["--copies"],
        "values": {"least": 1, "most": 9, "given": "x"},
        "text": message,
    }


def test_options_are_named_as_where_they_are_told():
    message = Message("not_on_shared", "--gap", option="gap")
    assert message == "--gap: means nothing on shared sheets; leave out --gang or --gap"
    (address,) = in_address([message, message], {"--gap": "gap"})
    assert address == "gap: means nothing on shared sheets; leave out gang or gap"
    assert "zu „FORMAT“ dazu" in in_german(Message("for_sheets", "--cutter"))


def test_a_message_may_be_part_of_another_and_is_worded_with_it():
    with pytest.raises(UsageError) as error:
        parse_length("5")
    message = Message("made_without", option="gap", why=error.value.faults[0])
    assert message.startswith("made without --gap: write a length with its unit")
    assert in_german(message).startswith("Ohne „GAP“ gemacht: Schreibt eine Länge")


def test_what_may_have_been_meant_is_added():
    message = Message("choice", written="scisors", known="scissors", close="scissors")
    assert message == "'scisors' is not known; write one of scissors; did you mean 'scissors'?"
    assert in_german(message).endswith("Meint ihr scissors?")


def test_what_may_have_been_meant_stands_where_a_sentence_asks_for_it():
    message = Message("unknown_key", written="x", known="size, name", close="size")
    assert message == "is not a key that is known here; did you mean 'size'? (known: size, name)"
    assert in_german(message) == "Ist hier kein Schlüssel. Meint ihr size? Bekannt: size, name."


def test_a_value_is_short_in_every_language():
    message = Message("whole_number_wanted", written=500 * "x")
    assert max(len(message), len(in_german(message))) < 130


def test_choices_are_data_and_are_told_with_commas():
    message = Message("choice", "cut", written="x", known=("scissors", "trimmer"), close="")
    assert message == "cut: 'x' is not known; write one of scissors, trimmer"
    assert message.data()["values"]["known"] == ["scissors", "trimmer"]


def test_a_message_knows_its_file_its_line_and_its_keys_wherever_it_goes():
    row = Location(file="soup/cards.csv", line=7, noun="row")
    (fault,) = within(Location(keys="components.cards"), within(row, ["is empty"]))
    assert fault == "components.cards: soup/cards.csv: row 7: is empty"
    keys, where = pickle.loads(pickle.dumps(fault)).locations
    assert (keys.keys, where.file, where.line, where.noun) == (
        "components.cards",
        "soup/cards.csv",
        7,
        "row",
    )
    assert where.short == "cards.csv, row 7"


def test_a_message_is_the_same_in_any_language_but_for_the_names_of_its_places():
    def fault(lang, column):
        frame = Location(f"front.frames[1], text {{{column}}}", keys="front.frames[1]")
        about = Message("component_in", game="soup", component="cards", lang=lang)
        return Message("too_high", (about, frame), mm="2", pt="8", room="3")

    german, dutch = fault("de", "title_de"), fault("nl", "title_nl")
    assert german != dutch
    assert german.in_any_language() == dutch.in_any_language()
    assert as_message("a line").in_any_language() == "a line"


def test_messages_stay_messages_in_errors_behind_places_and_in_other_processes():
    error = UsageError(Message("lid_tray", "--lid"), "one line\nand another")
    assert str(error) == "--lid: is of a tray; add --tray\none line\nand another"
    assert error.faults == ("--lid: is of a tray; add --tray", "one line", "and another")
    moved = within("turno", pickle.loads(pickle.dumps(error)).faults)
    assert moved[0] == "turno: --lid: is of a tray; add --tray"
    (message,) = messages_in({"games": [{"notes": moved}, {"notes": list(moved)}]})
    assert (message.at, message.key) == (("turno", "--lid"), "lid_tray")
