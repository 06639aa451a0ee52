"""Convert the calls that draw on Squib's cards to frames."""

from collections.abc import Iterator, Mapping
from typing import Any

from pnp.base.geometry import Rect
from pnp.definitions.squib.art import CopiedPicture
from pnp.definitions.squib.card import LEFT_OUT, FrameKeys, Options, Project, SquibCard, Where
from pnp.definitions.squib.ruby import Column, UntakenError
from pnp.definitions.squib.shapes import OUTLINES, PAINTS, ShapeReader, has_frame
from pnp.definitions.squib.texts import TextReader

DRAWS = ("text", "png", "svg", *OUTLINES)
_WORDED = ("str", "file", "color", "layout", "range", *PAINTS)  # options that columns may fill
_MOST_CELLS = 20  # distinct ones of a column that sets a place or a size
_NEAR = 0.01  # of the proportions of a picture that is not stretched
_UNTAKEN = {  # unsupported options of pictures, and advice
    "mask": "an icon frame with color paints a drawing over",
    "crop_x": "crop the picture, or use fit and focus",
    "crop_y": "crop the picture, or use fit and focus",
    "crop_width": "crop the picture, or use fit and focus",
    "crop_height": "crop the picture, or use fit and focus",
    "crop_corner_radius": "write it as corner of the frame",
    "blend": "pictures are not blended",
    "data": "SVG is read from files only",
}


class FrameReader:
    """Reads the frames of one deck."""

    def __init__(self, card: SquibCard, source: Project) -> None:
        self._card = card
        self._source = source
        self.texts = TextReader(card, source)
        self._shapes = ShapeReader(card, source)

    def frames(
        self, kind: str, values: Mapping[str, Any], where: Where = ()
    ) -> Iterator[FrameKeys]:
        """Yield the frames of a call; those for some cards have a condition.

        Raises:
            UntakenError: If it cannot be converted.
        """
        options = Options(values, self._card, self._source, where)
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
        conditions = (self._source.condition(column, [cell]), frame.get("when"))
        return frame | {"when": " and ".join(filter(None, conditions))}

    def _drawn(self, kind: str, options: Options) -> Iterator[FrameKeys]:
        match kind:
            case "text":
                yield from self.texts.frames(options)
            case "png" | "svg":
                yield from self._pictures(options)
            case _:
                if made := self._shapes.frame(kind, options):
                    yield made

    def background(self, paint: str) -> FrameKeys:
        """Return the frame of a gradient that covers the card."""
        return self._shapes.covered(paint)

    def _pictures(self, options: Options) -> Iterator[FrameKeys]:
        """Yield the frames of a picture; from a column, one for each size of its pictures."""
        for key, advice in _UNTAKEN.items():
            if options.get(key) not in (None, 0.0, "", "none", "native"):
                self._source.note(f"{key} is left out", advice)
        if options.get("force_id") is True and not options.get("id"):
            return
        file = options.get("file")
        if not isinstance(file, Column):
            name = options.literal("file", None)
            if name is None:
                raise UntakenError("a picture without file", "name one")
            yield from self._shown(options, f"{name}")
            return
        groups: dict[str, tuple[FrameKeys, list[str]]] = {}
        for cell, name in options.cells(file).items():
            for frame in self._shown(options, name) if cell else ():
                if LEFT_OUT in frame:
                    continue  # which a note says
                if frame["file"] == f"art/{name}{_part(options)}":
                    frame["file"] = f"art/{self._source.wording(file)}{_part(options)}"
                groups.setdefault(f"{frame}", (frame, []))[1].append(cell)
        for frame, cells in groups.values():
            when = self._source.condition(file, cells)
            yield frame | ({"when": when} if when else {})

    def _shown(self, options: Options, name: str) -> Iterator[FrameKeys]:
        picture = self._source.picture(name)
        if picture is None and (instead := options.literal("placeholder", None)):
            picture = self._source.picture(instead)
        if picture is not None:
            yield self._picture(options, picture)

    def _picture(self, options: Options, picture: CopiedPicture) -> FrameKeys:
        box = _picture_box(options, picture)
        turn = options.turn()
        made: FrameKeys = {"kind": "image", "file": f"art/{picture.name}{_part(options)}"}
        made |= self._card.place(turn.moved(box))
        if abs(box.width * picture.height / (box.height * picture.width) - 1) > _NEAR:
            self._source.note("a picture is not stretched", "it is shown whole within its area")
        if turn.angle:
            made["turn"] = round(turn.degrees) % 360
        if options.literal("flip_horizontal", False):
            made["mirror"] = "across"
        elif options.literal("flip_vertical", False):
            made["mirror"] = "down"
        alpha = options.literal("alpha", 1.0)
        if isinstance(alpha, float) and 0 <= alpha < 1:
            made["opacity"] = round(alpha, 2)
        return made


def _picture_box(options: Options, picture: CopiedPicture) -> Rect:
    """Return the box of a picture: a side that is not stated is the picture's own."""
    width, height = options.side("width"), options.side("height")
    if width is None:
        scaled = height is not None and options.word("width", "native") == "scale"
        width = picture.width * (height or 0.0) / picture.height if scaled else picture.width
    if height is None:
        scaled = options.word("height", "native") == "scale"
        height = picture.height * width / picture.width if scaled else picture.height
    return Rect(options.length("x", 0.0), options.length("y", 0.0), width, height)


def _part(options: Options) -> str:
    part = f"{options.literal('id', '')}".removeprefix("#")
    return f"#{part}" if part else ""
