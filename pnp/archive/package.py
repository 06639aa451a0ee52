"""Makes a whole package: every file about a game that goes into a bag, checked."""

from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from pnp.archive.bag import bag_files
from pnp.archive.bag_info import BagTerms, bag_info
from pnp.archive.contents import contents_file, packed_files
from pnp.archive.documents import books, drawings, missing_files
from pnp.archive.fonts import font_statement, may_be_passed_on
from pnp.archive.formats.metadata import metadata_files
from pnp.archive.needs import long_names
from pnp.archive.readme import readme
from pnp.archive.record import record_of
from pnp.archive.validation import check_files, report_files
from pnp.audit import check_game, evidence_faults
from pnp.base.errors import AuditError, RulesError
from pnp.base.files import file_and_part, license_file, read_sandboxed, safe_name, sandboxed
from pnp.base.fonts import font_licences
from pnp.game.deposit import Deposit
from pnp.game.game import Game
from pnp.records.package_contents import NAME as CONTENTS
from pnp.rulebook.pictures import pictures_in

_LIMITS = {  # on the size of a file, by its suffix; pictures have their own
    ".md": "text_kb",
    ".toml": "definition_kb",
    **dict.fromkeys((".ttf", ".otf", ".woff2"), "font_kb"),
    **dict.fromkeys((".csv", ".tsv", ".json", ".xlsx", ".ods", ".fods"), "table_kb"),
}
_TEXTS = (".md", ".toml")


class Package(NamedTuple):
    """The files of a bag by their paths, and a note on each kind of file that is missing."""

    files: dict[str, bytes]
    not_made: tuple[str, ...]


def made_from(
    file: Path,
    game: Game,
    languages: tuple[str, ...],
    deposit: Deposit,
    terms: BagTerms,
    not_made: tuple[str, ...] = (),
) -> str:
    """Return a SHA-256 of everything on which a package's contents depend, except its date.

    ``not_made`` are the notes of :func:`missing_files`: an incomplete package has a different sum,
    so that it is made again once nothing is missing.
    """
    kinds = (note.partition(":")[0] for note in not_made)
    decisive = (languages, deposit.stated, *kinds, *(one for one in terms if one))
    digest = sha256(repr(decisive).encode())
    deciding = definition_files(file, game) | font_statement(game)
    for path, content in sorted(deciding.items()):
        digest.update(f"{sha256(content).hexdigest()}  {path}\n".encode())
    return digest.hexdigest()


def package_of(
    file: Path,
    game: Game,
    languages: tuple[str, ...],
    deposit: Deposit,
    terms: BagTerms,
    speaking: Callable[[str], Game],
    date: str | None = None,
) -> Package:
    """Make the package of a game defined in ``file``, and check every file of it.

    ``speaking`` returns the game with its cards in a language; ``date`` is the package's.
    """
    _check_game(game)
    record = record_of(file.parent, game, languages, deposit, date)
    bag_info(record, game.id, "", terms)  # asks for what is missing before anything is made
    payload = {**definition_files(file, game), **dict(licences()), **font_statement(game)}
    payload |= books(file.parent, record, speaking)
    payload |= drawings(record)
    payload |= metadata_files(record, packed_files(record, payload))
    not_made = missing_files()
    payload |= report_files(record, check_files(payload), not_made)
    payload["README.txt"] = readme(record, game.id, sorted(payload))
    origin = made_from(file, game, languages, deposit, terms, not_made)
    payload[CONTENTS] = contents_file(record, game.id, payload, origin, not_made)
    info = bag_info(record, game.id, origin, terms, payload.values())
    return Package(bag_files(payload, info, terms.profile), not_made)


def _check_game(game: Game) -> None:
    report = check_game(game)
    lacking = [] if report.ok else [*report.faults()]
    unknown = [*evidence_faults(game), *long_names(game)]
    if lacking or unknown:
        why = "the box lacks something that its rules need" if lacking else "an archive needs more"
        raise AuditError("\n".join((*lacking, *unknown, f"{game.id} is not archived: {why}")))


def definition_files(file: Path, game: Game) -> dict[str, bytes]:
    """Return the definition, its tables, pictures and texts, by their paths in the package."""
    folder = file.parent
    found = {picture.file for picture in game.pictures.values()}
    tables = (name for one in game.components.values() for name in one.table_files)
    fonts = (one.place for one in game.typefaces.facts if may_be_passed_on(one))
    tables = (file_and_part(folder, name)[0] for name in tables)
    found |= {sandboxed(folder, name) for name in (*tables, *fonts)}
    for text in (folder / "rules").glob("*"):
        if text.suffix in _TEXTS and not text.name.startswith("."):
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


def licences() -> Iterator[tuple[str, bytes]]:
    """Yield the licences of the fonts, and of pnp with its built-in games."""
    for family, text in font_licences().items():
        yield f"LICENSES/{family}-OFL.txt", text
    yield "LICENSES/pnp-MIT.txt", license_file().read_bytes()
