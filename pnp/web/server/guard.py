"""Access control for the server, and the headers of every answer."""

from collections.abc import Mapping, Sequence
from urllib.parse import urlsplit

from starlette.requests import Request as WebRequest
from starlette.responses import PlainTextResponse, Response

from pnp.web.frame import Face
from pnp.web.routes import split_language
from pnp.web.visit import SVG

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


def headers_for(media_type: str) -> Mapping[str, str]:
    """Return the headers that restrict an answer to being displayed."""
    return {
        **HEADERS,
        "Content-Security-Policy": SANDBOX if media_type == SVG else CONTENT_SECURITY,
    }


class Guard:
    """Refuses requests before any work: foreign host names, other methods, long addresses.

    ``hosts`` are the names by which browsers may address the server, so that a page of another site
    cannot reach a server at home under its own name (DNS rebinding).
    """

    def __init__(self, face: Face, hosts: Sequence[str] = LOCAL) -> None:
        self._face = face
        self._hosts = frozenset(map(str.lower, hosts))

    def refusal(self, web: WebRequest) -> Response | None:
        """Return the response that refuses a request, or None."""
        path = web.scope["path"]
        if host_name(web.headers.get("host", "")) not in self._hosts:
            return _refused("this server does not answer to that name", 400)
        if len(path) + len(web.scope["query_string"]) > _LONGEST:
            return _refused("the address is too long", 414)
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


def host_name(host: str) -> str:
    """Return the name in a Host header without the port; IPv6 addresses keep their brackets."""
    if host.startswith("["):
        return host.partition("]")[0].lower() + "]"
    return host.partition(":")[0].lower()


def _refused(text: str, status: int, **headers: str) -> Response:
    return PlainTextResponse(f"{text}\n", status, headers)
