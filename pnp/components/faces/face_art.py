"""Frames over a face of any component, and the faults of columns that they use."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from pnp.base.limits import limits, over
from pnp.base.messages import Location, Message, within
from pnp.base.text import value_of
from pnp.base.units import closest, join_words
from pnp.components.faces.effects import NamedLooks, Paint
from pnp.components.faces.frames import Frame, FrameNumbers, Layout, TextFrame
from pnp.components.faces.repeat import NAMES
from pnp.components.faces.wording import (
    LETTERS,
    OF_GAME,
    VALUES,
    Cells,
    Wording,
    computed_in,
    names_in,
    parse_computed,
    values_of_game,
    with_computed,
)
from pnp.game.component import GameBox
from pnp.game.faces import FaceFrames
from pnp.game.fields import read_id

_YES_WORDS, _NO_WORDS = "1 yes y ja j oui sí si on x ✓ ✔ ☑", "0 no n nein non nee nej off - ✗ ✘ ☐"
_YES, _NO = frozenset(_YES_WORDS.split()), frozenset(_NO_WORDS.split())

PIECE = "piece"  # the only column: the name of a piece


def words_by_key(
    layouts: Mapping[str, Layout], frames: Mapping[str, Frame]
) -> Mapping[str, tuple[tuple[str, ...], tuple[Wording, ...]]]:
    """Return the columns and the wordings of grounds and frames, by their keys."""
    grounds = {
        f"{face}.ground": (layout.ground.columns, (layout.ground,))
        for face, layout in layouts.items()
    }
    return grounds | {key: (frame.columns, frame.wordings) for key, frame in frames.items()}


def missing_columns(
    named: Iterable[str], columns: Collection[str], where: str, also: Collection[str] = ()
) -> Iterator[str]:
    """Yield a line for each name that is neither a column nor a value such as ``card.number``.

    ``also`` are other names that columns have.
    """
    known_here = {*columns, *VALUES, *also}
    unknown: dict[str, None] = {}
    for name in named:
        try:
            unknown |= dict.fromkeys(_unknown(name, known_here))
        except ValueError as error:
            yield from within(Location(keys=where), error.args)
    for name in unknown:
        if name in LETTERS:
            yield Message("letters_of_column", Location(keys=where), name=name)
            continue
        if name.startswith(("card.", "cards.", "game.")):
            key, there_are = "no_such_value", VALUES
        else:
            key, there_are = "no_such_column", (*columns, *(NAMES if ".repeat[" in where else ()))
        known = join_words(there_are) or "none"
        close = closest(name, (*there_are, *VALUES))
        said = {"written": name, "known": known, "close": close}
        yield Message(key, Location(keys=where), **said)


def _unknown(name: str, known: Collection[str]) -> tuple[str, ...]:
    """Return the unknown columns of a name in braces: itself, or some that it is computed from."""
    computed = None if name in known else parse_computed(name)
    if computed is None:
        return () if name in known else (name,)
    if computed.calculation and (texts := [one for one in computed.columns if one in OF_GAME]):
        raise ValueError(Message("text_of_game", name=texts[0]))
    unknown = tuple(column for column in computed.columns if column not in known)
    # One such as flavor-text looks like a column that has another name.
    is_name = computed.calculation and " " not in name and len(unknown) == len(computed.columns)
    return (name,) if unknown and is_name else unknown


def unclear_truth(column: str, cells: Iterable[str], one: str) -> Message | None:
    """Return a note if a column that is asked for a cell at all says yes and no in words."""
    found = {cell.casefold(): cell for cell in map(value_of, cells) if cell}
    if not found.keys() & _NO or not found.keys() <= _NO | _YES | {"true", "false"}:
        return None
    no = next(cell for word, cell in found.items() if word in _NO)
    yes = next((cell for word, cell in found.items() if word in _YES), "")
    better = f"{column} = {yes}" if yes else f"{column} and {column} != {no}"
    return Message("unclear_truth", column=column, one=one, no=no, written=better)


def unclear_columns(
    wordings: Sequence[Wording], columns: Collection[str], where: str
) -> Iterator[str]:
    """Yield a line for each choice between columns that is also the name of a column."""
    for wording in wordings:
        for choice in wording.choices:
            if (name := "|".join(choice)) in columns:
                yield Message("unclear_column", Location(keys=where), name=name)


def too_long(
    wordings: Sequence[Wording],
    rows: Sequence[tuple[Cells, str]],
    longest: Mapping[str, int],
    where: str,
) -> Iterator[str]:
    """Yield a line for the first row that makes a text too long, though none of its cells is.

    ``rows`` are cells with their places, ``longest`` the length of each column's longest cell.
    """
    most = limits().letters
    for wording in wordings:
        if wording.length(longest) <= most:
            continue
        for cells, place in rows:
            lengths = {name: len(cell) for name, cell in cells.items()}
            letters = wording.length(lengths)
            if letters > most >= max(lengths.values(), default=0):
                at_row = f" with {place}" if place else ""
                fault = f"is too long{at_row}: {over('letters', letters)}"
                yield from within(Location(keys=where), [fault])
                break


def longest_cells(columns: Iterable[str], rows: Sequence[tuple[Cells, str]]) -> Mapping[str, int]:
    """Return the length of the longest cell of each column."""
    return {column: max(len(cells.get(column, "")) for cells, _ in rows) for column in columns}


def id_faults(names: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Yield a line for every card whose id is invalid or a duplicate; ``names`` have places."""
    taken = set[str]()
    for name, place in names:
        where = tuple(filter(None, (place, "id")))
        try:
            read_id(name)
        except ValueError as error:
            yield Message("card_id", where, why=error.args[0])
        if name in taken:
            yield Message("card_twice", where, written=name)
        taken.add(name)


