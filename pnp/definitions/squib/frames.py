"""Convert the calls that draw on Squib's cards to frames."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from pnp.base.units import Mm, format_mm
from pnp.definitions.squib.ruby import Column, NumberRange, UntakenError
from pnp.definitions.squib.values import PLAIN, color, font, pixels, to_mm

Options = Mapping[str, Any]
FrameKeys = dict[str, Any]
Warn = Callable[[str, str], None]
DRAWS = ("text", "png", "svg", "rect", "circle", "ellipse", "line")
_SMALLEST = 4.0  # points
_UNTAKEN = {  # unsupported options that affect the look, and advice
    "angle": "turn = says degrees, clockwise around the frame's middle",
    "mask": "an icon frame with color paints a drawing over",
    "dash": "lines are not dashed",
    "crop_x": "crop the picture, or use fit and focus",
    "crop_y": "crop the picture, or use fit and focus",
    "crop_width": "crop the picture, or use fit and focus",
    "crop_height": "crop the picture, or use fit and focus",
    "blend": "pictures are not blended",
    "data": "SVG is read from files only",
    "spacing": "leading and paragraph_space set the distance of lines",
}


class FrameReader:
    """Reads the frames of one deck.

    ``wording`` returns the text for a column, ``art`` the name of a picture for its name in the
    project.
    """

    def __init__(
        self,
        width: float,
        height: float,
        margin: float,
        dpi: float,
        wording: Callable[[Column], str],
        art: Callable[[object], str],
        warn: Warn,
    ) -> None:
        self._sides = width, height
        self._margin = margin
        self._dpi = dpi
        self._wording = wording
        self._art = art
        self._warn = warn
        self.default_font: object = "Arial 12"

    def frames(self, kind: str, options: Options) -> Iterator[FrameKeys]:
        """Yield the frames of a call.

        Raises:
            UntakenError: If it cannot be converted.
        """
        for key, advice in _UNTAKEN.items():
            if options.get(key) not in (None, 0, 0.0, "", ":all", "all", "none"):
                self._warn(f"{key} of {kind} is left out", advice)
        made = {
            "text": self._text,
            "png": self._picture,
            "svg": self._picture,
            "rect": self._rect,
            "circle": self._circle,
            "ellipse": self._ellipse,
            "line": self._line,
        }[kind](options)
        if made is None:
            return
        alpha = options.get("alpha", 1.0)
        if isinstance(alpha, float) and 0 <= alpha < 1:
            made["opacity"] = round(alpha, 2)
        yield made

    def _literal(self, options: Options, key: str, default: object) -> Any:
        value = options.get(key)
        if isinstance(value, list):
            raise UntakenError(f"{key} is a list", "put its values into a column of the table")
        if isinstance(value, Column):
            raise UntakenError(
                f"{key} comes from column {value.name!r}", "write one frame for each, with when"
            )
        if isinstance(value, NumberRange):
            raise UntakenError(f"{key} is a range", "put its values into a column of the table")
        if isinstance(value, UntakenError):
            raise UntakenError(f"{key}: {value.what} is Ruby, which is not run", value.advice)
        return default if value is None else value

    def _length(self, options: Options, key: str, default: object, across: float = 0.0) -> float:
        return pixels(self._literal(options, key, default), self._dpi, across)

    def _box(self, options: Options) -> tuple[float, float, float | None, float | None]:
        """Return x, y, width and height in pixels; a side that depends on the content is None."""
        places = [
            self._length(options, key, 0.0, across)
            for key, across in zip("xy", self._sides, strict=True)
        ]
        sides = [
            None
            if self._literal(options, key, "auto") in ("auto", "native", "scale")
            else self._length(options, key, 0.0, across)
            for key, across in zip(("width", "height"), self._sides, strict=True)
        ]
        return places[0], places[1], sides[0], sides[1]

    def _placed(self, x: float, y: float, width: float, height: float) -> FrameKeys:
        """Return the place of a frame; {} if it covers the whole card."""
        if x <= 0 and y <= 0 and x + width >= self._sides[0] and y + height >= self._sides[1]:
            return {}
        if width <= 0 or height <= 0:
            raise UntakenError("it has no width or height", "write at and area into game.toml")
        left, top = (to_mm(place - self._margin, self._dpi) for place in (x, y))
        across, down = (to_mm(side, self._dpi) for side in (width, height))
        return {"at": _pair(left, top), "area": _pair(across, down)}

    def _inside(self, x: float, y: float, width: float, height: float) -> FrameKeys:
        """Return the place of a text, clipped to the edges of the trimmed card."""
        right, bottom = (side - self._margin for side in self._sides)
        left, top = max(x, self._margin), max(y, self._margin)
        end, foot = min(x + width, right), min(y + height, bottom)
        if (left, top) != (x, y) or (end, foot) != (x + width, y + height):
            self._warn("a text box reaches over the cut edge", "it ends there: see its area")
        if end <= left or foot <= top:
            raise UntakenError("it has no width or height", "write at and area into game.toml")
        # Edges are rounded rather than sizes, so that frames that end at the cut do not exceed it.
        x1, y1, x2, y2 = (to_mm(side - self._margin, self._dpi) for side in (left, top, end, foot))
        return {"at": _pair(x1, y1), "area": _pair(x2 - x1, y2 - y1)}

    def _color(self, options: Options, key: str, default: str) -> tuple[str, float]:
        value = options.get(key)
        if isinstance(value, Column):
            return self._wording(value), 1.0
        try:
            return color(self._literal(options, key, default))
        except UntakenError as error:
            self._warn(f"{key}: {error.what}, so {default} stands there", error.advice)
            return color(default)

    def _paint(self, options: Options, key: str, default: str) -> str | None:
        paint, opacity = self._color(options, key, default)
        if opacity == 0:
            return None
        return paint if opacity == 1 else f"{paint}{round(255 * opacity):02x}"

    def _text(self, options: Options) -> FrameKeys | None:
        value = options.get("str")
        if isinstance(value, Column):
            text = self._wording(value)
        else:
            value = self._literal(options, "str", "")
            value = f"{value:g}" if isinstance(value, float) else str(value)
            text = value.replace("{", "{{").replace("}", "}}").replace("[[", "{'[['}")
        if not text:
            return None
        x, y, width, height = self._box(options)
        # Squib's box without a side is as large as its text: here it has the room on the card.
        across = self._sides[0] - self._margin - x if width is None else width
        down = self._sides[1] - self._margin - y if height is None else height
        placed = self._inside(x, y, across, down)
        made = {"kind": "text", "text": text, **placed, **self._type(options)}
        alignment = str(self._literal(options, "align", "left")).lower()
        if self._literal(options, "justify", False):
            made["align"] = "justified"
        elif alignment in ("center", "right"):
            made["align"] = alignment
        vertical = str(self._literal(options, "valign", "top")).lower()
        if vertical in ("middle", "bottom"):
            made["vertical"] = vertical
        if not self._literal(options, "markup", False):
            made["markup"] = False
        else:
            self._warn(
                "markup of Pango", "write <b>bold</b> as **bold**, <i>italic</i> as *italic*"
            )
        paint, opacity = self._color(options, "color", "black")
        made["color"] = paint
        if opacity < 1:
            made["opacity"] = round(opacity, 2)
        stroke = self._length(options, "stroke_width", 0.0)
        line = self._paint(options, "stroke_color", "black")
        if stroke > 0 and line:
            width_of_line = format_mm(max(to_mm(stroke / 2, self._dpi), 0.1))
            made["outline"] = {"color": line, "width": f"{width_of_line}mm"}
        return made

    def _type(self, options: Options) -> FrameKeys:
        written = self._literal(options, "font", self.default_font)
        chosen = font(written, self._literal(options, "font_size", None))
        if chosen.family.lower() not in PLAIN:
            self._warn(
                f"font {chosen.family!r} becomes {chosen.name}",
                "put its file into fonts/ and name it under [fonts]",
            )
        if chosen.points < _SMALLEST:
            self._warn(f"type of {chosen.points:g} pt becomes {_SMALLEST:g} pt", "make it larger")
        size = max(chosen.points, _SMALLEST)
        made: FrameKeys = {"size": f"{size:g}pt"}
        if size > _SMALLEST:
            made["least"] = f"{_SMALLEST:g}pt"
        if chosen.name != "sans":
            made["font"] = chosen.name
        return made | {key: True for key in ("bold", "italic") if getattr(chosen, key)}

    def _picture(self, options: Options) -> FrameKeys:
        x, y, width, height = self._box(options)
        if width is None or height is None:
            self._warn(
                "a picture of its own size is fitted into the room that is left",
                "write the area that it should have",
            )
        across = self._sides[0] - self._margin - x if width is None else width
        down = self._sides[1] - self._margin - y if height is None else height
        if options.get("file") is None:
            raise UntakenError("a picture without file", "name one")
        file = self._art(options["file"])
        if part := self._literal(options, "id", ""):
            file += f"#{part}"
        placed = self._placed(x, y, across, down)
        made: FrameKeys = {"kind": "image", "file": file, **placed}
        if not placed:
            made["fit"] = "fill"
        elif width is None or height is None:
            made |= {"align": "left", "vertical": "top"}
        if self._literal(options, "flip_horizontal", False):
            made["mirror"] = "across"
        elif self._literal(options, "flip_vertical", False):
            made["mirror"] = "down"
        return made

    def _shape(self, options: Options, placed: FrameKeys, **keys: object) -> FrameKeys | None:
        made: FrameKeys = {"kind": "shape", **keys, **placed}
        if fill := self._paint(options, "fill_color", "#0000"):
            made["fill"] = fill
        width = self._length(options, "stroke_width", 2.0)
        if width > 0 and (stroke := self._paint(options, "stroke_color", "black")):
            made |= {"stroke": stroke, "width": f"{format_mm(max(to_mm(width, self._dpi), 0.1))}mm"}
        return made if "fill" in made or "stroke" in made else None

    def _rect(self, options: Options) -> FrameKeys | None:
        x, y, width, height = self._box(options)
        across, down = width or self._sides[0], height or self._sides[1]
        radius = self._length(options, "radius", self._literal(options, "x_radius", 0.0))
        made = self._shape(options, self._placed(x, y, across, down), shape="rectangle")
        if made is not None and radius > 0 and "at" in made:
            made["corner"] = f"{format_mm(to_mm(min(radius, across / 2, down / 2), self._dpi))}mm"
        return made

    def _circle(self, options: Options) -> FrameKeys | None:
        x, y, *_ = self._box(options)
        radius = self._length(options, "radius", 100.0)
        placed = self._placed(x - radius, y - radius, 2 * radius, 2 * radius)
        return self._shape(options, placed, shape="ellipse")

    def _ellipse(self, options: Options) -> FrameKeys | None:
        x, y, width, height = self._box(options)
        placed = self._placed(x, y, width or self._sides[0], height or self._sides[1])
        return self._shape(options, placed, shape="ellipse")

    def _line(self, options: Options) -> FrameKeys | None:
        ends = [
            self._length(options, key, default, across)
            for key, default, across in zip(
                ("x1", "y1", "x2", "y2"), (100.0, 100.0, 150.0, 150.0), self._sides * 2, strict=True
            )
        ]
        x1, y1, x2, y2 = ends
        stroke = self._paint(options, "stroke_color", "black")
        thick = self._length(options, "stroke_width", 2.0)
        if stroke is None or thick <= 0:
            return None
        if x1 != x2 and y1 != y2:
            if (x2 > x1) != (y2 > y1):
                raise UntakenError("a line that rises to the right", "write a line frame with turn")
            placed = self._placed(min(x1, x2), min(y1, y2), abs(x2 - x1), abs(y2 - y1))
            width = f"{format_mm(max(to_mm(thick, self._dpi), 0.1))}mm"
            return {
                "kind": "shape",
                "shape": "line",
                **placed,
                "stroke": stroke,
                "width": width,
            }
        half = thick / 2
        placed = self._placed(
            min(x1, x2) - half * (x1 == x2),
            min(y1, y2) - half * (y1 == y2),
            max(abs(x2 - x1), thick),
            max(abs(y2 - y1), thick),
        )
        return {"kind": "shape", "shape": "rectangle", **placed, "fill": stroke}


def _pair(one: Mm, other: Mm) -> str:
    return f"{format_mm(one)}x{format_mm(other)}mm"


def names_of(layout: object, rows: Sequence[Mapping[str, str]]) -> list[tuple[str, str]]:
    """Return the layouts of a call, each with the condition under which it applies."""
    if not isinstance(layout, Column):
        return [("" if layout is None else str(layout), "")]
    cells = dict.fromkeys(row.get(layout.name, "").strip() for row in rows)
    return [
        (f"{layout.before}{cell}{layout.after}", f"{layout.name} = '{cell}'")
        for cell in cells
        if cell
    ]
