"""The web application: requests in, answers out, work elsewhere."""

from starlette.applications import Starlette
from starlette.requests import Request as WebRequest
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

from pnp.web.frame import LANGUAGES, Face
from pnp.web.routes import leads_on, split_language
from pnp.web.server.guard import LOCAL, headers_for, host_name
from pnp.web.server.pool import Pool
from pnp.web.visit import Request


def application(pool: Pool, face: Face, hosts: tuple[str, ...] = LOCAL) -> Starlette:
    """Return the application; ``hosts`` are the names by which browsers may call it."""

    async def reply(web: WebRequest) -> Response:
        if host_name(web.headers.get("host", "")) not in hosts:
            return PlainTextResponse("this host is not served here\n", 400)
        request = read_request(web, face)
        if leads_on(request.path):
            query = f"?{web.url.query}" if web.url.query else ""
            return RedirectResponse(f"{web.url.path}/{query}", 308)
        made = await pool.answer(request)
        headers = dict(headers_for(made.media_type))
        if made.download:
            headers["Content-Disposition"] = f'attachment; filename="{made.download}"'
        return Response(made.content, made.status, headers, made.media_type)

    return Starlette(routes=[Route("/{path:path}", reply)])


def read_request(web: WebRequest, face: Face) -> Request:
    """Return what is asked for, with the language that the address or the browser names."""
    prefix, path = split_language(web.url.path)
    query: dict[str, list[str]] = {}
    for name, value in web.query_params.multi_items():
        query.setdefault(name, []).append(value)
    lang = prefix or accepted_language(web.headers.get("accept-language", ""))
    return Request(path, query, lang, face, prefix)


def accepted_language(header: str) -> str:
    """Return the language of pages that an Accept-Language header likes best, or English."""
    best, most = next(iter(LANGUAGES)), 0.0
    for part in header[:200].split(","):
        name, _, weight = part.partition(";")
        code = name.strip().lower().partition("-")[0]
        try:
            liked = float(weight.strip().removeprefix("q=") or 1)
        except ValueError:
            continue
        if code in LANGUAGES and liked > most:
            best, most = code, liked
    return best
