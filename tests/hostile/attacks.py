"""Hostile definitions, each with a part of the one line that refuses it."""

import gzip
from base64 import b64encode
from collections.abc import Callable
from functools import partial
from itertools import pairwise
from typing import NamedTuple

from bombs import AVIF, bmp, gif, jpeg, packed_zeros, png, svg, tiff, webp, workbook
from helpers.picture_files import chunk
from larder_game import JARS, RULES, LarderGame

EVERY_DOOR = ("check", "show", "build", "rules", "laser", "archive")
PRINTED = ("build", "archive")
RULED = ("rules", "archive")
ARCHIVED = ("archive",)


class Attack(NamedTuple):
    """A change to the sample game, and a part of the line with which some commands refuse it.

    ``doors`` are the commands that read what is wrong; ``status`` is their exit status.
    """

    name: str
    does: Callable[[LarderGame], object]
    said: str
    doors: tuple[str, ...] = EVERY_DOOR
    status: int = 2


def _put(name: str, file: str, content: Callable[[], str | bytes], said: str) -> Attack:
    """Return an attack with another file."""
    return Attack(name, lambda larder: larder.put(file, content()), said)


def _value(name: str, old: str, new: str, said: str) -> Attack:
    """Return an attack with another value in the definition."""
    return Attack(name, lambda larder: larder.change(old, new), said)


def _table(name: str, content: Callable[[], str | bytes], said: str) -> Attack:
    return _put(name, "jars.csv", content, said)


def _art(name: str, content: Callable[[], bytes], said: str) -> Attack:
    return _put(name, "art/plums.png", content, said)


def _svg(name: str, body: str, said: str, head: str = "", attributes: str = "") -> Attack:
    given = attributes or 'viewBox="0 0 20 20"'
    return _art(f"an SVG file {name}", lambda: svg(body, head, given), said)


def _definition(name: str, content: Callable[[], str | bytes], said: str) -> Attack:
    return _put(name, "game.toml", content, said)


def _number(name: str, written: str, said: str) -> Attack:
    return _value(name, "[numbers]\nrows = 2", f"[numbers]\nrows = {written}", said)


def _claim(name: str, written: str, said: str) -> Attack:
    return _value(name, "rows * 2 == jars", written, said)


def _board(name: str, written: str, said: str) -> Attack:
    """Return one who writes another board."""
    return _value(name, 'rows = 2\ncolumns = 2\ncell = "20mm"', written, said)


def _component(name: str, written: str, said: str, times: int = 1) -> Attack:
    """Return one who adds components."""
    odd = "".join(f'\n[components.odd-{n}]\nname = "Odd"\n{written}\n' for n in range(times))
    return Attack(name, lambda larder: larder.add(odd), said)


def _book(name: str, content: Callable[[], bytes], said: str) -> Attack:
    """Return one who sends a workbook."""

    def does(larder: LarderGame) -> None:
        larder.change('"jars.csv"', '"jars.xlsx"')
        larder.put("jars.xlsx", content())

    return Attack(name, does, said)


def _text(name: str, written: str, said: str) -> Attack:
    """Return one who writes something into the rules."""

    def does(larder: LarderGame) -> None:
        larder.change("Put a jar on a jar.", written, "rules/stack.en.md")

    return Attack(f"rules with {name}", does, said, RULED, 1)


def _named(name: str, written: str, said: str = "write the name of a CSV file") -> Attack:
    """Return one whose definition asks for a file of that name."""
    return _value(name, 'rows = "jars.csv"', f"rows = {written}", said)


def _id(
    name: str, written: str, said: str = "lower-case letters, digits and single hyphens"
) -> Attack:
    """Return one who gives a component a name for files."""
    return _value(name, "[components.shelf]", f"[components.{written}]", said)


PATHS = (
    _named("an absolute path", '"/etc/passwd"'),
    _named("a path upward", '"../outside/secret.csv"'),
    _named("a path down and up", '"art/../../outside/secret.csv"'),
    _named("a path with backslashes", "'..\\outside\\secret.csv'"),
    _named("a path on a drive", '"C:secret.csv"'),
    _named("a path with slashes of both kinds", "'art\\../..\\outside/secret.csv'"),
    Attack(
        "a table in other capitals behind a link",
        lambda larder: (
            (larder.folder / "links").symlink_to(larder.outside),
            larder.change('rows = "jars.csv"', 'rows = "Links/Secret.csv"'),
        ),
        "Links/Secret.csv: cannot be read: No such file",
    ),
    _named("a share", "'\\\\server\\share\\jars.csv'"),
    _named("an address", '"https://example.org/jars.csv"'),
    _named("a device of Windows", '"con.csv"', "reserves this one for a device"),
    _named("a home", '"~/.ssh/id_rsa"', "~/.ssh/id_rsa: cannot be read: No such file"),
    _named("a NUL in a path", '"jars\\u0000.csv"', "has a control character (U+0000)"),
    _named("a name that turns round", '"jars\\u202evsc.csv"', "a control character (U+202E)"),
    _named("a name of thousands of letters", f'"{"j" * 3000}.csv"', "at most 100 characters"),
    _named("a path of hundreds of letters", f'"{"/".join(("j" * 90,) * 3)}"', "at most 100 char"),
    _named("a number for a name", "3", "in quotes, not 3"),
    _named("a folder for a table", '"art"', "art: cannot be read: Is a directory"),
    _value("an icon by its whole path", '"art/lid.svg"', '"/usr/lid.svg"', "a picture in the game"),
    _value("a map upward", '"yard.csv"', '"../outside/secret.csv"', "the name of a CSV file"),
    Attack(
        "a picture that a cell leads away",
        lambda larder: larder.change("pears.svg", "../../outside/art/plums.png", "jars.csv"),
        "write the name of a picture in the game's folder, not 'art/../../outside/art/plums.png'",
    ),
    Attack(
        "a picture from the net",
        lambda larder: larder.change('"art/{art}"', '"http://127.0.0.1/x.png"'),
        "write the name of a picture in the game's folder, not 'http://127.0.0.1/x.png'",
    ),
)

