"""The map of a grid as text: the places that there are, and the lines between them."""

from collections.abc import Iterator, Mapping, Sequence, Set
from typing import Literal

from pnp.base.units import quoted

PLACE, HOLE, JOINT = ".", " ", "+"
# The steps of each line, to the right and down.
WAYS: Mapping[str, tuple[tuple[int, int], ...]] = {
    "-": ((1, 0),),
    "|": ((0, 1),),
    "\\": ((1, 1),),
    "/": ((1, -1),),
    "x": ((1, 1), (1, -1)),
}
MOST_FAULTS = 4  # reported; the rest is counted

GridSlot = tuple[int, int]  # column from the left and row from the top, both from 0
Diagonals = Literal["none", "alternate", "all"]


def has_lines(plan: Sequence[str], rows: int, columns: int) -> bool:
    """Return whether a map has lines, so that every other character is that of a place."""
    return len(plan) > rows or (rows == 1 and len(plan[0]) > columns)


def places_in(plan: Sequence[str], step: int) -> frozenset[GridSlot]:
    """Return the slots of a map's places, of which one is ``step`` characters from the next."""
    return frozenset(
        (x // step, y // step)
        for y, row in enumerate(plan)
        for x, letter in enumerate(row)
        if letter == PLACE
    )


def joined_up(
    slots: Set[GridSlot], rows: int, columns: int, diagonals: Diagonals
) -> tuple[str, ...]:
    """Return the map in which lines join all places beside and above one another.

    Diagonals are those of squares of four places. If they alternate, they meet at every other
    place, the lower left one among them.
    """
    plan = [[HOLE] * (2 * columns - 1) for _ in range(2 * rows - 1)]
    for column, row in slots:
        plan[2 * row][2 * column] = PLACE
        is_even = (column + rows - 1 - row) % 2 == 0
        crossed = diagonals == "all" or (diagonals == "alternate" and is_even)
        for letter in "-|\\/" if crossed else "-|":
            ((right, down),) = WAYS[letter]
            square = {(column + x, row + y) for x in (0, right) for y in (0, down)}
            if square <= slots:
                x, y = 2 * column + right, 2 * row + down
                plan[y][x] = letter if plan[y][x] == HOLE else "x"
    return tuple(map("".join, plan))


def lines_in(plan: Sequence[str]) -> Iterator[tuple[GridSlot, GridSlot]]:
    """Yield both ends of every straight line, as columns and rows of characters."""
    letters = {(x, y): letter for y, row in enumerate(plan) for x, letter in enumerate(row)}
    nodes = {slot for slot, letter in letters.items() if letter in (PLACE, JOINT)}
    for right, down in ((1, 0), (0, 1), (1, 1), (1, -1)):
        drawn = {slot for slot, one in letters.items() if (right, down) in WAYS.get(one, ())}
        drawn |= {
            (x, y) for x, y in nodes if {(x - right, y - down), (x + right, y + down)} <= drawn
        }
        for x, y in sorted(drawn):
            if (x - right, y - down) not in drawn:
                length = 1
                while (x + length * right, y + length * down) in drawn:
                    length += 1
                yield (x - right, y - down), (x + length * right, y + length * down)


def plan_faults(plan: Sequence[str], rows: int, columns: int, *, crossings: bool) -> list[str]:
    """Return the first faults of a map, and how many more there are."""
    lined = crossings and has_lines(plan, rows, columns)
    found = (
        list(_wrong_size(plan, rows, columns, crossings=crossings))
        or list(_wrong_letters(plan, lined=lined))
        or list(_loose_ends(plan))
    )
    more = [f"map: and {len(found) - MOST_FAULTS} more"] if len(found) > MOST_FAULTS else []
    return found[:MOST_FAULTS] + more


def _wrong_size(plan: Sequence[str], rows: int, columns: int, *, crossings: bool) -> Iterator[str]:
    lined = 2 * rows - 1
    if len(plan) != rows and not (crossings and len(plan) == lined):
        wanted = f"{rows}, or {lined} with lines between places" if crossings else f"{rows}"
        yield f"map: has {len(plan)} rows; write {wanted}"
        return
    wide = 2 * columns - 1 if crossings and has_lines(plan, rows, columns) else columns
    for number, row in enumerate(plan, start=1):
        if len(row) != wide:
            yield f"map: row {number}: has {len(row)} characters; write {wide}"


def _wrong_letters(plan: Sequence[str], *, lined: bool) -> Iterator[str]:
    known = (PLACE, HOLE, JOINT, *WAYS) if lined else (PLACE, HOLE)
    for y, row in enumerate(plan):
        for x, letter in enumerate(row):
            where = f"map: row {y + 1}, character {x + 1}: "
            if letter not in known:
                yield f"{where}write one of {' '.join(map(quoted, known))}, not {quoted(letter)}"
            elif letter == PLACE and lined and (x % 2 or y % 2):
                yield f"{where}is between places; write + for a bend or a crossing"
    if PLACE not in "".join(plan):
        yield "map: has no place; write a dot for each"


def _loose_ends(plan: Sequence[str]) -> Iterator[str]:
    nodes = {
        (x, y) for y, row in enumerate(plan) for x, one in enumerate(row) if one in (PLACE, JOINT)
    }
    for first, last in lines_in(plan):
        for (x, y), (u, v) in ((first, last), (last, first)):
            if (x, y) not in nodes:
                yield (
                    f"map: row {y + 1}, character {x + 1}: a line from row {v + 1}, character "
                    f"{u + 1} ends there; write a dot for a place, or + for a bend"
                )
