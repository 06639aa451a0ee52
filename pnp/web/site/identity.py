"""The identity of a site, which ``site.toml`` states: whose it is, how it looks, what it links to.

Its colours replace those of ``pnp.css``, and have to be as easy to read as those.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from hashlib import sha256
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal, NamedTuple

from pydantic import Field, StrictBool, ValidationError, ValidationInfo

from pnp.base.color import READABLE, VISIBLE, contrast_fault
from pnp.base.errors import DefinitionError, first_faults
from pnp.base.files import read_file, templates
from pnp.base.messages import Location, Message, within
from pnp.base.text import visible
from pnp.base.toml import line_of, read_toml
from pnp.base.units import closest, quoted
from pnp.game.deposit import Email
from pnp.game.evidence import Address
from pnp.game.fields import Color, Model, Reads
from pnp.web.frame import LANGUAGES, FooterLink, Signature
from pnp.web.site.own_files import OwnFile, read_cover, read_picture, read_style
from pnp.web.site.own_pages import OwnPage, link_address, link_fault, link_target, read_page

FILE_NAME = "site.toml"
COLORS = "colors.css"  # a file of the site
_MOST_LINKS = 20  # in a footer
_LINE, _LEAD = 120, 1000  # letters of a name, and of a paragraph
_COLOR = re.compile(r"--([a-z]+): (#[0-9a-f]{3,6})\b")
_TEXTS, _GROUNDS = ("ink", "soft", "link", "bad"), ("ground", "raised", "tint")

ColorScheme = Literal["light", "dark"]
Texts = Mapping[str, str]  # by language; "" stands for all of them


def _by_language(read: Callable[[str], str], value: object) -> Texts:
    """Read a text, or a table of one for each language."""
    if isinstance(value, str):
        return {"": read(value)}
    if not (isinstance(value, dict) and value):
        raise ValueError(
            "write a text, or a table of one for each language, such as "
            f'{{ en = "…", de = "…" }}, not {quoted(value)}'
        )
    found, faults = dict[str, str](), list[str]()
    for lang, text in value.items():
        if lang not in LANGUAGES:
            known, close = ", ".join(LANGUAGES), closest(lang, LANGUAGES)
            faults.append(Message("choice", written=lang, known=known, close=close))
        elif not isinstance(text, str):
            faults.append(Message("quotes_wanted", lang, wanted="text", written=text))
        else:
            try:
                found[lang] = read(text)
            except ValueError as error:
                faults += within(lang, error.args)
    if faults:
        raise ValueError(*faults)
    return found


def _text(most: int, text: str) -> str:
    text = " ".join(text.split())
    if not visible(text):
        raise ValueError(Message("empty_text"))
    if len(text) > most:
        raise ValueError(f"write at most {most} letters, not {len(text)}")
    return text


def _href(text: str) -> str:
    if fault := link_fault(text):
        raise ValueError(fault)
    return text


@dataclass(frozen=True)
class _Beside(Reads):
    """A type annotation: a function reads what is beside ``site.toml`` under a name."""

    def _validate(self, value: Any, info: ValidationInfo) -> object:
        if not isinstance(value, str):
            raise ValueError(Message("quotes_wanted", wanted=self.wanted, written=value))
        assert info.context is not None, "a file is read with its folder"
        return self.function((info.context["folder"], value))


def _beside(read: Callable[[Path, str], object], wanted: str) -> _Beside:
    return _Beside(lambda place: read(*place), wanted=wanted)


LineByLanguage = Annotated[Texts, Reads(partial(_by_language, partial(_text, _LINE)))]
LeadByLanguage = Annotated[Texts, Reads(partial(_by_language, partial(_text, _LEAD)))]
LinkByLanguage = Annotated[Texts, Reads(partial(_by_language, _href))]
PictureBeside = Annotated[OwnFile, _beside(read_picture, "the name of a picture")]
CoverBeside = Annotated[OwnFile, _beside(read_cover, "the name of a picture")]
StyleBeside = Annotated[OwnFile, _beside(read_style, "the name of a style sheet")]
PageBeside = Annotated[OwnPage, _beside(read_page, "the name of a page")]


class Palette(Model):
    """Colours of pages, by the names that style sheets have for them."""

    scheme: ClassVar[ColorScheme] = "light"

    ground: Color | None = None
    raised: Color | None = None
    tint: Color | None = None
    ink: Color | None = None
    soft: Color | None = None
    hair: Color | None = None
    line: Color | None = None
    link: Color | None = None
    on: Color | None = None
    warm: Color | None = None
    bad: Color | None = None

    @property
    def whole(self) -> Mapping[str, str]:
        """The colours, with those of pnp where none is stated."""
        return {**default_colors()[self.scheme], **{name: one for name, one in self if one}}

    def _check(self) -> None:
        pairs = [*((text, _GROUNDS, READABLE) for text in _TEXTS), ("on", ("link",), READABLE)]
        faults = [self._faint(*one) for one in (*pairs, ("line", _GROUNDS[:2], VISIBLE))]
        if told := [one for one in faults if one]:
            raise ValueError(*told)

    def _faint(self, text: str, grounds: Sequence[str], least: float) -> Message | None:
        """Return the fault of a colour that is too much like others, if one of them is stated."""
        stated = [one for one in grounds if getattr(self, text) or getattr(self, one)]
        if not (fault := contrast_fault(self.whole, text, stated, least)):
            return None
        (told,) = within(Location(keys=text if getattr(self, text) else stated[0]), [fault])
        return told


class DarkPalette(Palette):
    """Colours of pages for those who have chosen dark ones."""

    scheme = "dark"


class SiteColors(Model):
    """The colours of a site."""

    light: Palette = Field(default_factory=Palette)
    dark: DarkPalette = Field(default_factory=DarkPalette)


class FooterEntry(Model):
    """A link at the foot of each page: to an address, or to a page that the museum wrote."""

    text: LineByLanguage
    href: LinkByLanguage | None = None
    page: PageBeside | None = None

    def _check(self) -> None:
        if (self.href is None) == (self.page is None):
            raise ValueError("write either href, an address, or page, the name of a text")


class SiteStatement(Model):
    """What ``site.toml`` says."""

    name: LineByLanguage
    title: LineByLanguage | None = None
    lead: LeadByLanguage | None = None
    logo: PictureBeside | None = None
    icon: PictureBeside | None = None
    cover: CoverBeside | None = None
    css: StyleBeside | None = None
    colors: SiteColors = Field(default_factory=SiteColors)
    footer: Annotated[tuple[FooterEntry, ...], Field(max_length=_MOST_LINKS)] = ()
    rights: LeadByLanguage | None = None
    contact: Email | None = None
    url: Address | None = None
    credit: StrictBool = False


class Identity(NamedTuple):
    """The identity of a site; without a statement, it is pnp's. ``sha256`` is that of its files."""

    stated: SiteStatement | None = None
    file: str = ""
    sha256: str = ""

    def signature(self, lang: str) -> Signature:
        """Return who publishes a page in a language."""
        own = self.stated
        if own is None:
            return Signature()

        def text(texts: Texts | None) -> str:
            return said(texts, lang)[0] if texts else ""

        styles = [f"/{COLORS}?v={self.sha256[:8]}"] if self.has_colors else []
        return Signature(
            name=text(own.name),
            publisher=True,
            title=text(own.title),
            lead=text(own.lead),
            logo=own.logo.address if own.logo else "",
            logo_size=own.logo.size if own.logo else (0, 0),
            icon=own.icon.address if own.icon else "",
            styles=(*styles, *([own.css.address] if own.css else ())),
            footer=tuple(_footer_link(one, lang) for one in own.footer),
            rights=text(own.rights),
            contact=own.contact or "",
            url=own.url or "",
            credit=own.credit,
        )

    @property
    def has_colors(self) -> bool:
        """Whether it states any colours."""
        return self.stated is not None and self.stated.colors != SiteColors()

    @property
    def pages(self) -> Iterable[tuple[OwnPage, Texts]]:
        """The pages with texts of its own, each with the words that link to it."""
        footer = self.stated.footer if self.stated else ()
        return {one.page.id: (one.page, one.text) for one in footer if one.page}.values()

    def files(self) -> Mapping[str, bytes]:
        """Return the files that every page may use."""
        own = self.stated
        if own is None:
            return {}
        named = [one for one in (own.logo, own.icon, own.cover, own.css) if one]
        found = {file.path: file.content for one in named for file in (one, *one.others)}
        return {COLORS: _style(own.colors).encode(), **found} if self.has_colors else found

    def notes(self, languages: Sequence[str]) -> Iterator[str]:
        """Yield a note for each text that lacks a language of the site."""
        if self.stated is None:
            return
        own = self.stated
        texts = [(key, getattr(own, key)) for key in ("name", "title", "lead", "rights")]
        for number, one in enumerate(own.footer, start=1):
            texts += [(f"footer[{number}].text", one.text), (f"footer[{number}].href", one.href)]
            texts += [(f"footer[{number}].page", one.page.texts)] if one.page else []
        for key, found in texts:
            lacking = [lang for lang in languages if found and not {"", lang} & found.keys()]
            if lacking:
                shown = next(iter(found))
                yield f"{self.file}: {key}: not in {', '.join(lacking)}, so {shown} is shown there"

    def linked_files(self) -> Iterator[tuple[str, str]]:
        """Yield the place of each link to a file of the site, and that file."""
        for number, one in enumerate(self.stated.footer if self.stated else (), start=1):
            for href in (one.href or {}).values():
                if target := link_target(href):
                    yield f"{self.file}: footer[{number}].href", target
        for page, _ in self.pages:
            for place, target in page.linked_files():
                yield place, target