OUT = "it is a link out of the game's folder"
NO_FILE = "it is a pipe, a socket or a device, not a file"


def _link(name: str, file: str, target: str) -> Attack:
    """Return one who puts a link in the place of a file or a folder."""
    return Attack(name, lambda larder: larder.link(file, target), OUT)


def _tables_out(larder: LarderGame) -> None:
    larder.change('"jars.csv"', '"tables/secret.csv"')
    larder.link("tables", larder.outside)


def _texts_out(larder: LarderGame) -> None:
    (larder.outside / "stack.en.md").write_text(RULES)
    larder.link("rules", larder.outside)


FILES = (
    _link("a definition that is a link out", "game.toml", "../outside/secret.toml"),
    _link("a table that is a link out", "jars.csv", "../outside/secret.csv"),
    _link("a table that is a link to accounts", "jars.csv", "/etc/passwd"),
    _link("a table that is a link to a device", "jars.csv", "/dev/zero"),
    _link("a map that is a link out", "yard.csv", "/etc/passwd"),
    _link("a picture that is a link out", "art/plums.png", "../../outside/art/plums.png"),
    _link("an icon that is a link out", "art/lid.svg", "/etc/passwd"),
    _link("text that is a link out", "rules/stack.en.md", "../../outside/secret.md")._replace(
        doors=RULED, status=1
    ),
    _link("text for later that is a link out", "rules/x.md", "/etc/passwd")._replace(
        doors=ARCHIVED, status=1
    ),
    Attack("a folder of tables that is a link out", _tables_out, OUT),
    Attack("a folder of texts that is a link out", _texts_out, OUT, RULED, 1),
    Attack("a link to itself", lambda larder: larder.link("jars.csv", "jars.csv"), "symbolic"),
    Attack("a pipe for a table", lambda larder: larder.pipe("jars.csv"), NO_FILE),
    Attack("a pipe for a map", lambda larder: larder.pipe("yard.csv"), NO_FILE),
    Attack("a pipe for a picture", lambda larder: larder.pipe("art/plums.png"), NO_FILE),
    Attack("a pipe for text", lambda larder: larder.pipe("rules/stack.en.md"), NO_FILE, RULED, 1),
    Attack("a pipe beside texts", lambda larder: larder.pipe("rules/x.md"), NO_FILE, ARCHIVED, 1),
    Attack("a pipe for a definition", lambda larder: larder.pipe("game.toml"), "there is no "),
    Attack("a folder for a definition", lambda larder: larder.hole("game.toml"), "there is no "),
    Attack("a folder for a picture", lambda larder: larder.hole("art/plums.png"), "directory"),
    Attack(
        "a folder for text", lambda larder: larder.hole("rules/stack.en.md"), "a directory"
    )._replace(doors=RULED, status=1),
)

IDS = (
    _id("an id that leads out", '"../../evil"'),
    _id("an id that is a path", '"/tmp/evil"'),
    _id("an id with backslashes", "'..\\evil'"),
    _id("an id with a NUL", '"evil\\u0000"', "has a control character (U+0000)"),
    _id("an id of two lines", '"evil\\nerror: all is well"', "has a line break"),
    _id("an id that wipes a terminal", '"\\u001b[2Jshelf"', "has a control character (U+001B)"),
    _id("an id that turns round", '"\\u202eflehs"', "has a control character (U+202E)"),
    _id("an id that is a device", "lpt1", "is a device on Windows"),
    _id("an id that looks like an option", '"--out"'),
    _id("an id of hundreds of letters", "s" * 300, "at most 60 letters"),
    _id("an id of nothing", '""'),
    _value(
        "a rule set that leads out", "_sets.stack]", '_sets."../x"]', "single hyphens, not '../x'"
    ),
    _value(
        "a sleeve of countless digits",
        'size = "poker"',
        f'size = "poker"\nsleeve = "{"9x" * 1_900}"',
        "write a size with its unit",
    ),
    _value("a sleeve of nothing", 'size = "poker"', 'size = "poker"\nsleeve = ",,"', "not ',,'"),
    _value("a series that leads out", 'id = "red"', 'id = "../x"', "single hyphens, not '../x'"),
    _value("an icon that leads out", "{ lid =", '{ "../x" =', "single hyphens, not '../x'"),
    _value("a language that leads out", 'name = "Larder"', 'name = "L"\nlanguage = "../x"', "code"),
    _value(
        "a game that says its id", 'name = "Larder"', 'name = "L"\nid = "../x"', "id: is not wr"
    ),
    _value(
        "a link that runs", 'kind = "rules"', 'kind = "rules"\nurl = "javascript:x()"', "an address"
    ),
    _value(
        "a link to a file", 'kind = "rules"', 'kind = "rules"\nurl = "file:///etc"', "an address"
    ),
    _value(
        "a language that is markup",
        'kind = "rules"',
        'kind = "rules"\nlanguage = \'x"><meta http-equiv="refresh" content="0"><b x="\'',
        "write the code of a language",
    ),
    _value(
        "an address that is a picture in Markdown",
        'kind = "rules"',
        'kind = "rules"\nurl = "https://x/)![](https://example.org/t.png)<y>"',
        "write an address",
    ),
    _value(
        "an address of no host",
        'kind = "rules"',
        'kind = "rules"\nurl = "https:///x"',
        "an address",
    ),
    _value(
        "a name that no XML holds",
        'name = "Larder"',
        'name = "L\\uFFFF"',
        "control character (U+FFFF)",
    ),
    _value("a name nobody sees", '"Larder"', r'"\u3164\u200b\u2800"', "name: must not be empty"),
    _value("a name of hidden letters", '"Larder"', r'"Larder\U000E0041"', "character (U+E0041)"),
    _value("a name under marks", '"Larder"', f'"L{chr(0x301) * 3900}"', "more than 5 marks"),
    _value("a name that writes over a line", '"Larder"', '"L\\rErr: all is well"', "(U+000D)"),
    _value("a name of two lines", '"Larder"', '"L\\nerror: all is well"', "has a line break"),
    _value(
        "a rule set that is the book", "_sets.stack]", "_sets.rulebook]", "this name is reserved"
    ),
    _value("a name that wipes a terminal", 'name = "Larder"', 'name = "\\u001bc"', "(U+001B)"),
    _value("a name that colours a terminal", '"Shelf"', '"\\u009b31mShelf"', "(U+009B)"),
)

