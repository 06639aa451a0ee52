"""Cards, chits and tiles whose faces are laid out in frames and filled from rows."""

from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import chain, islice
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field, StrictInt

from pnp.base.errors import MOST_FAULTS
from pnp.base.expressions import FigureValue
from pnp.base.geometry import Rect, Size, Transform
from pnp.base.units import EPSILON, SHORTEST, Mm, dimensions
from pnp.components.cards.counted import CountedRows, count_words, number_columns
from pnp.components.cards.sizes import hexagon_size, read_face_size
from pnp.components.faces.check_columns import (
    id_faults,
    longest_cells,
    missing_columns,
    too_long,
    unclear_columns,
    words_by_key,
)
from pnp.components.faces.frames import Frame, IconFrame, ImageFrame, Layout, TextFrame
from pnp.components.faces.scale import left_empty, scaled_layout
from pnp.components.faces.values import OF_GAME, VALUES, values_of_cards, values_of_game
from pnp.components.faces.wording import Cells
from pnp.components.sized import SizedPieces
from pnp.game.base import Model, Schema, not_both, one_or_more
from pnp.game.component import GameBox, Measure, Offered, PieceText, TabletopShape, measured
from pnp.game.faces import DrawnFor, read_drawn_for
from pnp.game.fields import FROM_CELL, Color, Id, LanguageCode, Length, NonEmptyText, Reads
from pnp.game.paper import DEFAULT_SIZE
from pnp.game.places import MIDDLE, Footprint, hexagon_corners, rectangle_corners
from pnp.game.player_marks import MARKS

ID = "id"  # the column by which cards are called


class Row(Model):
    """What one row of a table says, by column, and how many cards are made of it.

    ``place`` is where it stands: ``"events.csv, line 7"``.
    """

    filled_in = frozenset({"cells", "place"})

    cells: Mapping[str, str] = Field(default_factory=dict)
    place: str = ""
    copies: Annotated[StrictInt, Field(ge=0), FROM_CELL] = 1


