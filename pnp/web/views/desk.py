"""A designer's own folder: its faults, its cards with their rows, its sheets."""

import json
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from hashlib import sha256
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode
from weakref import WeakKeyDictionary

from pnp.base.errors import PictureError, UsageError
from pnp.base.units import format_mm, quoted
from pnp.components.piece import OVERLAYS, overlaid_face, overlaid_sheet
from pnp.make.choices import DRAFT, SINCE
from pnp.sheets.changed import EarlierFaces
from pnp.web.desk.folder import Desk, DeskFolder, DeskPart
from pnp.web.desk.state import FIRST, DeskCard, DeskPage, DeskState, DeskView
from pnp.web.frame import LANGUAGES, SVG, Made, NotFoundError, Visit, WebFrame, WebPage
from pnp.web.views.files import as_json
from pnp.web.views.phrases import PhraseWriter

if TYPE_CHECKING:
    from pnp.web.library import Library

MOST_SHOWN = 20  # cards or sheets of one page
OPENED = "opened"  # the version with which a desk begins, in an address
LIVE = "live"  # a parameter of who follows the desk and does not wait for what takes longer
MOST_NAMED = 3  # cards of a component on the first page
_desks: WeakKeyDictionary["Library", tuple[DeskFolder, list[str]]] = WeakKeyDictionary()


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


def desk_page(visit: Visit) -> WebPage:
    """Show the game: its faults, and each component with its first cards."""
    folder, desk, view = _asked(visit)
    game, since = visit.library.own[0], view.since
    writer = PhraseWriter(visit.frame, desk.game)
    parts = [_overview(desk, key, view) for key in desk.state.components]
    rules = desk.game.rule_sets if desk.game else {}
    values = {
        **_usual(visit, folder, desk, view),
        "parts": parts,
        "notes": writer.phrases(desk.notes),
        "game": game,
        "rules": [(key, one.name) for key, one in rules.items()],
        "lang": desk.game.language if desk.game else visit.request.lang,
        "changed": desk.state.changed_since(since),
    }
    name = desk.game.name if desk.game else game
    return WebPage(
        "desk.html", name, values, at="own", data="/own/state.json", scripts=("desk.js",)
    )


def part_page(visit: Visit, part: str) -> WebPage:
    """Show a component: its cards, each with its row, and its sheets."""
    folder, desk, view = _asked(visit)
    state, name = _state_of(desk, part)
    shown = view.of(state)
    cards = shown.cards[view.start :][:MOST_SHOWN]
    pages = shown.pages[view.start :][:MOST_SHOWN]
    drawn = desk.parts.get(part)
    most = max(len(shown.cards), len(shown.pages))
    starts = range(0, most, MOST_SHOWN) if most > MOST_SHOWN else ()
    listed = list(cards_shown(cards, state.cards, drawn, view)) if drawn else []
    values = {
        **_usual(visit, folder, desk, view),
        "part": part,
        "name": name,
        "cards": listed,
        "one_back": shared_back(listed),
        "print_changed": _print_link(visit, desk, view),
        "pages": list(sheets_shown(visit.frame, pages, drawn, view))
        if drawn and view.show != "faults"
        else [],
        "counts": _counts(state, view.since),
        "starts": [(n + 1, min(n + MOST_SHOWN, most), view.query(start=n)) for n in starts],
        "back": f"/own/{view.query(show='all', start=0, over=())}",
    }
    return WebPage("desk-part.html", name, values, at="own", scripts=("desk.js",))


def _print_link(visit: Visit, desk: Desk, view: DeskView) -> str:
    """Return the link to a print of what has changed, as far as it can be made."""
    words = [(SINCE, look_of(desk.state.faces_at(view.since))), (DRAFT, "yes")]
    words += [("lang", view.lang)] if view.lang else []
    return visit.frame.to(f"/games/{visit.library.own[0]}/make/?{urlencode(words)}")


