"""The manifest.json of an output folder: the files in it, with their facts and checksums.

Commands that make files write a :class:`MadeFile` for each; ``pnp verify`` validates the entries,
since they may have been edited. The types of the fields are the only description of the format.
pydantic is imported only to read a manifest, because a build does not need it.
"""

import json
from collections.abc import Hashable, Iterable
from functools import cache
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple, get_type_hints

from annotated_types import Interval, Predicate

from pnp.base.errors import VerifyError
from pnp.base.files import read_json
from pnp.base.geometry import Size
from pnp.make.printer_profile import PrinterProfile

if TYPE_CHECKING:
    from pydantic import TypeAdapter

NAME = "manifest.json"
FACES = "faces"  # the key of the keys of pieces, by component and look
LARGEST_FILE = 20_000_000  # bytes of a manifest; one of 10,000 files has 8 million
LARGEST = 100_000  # the largest number in a manifest, whether mm, pieces, pages or pixels


def _is_inside(path: str) -> bool:
    pure = PurePosixPath(path)
    return bool(pure.parts) and not pure.is_absolute() and ".." not in pure.parts


def _is_size(size: Size) -> bool:
    return all(0 < side <= LARGEST for side in size)


ManifestCount = Annotated[int, Interval(gt=0, le=LARGEST)]
CountPair = tuple[ManifestCount, ManifestCount]
FilePath = Annotated[str, Predicate(_is_inside)]
AnyCount = Annotated[int, Interval(ge=0, le=LARGEST)]
LaserAmount = Annotated[float, Interval(ge=0)]
Dimensions = Annotated[Size, Predicate(_is_size)]
_EMPTY: dict[Any, Any] = {str: "", ManifestCount: 0}  # for a required value that cannot be read


class LaserWork(NamedTuple):
    """A laser's work on a file, or on all files of the layout that the file describes.

    ``beds`` counts beds of material, ``sheets`` the sheets from which they are sawn (None for a
    single pass); ``seconds`` is None if the speeds of the machine are unknown.
    """

    beds: AnyCount
    sheets: ManifestCount | None
    cut_mm: LaserAmount
    score_mm: LaserAmount
    engrave_mm: LaserAmount
    travel_mm: LaserAmount
    seconds: LaserAmount | None


class SheetWork(NamedTuple):
    """What a file of sheets takes: sheets of paper, straight cuts, and outlines to cut along."""

    sheets: AnyCount = 0
    cuts: AnyCount = 0
    outlines: AnyCount = 0

    @classmethod
    def total(cls, works: Iterable["SheetWork"]) -> "SheetWork":
        """Return the work on several files together."""
        return cls(*map(sum, zip(*works, strict=True)))


class MadeFile(NamedTuple):
    """A file of a build; fields that do not apply to it are None.

    ``component`` is the rule set for a picture of a set-up, the name of the layout for laser files,
    and of chosen components that share a file, their ids joined with "_". ``piece_mm`` is the full
    width and height, ``scale`` the factor by which a board was reduced to fit. ``poster`` and
    ``grid`` are columns and rows, of pages and of pieces. ``cuts`` is the number of guillotine cuts
    of a full sheet, None if guillotine cuts cannot separate its pieces; for sheets that components
    share it is the number of all cuts and outlines. ``work`` is that on all sheets. ``printer`` is
    the profile for which sheets were compensated; ``preset`` is the print shop's product, the laser
    target or the cutting machine; ``piece_pages`` are the first and the last page with pieces of a
    kit; ``text`` is the rule text of a rule sheet, or the translations of pieces. ``lang`` is the
    language of sheets, faces and pictures if it differs from the definition's, ``game_name`` the
    game's name in it. ``press`` is the description of the ICC profile to whose inks all colours
    belong.

    A field that could not be read from a manifest has its default, ``""``, 0 or None.
    """

    path: FilePath
    kind: str
    component: str
    format: str
    pieces: ManifestCount
    piece_mm: Dimensions | None
    sha256: str
    pages: ManifestCount | None = None
    page_mm: Dimensions | None = None
    duplex: str | None = None
    scale: Annotated[float, Interval(gt=0, le=1)] | None = None
    poster: CountPair | None = None
    grid: CountPair | None = None
    cuts: AnyCount | None = None
    printer: PrinterProfile | None = None
    ink: str = "full"
    theme: str = "classic"
    theme_sha256: str | None = None
    pixels: CountPair | None = None
    dpi: ManifestCount | None = None
    preset: str | None = None
    piece_pages: CountPair | None = None
    text: str | None = None
    text_sha256: str | None = None
    lang: str | None = None
    game_name: str | None = None
    laser: LaserWork | None = None
    press: str | None = None
    work: SheetWork | None = None

    def as_data(self) -> dict[str, Any]:
        """Return the file's entry in a manifest."""
        data = self._asdict() | {"printer": self.printer._asdict() if self.printer else None}
        press = data.pop("press")
        for key in ("work", "laser"):
            if (value := data.pop(key)) is not None:
                data[key] = value._asdict()
        return data if press is None else data | {"press": press}