class Cards(SizedPieces):
    """Cards of one size and shape with a layout for their fronts, and perhaps one for backs.

    ``rows`` names the file that ``cards`` were read from, ``language`` is that of their text.
    ``layout`` names one that components share, of which ``front`` and ``back`` were taken.
    ``icons`` names files, ``colors`` gives colours names that cells use. The size of a hexagon
    is from flat to flat, a corner at the top.
    """

    schema_rules: ClassVar[Schema] = {
        "allOf": [not_both("cards", "rows"), one_or_more("front", "layout")]
    }
    from_layout = frozenset({"front"})
    filled_in = frozenset({"drawn_for"})

    noun, one = "cards", "card"
    is_card = True
    reads_rows = True
    has_text_rows = True
    has_drafts = True
    face_names: ClassVar[tuple[str, ...]] = ()
    no_faces = "cards have their frames in front and back"
    offers = ("width", "height", "size", "diameter")

    kind: Literal["cards"]
    shape: Literal["card", "round", "hexagon"] = "card"
    size: Annotated[Size, Reads(read_face_size, "piece-size")] = DEFAULT_SIZE
    corner: Length = 3.0
    language: LanguageCode | None = None
    rows: NonEmptyText | None = None
    cards: Annotated[tuple[Row, ...], Field(min_length=1)] = Field(default_factory=lambda: (Row(),))
    layout: NonEmptyText | None = None
    front: Layout
    back: Layout | None = None
    drawn_for: Annotated[DrawnFor | None, Reads(read_drawn_for)] = None
    icons: Mapping[Id, NonEmptyText] = Field(default_factory=dict)
    colors: Mapping[NonEmptyText, Color] = Field(default_factory=dict)

    @property
    def layouts(self) -> Mapping[str, Layout]:
        """The faces, by name."""
        return {"front": self.front} | ({"back": self.back} if self.back else {})

    @property
    def frames(self) -> Mapping[str, Frame]:
        """The frames of both faces, by the key at which each is written."""
        return {
            place: frame
            for face, layout in self.layouts.items()
            for place, frame in zip(layout.places(face), layout.frames, strict=True)
        }

    @cached_property
    def columns(self) -> tuple[str, ...]:
        """The columns that rows have."""
        return tuple(dict.fromkeys(name for row in self.cards for name in row.cells))

    @cached_property
    def values(self) -> frozenset[str]:
        """The values besides columns that the layouts take; a column of the same name is meant."""
        named = (name for layout in self.layouts.values() for name in layout.columns)
        return frozenset(VALUES).intersection(named).difference(self.columns)

    @cached_property
    def filled(self) -> tuple[Cells, ...]:
        """The cells of each row, with the values of cards that the layouts take."""
        rows = tuple(row.cells for row in self.cards)
        if not self.values:
            return rows
        values = values_of_cards([row.copies for row in self.cards], self.names)
        return tuple({**more, **cells} for cells, more in zip(rows, values, strict=True))

    @property
    def is_unread(self) -> bool:
        """Whether its file of rows could not be read, which is reported separately."""
        return self.rows is not None and not self.columns

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The name of each row's card: its id if there is such a column, or its number."""
        if ID in self.columns:
            return tuple(row.cells.get(ID, "") for row in self.cards)
        digits = len(str(len(self.cards)))
        return tuple(f"{number:0{digits}}" for number in range(1, len(self.cards) + 1))

    @cached_property
    def count(self) -> int:
        return sum(row.copies for row in self.cards)

    @cached_property
    def figures(self) -> Mapping[str, tuple[int, ...]]:
        """The columns of whole numbers, each with the number of every card in rising order."""
        return number_columns(self.columns, self._counted)

    @cached_property
    def words(self) -> Mapping[str, int]:
        """The number of cells with a word: ``coral`` in all, ``north_coral`` in one column."""
        return count_words(set(self.columns) - self.figures.keys(), self._counted)

    @property
    def _counted(self) -> CountedRows:
        return [(row.cells, row.copies) for row in self.cards]

    @cached_property
    def pieces(self) -> Mapping[str, int]:
        """How many there are of each card, by its id or its number."""
        named = zip(self.names, self.cards, strict=True)
        return {name: row.copies for name, row in named if row.copies}

    @property
    def footprint(self) -> Footprint:
        match self.shape:
            case "round":
                return Footprint((MIDDLE,), self.size.width / 2)
            case "hexagon":
                return Footprint(hexagon_corners(self.size.height / 2))
            case "card":
                return Footprint(rectangle_corners(self.size))

    @property
    def has_corners(self) -> bool:
        return self.shape == "card"

    @property
    def turns(self) -> int:
        return 6 if self.shape == "hexagon" else 4

    @property
    def two_sided(self) -> bool:
        return self.back is not None

    @property
    def made_of_paper(self) -> bool:
        """Only cards, which are shuffled, stay paper; round pieces and hexagons lie on a table."""
        return self.has_corners

    @property
    def tabletop_shape(self) -> TabletopShape:
        """A deck, or tiles."""
        shapes: dict[str, TabletopShape] = {
            "card": "deck",
            "round": "circle",
            "hexagon": "hexagon",
        }
        return shapes[self.shape]

    @property
    def text_language(self) -> str | None:
        return self.language

    @property
    def table_files(self) -> tuple[str, ...]:
        """The file of its rows, without the name of a worksheet in it."""
        return () if self.rows is None else (self.rows.partition("#")[0],)

    @property
    def piece_rows(self) -> Mapping[str, int]:
        return {name: number for number, name in enumerate(self.names, start=1)}

    def text_of(self, piece: str, box: GameBox) -> PieceText:
        from pnp.components.faces.texts import text_on  # which reads markup as a drawing does

        cells = {**values_of_game(box), **self.filled[self.piece_rows[piece] - 1]}
        return text_on(self.layouts, self.size, cells, {*MARKS, *self.icons})

    @property
    def named_figures(self) -> Mapping[str, FigureValue]:
        """How many cards say each word, and the numbers in each column of numbers."""
        return {**self.words, **self.figures}

    def claim_figures(self, box: GameBox) -> Mapping[str, FigureValue]:
        return {
            **self.named_figures,
            "kinds": sum(row.copies > 0 for row in self.cards),
            **self.sides,
        }

    def measures(self, box: GameBox) -> tuple[Measure, ...]:
        """Return the diameter of round pieces, the sides of others."""
        if self.shape == "round":
            return measured(diameter=self.size.width)
        return super().measures(box)

    def faults_in(self, box: GameBox) -> Iterator[tuple[str, str]]:
        """Yield fonts that there are not, and values of the game that it does not state."""
        for key, frame in self.frames.items():
            if isinstance(frame, TextFrame) and (fault := box.fonts.unknown(frame.font)):
                yield f"{key}.font", fault
        missing = self.values.intersection(OF_GAME).difference(values_of_game(box))
        for key, (columns, _) in words_by_key(self.layouts, self.frames).items():
            for value in sorted(missing.intersection(columns)):
                yield key, f"{{{value}}}: the definition states no {OF_GAME[value]}"

    def pictures(self) -> Iterator[tuple[str, str]]:
        """Yield its icons, and what its image frames show on each card."""
        if self.is_unread:
            return
        for icon, name in self.icons.items():
            yield name, f"icons.{icon}"
        images = [
            (key, frame) for key, frame in self.frames.items() if isinstance(frame, ImageFrame)
        ]
        for key, frame in images:
            for row, cells in zip(self.cards, self.filled, strict=True):
                if row.copies and frame.shown_on(cells):
                    at_row = f" ({row.place})" if row.place and frame.file.columns else ""
                    yield frame.file.fill(cells).strip(), f"{key}.file{at_row}"

    def icon_files(self) -> Mapping[str, str]:
        return self.icons

    def art_places(self, bleed: Mm) -> Iterator[tuple[str, Rect]]:
        """Yield the frames that a picture or a shape fills, with what they take of the face."""
        for key, frame in self.frames.items():
            if frame.fills_its_place and frame.turn % 90 == 0:
                place = frame.place(self.size, bleed)
                yield key, Transform.turn(frame.turn, place.center).apply_to(place)

    def painted_files(self) -> Iterator[str]:
        """Yield the files of its icons that frames with a colour show."""
        for frame in self.frames.values():
            if isinstance(frame, IconFrame) and frame.color is not None:
                for name in dict.fromkeys(frame.icon.fill(cells).strip() for cells in self.filled):
                    if name in self.icons:
                        yield self.icons[name]

    @classmethod
    def offered_by(cls, table: Mapping[str, Any]) -> tuple[Offered, ...]:
        """Return the sides and the size, and the diameter of round pieces."""
        return cls.offers if table.get("shape") == "round" else cls.offers[:-1]

    @classmethod
    def size_written(cls, table: Mapping[str, Any]) -> Size:
        size = read_face_size(table["size"]) if "size" in table else DEFAULT_SIZE
        return hexagon_size(size.width) if table.get("shape") == "hexagon" else size

    def _check(self) -> None:
        if self.shape == "hexagon":
            width = self.size.width
            whole = hexagon_size(width)
            if self.size not in (whole, Size(width, width)):
                raise ValueError('a hexagon has one size, from flat to flat: size = "40mm"')
            self.__dict__["size"] = whole
        if self.shape == "round" and self.size.width != self.size.height:
            raise ValueError('a round piece has one size, its diameter: size = "25mm"')
        self._scale_layouts()
        super()._check()
        every = chain(self.face_faults(), self._id_faults())
        faults = list(islice(every, MOST_FAULTS + 1))
        if faults:
            raise ValueError("\n".join(faults))

    def _scale_layouts(self) -> None:
        if self.drawn_for and self.drawn_for.scaled:
            for side, layout in self.layouts.items():
                self.__dict__[side] = scaled_layout(layout, self.drawn_for.size, self.size)

    @property
    def size_note(self) -> str:
        if self.drawn_for is None or self.drawn_for.scaled:
            return ""
        return left_empty(self.layouts.values(), self.drawn_for.size, self.size)

    def _id_faults(self) -> Iterator[str]:
        if ID in self.columns:
            listed = zip(self.cards, self.names, strict=True)
            yield from id_faults((name, row.place) for row, name in listed if row.copies)

    def face_faults(self) -> Iterator[str]:
        """Yield the faults of the layouts, a line for each."""
        rows = [(row.cells, row.place) for row in self.cards]
        longest = longest_cells(self.columns, rows)
        for key, (columns, wordings) in words_by_key(self.layouts, self.frames).items():
            if not self.is_unread:
                yield from missing_columns(columns, self.columns, key)
                yield from unclear_columns(wordings, self.columns, key)
            yield from too_long(wordings, rows, longest, key)
        for key, frame in self.frames.items():
            if frame.below:
                continue  # where it is depends on what the frame above it shows
            beyond = frame.beyond(self.size)
            place = frame.place(self.size, 0.0)
            if min(place.size) < SHORTEST:
                yield (
                    f"{key}.area: is {place.width:.1f} mm wide and {place.height:.1f} mm high on "
                    f"the {dimensions(*self.size)} {self.one}; make it larger"
                )
            if beyond > frame.may_reach + EPSILON:
                card = dimensions(*self.size)
                yield (
                    f"{key}: reaches {beyond:.1f} mm over the edge of the {card} {self.one}, "
                    "where it is cut off; only images and shapes may"
                )