def sheet_page(visit: Visit, part: str, number: str) -> WebPage:
    """Show one sheet, and the row of each card on it."""
    folder, desk, view = _asked(visit)
    state, name = _state_of(desk, part)
    drawn, n = _drawn(desk, part), _sheet_number(desk, part, number)
    known = {card.id: card for card in state.cards}
    places = [
        (known[piece.name], place.slot)
        for piece, place in drawn.pieces_on(n)
        if piece.name in known
    ]
    page = next(one for one in state.pages if one.n == n)
    values = {
        **_usual(visit, folder, desk, view),
        "part": part,
        "name": name,
        "page": page,
        "sheet": next(sheets_shown(visit.frame, [page], drawn, view)),
        "places": places,
        "rows": list(dict.fromkeys(card for card, _ in places)),
        "number": n,
        "many": len(state.pages),
    }
    title = f"{name}, {sheet_label(visit.frame, page, drawn)}"
    return WebPage(
        "desk-sheet.html",
        title,
        values,
        at="own",
        scripts=("desk.js", "zoom.js"),
        styles=("zoom.css",),
    )


def card_page(visit: Visit, part: str, card: str) -> WebPage:
    """Show one card: both of its sides, its row, and the sheets on which it lies."""
    folder, desk, view = _asked(visit)
    state, name = _state_of(desk, part)
    found = next((one for one in state.cards if one.id == card), None)
    if found is None:
        raise NotFoundError(f"{part} has no card {quoted(card)}")
    drawn = _drawn(desk, part)
    on = [
        page
        for page in state.pages
        if any(piece.name == card for piece, _ in drawn.pieces_on(page.n))
    ]
    at = state.cards.index(found)
    values = {
        **_usual(visit, folder, desk, view),
        "part": part,
        "name": name,
        "card": next(cards_shown([found], [found], drawn, view)),
        "on": [(page.n, sheet_label(visit.frame, page, drawn)) for page in on],
        "before": state.cards[at - 1] if at else None,
        "after": state.cards[at + 1] if at + 1 < len(state.cards) else None,
    }
    return WebPage("desk-card.html", found.called, values, at="own", scripts=("desk.js",))


def face_svg(visit: Visit, part: str, card: str, side: str) -> Made:
    """Return the picture of a face, with overlays."""
    _, desk, view = _asked(visit)
    face = _drawn(desk, part).face(card, side)
    if face is None or side not in dict(face.piece.faces):
        raise NotFoundError(f"{part} has no {side} of {quoted(card)}")
    return _picture(partial(overlaid_face, face, view.over), card)


def sheet_svg(visit: Visit, part: str, number: str) -> Made:
    """Return the picture of a page, with overlays."""
    _, desk, view = _asked(visit)
    n = _sheet_number(desk, part, number)
    drawn = _drawn(desk, part)
    page = drawn.pages[n - 1]
    over = view.over
    placed = [(face, place.placement) for face, place in drawn.faces_on(n)] if over else []
    return _picture(partial(overlaid_sheet, page, placed, over), page.label)


def state_json(visit: Visit) -> Made:
    """Return the state of the desk, or that it is still the one in the query.

    Each request makes the desk do one of the remaining checks.
    """
    folder = desk_of(visit.library, goes_on=True)
    data: dict[str, Any] = {"state": folder.tag}
    if folder.more:
        data["more"] = True
    if visit.request.query.get("since") != [folder.tag]:
        data |= folder.desk("").state.as_data()
    return as_json(data)


def earlier_faces(library: "Library", lang: str, look: str) -> "EarlierFaces | None":
    """Return the faces of an earlier version of the desk, by what it looked like; None if unknown.

    The word OPENED stands for the version with which the desk was opened.
    """
    desk = desk_of(library).desk(lang)
    for version in range(FIRST, desk.state.version + 1):
        faces = desk.state.faces_at(version)
        if look in (OPENED if version == FIRST else "", look_of(faces)):
            return EarlierFaces(f"version {version}", library.own[0], faces)
    return None


def look_of(faces: Mapping[str, Mapping[str, int]]) -> str:
    """Return what an address calls faces: a checksum of their looks, whatever became of them."""
    return sha256(json.dumps(faces, sort_keys=True).encode()).hexdigest()[:12]


