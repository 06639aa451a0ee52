"""What a view is given, and what it gives back."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from pnp.web.errors import NotFoundError

if TYPE_CHECKING:
    from pnp.web.frame import Face, WebFrame
    from pnp.web.library import Library

__all__ = ["Made", "NotFoundError", "Request", "Visit"]
HTML = "text/html; charset=utf-8"
JSON = "application/json"
SVG = "image/svg+xml"
PDF = "application/pdf"
XML = "application/xml"
ZIP = "application/zip"


class Request(NamedTuple):
    """What is asked for: an address, and the language of its page.

    ``path`` begins with a slash and has no prefix of a language; ``prefix`` is that prefix, such
    as "de", if the address had one. ``query`` has the values of each parameter in their order.
    ``face`` is who asks: "serve" (somebody on this machine), "public" (anybody), "site" (files to
    keep) or "desk" (a designer's own folder). It decides what is offered, never how it looks.
    ``form`` has the fields of a form that was posted, on this machine alone.
    """

    path: str
    query: Mapping[str, list[str]] = {}
    lang: str = "en"
    face: "Face" = "serve"
    prefix: str = ""
    form: Mapping[str, list[str]] = {}


class Made(NamedTuple):
    """The answer to a request; ``download`` is the name of a file to be saved."""

    content: bytes
    media_type: str
    status: int = 200
    download: str = ""


class Visit(NamedTuple):
    """A request as a view sees it, with the games there are and the frame of the page."""

    library: "Library"
    request: Request
    frame: "WebFrame"
