"""Convert a project of Squib: its decks, tables and pictures become the files of a game."""

import os
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from operator import gt
from pathlib import Path, PurePosixPath
from typing import Any

from pnp.base.color import parse_seen_color
from pnp.base.errors import UnitError, UsageError
from pnp.base.units import SHORTEST, dimensions, format_mm
from pnp.definitions.new import ConvertedProject
from pnp.game.fields import id_like
from pnp.squib.card import FrameKeys, Options, Project, SquibCard, Where, worded
from pnp.squib.decks import ScriptDeck, definition, ids_of, joined
from pnp.squib.drawings import is_gradient
from pnp.squib.folder import Art, CopiedPicture, ProjectFolder
from pnp.squib.layout_files import (
    ProjectNote,
    built_in_layouts,
    extended,
    read_layouts,
    read_settings,
)
from pnp.squib.pictures import PictureReader
from pnp.squib.ruby import CardCells, Column, RubyRange, UntakenError, is_number, items_of, text_of
from pnp.squib.script import SAVES, Call, DeckCalls, ScriptReader, for_card, gathered
from pnp.squib.shapes import OUTLINES, PAINTS, ShapeReader, has_frame
from pnp.squib.texts import DEFAULT_FONT, OLD_DPI, OLD_FONT, TextReader
from pnp.squib.values import CELL, DPI, SCALE, PixelScale, color, pixels, to_mm

_WORDED = ("str", "file", "color", "layout", "range", *PAINTS)  # options that columns may fill
_MOST_CELLS = 20  # distinct ones of a column that sets a place or a size


class FrameReader:
    """Reads the frames of one deck."""

    def __init__(self, card: SquibCard, project: Project) -> None:
        self._card = card
        self._project = project
        self.texts = TextReader(card, project)
        self._pictures = PictureReader(card, project)
        self._shapes = ShapeReader(card, project)

    def frames(
        self, kind: str, values: Mapping[str, Any], where: Where = ()
    ) -> Iterator[FrameKeys]:
        """Yield the frames of a call; those for some cards have a condition."""
        options = Options(values, self._card, self._project, where)
        key = self._computed(kind, options)
        if key is None:
            yield from self._drawn(kind, options)
            return
        column = options.get(key)
        cells = options.cells(column)
        if len(cells) > _MOST_CELLS:
            options.literal(key, None)  # which refuses it
        for cell, text in cells.items():
            here = {**values, key: text if cell else None}
            for frame in self.frames(kind, here, (*where, (column, cell))):
                yield self._for_cell(frame, column, cell)

    def _computed(self, kind: str, options: Options) -> str | None:
        """Return an option that comes from a column which no frame can name."""
        columns = [key for key, value in options.values.items() if isinstance(value, Column)]
        first = next((key for key in columns if key not in _WORDED), None)
        if first is None and kind in OUTLINES and not has_frame(kind, options):
            return next((key for key in columns if key in PAINTS), None)
        return first

    def _for_cell(self, frame: FrameKeys, column: Column, cell: str) -> FrameKeys:
        """Return a frame that is only on cards with a cell."""
        when = joined((self._project.condition(column, [cell]), frame.get("when", "")))
        return frame | ({"when": when} if when else {})

    def _drawn(self, kind: str, options: Options) -> Iterator[FrameKeys]:
        match kind:
            case "text":
                yield from self.texts.frames(options)
            case "png" | "svg":
                yield from self._pictures.frames(options)
            case _:
                if made := self._shapes.frame(kind, options):
                    yield made

    def background(self, paint: str) -> FrameKeys:
        """Return the frame of a gradient that covers the card."""
        return self._shapes.covered(paint)


