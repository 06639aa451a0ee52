"""A game folder's manifest.json: which files a build made, and what each of them holds.

Commands that make files write one :class:`MadeFile` each; ``pnp verify`` reads them back without
trust. The types below are the only description of the format. pydantic checks them when a
manifest is read; it is imported then, because a build has no use for it.
"""

import json
from collections.abc import Hashable, Iterable
from functools import cache
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple, get_type_hints

from annotated_types import Interval, Predicate

from pnp.base.errors import VerifyError
from pnp.base.geometry import Size
from pnp.base.units import Mm
from pnp.records.printer_profile import PrinterProfile

if TYPE_CHECKING:
    from pydantic import TypeAdapter

NAME = "manifest.json"
LARGEST = 100_000  # of any number in a manifest: mm, pieces, pages, pixels


def _is_inside(path: str) -> bool:
    pure = PurePosixPath(path)
    return bool(pure.parts) and not pure.is_absolute() and ".." not in pure.parts


def _is_size(size: Size) -> bool:
    return all(0 < side <= LARGEST for side in size)


PositiveCount = Annotated[int, Interval(gt=0, le=LARGEST)]
CountPair = tuple[PositiveCount, PositiveCount]
FilePath = Annotated[str, Predicate(_is_inside)]
Dimensions = Annotated[Size, Predicate(_is_size)]
_EMPTY: dict[Any, Any] = {
    str: "",
    PositiveCount: 0,
}  # instead of a required value that cannot be read


class MadeFile(NamedTuple):
    """One file of a build. Sizes are width and height in mm; what does not apply is None.

    ``component`` is the rule set where a picture shows its set-up.
    ``piece_mm`` is the full size; ``scale`` says how much smaller a board was made to fit.
    A ``poster`` has that many columns and rows of pages. ``cuts`` is how many straight cuts set
    the pieces of a full sheet free, in ``grid`` columns and rows; None where straight cuts cannot.
    A ``printer`` is the profile that sheets were corrected for. ``pixels`` and ``dpi`` are those
    of a PNG, ``preset`` the print shop's product or the laser program that the file is for.
    ``text`` is the file of the words that a rule sheet was made of.

    In a manifest that was read, a field that could not be read has its default, ``""``, 0 or None.
    """

    path: FilePath
    kind: str
    component: str
    format: str
    pieces: PositiveCount
    piece_mm: Dimensions | None
    sha256: str
    pages: PositiveCount | None = None
    page_mm: Dimensions | None = None
    duplex: str | None = None
    scale: Annotated[float, Interval(gt=0, le=1)] | None = None
    poster: CountPair | None = None
    grid: CountPair | None = None
    cuts: Annotated[int, Interval(ge=0, le=LARGEST)] | None = None
    printer: PrinterProfile | None = None
    ink: str = "full"
    theme: str = "classic"
    theme_sha256: str | None = None
    pixels: CountPair | None = None
    dpi: PositiveCount | None = None
    preset: str | None = None
    text: str | None = None
    text_sha256: str | None = None

    @property
    def printed_mm(self) -> Size | None:
        """The size of a piece on paper."""
        scale: Mm = self.scale or 1.0
        size = self.piece_mm
        return Size(size.width * scale, size.height * scale) if size else None

    def as_data(self) -> dict[str, Any]:
        """Return the file's entry in a manifest."""
        return self._asdict() | {"printer": self.printer._asdict() if self.printer else None}


class ManifestFault(NamedTuple):
    """One value of a manifest that cannot be read; ``path`` is that of the file, if it is known."""

    path: str
    field: str
    message: str


class Manifest(NamedTuple):
    """The files of a game's folder.

    ``earlier_files`` are left from builds of other definitions; ``faults`` are what could not be
    read.
    """

    game: str
    name: str
    version: str
    definition_sha256: str
    files: tuple[MadeFile, ...]
    earlier_files: tuple[str, ...]
    faults: tuple[ManifestFault, ...]

    def file(self, path: str) -> MadeFile | None:
        """Return the file at a path, as it is written in the manifest."""
        return next((file for file in self.files if file.path == path), None)

    def is_readable(self, path: str, field: str) -> bool:
        """Return whether a field of a file could be read."""
        return all((fault.path, fault.field) != (path, field) for fault in self.faults)


def read_manifest(folder: Path) -> Manifest:
    """Read a folder's manifest; faults of single values are kept in it.

    Raises:
        VerifyError: If there is none, or it is not one of pnp's.
    """
    file = folder / NAME
    try:
        data = json.loads(file.read_bytes())
    except FileNotFoundError:
        raise VerifyError(f"has no {NAME}") from None
    except OSError as error:
        raise VerifyError(f"{NAME} cannot be read: {error.strerror}") from None
    except (ValueError, RecursionError):
        raise VerifyError(f"{NAME} is not JSON; it is damaged or was edited") from None
    if not (isinstance(data, dict) and isinstance(data.get("files"), list)):
        raise VerifyError(f"{NAME} is not a manifest of pnp")
    faults: list[ManifestFault] = []
    texts = _read_fields(Manifest, data, ("game", "name", "version", "definition_sha256"))
    faults += [ManifestFault("", key, f"{key} has no valid value") for key in texts.unreadable]
    files = [_read_file(row, number, faults) for number, row in enumerate(data["files"], 1)]
    earlier = data.get("earlier_files")
    return Manifest(
        **texts.values,
        files=tuple(file for file in files if file is not None),
        earlier_files=tuple(
            path for path in (earlier if isinstance(earlier, list) else ()) if isinstance(path, str)
        ),
        faults=tuple(faults),
    )


def _read_file(row: Any, number: int, faults: list[ManifestFault]) -> MadeFile | None:
    """Read an entry and add its faults; without a usable path there is no file."""
    fields = _read_fields(MadeFile, row if isinstance(row, dict) else {}, MadeFile._fields)
    path = fields.values["path"]
    if "path" in fields.unreadable:
        message = f"entry {number} names no file inside the folder"
        faults.append(ManifestFault("", "path", message))
        return None
    faults += [
        ManifestFault(path, key, f"{path}: {key} has no valid value") for key in fields.unreadable
    ]
    return MadeFile(**fields.values)


class _Fields(NamedTuple):
    """The values of a record's fields, and the names of those that cannot be read."""

    values: dict[str, Any]
    unreadable: tuple[str, ...]


def _read_fields(record: Any, data: dict[str, Any], names: Iterable[str]) -> _Fields:
    """Read each field by its type; keys that are not among ``names`` are left alone."""
    from pydantic import ValidationError

    adapters = _adapters(record)
    values: dict[str, Any] = {}
    unreadable = []
    for name in names:
        values[name] = record._field_defaults.get(name, _EMPTY.get(record.__annotations__[name]))
        if name not in data and name in record._field_defaults:
            continue
        value = data.get(name)
        if name == "printer" and isinstance(value, dict):
            value = {key: value[key] for key in PrinterProfile._fields if key in value}
        try:
            # As JSON, where a list may strictly be a tuple and an integer a float.
            values[name] = adapters[name].validate_json(json.dumps(value), strict=True)
        except ValidationError:
            unreadable.append(name)
    return _Fields(values, tuple(unreadable))


@cache
def _adapters(record: Hashable) -> dict[str, "TypeAdapter[Any]"]:
    from pydantic import TypeAdapter

    hints = get_type_hints(record, include_extras=True)
    return {name: TypeAdapter(hint) for name, hint in hints.items()}
