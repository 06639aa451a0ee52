"""The web application: it takes requests and returns answers; workers do the rest."""

import asyncio
import traceback
from collections.abc import AsyncIterator, Hashable
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.requests import ClientDisconnect
from starlette.requests import Request as WebRequest
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from pnp.base.own_folders import settings_folder
from pnp.web.answer import answer, refused
from pnp.web.errors import NotFoundError
from pnp.web.frame import Face
from pnp.web.library import Library, file_states
from pnp.web.routes import leads_on, match
from pnp.web.server.answer_cache import AnswerCache
from pnp.web.server.guard import Guard
from pnp.web.server.messages import Reply
from pnp.web.server.pool import BusyError, Pool
from pnp.web.server.requests import read_request
from pnp.web.server.responses import response
from pnp.web.server.terms import Terms
from pnp.web.visit import Request

ROBOTS = "User-agent: *\nDisallow: /*/make/\nDisallow: /*/laser/\nDisallow: /*?\n"
OWN, STATIC = "/own/", "/static/"
_CHANGING = (OWN, "/printer/")  # pages about what changes outside of any game's folder


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
        return Starlette(routes=routes, lifespan=lifespan)

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
            query = f"?{web.url.query}" if web.url.query else ""
            return RedirectResponse(f"{path}/{query}", 308)
        if not self._is_there(request.path):
            return response(Reply.of(refused(request, "not_found")), web.headers)
        lasting = request.path.startswith(STATIC) and "v" in request.query
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
            pool = self._desk if self._desk and request.path.startswith(OWN) else self._pool
            return await _Shared(pool, request, web).reply()
        reply = await self._kept_reply(request, web)
        if reply.query is None:
            return reply
        return await self._kept_reply(request._replace(query=reply.query), web)

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
        key = self._key(request)
        kept = self._answers.get(key)
        if kept is not None:
            return kept
        shared = self._running.get(key)
        if shared is None:
            shared = self._running[key] = _Shared(self._pool, request, web)
        else:
            shared.join(web)
        try:
            reply = await shared.reply()
        finally:
            self._running.pop(key, None)
        if reply.made.status == 200:
            self._answers.keep(key, reply)
        return reply

    def _key(self, request: Request) -> Hashable:
        """Return the cache key of a request: everything on which its answer depends."""
        query = tuple(sorted((name, tuple(values)) for name, values in request.query.items()))
        return self._version(request.path), request.path, request.lang, request.prefix, query

    def _version(self, path: str) -> Hashable:
        """Return the version of the game of an address, or of all the user's own games."""
        parts = path.split("/")
        game = parts[2].partition(".")[0] if len(parts) > 2 and parts[1] == "games" else ""
        about = (game,) if game in self._library.ids() else self._library.own
        return tuple(self._library.version(one) for one in about), self._printers()

    def _printers(self) -> Hashable:
        """Return a key that changes when one of the user's printers is measured again."""
        if self._face == "public":
            return ()
        return tuple(sorted(file_states(settings_folder() / "printers")))


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
