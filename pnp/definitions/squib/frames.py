"""Convert the calls that draw on Squib's cards to frames."""

from collections.abc import Iterator, Mapping
from typing import Any

from pnp.definitions.squib.card import FrameKeys, Options, Project, SquibCard, Where
from pnp.definitions.squib.decks import joined
from pnp.definitions.squib.pictures import PictureReader
from pnp.definitions.squib.ruby import Column
from pnp.definitions.squib.shapes import OUTLINES, PAINTS, ShapeReader, has_frame
from pnp.definitions.squib.texts import TextReader

_WORDED = ("str", "file", "color", "layout", "range", *PAINTS)  # options that columns may fill
_MOST_CELLS = 20  # distinct ones of a column that sets a place or a size


class FrameReader:
    """Reads the frames of one deck."""

    def __init__(self, card: SquibCard, project: Project) -> None:
        self._card = card
        self._project = project
        self.texts = TextReader(card, project)
        self._pictures = PictureReader(card, project)
        self._shapes = ShapeReader(card, project)

    def frames(
        self, kind: str, values: Mapping[str, Any], where: Where = ()
    ) -> Iterator[FrameKeys]:
        """Yield the frames of a call; those for some cards have a condition.

        Raises:
            UntakenError: If it cannot be converted.
        """
        options = Options(values, self._card, self._project, where)
        key = self._computed(kind, options)
        if key is None:
            yield from self._drawn(kind, options)
            return
        column = options.get(key)
        cells = options.cells(column)
        if len(cells) > _MOST_CELLS:
            options.literal(key, None)  # which refuses it
        for cell, text in cells.items():
            here = {**values, key: text if cell else None}
            for frame in self.frames(kind, here, (*where, (column, cell))):
                yield self._for_cell(frame, column, cell)

    def _computed(self, kind: str, options: Options) -> str | None:
        """Return an option that comes from a column which no frame can name."""
        columns = [key for key, value in options.values.items() if isinstance(value, Column)]
        first = next((key for key in columns if key not in _WORDED), None)
        if first is None and kind in OUTLINES and not has_frame(kind, options):
            return next((key for key in columns if key in PAINTS), None)
        return first

    def _for_cell(self, frame: FrameKeys, column: Column, cell: str) -> FrameKeys:
        """Return a frame that is only on cards with a cell."""
        when = joined((self._project.condition(column, [cell]), frame.get("when", "")))
        return frame | ({"when": when} if when else {})

    def _drawn(self, kind: str, options: Options) -> Iterator[FrameKeys]:
        match kind:
            case "text":
                yield from self.texts.frames(options)
            case "png" | "svg":
                yield from self._pictures.frames(options)
            case _:
                if made := self._shapes.frame(kind, options):
                    yield made

    def background(self, paint: str) -> FrameKeys:
        """Return the frame of a gradient that covers the card."""
        return self._shapes.covered(paint)
