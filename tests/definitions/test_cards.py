"""Cards whose faces are laid out in the definition and filled from rows."""

import re
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

import pypdfium2
import pytest
from helpers.spreadsheets import workbook
from typer.testing import CliRunner

from pnp.audit import check_game
from pnp.base.errors import DefinitionError, UsageError
from pnp.cli import app
from pnp.definitions import load_game
from pnp.sheets.options import SheetOptions

QUOTES = 'a cell with a comma or a semicolon in it needs quotation marks: "Well, no"'
TITLE = 'kind = "text", text = "{title}", at = "5x5mm", area = "50x9mm"'
TEXT = 'kind = "text", text = "{text}", at = "5x20mm", area = "50x40mm"'
RIVER = "title,text,copies\nFlood,Water,3\nSun,Light,\n"


def cells(game, *columns):
    """What the rows of the deck say in some columns, and how many cards each is."""
    rows = game.components["events"].cards
    return [(*(row.cells[column] for column in columns), row.copies) for row in rows]


def spoken(made):
    """What each page of a made PDF says."""
    document = pypdfium2.PdfDocument(made)
    try:
        return [page.get_textpage().get_text_range() for page in document]
    finally:
        document.close()


@pytest.mark.parametrize(
    "rows",
    [
        RIVER,
        "\ufeff" + RIVER,
        RIVER.replace(",", ";"),
        "\ufeff" + RIVER.replace(",", ";").replace("\n", "\r\n"),
        RIVER.replace("title", " title ").replace("Flood", " Flood "),
        "\n,,\n" + RIVER.replace("Sun", "\n\nSun"),
    ],
)
def test_a_table_is_read_as_any_spreadsheet_saves_it(own, rows):
    game = own.deck(TITLE, rows=rows).load()
    assert cells(game, "title", "text") == [("Flood", "Water", 3), ("Sun", "Light", 1)]
    assert game.components["events"].count == 4


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_the_header_alone_says_what_is_between_cells_however_lines_end(own, end):
    rows = end.join(["title;text", "Sun;Light, air, wind, rain", ""])
    assert cells(own.deck(TITLE, rows=rows).load(), "text") == [("Light, air, wind, rain", 1)]


def test_a_row_says_where_it_stands_whatever_was_passed_over(own):
    rows = 'title,text\n\nFlood,"Water\nand mud"\n\nSun,\n'
    deck = own.deck(TITLE, rows=rows).load().components["events"]
    assert [row.place for row in deck.cards] == ["events.csv, line 3", "events.csv, line 6"]
    assert deck.cards[0].cells["text"] == "Water\nand mud"


def test_copies_of_nothing_leave_a_row_out_and_an_empty_cell_is_one(own):
    rows = "title,copies\nFlood,0\nSun,\nRain,12\nHail, 2 \n"
    deck = own.deck(TITLE, rows=rows).load().components["events"]
    assert [row.copies for row in deck.cards] == [0, 1, 12, 2]
    names = [(piece.name, piece.copies) for piece in own.pieces()]
    assert names == [("2", 1), ("3", 12), ("4", 2)]


def test_a_table_without_copies_makes_one_card_of_each_row(own):
    game = own.deck(TITLE, rows="title\nFlood\nSun\n").load()
    assert cells(game, "title") == [("Flood", 1), ("Sun", 1)]


def test_copies_are_no_column_of_their_own(own):
    (fault,) = own.deck(TITLE.replace("title", "copies"), rows=RIVER).faults()
    assert fault == (
        "game.toml: components.events: front.frames[1]: there is no column 'copies'; did you mean "
        "'card.copies'? "
        "(there are: title, text)"
    )


def test_all_faults_of_all_rows_are_reported_at_once_with_their_lines(own):
    rows = "title,copies\nFlood,x\nSun,-1\nRain,1.5\nHail,²\nMud,1,2\nSnow,1\n"
    assert own.deck(TITLE, rows=rows, more='corner = "3"').faults() == [
        f"events.csv: line 6: has 3 cells for 2 columns; {QUOTES}",
        "game.toml: components.events.corner: write a length with its unit (mm, cm, in, pt), "
        "such as \"5mm\", not '3'",
        "events.csv: line 2: copies: write a whole number, not 'x'",
        "events.csv: line 3: copies: write a whole number, not '-1'",
        "events.csv: line 4: copies: write a whole number, not '1.5'",
        "events.csv: line 5: copies: write a whole number, not '²'",
    ]


