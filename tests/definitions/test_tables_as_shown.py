"""What a spreadsheet shows is on the card, or a line says that it is not."""

import re
import unicodedata
from datetime import date, timedelta

import pytest
from helpers.spreadsheets import (
    SheetCell,
    SheetLook,
    by_openpyxl,
    delimited,
    fods,
    json_list,
    ods,
    xlsx,
)
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pnp.base.errors import DefinitionError
from pnp.components.registry import draw_component
from pnp.definitions import load_game
from pnp.definitions.number_formats import EPOCH
from pnp.scene import Group, Text

FILES = {
    "cards.csv": delimited,
    "bom.csv": lambda rows: delimited(rows, bom=True),
    "semicolons.csv": lambda rows: delimited(rows, ";"),
    "bars.csv": lambda rows: delimited(rows, "|"),
    "cards.tsv": lambda rows: delimited(rows, "\t"),
    "cards.json": json_list,
    "excel.xlsx": xlsx,
    "openpyxl.xlsx": by_openpyxl,
    "cards.ods": ods,
    "cards.fods": fods,
}
SHEETS = {name: FILES[name] for name in ("excel.xlsx", "cards.ods", "cards.fods")}
COLUMNS = ("title", "two", "three")
FRAMES = ", ".join(
    f'{{ kind = "text", text = "{{{name}}}", at = "2x{2 + 20 * n}mm", area = "59x19mm", '
    'markup = false, size = "8pt", least = "4pt" }'
    for n, name in enumerate(COLUMNS)
)
SMALL = settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])


def text(shown):
    return SheetCell(shown)


def decimal(number, places):
    return SheetCell(f"{number:.{places}f}", "float", number, "0." + "0" * places)


def money(number):
    return SheetCell(f"{number:,.2f} €", "currency", number, '#,##0.00\\ "€"')


def share(number):
    return SheetCell(f"{number}%", "percentage", number / 100, "0%")


def day(days):
    one = date(2000, 1, 1) + timedelta(days)
    shown = f"{one.day}.{one.month}.{one.year}"
    return SheetCell(shown, "date", one, "d.m.yyyy")


def in_excel(cell):
    """Return a cell whose date is a number of days."""
    if cell.kind != "date":
        return cell
    return cell._replace(kind="float", value=(cell.value - EPOCH.date()).days)


def calculated(cell):
    return cell._replace(formula="A1&B1")


def number(value):
    return SheetCell(str(value), "float", value)


def padded(value):
    return SheetCell(f"{value:03}", "float", value, "000")


def truth(value):
    return SheetCell(str(value).upper(), "boolean", value)


PARTS = [
    "a",
    "Zoë",
    "Zoe\u0308",
    "é",
    "e\u0301",
    "(1/2)",
    "50 %",
    "\t",
    "  ",
    "\n",
    "_x000D_",
    "_x",
]
PARTS += [
    "a_x0041_b",
    "{b}",
    "**c**",
    ":star:",
    "007",
    "1.0",
    "TRUE",
    "=1+1",
    "'",
    '"',
    ",",
    ";",
    "|",
]
words = st.lists(st.sampled_from(PARTS), min_size=1, max_size=3).map("".join)
texts = words.filter(lambda words: words.strip()).map(text)
plain = st.one_of(
    texts,
    st.just(text("")),
    st.integers(-9999, 9999).map(number),
    st.builds(decimal, st.integers(-9999, 9999).map(lambda n: n / 100), st.integers(2, 3)),
    st.integers(-999999, 999999).map(lambda n: money(n / 4)),
    st.integers(-200, 200).map(share),
    st.integers(0, 20000).map(day),
    st.integers(0, 999).map(padded),
    st.booleans().map(truth),
)
cells = st.one_of(plain, plain.map(calculated))
tables = st.lists(st.tuples(texts, cells, cells), min_size=1, max_size=4)


def squashed(words):
    """Return words as they are compared: in one Unicode form, without blanks and line breaks."""
    return unicodedata.normalize("NFC", re.sub(r"\s", "", words))


def printed(piece):
    def strings(items):
        for item in items:
            if isinstance(item, Group):
                yield from strings(item.items)
            elif isinstance(item, Text):
                yield item.string

    return squashed("".join(strings(piece.front.items)))


def loaded(own, file, rows, look=None, head=COLUMNS):
    """Write a table with a header into a game that prints it, and load that."""
    is_excel = file.endswith(".xlsx")
    whole = [
        [text(name) for name in head],
        *([in_excel(c) if is_excel else c for c in r] for r in rows),
    ]
    own.write(file, FILES[file](whole) if look is None else FILES[file](whole, look))
    own.write(
        "game.toml",
        f'name = "G"\nsummary = "S."\n[components.events]\nkind = "cards"\nname = "E"\n'
        f'size = "poker"\nrows = "{file}"\nfront = {{ frames = [{FRAMES}] }}\n',
    )
    return load_game(own.folder / "game.toml")


