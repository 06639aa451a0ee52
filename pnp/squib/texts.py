"""Convert texts of Squib, with their fonts and markup, to frames of cards."""

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from html import unescape
from typing import Any, NamedTuple

from pnp.base.color import BLACK, parse_color
from pnp.base.errors import FontError, LayoutError, UnitError
from pnp.base.font_files import BUILT_IN_FAMILIES, Font
from pnp.base.fonts import cap_height, descent, text_width
from pnp.base.geometry import Rect, Size, Transform
from pnp.base.path import commands, placed
from pnp.base.units import MM_PER_UNIT, Mm, format_mm
from pnp.components.faces.effects import WordStyle, word_styles
from pnp.components.faces.frames import TextFrame
from pnp.components.faces.paragraphs import TextFitter
from pnp.scene import Text
from pnp.squib.card import LEFT_OUT, UPRIGHT, FrameKeys, Options, Project, SquibCard, Turn, worded
from pnp.squib.drawings import SquibPen, drawing, is_gradient
from pnp.squib.ruby import Column, UntakenError
from pnp.squib.values import PangoFont, font

_TAG = re.compile(r"<(/?)([a-zA-Z]+)([^<>]*)>")
_SIGNS = re.compile(r"[*:\\]|<(?=/?\w)")
_MARKS = {"b": "**", "i": "*"}
_LINES = ("u", "s")  # tags that are the same in pnp
_ATTRIBUTE = re.compile(r"([a-z_]+)\s*=\s*(?:'([^']*)'|\"([^\"]*)\")")
# Sizes of Pango by name, in percent of the type around them.
_SIZES = {"xx-small": 58, "x-small": 69, "small": 83, "medium": 100, "large": 120}
# Names of X11 (rgb.txt) that mean another colour in CSS.
_X11 = {"gray": "#bebebe", "grey": "#bebebe", "green": "#00ff00", "maroon": "#b03060"}
_X11 |= {"purple": "#a020f0"}
_SIZES |= {"x-large": 144, "xx-large": 173, "smaller": 83, "larger": 120}
# What Squib's typographer writes for what is typed, in its order, and the signs by their settings.
_TYPED = (
    (r"``", "{ldquote}"),
    (r"''", "{rdquote}"),
    (r"(\w)'(\w)", r"\1{rsquote}\2"),
    (r"\.\.\.", "{ellipsis}"),
    (r"---", "{em_dash}"),
    (r"--", "{en_dash}"),
)
_QUOTES = (  # unless smart_quotes is false
    (r"\"'(\S)", r"{ldquote}{lsquote}\1"),
    (r"(\S)\"", r"\1{rdquote}"),
    (r"\"(\S)", r"{ldquote}\1"),
    (r"(\S)'", r"\1{rsquote}"),
    (r"'(\S)", r"{lsquote}\1"),
)
_WRITTEN = {"lsquote": "\u2018", "rsquote": "\u2019", "ldquote": "\u201c", "rdquote": "\u201d"}
_WRITTEN |= {"em_dash": "\u2014", "en_dash": "\u2013", "ellipsis": "\u2026"}


def from_pango(
    text: str,
    settings: Mapping[str, Any],
    is_typed: bool = True,
    style: Callable[[FrameKeys], str] = lambda look: "",
) -> tuple[str, list[str]]:
    """Return a text with the markup of cards, and what of tags they do not have.

    ``settings`` are those of Squib, which may have other quotes and dashes; these replace what is
    typed in a text only if that ``is_typed``. ``style`` names a style of the deck.
    """
    made, at, lost = "", 0, dict[str, None]()
    spans: list[str] = []
    signs = {name: f"{settings.get(name, sign)}" for name, sign in _WRITTEN.items()}
    quotes = () if settings.get("smart_quotes") is False else _QUOTES
    for pattern, sign in (*_TYPED, *quotes) if is_typed else ():
        text = _between_tags(text, pattern, sign.format(**signs))
    for found in _TAG.finditer(text):
        made += literally(unescape(text[at : found.start()]))
        at, tag = found.end(), found[2].lower()
        if tag in _MARKS:
            made += _MARKS[tag]
        elif tag in _LINES:
            made += f"<{found[1]}{tag}>"
        elif found[1]:
            made += spans.pop() if spans else ""
        else:
            look, untaken = _pango_look(tag, found[3])
            lost |= dict.fromkeys(untaken)
            name = style(look) if look else ""
            made += f"<{name}>" if name else ""
            spans.append(f"</{name}>" if name else "")
    return made + literally(unescape(text[at:])), list(lost)


