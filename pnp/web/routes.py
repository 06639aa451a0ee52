"""All addresses, the view that answers each, and queries that share one answer."""

import json
import re
from collections.abc import Sequence
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import parse_qs, urlencode

from pnp.base.errors import PnpError
from pnp.make.wing import own_wings
from pnp.web.catalogue import FACETS
from pnp.web.errors import STATUS, NotFoundError
from pnp.web.frame import (
    HTML,
    JSON,
    LANGUAGES,
    Made,
    Request,
    Served,
    Visit,
    WebFrame,
    WebPage,
    render,
)
from pnp.web.library import Library
from pnp.web.views.fields import SEEN, SHARE, SHOW, ask, page_query, seen_before, shown_in_full
from pnp.web.views.phrases import PhraseWriter

if TYPE_CHECKING:
    from collections.abc import Callable

VIEWS = "pnp.web.views"
_GAME, _RULES = "/games/{game}", "/games/{game}/rules/{rule_set}/{lang}"
_OWN = "/own/{part}"
ROUTES = {
    "/": "home:home_page",
    "/games.json": "files:games_json",
    f"{_GAME}/": "game:game_page",
    f"{_GAME}.json": "files:game_json",
    f"{_GAME}/cover.svg": "game:cover_svg",
    f"{_GAME}/setups/{{key}}.svg": "game:setup_svg",
    f"{_GAME}/make/": "make:make_page",
    f"{_GAME}/make/soon/": "make:soon_page",
    f"{_GAME}/make/{SHARE}": "share:share_page",
    f"{_GAME}/make.json": "make:make_json",
    f"{_GAME}/make/kit.pdf": "make:kit_pdf",
    f"{_GAME}/make/kit.zip": "make:kit_zip",
    f"{_GAME}/make/pages/{{part}}/{{number}}.svg": "make:page_svg",
    f"{_GAME}/rules/": "rules:rules_list",
    f"{_GAME}/rules/{{lang}}/rulebook.pdf": "rules:rulebook_pdf",
    f"{_GAME}/rules/{{rule_set}}/figures/{{key}}.svg": "rules:figure_svg",
    f"{_RULES}/": "rules:rules_page",
    f"{_RULES}/sheet.pdf": "rules:sheet_pdf",
    f"{_RULES}/rulebook.pdf": "rules:rulebook_pdf",
    f"{_GAME}/evidence/": "evidence:evidence_page",
    f"{_GAME}/evidence/{{subject}}/": "evidence:facts_page",
    f"{_GAME}/evidence.json": "files:evidence_json",
    f"{_GAME}/evidence/{{lang}}/map.svg": "evidence:map_svg",
    f"{_GAME}/evidence/{{lang}}/timeline.svg": "evidence:timeline_svg",
    f"{_GAME}/check.json": "files:check_json",
    f"{_GAME}/citation.bib": "files:citation_bib",
    f"{_GAME}/citation.json": "files:citation_json",
    f"{_GAME}.jsonld": "files:game_jsonld",
    f"{_GAME}/lido.xml": "files:lido_xml",
    f"{_GAME}/dc.xml": "files:dublin_core_xml",
    "/evening/": "evening:evening_page",
    "/evening/kits.pdf": "evening:evening_pdf",
    "/printer/": "printer:printer_page",
    "/printer/test.pdf": "printer:test_pdf",
    "/printer/example.svg": "printer:example_svg",
    "/own/": "desk:desk_page",
    "/own/state.json": "desk:state_json",
    f"{_OWN}/": "desk:part_page",
    f"{_OWN}/cards/{{card}}/": "desk:card_page",
    f"{_OWN}/cards/{{card}}/{{side}}.svg": "desk:face_svg",
    f"{_OWN}/sheets/{{number}}/": "desk:sheet_page",
    f"{_OWN}/sheets/{{number}}.svg": "desk:sheet_svg",
    "/static/{file}": "home:static_file",
}
LONGEST = 500  # letters of a path
_PART = r"(?P<\1>[a-z0-9][A-Za-z0-9_-]{0,99})"
_FILE = r"(?P<file>[a-z0-9][A-Za-z0-9_-]{0,99}\\.[a-z0-9]{2,5})"

_JOBS = {  # that views are about
    **dict.fromkeys(("make:make_page", "make:make_json", "make:kit_pdf", "make:kit_zip"), ""),
    **{
        view: wing.job.name
        for wing in own_wings()
        for at, view in wing.views.items()
        if wing.job is not None and at.endswith(("/", "files.zip"))
    },
}


# Views that look at every parameter, and say which of them choose nothing.
_CHOOSING = (
    *("desk:", "make:", "printer:", "share:", "evening:", "rules:rulebook_pdf", "rules:sheet_pdf"),
    *(view for wing in own_wings() for view in wing.views.values()),
)
_HOME = ("q", "page", *FACETS)


class Route(NamedTuple):
    """A view and its arguments; that of a wing is a whole place, another one is in VIEWS."""

    view: str
    arguments: dict[str, str]

    def load(self) -> "Callable[..., Any]":
        """Import the view.

        Raises:
            NotFoundError: If it does not exist.
        """
        module, _, name = self.view.partition(":")
        try:
            place = module if "." in module else f"{VIEWS}.{module}"
            return getattr(import_module(place), name)  # type: ignore[no-any-return]
        except (AttributeError, ModuleNotFoundError) as error:
            raise NotFoundError("there is no such page") from error