DEEP_TABLES = f"a = {'{a = ' * 300}1{'}' * 300}"
GIGABYTES = 3_000_000_000


def _huge(name: str, file: str, limit: str) -> Attack:
    """Return one whose file goes on for gigabytes."""
    said = f"it is too large: at most {limit}"
    return Attack(name, lambda larder: larder.huge(file, GIGABYTES), said)


SIZES = (
    _huge("a definition of gigabytes", "game.toml", "512 kB (PNP_LIMITS=definition_kb=…"),
    _huge("a table of gigabytes", "jars.csv", "8,000 kB (PNP_LIMITS=table_kb=…"),
    _huge("a map of gigabytes", "yard.csv", "8,000 kB (PNP_LIMITS=table_kb=…"),
    _huge("a picture of gigabytes", "art/plums.png", "64,000 kB (PNP_LIMITS=picture_kb=…"),
    _huge("a text of gigabytes", "rules/stack.en.md", "128 kB (PNP_LIMITS=text_kb=…")._replace(
        doors=RULED, status=1
    ),
    _definition("lists in lists", lambda: f"a = {'[' * 20_000}{']' * 20_000}", "nested too deeply"),
    _definition("tables in tables", lambda: DEEP_TABLES, "is nested too deeply"),
    _definition("a key of parts", lambda: "a." * 50_000 + "a = 1", "more than 16 parts with dots"),
    _definition("a heading of parts", lambda: f"[{'a.' * 50_000}a]\n" * 4, "more than 16 parts"),
    _definition("a key of quoted parts", lambda: '"=".' * 120_000 + "a = 1", "more than 16 parts"),
    _definition(
        "a key of letters that are not ASCII", lambda: "'é'." * 60_000 + "a = 1", "16 parts"
    ),
    _definition("a definition in Latin 1", lambda: b'name = "\xfc"', "byte 8 is not UTF-8"),
    _definition("a definition of NULs", lambda: bytes(999), "is not TOML"),
    _number("a number of thousands of digits", "9" * 5000, "is not TOML"),
    _number("a number of dozens of digits", "9" * 50, "a number of at most 1000000000000"),
    _number("a number that is none", "nan", "write a number, not nan"),
    _number("a number without end", "-inf", "write a number, not -inf"),
    _number("a number of 309 digits", "1e308", "a number of at most 1000000000000"),
    _number("a number twice", "2\nrows = 2", "is not TOML"),
    _value(
        "a sentence of a book", '"Jars on a shelf."', f'"{"x" * 50_000}"', "at most 4,000 letters"
    ),
    _board(
        "a board without end", 'rows = 999999999\ncolumns = 999999999\ncell = "9mm"', "20,000 pl"
    ),
    _board(
        "a board of a million cells", 'rows = 1000\ncolumns = 1000\ncell = "9mm"', "20,000 places"
    ),
    _board(
        "a cell of kilometres", 'rows = 2\ncolumns = 2\ncell = "9999999mm"', "to 5000 mm, not 9"
    ),
    _board(
        "a cell of atoms", 'rows = 2\ncolumns = 2\ncell = "0.0000001mm"', "from 0.1 mm to 5000 mm"
    ),
    _board("a cell of less than none", 'rows = 2\ncolumns = 2\ncell = "-20mm"', "0 mm or more"),
    _board("a cell in powers of ten", 'rows = 2\ncolumns = 2\ncell = "1e300mm"', "write a length"),
    _board("a board as large as a hall", 'rows = 2\ncolumns = 2\ncell = "4999mm"', "is too large"),
    _board(
        "a map of a grid in a wide book",
        f'rows = 1\ncolumns = 2\ncell = "9mm"\npieces_on = "crossings"\nmap = ["{"x" * 4000}"]',
        "map: row 1: has 4000 characters",
    ),
    _board(
        "a map of loose ends",
        'rows = 50\ncolumns = 50\ncell = "9mm"\npieces_on = "crossings"\nmap = ['
        + f'"{"-" * 99}",' * 99
        + "]",
        "map: has no place",
    ),
    _component(
        "boards that are many",
        'kind = "grid"\nrows = 50\ncolumns = 50\ncell = "9mm"',
        "at most 20,000 places, not 100,010",
        40,
    ),
    _component(
        "maps that are many",
        'kind = "hexmap"\nrows = 100\ncolumns = 200\ncell = "9mm"',
        "at most 20,000 places, not 1,800,010",
        90,
    ),
    _component(
        "hundreds of components", 'kind = "deck"\nfronts = "1-6"', "at most 100 components", 300
    ),
    _component(
        "a hexagon without end", 'kind = "hexhex"\nside = 999999999\ncell = "9mm"', "20,000 places"
    ),
    _component(
        "triangles without end",
        'kind = "hexhex"\ncells = "triangles"\nside = 999999999\ncell = "9mm"',
        "20,000 places",
    ),
    _component(
        "rings without end",
        'kind = "rings"\nrings = 999999999\nsectors = 999999999\nspace = "9mm"',
        "20,000 places",
    ),
    _component(
        "a track without end", 'kind = "track"\nlast = 999999999\nspace = "9mm"', "999 or less"
    ),
    _component(
        "triangular tiles without end",
        'kind = "triangles"\nedge = "9mm"\nnumbers = "0-999999999"',
        "pips go up to 12",
    ),
    _component(
        "polyominoes without end",
        'kind = "polyominoes"\ncells = 999999999\nedge = "9mm"',
        "6 or less",
    ),
    _component(
        "a polyomino of a million cells",
        f'kind = "polyominoes"\nedge = "9mm"\nshapes = [{{ id = "a", rows = ["{"#" * 4000}"] }}]',
        "at most 20 in a row",
    ),
    _component(
        "a strip without end",
        'kind = "strips"\nwidth = "40mm"\nvalues = "0-999999999"',
        "a range up to 999",
    ),
    _component(
        "tiles without end",
        'kind = "tiles"\nsize = "9x9mm"\nfronts = "0-999999999"\nbacks = "0-6"',
        "pips go up to 12",
    ),
    _component(
        "trays that hold one another", 'kind = "tray"\ntrays = [["odd-1"]]', "holds trays itself", 2
    ),
    _component(
        "rows of trays without end",
        'kind = "tray"\ntrays = [' + "['odd-0'], " * 999 + "]",
        "takes at most 20, not 999",
    ),
    _component(
        "compartments without end",
        'kind = "tray"\nrows = ["9mm"]\nheight = "9mm"\ncolumns = [' + "'9mm', " * 9999 + "]",
        "takes at most 20, not 9999",
    ),
    _component(
        "a tray of a hundred metres",
        'kind = "tray"\nrows = ["9mm"]\nheight = "9mm"\ncolumns = [' + "'500cm', " * 20 + "]",
        "a side is at most 5000 mm long",
    ),
    _component(
        "dividers without end",
        'kind = "tray"\nof = ["pegs"]\ndividers = [' + "'a', " * 9999 + "]",
        "takes at most 40, not 9999",
    ),
    _component(
        "a tray for a box without end",
        'kind = "tray"\nof = ["pegs"]\ninside = "999999999x9x9mm"',
        "write width, depth and height with their unit",
    ),
    _value("a billion counters", "copies = 4", "copies = 1000000000", "must be 1000 or less"),
    _value("fewer counters than none", "copies = 4", "copies = -4", "must be 1 or more"),
    _table(
        "a billion copies", lambda: JARS + "Nuts,plums.png,1000000000\n", "copies: write a whole"
    ),
    _table(
        "many copies of many", lambda: JARS + "Nuts,plums.png,999999\n" * 999, "a deck has at most"
    ),
    _component(
        "zones without end",
        'kind = "grid"\nrows = 50\ncolumns = 50\ncell = "9mm"\nzones = ['
        + '{ sign = "area", at = ["a1-ax50"] }, ' * 5000
        + "]",
        "zones: takes at most 100, not 5000",
    ),
    _component(
        "cards of columns without end",
        f'kind = "cards"\nfront = {{}}\ncards = [{", ".join(f"{{k{n}=0}}" for n in range(9000))}]',
        "have too many columns: at most 100 columns, not 9,000",
    ),
    Attack(
        "icons without end",
        lambda larder: larder.change(
            'icon = "lid"', 'icon = "lid"\ncount = "999999999"\nwhen = "art = plums.png"'
        ),
        "write a whole number from 0 to 100, not '999999999'",
        PRINTED,
        1,
    ),
)


