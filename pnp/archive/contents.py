"""The list of a package's contents, against which the package can be checked."""

from collections.abc import Mapping
from hashlib import sha256
from pathlib import PurePosixPath
from typing import Any
from unicodedata import normalize

from pnp.archive.bag import AGENT
from pnp.archive.record import ArchiveRecord
from pnp.base.files import own_name
from pnp.records.package_contents import (
    SHA256,
    FileRole,
    PackageContents,
    PackedFile,
    contents_bytes,
    media_type,
)

_ROLES = {
    "rules": FileRole.RULEBOOK,
    "drawings": FileRole.DRAWING,
    "previews": FileRole.PREVIEW,
    "definition": FileRole.DEFINITION,
    "metadata": FileRole.METADATA,
    "LICENSES": FileRole.LICENCE,
    "README": FileRole.README,
    "validation-report": FileRole.REPORT,
}


def contents_file(
    record: ArchiveRecord,
    game_id: str,
    payload: Mapping[str, bytes],
    made_from: str,
    not_made: tuple[str, ...],
) -> bytes:
    """Write the list of the files in ``payload``, keyed by their paths in data/."""
    game = record.definition
    contents = PackageContents(
        name=game_id,
        id=record.identifier,
        title=record.title,
        game_name=game.name,
        languages=record.languages,
        components=tuple(game.components),
        rule_sets=tuple(game.rule_sets),
        made_by=AGENT,
        made_from=made_from,
        not_made=tuple(note.partition(":")[0] for note in not_made),
        resources=packed_files(record, payload),
    )
    return contents_bytes(contents)


def packed_files(record: ArchiveRecord, payload: Mapping[str, bytes]) -> tuple[PackedFile, ...]:
    """Describe files, keyed by their paths in data/, in alphabetical order."""
    return tuple(_packed(record, path, payload[path]) for path in sorted(payload))


def _packed(record: ArchiveRecord, path: str, content: bytes) -> PackedFile:
    own = own_name(path)
    return PackedFile(
        name=path.lower(),  # the standard allows no capitals
        path=path,
        own_name=None if own == path else own.removeprefix("definition/"),
        mediatype=media_type(path),
        bytes=len(content),
        hash=f"{SHA256}{sha256(content).hexdigest()}",
        **_about(record, PurePosixPath(path)),
    )


def _about(record: ArchiveRecord, path: PurePosixPath) -> dict[str, Any]:
    """Return the role of a file and its subject."""
    role = _ROLES[path.parts[0].partition(".")[0]]
    if role is FileRole.RULEBOOK:  # rulebook.en.pdf
        lang = path.stem.rpartition(".")[2]
        return {"role": role, "language": lang, "title": dict(record.book_titles)[lang]}
    if role in (FileRole.DRAWING, FileRole.PREVIEW):
        return {"role": role, "component": path.parts[1].partition(".")[0]}
    if role is FileRole.DEFINITION and path.parent.name == "rules":
        return _text_of(record, path)
    if role is FileRole.DEFINITION:
        return {"role": role, "component": _table_of(record, path)}
    return {"role": role}


def _text_of(record: ArchiveRecord, path: PurePosixPath) -> dict[str, Any]:
    """Describe a text by its name, such as checkers.en.md or definition.de.toml."""
    name, _, lang = path.stem.rpartition(".")
    rule_set = name if name in record.definition.rule_sets else None
    role = FileRole.RULE_TEXT if path.suffix == ".md" else FileRole.DEFINITION
    return {"role": role, "language": lang if name else None, "rule_set": rule_set}


def _table_of(record: ArchiveRecord, path: PurePosixPath) -> str | None:
    """Return the component whose table a file is, or None."""
    name = own_name(path.relative_to("definition").as_posix())
    for component_id, component in record.definition.components.items():
        for file in component.table_files:
            if f"{own_name(normalize('NFC', file))}#".startswith(f"{name}#"):
                return component_id
    return None
