"""Frames over a face of any component, and the faults of columns that they use."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from pydantic import Field

from pnp.base.limits import limits, over
from pnp.base.messages import Location, Message, within
from pnp.base.text import value_of
from pnp.base.units import closest, join_words
from pnp.components.faces.effects import Paint, WordStyle
from pnp.components.faces.frames import Frame, Layout, TextFrame
from pnp.components.faces.wording import OF_GAME, VALUES, Cells, Wording, values_of_game
from pnp.game.component import GameBox
from pnp.game.faces import FaceFrames
from pnp.game.fields import Color, Id, NonEmptyText, read_id

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


def missing_columns(named: Sequence[str], columns: Collection[str], where: str) -> Iterator[str]:
    """Yield a line for each name that is neither a column nor a value such as ``card.number``."""
    for name in named:
        if name in columns or name in VALUES:
            continue
        if name.startswith(("card.", "cards.", "game.")):
            key, there_are = "no_such_value", VALUES
        else:
            key, there_are = "no_such_column", tuple(columns)
        known = join_words(there_are) or "none"
        close = closest(name, (*columns, *VALUES))
        said = {"written": name, "known": known, "close": close}
        yield Message(key, Location(keys=where), **said)


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


class FaceArt(FaceFrames):
    """Frames over a face that a component draws by itself; a ``ground`` hides its drawing.

    In texts and conditions, ``{piece}`` is the name of the piece.
    """

    drawing = "pnp.components.faces.draw_face_art"

    ground: Paint | None = None
    frames: tuple[Frame, ...] = ()
    icons: Mapping[Id, NonEmptyText] = Field(default_factory=dict)
    colors: Mapping[NonEmptyText, Color] = Field(default_factory=dict)
    styles: Mapping[Id, WordStyle] = Field(default_factory=dict)

    def _check(self) -> None:
        Layout.model_construct(frames=self.frames)  # which checks their names

    @property
    def layout(self) -> Layout:
        """The frames as a layout of cards."""
        return Layout.model_construct(frames=self.frames)

    def faults(self, place: str) -> Iterator[str]:
        """Yield the faults of the columns that it uses; ``place`` is before its own keys."""
        parts = {f"frames[{n}]": frame.columns for n, frame in enumerate(self.frames, start=1)}
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
        for number, frame in enumerate(self.frames, start=1):
            if isinstance(frame, TextFrame) and (fault := box.fonts.unknown(frame.font)):
                yield f"frames[{number}].font", fault
            for value in sorted(missing.intersection(frame.columns)):
                yield f"frames[{number}]", f"{{{value}}}: the definition states no {OF_GAME[value]}"

    def pictures(self, pieces: Iterable[str]) -> Iterator[tuple[str, str]]:
        """Yield its icons, and the pictures in its image frames on each piece."""
        for icon, file in self.icons.items():
            yield file, f"icons.{icon}"
        for number, frame in enumerate(self.frames, start=1):
            for part, wording in frame.files.items():
                for piece in pieces:
                    cells = {PIECE: piece}
                    if frame.shown_on(cells):
                        yield wording.fill(cells).strip(), f"frames[{number}].{part}"
