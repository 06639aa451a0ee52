"""Draw the effects of frames: gradients, opacity, and outlines and shadows of letters."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from math import ceil, cos, radians, sin, sqrt

from pnp.base.color import SeenColor
from pnp.base.geometry import Rect, Transform
from pnp.base.path import rectangle
from pnp.base.units import Mm
from pnp.components.faces.effects import (
    FrameGradient,
    FrameShadow,
    GradientStop,
    TextOutline,
    TextPanel,
)
from pnp.components.faces.places import point_in
from pnp.components.faces.wording import Wording
from pnp.scene import (
    Changes,
    Extra,
    Group,
    Image,
    Item,
    Leaf,
    Pen,
    Shape,
    Style,
    Text,
    items_bounds,
)
from pnp.scene.gradient import Gradient, Stop

Chosen = Callable[[Wording], SeenColor]  # what a row says of a colour
ROUND = Pen("round", "round")
STEP: Mm = 0.2  # of the edge of a soft shadow, which is drawn in 3 to 8
FEWEST, MOST = 3, 8


def gradient_over(gradient: FrameGradient, place: Rect, chosen: Chosen) -> Gradient:
    """Return the gradient of a frame at a place."""
    stops = _stops(_spread(gradient.all_stops), chosen)
    middle, (width, height) = place.center, place.size
    if gradient.kind == "radial":  # to the farthest corner, as CSS Images Level 3, 3.2, has it
        at = middle if gradient.at is None else point_in(place, gradient.at)
        across, down = width / 2 + abs(at.x - middle.x), height / 2 + abs(at.y - middle.y)
        return Gradient("radial", stops, Transform(sqrt(2) * across, 0, 0, sqrt(2) * down, *at))
    angle = radians(gradient.angle)
    across, down = sin(angle), -cos(angle)
    length = abs(width * across) + abs(height * down)  # CSS Images Level 3, 3.1
    x, y = length * across, length * down
    return Gradient("linear", stops, Transform(x, y, -y, x, middle.x - x / 2, middle.y - y / 2))


def _spread(stops: Sequence[GradientStop]) -> Iterator[tuple[float, Wording]]:
    """Yield positions and colours; stops without a position are spaced evenly."""
    places = [stop.at for stop in stops]
    places[0], places[-1] = places[0] or 0.0, 1.0 if places[-1] is None else places[-1]
    known = [(number, at) for number, at in enumerate(places) if at is not None]
    for (first, start), (last, end) in pairwise(known):
        for number in range(first, last):
            way = (number - first) / (last - first)
            yield start + way * (end - start), stops[number].paint
    yield known[-1][1], stops[-1].paint


def _stops(spread: Iterable[tuple[float, Wording]], chosen: Chosen) -> tuple[Stop, ...]:
    """Return stops; a fully transparent one takes the colours beside it, as CSS blends them."""
    stops = [Stop(at, *chosen(paint)) for at, paint in spread]
    found: list[Stop] = []
    for number, stop in enumerate(stops):
        beside = [*stops[max(0, number - 1) : number], *stops[number + 1 : number + 2]]
        if stop.opacity:
            found.append(stop)
        else:
            found += (stop._replace(color=one.color) for one in beside)
    return tuple(found)


def seen_through(items: tuple[Item, ...], opacity: float) -> tuple[Item, ...]:
    """Return items blended as one with the background."""
    if opacity == 1 or not items:
        return items
    return (Group(items, opacity=opacity),) if opacity else ()


def over_letters(
    items: Sequence[Item], gradient: FrameGradient, ink: str, chosen: Chosen
) -> Iterator[Item]:
    """Yield a text whose letters in the colour ``ink`` are painted with a gradient.

    Below them stay letters in its mean colour, which programs can search and copy.
    """
    letters = [one for one in items if isinstance(one, Text) and one.fill == ink]
    if not letters:
        yield from items
        return
    over = gradient_over(gradient, Rect.around_all(one.bounds for one in letters), chosen)
    for item in items:
        if item in letters:
            yield item._replace(fill=over.mean_color)
            yield Group((Shape(item.outlines, Style(over)),), extra=Extra.ORNAMENT)
        else:
            yield item


def behind_letters(
    items: Sequence[Item], outline: TextOutline | None, shadow: FrameShadow | None, chosen: Chosen
) -> Iterator[Item]:
    """Yield the outlines and shadows behind the letters and icons of a text, the lowest first."""
    if outline is None and shadow is None:
        return
    if shadow is not None:
        beyond = outline.width if outline else 0.0
        yield from cast_shadow(items, shadow, chosen, beyond, Extra.BEHIND_TEXT)
    if outline is not None:
        color, opacity = chosen(outline.color)
        lines = _silhouette(items, color, outline.width)
        if lines and opacity:
            yield Group(lines, opacity=opacity, extra=Extra.BEHIND_TEXT)


def panel_behind(items: Sequence[Item], panel: TextPanel, chosen: Chosen) -> Iterator[Item]:
    """Yield the fill and the line of a panel behind a text."""
    around = items_bounds(items)
    if around is None:
        return
    place = around.inset(-panel.padding)
    edge = (rectangle(place, min(panel.corner, min(place.size) / 2)),)
    if panel.fill is not None:
        color, opacity = chosen(panel.fill)
        yield from seen_through((Shape(edge, Style(color)),), opacity)
    if panel.stroke is not None:
        color, opacity = chosen(panel.stroke)
        yield from seen_through((Shape(edge, Style(None, color, panel.width)),), opacity)


def cast_shadow(
    items: Sequence[Item],
    shadow: FrameShadow,
    chosen: Chosen,
    beyond: Mm = 0.0,
    extra: Extra = Extra.SHADOW,
) -> Iterator[Item]:
    """Yield the shadow of items widened by ``beyond``, if it is seen."""
    color, opacity = chosen(shadow.color)
    sharp = _silhouette(items, color, beyond)
    if sharp and opacity * shadow.opacity:
        faded = _fading(items, color, beyond, shadow.blur)
        soft = (one._replace(extra=extra) for one in faded)
        group = Group((*soft, *sharp), Transform.move(*shadow.offset), extra=extra)
        yield group._replace(opacity=opacity * shadow.opacity)


def _fading(items: Sequence[Item], color: str, beyond: Mm, blur: Mm) -> Iterator[Group]:
    """Yield ever narrower shapes, the widest first, that together fade out over a distance.

    At each point they hide the square of the remaining share, about as a blurred edge does.
    """
    hidden = 0.0
    steps = min(max(ceil(blur / STEP), FEWEST), MOST) if blur else 0
    for step in range(steps, 0, -1):
        wanted = (1 - (step - 0.5) / steps) ** 2
        opacity = 1 - (1 - wanted) / (1 - hidden)  # over those that are wider
        wider = _silhouette(items, color, beyond + blur * step / steps)
        yield Group(wider, opacity=opacity)
        hidden = wanted


def _silhouette(items: Sequence[Item], color: str, beyond: Mm) -> tuple[Item, ...]:
    """Return shapes in one colour, widened by ``beyond``; pictures of pixels are omitted."""

    def widened(leaf: Leaf, scale: float) -> tuple[Item, ...]:
        match leaf:
            case Text():
                return (Shape(leaf.outlines, _wider(Style(fill=color), beyond / scale)),)
            case Shape(style=style):
                painted = Style(style.fill and color, style.stroke and color, *style[2:])
                return (leaf._replace(style=_wider(painted, beyond / scale)),)
            case Image():
                return ()

    return Changes(widened)(tuple(items))


def _wider(style: Style, beyond: Mm) -> Style:
    if not beyond:
        return style
    paint = style.stroke or style.fill
    return style._replace(stroke=paint, stroke_width=style.stroke_width + 2 * beyond, pen=ROUND)
