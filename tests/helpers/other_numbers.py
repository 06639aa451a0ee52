"""Definitions in which one number is another one."""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TypeVar

from pnp.base.own_folders import shipped

# Not in words, colours and comments; a length, a size or a range has its numbers one by one.
_NUMBER = re.compile(r"(?<![\w#.])(?<![a-z]-)\d+(?:\.\d+)?")
_COMMENT = re.compile(r"(?m)^\s*#.*$| # .*$")
OTHERS = ("-1", "0", "0.001", "0.1", "1e308", "nan", "inf", "999", "1000000", "9" * 20)
EXAMPLES = Path(__file__).parents[2] / "docs" / "reference" / "examples"

T = TypeVar("T")


def games() -> tuple[Path, ...]:
    """Return the folders of all examples and all built-in games."""
    built_in = shipped("templates") / "games"
    found = (*EXAMPLES.glob("*/game.toml"), *built_in.glob("**/game.toml"))
    return tuple(sorted(file.parent for file in found))


def with_other_numbers(text: str) -> Iterator[tuple[str, str]]:
    """Yield a definition with each number one more, one less, doubled and as odd ones.

    Each comes with its line and the number that is there now.
    """
    comments = [range(*one.span()) for one in _COMMENT.finditer(text)]
    for found in _NUMBER.finditer(text):
        if any(found.start() in comment for comment in comments):
            continue
        value = float(found[0]) if "." in found[0] else int(found[0])
        line = text.count("\n", 0, found.start()) + 1
        for other in (str(value + 1), str(value - 1), str(2 * value), *OTHERS):
            if other != found[0]:
                changed = text[: found.start()] + other + text[found.end() :]
                yield f"line {line}, {found[0]} as {other}", changed


def sample(of: Sequence[T], most: int, start: int) -> Sequence[T]:
    """Return some of many at equal distances, the same each time; ``start`` chooses which."""
    stride = max(1, len(of) // most)
    return of[start % stride :: stride][:most]
