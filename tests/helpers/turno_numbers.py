"""The numbers of TURNO's definition, each with a number beside it to put in its place."""

import re
from collections.abc import Iterator

from pnp.definitions import find_game

TEXT = find_game("turno").read_text(encoding="utf-8")
COUNT = re.compile(r"(?<=count = )\d+")
NUMBER = re.compile(r"(?<= = )\d+")
RANGE_END = re.compile(r'(?<= = ")\d|(?<=-)\d')


def changes() -> Iterator[tuple[int, int, str, int]]:
    """Yield every count, number and end of a range with a number beside it.

    Each is where it begins and ends in the text, the table it is in, and what to put there;
    a count only grows, since a box that holds more than is needed is not a fault.
    """
    table, begin = "", 0
    for line in TEXT.splitlines(keepends=True):
        if line.startswith("["):
            table = line.strip("[]\n")
        pattern, steps = None, (1, -1)
        if line.startswith(("fronts = ", "backs = ")):
            pattern = RANGE_END
        elif line.startswith("numbers = ") or table == "numbers":
            pattern = NUMBER
        elif line.startswith("  { component = "):
            pattern, steps = COUNT, (1,)
        for match in pattern.finditer(line) if pattern else ():
            for value in (int(match[0]) + step for step in steps):
                if value >= 0:
                    yield begin + match.start(), begin + match.end(), table, value
        begin += len(line)


CHANGES = tuple(changes())
