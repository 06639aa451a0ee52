"""Pieces whose faces are laid out in frames and filled from rows, and their plain texts."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from itertools import chain
from typing import Annotated, Any, ClassVar, Literal, Self

from pydantic import Field, SkipValidation, StrictInt

from pnp.base.expressions import figure_name
from pnp.base.geometry import Rect, Size, Transform
from pnp.base.messages import Location, Message, and_more, as_message
from pnp.base.text import is_false, meant, value_of
from pnp.base.units import EPSILON, SHORTEST, Mm, dimensions, join_words, quoted
from pnp.components.faces.effects import NamedLooks, WordStyle, word_styles
from pnp.components.faces.face_art import (
    longest_cells,
    missing_columns,
    too_long,
    unclear_columns,
    unclear_truth,
    words_by_key,
)
from pnp.components.faces.frames import Frame, IconFrame, Layout, TextFrame
from pnp.components.faces.rows import Rows
from pnp.components.faces.wording import (
    OF_GAME,
    VALUES,
    Cells,
    Computed,
    computed_in,
    is_number,
    names_in,
    values_of_cards,
    values_of_game,
    with_computed,
)
from pnp.components.sized import RectangularPieces
from pnp.game.component import GameBox
from pnp.game.faces import DrawnFor, read_drawn_for
from pnp.game.fields import (
    FROM_CELL,
    LanguageCode,
    Model,
    NonEmptyText,
    Reads,
    Schema,
    not_both,
    one_or_more,
)

_COPY = re.compile(r"\.repeat\[\d+\]")  # the place of a copy of a frame
ID = "id"  # the column by which pieces are called


def first_of_copies(lines: Iterable[str]) -> Iterator[str]:
    """Yield lines about frames, of those that copies of one frame share only the first."""
    told = set[object]()
    for line in map(as_message, lines):
        places = tuple(_COPY.sub("", place) for place in line.at)
        frame = _COPY.sub("", str(line.values.get("frame", "")))
        same = line.key, line.values.get("written"), frame, places
        if not _COPY.search(line) or same not in told:
            told.add(same)
            yield line


class SharedLayout(NamedLooks):
    """Faces that components use, with the names in them.

    A layout that ``extends`` another inherits its faces; its own frames are added, or replace those
    with the same name.
    """

    extends: NonEmptyText | None = None
    front: Layout | None = None
    back: Layout | None = None

    def with_sentences(self, change: Callable[[str], str]) -> Mapping[str, Any]:
        """Return the faces unchanged: their sentences belong to the components that use them."""
        return {"front": self.front, "back": self.back}


class Row(Model):
    """The cells of one row of a table by column, and the number of copies of its card.

    ``place`` is where the row is: ``"events.csv, line 7"``.
    """

    filled_in = frozenset({"cells", "place"})

    cells: SkipValidation[Mapping[str, str]] = Field(default_factory=dict)  # keeps their values
    place: SkipValidation[str] = ""  # a Location, which that would make a mere str
    copies: Annotated[StrictInt, Field(ge=0), FROM_CELL] = 1


class FramedPieces(NamedLooks, RectangularPieces):
    """Pieces of one size and shape with a layout for their fronts, and perhaps one for backs.

    ``rows`` says what ``cards`` were read or made from, ``language`` is that of their text.
    ``layout`` names the shared layout that ``front`` and ``back`` come from.
    """

    schema_rules: ClassVar[Schema] = {
        "allOf": [not_both("cards", "rows"), one_or_more("front", "layout")]
    }
    from_layout = frozenset({"front"})
    filled_in = frozenset({"drawn_for"})

    shape: Literal["card", "round", "hexagon"] = "card"
    language: LanguageCode | None = None
    rows: Rows | None = None
    cards: Annotated[tuple[Row, ...], Field(min_length=1)] = Field(default_factory=lambda: (Row(),))
    layout: NonEmptyText | None = None
    front: Layout
    back: Layout | None = None
    drawn_for: Annotated[DrawnFor | None, Reads(read_drawn_for)] = None

    @cached_property
    def word_styles(self) -> Mapping[str, WordStyle]:
        """The styles of words in texts, by the names that their tags have."""
        return word_styles(self.colors, self.styles)

    @property
    def layouts(self) -> Mapping[str, Layout]:
        """The faces, by name."""
        return {"front": self.front} | ({"back": self.back} if self.back else {})

    @property
    def frames(self) -> Mapping[str, Frame]:
        """The frames of both faces, by their keys in the definition."""
        return {
            place: frame
            for face, layout in self.layouts.items()
            for place, frame in zip(layout.places(face), layout.frames, strict=True)
        }

    @cached_property
    def columns(self) -> tuple[str, ...]:
        """The columns of the rows."""
        return tuple(dict.fromkeys(name for row in self.cards for name in row.cells))

    @cached_property
    def computed(self) -> Mapping[str, Computed]:
        """What the layouts compute from columns, by its text."""
        named = chain.from_iterable(layout.columns for layout in self.layouts.values())
        return computed_in(dict.fromkeys(named), self.columns)

    @cached_property
    def named(self) -> tuple[str, ...]:
        """The distinct names in the layouts, and in what they compute."""
        faces = [layout.columns for layout in self.layouts.values()]
        inside = [computed.columns for computed in self.computed.values()]
        return tuple(dict.fromkeys(chain.from_iterable(faces + inside)))

    @cached_property
    def values(self) -> frozenset[str]:
        """The values besides columns that the layouts use; columns of the same name come first."""
        return frozenset(VALUES).intersection(self.named).difference(self.columns)

    @cached_property
    def aliases(self) -> Mapping[str, str]:
        """The columns that the layouts write with other capitals or in another Unicode form.

        In arithmetic a name may also have _ for each blank or sign of the column.
        """
        own = {figure_name(column): column for column in self.columns}
        found = {name: meant(name, self.columns) for name in sorted(self.named)}
        inside = chain.from_iterable(one.columns for one in self.computed.values())
        found |= {name: own[name] for name in inside if found[name] == name and name in own}
        return {name: column for name, column in found.items() if column != name}

    @cached_property
    def filled(self) -> tuple[Cells, ...]:
        """The cells of each row, with the values of cards that the layouts use."""
        rows: tuple[Cells, ...] = tuple(row.cells for row in self.cards)
        if self.aliases:
            rows = tuple(
                {**cells, **{name: cells.get(one, "") for name, one in self.aliases.items()}}
                for cells in rows
            )
        if self.values:
            values = values_of_cards([row.copies for row in self.cards], self.names)
            rows = tuple({**more, **cells} for cells, more in zip(rows, values, strict=True))
        return tuple(with_computed(cells, self.computed) for cells in rows)

    def filled_for(self, values: Cells) -> tuple[Cells, ...]:
        """Return the cells of each row, with the ``values`` of a game."""
        return tuple(with_computed({**values, **cells}, self.computed) for cells in self.filled)

    @property
    def is_unread(self) -> bool:
        """Whether its table could not be read, which is reported separately."""
        return self.rows is not None and not self.columns

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The name of each row's card: its id if there is such a column, else its number."""
        if ID in self.columns:
            return tuple(row.cells.get(ID, "") for row in self.cards)
        digits = len(str(len(self.cards)))
        return tuple(f"{number:0{digits}}" for number in range(1, len(self.cards) + 1))

    @property
    def two_sided(self) -> bool:
        """Whether there is a layout for backs."""
        return self.back is not None

    @property
    def text_language(self) -> str | None:
        """The language of the rows, if the definition states it."""
        return self.language

    @property
    def table_files(self) -> tuple[str, ...]:
        """The file of its rows, with the name of a worksheet in it."""
        return () if self.rows is None or self.rows.file is None else (self.rows.file,)

    @property
    def piece_rows(self) -> Mapping[str, int]:
        """The number of each row, from 1, by the name of its piece."""
        return {name: number for number, name in enumerate(self.names, start=1)}

    def faults_in(self, box: GameBox) -> Iterator[tuple[str, str]]:
        """Yield unknown fonts, and values of the game that the definition does not state."""
        for key, frame in self.frames.items():
            if isinstance(frame, TextFrame) and (fault := box.fonts.unknown(frame.font)):
                yield f"{key}.font", fault
        missing = self.values.intersection(OF_GAME).difference(values_of_game(box))
        for key, (columns, _) in words_by_key(self.layouts, self.frames).items():
            for value in sorted(missing.intersection(names_in(columns))):
                yield key, f"{{{value}}}: the definition states no {OF_GAME[value]}"

    def pictures(self) -> Iterator[tuple[str, str]]:
        """Yield its icons, and the pictures in its image frames on each card."""
        if self.is_unread:
            return
        for icon, name in self.icons.items():
            yield name, f"icons.{icon}"
        named = [
            (f"{key}.{part}", frame, file)
            for key, frame in self.frames.items()
            for part, file in frame.files.items()
        ]
        for key, frame, file in named:
            for row, cells in zip(self.cards, self.filled, strict=True):
                if row.copies and frame.shown_on(cells):
                    where = key
                    if row.place and isinstance(row.place, Location) and file.columns:
                        where = row.place.worded(f"{where} ({row.place})", where)
                    yield file.fill(cells).strip(), where

    def icon_files(self) -> Mapping[str, str]:
        """Return the file of each icon by its name."""
        return self.icons

    def art_places(self, bleed: Mm) -> Iterator[tuple[str, Rect]]:
        """Yield the frames that a picture or shape fills, with the area that they take."""
        for key, frame in self.frames.items():
            if frame.fills_its_place and frame.turn % 90 == 0:
                place = frame.place(self.size, bleed)
                yield key, Transform.turn(frame.turn, place.center).apply_to(place)

    def painted_files(self) -> Iterator[str]:
        """Yield the files of its icons in frames that recolour them."""
        for frame in self.frames.values():
            if isinstance(frame, IconFrame) and frame.color is not None:
                names = dict.fromkeys(frame.icon.fill(cells).strip() for cells in self.filled)
                for name in (meant(written, self.icons) for written in names):
                    if name in self.icons:
                        yield self.icons[name]

    def never_shown(self) -> Iterator[str]:
        """Yield notes on frames of its own with a comparison that no row meets.

        A frame that asks only whether there is something may wait for it, and one of a shared
        layout may be there for others.
        """
        copies: dict[str, list[Frame]] = {}
        for key, frame in self.frames.items():
            copies.setdefault(_COPY.sub("", key), []).append(frame)
        for key, frames in copies.items():
            tests = [frame.when for frame in frames if frame.when and frame.when.compares]
            if len(tests) < len(frames) or frames[0].origin or self.is_unread:
                continue
            if not any(when.holds(cells) for when in tests for cells in self.filled):
                column, *others = tests[0].columns
                there = dict.fromkeys(quoted(cells.get(column, "")) for cells in self.filled)
                said = {"frame": key, "one": self.one, "written": tests[0].text, "column": column}
                key_of = "frame_on_none" if others else "frame_on_none_of"
                yield Message(key_of, known=join_words(there), **said)

    def unclear_conditions(self) -> Iterator[str]:
        """Yield notes on conditions that only ask for a cell, where cells say yes and no."""
        asked = [(key, frame, frame.when.asked) for key, frame in self.frames.items() if frame.when]
        for key, frame, column in ((key, one, name) for key, one, names in asked for name in names):
            cells = [cells.get(column, "") for cells in self.filled]
            if note := unclear_truth(column, cells, self.one):
                yield note.moved(Location(keys=f"{key}.when"))
            elif any(column in one.columns for one in frame.wordings) and any(map(is_false, cells)):
                whole = f'{column} != ""'
                yield Message("prints_false", frame=key, column=column, written=whole)

    def unmeasured(self) -> Iterator[str]:
        """Yield notes on cells with digits that are compared by size and are no numbers."""
        odd: dict[str, list[tuple[str, str]]] = {}
        for key, frame in self.frames.items():
            for column in dict.fromkeys(frame.when.measured if frame.when else ()):
                if column not in odd:
                    odd[column] = [*self._odd_numbers(column)]
                if found := odd[column]:
                    (cell, place), more = found[0], and_more(len(found) - 1)
                    at = tuple(filter(None, (Location(keys=f"{key}.when"), place)))
                    said = {"column": column, "more": more}
                    yield Message("not_measured", at, written=cell, **said)

    def _odd_numbers(self, column: str) -> Iterator[tuple[str, str]]:
        for row, cells in zip(self.cards, self.filled, strict=True):
            cell = cells.get(column, "")
            if any(map(str.isdigit, cell)) and not is_number(value_of(cell)):
                yield cell, row.place

    def face_faults(self) -> Iterator[str]:
        """Yield the faults of the layouts, a line for each."""
        return first_of_copies(self._face_faults())

    def _uncomputed(self) -> Iterator[str]:
        """Yield a line for each frame that computes something from a cell that is no number."""
        for key, (columns, _) in words_by_key(self.layouts, self.frames).items():
            frame = self.frames.get(key)
            for name in (name for name in columns if name in self.computed):
                asked = frame and frame.when and name in frame.when.columns
                for row, cells in zip(self.cards, self.filled, strict=True):
                    if cells[name] or not row.copies:
                        continue
                    if frame is None or asked or frame.shown_on(cells):
                        try:
                            self.computed[name].of(cells)
                        except ValueError as error:
                            at = tuple(filter(None, (row.place, Location(keys=key))))
                            yield from (one.moved(*at) for one in map(as_message, error.args))

    def _face_faults(self) -> Iterator[str]:
        if not self.is_unread:
            yield from self._uncomputed()
        rows = [(row.cells, row.place) for row in self.cards]
        longest = longest_cells(self.columns, rows)
        for key, (columns, wordings) in words_by_key(self.layouts, self.frames).items():
            if not self.is_unread:
                yield from missing_columns(columns, self.columns, key, self.aliases)
                yield from unclear_columns(wordings, self.columns, key)
            yield from too_long(wordings, rows, longest, key)
        for key, frame in self.frames.items():
            if frame.below:
                continue  # its place depends on the content of the frame above
            beyond = frame.beyond(self.size)
            place = frame.place(self.size, 0.0)
            card = {"size": dimensions(*self.size), "one": self.one}
            if min(place.size) < SHORTEST:
                sides = {"width": f"{place.width:.1f}", "height": f"{place.height:.1f}"}
                yield Message("frame_small", Location(keys=f"{key}.area"), **card, **sides)
            if beyond > frame.may_reach + EPSILON:
                yield Message("frame_beyond", Location(keys=key), mm=f"{beyond:.1f}", **card)
            elif frame.is_beside(self.size) and min(place.size) >= SHORTEST:
                yield Message("frame_beside", Location(keys=key), **card)


class SingleFace(FramedPieces):
    """A face of another component, which checks its frames, as the face of a single piece."""

    one: ClassVar[str] = "face"

    def _check(self) -> None:
        """Do nothing."""

    @classmethod
    def of(cls, named: NamedLooks, size: Size, front: Layout) -> Self:
        """Return a layout as a piece of a size, with the names that its texts use."""
        looks = {key: getattr(named, key) for key in NamedLooks.model_fields}
        row = Row(place=cls.one)
        return cls.model_construct(
            kind=cls.one, name=cls.one, size=size, corner=0.0, cards=(row,), front=front, **looks
        )