def _frame(name: str, keys: str, said: str) -> Attack:
    """Return an attack with other keys of the text frame."""
    return _value(name, 'text = "{title}"', keys, said)


def _rows(file: str, name: str, content: Callable[[], str], said: str) -> Attack:
    def does(larder: LarderGame) -> None:
        larder.change('"jars.csv"', f'"{file}"')
        larder.put(file.partition("#")[0], content())

    return Attack(name, does, said)


_yaml = partial(_rows, "jars.yaml")
LISTS = (
    _rows("a.json#w", "JSON within itself", lambda: '{"w": ' + "[" * 200_000, "nested too deeply"),
    _rows("a.json#w", "a sign of a terminal in JSON", lambda: '{"a\\u001b[2J": []}', "'a\\x1b[2J'"),
    _rows(
        "a.json#w",
        "JSON of many lists",
        lambda: "{" + ",".join(f'"{n}": []' for n in range(200_000)) + "}",
        "is not a list; name one of its lists after a #: '0' or '1' or",
    ),
    _rows(
        "a.csv",
        "Anki of many columns",
        lambda: "#html:true\n" * 100_000 + "#columns:" + "\t".join(map(str, range(100_000))),
        "is too wide",
    ),
)


YAML = (
    _yaml(
        "YAML that doubles itself",
        lambda: (
            "- &a [x]\n"
            + "".join(f"- &{b} [{','.join([f'*{a}'] * 9)}]\n" for a, b in pairwise("abcdefghij"))
        ),
        "line 1: is not a mapping",
    ),
    _yaml(
        "YAML whose mappings merge",
        lambda: "- &a {title: x, art: plums.png}\n- {<<: [*a, *a]}\n",
        "line 2: << is not read",
    ),
    _yaml("YAML within itself", lambda: "- title: " + "[" * 100_000, "is not YAML"),
    _yaml(
        "YAML that says a text again and again",
        lambda: f"- art: plums.png\n  said: &a {'x' * 3900}\n  title: [{'*a, ' * 90_000}]\n",
        "letters",
    ),
    _yaml("YAML that runs a program", lambda: "- !!python/object/apply:os.system [true]", "line 1"),
    _yaml(
        "YAML of too many rows",
        lambda: "- {title: P, art: plums.png}\n" * 20_001,
        "at most 20,000 rows",
    ),
    _yaml(
        "a sign of a terminal in YAML", lambda: '- {title: "a\\e[2J", art: plums.png}\n', "(U+001B)"
    ),
    _yaml("a key of pages in YAML", lambda: f"- ? {'x' * 70_000}\n  : y\n", "70,000 letters"),
)

