"""Convert a project of Squib: its decks, tables and pictures become the files of a game."""

import csv
import re
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from io import StringIO
from itertools import takewhile
from operator import gt
from pathlib import Path, PurePosixPath
from typing import Any, NamedTuple

from pnp.base.errors import UsageError
from pnp.base.units import SHORTEST, dimensions, format_mm
from pnp.definitions.squib.art import Art, CopiedPicture
from pnp.definitions.squib.card import SquibCard, Where, worded
from pnp.definitions.squib.decks import COPIES, OWN, DeckTable, ScriptDeck, equals, table_of
from pnp.definitions.squib.definition import definition
from pnp.definitions.squib.drawings import is_gradient
from pnp.definitions.squib.folder import ProjectFolder
from pnp.definitions.squib.frames import DRAWS, FrameReader
from pnp.definitions.squib.layout_files import (
    ProjectNote,
    built_in_layouts,
    extended,
    read_layouts,
    read_settings,
)
from pnp.definitions.squib.ruby import Column, UntakenError
from pnp.definitions.squib.script import DECK, INDEX, TABLE, Call, calls
from pnp.definitions.squib.texts import DEFAULT_FONT, OLD_DPI, OLD_FONT
from pnp.definitions.squib.values import CELL, DPI, SCALE, PixelScale, color, pixels
from pnp.definitions.table import read_rows
from pnp.definitions.workbook import sheet_names

_SIDES = 825.0, 1125.0  # of a card, unless Deck.new says others: poker with an eighth inch of bleed
_BLEED = 37.5
_IN_THE_BLEED = 33.0, 20.0  # where no text begins that is cut there
_PAPER = 194.0, 273.0  # mm, what A4 holds of a card
_SHORTEST, _LONGEST = 0.01, 190.0  # inches, of what a card measures
# Calls that do not affect the look of a card.
_NOTHING = frozenset(
    {"require", "require_relative", "puts", "p", "pp"}
    | {"enable_build", "disable_build", "enable_build_globally", "disable_build_globally"}
    | {"print_system_fonts"}
)
_SAVES = ("save_pdf", "save_sheet", "save_png", "save", "showcase", "hand")  # printed ones first
# The calls that say what is cut off a card, the most telling first: their keys and defaults.
_EDGES = (
    ("cut_zone", ("margin", "radius"), ("0.125in", "0.125in")),
    *((name, ("trim", "trim_radius"), (None, 0.0)) for name in _SAVES),
)
_VERSION = re.compile(r"\bsquib\b['\"]?[\s,(]*['\"]?(?:[~<>=]+\s*)?0\.(\d+)")
_POINTS_SINCE = 14  # 0.14
_NAME = re.compile(r"[\w-]+")
_MOST_ALONE = 20  # cards that get separate frames if lists set places or sizes
_LISTED = ("str", "file", "color", "fill_color", "stroke_color", "layout")


class Converted(NamedTuple):
    """The files of a game by path, and notes on what could not be converted."""

    files: Mapping[str, bytes]
    notes: tuple[ProjectNote, ...]


