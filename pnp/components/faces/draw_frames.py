"""Draw the frames of a card for one row: texts, shapes and pictures."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple, TypeVar, assert_never

from pnp.base.color import (
    BLACK,
    VISIBLE,
    SeenColor,
    contrast,
    luminance,
    parse_color,
    parse_seen_color,
)
from pnp.base.errors import LayoutError, UnitError
from pnp.base.font_files import Typefaces
from pnp.base.geometry import Point, Rect, Size, Transform
from pnp.base.messages import Location, Message, within
from pnp.base.path import rectangle
from pnp.base.picture import PictureFile
from pnp.base.text import meant, value_of, whole_number
from pnp.base.units import EPSILON, Mm, dimensions, quoted
from pnp.components.art.codes import draw_qr
from pnp.components.art.label import draw_pips
from pnp.components.art.signs import draw_mark
from pnp.components.faces.draw_effects import (
    Chosen,
    behind_letters,
    cast_shadow,
    gradient_over,
    over_letters,
    panel_behind,
    seen_through,
)
from pnp.components.faces.draw_shapes import draw_shape, mirrored, outline
from pnp.components.faces.flow import Flow
from pnp.components.faces.frames import (
    BEFORE,
    Frame,
    IconFrame,
    ImageFrame,
    Layout,
    PipsFrame,
    QrFrame,
    ShapeFrame,
    TextFrame,
    parse_crop,
    parse_focus,
)
from pnp.components.faces.markup import fill_text
from pnp.components.faces.paragraphs import Bar, PlacedIcon, TextFitter, TextPart
from pnp.components.faces.pieces import FramedPieces
from pnp.components.faces.wording import Cells, Wording
from pnp.components.piece import REACH
from pnp.game.fields import MOST_PIPS
from pnp.game.places import MARKS
from pnp.images.file import draw_picture
from pnp.scene import Extra, Group, Item, Shape, Style, Text, items_bounds

LIKE = 0.01  # how much the proportions of an exact picture may differ

MOST_ICONS = 100  # in a row
Read = TypeVar("Read")
_ORDER = (Text, Bar, PlacedIcon)
_PLAIN = {"turn": 0, "opacity": 1.0, "gradient": None, "outline": None, "shadow": None}


def draw_image(
    frame: ImageFrame,
    picture: PictureFile,
    focus: str,
    place: Rect,
    chosen: Chosen,
    crop: Rect | None = None,
) -> Iterator[Item]:
    """Yield the shadow of a picture, and it in its place, with a gradient over its visible part.

    ``focus`` is the point of the picture to keep visible, ``crop`` the part of it that is shown, in
    its pixels. The shadow is that of a drawing's shapes,
    or of the edges of any other picture.
    """
    part = crop or Rect(0, 0, picture.width, picture.height)
    whole = _whole(frame, part.size, focus, place)
    scale = whole.width / part.width
    size = Size(picture.width * scale, picture.height * scale)
    corner = Point(whole.x - part.x * scale, whole.y - part.y * scale)
    item = draw_picture(picture, Rect(*corner, *size) if crop else whole)
    if frame.mirror is not None:
        item = Group((item,), mirrored(frame.mirror, whole))
    seen = whole if frame.fit == "fit" else place
    edge = outline(frame, place if frame.points else seen)
    items = [item]
    if frame.gradient is not None:
        items.append(Shape((edge,), Style(gradient_over(frame.gradient, seen, chosen))))
    is_whole = frame.fit == "fit" and frame.shape == "rectangle" and not frame.corner and not crop
    if frame.shadow is not None:
        is_drawn = is_whole and picture.kind == "svg" and not picture.embedded
        casts = item if is_drawn else Shape((edge,), Style(BLACK))
        yield from cast_shadow([casts], frame.shadow, chosen)
    if is_whole and frame.gradient is None:
        yield item
    else:
        yield Group(tuple(items), clip=None if is_whole else edge)


def _whole(frame: ImageFrame, picture: Size, focus: str, place: Rect) -> Rect:
    """Return the rectangle of the picture, or the part that is shown, before its frame crops it."""
    across, down = place.width / picture.width, place.height / picture.height
    if frame.fit == "exact" and abs(across / down - 1) > LIKE:
        raise LayoutError(
            f"the picture is {picture.width / picture.height:.3f} times as wide as high, its frame "
            f'{place.width / place.height:.3f} times; crop it, or write fit = "fit" or "fill"'
        )
    scale = (min if frame.fit == "fit" else max)(across, down)
    size = Size(scale * picture.width, scale * picture.height)
    left, above = BEFORE[frame.align], BEFORE[frame.vertical]
    room = Size(place.width - size.width, place.height - size.height)
    if point := _focus(focus):
        x = 1 - point.x if frame.mirror == "across" else point.x
        y = 1 - point.y if frame.mirror == "down" else point.y
        left = _before(x * size.width, size.width, place.width)
        above = _before(y * size.height, size.height, place.height)
    return Rect(place.x + left * room.width, place.y + above * room.height, *size)


def _focus(text: str) -> Point | None:
    try:
        return parse_focus(text)
    except ValueError as error:
        raise LayoutError(*within("focus", [str(error)])) from None


def _before(point: Mm, length: Mm, room: Mm) -> float:
    """Return the share of the cropped length to take off before, to centre a point."""
    cropped = length - room
    return min(1.0, max(0.0, (point - room / 2) / cropped)) if cropped > 0 else 0.5


class CardContext(NamedTuple):
    """The cards whose frames are drawn, with pictures by name and the language of their text.

    ``missing`` maps the pictures that a draft omits to the reasons.
    """

    cards: FramedPieces
    pictures: Mapping[str, PictureFile]
    language: str
    missing: Mapping[str, str] = {}
    typefaces: Typefaces = Typefaces()

    def picture(self, name: str) -> PictureFile:
        """Return the picture with that name.

        Raises:
            LayoutError: If a draft omits it, or a piece names one that was not read because its
                file has another name.
        """
        if name in self.missing:
            raise LayoutError(self.missing[name])
        if name not in self.pictures:
            raise LayoutError(Message("no_picture", written=name))
        return self.pictures[name]

    @property
    def icon_widths(self) -> Mapping[str, float]:
        """The ratio of each icon's width to its height."""
        drawn = {
            name: self.pictures[file]
            for name, file in self.cards.icons.items()
            if file not in self.missing
        }
        own = dict.fromkeys(self.cards.icons, 1.0)
        own |= {name: picture.width / picture.height for name, picture in drawn.items()}
        return dict.fromkeys(MARKS, 1.0) | own


