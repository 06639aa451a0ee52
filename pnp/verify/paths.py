"""The paths on the command line: files, folders of a game, and folders of games."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from pnp.base.errors import UsageError, VerifyError
from pnp.definitions import Loaded, find_game, load_game
from pnp.records.manifest import NAME, MadeFile, Manifest, read_manifest
from pnp.verify.file import verify_file
from pnp.verify.findings import FolderReport, unchecked, wrong
from pnp.verify.packages.folder import definition_finding, manifest_fault, verify_folder

TESTS = "calibration"  # the folder of test sheets for printers, which have no pieces
BAG = "bagit.txt"  # marks a folder as a bag
DEEPEST = 4  # folders between a file and its manifest: print/, or png/deck-36/


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
            from pnp.verify.packages.bag import verify_zip

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
    from pnp.verify.packages.bag import verify_bag

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
