"""A folder's manifest.json, read without trust: what each made file is said to be."""

import json
from pathlib import Path, PurePosixPath
from typing import Any, NamedTuple, TypeGuard

from pnp.base.errors import VerifyError
from pnp.base.geometry import Size
from pnp.base.units import Mm

NAME = "manifest.json"
MOST = 100_000  # of any number in a manifest: mm, pieces, pages, pixels


class Entry(NamedTuple):
    """What a manifest says of one file; what it does not say is None. Sizes are in mm.

    ``more`` is the whole of it, with what newer versions may say.
    """

    path: str
    sha256: str
    kind: str
    component: str
    format: str
    pieces: int | None
    piece: Size | None
    pages: int | None
    page: Size | None
    duplex: str | None
    scale: float | None
    poster: tuple[int, int] | None
    more: dict[str, Any]

    @property
    def printed(self) -> Size | None:
        """How large a piece is on paper."""
        scale = self.scale or 1.0
        return Size(self.piece.width * scale, self.piece.height * scale) if self.piece else None


class Manifest(NamedTuple):
    """What a game's folder is said to hold; ``earlier`` are files of other definitions."""

    game: str
    name: str
    version: str
    definition: str
    entries: tuple[Entry, ...]
    earlier: tuple[str, ...]
    faults: tuple[str, ...]


def read_manifest(folder: Path) -> Manifest:
    """Read a folder's manifest.

    Raises:
        VerifyError: If there is none, or it is not one of ours.
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
    faults: list[str] = []
    entries = [e for n, row in enumerate(data["files"], 1) if (e := _entry(row, n, faults))]
    return Manifest(
        game=_text(data, "game", faults),
        name=_text(data, "name", faults),
        version=_text(data, "version", faults),
        definition=_text(data, "definition_sha256", faults),
        entries=tuple(entries),
        earlier=_words(data.get("earlier_files")),
        faults=tuple(faults),
    )


def _entry(row: Any, number: int, faults: list[str]) -> Entry | None:
    path = row.get("path") if isinstance(row, dict) else None
    if not isinstance(path, str) or not _is_inside(path):
        faults.append(f"entry {number} names no file inside the folder")
        return None
    problems: list[str] = []
    sizes = {key: _pair(row, key, problems) for key in ("piece_mm", "page_mm")}
    counts = {key: _count(row, key, problems) for key in ("pieces", "pages")}
    duplex, scale = row.get("duplex"), row.get("scale")
    if not (scale is None or (is_number(scale) and 0 < scale <= 1)):
        problems.append("scale")
        scale = None
    entry = Entry(
        path,
        sha256=_text(row, "sha256", problems),
        kind=_text(row, "kind", problems),
        component=_text(row, "component", problems),
        format=_text(row, "format", problems),
        pieces=counts["pieces"],
        piece=sizes["piece_mm"],
        pages=counts["pages"],
        page=sizes["page_mm"],
        duplex=duplex if isinstance(duplex, str) else None,
        scale=scale,
        poster=_two_counts(row, "poster", problems),
        more=row,
    )
    faults += [f"{path}: {problem} means nothing" for problem in problems]
    return entry


def _is_inside(path: str) -> bool:
    pure = PurePosixPath(path)
    return bool(pure.parts) and not pure.is_absolute() and ".." not in pure.parts


def _text(row: dict[str, Any], key: str, faults: list[str]) -> str:
    value = row.get(key)
    if not isinstance(value, str):
        faults.append(key)
        return ""
    return value


def _words(value: Any) -> tuple[str, ...]:
    return tuple(w for w in value if isinstance(w, str)) if isinstance(value, list) else ()


def _count(row: dict[str, Any], key: str, faults: list[str]) -> int | None:
    value = row.get(key)
    if value is None or _is_count(value):
        return value
    faults.append(key)
    return None


def _two_counts(row: dict[str, Any], key: str, faults: list[str]) -> tuple[int, int] | None:
    value = row.get(key)
    if value is None:
        return None
    if isinstance(value, list) and len(value) == 2 and all(map(_is_count, value)):
        return value[0], value[1]
    faults.append(key)
    return None


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 < value <= MOST


def _pair(row: dict[str, Any], key: str, faults: list[str]) -> Size | None:
    value = row.get(key)
    if value is None:
        return None
    if isinstance(value, list) and len(value) == 2 and all(map(_is_length, value)):
        return Size(*map(float, value))
    faults.append(key)
    return None


def _is_length(value: Any) -> bool:
    return is_number(value) and 0 < value <= MOST


def is_number(value: Any) -> TypeGuard[float]:
    """Tell whether something is a number to reckon with: not NaN, and not without bounds."""
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) <= MOST


def length(value: Mm) -> str:
    """Write a length as it is measured: to a hundredth of a millimetre."""
    return f"{value + 0.0:.2f}"


def size(value: Size) -> str:
    """Write a size as it is measured."""
    return f"{length(value.width)} x {length(value.height)} mm"