def frame_name(place: str, frame: Frame, look: CardContext) -> Location:
    """Return the name of a frame in faults: its place and kind, the frame above, its columns.

    Of columns by language, it names those of the card's language.
    """
    spoken = (f"{column}_{look.language}" for column in frame.columns)
    columns = " ".join(f"{{{one}}}" for one in spoken if one in look.cards.columns)
    below = f" below {quoted(frame.below)}" if frame.below else ""
    words = f"{place}, {frame.kind}{below}" + (f" {columns}" if columns else "")
    return Location(words, keys=place)


def draw_frame(frame: Frame, cells: Cells, look: CardContext) -> tuple[Item, ...]:
    """Draw a frame on the card of a row; nothing if the row does not meet its condition."""
    if not frame.shown_on(cells):
        return ()
    place = frame.place(look.cards.size, REACH)
    _check_place(frame, look.cards)
    items: tuple[Item, ...]
    match frame:
        case TextFrame():
            items = _text(frame, cells, look)
        case ImageFrame():
            items = tuple(_image(frame, cells, place, look))
        case PipsFrame():
            number = _whole_number(frame.number, cells, "number", MOST_PIPS)
            items = draw_pips(number, place, color_of(frame.color, cells, look))
        case ShapeFrame():
            tiles = [look.picture(name.fill(cells).strip()) for name in frame.files.values()]
            chosen = partial(seen_color_of, cells=cells, look=look)
            items = tuple(draw_shape(frame, place, chosen, *tiles))
        case IconFrame():
            items = _icons(frame, cells, place, look)
        case QrFrame():
            items = _code(frame, cells, place, look)
        case _:
            assert_never(frame)
    if frame.gradient is not None and not isinstance(frame, ShapeFrame | ImageFrame):
        chosen = partial(seen_color_of, cells=cells, look=look)
        style = Style(gradient_over(frame.gradient, place, chosen))
        items = (Shape((rectangle(place),), style), *items)
    if frame.turn and items:
        items = (Group(items, Transform.turn(frame.turn, place.center)),)
    if frame.beyond(look.cards.size) > EPSILON:
        _check_seen(items, look.cards)
    return seen_through(items, frame.opacity)


