"""Answer a request: the same function on a server and for a site."""

import json
from urllib.parse import urlencode

from pnp.base.errors import PnpError
from pnp.web.frame import Frame, Served
from pnp.web.library import Library
from pnp.web.render import Page, render
from pnp.web.routes import match
from pnp.web.visit import HTML, JSON, Made, NotFoundError, Request, Visit

WRONG, NOT_FOUND, FAILED, BUSY = 400, 404, 500, 503
_WORDS = {WRONG: "bad_request", NOT_FOUND: "not_found", FAILED: "failed", BUSY: "busy"}


def answer(library: Library, request: Request, frame: Frame | None = None) -> Made:
    """Return the answer to a request; faults of the user's are a page or JSON that says them.

    ``frame`` makes the links of a page; by default they are those of a server.
    """
    frame = frame or served_frame(request)
    try:
        route = match(request.path)
        made = route.load()(Visit(library, request, frame), **route.arguments)
        return _rendered(made, frame) if isinstance(made, Page) else made
    except NotFoundError as error:
        return refused(request, NOT_FOUND, library.without_paths(str(error)), frame)
    except PnpError as error:
        return refused(request, WRONG, library.without_paths(str(error)), frame)


def refused(request: Request, status: int, faults: str = "", frame: Frame | None = None) -> Made:
    """Return the page, or the JSON, that says why there is no other answer.

    ``faults`` has a line for each; without them the page says what is usually so.
    """
    frame = frame or served_frame(request)
    key = _WORDS[status]
    lines = faults.split("\n") if faults else [frame.t(f"error.{key}_says")]
    if request.path.endswith(".json"):
        text = json.dumps({"errors": lines}, indent=1, ensure_ascii=False)
        return Made(text.encode(), JSON, status)
    return _rendered(Page("error.html", frame.t(f"error.{key}"), {"lines": lines}, status), frame)


def served_frame(request: Request) -> Frame:
    """Return what surrounds a page that a server answers with."""
    query = urlencode(request.query, doseq=True)
    path = f"{request.path}?{query}" if query else request.path
    return Frame(request.lang, path, Served(request.prefix), request.face)


def _rendered(page: Page, frame: Frame) -> Made:
    return Made(render(page, frame), HTML, page.status)
