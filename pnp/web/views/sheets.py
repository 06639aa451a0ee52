"""The pages of a layout in the form for a page: each front beside its back."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from pnp.jobs.describe import Json
from pnp.kits.words import kit_words
from pnp.web.frame import WebFrame

ROOM = 7_000  # bytes of pictures on a page
LITTLE_ROOM = 2_500  # on one with all choices, which take as many as the pictures
AROUND = 250  # bytes of a picture beside its address and its words
PIXELS = 2  # of a picture's box to the millimetre; its width on the page is up to the style sheet


class ShownPage(NamedTuple):
    """The picture of a page; pages with equal keys look alike."""

    id: str
    href: str
    key: str
    alt: str
    side: str
    width: int
    height: int


class ShownSheet(NamedTuple):
    """A sheet of paper; ``blank`` if its back stays empty."""

    title: str
    shows: str
    front: ShownPage
    back: ShownPage | None = None
    blank: bool = False


class ShownPart(NamedTuple):
    """Sheets that belong together; documents are collapsed, with a ``link`` to the text.

    Sheets are ``narrow`` if none has a back. Pages that are not yet set are None.
    """

    title: str
    detail: str
    sheets: tuple[ShownSheet, ...] = ()
    pages: tuple[ShownPage, ...] | None = ()
    folded: bool = False
    link: str = ""
    id: str = ""

    @property
    def narrow(self) -> bool:
        """Whether all sheets are printed on one side."""
        return not any(sheet.back or sheet.blank for sheet in self.sheets)


def counted_pages(frame: WebFrame, pages: int | None) -> str:
    """Return a number of pages in words, or a placeholder if it is not yet known."""
    words = kit_words(frame.lang)
    if pages is None:
        return words.counts["pages"][1].format(n="…")
    return words.counted("pages", pages)


def shown_parts(
    frame: WebFrame, data: Json, paper: str, room: int | None = ROOM
) -> tuple[tuple[ShownPart, ...], int]:
    """Return the parts of the data of :meth:`LaidOutGame.described`, pieces first.

    They show as many sheets as a page has room for, or all if ``room`` is None; parts with no room
    at all show none. The number counts all sheets and pages.
    """
    writer = _Writer(frame, data)
    parts = [writer.part(part, paper) for part in data["parts"]]
    parts.sort(key=lambda part: part.folded)
    shown = tuple(parts if room is None else _with_room(parts, room))
    return shown, _count(parts) - _count(shown)


def _with_room(parts: Iterable[ShownPart], room: int) -> Iterator[ShownPart]:
    """Yield parts with the first sheets and pages of each, as far as ``room`` goes."""
    for part in parts:
        sheets, pages = [], []
        for sheet in part.sheets:
            room -= sum(_room_of(one) for one in (sheet.front, sheet.back) if one)
            sheets += [sheet] if room > 0 else []
        for page in part.pages or ():
            room -= _room_of(page)
            pages += [page] if room > 0 else []
        if part.folded:
            yield part._replace(pages=None if part.pages is None else tuple(pages))
        elif sheets:
            yield part._replace(sheets=tuple(sheets))


def _count(parts: Iterable[ShownPart]) -> int:
    return sum(len(part.sheets) + len(part.pages or ()) for part in parts)


def _room_of(page: ShownPage) -> int:
    return 2 * len(page.href) + len(page.alt.encode()) + AROUND


class _Writer:
    def __init__(self, frame: WebFrame, data: Json) -> None:
        self._frame, self._t = frame, frame.t
        self._data = data
        self._game = data["game"]
        self._query = data["query"]

    def part(self, part: Json, paper: str) -> ShownPart:
        kind, _, rule_set = part["id"].partition("-")
        if self._data["job"] != "kit":
            turned = self._t(f"make.{part['duplex']}", paper=paper)
            self._query = part["query"]
            return ShownPart(self._name(part), turned, self._sheets(part))
        if kind == "pieces":
            return ShownPart(self._t("make.drawn"), "", self._sheets(part))
        key = "rules_page" if rule_set else "first_page"
        id_, name, found = part["id"], part["name"], part["pages"]
        pages = found and tuple(
            self._page(id_, page, self._t(f"make.{key}", n=page["number"], name=name))
            for page in found
        )
        title = self._t("make.first")
        if rule_set:
            title = self._frame.labelled(self._t("make.rules"), part["name"])
        where = f"/games/{self._game}/rules/{rule_set}/{self._data['lang']}/"
        link = self._frame.to(where) if rule_set else ""
        counted = counted_pages(self._frame, found and len(found))
        return ShownPart(title, counted, pages=pages, folded=True, link=link, id=id_)

    def _name(self, part: Json) -> str:
        return part["name"] or self._t("make.drawn")

    def _sheets(self, part: Json) -> tuple[ShownSheet, ...]:
        return tuple(self._paired(part, part["pages"]))

    def _paired(self, part: Json, pages: Sequence[Json]) -> Iterator[ShownSheet]:
        for number, sides in groupby(pages, key=itemgetter("sheet")):
            first, *backs = sides
            title = self._t("make.sheet", n=number)
            sheet = ShownSheet(title, first["shows"], self._face(part, first, title))
            for back in backs:
                blank = back["blank"]
                other = None if blank else self._face(part, back, title)
                sheet = sheet._replace(back=other, blank=blank)
            yield sheet

    def _face(self, part: Json, page: Json, title: str) -> ShownPage:
        side = self._t("make.back" if page["side"] == "back" else "make.front")
        alt = self._t("make.alt", title=title, side=side, shows=page["shows"] or self._name(part))
        return self._page(part["id"], page, alt, side)

    def _page(self, part: str, page: Json, alt: str, side: str = "") -> ShownPage:
        path = f"/games/{self._game}/make/pages/{part}/{page['number']}.svg"
        size = (round(PIXELS * page[key]) for key in ("width_mm", "height_mm"))
        href = self._frame.to(f"{path}?{self._query}" if self._query else path)
        return ShownPage(f"{part}-{page['number']}", href, page["key"], alt, side, *size)