def flow_of(layout: Layout, look: CardContext) -> Flow:
    """Return the flow of a face: where its frames below others stand."""

    def end(frame: Frame, cells: Cells) -> Mm | None:
        drawn = draw_frame(frame.model_copy(update=_PLAIN), cells, look)
        if not isinstance(frame, TextFrame):
            return frame.place(look.cards.size, 0.0).bottom if drawn else None
        around = items_bounds(drawn)
        return around and around.bottom

    return Flow(layout.frames, look.cards.size, end)


def _check_place(frame: Frame, cards: FramedPieces) -> None:
    """Raise LayoutError if a frame below another is cut off, or not on the card at all."""
    beyond, card = frame.beyond(cards.size), {"size": dimensions(*cards.size), "one": cards.one}
    if beyond > frame.may_reach + EPSILON:
        raise LayoutError(Message("drawn_beyond", mm=f"{beyond:.1f}", **card))
    if frame.is_beside(cards.size):
        raise LayoutError(Message("drawn_beside", **card))


def _check_seen(items: Sequence[Item], cards: FramedPieces) -> None:
    """Raise LayoutError if what a frame shows lies beside the card, though its area does not."""
    bounds, card = items_bounds(items), Rect(0, 0, *cards.size).inset(-REACH)
    if bounds is not None and (
        max(bounds.x - card.right, card.x - bounds.right) > -EPSILON
        or max(bounds.y - card.bottom, card.y - bounds.bottom) > -EPSILON
    ):
        size = dimensions(*cards.size)
        raise LayoutError(Message("drawn_beside", size=size, one=cards.one))


def text_fitter(frame: TextFrame, cells: Cells, look: CardContext) -> tuple[TextFitter, str]:
    """Return the fitter for a text on the card of a row, and the text."""
    text = fill_text(frame.text, cells) if frame.markup else frame.text.fill(cells)
    widths = look.icon_widths if ":" in text else {}
    place, ink = frame.place(look.cards.size, REACH), color_of(frame.color, cells, look)
    family = look.typefaces.family(frame.font)
    styles = look.cards.word_styles if "<" in text else {}
    return TextFitter(frame, place, widths, ink, look.language, family, styles), text


def _text(frame: TextFrame, cells: Cells, look: CardContext) -> tuple[Item, ...]:
    fitter, text = text_fitter(frame, cells, look)
    ink = fitter.ink
    painted = frame.icon_color and color_of(frame.icon_color, cells, look)

    def drawn(part: TextPart) -> Item:
        match part:
            case PlacedIcon(name, at, own):
                plain = (own or ink) if name in MARKS else None
                return _icon(name, at, painted or plain, look, own or ink)
            case Bar(at, color):
                return Shape((rectangle(at),), Style(fill=color))
        return part

    # Icons come last: with little ink white is laid behind letters, which may reach over them.
    parts = sorted(fitter.fit(text), key=lambda part: _ORDER.index(type(part)))
    behind = [part for part in parts if isinstance(part, Bar) and part.behind]
    items = tuple(drawn(part) for part in parts if part not in behind)
    chosen = partial(seen_color_of, cells=cells, look=look)
    grounds = (Group(tuple(map(drawn, behind)), extra=Extra.BEHIND_TEXT),) if behind else ()
    panel = panel_behind(items, frame.panel, chosen) if frame.panel else ()
    below = (*panel, *grounds, *behind_letters(items, frame.outline, frame.shadow, chosen))
    if frame.color_gradient is None:
        return (*below, *items)
    return (*below, *over_letters(items, frame.color_gradient, ink, chosen))


def _image(frame: ImageFrame, cells: Cells, place: Rect, look: CardContext) -> Iterator[Item]:
    picture = look.picture(frame.file.fill(cells).strip())
    focus = frame.focus.fill(cells) if frame.focus else ""
    chosen = partial(seen_color_of, cells=cells, look=look)
    try:
        crop = frame.crop and parse_crop(
            frame.crop.fill(cells), Size(picture.width, picture.height)
        )
    except ValueError as error:
        raise LayoutError(*within("crop", [str(error)])) from None
    return draw_image(frame, picture, focus, place, chosen, crop)


