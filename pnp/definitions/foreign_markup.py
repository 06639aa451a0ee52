"""Detect markup of other programs in cells of cards, which would be printed literally."""

import re
from collections.abc import Iterator, Mapping, Sequence

from pnp.base.units import quoted
from pnp.definitions.cards import place_of

_TAG = re.compile(r"</?(?:b|strong|i|em|u|br|p|span|font|color|size)(?: [^<>]{0,200})?/?>", re.I)


def foreign_markup(rows: Sequence[Mapping[str, str]], lines: Sequence[str]) -> Iterator[str]:
    """Yield a note about tags in cells; ``lines`` names the place of each row."""
    found = [
        (line, column, match[0])
        for row, line in zip(rows, lines, strict=True)
        for column, cell in row.items()
        if "<" in cell and (match := _TAG.search(cell))
    ]
    if found:
        line, column, tag = found[0]
        where = f"{(place_of(line) or line).rpartition(', ')[2]} ({column})"
        more = f" and {len(found) - 1} more" if len(found) > 1 else ""
        yield (
            f"{quoted(tag)} is printed literally in {where}{more}; write **bold**, *italic* "
            "and \\n for a line break"
        )