def said(texts: Texts, lang: str) -> tuple[str, str]:
    """Return a text in a language if there is one, else the first one and its language."""
    for known in (lang, ""):
        if known in texts:
            return texts[known], ""
    first = next(iter(texts))
    return texts[first], first


def _footer_link(entry: FooterEntry, lang: str) -> FooterLink:
    text, text_lang = said(entry.text, lang)
    if entry.page:
        return FooterLink(text, f"/{entry.page.id}/", text_lang)
    return FooterLink(text, link_address(said(entry.href or {}, lang)[0]), text_lang)


def read_identity(file: Path) -> Identity:
    """Read what a file says about a site, and the files that it names.

    Raises:
        DefinitionError: If anything is wrong: a line for each fault.
    """
    raw, content = read_toml(file)
    try:
        stated = SiteStatement.model_validate(raw, context={"folder": file.parent})
    except ValidationError as error:
        from pnp.definitions.faults import fault_lines

        text = content.decode("utf-8-sig")
        lines = [_on_line(one, text) for one in fault_lines(error, raw, str(file), SiteStatement)]
        raise DefinitionError(*first_faults(lines, Location(file=file))) from None
    made = Identity(stated, str(file))
    summed = sha256(content)
    for path, one in (*made.files().items(), *((page.id, page.content) for page, _ in made.pages)):
        summed.update(f"{path}\0{sha256(one).hexdigest()}\n".encode())
    return made._replace(sha256=summed.hexdigest())