REPEATS = (
    _frame(
        "a frame repeated a billion times",
        'text = "{item}"\nrepeat = { to = 1000000000, step = "1x0mm" }',
        "repeat.to: must be 1000000 or less, not 1000000000",
    ),
    _frame(
        "a grid of a trillion frames",
        'text = "{item}"\nrepeat = { columns = 1000000, rows = 1000000, step = "1x0mm" }',
        "at most 2,500 frames",
    ),
    _frame(
        "items that multiply",
        f'text = "{"{item}" * 600}"\nrepeat = {{ over = ["{"x" * 3000}"], step = "1x0mm" }}',
        "write at most 5000 characters, not 1800000",
    ),
    _value(
        "a product without end",
        'rows = "jars.csv"',
        "rows = { product = { title = { from = 1, to = 1000000 }, art = { from = 1, to = 99 } } }",
        "are too many rows: a game has at most 20,000 rows",
    ),
    _value(
        "combinations without end",
        'rows = "jars.csv"',
        "rows = { combinations = { of = { from = 1, to = 1000 }, columns = "
        f"{[f'c{n}' for n in range(20)]} }} }}",
        "are too many rows",
    ),
    _value(
        "cells that grow",
        'rows = "jars.csv"',
        f'rows = "jars.csv"\nreplace = {{ Plu = "{"x" * 3999}" }}',
        "title, with what is replaced: is too long",
    ),
    _frame("a power in braces", 'text = "{9 ** 9 ** 9}"', "is not arithmetic that is known here"),
    _frame(
        "numbers that grow",
        'text = "{item * 999999999999 * 9}"\nrepeat = { to = 9, step = "1x0mm" }',
        "is more than 1000000000000",
    ),
    _frame("arithmetic within itself", f'text = "{{{"-" * 3000}1}}"', "there is no column"),
)


def _repeated(larder: LarderGame) -> None:
    larder.put("jars.csv", f"{JARS}{'ab ' * 1000},plums.png,1\n")
    larder.change('text = "{title}"', f'text = "{"{title}" * 500}"')


TABLES = (
    _table("a table of a million columns", lambda: "," * 1_000_000, "has no rows"),
    _table(
        "a header without end",
        lambda: ",".join(map(str, range(900_000))) + "\n1",
        "at most 100 columns, not 900,000",
    ),
    _table(
        "a row of a million cells",
        lambda: JARS + "x,plums.png,1" + "," * 999_997,
        "has 1000000 cells",
    ),
    _table(
        "a cell of megabytes",
        lambda: JARS + f'"{"x" * 7_000_000}",plums.png,1',
        "field larger than",
    ),
    _table(
        "a cell of many pages",
        lambda: JARS + f"{'x' * 99_000},plums.png,1",
        "at most 4,000 letters",
    ),
    _table(
        "a million rows", lambda: "title,art\n" + "P,plums.png\n" * 600_000, "at most 20,000 rows"
    ),
    _table("a table of NULs", lambda: bytes(1000), "write at most 60"),
    _table("a NUL in a cell", lambda: JARS + "a\0b,plums.png,1", "a control character (U+0000)"),
    _table(
        "a column of pages", lambda: f"title,art,{'x' * 75_000}\n", "has a name of 75,000 letters"
    ),
    _table("a column that wipes a terminal", lambda: "title,a\x1b[2J\nx,y\n", "(U+001B)"),
    Attack(
        "columns that multiply", _repeated, "front.frames[1]: is too long with jars.csv, line 4"
    ),
    _table("a table in UTF-16", lambda: JARS.encode("utf-16"), "is in UTF-16"),
    _table("a quote without end", lambda: JARS + '"' + "x,\n" * 9000, "is not a table"),
    _table("a cell that wipes a terminal", lambda: JARS + "\x1b[2J,plums.png,1", "(U+001B)"),
    _table(
        "the same column again and again",
        lambda: "title,art" + ",title" * 90 + "\nx,plums.png",
        "'title' occurs twice",
    ),
    _put("a map of one row without end", "yard.csv", lambda: "g," * 1_000_000, "has 1 rows, and"),
    _put(
        "a map of rows without end",
        "yard.csv",
        lambda: "g\n" * 1_000_000,
        "a map has at most 200 rows",
    ),
)

GROWING = (
    '<!DOCTYPE x [<!ENTITY a "ha">'
    + "".join(
        f'<!ENTITY {n} "{f"&{o};" * 10}">' for o, n in zip("abcdefgh", "bcdefghi", strict=True)
    )
    + "]>"
)
FETCHED = '<!DOCTYPE x [<!ENTITY i SYSTEM "file:///etc/passwd">]>'
TITLE = '<row r="1"><c r="A1" t="inlineStr"><is><t>title</t></is></c></row>'
ART = '<c t="str"><v>plums.png</v></c>'
HEADER = '<row><c t="str"><v>title</v></c><c t="str"><v>art</v></c></row>'
ENTITY = TITLE.replace("title", "&i;")
UNREADABLE = "cannot be read as a workbook"
BOOKS = (
    _book("a workbook of gigabytes", lambda: workbook(TITLE + "<row/>" * 9_000_000), "50,000 kB"),
    _book(
        "a workbook with a cell far below",
        lambda: workbook(TITLE + '<row r="999999999"><c><v>1</v></c></row>'),
        "it has a row '999999999'",
    ),
    _book(
        "a workbook with cells far right",
        lambda: workbook(TITLE + '<row><c r="XFD1"><v>1</v></c></row>' * 9000),
        "100 columns",
    ),
    _book("a workbook with entities that grow", lambda: workbook(ENTITY, GROWING), "a DOCTYPE"),
    _book("a workbook with a file for an entity", lambda: workbook(ENTITY, FETCHED), "a DOCTYPE"),
    _book("a workbook that is cut off", lambda: workbook()[:600], "is not a workbook; save it as"),
    _book("a sheet that is cut off", lambda: workbook(TITLE + "<row><c>"), UNREADABLE),
    _book(
        "a row without a number", lambda: workbook('<row r="x"><c><v>1</v></c></row>'), UNREADABLE
    ),
    _book(
        "a text that is not there", lambda: workbook('<row><c t="s"><v>7</v></c></row>'), UNREADABLE
    ),
    _book(
        "a cell with a number that is none",
        lambda: workbook(TITLE + "<row><c><v>NaN</v></c></row>"),
        "it has a number nan",
    ),
    _book(
        "an escape that wipes a terminal",
        lambda: workbook(f'{HEADER}<row><c t="str"><v>_x001B_[2J</v></c>{ART}</row>'),
        "title: has a control character (U+001B)",
    ),
    _book(
        "merged cells and hidden columns without end",
        lambda: workbook(
            f'{HEADER}<row><c t="e"><v>#REF!</v></c>{ART}</row></sheetData>'
            + '<cols><col min="1" max="999999999" hidden="1"/></cols>' * 9000
            + '<mergeCells><mergeCell ref="A1:XFD1048576"/></mergeCells>' * 9000
            + "<sheetData>"
        ),
        "row 2: title: has the error '#REF!'",
    ),
)

