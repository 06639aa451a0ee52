"""Converts HTTP requests into those that views use."""

import asyncio
from urllib.parse import parse_qsl

from starlette.requests import Request as WebRequest

from pnp.web.frame import LANGUAGES, Face
from pnp.web.routes import split_language
from pnp.web.visit import Request

MOST_FIELDS = 1000
MOST_POSTED = 8_000  # bytes
PATIENCE = 10  # seconds in which a form must come


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
    return Request(path, _fields(web.scope["query_string"]), lang, face, prefix, form)


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
