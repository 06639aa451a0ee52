"""Faults of rows and of wordings that use them: columns, texts that get too long, ids."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from pnp.base.cells import value_of
from pnp.base.limits import limits, over
from pnp.base.units import did_you_mean, join_words, quoted
from pnp.components.faces.frames import Frame, Layout
from pnp.components.faces.values import VALUES
from pnp.components.faces.wording import Cells, Wording
from pnp.game.fields import read_id

_YES_WORDS, _NO_WORDS = "1 yes y ja j oui sí si on x ✓ ✔ ☑", "0 no n nein non nee nej off - ✗ ✘ ☐"
_YES, _NO = frozenset(_YES_WORDS.split()), frozenset(_NO_WORDS.split())
_NO_ID = "a column that is only printed may be called ID"


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
            kind, there_are = "value", VALUES
        else:
            kind, there_are = "column", tuple(columns)
        known = join_words(there_are) or "none"
        close = did_you_mean(name, (*columns, *VALUES))
        yield f"{where}: there is no {kind} {quoted(name)}{close} (there are: {known})"


def unclear_truth(column: str, cells: Iterable[str], one: str) -> str:
    """Return a note if a column that is asked for a cell at all says yes and no in words."""
    found = {cell.casefold(): cell for cell in map(value_of, cells) if cell}
    if not found.keys() & _NO or not found.keys() <= _NO | _YES | {"true", "false"}:
        return ""
    no = next(cell for word, cell in found.items() if word in _NO)
    yes = next((cell for word, cell in found.items() if word in _YES), "")
    better = f"{column} = {yes}" if yes else f"{column} and {column} != {no}"
    return (
        f"{quoted(column)} holds on every {one} whose cell is neither empty nor FALSE, so also "
        f"where it is {quoted(no)}; write {quoted(better)}"
    )


def unclear_columns(
    wordings: Sequence[Wording], columns: Collection[str], where: str
) -> Iterator[str]:
    """Yield a line for each choice between columns that is also the name of a column."""
    for wording in wordings:
        for choice in wording.choices:
            if (name := "|".join(choice)) in columns:
                yield (
                    f"{where}: {{{name}}} is the first of several columns that is not empty, and "
                    "there is a column of that name; rename it"
                )


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
                yield f"{where}: is too long{at_row}: {over('letters', letters)}"
                break


def longest_cells(columns: Iterable[str], rows: Sequence[tuple[Cells, str]]) -> Mapping[str, int]:
    """Return the length of the longest cell of each column."""
    return {column: max(len(cells.get(column, "")) for cells, _ in rows) for column in columns}


def id_faults(names: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Yield a line for every card whose id is invalid or a duplicate; ``names`` have places."""
    taken = set[str]()
    for name, place in names:
        where = f"{place}: id" if place else "id"
        try:
            read_id(name)
        except ValueError as error:
            yield f"{where}: is what the card is called: {error}; {_NO_ID}"
        if name in taken:
            yield f"{where}: {quoted(name)} is another card; write copies for more of one; {_NO_ID}"
        taken.add(name)