_SIDES = 825.0, 1125.0  # of a card, unless Deck.new says others: poker with an eighth inch of bleed
_BLEED = 37.5
_IN_THE_BLEED = 33.0, 20.0  # where no text begins that is cut there
_PAPER = 194.0, 273.0  # mm, what A4 holds of a card
_MOST_LARGE = 12  # cards that become a board each
_SHORTEST, _LONGEST = 0.01, 190.0  # inches, of what a card measures
# The calls that name the margin outside the cut, the surest first: their keys and defaults.
_EDGES = (
    ("cut_zone", ("margin", "radius"), ("0.125in", "0.125in")),
    *((name, ("trim", "trim_radius"), (None, 0.0)) for name in SAVES),
)
_VIEWS = ("hand", "showcase")  # which save pictures of several cards
_VERSION = re.compile(r"\bsquib\b['\"]?[\s,(]*['\"]?(?:[~<>=]+\s*)?0\.(\d+)")
_POINTS_SINCE = 14  # 0.14
_WHOLE = ("range", "embed", "data")  # options whose lists are not values for each card


class _Project:
    """Reads a project, adding to ``files`` and ``notes``."""

    def __init__(self, folder: Path) -> None:
        self.folder = ProjectFolder(folder)
        self.files: dict[str, bytes] = {}
        self.notes: dict[ProjectNote, None] = {}
        self.decks: list[ScriptDeck] = []
        self._art = Art(self.folder, self.files, self.note)
        self._place = "", 0
        self._settings: Mapping[str, Any] = {}
        self._is_old = False
        self._cards: Collection[int] = ()  # that the call draws on

    def note(self, what: str, advice: str) -> None:
        """Record what could not be converted at the current place."""
        self.notes[ProjectNote(*self._place, what, advice)] = None

    def read(self) -> None:
        """Read the scripts of the project."""
        self._is_old = self._asks_for_an_old_squib()
        reader = ScriptReader(self.folder, lambda note: self.notes.update({note: None}))
        reader.read()
        for made in reader.decks:
            for one in self._apart(made):
                self._convert(one)
        if not self.decks:
            raise UsageError(f"{self.folder.top}: no script in it draws a card")

    def _asks_for_an_old_squib(self) -> bool:
        """Return whether the project is for a Squib before 0.14, which drew smaller type."""
        for name in ("Gemfile.lock", "Gemfile"):
            path = self.folder.find(name)
            if path and (found := _VERSION.search(self.folder.source(path))):
                if int(found[1]) >= _POINTS_SINCE:
                    return False
                self._place = path, 1
                what = f"Squib 0.{found[1]} draws type 3.125 times smaller than its points"
                self.note(what, "pnp does as well; Squib has drawn points as points since 0.14")
                return True
        return False

    # Decks

    def _apart(self, made: DeckCalls) -> Iterator[DeckCalls]:
        """Yield a deck; if its cards are larger than paper, a deck for each of them."""
        sides = sorted(to_mm(made.side(key), made.dpi) for key in ("width", "height"))
        if not (any(map(gt, sides, _PAPER)) and 1 < made.count <= _MOST_LARGE):
            yield made
            return
        for number in range(made.count):
            yield made.alone(number)

    def _convert(self, made: DeckCalls) -> None:
        """Convert a deck with its calls."""
        self._place, self.folder.script = (made.call.file, made.call.line), made.script
        self._configure(made)
        deck, reader = self._begin(made)
        for call in gathered(self._drawn(made.calls)):
            self._place, before = (call.file, call.line), len(deck.frames)
            try:
                self._take(call, deck, reader)
            except UntakenError as error:
                self.note(error.what, error.advice)
            for frame in deck.frames[before:] if call.group else ():
                frame["group"] = call.group

    def _configure(self, made: DeckCalls) -> None:
        """Read the settings of a deck."""
        config = made.call.options.get("config", "config.yml")
        path = self.folder.find(config) if isinstance(config, str) else None
        if path is None and "config" in made.call.options:
            what = f"config {getattr(config, 'what', config)!r} is not in the project"
            self.note(what, "copy it there, and begin again")
        read = read_settings(self.folder.top, path) if path else {}
        self._settings = {**read, **made.settings}
        self.folder.images = f"{self._settings.get('img_dir') or ''}"

    def _begin(self, made: DeckCalls) -> tuple[ScriptDeck, FrameReader]:
        """Return a new deck, and what reads its calls."""
        options = made.call.options
        dpi = self._number(options.get("dpi"), DPI)
        cell = self._number(self._settings.get("cell_px"), CELL)
        scale = PixelScale(dpi if dpi > 0 else DPI, cell)
        sides = [
            self._number(options.get(key), usual, scale, _SHORTEST * scale.dpi)
            for key, usual in zip(("width", "height"), _SIDES, strict=True)
        ]
        margin, radius = self._edge(made.calls, sides, scale)
        card = SquibCard(sides[0], sides[1], margin, scale)
        size = dimensions(*(card.mm(side) for side in card.cut.size))
        if margin == 0:
            self.note(
                f"the card is taken as {size} after cutting",
                "if that includes bleed, write the smaller size and move the frames",
            )
        most = card.mm(min(card.cut.size) / 2) - 0.01
        rounded = min(card.mm(radius), most)
        corner = f"{format_mm(rounded if rounded >= SHORTEST else 0.0)}mm"
        self.decks.append(deck := ScriptDeck(size, corner, self._count(options.get("cards"))))
        if any(map(gt, sorted(map(card.mm, card.cut.size)), _PAPER)):
            what = f"cards of {size} are larger than the 194x273mm that A4 holds"
            self.note(what, "one alone is a board, of several sheets; for more, use --paper a3")
            deck.is_large = True
        deck.stem, deck.scale = PurePosixPath(made.script).stem, scale
        deck.place = self._place
        reader = FrameReader(card, self)
        reader.texts.hint = self._settings.get("text_hint", "off")
        reader.texts.settings = self._settings
        if self._is_old:
            reader.texts.default_font, reader.texts.points = OLD_FONT, OLD_DPI / scale.dpi
        self._layouts(options.get("layout"))
        return deck, reader

    def _count(self, cards: object) -> int:
        """Return the number of cards of a deck."""
        if cards is None:
            return 1
        number = int(cards) if is_number(cards) and isinstance(cards, (int, float)) else 0
        if number < 1:
            written = getattr(cards, "what", cards)
            self.note(f"cards: {written} is no number of cards", "it is taken as 1")
        return max(number, 1)

    def _edge(
        self, calls: Sequence[Call], sides: Sequence[float], scale: PixelScale
    ) -> tuple[float, float]:
        """Return the margin that is cut off a deck's cards, and the radius of their corners."""
        edges: dict[float, float] = {}
        for name, keys, usual in _EDGES:
            for options in (call.options for call in calls if call.name == name):
                margin, radius = map(options.get, keys, usual)
                if isinstance(margin, str) or (is_number(margin) and margin):
                    found = self._number(margin, 0.0, scale)
                    edges.setdefault(found, self._number(radius, 0.0, scale))
        if not edges:
            has_bleed = tuple(sides) == _SIDES and not any(map(_reaches_the_edge, calls))
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

    def _layouts(self, names: object) -> None:
        """Read layout files."""
        deck = self.decks[-1]
        for name in filter(None, names if isinstance(names, list) else [names]):
            if isinstance(name, str) and (path := self.folder.find(name)):
                found = read_layouts(self.folder.top, path)
            elif (ready := built_in_layouts(f"{name}")) is not None:
                found = ready
            else:
                what = f"layout {getattr(name, 'what', name)!r} is not in the project"
                self.note(what, "copy it there, and begin again")
                continue
            told = list[ProjectNote]()
            deck.layouts = extended(found, deck.layouts, told.append, deck.scale)
            self.notes.update(dict.fromkeys(told))

    def _drawn(self, calls: Sequence[Call]) -> Iterator[Call]:
        """Yield the calls up to the one that saves the cards for the last time."""
        whole = [
            number
            for number, call in enumerate(calls, start=1)
            if call.name in SAVES and call.name not in _VIEWS and _is_all(call.options.get("range"))
        ]
        end = max(whole, default=len(calls))
        yield from calls[:end]
        late = [call for call in calls[end:] if call.name not in SAVES]
        if late:
            self._place = late[0].file, late[0].line
            self.note(
                f"{late[0].name} and what follows is drawn after all cards are saved, so it is not "
                "on them",
                "move it before the last call that saves them, and begin again",
            )

    # Calls

    def _take(self, call: Call, deck: ScriptDeck, reader: FrameReader) -> None:
        match call.name:
            case "safe_zone" | "cut_zone":
                self.note(
                    f"{call.name} is a guide, which is not printed", "--proof-lines shows both"
                )
            case name if name in _VIEWS:
                self.note(f"{name} is not needed", f"pnp picture --scene {name} makes one")
            case name if name in SAVES:
                advice = "pnp build makes sheets and pictures of all cards"
                self.note(f"{name} is not needed", advice)
            case "set":
                if not isinstance(font := call.options.get("font"), str):
                    raise UntakenError("set without a font by its name", "write it into each frame")
                default = OLD_FONT if self._is_old else DEFAULT_FONT
                reader.texts.default_font = default if font == "default" else font
            case "hint":
                reader.texts.hint = call.options.get("text", "off")
            case "use_layout":
                self._layouts(call.options.get("file", "layout.yml"))
            case "background":
                self._background(call, deck, reader)
            case _:
                self._frames(call, deck, reader)

    def _background(self, call: Call, deck: ScriptDeck, reader: FrameReader) -> None:
        self._cards, hints = deck.chosen(call.options.get("range"))
        options, narrowed = self._options(call, deck)
        paint = options.get("color", "black")
        if isinstance(paint, UntakenError):
            raise paint
        when = deck.condition(self._cards, [*hints, *narrowed])
        is_column = isinstance(paint, Column)
        if is_gradient(paint):
            frames = [reader.background(paint)]
        elif when or call.group or (not is_column and color(paint).opacity < 1):
            shape = {"fill_color": paint, "stroke_width": 0.0}
            frames = list(reader.frames("rect", shape))
        else:
            deck.ground = self.wording(paint) if is_column else color(paint).color
            frames = []
        is_opaque = is_column or is_gradient(paint) or color(paint).opacity == 1
        if is_opaque and not (when or call.group):
            deck.frames.clear()  # which it covers
        deck.frames += (frame | ({"when": when} if when else {}) for frame in frames)

    def _frames(self, call: Call, deck: ScriptDeck, reader: FrameReader) -> None:
        """Add the frames of a call."""
        cards, hints = deck.chosen(call.options.get("range"))
        self._cards = cards
        options, narrowed = self._options(call, deck)
        hints += narrowed
        drawn = self._cards
        for layout, name, among in self._laid_out(options.pop("layout", None), deck):
            self._cards = [n for n in drawn if n in among]
            if not self._cards:
                continue
            if layout and layout not in deck.layouts:
                what = f"there is no layout {layout!r}"
                self.note(what, f"{call.name} is placed by its options alone")
            base = deck.layouts[layout].options if layout in deck.layouts else {}
            for rules, cards in self._embedded(call.options.get("embed", ()), deck):
                self._cards = cards
                every = {**base, **options, "embed": rules}
                frames = list(reader.frames(call.name, every))
                some = deck.condition(cards, [*hints, *name]) if frames else ""
                for frame in frames:
                    when = joined((some, frame.get("when", "")))
                    deck.frames.append(frame | ({"when": when} if when else {}))

    def _laid_out(
        self, layout: object, deck: ScriptDeck
    ) -> Iterator[tuple[str, list[str], Collection[int]]]:
        """Yield the layouts of a call, each with columns that tell its cards apart, and these."""
        if isinstance(layout, UntakenError):
            raise UntakenError("a layout that is not known", "write one frame for each, with when")
        if not isinstance(layout, Column):
            yield ("" if layout is None else str(layout)), [], range(deck.count)
            return
        cells = deck.cells(layout.name)
        for cell in dict.fromkeys(cells):
            if name := deck.text(layout, cell):
                numbers = [n for n, one in enumerate(cells) if one == cell]
                yield name, deck.hints_of(layout.name), numbers

    # Options

    def _options(self, call: Call, deck: ScriptDeck) -> tuple[dict[str, Any], list[str]]:
        """Return the options of a call, with columns instead of values for each card.

        The cards that it draws on may become fewer; the list has columns that tell these apart.
        """
        given, hints = dict(call.options), list[str]()
        if call.name == "svg" and given.get("data") is not None:
            given["file"] = self._made_of(given.pop("data"))
        options: dict[str, Any] = {}
        for key, value in given.items():
            if key in ("range", "embed"):
                continue
            if isinstance(value, (list, RubyRange)) and key not in _WHOLE:
                options[key] = self._listed(key, items_of(value), deck, hints)
            elif key.endswith("color") or key == "mask":
                options[key] = self._own_color(value)
            elif key == "str" and is_number(value):
                options[key] = text_of(value)
            else:
                options[key] = _plain(value)
        return options, hints

    def _listed(self, key: str, values: list[Any], deck: ScriptDeck, hints: list[str]) -> Any:
        """Return the column for a list with a value for each card, or the only value."""
        unknown = next((one for one in values if isinstance(one, UntakenError)), None)
        if unknown is not None:
            return unknown
        if any(isinstance(one, (list, dict)) for one in values):
            return UntakenError(f"{key} is a list of lists")
        origin = values.origin if isinstance(values, CardCells) else None
        if key.endswith("color") or key == "mask":
            values = CardCells([self._for_cells(self._own_color(one)) for one in values], origin)
            if len(values) < deck.count:
                what = f"{key} is a list for {len(values)} of {deck.count} cards"
                return UntakenError(what)
        every = [*values[: deck.count], *[None] * (deck.count - len(values))]
        distinct = {f"{one}" for one in every if one not in (None, "")}
        if len(distinct) == 1 and None not in every and "" not in every:
            return _plain(every[0])
        if not distinct:
            return None
        if len(distinct) == 1 and key in ("str", "file"):
            filled = [n for n, one in enumerate(every) if one not in (None, "")]
            self._cards = [n for n in self._cards if n in filled]
            column = deck.listed(key, values)
            hints += deck.hints_of(column.name)
            return _plain(every[filled[0]])
        return deck.listed(key, values)

    def _own_color(self, value: Any) -> Any:
        """Return a value; instead of a colour's name from the settings, the colour."""
        own = self._settings.get("custom_colors")
        is_own = isinstance(own, dict) and isinstance(value, str) and value in own
        return f"{own[value]}" if is_own and isinstance(own, dict) else value

    def _for_cells(self, value: Any) -> Any:
        """Return a colour as cells may have it: as it is if it means the same to pnp."""
        if not isinstance(value, str) or is_gradient(value):
            return value
        try:
            seen = color(value)
        except UntakenError:
            return value
        try:
            if parse_seen_color(value) == seen:
                return value
        except UnitError:
            pass
        return seen.color if seen.opacity == 1 else f"{seen.color}{round(255 * seen.opacity):02x}"

    def _made_of(self, data: Any) -> Any:
        """Return the names of pictures that stand in the script, or one of them."""
        if isinstance(data, list):
            names = [self._made_of(one) for one in data]
            return CardCells(names, data.origin if isinstance(data, CardCells) else None)
        return self._art.made(data) if isinstance(data, str) and data else _plain(data)

    def _embedded(
        self, rules: Sequence[Mapping[str, Any]], deck: ScriptDeck
    ) -> Iterator[tuple[list[dict[str, Any]], Collection[int]]]:
        """Yield the pictures in a text, with the cards that have these."""
        every = [self._rule(rule, deck) for rule in rules]
        if not any(isinstance(value, list) for rule in every for value in rule.values()):
            yield [{key: _plain(one) for key, one in rule.items()} for rule in every], self._cards
            return
        groups: dict[str, tuple[list[dict[str, Any]], list[int]]] = {}
        for number in self._cards:
            here = [{k: _plain(for_card(v, number)) for k, v in rule.items()} for rule in every]
            groups.setdefault(f"{here}", (here, []))[1].append(number)
        yield from groups.values()

    def _rule(self, rule: Mapping[str, Any], deck: ScriptDeck) -> dict[str, Any]:
        """Return the options of a picture in a text, with those of its layout."""
        layout = deck.layouts.get(f"{rule.get('layout')}")
        whole = {**(layout.options if layout else {}), **rule}
        if whole.get("data") is not None:
            whole["file"] = self._made_of(whole["data"])
        return whole

    # What those ask that read the calls

    def wording(self, column: Column) -> str:
        name = self.decks[-1].mention(column.name)
        words = f"{worded(column.before)}{{{name}}}{worded(column.after)}"
        return f"[[{words}]]" if column.optional and (column.before or column.after) else words

    def cells(self, column: Column, where: Where = ()) -> Mapping[str, str]:
        """Return the distinct cells of a column on some cards, each with what it stands for."""
        deck = self.decks[-1]
        cells = deck.cells(column.name)
        return {cells[n]: deck.text(column, cells[n]) for n in self._among(where)}

    def _among(self, where: Where) -> list[int]:
        """Return the cards of the call that have these cells."""
        tests = [(self.decks[-1].cells(column.name), cell) for column, cell in where]
        return [n for n in self._cards if all(cells[n] == cell for cells, cell in tests)]

    def condition(self, column: Column, cells: Sequence[str]) -> str:
        """Return the condition for the cards with one of these cells; "" if all have one."""
        deck = self.decks[-1]
        own = deck.cells(column.name)
        wanted = [n for n in self._cards if own[n] in cells]
        if len(wanted) == len(self._cards):
            return ""
        return deck.condition(wanted, deck.hints_of(column.name), self._cards)

    def changed(self, column: Column, texts: Mapping[str, str]) -> Column:
        """Return a column with other texts in place of those that it stands for."""
        deck = self.decks[-1]
        every = {
            deck.text(column, cell): deck.text(column, cell) for cell in deck.cells(column.name)
        }
        return deck.changed(column, every | dict(texts))

    def picture(self, name: str) -> CopiedPicture | None:
        """Copy a picture into the game."""
        return self._art.picture(name)

    def icon(self, key: str, name: str) -> tuple[str, CopiedPicture] | None:
        """Copy a picture that texts embed; return the name of its icon, and the picture."""
        deck = self.decks[-1]
        found = self._art.picture(name, "") or self._art.picture(name)
        if found is None:
            return None
        path, start = f"art/{found.name}", id_like(key) or "icon"
        names = (start, *(f"{start}-{n}" for n in range(2, len(deck.icons) + 3)))
        icon = next(one for one in names if deck.icons.get(one, path) == path)
        deck.icons[icon] = path
        return icon, found

    def style(self, look: FrameKeys) -> str:
        """Return the name of the style of words that has a look."""
        styles = self.decks[-1].styles
        known = next((name for name, one in styles.items() if one == look), None)
        name = known or f"style-{len(styles) + 1}"
        styles[name] = look
        return name

    def drawing(self, kind: str, content: str) -> str:
        """Add an SVG file to the game, and return its path."""
        return self._art.drawing(kind, content)

    def define(self, title: str) -> None:
        """Add the definition of a game with the decks, and the tables of their cards."""
        rows = []
        for key, deck in zip(ids_of(self.decks), self.decks, strict=True):
            deck.key = key
            path = deck.table.source.partition("#")[0] if deck.table else ""
            content = self.folder.read(path, "table_kb") if path else b""
            rows.append(made := deck.rows(content, self.files))
            if deck.written and isinstance(made, str):
                self._place = deck.place
                named = ", ".join(deck.written)
                self.note(
                    f"the script computes columns of its cards: {named}", f"they are in {made}"
                )
        self.files["game.toml"] = definition(self.decks, rows, title)


def convert(folder: Path, title: str) -> ConvertedProject:
    """Convert a project of Squib to the files of a game with its decks, without running it.

    Raises:
        UsageError: If it is not a project, or a table or layout in it cannot be read.
        MissingExtraError: If the libraries for Ruby or YAML are not installed.
    """
    if not os.path.isdir(folder):
        raise UsageError(f"--from-squib: {folder} is not a folder; name that of the project")
    project = _Project(folder)
    project.read()
    project.define(title)
    notes = sorted(project.notes, key=lambda note: (note.file, note.line))
    return ConvertedProject(project.files, tuple(notes))


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
    beside = is_number(x) and x < _IN_THE_BLEED[0] and is_left
    return beside or (is_number(y) and y < _IN_THE_BLEED[1] and is_top)


def _is_all(chosen: object) -> bool:
    return chosen is None or chosen == "all"


def _plain(value: Any) -> Any:
    """Return a value as options have it: numbers are floats, and what has no form is not known."""
    if is_number(value):
        return float(value)
    if value is None or isinstance(value, (str, bool, UntakenError, list)):
        return value
    return UntakenError(f"a {type(value).__name__}")
