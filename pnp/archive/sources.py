"""What a package is made from, as it was written: the definition, its rows and its texts."""

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

from pnp.base.errors import RulesError
from pnp.base.files import license_file, read_sandboxed
from pnp.base.fonts import font_licences
from pnp.components.cards.model import Cards
from pnp.components.deck.model import Deck
from pnp.components.hexmap.model import HexMap
from pnp.game.game import Game

TEXTS = {".md": "text_kb", ".toml": "definition_kb"}  # and the limits of their sizes
TABLES = {".csv": "table_kb", ".xlsx": "table_kb"}


def definition_files(file: Path, game: Game) -> dict[str, bytes]:
    """Return the files that define a game, by their places in a package, in order.

    Raises:
        RulesError: If a text cannot be read, or leads out of the game's folder.
    """
    folder = file.parent
    named = {"definition/game.toml": file}
    for name in (*_tables(game), *game.pictures):
        named[f"definition/{Path(name).as_posix()}"] = folder / name
    for text in (folder / "rules").glob("*"):
        if text.suffix in TEXTS and not text.name.startswith("."):
            named[f"definition/rules/{text.name}"] = text
    return {place: _read(folder, named[place]) for place in sorted(named)}


def _read(folder: Path, file: Path) -> bytes:
    try:
        return read_sandboxed(folder, file, (TEXTS | TABLES).get(file.suffix, "picture_kb"))
    except OSError as error:
        raise RulesError(f"{file}: cannot be read: {error.strerror}") from None


def _tables(game: Game) -> Iterator[str]:
    """Yield the names of the files that hold rows of cards and of maps."""
    for component in game.components.values():
        match component:
            case Deck(rows=str(name)) | HexMap(cells=str(name)):
                yield name
            case Cards(rows=str(name)):
                yield name.partition("#")[0]


def fingerprint(files: dict[str, bytes], *more: object) -> str:
    """Return a SHA-256 of files, and of what else they are made into a package with."""
    digest = sha256(repr(more).encode())
    for place, content in sorted(files.items()):
        digest.update(f"{sha256(content).hexdigest()}  {place}\n".encode())
    return digest.hexdigest()


def licences() -> Iterator[tuple[str, bytes]]:
    """Yield the licences of the fonts, and that of pnp and the games that come with it."""
    for family, text in font_licences().items():
        yield f"LICENSES/{family}-OFL.txt", text
    yield "LICENSES/pnp-MIT.txt", license_file().read_bytes()