PIXELS = "claims to have 65,500 x 65,500 pixels: at most 50,000,000 pixels (PNP_LIMITS=pixels=…"
PICTURES = (
    _art("a PNG of gigapixels", lambda: png(65_500, 65_500, b"x"), PIXELS),
    _art("a JPEG of gigapixels", lambda: jpeg(65_500, 65_500), PIXELS),
    _art(
        "a JPEG with a profile of megabytes",
        lambda: jpeg(9, 9, *70 * [(0xE2, b"ICC_PROFILE\0\1\1" + bytes(60_000))]),
        "has a colour profile of more than 4,000,000 bytes",
    ),
    _art("a PNG of one long row", lambda: png(40_000, 1, b"x"), "but a side has at most 32,767"),
    _art(
        "a PNG with a bomb for a profile",
        lambda: png(9, 9, None, chunk(b"iCCP", b"x\0\0" + packed_zeros(50))),
        "colour profile of more than 4,000,000 bytes",
    ),
    _art(
        "a PNG with a bomb for pixels",
        lambda: png(9, 9, packed_zeros(200)),
        "is damaged: its pixels",
    )._replace(doors=PRINTED),
    _art("a PNG that is cut off", lambda: png(9, 9)[:40], "is cut off"),
    _art("a PNG that was changed", lambda: png(9, 9).replace(b"IHDR", b"IHDS"), "is damaged"),
    _art(
        "a bomb of a packed SVG file",
        lambda: gzip.compress(b"<svg>" + b" " * 20_000_000),
        "is too large",
    ),
    _art("a GIF of nothing", lambda: b"GIF89a" + bytes(99), "is damaged or cut off"),
    _art("a huge GIF", lambda: gif(65_535, 65_535), "claims to have 65,535 x 65,535 pixels"),
    _art("a huge WebP", lambda: webp(16_384, 16_384), "claims to have 16,384 x 16,384 pixels"),
    _art("a huge BMP", lambda: bmp(40_000, 40_000), "claims to have 40,000 x 40,000 pixels"),
    _art("a huge TIFF", lambda: tiff(50_000, 50_000), "claims to have 50,000 x 50,000 pixels"),
    _art("a TIFF without its pixels", lambda: tiff(99, 99, again=8), "is damaged or cut off"),
    _art("an AVIF of nothing", lambda: AVIF + bytes(99), "is damaged or cut off"),
    _art("an empty picture", bytes, "is empty"),
    _art("a program for a picture", lambda: b"MZ" + bytes(999), "is not a picture"),
)

CIRCLE = '<circle cx="1" cy="1" r="1"/>'
TILED = '<rect fill="url(#p)" width="9" height="9"/>'
ENTITIES = "".join(f"<!ENTITY i{n} 'x'>" for n in range(200))
ENTITIES = f"<!DOCTYPE svg [{ENTITIES}]>"
DOUBLING = "".join(f"--v{n}:var(--v{n + 1}) var(--v{n + 1});" for n in range(40)) + "--v40:x;"


def _image(content: bytes) -> str:
    """Return an element of SVG that shows a picture within the file."""
    return f'<image width="9" height="9" href="data:;base64,{b64encode(content).decode()}"/>'


def _nested(depth: int) -> str:
    return _image(svg(_nested(depth - 1))) if depth else CIRCLE


