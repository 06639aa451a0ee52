"""The page for making a game: choices, words, and every sheet as it will print."""

from typing import Any

from pnp.base.errors import PnpError
from pnp.base.zips import zip_bytes
from pnp.jobs.choices import KIT, Choices, flags
from pnp.jobs.describe import Json
from pnp.jobs.lay_out import LaidOutGame, lay_out
from pnp.web.frame import WebFrame
from pnp.web.render import WebPage
from pnp.web.views.data import as_json
from pnp.web.views.page_choices import (
    ALL_CHOICES,
    ALL_SHEETS,
    SCRIPTS,
    WITH_PRINTERS,
    PageChoices,
    ask,
    faults_in,
    fields_of,
    link_of,
    notes_of,
    page_links,
    shown_in_full,
)
from pnp.web.views.phrases import PhraseWriter, paper_name
from pnp.web.views.sheets import LITTLE_ROOM, ROOM, counted_pages, shown_parts
from pnp.web.visit import PDF, SVG, ZIP, Made, NotFoundError, Visit

FIGURES = ("sheets", "cuts", "minutes")


def make_page(visit: Visit, game: str) -> WebPage:
    """Return the page with the choices and the sheets of a game."""
    return _page(visit, game)


def soon_page(visit: Visit, game: str) -> WebPage:
    """Return that page before its documents are set, with placeholders for them.

    The script of the page shows it until the complete one is ready.
    """
    return _page(visit, game, soon=True)


def _page(visit: Visit, game: str, *, soon: bool = False) -> WebPage:
    frame, page = visit.frame, ask(visit, game)
    shown: dict[str, Any] = {
        "said": frame.t("make.faults"),
        "files": (),
        "parts": (),
        "problems": (),
        "notes": (),
        "left": 0,
    }
    faults, own = page.faults, visit.library.spoken(game, frame.lang)
    if not faults:
        try:
            made = lay_out(page.loaded, page.choices)
            data = made.described_soon() if soon else made.described()
            more = shown_in_full(visit)
            room = LITTLE_ROOM if ALL_CHOICES in more else ROOM
            shown = _shown(frame, data, made.choices, PhraseWriter(frame, own))
            shown["parts"], shown["left"] = shown_parts(
                frame, data, shown["paper"], None if ALL_SHEETS in more else room
            )
            shown["notes"] = [*notes_of(frame, page), *shown["notes"]]
        except PnpError as error:
            faults = faults_in(visit, error, flags(page.choices.job))
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
        scripts=SCRIPTS,
    )


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
    if choices.job != KIT and not options.one_file:
        files = files[1:]  # other formats alone, such as faces for a print shop
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
    if visit.request.face in WITH_PRINTERS:
        ways.append((frame.to("/printer/"), frame.t("make.measure")))
    return ways


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
    return as_json(_laid_out(visit, game).described())


def page_svg(visit: Visit, game: str, part: str, number: str) -> Made:
    """Return the picture of a page."""
    from pnp.render.page_svg import render_page

    made = _laid_out(visit, game)
    try:
        scene = made.page(part, int(number)) if number.isdecimal() else None
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