def match(path: str) -> Route:
    """Return the route of a path without language prefix.

    Raises:
        NotFoundError: If no address matches.
    """
    if len(path) <= LONGEST:
        for pattern, view in _patterns():
            if found := pattern.fullmatch(path):
                return Route(view, found.groupdict())
    raise NotFoundError("there is no such page")


def known_query(request: Request) -> dict[str, list[str]]:
    """Return the parameters of a request without those that its view does not look at.

    Raises:
        NotFoundError: If no view has the address.
    """
    if match(request.path).view.startswith(_CHOOSING):
        return dict(request.query)
    known = _HOME if request.path == "/" else ()
    return {name: values for name, values in request.query.items() if name in known}


def leads_on(path: str) -> bool:
    """Return whether a path is that of a page without the final slash."""
    try:
        match(split_language(f"{path}/")[1])
    except NotFoundError:
        return False
    return True


def split_language(path: str) -> tuple[str, str]:
    """Return the language prefix of a path and the rest; only pages have a prefix."""
    head, slash, rest = path[1:].partition("/")
    is_page = path.endswith("/") and path[:1] == "/"
    return (head, slash + rest) if is_page and head in LANGUAGES else ("", path)


@cache
def _patterns() -> tuple[tuple[re.Pattern[str], str], ...]:
    found = []
    own = {f"{_GAME}/{at}": view for wing in own_wings() for at, view in wing.views.items()}
    for pattern, view in (ROUTES | own).items():
        text = pattern.replace(".", r"\.")
        text = re.sub(r"\{file\}", _FILE, text)
        found.append((re.compile(re.sub(r"\{(\w+)\}", _PART, text)), view))
    return tuple(found)


def answer(library: Library, request: Request, frame: WebFrame | None = None) -> Made:
    """Return the answer to a request; the user's mistakes become a page or JSON that lists them.

    ``frame`` makes the links of a page; the default ones are those of a server.
    """
    frame = frame or served_frame(request)
    try:
        return view(Visit(library, request, frame))
    except NotFoundError as error:
        why, faults = "not_found", error.faults
    except PnpError as error:
        why, faults = "bad_request", error.faults
    return refused(request, why, [*map(library.without_paths, faults)], frame)


def view(visit: Visit) -> Made:
    """Return the result of the view of an address.

    Raises:
        NotFoundError: If no page has the address.
        PnpError: If something cannot be made.
    """
    route = match(visit.request.path)
    made = route.load()(visit, **route.arguments)
    return rendered(made, visit.frame) if isinstance(made, WebPage) else made


def refused(
    request: Request, why: str, faults: Sequence[str] = (), frame: WebFrame | None = None
) -> Made:
    """Return the page or the JSON that says why a request has no other answer.

    ``why`` is a key of STATUS. Without ``faults`` the page states the usual reason.
    """
    frame, status = frame or served_frame(request), STATUS[why]
    says = frame.t(f"error.{why}_says")
    if request.path.endswith(".json"):
        text = json.dumps({"errors": [*faults] or [says]}, indent=1, ensure_ascii=False)
        return Made(text.encode(), JSON, status)
    again = frame.to(frame.path) if why == "busy" else ""
    phrases = PhraseWriter(frame).phrases(faults)
    values = {"says": says, "faults": phrases, "again": again}
    return rendered(WebPage("error.html", frame.t(f"error.{why}"), values, status), frame)


def served_frame(request: Request) -> WebFrame:
    """Return the frame of a page on a server."""
    query = urlencode(request.query, doseq=True)
    path = f"{request.path}?{query}" if query else request.path
    return WebFrame(request.lang, path, Served(request.prefix), request.face)


def rendered(page: WebPage, frame: WebFrame) -> Made:
    """Return a page as HTML."""
    return Made(render(page, frame), HTML, page.status)


def canonical_query(library: Library, request: Request) -> dict[str, list[str]]:
    """Return the canonical parameters that make the same choices as those of a request.

    Parameters with faults, or with choices that have no effect here, stay as they are.
    """
    query = dict(request.query)
    if not query or request.form:
        return query
    try:
        found = _canonical(library, request)
        if _canonical(library, request._replace(query=found)) != found:
            return query
    except PnpError:
        return query
    return found


def _canonical(library: Library, request: Request) -> dict[str, list[str]]:
    """Return the canonical parameters of a request.

    Raises:
        PnpError: If they are wrong.
    """
    query, route = dict(request.query), match(request.path)
    job, is_page = _JOBS.get(route.view), request.path.endswith("/")
    if job is None:
        return query
    visit = Visit(library, request, served_frame(request))
    asked = ask(visit, route.arguments["game"], of_page=is_page, job=job)
    if asked.faults or asked.left_out:
        return query
    text = page_query(visit.frame, asked) if is_page else asked.choices.query()
    found = parse_qs(text, keep_blank_values=True)
    if not is_page:
        return found
    seen = seen_before(visit, route.arguments["game"])
    more = {SHOW: shown_in_full(visit), SEEN: [seen] if seen else []}
    return found | {name: values for name, values in more.items() if values}
