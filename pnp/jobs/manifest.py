"""The list of what lies in a game's output folder, and from which definition it was made."""

import json
from collections.abc import Set
from hashlib import file_digest
from pathlib import Path
from typing import Any

from pnp import __version__
from pnp.base.files import is_file_name
from pnp.jobs.output import stays
from pnp.records.manifest import NAME, MadeFile


def replaced_files(folder: Path, made: list[MadeFile]) -> list[str]:
    """Return the laser files of earlier choices, of what is now made anew for the same program."""
    own = {file.path for file in made}
    anew = {(file.component, file.preset) for file in made}
    return sorted(
        entry["path"]
        for entry in _entries(_earlier(folder))
        if entry.get("kind") == "laser"
        and (entry.get("component"), entry.get("preset")) in anew
        and entry["path"] not in own
        and entry["path"].startswith("laser/")
        and _is_inside(folder, entry["path"])
    )


def write_manifest(
    game_id: str,
    name: str,
    definition: str,
    made: list[MadeFile],
    folder: Path,
    gone: Set[str] = frozenset(),
) -> tuple[bytes, list[str]]:
    """Return a manifest of ``made`` and of what earlier builds left in the folder.

    A file of an earlier build stays among the files if it was made from the same definition
    by the same version, has its component's present size, its theme's present colours and its
    text's present words, and has not changed since; one that is ``gone`` does not. If not it is
    named under ``earlier_files``, for as long as it is there.

    Returns:
        The manifest, and the paths under ``earlier_files``.
    """
    own = {file.path for file in made} | gone
    # A rule set's picture may have the id of a component.
    sizes = {
        (file.kind == "set-up", file.component): list(file.piece_mm)
        for file in made
        if file.piece_mm
    }
    themes = {file.theme: file.theme_sha256 for file in made}
    texts = {file.text: file.text_sha256 for file in made if file.text}
    earlier = _earlier(folder)
    current = (earlier.get("definition_sha256"), earlier.get("version")) == (
        definition,
        __version__,
    )
    kept: list[dict[str, Any]] = []
    left = {
        path for path in _paths(earlier, folder) if path not in own and (folder / path).is_file()
    }
    for entry in _entries(earlier):
        path = entry["path"]
        size, theme = entry.get("piece_mm"), entry.get("theme_sha256")
        made_now = sizes.get((entry.get("kind") == "set-up", str(entry.get("component"))), size)
        made_now = made_now if size is not None else None  # what has no one size follows from all
        same_theme = theme == themes.get(str(entry.get("theme")), theme)
        text = entry.get("text_sha256")
        same_text = text == texts.get(str(entry.get("text")), text)
        follows = current and size == made_now and same_theme and same_text
        if path in left and follows and _digest(folder / path) == entry["sha256"]:
            kept.append(entry)
            left.remove(path)
    files = sorted([file.as_data() for file in made] + kept, key=lambda file: str(file["path"]))
    manifest: dict[str, Any] = {
        "game": game_id,
        "name": name,
        "version": __version__,
        "definition_sha256": definition,
        "files": files,
    }
    if left:
        manifest["earlier_files"] = sorted(left)
    text = json.dumps(manifest, indent=1, ensure_ascii=False)
    return f"{text}\n".encode(), sorted(left)


def _paths(manifest: dict[str, Any], folder: Path) -> set[str]:
    """Return every path that an earlier manifest names, if it is one inside the folder."""
    named = manifest.get("earlier_files")
    paths = {p for p in named if isinstance(p, str)} if isinstance(named, list) else set()
    paths |= {entry["path"] for entry in _entries(manifest)}
    return {path for path in paths if _is_inside(folder, path)}


def _is_inside(folder: Path, path: str) -> bool:
    return all(map(is_file_name, path.split("/"))) and stays(folder, Path(path).parent)


def _digest(file: Path) -> str:
    with file.open("rb") as stream:
        return file_digest(stream, "sha256").hexdigest()


def _earlier(folder: Path) -> dict[str, Any]:
    file = folder / NAME
    try:
        manifest = json.loads(file.read_bytes()) if file.is_file() else {}
    except (OSError, ValueError, RecursionError):
        return {}
    return manifest if isinstance(manifest, dict) else {}


def _entries(manifest: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the entries that look like ours."""
    files = manifest.get("files")
    return [
        entry
        for entry in (files if isinstance(files, list) else [])
        if isinstance(entry, dict)
        and isinstance(entry.get("path"), str)
        and isinstance(entry.get("sha256"), str)
    ]
