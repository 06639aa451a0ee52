"""How much a definition may ask for: it may be a stranger's, and must not hang or fill a machine.

Every limit is far beyond the largest game that comes with pnp, and is changed by one
environment variable: ``PNP_LIMITS="rows=50000,pieces=500000"``.
"""

import os
from functools import lru_cache
from typing import NamedTuple

from pnp.base.errors import UsageError
from pnp.base.units import quoted

VARIABLE = "PNP_LIMITS"
_MOST = 10**9


class Limits(NamedTuple):
    """The most of each; a kilobyte is 1000 bytes.

    ``definition_kb``, ``table_kb`` and ``text_kb`` are of one TOML file, one table and one text
    of rules; ``unpacked_kb`` and ``tags`` are of a workbook once it is unpacked. ``values``,
    ``depth`` and ``letters`` are what one TOML file holds, how deep its tables and lists are
    nested, and of one text in it or one cell. ``picture_kb`` and ``pixels`` are of one picture,
    ``svg_kb``, ``elements`` and ``segments`` of one that is SVG: elements as they are drawn,
    each as often as it is used, and what all outlines are made of. The rest is of a whole game:
    ``rows`` of all its tables together, ``columns`` of each, ``components``, ``places`` of all
    its boards, ``pieces`` with all copies, ``frames`` on all its different cards. ``steps`` are
    those of loops in a text of rules, ``filled_kb`` is such a text with its numbers in, ``parts``
    what one component is cut into.
    """

    definition_kb: int = 512  # TURNO, the longest that comes with pnp, has 42
    table_kb: int = 8_000  # 20,000 rows of 400 letters
    text_kb: int = 128  # forty pages of rules
    unpacked_kb: int = 50_000  # of which pictures in it are a part
    tags: int = 800_000  # 100,000 cells and their texts
    picture_kb: int = 64_000
    pixels: int = 50_000_000  # A2 at 300 dpi and some more: 200 MB while a PNG face is made
    svg_kb: int = 8_000
    elements: int = 50_000  # detailed maps have a tenth of that
    segments: int = 200_000
    values: int = 50_000  # TURNO has 1,200; pydantic's engine takes half a second for so many
    depth: int = 20  # a definition needs 7
    letters: int = 4_000  # a page of text
    rows: int = 20_000  # of different cards, each drawn by itself
    columns: int = 100
    components: int = 100
    places: int = 20_000  # eight boards of 50 x 50
    pieces: int = 100_000  # a page of paper each second for two hours
    frames: int = 500_000  # 10,000 cards of 50
    steps: int = 50_000
    filled_kb: int = 256
    parts: int = 5_000  # on beds of 600 x 400 mm: more than a day of cutting


def limits() -> Limits:
    """Return the limits that hold now.

    Raises:
        UsageError: If the environment variable means nothing.
    """
    return _read(os.environ.get(VARIABLE, ""))


@lru_cache(maxsize=8)
def _read(text: str) -> Limits:
    chosen: dict[str, int] = {}
    for part in filter(None, (part.strip() for part in text.split(","))):
        name, _, number = (side.strip() for side in part.partition("="))
        if name not in Limits._fields:
            known = ", ".join(Limits._fields)
            raise UsageError(f"{VARIABLE}: {quoted(name)} is no limit; write some of {known}")
        if not (number.isascii() and number.isdecimal() and 0 < len(number) <= len(str(_MOST))):
            raise UsageError(
                f"{VARIABLE}: {name}: write a whole number up to {_MOST}, not {quoted(number)}"
            )
        chosen[name] = int(number)
    return Limits()._replace(**chosen)


def over(name: str, found: object = None) -> str:
    """Say that a limit is passed, and how to change it: ``at most 100 columns, not 212``."""
    most = getattr(limits(), name)
    what = f"{most:,} kB" if name.endswith("_kb") else f"{most:,} {name}"
    told = f", not {found:,}" if isinstance(found, int) else ""
    return f"at most {what}{told} ({VARIABLE}={name}=… allows more)"
