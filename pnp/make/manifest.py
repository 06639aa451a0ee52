"""The manifest of a game's output folder: every file, and the definition it was made from."""

import json
import os
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

from pnp import __version__
from pnp.base.files import checksum, is_file_name, is_within, placed_below, read_json
from pnp.definitions import Loaded
from pnp.make.made_files import FACES, LARGEST_FILE, NAME, MadeFile

_LEFT = "earlier_files"  # paths that no longer follow from the definition
_EARLIER = "earlier_entries"  # what pnp made at these paths
_HALF_CHANGED = "half_changed"  # paths that a run was changing when it was killed


class _Present(NamedTuple):
    """Checksums of the new files' themes and texts, by name; earlier files must have the same."""

    themes: dict[str, str | None]
    texts: dict[str, str | None]

    @classmethod
    def of(cls, made: Sequence[MadeFile]) -> "_Present":
        return cls(
            {file.theme: file.theme_sha256 for file in made},
            {file.text: file.text_sha256 for file in made if file.text},
        )

    def follows(self, entry: dict[str, Any]) -> bool:
        """Return whether a file of an earlier build has the current theme and text."""
        theme, text = entry.get("theme_sha256"), entry.get("text_sha256")
        same_theme = theme == self.themes.get(str(entry.get("theme")), theme)
        return same_theme and text == self.texts.get(str(entry.get("text")), text)


class NewManifest(NamedTuple):
    """A manifest to write, and what changes with it.

    ``left`` are paths that no longer follow from the definition, ``removed`` those to be removed,
    whose entries are in ``going`` until then. ``remade`` are paths of files of which the same
    definition made others before.
    """

    data: dict[str, Any]
    left: tuple[str, ...]
    removed: tuple[str, ...]
    going: tuple[dict[str, Any], ...]
    remade: tuple[str, ...]

    def text(self, changing: Iterable[str] | None = None) -> bytes:
        """Return the manifest, or the interim one while files are ``changing``.

        The interim one lists these and the removed ones, so that a run that is killed can be
        recognized by it.
        """
        data = dict(self.data)
        if changing is not None:
            half = {*changing, *self.removed, *data.get(_HALF_CHANGED, ())} - {NAME}
            data[_LEFT] = sorted({*self.left, *self.removed})
            data[_EARLIER] = _by_path((*data.get(_EARLIER, ()), *self.going))
            data[_HALF_CHANGED] = sorted(half)
        written = BytesIO()  # a list of parts would take many times the bytes
        parts = json.JSONEncoder(indent=1, ensure_ascii=False).iterencode(data)
        written.writelines(map(str.encode, parts))
        written.write(b"\n")
        return written.getvalue()


def new_manifest(
    loaded: Loaded,
    made: Sequence[MadeFile],
    folder: Path,
    is_unwanted: Callable[[str, str], bool] = lambda path, component: False,
    faces: Mapping[str, Mapping[str, Mapping[str, int]]] | None = None,
    superseded: str = "",
) -> NewManifest:
    """Return a manifest of ``made`` and of what earlier builds left in the folder.

    Files of the ``superseded`` kind that are made again with other options are removed, as are
    those whose path and component are unwanted, unless they were changed since. A file of an
    earlier build stays in the list if the same version made it from the same definition, it agrees
    with the new files, and has not changed. Otherwise ``earlier_files`` lists it while it exists.
    Files that a killed run left half changed stay marked, and ``faces`` of other components stay.
    """
    earlier = _earlier(folder)
    odd = {entry.place for entry in placed_below(folder) if entry.fault}
    entries = _entries(earlier, "files", odd)
    known = {entry["path"]: entry for entry in (*_entries(earlier, _EARLIER, odd), *entries)}
    replaced = _replaced(known.values(), made, folder, superseded)
    replaced += _unwanted(known.values(), {*replaced, *(f.path for f in made)}, folder, is_unwanted)
    own = {file.path for file in made}.union(replaced)
    there = {p for p in _paths(earlier, folder) if p not in own and os.path.isfile(folder / p)}
    kept, made_before = dict[str, dict[str, Any]](), {entry["path"] for entry in entries}
    made_by = earlier.get("definition_sha256"), earlier.get("version")
    is_same = made_by == (loaded.sha256, __version__)
    if is_same:
        present = _Present.of(made)
        kept = {
            entry["path"]: entry
            for entry in entries
            if entry["path"] in there
            and present.follows(entry)
            and _is_unchanged(folder / entry["path"], entry["sha256"])
        }
    left = sorted(there - kept.keys())
    manifest: dict[str, Any] = {
        "game": loaded.game.id,
        "name": loaded.name,
        "version": __version__,
        "definition_sha256": loaded.sha256,
        "files": _by_path((*(file.as_data() for file in made), *kept.values())),
    }
    if all_faces := _with_faces(earlier.get(FACES), faces or {}, loaded, is_same=is_same):
        manifest[FACES] = all_faces
    if left:
        manifest[_LEFT] = left
        manifest[_EARLIER] = [
            {key: known[path].get(key) for key in ("path", "component", "sha256")}
            for path in left
            if path in known
        ]
    # Files to remove are gone if they do not exist; files to make have an entry.
    open_ends = {p for p in _half_changed(earlier, folder) if p in there or p in made_before}
    if half := open_ends - own - kept.keys() if is_same else set():
        manifest[_HALF_CHANGED] = sorted(half)
    going = tuple(known[path] for path in replaced if path in known)
    remade = _remade(entries, made) if is_same else ()
    return NewManifest(manifest, tuple(left), tuple(replaced), going, remade)