def test_a_kind_with_a_slip_is_asked_about(own):
    (fault,) = own.deck('kind = "txet", text = "{title}"', rows=RIVER).faults()
    assert fault == (
        "game.toml: components.events.front.frames[1]: kind 'txet' is not known; write "
        "one of text, image, pips, shape, icon, qr; did you mean 'text'?"
    )


def test_faults_of_frames_are_reported_by_face_number_and_key(own):
    bad = TITLE.replace('"50x9mm"', '"50x9"'), TEXT + ', size = "1pt"', 'kind = "poem"'
    icon = 'kind = "icon", icon = "disc", coulor = "#000000"'
    lines = own.deck(*bad, icon, rows=RIVER, more='back = { ground = "reddish" }').faults()
    assert [line.partition(": ")[2] for line in lines] == [
        "components.events.front.frames[1].area: write a size with its unit (mm, cm, in, pt), "
        "such as \"44x68mm\", not '50x9'",
        "components.events.front.frames[2]: type below 1.4 mm (4 pt) cannot be read; enlarge it",
        "components.events.front.frames[3]: kind 'poem' is not known; write one of text, "
        "image, pips, shape, icon, qr",
        "components.events.front.frames[4].coulor: is not a key that is known here; did you mean "
        "'color'? (known: name, at, area, below, turn, when, opacity, gradient, repeat, group, "
        "kind, icon, count, size, gap, color, align, vertical)",
        'components.events.back.ground: write a colour as "#rrggbb", such as '
        '"#c23b22", or by its name in CSS, such as "gold", not \'reddish\'',
    ]


@pytest.mark.parametrize(
    ("frame", "fault"),
    [
        (
            TITLE.replace("{title}", "{titel}"),
            "front.frames[1]: there is no column 'titel'; did you mean 'title'? "
            "(there are: title, text)",
        ),
        (
            TITLE + ', when = "cost > 3"',
            "front.frames[1]: there is no column 'cost' (there are: title, text)",
        ),
        (
            TITLE + ', color = "{ink}"',
            "front.frames[1]: there is no column 'ink' (there are: title, text)",
        ),
    ],
)
def test_a_missing_column_is_reported_with_the_existing_ones(own, frame, fault):
    assert own.deck(frame, rows=RIVER).faults() == [f"game.toml: components.events: {fault}"]


def test_all_missing_columns_are_reported_at_once(own):
    frames = TITLE.replace("{title}", "{a}{b}"), TEXT.replace("{text}", "{c}")
    faults = own.deck(*frames, rows=RIVER, ground="{d}").faults()
    assert [line.split("column ")[1][:3] for line in faults] == ["'d'", "'a'", "'b'", "'c'"]


def test_a_ground_takes_columns_too(own):
    (fault,) = own.deck(TITLE, rows=RIVER, ground="{suit}").faults()
    assert "front.ground: there is no column 'suit'" in fault


def test_a_file_that_is_not_there_is_one_fault(own):
    own.deck(TITLE, more='rows = "none.csv"')
    assert own.faults() == [
        "game.toml: components.events.rows: none.csv: cannot be read: No such file or directory"
    ]


@pytest.mark.parametrize("rows", ["", "title,copies\n", " , \n1,2\n"])
def test_a_table_without_rows_or_names_is_one_fault(own, rows):
    (fault,) = own.deck(TITLE, rows=rows).faults()
    assert fault.startswith("events.csv: ")


def test_a_cell_without_a_column_is_reported_and_not_lost(own):
    own.deck(TITLE, rows="title,,text\nFlood,,1\nSun,2,3\nRain,4,\n,5,\n")
    loaded = load_game(own.folder / "game.toml")
    assert loaded.game.components["events"].count == 3
    assert loaded.notes[0] == (
        "events.csv: cells in columns without a name are not read: '2' in line 3 and 2 more"
    )


def test_a_repeated_column_is_reported(own):
    assert own.deck(TITLE, rows="title,text,title\nFlood,1,Flut\n").faults() == [
        "events.csv: column 'title' occurs twice; the first line names the columns, each once"
    ]


