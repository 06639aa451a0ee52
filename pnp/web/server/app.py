"""The web application: access, headers and caching; workers do the work."""

import asyncio
import re
import traceback
from collections.abc import AsyncIterator, Hashable, Mapping, Sequence
from contextlib import asynccontextmanager
from hashlib import sha256
from urllib.parse import parse_qsl, urlsplit

from starlette.applications import Starlette
from starlette.requests import ClientDisconnect
from starlette.requests import Request as WebRequest
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from pnp.make.choices import SINCE
from pnp.web.errors import NotFoundError
from pnp.web.frame import LANGUAGES, SVG, Face, Request
from pnp.web.library import Library
from pnp.web.routes import answer, known_query, leads_on, match, refused, split_language
from pnp.web.server.kept import AnswerCache, Versions
from pnp.web.server.pool import BusyError, Pool
from pnp.web.server.worker import Reply, Terms
from pnp.web.views.fields import SHARE

MOST_FIELDS = 1000
MOST_POSTED = 8_000  # bytes
PATIENCE = 10  # seconds in which a form must come

CONTENT_SECURITY = (
    "default-src 'none'; img-src 'self'; style-src 'self'; script-src 'self'; connect-src 'self'; "
    "font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
# A picture in a page never runs a script; one that is opened by itself is in a sandbox.
SANDBOX = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox"
HEADERS = {
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
LOCAL = ("127.0.0.1", "localhost", "[::1]")
POSTED = "/printer/"  # the one page that keeps something
_LONGEST = 8_000  # bytes of an address
_MADE = (".pdf", ".zip", "/make/", "/laser/", ".svg")

_RANGE = re.compile(r"bytes=(\d{0,15})-(\d{0,15})")
_FOREVER = "public, max-age=31536000, immutable"
_ASK_AGAIN = "no-cache"  # kept by browsers, which ask whether it has changed
RETRY = "3"  # seconds

ROBOTS = "User-agent: *\nDisallow: /*/make/\nDisallow: /*/laser/\nDisallow: /*?\n"
OWN, STATIC = "/own/", "/static/"
_CHANGING = (OWN, "/printer/")  # pages about what changes outside of any game's folder


async def read_request(web: WebRequest, face: Face) -> Request:
    """Return the request, with the language in the address or preferred by the browser.

    Raises:
        ValueError: If the query has too many parameters, or a form is too long.
        TimeoutError: If the form does not arrive in time.
    """
    prefix, path = split_language(web.scope["path"])
    lang = prefix or "en"
    if path.endswith("/") and not prefix:
        lang = accepted_language(web.headers.get("accept-language", ""))
    form = {}
    if web.method == "POST":
        form = _fields(await _body(web))
    query = _fields(web.scope["query_string"])
    origin = origin_of(web.headers.get("host", ""), face) if path.endswith(f"/{SHARE}") else ""
    return Request(path, query, lang, face, prefix, form, origin)


def origin_of(host: str, face: Face) -> str:
    """Return the address of the server as a visitor calls it in a Host header.

    The proxy of a public server has the certificate.
    """
    name = host_name(host)
    port = host.removeprefix(name).removeprefix(":")
    scheme = "https" if face == "public" and name not in LOCAL else "http"
    return f"{scheme}://{name}" + (f":{port}" if port.isdecimal() and port.isascii() else "")


async def _body(web: WebRequest) -> bytes:
    found = b""
    async with asyncio.timeout(PATIENCE):
        async for chunk in web.stream():
            found += chunk
            if len(found) > MOST_POSTED:
                raise ValueError("the form is too long")
    return found


def _fields(text: bytes) -> dict[str, list[str]]:
    fields: dict[str, list[str]] = {}
    pairs = parse_qsl(text.decode("latin-1"), keep_blank_values=True, max_num_fields=MOST_FIELDS)
    for name, value in pairs:
        fields.setdefault(name, []).append(value)
    return fields


def accepted_language(header: str) -> str:
    """Return the preferred page language of an Accept-Language header, or English."""
    best, most = "en", 0.0
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


def headers_for(media_type: str) -> Mapping[str, str]:
    """Return the headers that restrict an answer to being displayed."""
    return {
        **HEADERS,
        "Content-Security-Policy": SANDBOX if media_type == SVG else CONTENT_SECURITY,
    }


class Guard:
    """Refuses requests before any work: foreign host names, other methods, long addresses.

    ``hosts`` are the names by which browsers may address the server, so that a page of another site
    cannot reach a server at home under its own name (DNS rebinding). Other sites may link to an
    address, but not load it into their pages, if only to keep the server busy.
    """

    def __init__(self, face: Face, hosts: Sequence[str] = LOCAL) -> None:
        self._face = face
        self._hosts = frozenset(map(str.lower, hosts))

    def refusal(self, web: WebRequest, *, linked: bool = True) -> Response | None:
        """Return the response that refuses a request, or None.

        An address that is not ``linked`` is only for pages of this server.
        """
        path = web.scope["path"]
        if host_name(web.headers.get("host", "")) not in self._hosts:
            return _refused("this server does not answer to that name", 400)
        if "content-length" in web.headers and "transfer-encoding" in web.headers:
            return _refused("this request has two lengths", 400, Connection="close")
        if len(path) + len(web.scope["query_string"]) > _LONGEST:
            return _refused("the address is too long", 414)
        if _is_foreign(web) and not (linked and _follows_link(web)):
            return _refused("another site may link to this address, not load it", 403)
        if web.method in ("GET", "HEAD"):
            return None
        may_post = self._face != "public" and split_language(path)[1] == POSTED
        if web.method != "POST" or not may_post:
            allowed = "GET, HEAD, POST" if may_post else "GET, HEAD"
            return _refused("this address can only be read", 405, Allow=allowed)
        if not self._is_from_here(web):
            return _refused("this form comes from another site", 403)
        return None

    def headers(self, web: WebRequest) -> Mapping[str, str]:
        """Return the headers of every response to a request."""
        path, query = web.scope["path"], web.scope["query_string"]
        is_made = self._face == "public" and (query or any(part in path for part in _MADE))
        return {**HEADERS, "X-Robots-Tag": "noindex"} if is_made else HEADERS

    def _is_from_here(self, web: WebRequest) -> bool:
        """Return whether a form comes from a page of this server, according to the browser."""
        site = web.headers.get("sec-fetch-site")
        if site is not None:
            return site in ("same-origin", "none")
        origin = web.headers.get("origin", "")
        return bool(origin) and urlsplit(origin).netloc == web.headers.get("host", "")


def _is_foreign(web: WebRequest) -> bool:
    """Return whether a request comes from a page of another site, according to the browser."""
    return web.headers.get("sec-fetch-site", "none") not in ("same-origin", "none")


def _follows_link(web: WebRequest) -> bool:
    """Return whether a person opens the address, not a frame, a script or a browser in advance."""
    asked = web.headers
    opens = asked.get("sec-fetch-mode") == "navigate" and asked.get("sec-fetch-dest") == "document"
    return opens and "sec-purpose" not in asked


def host_name(host: str) -> str:
    """Return the name in a Host header without the port; IPv6 addresses keep their brackets."""
    if host.startswith("["):
        return host.partition("]")[0].lower() + "]"
    return host.partition(":")[0].lower()


def _refused(text: str, status: int, **headers: str) -> Response:
    return PlainTextResponse(f"{text}\n", status, headers)


def response(
    reply: Reply, asked: Mapping[str, str], *, varies: bool = False, lasting: bool = False
) -> Response:
    """Return the response with a reply, given the request headers ``asked``.

    ``varies`` means that the language depends on the browser, ``lasting`` that the content of the
    address never changes.
    """
    made = reply.made
    headers = {**headers_for(made.media_type), "Vary": "Accept-Encoding"}
    if varies:
        headers["Vary"] += ", Accept-Language"
    if made.download:
        headers["Content-Disposition"] = f'attachment; filename="{_plain(made.download)}"'
    if made.status != 200:
        headers["Cache-Control"] = "no-store"
        if made.status == 503:
            headers["Retry-After"] = RETRY
        return Response(made.content, made.status, headers, made.media_type)
    headers["Cache-Control"] = _FOREVER if lasting else _ASK_AGAIN
    content, tag = made.content, f'"{reply.sha256[:32]}"'
    if reply.gzipped and _takes_gzip(asked.get("accept-encoding", "")):
        content, tag = reply.gzipped, f'"{reply.sha256[:32]}-gzip"'
        headers["Content-Encoding"] = "gzip"
    headers["ETag"] = tag
    if _is_known(tag, asked.get("if-none-match", "")):
        return Response(status_code=304, headers=headers)
    if "Content-Encoding" not in headers:
        headers["Accept-Ranges"] = "bytes"
        if asked.get("if-range", tag) == tag and "range" in asked:
            return _part(content, asked["range"], headers, made.media_type)
    return Response(content, made.status, headers, made.media_type)


def _part(content: bytes, wanted: str, headers: dict[str, str], media_type: str) -> Response:
    """Return the response with a range of the content; several ranges or other units get all."""
    found, size = _RANGE.fullmatch(wanted.strip()), len(content)
    if found is None or found[1] == found[2] == "":
        return Response(content, 200, headers, media_type)
    if found[1]:
        first, last = int(found[1]), min(int(found[2] or size - 1), size - 1)
    else:
        first, last = max(size - int(found[2]), 0), size - 1
    if first > last:
        headers["Content-Range"] = f"bytes */{size}"
        return Response(status_code=416, headers=headers)
    headers["Content-Range"] = f"bytes {first}-{last}/{size}"
    return Response(content[first : last + 1], 206, headers, media_type)


def _takes_gzip(header: str) -> bool:
    for part in header.lower().split(","):
        name, _, weight = part.partition(";")
        if name.strip() in ("gzip", "*"):
            return weight.replace(" ", "") not in ("q=0", "q=0.0", "q=0.00", "q=0.000")
    return False


def _is_known(tag: str, header: str) -> bool:
    known = {one.strip().removeprefix("W/") for one in header.split(",")}
    return tag in known or "*" in known


def _plain(name: str) -> str:
    """Return a file's name in the form for a header."""
    return re.sub(r"[^A-Za-z0-9._-]", "_", name)


class Application:
    """Answers requests with a pool of workers, and caches their answers.

    ``desk`` is a pool of one worker, which answers requests about a designer's own folder.
    """

    def __init__(
        self,
        library: Library,
        pool: Pool,
        terms: Terms,
        face: Face,
        guard: Guard,
        desk: Pool | None = None,
    ) -> None:
        self._library = library
        self._pool = pool
        self._desk = desk
        self._face = face
        self._guard = guard
        self._answers = AnswerCache(terms.kept_mb)
        self._versions = Versions(library, pool, face)
        self._running: dict[Hashable, _Shared] = {}

    def starlette(self, *more: BaseRoute) -> Starlette:
        """Return the Starlette application; ``more`` routes come first."""

        @asynccontextmanager
        async def lifespan(app: Starlette) -> AsyncIterator[None]:
            pools = [self._pool, *([self._desk] if self._desk else [])]
            for pool in pools:
                await pool.start()
            try:
                yield
            finally:
                for pool in pools:
                    await pool.end()

        methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT"]
        routes = [*more, Route("/{path:path}", self._respond, methods=methods)]
        app = Starlette(routes=routes, lifespan=lifespan)
        app.router.redirect_slashes = False  # an address with a line break is that of no route
        return app

    async def _respond(self, web: WebRequest) -> Response:
        try:
            found = self._guard.refusal(web) or await self._response(web)
        except Exception:  # a bug: whoever runs the server sees where, whoever asks does not
            traceback.print_exc()
            found = PlainTextResponse("something went wrong\n", 500)
        found.headers.update(self._guard.headers(web))
        return found

    async def _response(self, web: WebRequest) -> Response:
        path = web.scope["path"]
        if path == "/robots.txt":
            return PlainTextResponse(ROBOTS)
        try:
            request = await read_request(web, self._face)
        except (ClientDisconnect, TimeoutError, ValueError):
            return PlainTextResponse("there are too many fields here\n", 400)
        if leads_on(path):
            query = web.scope["query_string"].decode("latin-1")
            query = f"?{query}" if query else ""
            return RedirectResponse(f"{path}/{query}", 308)
        if not self._is_there(request.path):
            return response(Reply.of(refused(request, "not_found")), web.headers)
        lasting = request.path.startswith(STATIC) and "v" in request.query
        request = request._replace(query=known_query(request))
        varies = request.path.endswith("/") and not request.prefix
        try:
            reply = await self._reply(request, web)
        except BusyError:
            reply = Reply.of(refused(request, "busy"))
        return response(reply, web.headers, varies=varies, lasting=lasting)

    def _is_there(self, path: str) -> bool:
        """Return whether an address may have an answer, without doing any work."""
        try:
            match(path)
        except NotFoundError:
            return False
        return self._face != "public" or not path.startswith(_CHANGING)

    async def _reply(self, request: Request, web: WebRequest) -> Reply:
        """Return the answer, from the cache or shared with other waiting requests if possible."""
        if request.path.startswith(STATIC):
            return self._static(request)
        if request.form or request.path.startswith(_CHANGING):
            return await _Shared(self._pool_for(request), request, web).reply()
        reply = await self._kept_reply(request, web)
        if reply.query is None:
            return reply
        return await self._kept_reply(request._replace(query=reply.query), web)

    def _pool_for(self, request: Request) -> Pool:
        """Return the pool that answers: only the desk remembers how its game looked before."""
        is_of_desk = request.path.startswith(OWN) or SINCE in request.query
        return self._desk if self._desk and is_of_desk else self._pool

    def _static(self, request: Request) -> Reply:
        """Return a style sheet, script or font even if the workers are overloaded.

        The page that reports the overload needs them.
        """
        key = request.path
        reply = self._answers.get(key)
        if reply is None:
            reply = Reply.of(answer(self._library, request))
            if reply.made.status == 200:
                self._answers.keep(key, reply)
        return reply

    async def _kept_reply(self, request: Request, web: WebRequest) -> Reply:
        games, pool = self._games(request.path), self._pool_for(request)
        version = await self._versions.of(games)
        if version is None:
            return await _Shared(pool, request, web).reply()
        key = _key(version, request)
        kept = self._answers.get(key)
        if kept is not None:
            return kept
        shared = self._running.get(key)
        if shared is None:
            shared = self._running[key] = _Shared(pool, request, web)
        else:
            shared.join(web)
        try:
            reply = await shared.reply()
        finally:
            self._running.pop(key, None)
        if reply.made.status == 200 and await self._versions.is_current(games, version):
            self._answers.keep(key, reply)
        return reply

    def _games(self, path: str) -> tuple[str, ...]:
        """Return the game of an address, or all of the user's own games."""
        parts = path.split("/")
        game = parts[2].partition(".")[0] if len(parts) > 2 and parts[1] == "games" else ""
        return (game,) if game in self._library.ids() else self._library.own


def _key(version: Hashable, request: Request) -> bytes:
    """Return the cache key of a request: a checksum of all on which its answer depends."""
    query = sorted(request.query.items())
    decisive = version, request.path, request.lang, request.prefix, request.origin, query
    return sha256(repr(decisive).encode()).digest()


class _Shared:
    """An answer for which several requests wait."""

    def __init__(self, pool: Pool, request: Request, web: WebRequest) -> None:
        self._asking = [web]
        self._task = asyncio.create_task(pool.reply(request, self._is_wanted))

    def join(self, web: WebRequest) -> None:
        """Add another request that waits for the answer."""
        self._asking.append(web)

    async def reply(self) -> Reply:
        """Wait for the answer."""
        return await asyncio.shield(self._task)

    async def _is_wanted(self) -> bool:
        for web in list(self._asking):
            if not await web.is_disconnected():
                return True
        return False