class _Project:
    """Reads a project, adding to ``files`` and ``notes``."""

    def __init__(self, folder: Path) -> None:
        self.folder = ProjectFolder(folder)
        self.files: dict[str, bytes] = {}
        self.notes: list[ProjectNote] = []
        self.tables: dict[str, DeckTable] = {}
        self.indexes: dict[str, Column] = {}
        self.decks: list[ScriptDeck] = []
        self.script = ""
        self._art = Art(self.folder, self.files, self.note)
        self._reader: FrameReader | None = None
        self._line = 0
        self._settings: Mapping[str, Any] = {}
        self._is_old = False

    def note(self, what: str, advice: str) -> None:
        """Record what could not be converted on the current line."""
        note = ProjectNote(self.script, self._line, what, advice)
        if note not in self.notes:
            self.notes.append(note)

    def read(self) -> None:
        """Read the scripts of the project."""
        self._is_old = self._asks_for_an_old_squib()
        for script, source in self.folder.scripts().items():
            self.script = self.folder.script = script
            self.tables.clear()
            self.indexes.clear()
            every = list(calls(source))
            for number, call in enumerate(every):
                self._line = call.line
                try:
                    self._take(call, every[number + 1 :])
                except UntakenError as error:
                    self.note(error.what, error.advice)
        if not self.decks:
            raise UsageError(f"{self.folder.top}: no script in it has a {DECK}")

    def _asks_for_an_old_squib(self) -> bool:
        """Return whether the project is for a Squib before 0.14, which drew smaller type."""
        for name in ("Gemfile.lock", "Gemfile"):
            path = self.folder.find(name)
            if path and (found := _VERSION.search(self.folder.source(path))):
                if int(found[1]) >= _POINTS_SINCE:
                    return False
                self.script, self._line = path, 1
                what = f"Squib 0.{found[1]} draws type 3.125 times smaller than its points"
                self.note(what, "pnp does as well; Squib has drawn points as points since 0.14")
                return True
        return False

    def _take(self, call: Call, following: Sequence[Call]) -> None:
        kind = call.name.removeprefix("Squib.")
        if call.name == DECK:
            self._begin(call, list(takewhile(lambda one: one.name != DECK, following)))
        elif call.name == TABLE:
            self.tables[call.target] = table_of(call.options)
        elif call.name == INDEX:
            self._note_index(call)
        elif kind in _NOTHING or call.text.partition(" ")[0] in _NOTHING:
            return
        elif kind in ("safe_zone", "cut_zone"):
            self.note(f"{kind} is a guide, which is not printed", "--proof-lines shows both")
        elif kind in _SAVES:
            self.note(f"{kind} is not needed", "pnp build makes sheets and pictures of all cards")
        elif kind in ("csv", "xlsx"):
            self._load(call, kind)
            if call.block:
                self.note("a block changes the cells", "change them in the table")
        elif call.block and not (self.decks and kind == "text"):
            raise UntakenError(
                f"{_short(call.text)} begins a block of {call.block} statements",
                "blocks are not run: write a frame, with when = if it is for some cards",
            )
        elif self.decks and kind in (*DRAWS, "background", "hint", "set", "use_layout"):
            self._draw(call, kind)
            if call.block:
                self.note("a text embeds pictures", "name them in icons, and write :name: in it")
        else:
            raise UntakenError(
                f"{_short(call.text)} is Ruby that is not run", "write what it draws as a frame"
            )

    def _note_index(self, call: Call) -> None:
        column = call.options["of"]
        assert isinstance(column, Column)
        self.indexes[call.target] = column

    def _begin(self, call: Call, own: Sequence[Call]) -> None:
        """Begin a deck, given the calls up to the next."""
        self._configure(call)
        dpi = self._number(call.options.get("dpi"), DPI)
        cell = self._number(self._settings.get("cell_px"), CELL)
        scale = PixelScale(dpi if dpi > 0 else DPI, cell)
        sides = [
            self._number(call.options.get(key), usual, scale, _SHORTEST * scale.dpi)
            for key, usual in zip(("width", "height"), _SIDES, strict=True)
        ]
        margin, radius = self._edge(own, sides, scale)
        card = SquibCard(sides[0], sides[1], margin, scale)
        size = dimensions(*(card.mm(side) for side in card.cut.size))
        if margin == 0:
            self.note(
                f"the card is taken as {size} after cutting",
                "if that includes bleed, write the smaller size and move the frames",
            )
        large = any(map(gt, sorted(map(card.mm, card.cut.size)), _PAPER))
        most = card.mm(min(card.cut.size) / 2) - 0.01
        rounded = min(card.mm(radius), most)
        corner = f"{format_mm(rounded if rounded >= SHORTEST else 0.0)}mm"
        self.decks.append(deck := ScriptDeck(size, corner, call.options.get("cards")))
        if large:
            what = f"cards of {size} are larger than the 194x273mm that A4 holds"
            self.note(what, "one alone is a board, of several sheets; for more, use --paper a3")
            deck.is_large = True
        deck.stem, deck.scale = PurePosixPath(self.script).stem, scale
        self._reader = FrameReader(card, self)
        texts = self._reader.texts
        texts.hint = self._settings.get("text_hint", "off")
        texts.settings = self._settings
        if self._is_old:
            texts.default_font, texts.points = OLD_FONT, OLD_DPI / scale.dpi
        named = call.options.get("layout")
        self._layouts(named if isinstance(named, list) else [named])
        cards = call.options.get("cards")
        if isinstance(cards, Column) and cards.table in self.tables:  # data.nrows
            deck.use(self.tables[cards.table])

    def _configure(self, call: Call) -> None:
        """Read the settings of a deck."""
        config = call.options.get("config", "config.yml")
        path = self.folder.find(config) if isinstance(config, str) else None
        if path is None and "config" in call.options:
            self.note(
                f"config {getattr(config, 'what', config)!r} is not in the project", "copy it"
            )
        self._settings = read_settings(self.folder.top, path) if path else {}
        self.folder.images = f"{self._settings.get('img_dir') or ''}"

    def _edge(
        self, own: Sequence[Call], sides: Sequence[float], scale: PixelScale
    ) -> tuple[float, float]:
        """Return the margin that is cut off a deck's cards, and the radius of their corners."""
        edges: dict[float, float] = {}
        for name, keys, usual in _EDGES:
            for options in (call.options for call in own if call.name == name):
                margin, radius = map(options.get, keys, usual)
                if isinstance(margin, (str, float)) and margin:
                    found = self._number(margin, 0.0, scale)
                    edges.setdefault(found, self._number(radius, 0.0, scale))
        if not edges:
            has_bleed = tuple(sides) == _SIDES and not any(map(_reaches_the_edge, own))
            edges[_BLEED if has_bleed else 0.0] = 0.0
        margin, radius = next(iter(edges.items()))
        if len(edges) > 1:
            others = ", ".join(f"{one:g}" for one in edges if one != margin)
            self.note(
                f"cards are cut by {margin:g} pixels, elsewhere by {others}",
                "if another is right, write its size and move the frames",
            )
        if min(sides) - 2 * margin < _SHORTEST * scale.dpi:
            what = f"a margin of {margin:g} pixels leaves nothing of the card"
            self.note(what, "none is cut off")
            return 0.0, radius
        return margin, radius

    def _number(
        self, value: object, usual: float, scale: PixelScale = SCALE, least: float = 0.0
    ) -> float:
        try:
            found = usual if value is None else pixels(value, scale)
        except UntakenError:
            found = -1.0
        if least <= found <= _LONGEST * scale.dpi:
            return found
        self.note(f"{getattr(value, 'what', value)} is not a size", f"it is taken as {usual:g}")
        return usual

    def _layouts(self, names: list[Any]) -> None:
        deck = self.decks[-1]
        for name in filter(None, names):
            if isinstance(name, str) and (path := self.folder.find(name)):
                found = read_layouts(self.folder.top, path)
            elif (ready := built_in_layouts(f"{name}")) is not None:
                found = ready
            else:
                what = f"layout {getattr(name, 'what', name)!r} is not in the project"
                self.note(what, "copy it there, and begin again")
                continue
            deck.layouts = extended(found, deck.layouts, self.notes.append, deck.scale)

    def _load(self, call: Call, kind: str) -> None:
        name = call.options.get("file", f"sample.{kind}")
        if isinstance(written := call.options.get("data"), str):
            rows = list(csv.DictReader(StringIO(written), skipinitialspace=True, restval=""))
            cells = [{f"{key}": f"{cell}".strip() for key, cell in row.items()} for row in rows]
            self.tables[call.target] = DeckTable(OWN, cells)
            return
        if not isinstance(name, str):
            raise UntakenError(
                f"the {kind} file is not named in the script", "write rows = with its name"
            )
        path = self.folder.find(name)
        if path is None:
            raise UntakenError(f"{name} is not in the project", "copy it there, and begin again")
        source = f"{path}{self._sheet(call, path)}"
        explode = call.options.get("explode", "qty")
        if isinstance(explode, str) and explode.lower() not in COPIES:
            self.note(f"copies are in column {explode!r}", "rename that column to copies")
        table = read_rows(source, self.folder.top, f"{self.script}:{call.line}", sha256())
        if table.faults:
            raise UsageError("\n".join(table.faults))
        self.files[PurePosixPath(path).name] = self.folder.read(path, "table_kb")
        taken = PurePosixPath(source).name
        self.tables[call.target or name] = made = DeckTable(taken, table.rows)
        if self.decks and not call.target:
            self.decks[-1].use(made)

    def _sheet(self, call: Call, path: str) -> str:
        """Return the part of a table's name that names a sheet, which Squib counts from 0."""
        number = call.options.get("sheet", 0.0)
        if not isinstance(number, float) or not path.endswith(".xlsx"):
            return ""
        names = sheet_names(self.folder.read(path, "table_kb"))
        if not -len(names) <= number < len(names):
            raise UntakenError(f"{path} has no sheet {number:g}", f"it has {len(names)}")
        return f"#{names[int(number)]}" if number else ""

    def _draw(self, call: Call, kind: str) -> None:
        deck, reader = self.decks[-1], self._reader
        assert reader is not None  # made with the deck
        if kind == "set":
            if not isinstance(font := call.options.get("font"), str):
                raise UntakenError("set without a font by its name", "write it into each frame")
            default = OLD_FONT if self._is_old else DEFAULT_FONT
            reader.texts.default_font = default if font == "default" else font
        elif kind == "hint":
            reader.texts.hint = call.options.get("text", "off")
        elif kind == "use_layout":
            file = call.options.get("file", "layout.yml")
            self._layouts(file if isinstance(file, list) else [file])
        elif kind == "background":
            paint = self._listed(call).get("color", "black")
            if isinstance(paint, UntakenError):
                raise paint
            if is_gradient(paint):
                deck.frames.append(reader.background(paint))
            else:
                column = isinstance(paint, Column)
                deck.ground = self.wording(paint) if column else color(paint).color
        else:
            self._frames(call, kind, deck, reader)

    def _listed(self, call: Call) -> dict[str, Any]:
        """Return the options of a call, with lists replaced by columns of the cards."""
        options = {
            key: self._own_color(value) if key.endswith(("color", "mask")) else value
            for key, value in call.options.items()
        }
        for key in _LISTED:
            if isinstance(values := options.get(key), list):
                options[key] = self.decks[-1].listed(key, values)
        return options

    def _own_color(self, value: Any) -> Any:
        """Return a value; instead of a colour's name from the settings, the colour."""
        own = self._settings.get("custom_colors")
        if isinstance(value, list):
            return [self._own_color(one) for one in value]
        return f"{own.get(value, value)}" if isinstance(own, dict) and value in own else value

    def _frames(self, call: Call, kind: str, deck: ScriptDeck, reader: FrameReader) -> None:
        options = self._listed(call)
        lists = {k: v for k, v in options.items() if isinstance(v, list) and k != "range"}
        if lists and deck.count <= _MOST_ALONE and "range" not in options:
            for number in range(deck.count):
                here = {k: v[number] for k, v in lists.items() if number < len(v)}
                self._some_frames({**options, **here, "range": float(number)}, kind, deck, reader)
        else:
            self._some_frames(options, kind, deck, reader)

    def _some_frames(
        self, options: dict[str, Any], kind: str, deck: ScriptDeck, reader: FrameReader
    ) -> None:
        layout = options.get("layout")
        if isinstance(layout, UntakenError):
            raise UntakenError("a layout that Ruby finds", "write one frame for each, with when")
        for name, when in self._names(layout):
            if name and name not in deck.layouts:
                self.note(f"there is no layout {name!r}", f"{kind} is placed by its options alone")
            base = deck.layouts[name].options if name in deck.layouts else {}
            every = {**base, **options}
            chosen = every.pop("range", None)
            frames = list(reader.frames(kind, every))  # which may bring the table of the cards
            among = {key: self._column(column) for key, column in self._used(chosen)}
            some = deck.condition(chosen, among)
            for frame in frames:
                tests = list(filter(None, (some, when, frame.get("when"))))
                many = len(tests) > 1
                joined = (f"({one})" if many and " or " in one else one for one in tests)
                deck.frames.append(frame | ({"when": " and ".join(joined)} if tests else {}))

    def _names(self, layout: object) -> Iterator[tuple[str, str]]:
        """Yield the layouts of a call, each with the condition under which it applies."""
        if not isinstance(layout, Column):
            yield ("" if layout is None else str(layout)), ""
            return
        for cell, name in self.cells(layout).items():
            if cell:
                yield name, equals(self._column(layout), [cell])

    def _used(self, chosen: object) -> Iterator[tuple[str, Column]]:
        """Yield the variable of an index and the column behind it, if a range uses one."""
        if isinstance(chosen, Column) and chosen.table in self.indexes:
            yield chosen.table, self.indexes[chosen.table]

    def _column(self, column: Column) -> str:
        """Return the name of a column in its table."""
        if column.table == OWN:
            return column.name
        table = self.tables.get(column.table)
        if table is None:
            raise UntakenError(
                f"{column.table} is not a table that was read", "name the column in braces"
            )
        if self.decks:
            self.decks[-1].use(table)
        if column.is_method:
            for name in table.columns:
                if _snake(name) == column.name:
                    return name
        if column.name not in table.columns:
            known = ", ".join(table.columns)
            raise UntakenError(
                f"{table.name} has no column {column.name!r}", f"use one of those it has: {known}"
            )
        return column.name

    def wording(self, column: Column) -> str:
        name = self._column(column)
        if set(name) & set("{}|'\"") or name != name.strip():
            raise UntakenError(f"column {name!r} has a name that frames cannot use", "rename it")
        return f"{worded(column.before)}{{{name}}}{worded(column.after)}"

    def cells(self, column: Column, where: Where = ()) -> Mapping[str, str]:
        """Return the distinct cells of a column in some rows, each with what it stands for."""
        name, table = self._column(column), self.decks[-1].table
        tests = [(self._column(one), cell) for one, cell in where]
        rows = table.rows if table else ()
        found = (
            row[name].strip()
            for row in rows
            if all(row[key].strip() == cell for key, cell in tests)
        )
        return {cell: f"{column.before}{cell}{column.after}" for cell in found}

    def condition(self, column: Column, cells: Sequence[str]) -> str:
        """Return the condition for the cards with one of these cells; "" if all have one."""
        others = [cell for cell in self.cells(column) if cell not in cells]
        if others == [""] and _NAME.fullmatch(name := self._column(column)):
            return name
        return equals(self._column(column), cells) if others else ""

    def picture(self, name: str) -> CopiedPicture | None:
        """Copy a picture into the game."""
        return self._art.picture(name)

    def drawing(self, kind: str, content: str) -> str:
        """Add an SVG file to the game, and return its path."""
        return self._art.drawing(kind, content)


