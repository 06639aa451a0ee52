"""One type size for a text on all cards: the largest at which it fits on each."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from pnp.base.errors import FontError, LayoutError
from pnp.base.units import EPSILON, Mm
from pnp.components.faces.draw_frames import CardContext, flow_of, text_fitter
from pnp.components.faces.flow import Flow
from pnp.components.faces.frames import Layout, TextFrame
from pnp.components.faces.wording import Cells
from pnp.typeset.styles import PT


class _Smallest(NamedTuple):
    """The type size that a card needs, and the index of the card."""

    size: Mm
    card: int


def with_same_sizes(
    look: CardContext, rows: Sequence[Cells | None]
) -> tuple[CardContext, Mapping[int, tuple[str, ...]]]:
    """Set the size of texts that share one on all cards; return remarks by the deciding card.

    ``rows`` are the cells of each card, or None for cards without copies. A card whose text fits at
    no size decides nothing; drawing it reports the fault.
    """
    layouts = look.cards.layouts
    if not any(_asks(frame) for layout in layouts.values() for frame in layout.frames):
        return look, {}
    remarks: dict[int, tuple[str, ...]] = {}
    found: dict[str, Layout] = {}
    for face, layout in layouts.items():
        for number, frame in enumerate(layout.frames):
            if not isinstance(frame, TextFrame) or not _asks(frame):
                continue
            flow = flow_of(layout, look)
            smallest = min(_sizes(flow, number, rows, look), default=None)
            if smallest is None:
                continue
            if smallest.size < frame.size - EPSILON:
                reason = f"{smallest.size / PT:.3g} pt on all cards, which this one decides"
                remark = f"{face}.frames[{number + 1}], text: the type is {reason}"
                remarks[smallest.card] = (*remarks.get(smallest.card, ()), remark)
            layout = _with_size(layout, number, smallest.size)
        found[face] = layout
    return look._replace(cards=look.cards.model_copy(update=found)), remarks


def _with_size(layout: Layout, number: int, size: Mm) -> Layout:
    """Return a layout with a text's size set; it shrinks further only if it fits nowhere."""
    frame = layout.frames[number]
    sizes = {"size": size}
    if frame.below or (frame.name and any(one.below == frame.name for one in layout.frames)):
        sizes["least"] = size  # it does not become smaller with those that it shares room with
    frames = list(layout.frames)
    frames[number] = frame.model_copy(update=sizes)
    return layout.model_copy(update={"frames": tuple(frames)})


def _asks(frame: object) -> bool:
    return isinstance(frame, TextFrame) and frame.same_size


def _sizes(
    flow: Flow, number: int, rows: Sequence[Cells | None], look: CardContext
) -> Iterator[_Smallest]:
    """Yield the largest type size of a text on each distinct card."""
    columns = flow.columns(number)
    seen = set[tuple[str, ...]]()
    for card, cells in enumerate(rows):
        if cells is None or (key := tuple(cells.get(one, "") for one in columns)) in seen:
            continue
        seen.add(key)
        frame = flow.frame(number, cells)
        if isinstance(frame, TextFrame) and frame.shown_on(cells):
            try:
                fitter, text = text_fitter(frame, cells, look)
                yield _Smallest(fitter.size_of(text), card)
            except (FontError, LayoutError):
                continue
