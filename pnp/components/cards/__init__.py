"""Cards, chits and tiles whose faces are laid out in frames and filled from rows."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain, islice
from math import sqrt
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field

from pnp.base.errors import MOST_FAULTS, UnitError
from pnp.base.expressions import FigureValue, figure_name
from pnp.base.geometry import Size
from pnp.base.messages import Message
from pnp.base.text import name_notes, value_of
from pnp.base.units import Mm, parse_length
from pnp.components.faces.face_art import id_faults
from pnp.components.faces.frames import When
from pnp.components.faces.pieces import ID, FramedPieces, first_of_copies
from pnp.components.faces.scale import left_empty, scaled_layout
from pnp.components.faces.wording import Cells, values_of_game, with_computed
from pnp.game.component import GameBox, Measure, Offered, PieceText, TabletopShape, measured
from pnp.game.fields import Length, NonEmptyText, Reads
from pnp.game.paper import CARD_SIZES, DEFAULT_SIZE, Sleeve, SleeveOf, card_size, read_card_size
from pnp.game.places import MARKS, MIDDLE, Footprint, hexagon_corners, rectangle_corners

CountedRows = Sequence[tuple[Cells, int]]
"""The cells of rows, each with the number of its copies."""
_WORD = re.compile(r"\w[\w -]{0,29}")  # cells that are counted: a word or a few, not a sentence


def number_columns(columns: Iterable[str], rows: CountedRows) -> Mapping[str, tuple[int, ...]]:
    """Return the columns of whole numbers, each with the number on every card, sorted."""
    found: dict[str, tuple[int, ...]] = {}
    for column in columns:
        cells_of = [(value_of(cells.get(column, "")), copies) for cells, copies in rows]
        if column.isidentifier() and all(_is_whole(cell) for cell, _ in cells_of):
            found[column] = tuple(sorted(int(c) for c, copies in cells_of for _ in range(copies)))
    return found


def count_words(columns: Iterable[str], rows: CountedRows) -> Mapping[str, int]:
    """Count the cards with each word: ``coral`` in any column, ``north_coral`` in one."""
    counts = Counter[str]()
    for column in columns:
        for cells, copies in rows:
            cell = cells.get(column, "")
            if _WORD.fullmatch(cell):
                word = figure_name(cell)
                counts.update({word: copies, f"{column}_{word}": copies})
    return {name: times for name, times in sorted(counts.items()) if name.isidentifier()}


def _is_whole(cell: str) -> bool:
    return cell.removeprefix("-").isdecimal() and cell.isascii() and len(cell) < 10


def read_face_size(value: object) -> Size:
    """Parse a name such as ``"poker"``, a size, or the one length of a round piece or hexagon."""
    one = isinstance(value, str) and not any(sign in value for sign in "x×*")  # noqa: RUF001
    if isinstance(value, str) and one and not card_size(value):
        try:
            if length := parse_length(value):
                return Size(length, length)
        except UnitError as error:
            known = ", ".join(CARD_SIZES)
            raise UnitError(Message("card_size", detail=error.faults[0], known=known)) from None
    return read_card_size(value)


def hexagon_size(width: Mm) -> Size:
    """Return the size of a hexagon with a corner at the top, from its width across flats."""
    return Size(width, 2 * width / sqrt(3))


TITLE = "title"  # the column in which most tables have the names of cards


class Cards(FramedPieces):
    """Cards, round pieces or hexagons, with the number of copies in each row.

    A hexagon is measured across flats, with a corner at the top. Rows that do not meet ``where``
    are left out; ``replace`` changes texts in cells.
    """

    noun, one = "cards", "card"
    played_as = "cards"
    is_card = True
    reads_rows = True
    has_text_rows = True
    face_names: ClassVar[tuple[str, ...]] = ()
    no_faces = "cards have their frames in front and back"
    offers = ("width", "height", "size", "diameter")

    kind: Literal["cards"]
    size: Annotated[Size, Reads(read_face_size, "piece-size")] = DEFAULT_SIZE
    corner: Length = 3.0
    sleeve: SleeveOf | None = None
    where: When | None = None
    replace: Mapping[NonEmptyText, str] = Field(default_factory=dict)

    @cached_property
    def count(self) -> int:
        return sum(row.copies for row in self.cards)

    @cached_property
    def figures(self) -> Mapping[str, tuple[int, ...]]:
        """The columns of whole numbers, each with the number on every card, sorted."""
        return number_columns(self.columns, self._counted)

    @cached_property
    def words(self) -> Mapping[str, int]:
        """The number of cards with each word: ``coral`` in any column, ``north_coral`` in one."""
        return count_words(set(self.columns) - self.figures.keys(), self._counted)

    @property
    def _counted(self) -> CountedRows:
        return [(row.cells, row.copies) for row in self.cards]

    @cached_property
    def pieces(self) -> Mapping[str, int]:
        """The number of copies of each card, by its id or number."""
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
    def in_sleeves(self) -> Sleeve | None:
        return self.sleeve

    @property
    def turns(self) -> int:
        return 6 if self.shape == "hexagon" else 4

    @property
    def made_of_paper(self) -> bool:
        """Only cards, which are shuffled, stay paper; a laser cuts round pieces and hexagons."""
        return self.has_corners

    @property
    def tabletop_shape(self) -> TabletopShape:
        """A deck for cards; tiles otherwise."""
        shapes: dict[str, TabletopShape] = {
            "card": "deck",
            "round": "circle",
            "hexagon": "hexagon",
        }
        return shapes[self.shape]

    def text_of(self, piece: str, box: GameBox) -> PieceText:
        from pnp.components.faces.texts import text_on  # which reads markup as a drawing does

        own = self.filled[self.piece_rows[piece] - 1]
        cells = with_computed({**values_of_game(box), **own}, self.computed)
        styles = self.word_styles
        return text_on(self.layouts, self.size, cells, {*MARKS, *self.icons}, styles)

    @property
    def named_figures(self) -> Mapping[str, FigureValue]:
        """The counts of words in cells, and the columns of numbers."""
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

    @classmethod
    def offered_by(cls, table: Mapping[str, Any]) -> tuple[Offered, ...]:
        """Return the sides and the size; for round pieces the diameter as well."""
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
        if self.sleeve is not None and self.shape != "card":
            raise ValueError(f"sleeve: is for cards, not for a {self.shape} piece; leave it out")
        self._scale_layouts()
        super()._check()
        every = chain(self.face_faults(), self._id_faults())
        faults = list(islice(every, MOST_FAULTS + 1))
        if faults:
            raise ValueError(*faults)

    def _scale_layouts(self) -> None:
        if self.drawn_for and self.drawn_for.scaled:
            for side, layout in self.layouts.items():
                self.__dict__[side] = scaled_layout(layout, self.drawn_for.size, self.size)

    @property
    def face_notes(self) -> tuple[str, ...]:
        notes = (
            *self.never_shown(),
            *first_of_copies(chain(self.unclear_conditions(), self.unmeasured())),
            *name_notes((row.place, row.cells[TITLE]) for row in self.cards if TITLE in row.cells),
        )
        if self.drawn_for is None or self.drawn_for.scaled:
            return notes
        return (*left_empty(self.layouts.values(), self.drawn_for.size, self.size), *notes)

    def _id_faults(self) -> Iterator[str]:
        if ID in self.columns:
            listed = zip(self.cards, self.names, strict=True)
            yield from id_faults((name, row.place) for row, name in listed if row.copies)
