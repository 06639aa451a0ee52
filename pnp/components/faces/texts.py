"""The text of cards without markup, for programs that display and search cards."""

import re
from collections.abc import Collection, Container, Iterator, Mapping

from pnp.base.geometry import Size
from pnp.base.text import folded, meant
from pnp.base.units import Mm
from pnp.components.faces.frames import Layout, TextFrame
from pnp.components.faces.markup import (
    SLANTED_END,
    STRONG,
    TAG,
    fill_text,
    paired_tags,
    with_emphasis,
)
from pnp.components.faces.wording import Cells
from pnp.game.component import PieceText

TITLES = ("title", "name")  # frames or columns in which a card has its name
_MARK = re.compile(
    rf"\\([*:<\\n])|[{STRONG}-{SLANTED_END}]|:([A-Za-z0-9]+(?:-[A-Za-z0-9]+)*):|{TAG}"
)


def text_on(
    layouts: Mapping[str, Layout],
    face: Size,
    cells: Cells,
    icons: Container[str],
    styles: Collection[str],
) -> PieceText:
    """Return the title of a card, and its texts from top to bottom.

    The title is the text of the frame or column with such a name, or else the first text with a
    letter in it. Texts on the back count only if they differ between cards.
    """
    found = [
        one
        for side, layout in layouts.items()
        for one in _named_texts(layout, face, cells, icons, styles, changing=side == "back")
    ]
    texts = [text for _, text in found]
    titles = [text for name, text in found if name in TITLES]
    titles += (plain_text(with_emphasis(cells.get(column, "")), icons, styles) for column in TITLES)
    titles += (text for text in texts if any(map(str.isalpha, text)))
    title = next(filter(None, titles), "")
    return PieceText(" ".join(title.split()), tuple(text for text in texts if text != title))


def _named_texts(
    layout: Layout,
    face: Size,
    cells: Cells,
    icons: Container[str],
    styles: Collection[str],
    *,
    changing: bool,
) -> Iterator[tuple[str | None, str]]:
    """Yield the name and text of each text frame, from the top."""
    tops: dict[str, tuple[Mm, Mm]] = {}
    found: list[tuple[tuple[Mm, Mm], TextFrame]] = []
    for frame in layout.frames:
        place = frame.place(face, 0.0)
        top = tops[frame.below] if frame.below else (place.y, place.x)
        if frame.name:
            tops[frame.name] = top
        if not isinstance(frame, TextFrame) or (changing and not frame.text.columns):
            continue
        if frame.shown_on(cells):
            found.append((top, frame))
    for _, frame in sorted(found, key=lambda one: one[0]):
        text = fill_text(frame.text, cells)
        if text := plain_text(text, icons, styles) if frame.markup else text.strip():
            yield frame.name, text


def plain_text(text: str, icons: Container[str], styles: Collection[str]) -> str:
    """Return a text with signs for emphasis without markup, icons replaced by their names."""
    paired = paired_tags(text)

    def plain(match: re.Match[str]) -> str:
        escaped, icon, _, tag = match.groups()
        if tag:
            is_style = folded(tag) in paired and meant(tag, styles) in styles
            return "" if is_style else match[0]
        if icon is None:
            return "\n" if escaped == "n" else escaped or ""
        return icon.lower() if icon.lower() in icons else match[0]

    return _MARK.sub(plain, text).strip()
