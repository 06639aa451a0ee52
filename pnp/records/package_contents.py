"""The list of a package: its purpose, and each of its files.

``pnp archive`` writes it and ``pnp verify`` checks a package against it. It is a Data Package
(https://specs.frictionlessdata.io/data-package), so that other programs read names, paths, media
types, sizes and checksums. The standard allows further properties; ours are the game, the
languages and what the package was made from, and the role, language, component and rule set of
each file.
"""

from collections import Counter
from enum import StrEnum
from pathlib import PurePosixPath
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from pnp.base.errors import VerifyError, first_faults
from pnp.records.manifest import FilePath

NAME = "datapackage.json"  # in data/, as paths in a Data Package never lead upwards
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
