"""The names of fonts: those that pnp brings, and files of a game."""

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
    """A TrueType or OpenType file at ``path``, identified by its content.

    ``number`` is the index of the font in a collection; ``axes`` choose an instance of a variable
    font. The files that pnp brings have no checksum.
    """

    path: str
    sha256: str = ""
    number: int = 0
    axes: tuple[tuple[str, float], ...] = ()

    def __repr__(self) -> str:
        """Return it without its folder, so that cache keys are the same on every machine."""
        known = self.sha256 or Path(self.path).name
        return f"FontFile({known!r}, {self.number}, {self.axes})"


class OwnFont(NamedTuple):
    """One style of a game's own font, and the fallbacks for characters that it lacks.

    ``language`` is that of texts that do not set their own.
    """

    name: str
    file: FontFile
    fallbacks: tuple["Font", ...] = ()
    language: str = ""


Font = FontName | OwnFont


class Family(NamedTuple):
    """The fonts of a typeface; a game's own has a ``name`` and may lack some of them."""

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
    """What the tables of a font file say; ``place`` is its path in the game's folder.

    ``embedding`` describes its permission to be embedded in documents, from ``fs_type`` in the
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
    """The fonts of a game by the names that its texts use, and the facts of their files.

    ``labels`` is the name of the font for what pnp itself writes on pieces, if the game chooses
    one.
    """

    families: Mapping[str, Family] = {}
    facts: tuple[FontFacts, ...] = ()
    labels: str | None = None

    def family(self, name: str) -> Family:
        """Return the fonts with a name, the game's own before those that pnp brings."""
        return self.families.get(name) or BUILT_IN_FAMILIES[name]

    @property
    def files(self) -> tuple[FontFile, ...]:
        """The files of the game's own fonts, each once."""
        cuts = (cut for family in self.families.values() for cut in family[:4])
        found = (file for cut in cuts if isinstance(cut, OwnFont) for file in files_of(cut))
        return tuple(dict.fromkeys(FontFile(f.path, f.sha256) for f in found if f.sha256))

    def font(self, name: FontName, language: str) -> Font:
        """Return a font that pnp brings, followed by the game's fallbacks.

        ``language`` is that of the texts that are set in it.
        """
        family, _, style = name.partition("-")
        return _speaking(self.family(family).cut("bold" in style, "italic" in style), language)

    def label_font(self, name: FontName, language: str) -> Font:
        """Return the font for what pnp writes on pieces.

        It is ``name`` unless the game chooses a font for labels, whose upright regular stands in
        for styles that it lacks.
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
    """Return the language of texts in a font that do not set their own; empty if unknown."""
    return font.language if isinstance(font, OwnFont) else ""


@lru_cache(maxsize=256)
def files_of(font: Font) -> tuple[FontFile, ...]:
    """Return the files that are searched for glyphs, the font's own first.

    The fonts of signs and emoji, which pnp brings, come after these.
    """
    if not isinstance(font, OwnFont):
        return (FontFile(str(font_file(font))),)
    behind = (file for fallback in font.fallbacks for file in files_of(fallback))
    return tuple(dict.fromkeys((font.file, *behind)))


@cache
def sign_files() -> tuple[FontFile, FontFile]:
    """Return the files of signs and of emoji, the last fallbacks of every font."""
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
