"""What a package is made from, by which pnp knows that nothing has changed."""

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from pnp.archive.bag import BagProfile
from pnp.archive.contents import PREVIEWS
from pnp.base.errors import MissingExtraError, RulesError
from pnp.base.files import file_and_part, read_sandboxed, rule_names, safe_name, sandboxed
from pnp.base.font_files import FontFacts
from pnp.base.messages import Message
from pnp.game.deposit import Deposit
from pnp.game.game import Game
from pnp.rulebook.source import pictures_in

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
FONT_LICENCES = "LICENSES/fonts.txt"
_LIMITS = {  # on the size of a file, by its suffix; pictures have their own
    ".md": "text_kb",
    ".toml": "definition_kb",
    **dict.fromkeys((".ttf", ".otf", ".woff2"), "font_kb"),
    **dict.fromkeys((".csv", ".tsv", ".json", ".xlsx", ".ods", ".fods"), "table_kb"),
}
_TEXTS = (".md", ".toml")


class BagTerms(NamedTuple):
    """An archive's requirements for a bag: a profile, and fields of bag-info.txt for it."""

    profile: BagProfile | None = None
    tags: tuple[tuple[str, str], ...] = ()


def made_from(
    file: Path,
    game: Game,
    languages: tuple[str, ...],
    deposit: Deposit,
    terms: BagTerms,
    not_made: tuple[Message, ...] = (),
) -> str:
    """Return a SHA-256 of everything on which a package's contents depend, except its date.

    ``not_made`` are the notes of :func:`missing_files`: an incomplete package has a different sum,
    so that it is made again once nothing is missing.
    """
    kinds = (note.at[0] for note in not_made)
    decisive = (languages, deposit.stated, *kinds, *(one for one in terms if one))
    digest = sha256(repr(decisive).encode())
    deciding = definition_files(file, game) | font_statement(game)
    for path, content in sorted(deciding.items()):
        digest.update(f"{sha256(content).hexdigest()}  {path}\n".encode())
    return digest.hexdigest()


def definition_files(file: Path, game: Game) -> dict[str, bytes]:
    """Return the definition, its tables, pictures and texts, by their paths in the package."""
    folder = file.parent
    found = {picture.file for picture in game.pictures.values()}
    tables = (name for one in game.components.values() for name in one.table_files)
    fonts = (one.place for one in game.typefaces.facts if may_be_passed_on(one))
    parts = (file_and_part(folder, name)[0] for name in (*tables, *game.livery_pictures))
    found |= {sandboxed(folder, name) for name in (*parts, *fonts)}
    for text in (folder / "rules" / name for name in rule_names(folder)):
        if text.suffix in _TEXTS and not text.name.startswith("."):
            if not text.name.isprintable():
                raise RulesError(f"{text.name!a}: give this file in rules/ a readable name")
            shown = pictures_in(_read(folder, text).decode(errors="replace"), folder)
            found |= {text, *(picture for _, picture in shown)}
    named = {"definition/game.toml": file}
    for one in found:
        path = f"definition/{safe_name(one.relative_to(folder).as_posix())}"
        if named.setdefault(path, one) != one:
            raise RulesError(f"{one} and {named[path]} have one name, {path}; rename one of them")
    return {path: _read(folder, named[path]) for path in sorted(named)}


def _read(folder: Path, file: Path) -> bytes:
    try:
        return read_sandboxed(folder, file, _LIMITS.get(file.suffix, "picture_kb"))
    except OSError as error:
        raise RulesError(f"{file}: cannot be read: {error.strerror}") from None


def may_be_passed_on(font: FontFacts) -> bool:
    """Return whether a font's own licence text allows everybody to pass on its file."""
    said = f"{font.licence} {font.licence_url}".casefold()
    return any(word in said for word in _FREE)


def font_statement(game: Game) -> dict[str, bytes]:
    """Return a file that quotes the names and licence of each font file; {} without fonts."""
    if not game.typefaces.facts:
        return {}
    text = "\n\n".join("\n".join(_lines(one)) for one in game.typefaces.facts)
    return {FONT_LICENCES: f"{text}\n".encode()}


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


def missing_files() -> tuple[Message, ...]:
    """Return a note on each folder that this machine cannot make: previews without cairo."""
    return (Message("no_previews", PREVIEWS),) if _fault_of_png() else ()


def with_advice(notes: tuple[Message, ...]) -> tuple[str, ...]:
    """Return the notes of ``missing_files``, each with what to install on this machine."""
    return tuple(f"{note} ({_fault_of_png()})" for note in notes)


def _fault_of_png() -> str:
    from pnp.render.png import require_cairo

    try:
        require_cairo()
    except MissingExtraError as error:
        return str(error)
    return ""