def test_a_deck_of_no_cards_is_refused(own):
    assert own.deck(TITLE, rows="title,copies\nFlood,0\n").faults() == [
        "game.toml: components.events: leaves every card out; keep one, with 1 copy or more"
    ]


def test_more_cards_than_a_deck_has_are_refused(own):
    (fault,) = own.deck(TITLE, rows="title,copies\nFlood,99999999\n").faults()
    assert fault.endswith("has 99999999 cards; a deck has at most 100000")


def test_cards_may_be_written_in_the_definition_itself(own):
    own.deck(TITLE, more='cards = [{ title = "Flood", copies = 3 }, { title = 7, wet = true }]')
    game = own.load()
    assert cells(game, "title", "wet") == [("Flood", "", 3), ("7", "true", 1)]
    assert [row.place for row in game.components["events"].cards] == ["", ""]


def test_an_invalid_card_or_cell_is_reported_by_its_number(own):
    own.deck(TITLE, more='cards = [7, { title = ["A"] }, { title = "B", copies = "many" }]')
    assert own.faults() == [
        "game.toml: components.events.cards[1]: write a table of keys and values, not 7",
        "game.toml: components.events.cards[2].title: write text, a number, true or false, "
        "not ['A']",
        "game.toml: components.events.cards[3]: copies: write a whole number, not 'many'",
    ]


@pytest.mark.parametrize("cards", ["[]", '"Flood"', "[7]"])
def test_invalid_cards_are_reported_once(own, cards):
    (fault,) = own.deck('kind = "shape", fill = "#000000"', more=f"cards = {cards}").faults()
    assert fault.startswith("game.toml: components.events.cards")


def test_without_rows_there_is_one_card(own):
    (piece,) = own.deck('kind = "shape", fill = "#ff0000"').pieces()
    assert (piece.name, piece.copies) == ("1", 1)


def test_columns_of_whole_numbers_are_figures_of_every_card(own):
    rows = "title,cost,worth,2nd,copies\nFlood,2,1.5,1,3\nSun,-4,2,2,1\nRain,9,,3,0\n"
    assert own.deck(TITLE, rows=rows).load().components["events"].figures == {"cost": (-4, 2, 2, 2)}


def test_a_claim_asks_for_a_column(own):
    claims = """
[rule_sets.play]
name = "Play"
summary = "Play."
players = { least = 2, most = 4 }
needs = [{ component = "events", count = 4, source = "book" }]
claims = [{ says = "Twelve.", check = "sum(events.cost) == 12", status = "derived" }]
[sources.book]
kind = "rules"
title = "The Book"
"""
    own.deck(TITLE, rows="title,cost,copies\nFlood,3,3\nSun,3,1\n")
    file = own.folder / "game.toml"
    file.write_text(file.read_text() + claims)
    (claim,) = check_game(own.load()).rule_sets[0].claims
    assert (claim.ok, claim.arithmetic) == (True, "3 + 3 + 3 + 3 = 12")


@pytest.mark.parametrize(
    ("size", "shape", "mm"),
    [
        ("poker", "card", (63.5, 88.9)),
        ("2x3.5in", "card", (50.8, 88.9)),
        ("40mm", "round", (40, 40)),
        ("30mm", "hexagon", (30, 34.641016)),
        ("45x45mm", "round", (45, 45)),
    ],
)
def test_a_size_is_a_name_a_size_or_a_length(own, size, shape, mm):
    own.deck('kind = "shape", fill = "#000000"', size=size, more=f'shape = "{shape}"')
    assert own.load().components["events"].size == pytest.approx(mm, abs=1e-6)


@pytest.mark.parametrize(
    ("size", "keys", "fault"),
    [
        ("pokre", "", "or write one of mini-euro, poker, bridge"),
        ("40x50mm", 'shape = "round"', "a round piece has one size, its diameter"),
        ("40x50mm", 'shape = "hexagon"', "a hexagon has one size, from flat to flat"),
        (
            "20x20mm",
            'corner = "11mm"',
            'a corner of 11 mm is more than half of the card; write corner = "10mm" or less',
        ),
    ],
)
def test_an_impossible_size_is_reported(own, size, keys, fault):
    (line,) = own.deck('kind = "shape", fill = "#000000"', size=size, more=keys).faults()
    assert fault in line


