"""A game's folder: all files are there, no others, and made from the current definition."""

import os
from collections.abc import Iterator
from pathlib import Path

from pnp import __version__
from pnp.base.errors import DefinitionError, VerifyError
from pnp.definitions import Loaded, built_in_games, find_game, load_game, own_games
from pnp.records.manifest import NAME, MadeFile, Manifest, read_manifest
from pnp.verify.file import verify_file
from pnp.verify.findings import (
    FileReport,
    Finding,
    FolderReport,
    compared,
    ok,
    unchecked,
    wrong,
)

SYSTEM_FILES = ("desktop.ini", "thumbs.db")  # and names that begin with a dot


def verify_folder(folder: Path, own: Loaded | None) -> FolderReport:
    """Verify a folder that has a manifest; ``own`` is the definition of a user's own game."""
    try:
        manifest = read_manifest(folder)
    except VerifyError as error:
        return FolderReport(folder.as_posix(), "", (manifest_fault(error),), ())
    findings = [
        *(wrong("manifest", fault.message, "as pnp build writes it") for fault in manifest.faults),
        compared("game", manifest.game, folder.resolve().name),
        _version(manifest),
        definition_finding(manifest, own),
        *_strays(folder, manifest),
    ]
    files = [_verified(folder, entry, manifest) for entry in manifest.files]
    return FolderReport(folder.as_posix(), manifest.game, tuple(findings), tuple(files))


def manifest_fault(error: VerifyError) -> Finding:
    """Return the fault of a manifest that cannot be read."""
    return wrong("manifest", str(error), f"a {NAME} as pnp build writes it")


def definition_finding(manifest: Manifest, own: Loaded | None) -> Finding:
    """Check that files were made from the current definition."""
    what = "definition"
    try:
        if own is not None and own.game.id == manifest.game:
            loaded = own
        elif manifest.game in (*built_in_games(), *own_games()):
            loaded = load_game(find_game(manifest.game))
        else:
            return unchecked(
                what, f"{manifest.game} is not found by its name; give its path with --game"
            )
    except DefinitionError as error:
        return unchecked(what, f"cannot be read: {str(error).splitlines()[0]}")
    if loaded.sha256 == manifest.definition_sha256:
        return ok(what, f"{loaded.sha256[:12]}, as it is now")
    found = f"made from {manifest.definition_sha256[:12] or 'none'}…"
    return wrong(what, found, f"{loaded.sha256[:12]}…, as it is now: build it again")


def _version(manifest: Manifest) -> Finding:
    if manifest.version == __version__:
        return ok("version", manifest.version)
    found = f"made by pnp {manifest.version}"
    return wrong("version", found, f"{__version__}: build it again")


def _verified(folder: Path, entry: MadeFile, manifest: Manifest) -> FileReport:
    file = folder / entry.path
    try:
        missing = not file.is_file()
    except OSError:  # reading it reports why
        missing = False
    if missing:
        fault = wrong("file", "is missing", "a file, as the manifest names it")
        return FileReport(file.as_posix(), entry.format, (fault,))
    return verify_file(file, entry, manifest)


def _strays(folder: Path, manifest: Manifest) -> Iterator[Finding]:
    """Yield the files in a folder that its manifest does not list as made by this build."""
    named = {entry.path for entry in manifest.files} | {NAME}
    paths = sorted(set(_paths(folder)) - named)
    system = [path for path in paths if _is_system_file(path)]
    strays = [path for path in paths if path not in system]
    yield from (unchecked("stray file", f"{path} is not from pnp") for path in system)
    for path in strays:
        if path in manifest.earlier_files:
            found = f"{path} is left from an earlier build"
            yield wrong("stray file", found, "no such file: make it again or remove it")
        else:
            yield wrong("stray file", f"{path} is not in the manifest", "no such file")
    if not strays:
        yield ok("stray files", "none")


def _is_system_file(path: str) -> bool:
    name = path.rpartition("/")[2].lower()
    return name.startswith(".") or name in SYSTEM_FILES


def _paths(folder: Path) -> Iterator[str]:
    for place, _, names in os.walk(folder):
        for name in names:
            yield (Path(place) / name).relative_to(folder).as_posix()