def _code(frame: QrFrame, cells: Cells, place: Rect, look: CardContext) -> tuple[Item, ...]:
    text = frame.text.fill(cells).strip()
    if not text:
        return ()
    color, ground = (color_of(paint, cells, look) for paint in (frame.color, frame.ground))
    if contrast(color, ground) < VISIBLE or luminance(color) > luminance(ground):
        raise LayoutError(Message("qr_pale", color=color, ground=ground))
    return draw_qr(text, frame.correction, place, color, ground)


def _aligned(frame: IconFrame, size: Size, place: Rect) -> Rect:
    left = BEFORE[frame.align] * (place.width - size.width)
    above = BEFORE[frame.vertical] * (place.height - size.height)
    return Rect(place.x + left, place.y + above, *size)


def _icons(frame: IconFrame, cells: Cells, place: Rect, look: CardContext) -> tuple[Item, ...]:
    """Draw icons in a row, each at the size that a single one has."""
    name = meant(frame.icon.fill(cells).strip(), (*MARKS, *look.cards.icons))
    if not name:
        raise LayoutError(Message("no_icon_named"))
    if name not in MARKS and name not in look.cards.icons:
        known = ", ".join((*MARKS, *look.cards.icons))
        raise LayoutError(Message("no_icon", written=name, known=known))
    count = _whole_number(frame.count, cells, "count", MOST_ICONS)
    if not count:
        return ()
    ink = frame.color and color_of(frame.color, cells, look)
    width = look.icon_widths[name]
    height = frame.size or min(place.height, place.width / width)
    gaps = frame.gap * (count - 1)
    needed = Size(count * width * height + gaps, height)
    if needed.width > place.width + EPSILON or height > place.height + EPSILON:
        each = dimensions(width * height, height)
        what = f"{count} icons of {each} take" if count > 1 else f"one icon of {each} takes"
        raise LayoutError(
            f"{what} {dimensions(*needed)}, with room for {dimensions(*place.size)}; make the "
            "frame larger or write a smaller size"
        )
    row = _aligned(frame, needed, place)
    first = Rect(row.x, row.y, width * height, height)
    pitch = width * height + frame.gap
    return tuple(_icon(name, first.moved(n * pitch, 0), ink, look) for n in range(count))


def _icon(name: str, place: Rect, ink: str | None, look: CardContext, current: str = BLACK) -> Item:
    file = look.cards.icons.get(name)
    if file is None:
        return draw_mark(MARKS[name], place.center, 0.88 * min(place.size), ink or "#1b1b1b")
    picture = look.picture(file)
    if ink and picture.kind != "svg" and not picture.clear:
        raise LayoutError(Message("bitmap_icon", written=name))
    return draw_picture(picture, place, current, ink or "")


def seen_color_of(paint: Wording, cells: Cells, look: CardContext) -> SeenColor:
    """Return the colour in a row, and its opacity."""
    return _read_color(parse_seen_color, paint, cells, look)


def color_of(paint: Wording, cells: Cells, look: CardContext) -> str:
    """Return the opaque colour in a row."""
    return _read_color(parse_color, paint, cells, look)


def _read_color(
    read: Callable[[str], Read], paint: Wording, cells: Cells, look: CardContext
) -> Read:
    written = paint.fill(cells).strip()
    try:
        return read(look.cards.colors.get(meant(written, look.cards.colors), written))
    except UnitError as error:
        known = ", ".join(look.cards.colors)
        (why,) = error.faults
        raise LayoutError(
            Message("color_or_name", why=why, known=known) if known else why
        ) from None


def _whole_number(wording: Wording, cells: Cells, what: str, most: int) -> int:
    text = wording.fill({column: value_of(cells.get(column, "")) for column in wording.columns})
    number = whole_number(text)
    if number is None or number > most:
        key = "cell_number" if text.strip() else "empty_cell_number"
        column = next(iter(wording.columns), "column")
        raise LayoutError(Message(key, what, most=most, written=text.strip(), column=column))
    return number
