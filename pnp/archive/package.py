"""Make a whole package: every file about a game that goes into a bag, and its bag-info.txt."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from pathlib import Path
from textwrap import fill
from typing import NamedTuple

from pnp import __version__
from pnp.archive.bag import AGENT, GAME, TagRule, bag_files
from pnp.archive.contents import (
    CONTENTS,
    LIST,
    MADE_FROM,
    PackedFile,
    contents_file,
    packed_files,
    readme_words,
)
from pnp.archive.documents import books, drawings, shown_files
from pnp.archive.formats.dublin_core import dublin_core, metadata_csv
from pnp.archive.formats.iiif import iiif_manifest
from pnp.archive.formats.jsonld import game_jsonld
from pnp.archive.formats.lido import lido
from pnp.archive.formats.provenance import provenance
from pnp.archive.needs import long_names
from pnp.archive.origin import BagTerms, definition_files, font_statement, made_from, missing_files
from pnp.archive.record import ArchiveRecord, record_of
from pnp.archive.validation import CheckedFile, check_files, report_files
from pnp.archive.versions import (
    BEFORE,
    CHANGES,
    FIRST,
    REPLACED,
    VERSION,
    Change,
    Version,
    change_list,
    changes,
)
from pnp.audit import check_game, evidence_faults
from pnp.base.errors import AuditError, UsageError
from pnp.base.files import license_file, own_name
from pnp.base.fonts import font_licences
from pnp.base.messages import Message
from pnp.base.units import quoted
from pnp.definitions.json_schema import reference_text, schema_text
from pnp.game.deposit import Deposit
from pnp.game.game import Game

WIDTH = 76  # characters of a line of README.txt

METADATA = "metadata"
_OPTIONS = {  # which say what a field has
    "Bagging-Date": "--date",
    "Contact-Email": "--contact-email",
    "Contact-Name": "--contact-name",
    "External-Identifier": "--id",
    "Source-Organization": "--holder",
}
_SIZES = ((10**9, "GB"), (10**6, "MB"), (10**3, "kB"))


def readme(record: ArchiveRecord, paths: Iterable[str]) -> bytes:
    """Return the README of a package with these files; it describes only the folders in it."""
    since = f" (CHANGES.txt says what differs from version {record.version - 1})"
    known = (
        ("Identifier", record.identifier),
        ("Held by", record.holder),
        ("Edition", record.date),
        ("Version", f"{record.version}{since if record.version > 1 else ''}"),
        ("Languages", ", ".join(record.languages)),
        ("Rights", record.rights),
        ("", record.rights_uri),
        *((f"In {name}", words) for name, words in record.other_rights.in_words()),
        ("Made by", AGENT),
    )
    words = readme_words()
    paths = tuple(paths)
    folders = {path.partition("/")[0] + "/" for path in paths if "/" in path}
    parts = (
        f"{record.title}\n{'=' * len(record.title)}",
        "\n".join(_entry(f"{name}:" if name else "", text) for name, text in known if text),
        _wrapped(words["about"]),
        "\n".join(_entry(name, text) for name, text in words["folders"].items() if name in folders),
        *_own_names(words["own_names"], paths),
        _wrapped(words["reports"]),
        _wrapped(words["checking"]),
        words["command"],
        _wrapped(words["again"].format(record.definition.id, __version__)),
    )
    return ("\n\n".join(parts) + "\n").encode()


def _own_names(words: str, paths: Iterable[str]) -> Iterator[str]:
    """Yield a list of files that have other names in the game's folder, if there are any."""
    named = [(path, own_name(path)) for path in paths]
    if listed := [f"    {path}\n        {own}" for path, own in named if own != path]:
        yield "\n".join((_wrapped(words), *listed))


def _entry(name: str, text: str) -> str:
    return _wrapped(text, f"{name:12} ", " " * 13)


def _wrapped(text: str, first: str = "", others: str = "") -> str:
    return fill(text, WIDTH, initial_indent=first, subsequent_indent=others, break_on_hyphens=False)


def metadata_files(record: ArchiveRecord, files: tuple[PackedFile, ...] = ()) -> dict[str, bytes]:
    """Return the metadata files by their paths in the package, in alphabetical order.

    ``files`` are the other files of the package, to which they point.
    """
    shown = shown_files(record, files)
    return {
        f"{METADATA}/dublin-core.xml": dublin_core(record, shown),
        f"{METADATA}/game.jsonld": game_jsonld(record, shown),
        f"{METADATA}/lido.xml": lido(record, shown),
        f"{METADATA}/metadata.csv": metadata_csv(record),
        f"{METADATA}/provenance.json": provenance(record, shown),
    }


