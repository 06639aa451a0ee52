"""Answers requests, with the same function on a server and for a static site."""

import json
from urllib.parse import urlencode

from pnp.base.errors import PnpError
from pnp.web.errors import STATUS
from pnp.web.frame import Served, WebFrame
from pnp.web.library import Library
from pnp.web.render import WebPage, render
from pnp.web.routes import match
from pnp.web.visit import HTML, JSON, Made, NotFoundError, Request, Visit


def answer(library: Library, request: Request, frame: WebFrame | None = None) -> Made:
    """Return the answer to a request; the user's mistakes become a page or JSON that lists them.

    ``frame`` makes the links of a page; the default ones are those of a server.
    """
    frame = frame or served_frame(request)
    try:
        return view(Visit(library, request, frame))
    except NotFoundError as error:
        return refused(request, "not_found", library.without_paths(str(error)), frame)
    except PnpError as error:
        return refused(request, "bad_request", library.without_paths(str(error)), frame)


def view(visit: Visit) -> Made:
    """Return the result of the view of an address.

    Raises:
        NotFoundError: If no page has the address.
        PnpError: If something cannot be made.
    """
    route = match(visit.request.path)
    made = route.load()(visit, **route.arguments)
    return rendered(made, visit.frame) if isinstance(made, WebPage) else made


def refused(request: Request, why: str, faults: str = "", frame: WebFrame | None = None) -> Made:
    """Return the page or the JSON that says why a request has no other answer.

    ``why`` is a key of STATUS. ``faults`` has a line for each fault; without it the page states the
    usual reason.
    """
    frame, status = frame or served_frame(request), STATUS[why]
    says, lines = frame.t(f"error.{why}_says"), faults.split("\n") if faults else []
    if request.path.endswith(".json"):
        text = json.dumps({"errors": lines or [says]}, indent=1, ensure_ascii=False)
        return Made(text.encode(), JSON, status)
    again = frame.to(frame.path) if why == "busy" else ""
    values = {"says": says, "faults": lines, "again": again}
    return rendered(WebPage("error.html", frame.t(f"error.{why}"), values, status), frame)


def served_frame(request: Request) -> WebFrame:
    """Return the frame of a page on a server."""
    query = urlencode(request.query, doseq=True)
    path = f"{request.path}?{query}" if query else request.path
    return WebFrame(request.lang, path, Served(request.prefix), request.face)


def rendered(page: WebPage, frame: WebFrame) -> Made:
    """Return a page as HTML."""
    return Made(render(page, frame), HTML, page.status)