@pytest.mark.parametrize(
    ("frame", "over"),
    [
        ('kind = "text", text = "A", at = "5x5mm", area = "58.5x9mm"', None),
        ('kind = "text", text = "A", at = "5x5mm", area = "58.6x9mm"', "0.1"),
        ('kind = "text", text = "A", at = "-2x5mm", area = "50x9mm"', "2.0"),
        ('kind = "text", text = "A", at = "5x80mm", area = "50x20mm"', "11.1"),
        ('kind = "text", text = "A", at = "0x70mm", area = "60x9mm", turn = 90', "15.6"),
        ('kind = "icon", icon = "star", at = "60x5mm", area = "9x9mm"', "5.5"),
        ('kind = "pips", number = "6", at = "60x5mm", area = "9x9mm"', "5.5"),
        ('kind = "shape", fill = "#000000", at = "-3x-3mm", area = "90x9mm"', None),
        ('kind = "icon", icon = "star"', None),
        ('kind = "text", text = "A", at = "0mm, 9mm", area = "bleed, 9mm"', "3.0"),
        ('kind = "icon", icon = "star", at = "0mm, 9mm", area = "bleed, 9mm"', None),
    ],
)
def test_a_frame_beyond_the_edge_of_the_card_is_reported(own, frame, over):
    own.deck(frame)
    if over is None:
        assert own.load().components["events"].count == 1
        return
    assert own.faults() == [
        f"game.toml: components.events: front.frames[1]: reaches {over} mm over the edge of the "
        "63.5x88.9mm card, where it is cut off; only images and shapes may"
    ]


@pytest.mark.parametrize(
    "place",
    ['at = "70x6mm", area = "10x10mm"', 'at = "6x-20mm", area = "10x10mm"', 'at = "6mm, 110%"'],
)
def test_art_of_which_nothing_is_on_the_card_is_reported(own, place):
    area = "" if "area" in place else ', area = "10x10mm"'
    own.deck(f'kind = "shape", fill = "#f00", {place}{area}')
    assert own.faults() == [
        "game.toml: components.events: front.frames[1]: lies beside the 63.5x88.9mm card, where "
        "nothing of it is seen; move it"
    ]


def test_art_in_the_bleed_alone_may_stand_there(own):
    own.deck('kind = "shape", fill = "#f00", at = "-3x0mm", area = "3x88.9mm"')
    assert own.load().components["events"].count == 1


def test_sizes_of_type_are_told_in_points(own):
    own.deck(TITLE + ', size = "12pt", least = "14pt"')
    assert own.faults()[0].endswith("least is 14 pt, more than the size of 12 pt")


# Workbooks


def test_a_workbook_is_read_as_its_first_sheet(own):
    rows = [["title", "cost", "wet", "copies"], ["Flood", 2, True, 3], [None], ["Sun", 1.5, False]]
    own.write("events.xlsx", workbook(First=rows, Second=[["x"], ["y"]]))
    own.deck(TITLE, more='rows = "events.xlsx"')
    game = own.load()
    assert cells(game, "title", "cost", "wet") == [
        ("Flood", "2", "TRUE", 3),
        ("Sun", "1.5", "FALSE", 1),
    ]
    assert game.components["events"].cards[1].place == "events.xlsx, row 4"


def test_a_sheet_is_named_after_a_hash(own):
    book = workbook(Towns=[["title"], ["Ur"]], Monsters=[["title", "copies"], ["Hydra", 2]])
    own.write("events.xlsx", book)
    own.deck(TITLE, more='rows = "events.xlsx#Monsters"')
    assert cells(own.load(), "title") == [("Hydra", 2)]


def test_a_missing_sheet_is_reported_with_the_existing_ones(own):
    own.write("events.xlsx", workbook(Towns=[["title"], ["Ur"]], Monsters=[["title"]]))
    own.deck(TITLE, more='rows = "events.xlsx#Beasts"')
    assert own.faults() == ["events.xlsx: has no sheet 'Beasts'; it has: Towns, Monsters"]