def bag_info(
    record: ArchiveRecord,
    made_from: str,
    terms: BagTerms,
    version: Version = FIRST,
    payload: Collection[bytes] = (),
) -> dict[str, str]:
    """Return the non-empty fields of bag-info.txt, each on one line."""
    deposit, profile = record.deposit, terms.profile
    size = sum(map(len, payload))
    day = record.date if record.date and len(record.date) == len("2026-11-20") else None
    fields = {
        "Source-Organization": record.holder,
        "Contact-Name": deposit.contact_name,
        "Contact-Email": deposit.contact_email,
        "External-Identifier": record.identifier,
        "External-Description": record.title,
        "Bagging-Date": day,  # BagIt allows no other precision
        "Bag-Size": _rounded(size),
        "Payload-Oxum": f"{size}.{len(payload)}",
        GAME: record.definition.id,
        VERSION: f"{record.version}",
        REPLACED: version.before,
        BEFORE: version.checksum,
        "Language": ", ".join(record.languages),
        "Rights": record.rights,
        "Rights-URI": record.rights_uri,
        **dict(terms.tags),
        MADE_FROM: made_from,
        LIST: f"data/{CONTENTS}",
        "BagIt-Profile-Identifier": profile.info.identifier if profile else None,
        "Bag-Software-Agent": AGENT,
    }
    info = {name: " ".join(value.split()) for name, value in fields.items() if value}
    if profile and (faults := [*_faults(profile.tags, info)]):
        raise UsageError("\n".join(f"--profile: {fault}" for fault in faults))
    return info


def _faults(tags: Mapping[str, TagRule], info: Mapping[str, str]) -> Iterator[str]:
    for name, rule in tags.items():
        value = info.get(name)
        choice = f", one of {', '.join(map(quoted, rule.values))}" if rule.values else ""
        if value is None and rule.required:
            way = _OPTIONS.get(name) or f'--tag "{name}=..."'
            yield f"asks for {name}{choice}: give {way}"
        elif value is not None and rule.values and value not in rule.values:
            yield f"{name} is {quoted(value)}, and must be{choice.removeprefix(',')}"


def _rounded(size: int) -> str:
    for unit, name in _SIZES:
        if size >= unit:
            return f"{size / unit:.1f} {name}"
    return f"{size} B"


class Package(NamedTuple):
    """All that no version of a package changes, checked; ``not_made`` are notes on what is missing.

    ``made`` are files by their paths in data/.
    """

    record: ArchiveRecord
    made: Mapping[str, bytes]
    checked: tuple[CheckedFile, ...]
    terms: BagTerms
    origin: str
    not_made: tuple[Message, ...]

    def payload(self, number: int = 1) -> tuple[ArchiveRecord, dict[str, bytes]]:
        """Return the record of a version, and its files without ``CHANGES`` and ``CONTENTS``."""
        record = self.record._replace(version=number)
        packed = packed_files(record, self.made)
        metadata = metadata_files(record, packed) | iiif_manifest(record, packed, self.made)
        checked = tuple(sorted((*self.checked, *check_files(metadata))))
        payload = {**self.made, **metadata, **report_files(record, checked, self.not_made)}
        paths = sorted((*payload, CHANGES) if number > 1 else payload)
        payload["README.txt"] = readme(record, paths)
        return record, payload

    def differs(self, version: Version) -> bool:
        """Return whether the version before, made again, would have other files."""
        return any(changes(version.sums, self.payload(version.number - 1)[1]))

    def bag(self, version: Version = FIRST) -> tuple[dict[str, bytes], tuple[Change, ...]]:
        """Return the files of the bag, and those that differ from the version before."""
        record, payload = self.payload(version.number)
        changed = tuple(changes(version.sums, payload)) if version.before else ()
        if version.before:
            payload[CHANGES] = change_list(record.title, version, changed)
        payload[CONTENTS] = contents_file(record, payload, self.origin, self.not_made)
        info = bag_info(record, self.origin, self.terms, version, payload.values())
        return bag_files(payload, info, self.terms.profile), changed


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
    bag_info(record, "", terms)  # asks for what is missing before anything is made
    made = {**_language(game), **definition_files(file, game)}
    made |= {**dict(licences()), **font_statement(game)}
    made |= books(file.parent, record, speaking)
    made |= drawings(record)
    not_made = missing_files()
    origin = made_from(file, game, languages, deposit, terms, not_made)
    return Package(record, made, check_files(made), terms, origin, not_made)


def _check_game(game: Game) -> None:
    report = check_game(game)
    lacking = [] if report.ok else [*report.faults()]
    unknown = [*evidence_faults(game), *long_names(game)]
    if lacking or unknown:
        why = "the box lacks something that its rules need" if lacking else "an archive needs more"
        raise AuditError(*lacking, *unknown, f"{game.id} is not archived: {why}")


def _language(game: Game) -> dict[str, bytes]:
    """Return what explains the keys of a definition: to readers, and to programs."""
    kinds = {component.kind for component in game.components.values()}
    return {
        "definition/language/keys.md": reference_text(kinds).encode(),
        "definition/language/game.schema.json": schema_text("game").encode(),
    }


def licences() -> Iterator[tuple[str, bytes]]:
    """Yield the licences of the fonts, and of pnp with its built-in games."""
    for family, text in font_licences().items():
        yield f"LICENSES/{family}-OFL.txt", text
    yield "LICENSES/pnp-MIT.txt", license_file().read_bytes()
