"""Selects the font files of a game that a package may contain, and documents their terms."""

from collections.abc import Iterator

from pnp.base.font_files import FontFacts
from pnp.game.game import Game

# Words in a font's licence, or its address, by which anybody may pass on the file.
_FREE = (
    "open font license",
    "scripts.sil.org/ofl",
    "openfontlicense.org",
    "apache license",
    "apache.org/licenses",
    "cc0",
    "public domain",
    "ubuntu font licence",
)
PLACE = "LICENSES/fonts.txt"


def may_be_passed_on(font: FontFacts) -> bool:
    """Return whether a font's own licence text allows everybody to pass on its file."""
    said = f"{font.licence} {font.licence_url}".casefold()
    return any(word in said for word in _FREE)


def font_statement(game: Game) -> dict[str, bytes]:
    """Return a file that quotes the names and licence of each font file; {} without fonts."""
    if not game.typefaces.facts:
        return {}
    text = "\n\n".join("\n".join(_lines(one)) for one in game.typefaces.facts)
    return {PLACE: f"{text}\n".encode()}


def _lines(font: FontFacts) -> Iterator[str]:
    yield f"File: {font.place}"
    yield f"SHA-256: {font.sha256}"
    said = {
        "Name": font.name,
        "Version": font.version,
        "Copyright": font.copyright,
        "Licence": font.licence,
        "Licence at": font.licence_url,
    }
    yield from (f"{what}: {words or 'not stated'}" for what, words in said.items())
    yield f"Embedding: {font.embedding} (fsType {font.fs_type:#06x})"
    held = may_be_passed_on(font)
    yield f"In this package: {'yes' if held else 'no, because its licence does not allow it'}"
