"""Convert a project of Squib: its decks, tables and pictures become the files of a game."""

import csv
import re
from collections.abc import Iterator, Mapping
from hashlib import sha256
from io import StringIO
from pathlib import Path
from typing import Any, NamedTuple

from pnp.base.errors import UsageError
from pnp.base.files import read_sandboxed, sandboxed
from pnp.base.units import dimensions
from pnp.definitions.squib.decks import COPIES, OWN, DeckTable, ScriptDeck, table_of
from pnp.definitions.squib.definition import definition
from pnp.definitions.squib.frames import DRAWS, FrameReader, names_of
from pnp.definitions.squib.layout_files import ProjectNote, extended, read_yaml
from pnp.definitions.squib.ruby import Column, UntakenError
from pnp.definitions.squib.script import INDEX, TABLE, Call, calls
from pnp.definitions.squib.values import DPI, color, pixels, to_mm
from pnp.definitions.table import read_rows

_SCRIPTS = ("deck.rb", "src/deck.rb")
_SIDES = 825.0, 1125.0  # of a card, unless Deck.new says others: poker with an eighth inch of bleed
_BLEED = 37.5
# Calls that do not affect the look of a card.
_NOTHING = frozenset(
    {"require", "require_relative", "hint", "safe_zone", "cut_zone", "puts", "p", "pp"}
    | {"enable_build", "disable_build", "enable_build_globally", "disable_build_globally"}
    | {"print_system_fonts"}
)
_SAVES = frozenset(["save", "save_png", "save_pdf", "save_sheet", "hand", "showcase"])
_MOST_SCRIPT = "text_kb"
_MOST_ALONE = 20  # cards that get separate frames if lists set places or sizes
_FONT = "Arial 12"  # of texts that name none
_LISTED = ("str", "file", "color", "fill_color", "stroke_color", "layout")


class Converted(NamedTuple):
    """The files of a game by path, and notes on what could not be converted."""

    files: Mapping[str, bytes]
    notes: tuple[ProjectNote, ...]


