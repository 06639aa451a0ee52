"""The page for making a game: choices, words, and every sheet as it will be printed."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple

from pnp.base.errors import PnpError
from pnp.base.zips import zip_bytes
from pnp.definitions import Loaded
from pnp.kits.words import kit_words
from pnp.make.choices import (
    BUILD,
    DRAFT,
    FOR,
    KIT,
    LANG,
    PROOF,
    SINCE,
    Choices,
    address_query,
    flags,
    offered,
)
from pnp.make.describe import Json
from pnp.make.laid_out import LaidOutGame, lay_out
from pnp.web.frame import PDF, SVG, ZIP, Made, NotFoundError, Visit, WebFrame, WebPage
from pnp.web.views.fields import (
    ALL_CHOICES,
    ALL_SHEETS,
    EVENING,
    SEEN,
    SHARE,
    SHARED,
    WITH_PRINTERS,
    PageChoices,
    ask,
    faults_in,
    fields_of,
    how_to_read,
    link_of,
    notes_of,
    page_links,
    page_query,
    scripts_of,
    shown_in_full,
)
from pnp.web.views.files import as_json
from pnp.web.views.phrases import PhraseWriter, paper_name

ROOM = 7_000  # bytes of pictures on a page
LITTLE_ROOM = 2_500  # on one with all choices, which take as many as the pictures
AROUND = 250  # bytes of a picture beside its address and its words
PIXELS = 2  # of a picture's box to the millimetre; its width on the page is up to the style sheet

FIGURES = ("sheets", "cuts", "minutes")


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
    frame: WebFrame, data: Json, paper: str, room: int | None = ROOM, *, keyed: bool = False
) -> tuple[tuple[ShownPart, ...], int]:
    """Return the parts of the data of :meth:`LaidOutGame.described`, pieces first.

    They show as many sheets as a page has room for, or all if ``room`` is None; parts with no room
    at all show none. The number counts all sheets and pages. If ``keyed``, the addresses of
    pictures change with these.
    """
    writer = _Writer(frame, data, keyed)
    parts = [writer.part(part, paper) for part in data["parts"]]
    parts.sort(key=lambda part: part.folded)
    shown = tuple(parts if room is None else _with_room(parts, room))
    return shown, _count(parts) - _count(shown)


def kit_sheets(frame: WebFrame, loaded: Loaded) -> tuple[ShownSheet, ...]:
    """Return the sheets of a kit on the usual paper, in the language of the page if there is one.

    There are none of a game of which no kit can be made.
    """
    language = [frame.lang] if frame.lang in loaded.languages[1:] else []
    try:
        choices = Choices.read(loaded, {LANG: language} if language else {})
        data = lay_out(loaded, choices).described_soon()
    except PnpError:
        return ()
    parts, _ = shown_parts(frame, data, "", None)
    return tuple(sheet for part in parts for sheet in part.sheets)


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
    def __init__(self, frame: WebFrame, data: Json, keyed: bool) -> None:
        self._frame, self._t = frame, frame.t
        self._data, self._keyed = data, keyed
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
        seen = f"{SEEN}={page['key']}" if self._keyed else ""
        query = "&".join(filter(None, (self._query, seen)))
        href = self._frame.to(f"{path}?{query}" if query else path)
        return ShownPage(f"{part}-{page['number']}", href, page["key"], alt, side, *size)


def make_page(visit: Visit, game: str) -> WebPage:
    """Return the page with the choices and the sheets of a game.

    For a game of the user's that cannot be read, it has its faults and the ways to print it.
    """
    try:
        return _page(visit, game)
    except NotFoundError:
        raise
    except PnpError as error:
        drafts = _drafts(visit, game)
        if not drafts:
            raise
        lines = map(visit.library.without_paths, error.faults)
        values = {
            "says": visit.frame.t("error.bad_request_says"),
            "faults": PhraseWriter(visit.frame).phrases([*lines]),
            "again": "",
            "drafts": drafts,
        }
        return WebPage("error.html", visit.frame.t("make.faults"), values, 400, at="games")


def soon_page(visit: Visit, game: str) -> WebPage:
    """Return that page before its documents are set, with placeholders for them.

    The script of the page shows it until the complete one is ready.
    """
    return _page(visit, game, soon=True)


def _page(visit: Visit, game: str, *, soon: bool = False) -> WebPage:
    frame, page, how = visit.frame, ask(visit, game), how_to_read(visit)
    shown: dict[str, Any] = {
        "said": frame.t("make.faults"),
        "files": (),
        "parts": (),
        "problems": (),
        "notes": (),
        "left": 0,
        "drafts": (),
        "problems_are": "make.problems",
    }
    faults, own = page.faults, visit.library.spoken(game, frame.lang, **how)
    if not faults:
        try:
            made = lay_out(page.loaded, page.choices)
            data = _described(visit, made, soon=soon)
            more = shown_in_full(visit)
            room = LITTLE_ROOM if ALL_CHOICES in more else ROOM
            shown |= _shown(frame, data, made.choices, PhraseWriter(frame, own))
            shown["parts"], shown["left"] = shown_parts(
                frame,
                data,
                shown["paper"],
                None if ALL_SHEETS in more else room,
                keyed=game in visit.library.own,
            )
            shown["notes"] = [*notes_of(frame, page), *shown["notes"]]
        except PnpError as error:
            faults = faults_in(visit, error, flags(page.choices.job))
            shown["drafts"] = _drafts(visit, game, page.choices)
    return WebPage(
        "make.html",
        frame.t("make.title", game=own.name),
        {
            "game": own,
            "kind": "make",
            "ways": _ways(visit, page),
            "action": frame.to(f"/games/{game}/make/"),
            "soon": frame.to(f"/games/{game}/make/soon/"),
            **page_links(visit, page, f"/games/{game}/make/"),
            **fields_of(visit, page, faults),
            **shown,
        },
        400 if faults else 200,
        about=own.summary,
        at="games",
        data=link_of(f"/games/{game}/make.json", page.choices),
        scripts=scripts_of(visit, game),
    )


def _drafts(visit: Visit, game: str, choices: Choices | None = None) -> list[tuple[str, str]]:
    """Return the links to prints of a user's game that has faults, with their words.

    There are none if it cannot be read even as a draft, or is one already.
    """
    if game not in visit.library.own or how_to_read(visit):
        return []
    try:
        visit.library.load(game, draft=True, partly=True)
    except PnpError:
        return []
    kept = [one for one in (choices.words if choices else ()) if one[0] in offered(BUILD)]
    ways = {"draft": [], "proof": [(PROOF, "yes")]}
    if visit.request.face == "desk":
        ways["changed"] = [(SINCE, "opened")]
    at, draft = f"/games/{game}/make/", (DRAFT, "yes")
    return [
        (
            visit.frame.to(f"{at}?{address_query([*kept, draft, *more])}"),
            visit.frame.t(f"make.print_{key}"),
        )
        for key, more in ways.items()
    ]


def _shown(frame: WebFrame, data: Json, choices: Choices, writer: PhraseWriter) -> dict[str, Any]:
    """Return the content of the page from the description of a layout."""
    at = f"/games/{choices.game}/make"
    options = choices.options
    paper = paper_name(frame, str(getattr(options, "sheet", options.paper).name))
    facts = _facts(frame, data)
    counted = ", ".join(frame.labelled(fact["name"], fact["value"]) for fact in facts)
    pages = counted_pages(frame, data["pages"])
    whole = "kit" if choices.job == KIT else "sheets_file"
    files = [
        (f"{at}/kit.pdf", whole, frame.t("make.one_pdf", pages=pages)),
        (f"{at}/kit.zip", "zip", ""),
    ]
    if choices.job == KIT and options.machine is None:
        files = files[:1]  # there is no other file
    if choices.job != KIT and "pdf" not in options.formats:
        files = files[1:]  # other formats alone, such as faces for a print shop
    if SINCE in dict(choices.words) and not data["pages"]:
        files = []  # nothing has changed
    return {
        "said": f"{data['title']}. {counted}.",
        "brief": frame.t("make.sheet_count", n=data["sheets"]),
        "facts": facts,
        "print": frame.t(f"make.{_turned(data)}", paper=paper),
        "files": [
            {"href": frame.to(link_of(path, choices)), "words": frame.t(f"make.{key}"), "detail": d}
            for path, key, d in files
        ],
        "command": data["command"],
        "problems": writer.phrases(data["problems"]),
        "problems_are": "make.in_draft" if getattr(options, "draft", False) else "make.problems",
        "notes": writer.phrases(data["notes"]),
        "paper": paper,
    }


def _ways(visit: Visit, page: PageChoices) -> list[tuple[str, str]]:
    """Return the links to other pages, with their words."""
    frame, choices = visit.frame, page.choices
    here = f"/games/{choices.game}"
    chosen = f"?for={choices.rule_set}" if choices.rule_set in dict(choices.words).values() else ""
    ways = [
        (frame.to(f"{here}/{one}/{chosen}"), frame.t(f"make.{one}")) for one in frame.other_pages
    ]
    if not page.faults:
        query = page_query(frame, page)
        share = f"{here}/make/{SHARE}?{query}" if query else f"{here}/make/{SHARE}"
        ways.append((frame.to(share), frame.t("make.share")))
        if choices.job == KIT:
            ways.append((frame.to(_evening_link(choices)), frame.t("make.evening")))
    if visit.request.face in WITH_PRINTERS:
        ways.append((frame.to("/printer/"), frame.t("make.measure")))
    return ways


def _evening_link(choices: Choices) -> str:
    """Return the link to an evening that begins with a kit."""
    kit = "/".join(filter(None, (choices.game, dict(choices.words).get(FOR))))
    shared = [one for one in choices.words if one[0] in SHARED and one != ("cut", "cutter")]
    return f"{EVENING}?{address_query([('kit', kit), *shared])}"


def _turned(data: dict[str, Any]) -> str:
    """Return how to print the single document: on both sides if any of its sheets is."""
    found = [data.get("duplex"), *(part.get("duplex") for part in data["parts"])]
    both = [one for one in found if one in ("long-edge", "short-edge")]
    return next(iter([*both, *filter(None, found)]), "one-sided")


def _facts(frame: WebFrame, data: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the most important figures."""
    pieces = sum(part.get("pieces") or 0 for part in data["parts"])
    numbers = {"pieces": pieces} | {key: data.get(key) for key in FIGURES}
    known = [(key, number) for key, number in numbers.items() if number]
    return [{"name": frame.t(f"make.{key}"), "value": number} for key, number in known]


