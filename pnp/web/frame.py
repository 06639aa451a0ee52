"""The frame of every page, and the requests and answers of views."""

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from pnp.base.files import templates
from pnp.base.languages import ENGLISH
from pnp.make.wing import other_pages
from pnp.web.errors import NotFoundError
from pnp.web.words import LANGUAGES, words_of

if TYPE_CHECKING:
    from jinja2 import Environment

    from pnp.web.library import Library

__all__ = ["LANGUAGES", "Made", "NotFoundError", "Request", "Visit", "words_of"]

Face = Literal["serve", "public", "site", "desk"]
Link = Callable[[str, str | None], str]
"""Takes the address of a page or file, and a language if it is not that of the page; returns the
link that a page has to it."""

HTML = "text/html; charset=utf-8"
JSON = "application/json"
SVG = "image/svg+xml"
PDF = "application/pdf"
XML = "application/xml"
ZIP = "application/zip"


class Served:
    """Links on a server: pages have the prefix of their language, files do not."""

    def __init__(self, prefix: str = "") -> None:
        self.prefix = prefix

    def __call__(self, path: str, lang: str | None) -> str:
        """Return the link to an address in a language, by default that of the prefix."""
        code = lang or self.prefix
        is_page = path.partition("?")[0].partition("#")[0].endswith("/")
        return f"/{code}{path}" if code and is_page else path


class FooterLink(NamedTuple):
    """A link in the footer of every page; ``lang`` is the language of its text if another one."""

    text: str
    href: str
    lang: str = ""

    @property
    def is_elsewhere(self) -> bool:
        """Whether it leads out of the site."""
        return not self.href.startswith("/")


class Signature(NamedTuple):
    """Who publishes a page, in the language of the page, and how it looks.

    ``logo`` and ``icon`` are addresses of pictures, ``styles`` those of further style sheets.
    ``title`` and ``lead`` replace those of the start page. ``name`` is pnp's own unless there is a
    ``publisher``.
    """

    name: str = "pnp"
    publisher: bool = False
    title: str = ""
    lead: str = ""
    logo: str = ""
    logo_size: tuple[int, int] = (0, 0)
    icon: str = ""
    styles: tuple[str, ...] = ()
    footer: tuple[FooterLink, ...] = ()
    rights: str = ""
    contact: str = ""
    url: str = ""
    credit: bool = False

    @property
    def shows_pnp(self) -> bool:
        """Whether pages may name the program that made them."""
        return self.credit or not self.publisher


class PageLanguage(NamedTuple):
    """A language in which a page is available, with the link to it."""

    code: str
    name: str
    link: str
    is_current: bool


class WebFrame(NamedTuple):
    """The frame of a page.

    ``path`` is the address of the page with its query, without its language. ``offered`` lists the
    languages in which it is available. ``public`` makes whole addresses as ``link`` makes links;
    only a site whose address is known has it. ``feed`` is the address of the feed of changes,
    ``picture`` that of what a shared link shows; a server has neither.
    """

    lang: str = "en"
    path: str = "/"
    link: Link = Served()
    face: Face = "serve"
    offered: tuple[str, ...] = tuple(LANGUAGES)
    signature: Signature = Signature()
    public: Link | None = None
    feed: str = ""
    picture: str = ""

    @property
    def canonical(self) -> str:
        """The address of the page for search engines; "" if none is known."""
        return self.public(self.path, None) if self.public else ""

    @property
    def alternates(self) -> Iterator[tuple[str, str]]:
        """The addresses of the page in each language, and for readers of other languages."""
        if self.public:
            for code in self.offered:
                yield code, self.public(self.path, code)
            yield "x-default", self.public(self.path, self.offered[0])

    @property
    def other_pages(self) -> tuple[str, ...]:
        """The pages of jobs below the address of a game, beside the one for printing."""
        return other_pages()

    def to(self, path: str, lang: str | None = None) -> str:
        """Return the link to an address: "/games/turno/", "/games/turno/cover.svg"."""
        return self.link(path, lang)

    def static(self, name: str) -> str:
        """Return the link to a style sheet, script or font; it changes with the file's content."""
        return self.to(f"/static/{name}?v={_version(name)}")

    def t(self, key: str, **values: object) -> str:
        """Return the words for ``key`` in the language of the page, filled with values.

        The value ``n`` chooses between singular and plural.
        """
        return words_of(self.lang, key, **values)

    def labelled(self, name: str, value: object) -> str:
        """Return a label and a value, separated by the colon of the language."""
        return self.t("frame.labelled", name=name, value=value)

    def decimal(self, number: float) -> str:
        """Return a number with one decimal in the format of the language."""
        return f"{number:.1f}".replace(".", "." if self.lang == ENGLISH else ",")

    def number(self, number: float, *, signed: bool = False) -> str:
        """Return a number with all its decimals in the format of the language."""
        written = f"{number:+g}" if signed else f"{number:g}"
        return written if self.lang == ENGLISH else written.replace(".", ",")

    @property
    def languages(self) -> Iterator[PageLanguage]:
        """The languages in which the page is available."""
        for code in self.offered:
            link = self.to(self.path, code)
            yield PageLanguage(code, LANGUAGES[code], link, code == self.lang)


@cache
def _version(name: str) -> str:
    content = (templates() / "web" / "static" / name).read_bytes()
    return sha256(content).hexdigest()[:8]


class WebPage(NamedTuple):
    """A page to be rendered.

    ``template`` is a file in ``templates/web`` that receives ``values``, ``frame`` and ``t``, the
    words of the page's language. ``title`` is for browser tabs, ``about`` for search engines.
    ``at`` marks an entry of the menu: "games", "own", "printer". ``data`` is the address of the
    same content as JSON, and ``described`` what it says to search engines, in terms of schema.org.
    ``scripts`` and ``styles`` are files in ``templates/web/static``. Search engines leave out a
    page that is not ``indexed``.
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
    described: Mapping[str, Any] = {}
    indexed: bool = True


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


class Request(NamedTuple):
    """A request: an address, and the language of its page.

    ``path`` begins with a slash and has no language prefix; ``prefix`` is that prefix, such as
    "de", if the address had one. ``query`` has the values of each parameter in order. ``face`` is
    the audience: "serve" (somebody on this computer), "public" (anybody), "site" (static files) or
    "desk" (a designer's own folder). It decides what is offered, never how it looks. ``form`` has
    the fields of a posted form, only on this computer. ``origin`` is the address of the server as
    the visitor reaches it, without a slash at the end, for the answers that have it.
    """

    path: str
    query: Mapping[str, list[str]] = {}
    lang: str = "en"
    face: "Face" = "serve"
    prefix: str = ""
    form: Mapping[str, list[str]] = {}
    origin: str = ""


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
