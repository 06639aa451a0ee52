"""Sets lists of small pictures with text beside them, in columns as rows of boxes."""

from collections.abc import Callable, Iterator, Sequence
from math import fsum
from typing import NamedTuple

from pnp.base.geometry import Rect
from pnp.base.units import Mm
from pnp.rulebook.blocks import PictureItem, PictureList, Runs
from pnp.rulebook.figures import on_screen
from pnp.rulebook.structure import Tagger
from pnp.scene.document import Element, ElementArea, TaggedPart
from pnp.typeset.columns import SetBox, combined
from pnp.typeset.styles import PT, SANS, TextStyle

SetText = Callable[[Tagger, Runs, TextStyle, Element, Mm], SetBox]

TEXT = TextStyle(SANS, 8.6 * PT, 10.8 * PT, 0.0, hyphenated=False)
BEFORE: Mm = 2.4  # each row
BETWEEN: Mm = 6.0  # columns
ASIDE: Mm = 2.6  # from a picture to its text
NARROWEST: Mm = 34.0  # a text
MOST_COLUMNS = 4
ALIKE: Mm = 3.0  # heights that differ by less


class PartSetter(NamedTuple):
    """Sets lists of pictures; ``set_text`` sets the runs of an element in a width."""

    tagger: Tagger
    width: Mm
    set_text: SetText

    def boxes(self, block: PictureList) -> Iterator[SetBox]:
        """Set a list with the number of columns that makes it lowest, one box for each row."""
        columns = min(self._fitting(block), key=lambda n: (self._height(block, n) // ALIKE, n))
        *rows, last = self._rows(block, columns)
        yield from (row._replace(near=True) for row in rows)
        yield last

    def _fitting(self, block: PictureList) -> list[int]:
        """Return the numbers of columns that leave enough space for texts; 1 always does."""
        taken = _widest(block.items) + ASIDE + BETWEEN
        most = min(MOST_COLUMNS, len(block.items))
        return [1, *(n for n in range(2, most + 1) if self._pitch(n) - taken >= NARROWEST)]

    def _height(self, block: PictureList, columns: int) -> Mm:
        trial = self._replace(tagger=Tagger(self.tagger.words))
        return fsum(box.height + box.before for box in trial._rows(block, columns))

    def _pitch(self, columns: int) -> Mm:
        return (self.width + BETWEEN) / columns

    def _rows(self, block: PictureList, columns: int) -> Iterator[SetBox]:
        listing, items = self.tagger.root.add(Element("L")), block.items
        widths = [_widest(items[column::columns]) for column in range(columns)]
        for first in range(0, len(items), columns):
            cells: list[tuple[SetBox, Mm]] = []
            row = zip(items[first : first + columns], widths, strict=False)
            for column, (item, width) in enumerate(row):
                body = listing.add(Element("LI")).add(Element("LBody"))
                left = column * self._pitch(columns)
                picture = self._picture(item, body)
                cells.append((picture, left + (width - on_screen(item.figure).size.width) / 2))
                room = self._pitch(columns) - BETWEEN - width - ASIDE
                paragraph = body.add(Element("P"))
                text = self.set_text(self.tagger, item.runs, TEXT, paragraph, room)
                cells.append((text, left + width + ASIDE))
            high = max(box.height for box, _ in cells)
            placed = [(box, left, (high - box.height) / 2) for box, left in cells]
            yield combined(placed)._replace(before=BEFORE)

    def _picture(self, item: PictureItem, parent: Element) -> SetBox:
        scene = on_screen(item.figure)
        figure = parent.add(Element("Figure", alt=item.figure.alt))
        part = TaggedPart(scene.items, self.tagger.leaf(figure), "Figure")
        return SetBox(scene.size.height, (part,), (ElementArea(Rect(0, 0, *scene.size), figure),))


def _widest(items: Sequence[PictureItem]) -> Mm:
    return max(on_screen(item.figure).size.width for item in items)
