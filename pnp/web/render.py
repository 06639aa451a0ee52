"""Renders pages as HTML."""

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from pnp.base.files import templates
from pnp.web.frame import WebFrame

if TYPE_CHECKING:
    from jinja2 import Environment


class WebPage(NamedTuple):
    """A page to be rendered.

    ``template`` is a file in ``templates/web`` that receives ``values``, ``frame`` and ``t``, the
    words of the page's language. ``title`` is for browser tabs, ``about`` for search engines.
    ``at`` marks an entry of the menu: "games", "own", "printer". ``data`` is the address of the
    same content as JSON. ``scripts`` and ``styles`` are files in ``templates/web/static``.
    """

    template: str
    title: str
    values: Mapping[str, Any]
    status: int = 200
    about: str = ""
    at: str = ""
    data: str = ""
    scripts: tuple[str, ...] = ()
    styles: tuple[str, ...] = ()


def render(page: WebPage, frame: WebFrame) -> bytes:
    """Return a page as HTML."""
    template = _environment().get_template(page.template)
    html = template.render({**page.values, "page": page, "frame": frame, "t": frame.t})
    return html.encode()


@cache
def _environment() -> "Environment":
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    return Environment(
        loader=FileSystemLoader(templates() / "web"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
