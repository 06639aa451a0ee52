"""The list of what lies in a game's output folder, and from which definition it was made."""

import json
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from pnp import __version__

NAME = "manifest.json"


class MadeFile(NamedTuple):
    """One file of a build. Sizes are width and height in mm; what does not apply is None."""

    path: str
    kind: str
    component: str
    format: str
    pieces: int
    pages: int | None
    page_mm: tuple[float, float] | None
    piece_mm: tuple[float, float]
    duplex: str | None
    sha256: str


def write_manifest(
    game_id: str, name: str, definition: str, made: list[MadeFile], folder: Path
) -> tuple[bytes, list[str]]:
    """Return a manifest of ``made`` and of earlier files that still follow from the definition.

    A file of an earlier build stays in the list if it was made from the same definition by
    the same version and has not changed since.

    Returns:
        The manifest, and the paths of earlier files that are there but no longer listed.
    """
    own = {file.path for file in made}
    earlier = _earlier(folder)
    current = (earlier.get("definition_sha256"), earlier.get("version")) == (
        definition,
        __version__,
    )
    kept: list[dict[str, Any]] = []
    left: list[str] = []
    for entry in _entries(earlier):
        path = folder / entry["path"]
        if entry["path"] in own or not path.is_file():
            continue
        if current and sha256(path.read_bytes()).hexdigest() == entry["sha256"]:
            kept.append(entry)
        else:
            left.append(entry["path"])
    files = sorted([file._asdict() for file in made] + kept, key=lambda file: str(file["path"]))
    manifest = {
        "game": game_id,
        "name": name,
        "version": __version__,
        "definition_sha256": definition,
        "files": files,
    }
    text = json.dumps(manifest, indent=1, ensure_ascii=False)
    return f"{text}\n".encode(), sorted(left)


def _earlier(folder: Path) -> dict[str, Any]:
    try:
        manifest = json.loads((folder / NAME).read_bytes())
    except (OSError, ValueError):
        return {}
    return manifest if isinstance(manifest, dict) else {}


def _entries(manifest: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the entries that can be trusted to be ours: with a path inside and a checksum."""
    files = manifest.get("files")
    return [
        entry
        for entry in (files if isinstance(files, list) else [])
        if isinstance(entry, dict)
        and isinstance(entry.get("path"), str)
        and isinstance(entry.get("sha256"), str)
        and not Path(entry["path"]).is_absolute()
        and ".." not in Path(entry["path"]).parts
    ]