def test_faults_of_a_workbook_are_reported_by_the_row(own):
    own.write("events.xlsx", workbook(A=[["title", "copies"], ["Ur", "x"], [None], ["Uruk", 1.5]]))
    own.deck(TITLE, more='rows = "events.xlsx"')
    assert own.faults() == [
        "events.xlsx: row 2: copies: write a whole number, not 'x'",
        "events.xlsx: row 4: copies: write a whole number, not '1.5'",
    ]


def test_a_formula_counts_as_its_last_result(own):
    made = BytesIO()
    written = BytesIO(workbook(A=[["title", "copies"], ["Ur", "=1+1"]]))
    with ZipFile(written) as book, ZipFile(made, "w") as saved:
        for entry in book.infolist():
            content = book.read(entry)
            if entry.filename == "xl/worksheets/sheet1.xml":
                content = re.sub(b"<f>1[+]1</f><v */?>(</v>)?", b"<f>1+1</f><v>2</v>", content)
                assert b"<v>2</v>" in content
            saved.writestr(entry, content)
    own.write("events.xlsx", made.getvalue())
    assert cells(own.deck(TITLE, more='rows = "events.xlsx"').load(), "title") == [("Ur", 2)]


@pytest.mark.parametrize("content", [b"", b"PK", b"title\nUr\n", workbook(A=[["title"]])[:2000]])
def test_an_invalid_workbook_is_reported_in_one_line(own, content):
    own.write("events.xlsx", content)
    (fault,) = own.deck(TITLE, more='rows = "events.xlsx"').faults()
    assert fault == "events.xlsx: is not a workbook; save it as .xlsx, or as CSV"


def test_a_workbook_that_is_not_a_spreadsheet_is_reported_in_one_line(own):
    made = BytesIO()
    with ZipFile(made, "w") as packed:
        packed.writestr("hello.txt", "hello")
    own.write("events.xlsx", made.getvalue())
    (fault,) = own.deck(TITLE, more='rows = "events.xlsx"').faults()
    assert fault.startswith("events.xlsx: cannot be read as a workbook: ")


def test_a_workbook_that_unpacks_to_more_than_memory_is_refused(own):
    made = BytesIO()
    with ZipFile(made, "w", ZIP_DEFLATED) as packed, packed.open("xl/a.xml", "w") as entry:
        for _ in range(101):
            entry.write(bytes(1_000_000))
    own.write("events.xlsx", made.getvalue())
    (fault,) = own.deck(TITLE, more='rows = "events.xlsx"').faults()
    assert fault.startswith("events.xlsx: unpacks to too much: at most 50,000 kB (PNP_LIMITS=")


# Languages

SPOKEN = """title,title_de,text,text_de,cost
Flood,Flut,Water,Wasser,2
Sun,Sonne,,,1
"""


def test_a_language_has_columns_of_its_own(own):
    own.deck(TITLE, TEXT, rows=SPOKEN)
    assert cells(own.load(), "title", "text", "cost") == [
        ("Flood", "Water", "2", 1),
        ("Sun", "", "1", 1),
    ]
    german = own.load("de")
    assert cells(german, "title", "text", "cost") == [
        ("Flut", "Wasser", "2", 1),
        ("Sonne", "", "1", 1),
    ]
    assert german.components["events"].language == "de"


def test_columns_may_all_name_their_language(own):
    own.deck(TITLE, rows="title_en,title_de\nFlood,Flut\n")
    assert cells(own.load(), "title") == [("Flood", 1)]
    assert cells(own.load("en"), "title") == [("Flood", 1)]
    assert cells(own.load("de"), "title") == [("Flut", 1)]


@pytest.mark.parametrize(("head", "more"), [('language = "de"\n', ""), ("", 'language = "de"')])
def test_the_language_of_columns_that_name_none_is_that_of_the_game_or_the_deck(own, head, more):
    own.deck(TITLE, rows="title,title_en\nFlut,Flood\n", head=head, more=more)
    assert cells(own.load(), "title") == [("Flut", 1)]
    assert cells(own.load("en"), "title") == [("Flood", 1)]


def test_cards_in_the_definition_have_languages_too(own):
    own.deck(TITLE, more='cards = [{ title = "Flood", title_de = "Flut" }, { title = "Sun" }]')
    assert cells(own.load(), "title") == [("Flood", 1), ("Sun", 1)]
    assert own.faults("de") == [
        "game.toml: components.events.cards[2]: title_de: is empty, and title says 'Sun'"
    ]


