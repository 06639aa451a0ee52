"""What was named on the command line: files, folders of a game, folders of games."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from pnp.definitions import Loaded, find_game, load_game
from pnp.errors import UsageError, VerifyError
from pnp.verify.file import verify_file
from pnp.verify.findings import FolderReport, wrong
from pnp.verify.folder import definition_finding, verify_folder
from pnp.verify.manifest import NAME, Entry, Manifest, read_manifest

DEEPEST = 4  # folders between a file and its manifest: print/, or png/deck-36/


def verify_paths(paths: Sequence[Path], game: str = "") -> Iterator[FolderReport]:
    """Verify files and folders one by one; ``game`` is the path of a definition of one's own.

    Raises:
        UsageError: If a path is not there.
        DefinitionError: If the game's definition cannot be read.
    """
    own = load_game(find_game(game)) if game else None
    advice = "build something first, or write what was made"
    missing = [f"there is no {path}; {advice}" for path in paths if not path.exists()]
    if missing:
        raise UsageError("\n".join(missing))
    for path in paths:
        yield from _folders(path, own) if path.is_dir() else [_alone(path, own)]


def _folders(folder: Path, own: Loaded | None) -> Iterator[FolderReport]:
    if (folder / NAME).exists():
        yield verify_folder(folder, own)
        return
    inside = sorted(p for p in folder.iterdir() if p.is_dir() and not p.name.startswith("."))
    if not any((place / NAME).exists() for place in inside):
        right = "a folder that pnp build made, or one that holds such folders"
        fault = wrong("manifest", f"has no {NAME}, nor has a folder in it", right)
        yield FolderReport(folder.as_posix(), "", (fault,), ())
        return
    for place in inside:
        yield verify_folder(place, own)


def _alone(file: Path, own: Loaded | None) -> FolderReport:
    manifest, entry = _named(file)
    report = verify_file(file, entry, manifest)
    if manifest is not None and entry is not None:
        found = definition_finding(manifest, own)
        report = report._replace(findings=(*report.findings, found))
    return FolderReport("", manifest.game if manifest and entry else "", (), (report,))


def _named(file: Path) -> tuple[Manifest | None, Entry | None]:
    """Return the manifest in a folder above a file, and what it says of it."""
    whole = file.resolve()
    for folder in whole.parents[:DEEPEST]:
        if (folder / NAME).is_file():
            try:
                manifest = read_manifest(folder)
            except VerifyError:
                return None, None
            path = whole.relative_to(folder).as_posix()
            found = [entry for entry in manifest.entries if entry.path == path]
            return manifest, found[0] if found else None
    return None, None