@pytest.mark.parametrize("file", FILES)
@SMALL
@given(rows=tables)
def test_cells_are_printed_as_the_sheet_shows_them(own, file, rows):
    if file == "openpyxl.xlsx":  # which writes no results
        rows = [[cell._replace(formula="") for cell in row] for row in rows]
    found = loaded(own, file, rows)
    pieces = draw_component(found.game, "events")
    assert [printed(piece) for piece in pieces] == [
        squashed("".join(cell.shown for cell in row)) for row in rows
    ]
    others = ("is printed literally", "looks like that of")
    assert [note for note in found.notes if not any(one in note for one in others)] == []


@pytest.mark.parametrize("file", SHEETS)
@SMALL
@given(rows=tables, data=st.data())
def test_an_error_or_a_formula_without_a_result_is_a_fault_with_row_and_column(
    own, file, rows, data
):
    bad = data.draw(st.sampled_from([SheetCell("#REF!", "error"), SheetCell("", "formula")]))
    row = data.draw(st.integers(0, len(rows) - 1))
    column = data.draw(st.integers(0, 2))
    rows = [list(cells) for cells in rows]
    rows[row][column] = bad
    with pytest.raises(DefinitionError) as refusal:
        loaded(own, file, rows)
    (fault,) = str(refusal.value).replace(f"{own.folder}/", "").splitlines()
    why = "has the error '#REF!'" if bad.shown else "has a formula without a result"
    assert fault.startswith(f"{file}: row {row + 2}: {COLUMNS[column]}: {why}; ")


@pytest.mark.parametrize("file", SHEETS)
@SMALL
@given(rows=tables, data=st.data())
def test_what_a_table_cannot_show_is_said_once(own, file, rows, data):
    row = data.draw(st.integers(2, len(rows) + 1))
    height, width = (data.draw(st.integers(1, 3)) for _ in "hw")
    area = (row, data.draw(st.integers(2, 3)), height, width)
    merged = (area,) if height * width > 1 else ()
    hidden_rows = data.draw(st.frozensets(st.integers(2, len(rows) + 1)))
    hidden_columns = data.draw(st.frozensets(st.integers(1, 3)))
    before = data.draw(st.sampled_from(["", "Lists"]))
    rows = [
        [
            text("") if is_covered(number, column, area) else cell
            for column, cell in enumerate(cells, start=1)
        ]
        for number, cells in enumerate(rows, start=2)
    ]
    found = loaded(own, file, rows, SheetLook(merged, hidden_rows, hidden_columns, before))
    said = [note for note in found.notes if "is printed literally" not in note]
    notes = "\n".join(said)
    assert ("the sheet 'Lists' is hidden" in notes) == bool(before)
    assert ("hidden rows are read like the others" in notes) == bool(hidden_rows)
    for number in hidden_rows:
        assert re.search(rf"like the others: .*\b{number}\b", notes)
    assert notes.count("of merged cells only the first has a text") == len(merged)
    for number, name in enumerate(COLUMNS, start=1):
        hidden = f"the column '{name}' is hidden in the sheet, and read as well"
        assert notes.count(hidden) == (number in hidden_columns)
    assert len(said) == (bool(before) + bool(hidden_rows) + len(merged) + len(hidden_columns))


def is_covered(row, column, area):
    first, start, down, across = area
    is_first = (row, column) == (first, start)
    return first <= row < first + down and start <= column < start + across and not is_first


@pytest.mark.parametrize("file", FILES)
@SMALL
@given(
    copies=st.lists(
        st.one_of(
            st.integers(0, 9).map(number),
            st.integers(0, 9).map(lambda n: decimal(n, 1)),
            st.just(text("")),
            st.sampled_from(["x3", "2x", "1.5", "-1", "-", "many"]).map(text),
        ),
        min_size=1,
        max_size=6,
    ),
    name=st.sampled_from(["qty", "Quantity", "Count", "copies", "@count", "number of copies"]),
)
def test_every_row_is_made_as_often_as_its_cell_says_or_is_a_fault(own, file, copies, name):
    copies = [number(1), *copies]
    rows = [[text(f"T{n}"), text(""), cell] for n, cell in enumerate(copies)]
    wrong = [n for n, cell in enumerate(copies) if cell.kind == "string" and cell.shown]
    head = ("title", "two", name)
    if wrong:
        with pytest.raises(DefinitionError) as refusal:
            loaded(own, file, rows, head=head)
        faults = [
            one for one in str(refusal.value).splitlines() if f": {name}: write a whole" in one
        ]
        assert [copies[n].shown for n in wrong] == [
            re.search("not '([^']*)'", fault)[1] for fault in faults
        ]
        return
    with pytest.raises(DefinitionError, match="there is no column 'three'"):
        loaded(own, file, rows, head=head)
    definition = (own.folder / "game.toml").read_text().replace("{three}", "x")
    own.write("game.toml", definition)
    game = load_game(own.folder / "game.toml").game
    assert [row.copies for row in game.components["events"].cards] == [
        int(float(cell.shown)) if cell.shown else 1 for cell in copies
    ]