def _pango_look(tag: str, attributes: str) -> tuple[FrameKeys, list[str]]:
    """Return the look of words in a tag, as a style of pnp has it, and what it has not."""
    if tag in ("big", "small"):
        return {"size": 120 if tag == "big" else 83}, []
    if tag != "span":
        return {}, [f"<{tag}>"]
    look: FrameKeys = {}
    lost: list[str] = []
    for key, single, double in _ATTRIBUTE.findall(attributes):
        value = single or double
        match key:
            case "foreground" | "fgcolor" | "color" if paint := _pango_color(value):
                look["color"] = paint
            case "background" | "bgcolor" if paint := _pango_color(value):
                look["background"] = paint
            case "size" | "font_size" if value in _SIZES:
                look["size"] = _SIZES[value]
            case "weight" | "font_weight" if value in ("bold", "ultrabold", "heavy", "700", "800"):
                look["bold"] = True
            case "style" | "font_style" if value in ("italic", "oblique"):
                look["italic"] = True
            case "underline" if value in ("single", "double", "low"):
                look["underline"] = True
            case "strikethrough" if value == "true":
                look["strike"] = True
            case _:
                lost.append(f"<{tag} {key}={value!r}>")
    return look, lost


def _pango_color(text: str) -> str:
    """Return a colour of Pango, which has the names of X11; "" if it is not one."""
    try:
        return parse_color(_X11.get(text.lower(), text))
    except UnitError:
        return ""


def literally(text: str) -> str:
    """Return a text as markup that prints it as it is."""
    return _SIGNS.sub(r"\\\g<0>", text).replace("\n", r"\n")


def _between_tags(text: str, pattern: str, sign: str) -> str:
    parts = re.split(r"(<[^<>]*>)", text)
    return "".join(part if part.startswith("<") else re.sub(pattern, sign, part) for part in parts)


DEFAULT_FONT = "Arial 12"
OLD_FONT, OLD_DPI = (
    "Arial 36",
    96.0,
)  # of Squib before 0.14: type had the size that it has on screens
SMALLEST = 4.0  # points
_LINE, _ASCENT = 1.15, 0.91  # of Arial and its like, in ems
_SLACK = 0.05  # ems
_AUTOSCALED = 0.91  # of a box: pnp asks for less room above and below the lines than Pango
_EMPTY = re.compile(r"\A *\n|\n *\n|\n *\Z")
_LEADINGS = 80, 300  # percent, the least and the most
_NEAR: Mm = 0.3  # a move that nobody sees
_LANGUAGE = "en"
_PRIVATE = 0xE000  # the first of the code points that stand for icons
_ICONS = 20, 400  # percent, the least and the most
_UNTAKEN = ("dx", "dy", "angle", "mask", "blend", "alpha", "id", "crop_width", "crop_height")
_ICON = "name it in icons, and write :name: in the text"
_OFF = ("off", "none", "nil", "false", "")


class _Type(NamedTuple):
    """A font, and its size in pixels of the card."""

    font: PangoFont
    em: float

    @property
    def cut(self) -> Font:
        """The font of pnp that is used."""
        return BUILT_IN_FAMILIES[self.font.name].cut(self.font.bold, self.font.italic)

    @property
    def shift(self) -> float:
        """How far the capitals of a line lie below its top in Pango."""
        return self.em * (_ASCENT - cap_height(self.cut))

    @property
    def line(self) -> float:
        """The distance of lines in Pango."""
        return self.em * _LINE

    @property
    def high(self) -> float:
        """The height of a line from its capitals to its descenders, which fits its frame."""
        return self.em * (cap_height(self.cut) + descent(self.cut) + _SLACK)

    def width(self, texts: Sequence[str]) -> float:
        """Return the width of the longest line; 0 if letters are missing."""
        lines = (line.strip() for text in texts for line in text.split("\n"))
        try:
            return max((text_width(line, self.cut, self.em) for line in lines), default=0.0)
        except FontError:
            return 0.0