def make_json(visit: Visit, game: str) -> Made:
    """Return the choices and the resulting layout, for programs."""
    return as_json(_described(visit, _laid_out(visit, game)))


def _described(visit: Visit, made: LaidOutGame, *, soon: bool = False) -> Json:
    """Return the data of a layout without the paths of games."""
    data = made.described_soon() if soon else made.described()
    keys = "problems", "notes"
    return data | {key: [*map(visit.library.without_paths, data[key])] for key in keys}


def page_svg(visit: Visit, game: str, part: str, number: str) -> Made:
    """Return the picture of a page."""
    from pnp.render.svg import render_page

    made = _laid_out(visit, game)
    try:
        scene = made.page(part, int(number)) if number.isdecimal() and len(number) < 10 else None
    except KeyError:
        scene = None
    if scene is None:
        raise NotFoundError("there is no such page")
    return Made(render_page(scene, scene.label or f"{part} {number}"), SVG)


def kit_pdf(visit: Visit, game: str) -> Made:
    """Return everything in one PDF."""
    name, content = _laid_out(visit, game).pdf()
    return Made(content, PDF, download=name if name.startswith(game) else f"{game}-{name}")


def kit_zip(visit: Visit, game: str) -> Made:
    """Return all files of the job in a ZIP."""
    made = _laid_out(visit, game)
    return Made(zip_bytes(made.files()), ZIP, download=f"{game}-{made.choices.job}.zip")


def _laid_out(visit: Visit, game: str) -> LaidOutGame:
    """Return the layout for the choices in the address of a file."""
    page = ask(visit, game, of_page=False)
    return lay_out(page.loaded, page.choices)