def convert(folder: Path, title: str) -> Converted:
    """Convert a project of Squib to the files of a game with its decks.

    Raises:
        UsageError: If it is not a project, or a table or layout in it cannot be read.
        MissingExtraError: If it has layouts and the library for YAML is not installed.
    """
    project = _Project(folder)
    project.read()
    project.files["game.toml"] = definition(project.decks, title)
    notes = sorted(project.notes, key=lambda note: (note.file, note.line))
    return Converted(project.files, tuple(notes))


def _reaches_the_edge(call: Call) -> bool:
    """Return whether a call draws a border or text where a card of the usual size has bleed."""
    options = call.options
    if call.name == "rect":
        sides = {"x": 0.0, "y": 0.0, "width": _SIDES[0], "height": _SIDES[1]}
        whole = all(options.get(key, side) in (side, "deck") for key, side in sides.items())
        return whole and not {"layout", "fill_color"} & options.keys()
    if call.name != "text" or "layout" in options:
        return False
    x, y = options.get("x", 0.0), options.get("y", 0.0)
    is_left = options.get("align", "left") == "left" or "width" not in options
    is_top = options.get("valign", "top") == "top" or "height" not in options
    beside = isinstance(x, float) and x < _IN_THE_BLEED[0] and is_left
    return beside or (isinstance(y, float) and y < _IN_THE_BLEED[1] and is_top)


def _snake(name: str) -> str:
    spaced = re.sub(r"([a-z\d])([A-Z])", r"\1_\2", name.strip())
    return re.sub(r"[\s-]+", "_", spaced).lower()


def _short(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:57]}..."
