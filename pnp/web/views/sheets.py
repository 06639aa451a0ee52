"""The pages of a layout as a page shows them: each front beside its back."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pnp.jobs.describe import Json
from pnp.kits.words import kit_words
from pnp.web.frame import WebFrame

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
    """Sheets that belong together; pages to read are folded away, with a ``link`` to the text.

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
    """Return a number of pages in words, with room for it if it is not yet known."""
    words = kit_words(frame.lang)
    if pages is None:
        return words.counts["pages"][1].format(n="…")
    return words.counted("pages", pages)


def shown_parts(frame: WebFrame, told: Json, paper: str) -> tuple[ShownPart, ...]:
    """Return the parts of what :meth:`LaidOutGame.described` says, pieces first."""
    writer = _Writer(frame, told)
    parts = [writer.part(part, paper) for part in told["parts"]]
    return tuple(sorted(parts, key=lambda part: part.folded))


class _Writer:
    def __init__(self, frame: WebFrame, told: Json) -> None:
        self._frame, self._t = frame, frame.t
        self._told = told
        self._game = told["game"]
        self._query = told["query"] and f"?{told['query']}"

    def part(self, part: Json, paper: str) -> ShownPart:
        kind, _, rule_set = part["id"].partition("-")
        if self._told["job"] != "kit":
            turned = self._t(f"make.{part['duplex']}", paper=paper)
            return ShownPart(part["name"] or self._t("make.drawn"), turned, self._sheets(part))
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
        where = f"/games/{self._game}/rules/{rule_set}/{self._told['lang']}/"
        link = self._frame.to(where) if rule_set else ""
        counted = counted_pages(self._frame, found and len(found))
        return ShownPart(title, counted, pages=pages, folded=True, link=link, id=id_)

    def _sheets(self, part: Json) -> tuple[ShownSheet, ...]:
        return tuple(self._paired(part["id"], part["pages"]))

    def _paired(self, part: str, pages: Sequence[Json]) -> Iterator[ShownSheet]:
        number = 0
        for front, after in zip(pages, [*pages[1:], None], strict=True):
            if front["side"] == "back" and number:
                continue
            number += 1
            title = self._t("make.sheet", n=number)
            sheet = ShownSheet(title, front["shows"], self._face(part, front, title))
            if after is None or after["side"] != "back":
                yield sheet
            elif after["blank"]:
                yield sheet._replace(blank=True)
            else:
                yield sheet._replace(back=self._face(part, after, title))

    def _face(self, part: str, page: Json, title: str) -> ShownPage:
        side = self._t("make.back" if page["side"] == "back" else "make.front")
        alt = self._t("make.alt", title=title, side=side, shows=page["shows"] or part)
        return self._page(part, page, alt, side)

    def _page(self, part: str, page: Json, alt: str, side: str = "") -> ShownPage:
        path = f"/games/{self._game}/make/pages/{part}/{page['number']}.svg"
        size = (round(PIXELS * page[key]) for key in ("width_mm", "height_mm"))
        href = self._frame.to(path) + self._query
        return ShownPage(f"{part}-{page['number']}", href, page["key"], alt, side, *size)
