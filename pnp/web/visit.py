"""The input and the output of views."""

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
    """A request: an address, and the language of its page.

    ``path`` begins with a slash and has no language prefix; ``prefix`` is that prefix, such as
    "de", if the address had one. ``query`` has the values of each parameter in order. ``face`` is
    the audience: "serve" (somebody on this computer), "public" (anybody), "site" (static files) or
    "desk" (a designer's own folder). It decides what is offered, never how it looks. ``form`` has
    the fields of a posted form, only on this computer.
    """

    path: str
    query: Mapping[str, list[str]] = {}
    lang: str = "en"
    face: "Face" = "serve"
    prefix: str = ""
    form: Mapping[str, list[str]] = {}


class Made(NamedTuple):
    """The answer to a request; ``download`` is the file name under which to save it."""

    content: bytes
    media_type: str
    status: int = 200
    download: str = ""


class Visit(NamedTuple):
    """A request as a view sees it, with the available games and the frame of the page."""

    library: "Library"
    request: Request
    frame: "WebFrame"
