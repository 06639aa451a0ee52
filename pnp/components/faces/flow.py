"""Frames below others that grow with their content: rules text, then flavour.

A frame that is ``below`` another begins where that one's text ends. Frames joined in this way are a
chain. Before a card is drawn, frames with fixed places replace those of its chains, so that nothing
else deals with chains.
"""

from collections.abc import Callable, Mapping
from math import ceil
from typing import NamedTuple

from pnp.base.errors import FontError, LayoutError
from pnp.base.geometry import Point, Rect, Size
from pnp.base.units import EPSILON, Mm
from pnp.components.faces.frames import Frame, TextFrame
from pnp.components.faces.paragraphs import STEP
from pnp.components.faces.places import frame_place, remaining_place
from pnp.components.faces.wording import Cells

EndFinder = Callable[[Frame, Cells], Mm | None]
"""Returns where what a frame shows ends, or None if it shows nothing; raises LayoutError."""


class _FramePlacement(NamedTuple):
    """A frame at its place, and the room for frames below it.

    They begin at ``end``, in the column of the first frame, from ``x`` to ``x + width``, and have
    room down to ``floor``. If nothing has been ``shown`` so far, they leave no gap.
    """

    frame: Frame
    x: Mm
    width: Mm
    end: Mm
    floor: Mm
    shown: bool
    fits: bool = True


class Flow:
    """The frames of a face, some of which are below others.

    Texts that share the room of the first one shrink by the same amount, until they fit or each is
    at its smallest.
    """

    def __init__(self, frames: tuple[Frame, ...], face: Size, measure: EndFinder) -> None:
        self._frames = frames
        self._face = face
        self._measure = measure
        numbers = {frame.name: number for number, frame in enumerate(frames) if frame.name}
        self._above = {
            number: numbers[frame.below] for number, frame in enumerate(frames) if frame.below
        }
        self._chains = self._find_chains()
        self._settled_last: tuple[object, Mapping[int, _FramePlacement]] = None, {}

    def columns(self, number: int) -> tuple[str, ...]:
        """Return the columns that decide the place and content of a frame."""
        chain = self._chains.get(number, (number,))
        return tuple(dict.fromkeys(c for one in chain for c in self._frames[one].columns))

    def frame(self, number: int, cells: Cells) -> Frame:
        """Return a frame at its place on the card of a row.

        A text that does not fit gets the place that it has at the smallest size.
        """
        if number not in self._chains:
            return self._frames[number]
        chain = self._chains[number]
        key = chain, tuple(cells.get(column) for column in self.columns(number))
        if self._settled_last[0] != key:  # callers get the frames of a card one by one
            self._settled_last = key, self._settled(chain, cells)
        return self._settled_last[1][number].frame

    def _find_chains(self) -> Mapping[int, tuple[int, ...]]:
        """Map each frame in a chain to all frames of the chain, in order."""
        first: dict[int, int] = {}
        for number, above in self._above.items():  # what stands above comes before it
            first.setdefault(above, above)
            first[number] = first[above]
        return {n: tuple(k for k in sorted(first) if first[k] == first[n]) for n in first}

    def _settled(self, chain: tuple[int, ...], cells: Cells) -> Mapping[int, _FramePlacement]:
        """Lay out a chain with each text at the largest size at which all of them fit."""
        steps = dict.fromkeys(chain, 0)
        for number in chain:
            if self._fit(chain, number, cells, steps):
                continue
            sharing = self._sharing(number)
            too_large, fitting = steps[number], self._most_steps(sharing)
            if not self._fit(chain, number, cells, steps | dict.fromkeys(sharing, fitting)):
                too_large = fitting
            while fitting - too_large > 1:
                between = (too_large + fitting) // 2
                tried = steps | dict.fromkeys(sharing, between)
                if self._fit(chain, number, cells, tried):
                    fitting = between
                else:
                    too_large = between
            steps |= dict.fromkeys(sharing, fitting)
        return self._laid(chain, cells, steps)

    def _sharing(self, number: int) -> tuple[int, ...]:
        """Return the texts that share room with a frame, including itself."""
        found = [number]
        while self._frames[number].area is None and number in self._above:
            number = self._above[number]
            while not isinstance(self._frames[number], TextFrame) and number in self._above:
                number = self._above[number]
            found.append(number)
        return tuple(found)

    def _most_steps(self, numbers: tuple[int, ...]) -> int:
        texts = [f for number in numbers if isinstance(f := self._frames[number], TextFrame)]
        spans = (text.size - (text.least or text.size) for text in texts)
        return max((ceil(span / STEP - EPSILON) for span in spans), default=0)

    def _fit(
        self, chain: tuple[int, ...], last: int, cells: Cells, steps: Mapping[int, int]
    ) -> bool:
        """Return whether the frames of a chain fit, up to the one that is ``last``."""
        part = chain[: chain.index(last) + 1]
        return all(one.fits for one in self._laid(part, cells, steps).values())

    def _laid(
        self, chain: tuple[int, ...], cells: Cells, steps: Mapping[int, int]
    ) -> Mapping[int, _FramePlacement]:
        laid: dict[int, _FramePlacement] = {}
        for number in chain:
            above = laid[self._above[number]] if number in self._above else None
            laid[number] = self._lay(number, above, cells, steps[number])
        return laid

    def _lay(
        self, number: int, above: _FramePlacement | None, cells: Cells, steps: int
    ) -> _FramePlacement:
        frame = self._frames[number]
        place = self._place(frame, above)
        size: Mapping[str, Mm | None] = {}
        if isinstance(frame, TextFrame):
            smaller = max(frame.least or frame.size, frame.size - steps * STEP)
            size = {"size": smaller, "least": None}
        fixed = {"at": Point(place.x, place.y), "area": place.size, "below": None}
        standing = frame.model_copy(update={**(fixed if above else {}), **size})
        end, fits = None, True
        if frame.shown_on(cells):
            try:
                end = self._measure(standing, cells)
            except (FontError, LayoutError):
                end, fits = place.bottom, False
        if end is None:
            if above is not None:
                return above._replace(frame=standing, fits=fits)
            return _FramePlacement(standing, place.x, place.width, place.y, place.bottom, False)
        if above is None:
            return _FramePlacement(standing, place.x, place.width, end, place.bottom, True, fits)
        floor = max(place.bottom, above.floor)
        return _FramePlacement(standing, above.x, above.width, end, floor, True, fits)

    def _place(self, frame: Frame, above: _FramePlacement | None) -> Rect:
        if above is None:
            return frame.place(self._face, 0.0)
        box = Rect(above.x, above.end, above.width, max(above.floor - above.end, 0.0))
        place = (
            remaining_place(frame.at, box)
            if frame.area is None
            else frame_place(frame.at, frame.area, box, 0.0)
        )
        if above.shown:
            return place
        top = remaining_place(frame.at, box).y - box.y  # the gap, or 0 if it is not from above
        return place.moved(0, -top)