VECTORS = (
    _svg("with entities that grow", "<text>&i;</text>", "has a DOCTYPE with entities", GROWING),
    _svg("with a file for an entity", "<text>&i;</text>", "has a DOCTYPE with entities", FETCHED),
    _svg("with a script", "<script>fetch('/')</script>", "has a script; remove it"),
    _svg("with a script for an event", CIRCLE, "has a script (onload)", attributes='onload="x()"'),
    _svg("with many entities", "<text>&i;</text>", "has a DOCTYPE with entities", ENTITIES),
    _svg("with a page in it", '<foreignObject width="9"/>', "has a part of a web page"),
    _svg("with a script in a link", "<a><script>x()</script></a>", "has a script; remove it"),
    _svg("that moves", '<circle r="1"><animate/></circle>', "is an animation"),
    _svg("with a picture from the net", '<image href="http://127.0.0.1/"/>', "shows the file"),
    _svg(
        "with a picture from the disk", '<image xlink:href="file:///etc/passwd"/>', "shows the file"
    ),
    _svg(
        "with a picture from the disk in a pattern",
        f'<pattern id="p" width="1" height="1"><image href="/etc/passwd"/></pattern>{TILED}',
        "shows the file",
    ),
    _svg("with a bitmap of gigapixels", _image(png(65_500, 65_500, b"x")), PIXELS),
    _svg("with a bitmap that is none", _image(b"MZ"), "contains a bitmap that is not a picture"),
    _svg(
        "with a bitmap of gigapixels under text",
        f"<text>A</text><defs>{_image(png(65_500, 65_500, b'x'))}</defs>",
        PIXELS,
    ),
    _svg(
        "with many large bitmaps under text",
        f"<text>A</text>{_image(png(6000, 5000, b'x')) * 2}",
        "contains too many bitmaps: at most 50,000,000 pixels",
    ),
    _svg("with drawings in drawings", _nested(9), "has drawings more than 3 deep in one another"),
    _svg(
        "with a script in a drawing in it",
        _image(svg("<script>x()</script>")),
        "has a script; remove it",
    ),
    _svg(
        "with a file in a drawing in it",
        _image(svg('<image href="/etc/passwd"/>')),
        "shows the file '/etc/passwd'",
    ),
    _svg(
        "with patterns in one another",
        '<pattern id="p" width="1" height="1"><rect fill="url(#p)" width="9" height="9"/></pattern>'
        f"{TILED}",
        "uses 'p' within itself",
    ),
    _svg(
        "of steps of selectors",
        f"<style>q {'g ' * 9}a{{fill:red}}</style>{'<g>' * 60}<a/>{'</g>' * 60}",
        "too many styles",
    ),
    _svg(
        "of siblings of selectors",
        f"<style>q~{'g~' * 9}g{{fill:red}}</style>{'<g/>' * 5000}",
        "too many styles",
    ),
    _svg(
        "of counted siblings",
        f"<style>g:nth-last-of-type(3){{fill:red}}</style>{'<g/>' * 20_000}",
        "too many styles",
    ),
    _svg(
        "of a long selector",
        f"<style>{'a>' * 9999}a{{fill:red}}</style>",
        "which cannot be read; save it",
    ),
    _svg(
        "of brackets in a selector",
        f"<style>{':not(' * 90}a{')' * 90}{{fill:red}}</style>{CIRCLE}",
        "which cannot be read; save it",
    ),
    _svg(
        "of variables that double",
        f"<style>circle{{{DOUBLING}fill:var(--v0)}}</style>{CIRCLE}",
        "too many styles",
    ),
    _svg(
        "of dots without end",
        '<path d="M0 0h19" stroke="red" stroke-linecap="round" stroke-dasharray="0 1e-9"/>',
        "draws nothing",
    ),
    _svg("that uses another file", '<use href="/etc/passwd#x"/>', "refers to another file"),
    _svg("with its base elsewhere", '<g xml:base="http://127.0.0.1/"/>', "refers to another place"),
    _svg(
        "with a style from the net", "<style>@import 'http://127.0.0.1/';</style>", "with @import"
    ),
    _svg(
        "with a fill from the net",
        f'<g fill="url(http://127.0.0.1/#y)">{CIRCLE}</g>',
        "takes its fill from another file",
    ),
    _svg(
        "with a rule from the net",
        "<style>a{fill:url(//127.0.0.1/#y)}</style>",
        "takes its fill from another file",
    ),
    _svg(
        "with a style sheet beside it",
        CIRCLE,
        "takes its style from another file",
        '<?xml-stylesheet href="x.css"?>',
    ),
    _svg("that uses itself", '<g id="a"><use href="#a"/></g>', "uses 'a' within itself"),
    _svg("of elements in elements", "<g>" * 5000 + "</g>" * 5000, "more than 64 deep"),
    _svg(
        "of an outline of blanks", f'<path d="M0 0{" " * 3_000_000}?"/>', "path data that cannot be"
    ),
    _svg("of a width of digits", f'<rect width="{"1" * 9990}!"/>', "has width that cannot be read"),
    _svg("of rules of style", f"<style>{'a{fill:red}' * 40_000}</style>", "too many styles"),
    _svg("of one rule of style", f"<style>a{{{'fill:red;' * 400_000}}}</style>", "too many styles"),
    _svg(
        "of styles for many",
        f"<style>{'*{fill:red}' * 900}</style>{CIRCLE * 9000}",
        "too many styles",
    ),
    _svg(
        "of names of styles", f"<style>{'.a,' * 2_000_000}.a{{fill:red}}</style>", "too many styles"
    ),
    _svg("that is endlessly large", CIRCLE, "is too large", attributes='viewBox="0 0 1e300 1e300"'),
    _svg(
        "that moves far away",
        f'<g transform="{"scale(1e9) " * 50}">{CIRCLE}</g>',
        "make it too large",
    ),
    _svg("without size", CIRCLE, "has a viewBox without size", attributes='viewBox="0 0 0 0"'),
)

LARGEST = "write numbers up to 1000000000000 in arithmetic"
SHELF = """
[rule_sets.stack.setup]
board = "shelf"
known = { status = "reconstructed", says = "A start.", because = "A sentence." }
lay = ["""
MOVE = '{start = "a1", to = "a2"},'


def _laid(name: str, written: str, said: str) -> Attack:
    """Return one who lays pieces on the shelf."""
    return Attack(name, lambda larder: larder.add(f"{SHELF}{written}]"), said)


def _shape(name: str, written: str, said: str) -> Attack:
    """Return one who draws a shape on the jars."""
    return _value(name, 'kind = "icon"\nicon = "lid"', f'kind = "shape"\n{written}', said)


SHAPES = (
    _shape("a polygon of atoms", 'shape = "polygon"\nsides = 999999999\nfill = "red"', "100 or l"),
    _shape(
        "a line through thousands",
        'shape = "line"\nstroke = "red"\npoints = [' + "'0x0mm', '9x9mm', " * 5_000 + "]",
        "points: takes at most 500, not 10000",
    ),
    _shape("a point on the moon", "points = ['9999999x0mm', '1x1mm']", "a length is up to 5000 mm"),
)

POSITIONS = (
    _laid(
        "a shelf named a thousand times", '{component="pegs",at=["a1-cv100"]},' * 9999, "20,000 pl"
    ),
    _laid(
        "a pile to the sky",
        "{component='pegs',at=['a1'],pile=[" + "'a'," * 40_000 + "]}",
        "most 100",
    ),
    Attack(
        "a picture of arrows",
        lambda larder: larder.add(
            f'[rule_sets.stack.examples.e]\nboard="shelf"\nafter="setup"\narrows=[{MOVE * 9999}]'
        ),
        "arrows: takes at most 100, not 9999",
    ),
)

