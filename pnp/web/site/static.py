"""The style sheets, scripts and fonts of a site."""

import re
from collections.abc import Iterable, Iterator

from pnp.web.answer import view
from pnp.web.frame import WebFrame
from pnp.web.library import Library
from pnp.web.site.places import STATIC
from pnp.web.visit import Request, Visit

_URL = re.compile(rb"url\(\"?([a-z0-9-]+\.[a-z0-9]+)[^)]*\)")


def static_files(names: Iterable[str]) -> Iterator[tuple[str, bytes]]:
    """Yield the files with these names, and those to which style sheets among them refer."""
    waiting, done = sorted(names), set()
    while waiting:
        name = waiting.pop()
        if name in done:
            continue
        done.add(name)
        request = Request(f"/{STATIC}{name}", face="site")
        content = view(Visit(Library({}), request, WebFrame(face="site"))).content
        yield STATIC + name, content
        if name.endswith(".css"):
            waiting += (found.decode() for found in _URL.findall(content))
