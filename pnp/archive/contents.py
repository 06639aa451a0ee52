"""The list of a package's contents, against which the package can be checked."""

import tomllib
from collections import Counter
from collections.abc import Mapping
from enum import StrEnum
from hashlib import sha256
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Annotated, Any, Literal
from unicodedata import normalize

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from pnp.archive.bag import AGENT
from pnp.base.errors import VerifyError, first_faults
from pnp.base.files import own_name, templates
from pnp.base.messages import Message
from pnp.make.made_files import FilePath

if TYPE_CHECKING:
    from pnp.archive.record import ArchiveRecord

CONTENTS = "datapackage.json"  # in data/, as paths in a Data Package never lead upwards
MADE_FROM, LIST = "Made-From-SHA256", "Data-Package"  # in bag-info.txt
SHA256 = "sha256:"
FORMS = ("dublin-core.xml", "game.jsonld", "lido.xml", "provenance.json")  # in metadata/
PREVIEWS = "previews"  # in ``not_made``, of a package made without cairo
MEDIA_TYPES = {
    ".avif": "image/avif",
    ".bmp": "image/bmp",
    ".csv": "text/csv",
    ".gif": "image/gif",
    ".html": "text/html",
    ".jpeg": "image/jpeg",
    ".jpg": "image/jpeg",
    ".json": "application/json",
    ".jsonld": "application/ld+json",
    ".md": "text/markdown",
    ".ods": "application/vnd.oasis.opendocument.spreadsheet",
    ".fods": "application/vnd.oasis.opendocument.spreadsheet-flat-xml",
    ".pdf": "application/pdf",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".ttf": "font/ttf",
    ".otf": "font/otf",
    ".woff2": "font/woff2",
    ".tif": "image/tiff",
    ".tiff": "image/tiff",
    ".toml": "application/toml",
    ".tsv": "text/tab-separated-values",
    ".txt": "text/plain",
    ".webp": "image/webp",
    ".xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    ".xml": "application/xml",
    ".xsd": "application/xml",
}


class FileRole(StrEnum):
    """The role of a file in a package."""

    RULEBOOK = "rulebook"
    DRAWING = "drawing"
    PREVIEW = "preview"
    DEFINITION = "definition"
    RULE_TEXT = "rule text"
    METADATA = "metadata"
    LICENCE = "licence"
    REPORT = "report"
    README = "readme"
    CHANGES = "changes"


class ContentsModel(BaseModel):
    """The base of the list's models: immutable and strict; unknown keys are ignored."""

    model_config = ConfigDict(frozen=True, strict=True)


class PackedFile(ContentsModel):
    """A file of a package; fields that do not apply to it are None.

    ``path`` begins with data/. ``own_name`` is the name of a file of the definition in the game's
    folder, if it has characters that no name in a package has. ``title`` is that of a rulebook,
    ``component`` the subject of a drawing or a table.
    """

    name: str
    path: FilePath
    own_name: str | None = None
    type: str = "file"  # readers of tables would else guess from the name what is in it
    mediatype: str
    bytes: Annotated[int, Field(ge=0)]
    hash: Annotated[str, Field(pattern="^sha256:[0-9a-f]{64}$")]
    role: Annotated[FileRole, Field(strict=False)]
    title: str | None = None
    language: str | None = None
    component: str | None = None
    rule_set: str | None = None

    @property
    def sha256(self) -> str:
        """The SHA-256 of the file, in hexadecimal digits."""
        return self.hash.removeprefix(SHA256)


class PackageContents(ContentsModel):
    """The files of a package in alphabetical order, and the game that they belong to.

    ``name`` is the id of the game, ``id`` the identifier of the record and ``title`` its title;
    ``game_name`` is the name in the definition. ``made_from`` is the checksum in bag-info.txt.
    ``not_made`` names the folders that are missing because they could not be made.
    """

    profile: Literal["data-package"] = "data-package"
    name: str
    version: str = "1"
    id: str
    title: str
    game_name: str
    languages: tuple[str, ...]
    components: tuple[str, ...]
    rule_sets: tuple[str, ...]
    made_by: str
    made_from: str
    not_made: tuple[str, ...] = ()
    resources: tuple[PackedFile, ...]


def readme_words() -> Mapping[str, Any]:
    """Return the words of the README files in packages."""
    return tomllib.loads((templates() / "archive" / "readme.toml").read_text(encoding="utf-8"))


