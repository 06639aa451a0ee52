"""HTTP responses: compressed, partial, or "not modified"."""

import re
from collections.abc import Mapping

from starlette.responses import Response

from pnp.web.server.guard import headers_for
from pnp.web.server.messages import Reply

_RANGE = re.compile(r"bytes=(\d{0,15})-(\d{0,15})")
_FOREVER = "public, max-age=31536000, immutable"
_ASK_AGAIN = "no-cache"  # kept by browsers, which ask whether it has changed
RETRY = "3"  # seconds


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
