"""Cards and sheets of a desk in the form for pages, with the addresses of their pictures."""

from collections.abc import Iterable, Iterator
from typing import Any
from urllib.parse import urlencode

from pnp.base.units import format_mm
from pnp.web.desk.drawn import DeskPart
from pnp.web.desk.state import DeskCard, DeskPage
from pnp.web.desk.view import DeskView
from pnp.web.frame import WebFrame


def cards_shown(
    some: Iterable[DeskCard], every: Iterable[DeskCard], drawn: DeskPart, view: DeskView
) -> Iterator[dict[str, Any]]:
    """Yield cards with the pictures of their faces; equal faces have one address."""
    first: dict[str, str] = {}
    for card in every:
        for side, key in zip(("front", "back"), card.key.split("-"), strict=False):
            first.setdefault(key, f"/own/{card.component}/cards/{card.id}/{side}.svg")
    room = 6.0 if "bleed" in view.over else 0.0
    width, height = (length + room for length in drawn.pieces[0].front.size)
    for card in some:
        faces = [
            {
                "side": side,
                "src": f"{first[key]}{_keyed(view, key)}",
                "width": round(4 * width),
                "height": round(4 * height),
            }
            for side, key in zip(("front", "back"), card.key.split("-"), strict=False)
        ]
        yield {"of": card, "faces": faces}


def shared_back(cards: list[dict[str, Any]]) -> dict[str, Any] | None:
    """Remove and return the back that all cards share, or return None if they share none."""
    backs = [card["faces"][1:] for card in cards]
    if len(cards) < 2 or not backs[0] or any(back != backs[0] for back in backs):
        return None
    for card in cards:
        del card["faces"][1:]
    found: dict[str, Any] = backs[0][0]
    return found


def sheets_shown(
    frame: WebFrame, pages: Iterable[DeskPage], drawn: DeskPart, view: DeskView
) -> Iterator[dict[str, Any]]:
    """Yield sheets with their labels and pictures."""
    for page in pages:
        size = drawn.pages[page.n - 1].size
        yield {
            "of": page,
            "label": sheet_label(frame, page, drawn),
            "src": f"/own/{page.part}/sheets/{page.n}.svg{_keyed(view, page.key)}",
            "width": round(4 * size.width),
            "height": round(4 * size.height),
            "box": f"0 0 {format_mm(size.width)} {format_mm(size.height)}",
        }


def sheet_label(frame: WebFrame, page: DeskPage, drawn: DeskPart) -> str:
    """Return the name of a page or the number of its sheet and its side, in the page's language."""
    side = drawn.job and drawn.job.sides[page.n - 1]
    if side and not side.name and side.side in ("front", "back"):
        return f"{side.sheet}, {frame.t(f'desk.side_{side.side}')}"
    return page.label


def _keyed(view: DeskView, key: str) -> str:
    """Return the query of a picture, with a key so that the address changes with the picture."""
    words = [("over", one) for one in view.over] + [("key", key)]
    return "?" + urlencode([("lang", view.lang), *words] if view.lang else words)