class _TextBox(NamedTuple):
    """The box of a text in pixels, as far as the call states it, and how its lines lie in it.

    Lines are broken only if they ``flow``; if they are ``scaled``, type shrinks until they fit.
    """

    x: float
    y: float
    width: float | None
    height: float | None
    align: str
    vertical: str
    flows: bool
    scaled: bool
    turn: Turn


class TextReader:
    """Reads the texts of one deck."""

    def __init__(self, card: SquibCard, project: Project) -> None:
        self._card = card
        self._project = project
        self.default_font: object = DEFAULT_FONT
        self.hint: object = "off"
        self.settings: Mapping[str, Any] = {}
        self.points = 1.0  # of a point of a font, on the card
        self._shown: dict[str, tuple[float, float]] = {}  # icons: width to height, and height
        self._styles: dict[str, WordStyle] = {}

    def frames(self, options: Options) -> Iterator[FrameKeys]:
        """Yield the frames of a text: its box, if Squib shows that, and the text."""
        wording, texts, has_markup = self._words(options)
        if not any(map(str.strip, texts)):
            return
        type_ = self._type(options)
        box = _box(options)
        lines = max(text.count("\n") for text in texts) + 1
        spacing = options.length("spacing", 0.0)
        high = lines * (_LINE * type_.em + spacing)
        frame = {"kind": "text", "text": wording, **self._place(box, type_, texts, high)}
        frame |= _type_keys(type_.font)
        if lines > 1 or box.flows:
            frame |= self._distances(type_, spacing)
        if box.align != "left":
            frame["align"] = box.align
        if box.vertical != "top":
            frame["vertical"] = box.vertical
        if not has_markup:
            frame["markup"] = False
        if self._shown:
            sizes = sorted(round(100 * high / type_.em) for _, high in self._shown.values())
            frame["icon_size"] = min(max(sizes[len(sizes) // 2], _ICONS[0]), _ICONS[1])
            if sizes[0] < 0.9 * frame["icon_size"] or sizes[-1] > 1.1 * frame["icon_size"]:
                what = f"the icons of a text are {frame['icon_size']} % of its type"
                self._project.note(what, "icon_size is the same for all of them")
        yield from self._hint(
            options, box, {self._extent(box, frame, type_, spacing, text) for text in texts}
        )
        paint = options.get("color")
        if is_gradient(paint) and not (isinstance(options.get("str"), Column) or box.turn.angle):
            yield self._drawn(frame, texts[0], paint)
            return
        frame |= self._colors(options)
        yield self._fitted(frame, texts, box.scaled)

    def _words(self, options: Options) -> tuple[str, Sequence[str], bool]:
        """Return the text of a frame, the texts that are printed, and whether it has markup."""
        value = options.get("str")
        if not isinstance(value, Column):
            value = options.literal("str", "Hello, World!" if "str" not in options.values else "")
            plain = {"": f"{value:g}" if isinstance(value, float) else str(value)}
        else:
            plain = dict(options.cells(value))
        is_pango = options.literal("markup", False) is True
        signs = self._icons(options, plain.values())
        has_empty = any(map(_EMPTY.search, plain.values()))  # lines that markup alone keeps
        has_markup = is_pango or bool(signs) or has_empty
        texts = {text: self._marked(text, is_pango, signs) for text in plain.values()}
        if not has_markup:
            texts = {text: text for text in texts}
        if isinstance(value, Column):
            changes = any(text != made for text, made in texts.items())
            column = self._project.changed(value, texts) if changes else value
            return self._project.wording(column), [*texts.values()], has_markup
        (text,) = texts.values()
        return worded(text), [text], has_markup

    def _marked(self, text: str, is_pango: bool, signs: Mapping[str, str]) -> str:
        """Return a text with the markup of cards, and its icons by their names."""
        places = {key: chr(_PRIVATE + number) for number, key in enumerate(signs)}
        for key, place in places.items():
            text = text.replace(key, place)
        if is_pango or signs:
            text, lost = from_pango(text, self.settings, is_pango, self._style)
            for tag in lost:
                advice = "markup of pnp is **bold**, *italic*, <u>, <s> and styles of your own"
                self._project.note(f"{tag} in a text is left out", advice)
        else:
            text = literally(text)
        for key, place in places.items():
            text = text.replace(place, f":{signs[key]}:")
        return text

    def _style(self, look: FrameKeys) -> str:
        name = self._project.style(look)
        self._styles[name] = WordStyle.model_validate(look, context={})
        return name

    def _icons(self, options: Options, texts: Collection[str]) -> Mapping[str, str]:
        """Return the names of the icons that a text embeds, by what stands for them in it."""
        self._shown.clear()
        found: dict[str, str] = {}
        for rule in sorted(options.get("embed") or (), key=lambda one: -len(f"{one.get('key')}")):
            key = f"{rule.get('key')}"
            if not any(key in text for text in texts):
                continue
            file = rule.get("file")
            if not isinstance(file, str):
                why = getattr(file, "what", "it names none")
                self._project.note(f"the picture for {key!r} in a text is not known: {why}", _ICON)
                continue
            if lost := [name for name in _UNTAKEN if rule.get(name)]:
                self._project.note(f"{' and '.join(lost)} of {key!r} in a text are left out", _ICON)
            if (icon := self._project.icon(key, file)) is not None:
                name, picture = icon
                found[key] = name
                embedded = Options(rule, self._card, self._project)
                high, wide = embedded.side("height"), embedded.side("width")
                if high is None:
                    high = wide * picture.height / picture.width if wide else picture.height
                self._shown[name] = (picture.width / picture.height, high)
        return found

    def _type(self, options: Options) -> _Type:
        written = options.literal("font", self.default_font)
        try:
            size = options.literal("font_size", None)
        except UntakenError as error:
            self._project.note(f"{error.what}, so it has the size of its font", error.advice)
            size = None
        chosen = font(self.default_font if written == "use_set" else written, size)
        chosen = chosen._replace(points=round(chosen.points * self.points, 1))
        if not chosen.is_plain:
            advice = "put its file into fonts/ and name it under [fonts]"
            self._project.note(f"font {chosen.family!r} becomes {chosen.name}", advice)
        if chosen.others:
            what = f"{' '.join(chosen.others)} of font {chosen.family!r} is left out"
            self._project.note(what, "put a font file in that style into fonts/")
        if chosen.points < SMALLEST:
            what = f"type of {chosen.points:g} pt becomes {SMALLEST:g} pt"
            self._project.note(what, "make it larger")
            chosen = chosen._replace(points=SMALLEST)
        return _Type(chosen, chosen.points * self._card.dpi / 72)

    def _extent(
        self, box: _TextBox, frame: FrameKeys, type_: _Type, spacing: float, text: str
    ) -> Size:
        """Return the size of the box that a text has in Squib."""
        lines = text.count("\n") + 1
        if box.flows and box.height is None:
            try:
                lines = len(
                    {
                        part.at.y
                        for part in _fitter(frame, self._shown, self._styles).fit(text)
                        if isinstance(part, Text)
                    }
                )
            except (LayoutError, FontError):
                lines = 1
        high = lines * (type_.line + spacing)
        return Size(box.width or type_.width([text]), box.height or high)

    def _hint(
        self, options: Options, box: _TextBox, extents: Collection[Size]
    ) -> Iterator[FrameKeys]:
        """Yield the box around a text that Squib shows to place it."""
        hint = options.get("hint") or self.hint
        if str(hint).lower() in _OFF or isinstance(hint, UntakenError):
            return
        if len(extents) > 1:
            self._project.note(f"the hint {hint} around a text is left out", "it helps to place it")
            return
        (size,) = extents
        stroke = Options({"hint": hint}, self._card, self._project).paint("hint", "red")
        if stroke and min(size) > 0:
            around = Rect(box.x, box.y, *size)
            frame = {"kind": "shape", "shape": "rectangle", **self._card.place(around, box.turn)}
            yield frame | {"stroke": stroke, "width": self._card.line(2.0)}

    def _place(self, box: _TextBox, type_: _Type, texts: Sequence[str], high: float) -> FrameKeys:
        """Return the place of a text: its lines are where Pango has them, within the cut."""
        wide = box.width
        if wide is None:
            bound = box.turn.angle or box.align != "left"
            room = self._card.cut.right - box.x
            wide = type_.width(texts) + _SLACK * type_.em if bound else room
        stated = box.height
        if stated is None:
            stated = self._card.cut.bottom - box.y if box.flows else high
        tall = _AUTOSCALED * stated if box.scaled else max(stated, type_.line)
        top = box.y
        if box.vertical == "top" and box.scaled:
            top += stated - tall
        elif box.vertical == "top":
            top += type_.shift
            tall = max(tall - type_.shift, high - type_.line + type_.high)
        elif box.vertical == "middle":
            top -= (tall - stated) / 2
        else:
            top -= tall - stated
        upright = Rect(box.x, top, wide, tall)
        if box.turn.angle:
            return self._turned(box, upright)
        return self._card.place(self._inside(box, upright))

    def _turned(self, box: _TextBox, upright: Rect) -> FrameKeys:
        there = box.turn.moved(upright)
        around = Transform.turn(box.turn.degrees, there.center).apply_to(there)
        if not self._card.cut.contains(around):
            raise UntakenError(
                "a turned text reaches over the cut edge", "write it as a frame with turn"
            )
        return self._card.place(upright, box.turn)

    def _inside(self, box: _TextBox, wanted: Rect) -> Rect:
        """Return a box within the cut edges, in which the text stands at the same place."""
        cut = self._card.cut
        x, right = _clipped(wanted.x, wanted.right, cut.x, cut.right, box.align)
        y, bottom = _clipped(wanted.y, wanted.bottom, cut.y, cut.bottom, box.vertical)
        if right - x <= 0 or bottom - y <= 0:
            raise UntakenError("a text lies beyond the cut edge", "write it as a frame on the card")
        moves = {
            "left": x - wanted.x,
            "right": wanted.right - right,
            "top": y - wanted.y,
            "bottom": wanted.bottom - bottom,
        }
        if any(self._card.mm(moves.get(way, 0.0)) > _NEAR for way in (box.align, box.vertical)):
            self._project.note("a text reaches over the cut edge", "it begins there: see its at")
        return Rect(x, y, right - x, bottom - y)

    def _distances(self, type_: _Type, spacing: float) -> FrameKeys:
        """Return the distance of lines that Pango gives them."""
        wanted = round(100 * (_LINE + spacing / type_.em))
        leading = min(max(wanted, _LEADINGS[0]), _LEADINGS[1])
        if leading != wanted:
            self._project.note(
                f"lines of {wanted} % of the type are {leading} % apart", "see leading"
            )
        return {"leading": leading, "paragraph_space": 0}

    def _colors(self, options: Options) -> FrameKeys:
        color = options.paint("color", "black")
        width = options.length("stroke_width", 0.0)
        line = options.paint("stroke_color", "black") if width > 0 else None
        if color is None and line is None:
            raise UntakenError("a text that cannot be seen", "give it a color")
        made: FrameKeys = {"color": (color or "#ffffff")[:7] if (color or "#")[0] == "#" else color}
        if color and color.startswith("#") and len(color) > 7:
            made["opacity"] = round(int(color[7:], 16) / 255, 2)
        if line:
            wide = format_mm(max(self._card.mm(width / 2), 0.1))
            made["outline"] = {"color": line, "width": f"{wide}mm"}
            if options.get("dash"):
                self._project.note("dash of text is left out", "outlines are not dashed")
        return made

    def _drawn(self, frame: FrameKeys, text: str, paint: str) -> FrameKeys:
        """Return the frame of a drawing of a text, whose letters have a gradient."""
        try:
            parts = _fitter(frame, self._shown, self._styles).fit(text)
        except (LayoutError, FontError) as error:
            raise UntakenError(f"a text is left out: {error}", "write a frame for it") from None
        scale = self._card.dpi / MM_PER_UNIT["in"]
        onto = Transform(scale, 0, 0, scale, self._card.margin, self._card.margin)
        letters = (part.outlines for part in parts if isinstance(part, Text))
        outline = "".join(commands(placed(path, onto)) for paths in letters for path in paths)
        pen = SquibPen(paint, "#0000")
        content = drawing(outline, pen, self._card.whole.size, UPRIGHT)
        file = self._project.drawing("text", content)
        self._project.note(
            f"letters with a gradient are a drawing, {file}", "edit it, or draw it anew"
        )
        return {"kind": "image", "file": file, **self._card.place(self._card.whole)}

    def _fitted(self, frame: FrameKeys, texts: Sequence[str], shrinks: bool) -> FrameKeys:
        """Return the frame of a text; if pnp cannot set a text of it, mark it as left out."""
        fitter = _fitter(frame, self._shown, self._styles)
        try:
            size = min(map(fitter.size_of, texts))
        except (LayoutError, FontError) as error:
            what = f"a text is left out: {error}"
            self._project.note(what, "its frame is a comment in game.toml")
            return {**frame, LEFT_OUT: what}
        if size < fitter.frame.size and not shrinks:
            points = size / MM_PER_UNIT["pt"]
            self._project.note(
                f"a text is longer than its box, so its type becomes {points:.3g} pt",
                "Squib lets it run on, or cuts it",
            )
        return frame


def _fitter(
    frame: FrameKeys,
    icons: Mapping[str, tuple[float, float]],
    styles: Mapping[str, WordStyle],
) -> TextFitter:
    """Return what sets the texts of a frame."""
    made = TextFrame.model_validate({**frame, "color": "black"}, context={})
    place = made.place(Size(0, 0), 0.0)
    ratios = {name: ratio for name, (ratio, _) in icons.items()}
    family, named = BUILT_IN_FAMILIES[made.font], word_styles({}, styles)
    return TextFitter(made, place, ratios, BLACK, _LANGUAGE, family, named)


def _box(options: Options) -> _TextBox:
    width, height = options.side("width"), options.side("height")
    ellipsize = options.word("ellipsize", "end")
    flows = width is not None and (height is not None or ellipsize in ("none", "false"))
    scaled = ellipsize == "autoscale" and height is not None
    align = options.word("align", "left") if width is not None else "left"
    if flows and options.literal("justify", False) is True:
        align = "justified"
    vertical = options.word("valign", "top") if height is not None else "top"
    align = align if align in ("center", "right", "justified") else "left"
    vertical = vertical if vertical in ("middle", "bottom") else "top"
    place = options.length("x", 0.0), options.length("y", 0.0)
    return _TextBox(*place, width, height, align, vertical, flows, scaled, options.turn())


def _type_keys(chosen: PangoFont) -> FrameKeys:
    made: FrameKeys = {"size": f"{chosen.points:g}pt"}
    if chosen.points > SMALLEST:
        made["least"] = f"{SMALLEST:g}pt"
    if chosen.name != "sans":
        made["font"] = chosen.name
    return made | {key: True for key in ("bold", "italic") if getattr(chosen, key)}


def _clipped(start: float, end: float, low: float, high: float, way: str) -> tuple[float, float]:
    """Return a range within another: what is in its middle stays there, an end moves inside."""
    length = end - start
    if way in ("center", "middle"):
        middle = (start + end) / 2
        half = min(length / 2, middle - low, high - middle)
        return middle - half, middle + half
    if way in ("right", "bottom"):
        return max(min(start, high - length), low), min(end, high)
    return max(start, low), min(max(end, low + length), high)