def _asked(visit: Visit) -> tuple[DeskFolder, Desk, DeskView]:
    """Return the desk for an address, and the view of it."""
    view = DeskView.read(visit.request.query)
    goes_on = visit.request.path.endswith("/") and LIVE not in visit.request.query
    folder = desk_of(visit.library, goes_on=goes_on)
    known = folder.languages
    if view.lang and known and view.lang not in known:
        raise UsageError(f"lang: write one of {', '.join(known)}, not {quoted(view.lang)}")
    return folder, folder.desk(view.lang), view


def desk_of(library: "Library", *, goes_on: bool = False) -> DeskFolder:
    """Return the desks of the library's own game, which have looked at the folder just now.

    If nothing has changed and the desk ``goes_on``, it does one of the remaining checks.
    """
    if len(library.own) != 1:
        several = (
            f"a desk is for one game: pnp serve FOLDER/{library.own[0]}" if library.own else ""
        )
        raise NotFoundError(
            several or "none of your own games is here: pnp serve FOLDER serves one"
        )
    game = library.own[0]
    if library not in _desks:
        _desks[library] = DeskFolder(library.folder(game)), []
    folder, seen = _desks[library]
    now = library.version(game)
    if seen != [now]:
        folder.look()
        seen[:] = [now]
    elif goes_on:
        folder.step()
    return folder


def _usual(visit: Visit, folder: DeskFolder, desk: Desk, view: DeskView) -> dict[str, Any]:
    """Return the values for all pages of a desk."""
    known = {card.row: card for card in desk.state.cards if card.faults}
    writer = PhraseWriter(visit.frame, desk.game)
    faults = [(one, known.get(one.at), writer.phrase(one.what)) for one in desk.state.faults]
    path = visit.request.path
    own, *others = folder.languages or ("",)
    languages = [
        (LANGUAGES.get(code, code), f"{path}{view.query(lang='' if code == own else code)}", code)
        for code in (own, *others)
        if others
    ]
    return {
        "placed": writer.place,
        "phrase": writer.phrase,
        "language_name": lambda code: LANGUAGES.get(code, code),
        "view": view,
        "overlays": OVERLAYS,
        "desk": desk.state,
        "state_tag": folder.tag,
        "proven": folder.proven,
        "faults": faults,
        "languages": languages,
        "spoken": view.lang or own,
        "query": view.query(show="all", since=1, start=0),
    }


def _state_of(desk: Desk, part: str) -> tuple[DeskState, str]:
    """Return the state of a component, and its name."""
    if part not in desk.state.components:
        raise NotFoundError(f"there is no component {quoted(part)}")
    return desk.state.of(part), _name(desk, part)


def _name(desk: Desk, part: str) -> str:
    drawn = desk.parts.get(part)
    if drawn is not None:
        return drawn.component.name
    return desk.game.components[part].name if desk.game and part in desk.game.components else part


def _drawn(desk: Desk, part: str) -> DeskPart:
    if part not in desk.parts:
        raise NotFoundError(f"{quoted(part)} has not been drawn yet")
    return desk.parts[part]


def _sheet_number(desk: Desk, part: str, number: str) -> int:
    pages = len(_drawn(desk, part).pages)
    if not (number.isdecimal() and len(number) < 6 and 1 <= int(number) <= pages):
        raise NotFoundError(f"{part} has no page {quoted(number)}")
    return int(number)


def _overview(desk: Desk, part: str, view: DeskView) -> dict[str, Any]:
    state = desk.state.of(part)
    drawn = desk.parts.get(part)
    some = state.cards[:MOST_NAMED]
    return {
        "id": part,
        "name": _name(desk, part),
        "state": state,
        "pieces": sum(card.copies for card in state.cards),
        "faults": len(state.faults) + len(state.faulty().cards),
        "changed": len(state.changed_since(view.since).cards),
        "cards": list(cards_shown(some, state.cards, drawn, view)) if drawn else [],
    }


def _counts(state: DeskState, since: int) -> dict[str, int]:
    return {
        "all": len(state.cards),
        "faults": len(state.faulty().cards),
        "changed": len(state.changed_since(since).cards),
    }


def _picture(draw: Any, title: str) -> Made:
    from pnp.render.svg import render_page

    try:
        return Made(render_page(draw(), title), SVG)
    except PictureError:
        raise NotFoundError("a picture file of it has changed or gone") from None
