"""Verification of files, of output folders with their manifests, and of folders of these."""

import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from pnp import __version__
from pnp.base.errors import DefinitionError, UsageError, VerifyError
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

TESTS = "calibration"  # the folder of test sheets for printers, which have no pieces
BAG = "bagit.txt"  # marks a folder as a bag
DEEPEST = 4  # folders between a file and its manifest: print/, or png/deck-36/
SYSTEM_FILES = ("desktop.ini", "thumbs.db")  # and names that begin with a dot


def verify_paths(paths: Sequence[Path], game: str = "") -> Iterator[FolderReport]:
    """Verify files and folders one by one; ``game`` is the path of a user's own definition.

    Raises:
        UsageError: If a path does not exist.
        DefinitionError: If the game's definition cannot be read.
    """
    own = load_game(find_game(game)) if game else None
    faults = [fault for path in paths if (fault := _absent(path))]
    if faults:
        raise UsageError("\n".join(faults))
    for path in paths:
        if path.is_dir():
            yield from _folders(path, own)
        elif path.suffix.lower() == ".zip":
            from pnp.verify.bag import verify_zip

            yield verify_zip(path)
        else:
            yield _alone(path, own)


def _absent(path: Path) -> str:
    try:
        there = path.exists()
    except OSError as error:  # a name too long, or a folder above it that may not be read
        return f"{path}: cannot be read: {error.strerror}"
    return "" if there else f"there is no {path}; build something first, or write what was made"


def _folders(folder: Path, own: Loaded | None) -> Iterator[FolderReport]:
    try:
        inside = sorted(p for p in folder.iterdir() if p.is_dir() and not p.name.startswith("."))
        has_manifest = (folder / NAME).exists()
        above_others = any(
            place.name == TESTS or _is_made(place) or is_bag(place) for place in inside
        )
    except OSError as error:
        fault = wrong("folder", f"cannot be read: {error.strerror}", "a folder that can be read")
        yield FolderReport(folder.as_posix(), "", (fault,), ())
        return
    if is_bag(folder):
        yield _bag(folder)
        return
    if has_manifest:
        yield verify_folder(folder, own)
        return
    if folder.name == TESTS:
        yield _test_sheets(folder)
        return
    if not above_others:
        right = "a folder that pnp build or pnp archive made, or one that holds such folders"
        fault = wrong("manifest", f"has no {NAME}, nor has a folder in it", right)
        yield FolderReport(folder.as_posix(), "", (fault,), ())
        return
    for place in inside:
        if is_bag(place):
            yield _bag(place)
            continue
        alone = place.name == TESTS and not _is_made(place)
        yield _test_sheets(place) if alone else verify_folder(place, own)


def is_bag(folder: Path) -> bool:
    """Return whether a folder is marked as a bag."""
    try:
        return (folder / BAG).is_file()
    except OSError:
        return False


def _bag(folder: Path) -> FolderReport:
    from pnp.verify.bag import verify_bag

    return verify_bag(folder, folder.as_posix())


def _is_made(folder: Path) -> bool:
    try:
        return (folder / NAME).exists()
    except OSError:  # reading it reports why
        return True


def _test_sheets(folder: Path) -> FolderReport:
    finding = unchecked("test sheets", "are held against the light and measured on paper")
    return FolderReport(folder.as_posix(), "", (finding,), ())


def _alone(file: Path, own: Loaded | None) -> FolderReport:
    try:
        manifest, entry = _find_entry(file)
    except VerifyError as error:
        report = verify_file(file, None, None)
        report = report._replace(findings=(*report.findings, manifest_fault(error)))
        return FolderReport("", "", (), (report,))
    report = verify_file(file, entry, manifest)
    if manifest is not None and entry is not None:
        found = definition_finding(manifest, own)
        report = report._replace(findings=(*report.findings, found))
    return FolderReport("", manifest.game if manifest and entry else "", (), (report,))


def _find_entry(file: Path) -> tuple[Manifest | None, MadeFile | None]:
    """Return the manifest in a folder above a file, and the file's entry in it.

    Raises:
        VerifyError: If there is a manifest and it cannot be read.
    """
    resolved = file.resolve()
    for folder in resolved.parents[:DEEPEST]:
        if (folder / NAME).is_file():
            manifest = read_manifest(folder)
            path = resolved.relative_to(folder).as_posix()
            return manifest, manifest.file(path)
    return None, None


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