def test_what_other_programs_call_a_key_is_answered_with_ours(own):
    own.deck(TITLE.replace("kind", 'valign = "top", font-size = "9pt", kind'))
    first, second = own.faults()
    assert "valign: is not a key that is known here; did you mean 'vertical'?" in first
    assert "font-size: is not a key that is known here; did you mean 'size'?" in second


def test_markup_of_other_programs_is_reported_once(own):
    rows = 'title,text\na < b,"one <b>two</b><br>"\nx<br/>y,z\n'
    notes = load_game(own.deck(TITLE, TEXT, rows=rows).folder / "game.toml").notes
    assert notes == (
        "events.csv: '<br>' is printed literally in line 2 (text) and 1 more; write **bold**, "
        r"*italic*, a style of your own and \n for a line break",
    )


@pytest.mark.parametrize(
    ("cell", "written", "advice"),
    [
        ("Draw _really_ many", "_really_", "write *italic* and **bold**"),
        ("__All__ players", "__All__", "write *italic* and **bold**"),
        ("Take {{ name #7 }}", "{{ name #7 }}", "a cell is printed as it is"),
        ("[b]Draw[/b] two", "[/b]", "write **bold** and *italic*"),
        ("Bread &amp; butter", "&amp;", "write the character itself"),
        ("~~Draw~~ discard", "~~Draw~~", "write <s>struck through</s>"),
        (r"a \u2665 b", r"\\u2665", "write the character itself"),
        ("Draw {title} now", "{title}", "a frame's text takes columns"),
        ("Pay {gold} now", "{gold}", "and a cell icons, :star:"),
        ("Pay <gold> now", "<gold>", "write **bold**"),
        ("press `x` now", "`x`", "no text is set as code"),
        ("# Title\nwords", "# Title", "or write **bold**"),
        ("see [rules](a.md)", "[rules](a.md)", "write the words alone"),
        ("**Draw two", "**", "it has no partner"),
        ("Draw** two", "**", "it has no partner"),
    ],
)
def test_each_kind_of_foreign_markup_is_named_with_its_line(own, cell, written, advice):
    rows = f'title,text\nOne,none\nTwo,"{cell}"\n'
    (note,) = load_game(own.deck(TITLE, TEXT, rows=rows).folder / "game.toml").notes
    assert note.startswith(f"events.csv: '{written}' is printed literally in line 3 (text); ")
    assert note.endswith(advice) or advice in note


@pytest.mark.parametrize(
    "cell",
    [
        *(
            "snake_case_name and _",
            "Fill in ____ and ____",
            "costs 3* or 4*",
            "R&D; AT&T",
            "a < b > c",
        ),
        *(
            "# of cards",
            "5*3 and `",
            "{T}: add {G}",
            "[x] or [ ]",
            "2 ** 3",
            "**bold** and ***both***",
            "~5 ~ 6",
            "{2}",
            r"\*\*",
        ),
    ],
)
def test_signs_that_are_no_markup_are_not_reported(own, cell):
    rows = f'title,text\nOne,"{cell}"\n'
    assert load_game(own.deck(TITLE, TEXT, rows=rows).folder / "game.toml").notes == ()


def test_multiplication_without_blanks_is_said_to_be_read_as_emphasis(own):
    rows = "title,text\nOne,2*3*4 and **5** and 6*7\n"
    assert load_game(own.deck(TITLE, TEXT, rows=rows).folder / "game.toml").notes == (
        "events.csv: '2*3*4' is read as emphasis in line 2 (text); write \\* or \u00d7 to multiply",
    )


def test_foreign_markup_in_texts_of_frames_is_reported(own):
    framed = TEXT.replace("{text}", "_{text}_ {{{{x}}}}")
    literal = TITLE.replace("{title}", "<b>{title}</b>") + ", markup = false"
    own.deck(framed, literal, rows="title,text\nOne,Two\n")
    assert load_game(own.folder / "game.toml").notes == (
        "events: '_text_' is printed literally in front.frames[1].text; "
        "write *italic* and **bold**",
    )