def media_type(path: str) -> str:
    """Return the media type of a file by its suffix."""
    return MEDIA_TYPES.get(PurePosixPath(path).suffix.lower(), "application/octet-stream")


def contents_bytes(contents: PackageContents) -> bytes:
    """Write the list as a Data Package in JSON."""
    return f"{contents.model_dump_json(indent=1, exclude_none=True)}\n".encode()


def read_contents(written: bytes) -> PackageContents:
    """Read the list of a package.

    Raises:
        VerifyError: If it is not valid; a line for each fault, and a count of the rest.
    """
    try:
        contents = PackageContents.model_validate_json(written)
    except ValidationError as error:
        rows = error.errors(include_url=False, include_context=False, include_input=False)
        faults = [f"{'.'.join(map(str, row['loc'])) or 'list'}: {row['msg']}" for row in rows]
        raise VerifyError("\n".join(first_faults(faults, "", 10))) from None
    counts = Counter(file.path for file in contents.resources)
    twice = [path for path, count in counts.items() if count > 1]
    if twice:
        raise VerifyError(f"{twice[0]} is listed twice")
    return contents


_ROLES = {
    "rules": FileRole.RULEBOOK,
    "drawings": FileRole.DRAWING,
    "previews": FileRole.PREVIEW,
    "definition": FileRole.DEFINITION,
    "metadata": FileRole.METADATA,
    "LICENSES": FileRole.LICENCE,
    "README": FileRole.README,
    "CHANGES": FileRole.CHANGES,
    "validation-report": FileRole.REPORT,
}


def contents_file(
    record: "ArchiveRecord",
    payload: Mapping[str, bytes],
    made_from: str,
    not_made: tuple[Message, ...],
) -> bytes:
    """Write the list of the files in ``payload``, keyed by their paths in data/."""
    game = record.definition
    contents = PackageContents(
        name=game.id,
        version=f"{record.version}",
        id=record.identifier,
        title=record.title,
        game_name=game.name,
        languages=record.languages,
        components=tuple(game.components),
        rule_sets=tuple(game.rule_sets),
        made_by=AGENT,
        made_from=made_from,
        not_made=tuple(note.at[0] for note in not_made),
        resources=packed_files(record, payload),
    )
    return contents_bytes(contents)


def packed_files(record: "ArchiveRecord", payload: Mapping[str, bytes]) -> tuple[PackedFile, ...]:
    """Describe files, keyed by their paths in data/, in alphabetical order."""
    return tuple(_packed(record, path, payload[path]) for path in sorted(payload))


def _packed(record: "ArchiveRecord", path: str, content: bytes) -> PackedFile:
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


def _about(record: "ArchiveRecord", path: PurePosixPath) -> dict[str, Any]:
    """Return the role of a file and its subject."""
    role = _ROLES[path.parts[0].partition(".")[0]]
    if role is FileRole.RULEBOOK:  # rulebook.en.pdf
        lang = path.stem.rpartition(".")[2]
        return {"role": role, "language": lang, "title": dict(record.book_titles)[lang]}
    if path.name in ("cover.svg", "cover.png") and len(path.parts) == 2:
        return {"role": role}
    if role in (FileRole.DRAWING, FileRole.PREVIEW):
        return {"role": role, "component": path.parts[1].partition(".")[0]}
    if role is FileRole.DEFINITION and path.parent.name == "rules":
        return _text_of(record, path)
    if role is FileRole.DEFINITION:
        return {"role": role, "component": _table_of(record, path)}
    return {"role": role}


def _text_of(record: "ArchiveRecord", path: PurePosixPath) -> dict[str, Any]:
    """Describe a text by its name, such as checkers.en.md or definition.de.toml."""
    name, _, lang = path.stem.rpartition(".")
    rule_set = name if name in record.definition.rule_sets else None
    role = FileRole.RULE_TEXT if path.suffix == ".md" else FileRole.DEFINITION
    return {"role": role, "language": lang if name else None, "rule_set": rule_set}


def _table_of(record: "ArchiveRecord", path: PurePosixPath) -> str | None:
    """Return the component whose table a file is, or None."""
    name = own_name(path.relative_to("definition").as_posix())
    for component_id, component in record.definition.components.items():
        for file in component.table_files:
            if f"{own_name(normalize('NFC', file))}#".startswith(f"{name}#"):
                return component_id
    return None