def _on_line(fault: str, text: str) -> str:
    """Return a fault with the line on which it is, if that is known."""
    if not (isinstance(fault, Message) and fault.at):
        return fault
    file, *places = fault.at
    keys = ".".join(one.keys for one in places if isinstance(one, Location) and not one.file)
    line = line_of(text, keys) if keys else None
    return fault.moved(Location(file=getattr(file, "file", file), line=line or 0), *places)


@cache
def default_colors() -> Mapping[ColorScheme, Mapping[str, str]]:
    """Return the colours of ``pnp.css``: it has the light ones first, then the dark ones."""
    css = read_file(templates() / "web" / "static" / "pnp.css", "text_kb")
    found: dict[str, list[str]] = {}
    for name, color in _COLOR.findall(css.decode()):
        longer = "#" + "".join(2 * digit for digit in color[1:]) if len(color) == 4 else color
        found.setdefault(name, []).append(longer)
    return {
        "light": {name: both[0] for name, both in found.items()},
        "dark": {name: both[1] for name, both in found.items()},
    }


def _style(colors: SiteColors) -> str:
    """Return the style sheet with the colours of a site; paper takes the light ones."""
    light, dark = (
        "; ".join(f"--{name}: {color}" for name, color in palette.whole.items())
        for palette in (colors.light, colors.dark)
    )
    return (
        f":root {{ {light} }}\n"
        f"@media screen and (prefers-color-scheme: dark) {{ :root {{ {dark} }} }}\n"
    )