def test_markup_in_a_column_that_nothing_prints_is_not_reported(own):
    rows = "title,remark\nOne,<b>two</b>\n"
    notes = load_game(own.deck(TITLE, rows=rows).folder / "game.toml").notes
    assert notes == ("events.csv: the definition does not use the column 'remark'",)


def test_faults_that_are_only_counted_name_their_file(own):
    own.deck(TITLE, rows="title,title_de\n" + "Sun,\n" * 130)
    with pytest.raises(DefinitionError) as refusal:
        own.load("de")
    assert str(refusal.value).endswith("events.csv: and 30 more faults")


def test_a_game_in_the_current_folder_is_named_when_a_language_is_missing(own, monkeypatch):
    own.deck(TITLE, rows="title\nSun\n")
    monkeypatch.chdir(own.folder)
    with pytest.raises(UsageError, match=r"^--lang: river has no texts in 'xx'"):
        load_game(Path("game.toml"), lang="xx")


def test_rows_without_their_translation_are_faults_each_with_its_line(own):
    rows = SPOKEN.replace("Flut", "").replace("Sonne,,", "Sonne,Light,")
    assert own.deck(TITLE, rows=rows).faults("de") == [
        "events.csv: line 2: title_de: is empty, and title says 'Flood'",
        "events.csv: line 3: text_de: is empty, and text says 'Light'",
    ]
    assert own.load().components["events"].count == 2


def test_a_row_that_is_left_out_needs_no_translation(own):
    rows = "title,title_de,copies\nFlood,Flut,1\nSun,,0\n"
    assert own.deck(TITLE, rows=rows).load("de").components["events"].count == 1


def test_a_text_in_two_languages_is_missing_in_a_third_that_others_have(own):
    rows = "title,title_de,title_fr,text,text_de\nFlood,Flut,Crue,Water,Wasser\n"
    assert own.deck(TITLE, TEXT, rows=rows).faults("fr") == [
        "events.csv: line 2: text_fr: is empty, and text says 'Water'"
    ]


def test_a_text_in_another_language_alone_is_not_a_card_in_the_deck_s_own(own):
    rows = "title_en,title_de\nFlood,Flut\n,Sonne\n"
    assert own.deck(TITLE, rows=rows).faults() == [
        "events.csv: line 3: title_en: is empty, and title_de says 'Sonne'"
    ]


def test_what_is_not_translated_may_stay_and_is_counted_and_named(own):
    rows = SPOKEN.replace("Flut", "").replace("Sonne,,", "Sonne,Light,")
    own.deck(TITLE, rows=rows)
    loaded = load_game(own.folder / "game.toml", lang="de", partly=True)
    assert cells(loaded.game, "title", "text") == [("Flood", "Wasser", 1), ("Sonne", "Light", 1)]
    assert [note for note in loaded.notes if "partly" in note] == [
        "events.csv: 2 of 2 rows are partly in 'en': line 2 (title_de), line 3 (text_de)"
    ]


def test_many_rows_that_are_not_translated_are_named_in_part(own):
    rows = "title,title_de\nFlood,Flut\n" + "Sun,\n" * 20
    own.deck(TITLE, rows=rows)
    notes = load_game(own.folder / "game.toml", lang="de", partly=True).notes
    (note,) = (note for note in notes if "partly" in note)
    assert note.startswith("events.csv: 20 of 21 rows are partly in 'en': line 3 (title_de), ")
    assert note.endswith("line 10 (title_de) and 12 more")


def test_sentences_that_are_not_translated_may_stay_too(own):
    own.deck(TITLE, 'kind = "text", text = "Rain", area = "40x9mm"', rows=SPOKEN)
    own.write("rules/definition.de.toml", '"River" = "Fluss"\n"Rain" = "Regen"\n')
    loaded = load_game(own.folder / "game.toml", lang="de", partly=True)
    assert loaded.game.name == "Fluss"
    assert loaded.notes[-1] == (
        "rules/definition.de.toml: 2 sentences stay in 'en': 'A card game about a river.', 'Events'"
    )


@pytest.mark.parametrize("column", ["hp_up", "hp_max", "_de", "HP_DE", "hp_d"])
def test_a_column_that_only_looks_like_a_language_is_one_of_its_own(own, column):
    game = own.deck(TITLE, rows=f"title,{column}\nFlood,7\n").load()
    assert cells(game, column) == [("7", 1)]
    with pytest.raises(UsageError, match=r"no texts in 'de'; it has: en$"):
        own.load("de")