CLAIMS = (
    _claim("a power of powers", "9**9**9**9 == 1", "is not arithmetic that is known here"),
    _claim("a claim deep in brackets", f"{'(' * 900}1{')' * 900} == 1", "at most 200 characters"),
    _claim("a claim that imports", "__import__('os').system('x') == 0", "is not arithmetic that"),
    _claim("a claim on attributes", "rows.__class__.__mro__ == 1", "is not arithmetic that"),
    _claim("a claim with a function", "(lambda: 1)() == 1", "is not arithmetic that"),
    _claim("a claim with text", "'a' * 999999999 == rows", "is not arithmetic that"),
    _claim("a claim with lists", "sum([1] * 999999999) == 1", "is not arithmetic that"),
    _claim("a claim over a range", "sum(range(999999999)) == 1", "is not arithmetic that"),
    _claim("a claim with a loop", "sum(x for x in rows) == 1", "is not arithmetic that"),
    _claim("a claim of huge numbers", f"{'9' * 100} == jars", LARGEST),
    _claim("a claim of huge exponents", "1e999 == jars", LARGEST),
    _claim("a claim of complex numbers", "1j == jars", "is not arithmetic that"),
    _claim("a claim that keeps something", "(rows := 3) == 3", "is not arithmetic that"),
    _claim("a claim with a NUL", "rows \\u0000 == 2", "has a control character (U+0000)"),
)

ODD = "rule texts cannot use"
STEPS = "line 7: takes more than 2,000,000 steps"
TEXTS = (
    _text("a loop without end", "{% for a in range(10**9) %}x{% endfor %}", ODD),
    _text("a filled sign of a terminal", "{{ 'a\\x1b[2J' }}", "line 7: has a control character"),
    _text("a named sign of direction", "Take &#x202e;gnp.", "control character (U+202E)"),
    _text(
        "a sign in a caption",
        '![A jar of plums on a high shelf.](art/plums.png "a&#x202e;b")',
        "U+202E",
    ),
    _text("what is under a text", "{{ ''.__class__.__mro__ }}", "error: "),
    _text("what is under a number", "{{ jars.__class__.__base__ }}", "error: "),
    _text("what is under a filter", "{{ jars|attr('__class__') }}", "No filter named 'attr'"),
    _text("what Jinja is made of", "{{ self.__init__.__globals__ }}", "error: "),
    _text("what Jinja brings along", "{{ cycler.__init__.__globals__.os }}", "error: "),
    _text("a call", "{{ lipsum(10000000) }}", f"line 7: {ODD} a call in ( )"),
    _text("a text that grows", "{{ 'x' * 999999999 }}", "write arithmetic with numbers, not 'x'"),
    _text("loops in loops", "{% for a in 'xxxxxxxxx' %}" * 9 + "x" + "{% endfor %}" * 9, STEPS),
    _text(
        "a loop of a long text", f"{{% for a in {'x' * 99!r} %}}{'x' * 99_000}{{% endfor %}}", STEPS
    ),
    _text("a text joined with itself", "{{ 'x'|join('yy')|join('zz') }}", "join takes several"),
    _text("a width without end", "{{ '%999999999d' % 1 }}", "write arithmetic with numbers"),
    _text("a power of powers", "{{ 9 ** 9 ** 9 }}", f"line 7: {ODD} **"),
    _text("a number that grows", "{{ 999999999 * 999999999 }}", "write numbers up to"),
    _text("a rounding without end", "{{ 1|round(1000000000, 'ceil') }}", "line 7: round takes"),
    _text("a rounding of everything", "{{ 5|round(-1000000000) }}", "line 7: round takes"),
    _text("a list that grows", "{{ [1] * 999999999 }}", f"line 7: {ODD} a list"),
    _text("a macro of itself", "{% macro a() %}{{ a() }}{% endmacro %}{{ a() }}", f"{ODD} macro"),
    _text("another file", "{% include '/etc/passwd' %}", f"line 7: {ODD} include"),
    _text("an import", "{% import 'os' as os %}", f"line 7: {ODD} import"),
    _text("a text to extend", "{% extends '/etc/passwd' %}", f"line 7: {ODD} extends"),
    _text("a variable", "{% set a = 1 %}", f"line 7: {ODD} set"),
    _text("brackets in brackets", f"{{{{ {'(' * 3000}1{')' * 3000} }}}}", "is nested too deeply"),
    _text("conditions in conditions", "{% if 1 %}" * 300 + "x" + "{% endif %}" * 300, "too deeply"),
    _text(
        "a page of HTML",
        "<script>fetch('//127.0.0.1')</script>",
        "rule texts cannot use html block",
    ),
    _text("a word of HTML", "Put <b onclick=x()>jars</b>.", "rule texts cannot use html inline"),
    _text("a link", "[jars](https://example.org)", "rule texts cannot use link"),
    _text("a picture from the net", "![jars](http://127.0.0.1/x.png)", "write the name of a pic"),
    _text("a figure upward", "![jars](figure:../../x)", "../../x"),
    _text("quotes in quotes", f"{'>' * 3000}x", "rule texts cannot use blockquote"),
    _text("letters that turn round", "Put \u202e jars.", "has a control character (U+202E)"),
    Attack(
        "rules in UTF-16",
        lambda larder: larder.put("rules/stack.en.md", RULES.encode("utf-16")),
        "byte 0 is not UTF-8",
        RULED,
        1,
    ),
)

ATTACKS = (
    *PATHS, *FILES, *IDS, *SIZES, *TABLES, *BOOKS, *PICTURES, *VECTORS, *POSITIONS, *CLAIMS, *TEXTS,
    *SHAPES, *REPEATS, *LISTS, *YAML,
)  # fmt: skip
