"""The names of fonts: those that pnp brings, and the files of a game's own."""

from collections.abc import Mapping
from functools import cache, lru_cache
from importlib import import_module
from pathlib import Path
from typing import Literal, NamedTuple

from pnp.base.errors import FontError
from pnp.base.files import templates

FontName = Literal[
    "sans",
    "sans-bold",
    "sans-italic",
    "sans-bold-italic",
    "serif",
    "serif-bold",
    "serif-italic",
    "serif-bold-italic",
]

# Source Sans Pro and Source Serif Pro, SIL Open Font License 1.1, from their PyPI packages.
_FAMILIES = {
    "sans": ("font_source_sans_pro", "SourceSansPro"),
    "serif": ("font_source_serif_pro", "SourceSerifPro"),
}
_STYLES = {"": "Regular", "bold": "Semibold", "italic": "It", "bold-italic": "SemiboldIt"}


class FontFile(NamedTuple):
    """A TrueType or OpenType file, found at ``path`` and known again by its content.

    ``number`` is that of the font in a collection; ``axes`` choose an instance of a variable
    font. The files that pnp brings have no checksum.
    """

    path: str
    sha256: str = ""
    number: int = 0
    axes: tuple[tuple[str, float], ...] = ()

    def __repr__(self) -> str:
        """Return it without its folder: keys of pictures are made of this, on any machine."""
        known = self.sha256 or Path(self.path).name
        return f"FontFile({known!r}, {self.number}, {self.axes})"


class OwnFont(NamedTuple):
    """One cut of a game's own font; what it cannot show is set in the first of its fallbacks.

    ``language`` is that of texts that do not say theirs.
    """

    name: str
    file: FontFile
    fallbacks: tuple["Font", ...] = ()
    language: str = ""


Font = FontName | OwnFont


class Family(NamedTuple):
    """The fonts of a typeface; one of a game's own may lack some, and has a ``name``."""

    regular: Font
    bold: Font | None
    italic: Font | None
    bold_italic: Font | None
    name: str = ""

    def cut(self, bold: bool, italic: bool) -> Font:
        """Return the font of that weight and slope.

        Raises:
            FontError: If the game names no file for it.
        """
        font = (self.bold_italic if italic else self.bold) if bold else self.italic
        if not bold and not italic:
            return self.regular
        if font is None:
            key = "bold_italic" if bold and italic else "bold" if bold else "italic"
            says = key.replace("_", " and ")
            raise FontError(
                f'the font {self.name!r} has no {says}: add {key} = "…" to its files, or write '
                f"the text without"
            )
        return font


SERIF = Family("serif", "serif-bold", "serif-italic", "serif-bold-italic")
SANS = Family("sans", "sans-bold", "sans-italic", "sans-bold-italic")
BUILT_IN_FAMILIES: Mapping[str, Family] = {"sans": SANS, "serif": SERIF}


class FontFacts(NamedTuple):
    """What a font file says of itself; ``place`` is its path in the game's folder.

    ``embedding`` is its permission to be embedded in documents, in words, from ``fs_type`` of its
    table OS/2.
    """

    place: str
    sha256: str
    name: str
    version: str
    licence: str
    licence_url: str
    copyright: str
    fs_type: int
    embedding: str


class Typefaces(NamedTuple):
    """The fonts of a game by the names that its texts know them by, and what their files say.

    ``labels`` is the name of the one in which pnp itself writes on pieces, if the game chooses it.
    """

    families: Mapping[str, Family] = {}
    facts: tuple[FontFacts, ...] = ()
    labels: str | None = None

    def family(self, name: str) -> Family:
        """Return the fonts of a name."""
        return self.families.get(name) or BUILT_IN_FAMILIES[name]

    @property
    def files(self) -> tuple[FontFile, ...]:
        """The files of the game's own fonts, each once."""
        cuts = (cut for family in self.families.values() for cut in family[:4])
        found = (file for cut in cuts if isinstance(cut, OwnFont) for file in files_of(cut))
        return tuple(dict.fromkeys(FontFile(one.path, one.sha256) for one in found if one.sha256))

    def font(self, name: FontName, language: str) -> Font:
        """Return a font that pnp brings, with the fallbacks of the game behind it.

        ``language`` is that of the texts that are set in it.
        """
        family, _, style = name.partition("-")
        return _speaking(self.family(family).cut("bold" in style, "italic" in style), language)

    def label_font(self, name: FontName, language: str) -> Font:
        """Return the font in which pnp writes on pieces: the one with a ``name`` of its own.

        A font that the game chooses takes its place; its upright letters stand for those that it
        lacks.
        """
        if self.labels is None:
            return self.font(name, language)
        family = self.family(self.labels)
        return _speaking((family.bold if "bold" in name else None) or family.regular, language)


def _speaking(font: Font, language: str) -> Font:
    return font._replace(language=language) if isinstance(font, OwnFont) else font


def font_file(font: FontName) -> Path:
    """Return the TrueType file of a font that pnp brings."""
    name, _, style = font.partition("-")
    package, family = _FAMILIES[name]
    return _folder(package) / "files" / f"{family}-{_STYLES[style]}.ttf"


def font_licences() -> dict[str, bytes]:
    """Return the licence text of each font family that pnp brings, keyed by its name."""
    signs = (templates() / "fonts" / "OFL.txt").read_bytes()
    return {"signs": signs} | {
        family: (_folder(package) / "files/LICENSE.txt").read_bytes()
        for package, family in _FAMILIES.values()
    }


def name_of(font: Font) -> str:
    """Return the name by which a definition knows a font."""
    return font.name if isinstance(font, OwnFont) else font


def language_of(font: Font) -> str:
    """Return the language of texts in a font that do not say theirs; empty if it is not known."""
    return font.language if isinstance(font, OwnFont) else ""


@lru_cache(maxsize=256)
def files_of(font: Font) -> tuple[FontFile, ...]:
    """Return the files in which characters are looked for, the font's own first.

    Those of signs and emoji, which pnp brings, are not among them.
    """
    if not isinstance(font, OwnFont):
        return (FontFile(str(font_file(font))),)
    behind = (file for fallback in font.fallbacks for file in files_of(fallback))
    return tuple(dict.fromkeys((font.file, *behind)))


@cache
def sign_files() -> tuple[FontFile, FontFile]:
    """Return the files of signs and of emoji, which stand behind every font."""
    folder = templates() / "fonts"
    return FontFile(str(folder / "signs.ttf")), FontFile(str(folder / "emoji.ttf"))


@lru_cache(maxsize=256)
def names_in(font: Font) -> tuple[str, ...]:
    """Return the names of a font and of its fallbacks, as a definition writes them."""
    behind = font.fallbacks if isinstance(font, OwnFont) else ()
    names = (name for fallback in behind for name in names_in(fallback))
    return tuple(dict.fromkeys((name_of(font), *names)))


def _folder(package: str) -> Path:
    return Path(import_module(package).__path__[0])
