"""Canonical queries: requests with the same choices share one answer, made and cached once.

A browser sends a whole form, and people spell out defaults: ``?paper=a4&for=`` chooses nothing.
Pictures are excluded: pages link to them canonically, and drawing them is fast.
"""

from urllib.parse import parse_qs

from pnp.base.errors import PnpError
from pnp.make.wing import own_wings
from pnp.web.answer import served_frame
from pnp.web.library import Library
from pnp.web.routes import match
from pnp.web.views.page_choices import SHOW, ask, page_query, shown_in_full
from pnp.web.visit import Request, Visit

_JOBS = {  # that views are about
    **dict.fromkeys(("make:make_page", "make:make_json", "make:kit_pdf", "make:kit_zip"), ""),
    **{
        view: wing.job.name
        for wing in own_wings()
        for at, view in wing.views.items()
        if wing.job is not None and at.endswith(("/", "files.zip"))
    },
}


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
    shown = shown_in_full(visit) if is_page else []
    return found | {SHOW: shown} if shown else found