_RECORDS: dict[str, Any] = {"printer": PrinterProfile, "laser": LaserWork, "work": SheetWork}


class ManifestFault(NamedTuple):
    """An unreadable value of a manifest; ``path`` is that of its file, or "" if unknown."""

    path: str
    field: str
    message: str


class Manifest(NamedTuple):
    """A manifest as read: the files of a folder, and the faults of its values.

    ``earlier_files`` are left over from builds of other definitions; ``half_changed`` are those
    that a run was replacing or removing when it was killed.
    """

    game: str
    name: str
    version: str
    definition_sha256: str
    files: tuple[MadeFile, ...]
    earlier_files: tuple[str, ...]
    faults: tuple[ManifestFault, ...]
    half_changed: tuple[str, ...] = ()

    def file(self, path: str) -> MadeFile | None:
        """Return the file with a path as written in the manifest, or None."""
        return next((file for file in self.files if file.path == path), None)


def read_manifest(folder: Path) -> Manifest:
    """Read a folder's manifest, with the faults of single values.

    Raises:
        VerifyError: If it does not exist or is not a manifest of pnp.
    """
    file = folder / NAME
    try:
        data = read_json(file, LARGEST_FILE)
    except FileNotFoundError:
        raise VerifyError(f"has no {NAME}") from None
    except OSError as error:
        raise VerifyError(f"{NAME} cannot be read: {error.strerror}") from None
    except ValueError:
        raise VerifyError(f"{NAME} is not JSON; it is damaged or was edited") from None
    if not (isinstance(data, dict) and isinstance(data.get("files"), list)):
        raise VerifyError(f"{NAME} is not a manifest of pnp")
    keys = ("game", "name", "version", "definition_sha256")
    texts, unreadable = _read_fields(Manifest, data, keys)
    faults = [ManifestFault("", key, f"{key} has no valid value") for key in unreadable]
    files = [_read_file(row, number, faults) for number, row in enumerate(data["files"], 1)]
    return Manifest(
        **texts,
        files=tuple(filter(None, files)),
        earlier_files=_named(data, "earlier_files"),
        faults=tuple(faults),
        half_changed=_named(data, "half_changed"),
    )


def _named(data: dict[str, Any], key: str) -> tuple[str, ...]:
    paths = data.get(key)
    return tuple(p for p in paths if isinstance(p, str)) if isinstance(paths, list) else ()


def _read_file(row: Any, number: int, faults: list[ManifestFault]) -> MadeFile | None:
    """Read an entry and add its faults; return None if its path is invalid."""
    fields = row if isinstance(row, dict) else {}
    values, unreadable = _read_fields(MadeFile, fields, MadeFile._fields)
    if "path" in unreadable:
        message = f"entry {number} has no path inside the folder"
        faults.append(ManifestFault("", "path", message))
        return None
    file = MadeFile(**values)
    faults += [
        ManifestFault(file.path, key, f"{file.path}: {key} has no valid value")
        for key in unreadable
    ]
    return file


def _read_fields(
    record: Any, data: dict[str, Any], names: Iterable[str]
) -> tuple[dict[str, Any], list[str]]:
    """Return the values of fields, each read by its type, and the names of the unreadable ones."""
    from pydantic import ValidationError

    adapters = _adapters(record)
    values: dict[str, Any] = {}
    unreadable = []
    for name in names:
        values[name] = record._field_defaults.get(name, _EMPTY.get(record.__annotations__[name]))
        if name not in data and name in record._field_defaults:
            continue
        value = data.get(name)
        if name in _RECORDS and isinstance(value, dict):
            value = {key: value[key] for key in _RECORDS[name]._fields if key in value}
        try:
            # As JSON, where a list may strictly be a tuple and an integer a float.
            values[name] = adapters[name].validate_json(json.dumps(value), strict=True)
        except ValidationError:
            unreadable.append(name)
    return values, unreadable


@cache
def _adapters(record: Hashable) -> dict[str, "TypeAdapter[Any]"]:
    from pydantic import TypeAdapter

    hints = get_type_hints(record, include_extras=True)
    return {name: TypeAdapter(hint) for name, hint in hints.items()}
