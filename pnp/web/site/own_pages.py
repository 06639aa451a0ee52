"""Pages with texts of a site's publisher, such as an imprint: Markdown beside ``site.toml``."""

import posixpath
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import SplitResult, unquote, urlsplit

from pnp.base.errors import unreadable
from pnp.base.files import names_in, read_sandboxed
from pnp.base.text import address_parts, control_character_fault, is_web_address
from pnp.base.units import quoted
from pnp.game.fields import read_id
from pnp.web.frame import LANGUAGES, WebFrame, WebPage

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

_INDEX = "index.html"
_TAKEN = ("all", "by", "files", "games", "own", "static", "values", *LANGUAGES)


class OwnPage(NamedTuple):
    """A page of a site: its name, and its text as Markdown in each language that it is in."""

    id: str
    texts: Mapping[str, str]

    @property
    def content(self) -> bytes:
        """All that it says."""
        return repr(sorted(self.texts.items())).encode()

    def linked_files(self) -> Iterator[tuple[str, str]]:
        """Yield the place of each link to a file of the site, and that file."""
        for lang, text in self.texts.items():
            for line, token in _inline(text):
                if target := link_target(str(token.attrs.get("href", ""))):
                    yield f"{self.id}.{lang}.md, line {line}", target


def link_fault(href: str) -> str:
    """Return what is wrong with a link: it leads to the web, a mailbox or a file of the site."""
    parts = address_parts(href)
    if parts is not None and (is_web_address(href) or _is_mail(parts) or _is_file(parts)):
        return ""
    return (
        'write an address that begins with "https://" or "mailto:", or the path of a file of the '
        f"site, not {quoted(href)}"
    )


def _is_mail(parts: SplitResult) -> bool:
    return parts.scheme == "mailto" and "@" in parts.path


def _is_file(parts: SplitResult) -> bool:
    if parts.scheme or parts.netloc or parts.query or parts.path.startswith("/"):
        return False
    path = posixpath.normpath(unquote(parts.path))
    is_within = path.split("/")[0] != ".." and not set("\\#?%") & set(path)
    return is_within and bool(parts.path or parts.fragment)


def link_target(href: str) -> str:
    """Return the file of the site to which a link leads; "" if it leads elsewhere."""
    parts = urlsplit(href)
    if parts.scheme or not parts.path:
        return ""
    path = posixpath.normpath(unquote(parts.path))
    is_folder = parts.path.endswith("/") or path == "."
    return posixpath.normpath(posixpath.join(path, _INDEX)) if is_folder else path


def link_address(href: str) -> str:
    """Return the address to which a link leads, as pages ask for it."""
    target, hash_sign, fragment = link_target(href), *href.partition("#")[1:]
    return f"/{target}{hash_sign}{fragment}" if target else href


def read_page(folder: Path, name: str) -> OwnPage:
    """Read the text of a page in each language: ``imprint.en.md``, ``imprint.de.md``.

    Raises:
        ValueError: If it has none, or a text is wrong: an argument for each fault.
    """
    read_id(name)
    if name in _TAKEN:
        raise ValueError(f"{quoted(name)} is a folder of the site; choose another name")
    texts, faults = dict[str, str](), list[str]()
    for lang in LANGUAGES:
        for file in names_in(folder, ".", f"{name}.{lang}.md"):
            try:
                texts[lang] = _read(folder, file)
            except ValueError as error:
                faults += (f"{file}: {one}" for one in error.args)
    if not (texts or faults):
        raise ValueError(f"write its text into {name}.en.md, {name}.de.md, … beside site.toml")
    if faults:
        raise ValueError(*faults)
    return OwnPage(name, texts)


def _read(folder: Path, file: str) -> str:
    try:
        text = read_sandboxed(folder, folder / file, "text_kb").decode("utf-8-sig")
    except OSError as error:
        raise ValueError(str(unreadable(error))) from None
    except UnicodeDecodeError:
        raise ValueError("save it as UTF-8") from None
    if fault := control_character_fault(text):
        raise ValueError(fault)
    lines = ((line, _fault(token)) for line, token in _inline(text))
    if faults := [f"line {line}: {fault}" for line, fault in lines if fault]:
        raise ValueError(*faults)
    return text


def _parser() -> "MarkdownIt":
    from markdown_it import MarkdownIt

    return MarkdownIt("commonmark", {"xhtmlOut": False})


def _inline(text: str) -> Iterator[tuple[int, "Token"]]:
    """Yield every link, picture and piece of HTML in Markdown, with its line."""
    for block in _parser().parse(text):
        line = block.map[0] + 1 if block.map else 1
        for token in (block, *(block.children or ())):
            if token.type in ("link_open", "image", "html_block", "html_inline"):
                yield line, token


def _fault(token: "Token") -> str:
    if token.type == "image":
        return "has a picture; such a page is text alone"
    if token.type != "link_open":
        return f"has HTML, {quoted(token.content.strip())}; write Markdown"
    return link_fault(str(token.attrs["href"]))


def own_page(frame: WebFrame, page: OwnPage, name: str) -> WebPage:
    """Return a page with its text; it is called ``name`` unless the text begins with a title."""
    lang = frame.lang if frame.lang in page.texts else next(iter(page.texts))
    parser = _parser()
    tokens = parser.parse(page.texts[lang])
    if tokens and (tokens[0].type, tokens[0].tag) == ("heading_open", "h1"):
        name, tokens = tokens[1].content, tokens[3:]
    for token in (inner for block in tokens for inner in block.children or ()):
        if token.type == "link_open" and link_target(href := str(token.attrs["href"])):
            token.attrs["href"] = frame.to(link_address(href))
    body = parser.renderer.render(tokens, parser.options, {})
    values = {"body": body, "lang": lang}
    return WebPage("site_page.html", name, values)