class FaceArt(NamedLooks, FaceFrames):
    """Frames over a face that a component draws by itself; a ``ground`` hides its drawing.

    In texts and conditions, ``{piece}`` is the name of the piece.
    """

    drawing = "pnp.components.faces.draw_face_art"
    filled_in = frozenset({"numbers"})

    ground: Paint | None = None
    frames: tuple[Frame, ...] = ()
    numbers: FrameNumbers = ()

    def _check(self) -> None:
        # With the copies of those repeated.
        self.__dict__.update(frames=self.layout.frames, numbers=self.layout.numbers)

    @cached_property
    def layout(self) -> Layout:
        """The frames as a layout of cards, which checks their names."""
        return Layout.model_construct(frames=self.frames, numbers=self.numbers)

    def cells(self, piece: str, values: Cells) -> Cells:
        """Return the cells of a piece, with the ``values`` of the game."""
        named = {*self.layout.columns, *(self.ground.columns if self.ground else ())}
        cells = {**values, PIECE: piece}
        return with_computed(cells, computed_in(named, cells))

    def _placed(self) -> Iterator[tuple[str, Frame]]:
        """Yield the frames with their keys."""
        places = (place.removeprefix(".") for place in self.layout.places(""))
        return zip(places, self.frames, strict=True)

    def faults(self, place: str) -> Iterator[str]:
        """Yield the faults of the columns that it uses; ``place`` is before its own keys."""
        parts = {key: frame.columns for key, frame in self._placed()}
        for key, columns in {"ground": self.ground.columns if self.ground else (), **parts}.items():
            at = f"{place}{key}"
            wrong = [c for c in columns if c.startswith("card") and c not in OF_GAME]
            yield from missing_columns([c for c in columns if c not in wrong], (PIECE,), at)
            for name in wrong:
                said = {"written": name, "close": closest(name, OF_GAME)}
                yield Message("value_of_cards", Location(keys=at), **said)

    def faults_in(self, box: GameBox) -> Iterator[tuple[str, str]]:
        """Yield unknown fonts, and values that the definition does not state."""
        missing = OF_GAME.keys() - values_of_game(box)
        for key, frame in self._placed():
            if isinstance(frame, TextFrame) and (fault := box.fonts.unknown(frame.font)):
                yield f"{key}.font", fault
            for value in sorted(missing.intersection(names_in(frame.columns))):
                yield key, f"{{{value}}}: the definition states no {OF_GAME[value]}"

    def pictures(self, pieces: Iterable[str]) -> Iterator[tuple[str, str]]:
        """Yield its icons, and the pictures in its image frames on each piece."""
        for icon, file in self.icons.items():
            yield file, f"icons.{icon}"
        for key, frame in self._placed():
            for part, wording in frame.files.items():
                for piece in pieces:
                    cells = self.cells(piece, {})
                    if frame.shown_on(cells):
                        yield wording.fill(cells).strip(), f"{key}.{part}"