def _remade(entries: Iterable[Mapping[str, Any]], made: Iterable[MadeFile]) -> tuple[str, ...]:
    """Return the paths of the files that differ from their entries."""
    before = {entry["path"]: entry["sha256"] for entry in entries}
    return tuple(file.path for file in made if before.get(file.path, file.sha256) != file.sha256)


def _with_faces(
    before: object, faces: Mapping[str, Mapping[str, Any]], loaded: Loaded, *, is_same: bool
) -> dict[str, Any]:
    """Return the faces of all components; keep other looks if the definition is the same."""
    known = {
        key: looks
        for key, looks in (before if isinstance(before, dict) else {}).items()
        if key in loaded.game.components and isinstance(looks, dict)
    }
    for key, looks in faces.items():
        known[key] = {**(known.get(key, {}) if is_same else {}), **looks}
    return known


def _by_path(entries: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    return sorted(entries, key=lambda entry: str(entry["path"]))


def _replaced(
    entries: Iterable[dict[str, Any]], made: Sequence[MadeFile], folder: Path, kind: str
) -> list[str]:
    """Return files of a kind of earlier options, whose component and preset are made again."""
    own = {file.path for file in made}
    again = {(file.component, file.preset) for file in made if kind and file.kind == kind}
    return sorted(
        entry["path"]
        for entry in entries
        if entry.get("kind") == kind
        and (entry.get("component"), entry.get("preset")) in again
        and entry["path"] not in own
        and entry["path"].startswith(f"{kind}/")
        and _is_inside(folder, entry["path"])
    )


def _unwanted(
    entries: Iterable[dict[str, Any]],
    other: Container[str],
    folder: Path,
    is_unwanted: Callable[[str, str], bool],
) -> list[str]:
    """Return the paths of unwanted files that are unchanged since pnp made them."""
    paths = (
        entry["path"]
        for entry in entries
        if entry["path"] not in other
        and is_unwanted(entry["path"], str(entry.get("component")))
        and _is_inside(folder, entry["path"])
        and _is_unchanged(folder / entry["path"], entry["sha256"])
    )
    return sorted(paths)


def _is_unchanged(file: Path, sha256: str) -> bool:
    try:
        return checksum(file) == sha256
    except OSError:
        return False


def _paths(manifest: dict[str, Any], folder: Path) -> set[str]:
    """Return the paths inside the folder that an earlier manifest lists."""
    paths = {entry["path"] for entry in _entries(manifest)} | _named(manifest, _LEFT)
    return {path for path in paths if _is_inside(folder, path)}


def _half_changed(manifest: dict[str, Any], folder: Path) -> set[str]:
    return {path for path in _named(manifest, _HALF_CHANGED) if _is_inside(folder, path)}


def _named(manifest: dict[str, Any], key: str) -> set[str]:
    named = manifest.get(key)
    return {path for path in named if isinstance(path, str)} if isinstance(named, list) else set()


def _is_inside(folder: Path, path: str) -> bool:
    return all(map(is_file_name, path.split("/"))) and is_within(folder, (folder / path).parent)


def _earlier(folder: Path) -> dict[str, Any]:
    try:
        manifest = read_json(folder / NAME, LARGEST_FILE)
    except (OSError, ValueError):
        return {}
    return manifest if isinstance(manifest, dict) else {}


def _entries(
    manifest: dict[str, Any], key: str = "files", without: Container[str] = ()
) -> list[dict[str, Any]]:
    """Return the entries that have a checksum and a path, ``without`` some paths."""
    files = manifest.get(key)
    return [
        entry
        for entry in (files if isinstance(files, list) else [])
        if isinstance(entry, dict)
        and isinstance(entry.get("path"), str)
        and entry["path"] not in without
        and isinstance(entry.get("sha256"), str)
    ]