class _Project:
    """Reads a project, adding to ``files`` and ``notes``."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.files: dict[str, bytes] = {}
        self.notes: list[ProjectNote] = []
        self.tables: dict[str, DeckTable] = {}
        self.indexes: dict[str, Column] = {}
        self.decks: list[ScriptDeck] = []
        self.script = ""
        self.images = self._image_folder()
        self._reader: FrameReader | None = None
        self._line = 0

    def _image_folder(self) -> str:
        if not (self.folder / "config.yml").is_file():
            return ""
        entry = read_yaml(self.folder, "config.yml").get("img_dir")
        setting = "" if entry is None else str(entry.options.get("", ""))
        return setting.removeprefix("./").rstrip("/").removeprefix(".")

    def note(self, what: str, advice: str) -> None:
        """Record what could not be converted on the current line."""
        note = ProjectNote(self.script, self._line, what, advice)
        if note not in self.notes:
            self.notes.append(note)

    def read(self) -> None:
        """Read the script of the project."""
        found = [name for name in _SCRIPTS if (self.folder / name).is_file()]
        found = found or sorted(file.name for file in self.folder.glob("*.rb"))
        if not found:
            raise UsageError(
                f"{self.folder}: is not a project of Squib: it has no deck.rb and no other .rb file"
            )
        for self.script in found:
            try:
                file = sandboxed(self.folder, self.script)
                source = read_sandboxed(self.folder, file, _MOST_SCRIPT).decode("utf-8-sig")
            except (OSError, ValueError) as error:
                raise UsageError(f"{self.folder / self.script}: cannot be read: {error}") from None
            trim = self._trim(source)
            for call in calls(source):
                self._line = call.line
                try:
                    self._take(call, trim)
                except UntakenError as error:
                    self.note(error.what, error.advice)
        if not self.decks:
            raise UsageError(f"{self.folder}: no script in it has a Squib::Deck.new")

    def _trim(self, source: str) -> object:
        """Return the margin that is cut off cards, if a call sets it."""
        for call in calls(source):
            if call.name == "cut_zone":
                return call.options.get("margin", "0.125in")
            if call.name in _SAVES and isinstance(call.options.get("trim"), (str, float)):
                return call.options["trim"]
        return None

    def _take(self, call: Call, trim: object) -> None:
        kind = call.name.removeprefix("Squib.")
        if call.name == "Squib::Deck.new":
            self._begin(call, trim)
        elif call.name == TABLE:
            self.tables[call.target] = table_of(call.options)
        elif call.name == INDEX:
            self._note_index(call)
        elif kind in _NOTHING or call.text.partition(" ")[0] in _NOTHING:
            return
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
        elif self.decks and kind in (*DRAWS, "background", "set", "use_layout"):
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

    def _begin(self, call: Call, trim: object) -> None:
        dpi = self._number(call.options.get("dpi"), DPI)
        sides = [
            self._number(call.options.get(key), usual, dpi)
            for key, usual in zip(("width", "height"), _SIDES, strict=True)
        ]
        usual = _BLEED if tuple(sides) == _SIDES else 0.0
        margin = usual if trim is None else pixels(trim, dpi)
        if margin == 0:
            self.note(
                f"the card is taken as {_size(sides, 0, dpi)} after cutting",
                "if that includes bleed, write the smaller size and move the frames",
            )
        cards = call.options.get("cards")
        self.decks.append(deck := ScriptDeck(_size(sides, margin, dpi), cards))
        self._reader = FrameReader(
            sides[0], sides[1], margin, dpi, self._wording, self._art, self.note
        )
        named = call.options.get("layout")
        self._layouts(named if isinstance(named, list) else [named])
        if isinstance(cards, Column) and cards.table in self.tables:  # data.nrows
            deck.use(self.tables[cards.table])

    def _number(self, value: object, usual: float, dpi: float = DPI) -> float:
        try:
            return usual if value is None else pixels(value, dpi)
        except UntakenError:
            self.note(f"{getattr(value, 'what', value)} is not a size", f"it is taken as {usual:g}")
            return usual

    def _layouts(self, names: list[Any]) -> None:
        for name in filter(None, names):
            if not isinstance(name, str) or not (self.folder / name).is_file():
                self.note(
                    f"layout {getattr(name, 'what', name)!r} is not in the project",
                    "copy it there if it comes with Squib, and begin again",
                )
                continue
            deck = self.decks[-1]
            deck.layouts = extended(read_yaml(self.folder, name), deck.layouts, self.notes.append)

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
        if call.options.get("sheet") not in (None, 0.0):
            self.note("a sheet by its number", f'write rows = "{name}#" and the name of the sheet')
        explode = call.options.get("explode", "qty")
        if isinstance(explode, str) and explode.lower() not in COPIES:
            self.note(f"copies are in column {explode!r}", "rename that column to copies")
        table = read_rows(name, self.folder, f"{self.script}:{call.line}", sha256())
        if table.faults:
            raise UsageError("\n".join(table.faults))
        taken = Path(name).name
        self.files[taken] = read_sandboxed(self.folder, self.folder / name, "table_kb")
        self.tables[call.target or name] = made = DeckTable(taken, table.rows)
        if self.decks and not call.target:
            self.decks[-1].use(made)

    def _draw(self, call: Call, kind: str) -> None:
        deck, reader = self.decks[-1], self._reader
        assert reader is not None  # made with the deck
        if kind == "set":
            if not isinstance(font := call.options.get("font"), str):
                raise UntakenError("set without a font by its name", "write it into each frame")
            reader.default_font = _FONT if font == "default" else font
        elif kind == "use_layout":
            file = call.options.get("file", "layout.yml")
            self._layouts(file if isinstance(file, list) else [file])
        elif kind == "background":
            paint = self._listed(call).get("color", "black")
            if isinstance(paint, UntakenError):
                raise paint
            deck.ground = self._wording(paint) if isinstance(paint, Column) else color(paint).color
        else:
            self._frames(call, kind, deck, reader)

    def _listed(self, call: Call) -> dict[str, Any]:
        """Return the options of a call, with lists replaced by columns of the cards."""
        options: dict[str, Any] = dict(call.options)
        for key in _LISTED:
            if isinstance(values := options.get(key), list):
                options[key] = self.decks[-1].listed(key, values)
        return options

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
        if isinstance(layout, Column):
            layout = layout._replace(name=self._column(layout))
        table = deck.table
        for name, when in names_of(layout, table.rows if table else ()):
            if name and name not in deck.layouts:
                self.note(f"there is no layout {name!r}", f"{kind} is placed by its options alone")
            base = deck.layouts[name].options if name in deck.layouts else {}
            every = {**base, **options}
            chosen = every.pop("range", None)
            frames = list(reader.frames(kind, every))  # which may bring the table of the cards
            among = {key: self._column(column) for key, column in self._used(chosen)}
            some = deck.condition(chosen, among)
            if some and when:
                some = f"({some})" if " or " in some else some
            condition = " and ".join(filter(None, (some, when)))
            with_condition = {"when": condition} if condition else {}
            deck.frames += ({**frame, **with_condition} for frame in frames)

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

    def _wording(self, column: Column) -> str:
        before, after = (
            part.replace("{", "{{").replace("}", "}}") for part in (column.before, column.after)
        )
        return f"{before}{{{self._column(column)}}}{after}"

    def _art(self, file: object) -> str:
        """Copy the pictures that a call uses; return the name, which may have columns."""
        if isinstance(file, Column):
            name, table = self._column(file), self.decks[-1].table
            for row in table.rows if table else ():
                if cell := row.get(name, "").strip():
                    self._copy(f"{file.before}{cell}{file.after}")
            return f"art/{self._wording(file)}"
        if not isinstance(file, str):
            what = getattr(file, "what", "a list of files")
            raise UntakenError(f"file: {what}", "put the names into a column of the table")
        self._copy(file)
        return f"art/{file}"

    def _copy(self, name: str) -> None:
        path = f"{self.images}/{name}" if self.images else name
        try:
            file = sandboxed(self.folder, path)
            self.files[f"art/{name}"] = read_sandboxed(self.folder, file, "picture_kb")
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or error
            self.note(f"{path} cannot be copied: {reason}", f"put the picture at art/{name}")


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


def _size(sides: list[float], margin: float, dpi: float) -> str:
    width, height = (to_mm(side - 2 * margin, dpi) for side in sides)
    return dimensions(width, height)


def _snake(name: str) -> str:
    spaced = re.sub(r"([a-z\d])([A-Z])", r"\1_\2", name.strip())
    return re.sub(r"[\s-]+", "_", spaced).lower()


def _short(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:57]}..."