def test_a_language_without_texts_is_refused_with_those_there_are(own):
    own.deck(TITLE, rows=SPOKEN)
    with pytest.raises(UsageError) as refusal:
        own.load("fr")
    assert str(refusal.value) == "--lang: river has no texts in 'fr'; it has: en, de"


def test_each_language_has_files_of_its_own_with_its_text(own):
    own.deck(TITLE, TEXT, rows=SPOKEN)
    paths = []
    for options in SheetOptions(langs=("en", "de")).in_each_language():
        built = own.build(lang=options.lang, langs=options.langs, formats=("pdf", "svg"))
        paths += [made.path for made in built.files if made.path.startswith("print/")]
    assert paths == ["print/events-en-a4.pdf", "print/events-de-a4.pdf"]
    english, german = (" ".join(spoken(built.folder / path)) for path in paths)
    assert {"Flood", "Water", "Sun"} <= set(english.split())
    assert {"Flut", "Wasser", "Sonne"} <= set(german.split())
    assert not {"Flut", "Wasser", "Sonne"} & set(english.split())
    assert not {"Flood", "Water", "Sun"} & set(german.split())
    faces = {path.relative_to(built.folder).as_posix() for path in built.folder.rglob("*.svg")}
    assert {"svg/events/en/1-front.svg", "svg/events/de/1-front.svg"} <= faces
    listed = {made.path for made in built.files}
    assert "print/events-de-a4.pdf" in listed


NAMED = "id,title,copies\nflood,Flood,3\nno-sun,Sun,1\n,Left out,0\n"


def test_cards_are_called_by_their_ids_and_without_them_by_the_numbers_of_their_rows(own):
    assert [piece.name for piece in own.deck(TITLE, rows=NAMED).pieces()] == ["flood", "no-sun"]
    assert own.load().components["events"].pieces == {"flood": 3, "no-sun": 1}
    many = "title\n" + "".join(f"Flood {number}\n" for number in range(1, 12))
    names = [piece.name for piece in own.deck(TITLE, rows=many).pieces()]
    assert names == [f"{number:02}" for number in range(1, 12)]


def test_every_card_that_is_made_has_an_id_of_its_own(own):
    rows = "id,title\nflood,Flood\nNo sun,Sun\nflood,Flood again\n,Nameless\n"
    place = "game.toml: components.events: events.csv, line"
    otherwise = "; a column that is only printed may be called ID"
    assert own.deck(TITLE, rows=rows).faults() == [
        f"{place} 3: id: is what the card is called: "
        f"write lower-case letters, digits and single hyphens, not 'No sun'{otherwise}",
        f"{place} 4: id: 'flood' is another card; write copies for more of one{otherwise}",
        f"{place} 5: id: is what the card is called: "
        f"write lower-case letters, digits and single hyphens, not ''{otherwise}",
    ]


def test_a_card_that_does_not_fit_is_reported_by_its_id(own):
    long = f"title,id\n{'Flood ' * 9},flood\n"
    (refusal,) = own.deck(TITLE.replace("50x9", "12x9"), rows=long).refusal()
    assert "events.csv, line 2 'flood': front.frames[1]" in refusal


def test_files_that_the_next_language_replaces_are_not_reported_as_left_over(own, tmp_path):
    command = ["build", str(own.folder), "--lang", "en,de", "--out", str(tmp_path / "made")]
    own.deck(TITLE, TEXT, rows=SPOKEN)
    assert CliRunner().invoke(app, command).exit_code == 0
    own.deck(TITLE, TEXT, rows=SPOKEN.replace("Sun", "Rain").replace("Sonne", "Regen"))
    again = CliRunner().invoke(app, command).output
    assert re.findall(r"^River \((\w+)\): ", again, re.MULTILINE) == ["en", "de"]
    assert "left from earlier builds" not in again
    own.deck(TITLE, TEXT, rows=SPOKEN)
    alone = CliRunner().invoke(app, [*command[:3], "de", *command[4:]]).output
    assert re.search(r"left from earlier builds: \d+ files? \(print/events-en-a4\.pdf", alone)
