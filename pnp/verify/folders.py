"""Verify single files, and output folders with their manifests."""

import os
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

from pnp import __version__
from pnp.base.errors import DefinitionError, VerifyError
from pnp.base.extensions import at_place
from pnp.base.files import placed_below, read_regular
from pnp.base.workplace import each, working_on
from pnp.definitions import Loaded, built_in_games, find_game, load_game, own_games
from pnp.make.made_files import LARGEST_FILE, NAME, MadeFile, Manifest, read_manifest
from pnp.verify.findings import (
    LARGEST,
    Against,
    FileReport,
    Finding,
    FolderReport,
    checked,
    checksum,
    compared,
    ok,
    read_made,
    unchecked,
    unreadable,
    wrong,
)

DEEPEST = 4  # how many folders up a manifest may be: files lie in print/ or png/deck-36/
SYSTEM_FILES = ("desktop.ini", "thumbs.db")  # besides names that begin with a dot
# What is checked of a kind of file besides its checksum: by suffix, a function of the content, the
# name and the entry in the manifest.
FILE_CHECKS = {"pdf": "pnp.verify.pdf:verify_pdf"}


def verify_single(file: Path, against: Against) -> FolderReport:
    """Verify a single file, with its entry in the nearest manifest above it."""
    manifest, entry = None, None
    others: list[Finding] = []
    try:
        manifest, entry = _find_entry(file)
        if manifest is not None and entry is not None:
            others.append(definition_finding(manifest, _definition(against)))
    except VerifyError as error:
        others.append(manifest_fault(error))
    report = verify_file(file, entry)
    report = report._replace(findings=(*report.findings, *others))
    return FolderReport("", manifest.game if manifest and entry else "", (), (report,))


def _find_entry(file: Path) -> tuple[Manifest | None, MadeFile | None]:
    """Return the nearest manifest above a file, and the file's entry in it.

    Raises:
        VerifyError: If the manifest cannot be read.
    """
    resolved = Path(os.path.realpath(file))
    for folder in resolved.parents[:DEEPEST]:
        if os.path.isfile(folder / NAME):
            manifest = read_manifest(folder)
            return manifest, manifest.file(resolved.relative_to(folder).as_posix())
    return None, None


def _definition(against: Against) -> Loaded | None:
    return load_game(find_game(against.game)) if against.game else None


def verify_folder(folder: Path, against: Against) -> FolderReport:
    """Verify an output folder."""
    definition = _definition(against)
    try:
        manifest = read_manifest(folder)
    except VerifyError as error:
        return FolderReport(folder.as_posix(), "", (manifest_fault(error),), ())
    made_by = f"made by pnp {manifest.version}"
    version_fault = "" if manifest.version == __version__ else made_by
    findings = [
        *(wrong("manifest", fault.message, "as pnp build writes it") for fault in manifest.faults),
        compared("game", manifest.game, Path(os.path.realpath(folder)).name),
        checked("version", version_fault, f"{__version__}: build it again", __version__),
        definition_finding(manifest, definition),
        *_half_changed(manifest),
        *_strays(folder, manifest),
    ]
    files = [_verified(folder, entry) for entry in each(manifest.files, lambda one: one.path)]
    sums = (("", sha256(read_regular(folder / NAME, LARGEST_FILE)).hexdigest()),)
    return FolderReport(folder.as_posix(), manifest.game, tuple(findings), tuple(files), sums)


def manifest_fault(error: VerifyError) -> Finding:
    """Return the finding about a manifest that cannot be read."""
    return wrong("manifest", str(error), f"a {NAME} as pnp build writes it")


def definition_finding(manifest: Manifest, definition: Loaded | None) -> Finding:
    """Check that the files were made from the current definition."""
    try:
        if definition is not None and definition.game.id == manifest.game:
            loaded = definition
        elif manifest.game in (*built_in_games(), *own_games()):
            loaded = load_game(find_game(manifest.game))
        else:
            why = f"no game is called {manifest.game}; give the path of its definition with --game"
            return unchecked("definition", why)
    except DefinitionError as error:
        return unchecked("definition", f"cannot be read: {error.faults[0]}")
    now, then = loaded.sha256[:12], manifest.definition_sha256[:12]
    fault = "" if loaded.sha256 == manifest.definition_sha256 else f"made from {then or 'none'}…"
    right = f"{now}…, the current one: build it again"
    return checked("definition", fault, right, f"{now}, as it is now")


def _verified(folder: Path, entry: MadeFile) -> FileReport:
    file = folder / entry.path
    right = "the file that the manifest lists"
    if not os.path.lexists(file):
        return FileReport(file.as_posix(), entry.format, (wrong("file", "is missing", right),))
    return verify_file(file, entry, folder)


def _half_changed(manifest: Manifest) -> Iterator[Finding]:
    """Report a run that was killed while it replaced files."""
    if paths := manifest.half_changed:
        found = f"{len(paths)} half changed: {', '.join(paths[:3])}{' ...' if paths[3:] else ''}"
        yield wrong("files", found, "all of one run: run the same command again")


def _strays(folder: Path, manifest: Manifest) -> Iterator[Finding]:
    """Check that a folder contains only files listed in its manifest."""
    listed = {entry.path for entry in manifest.files} | {NAME}
    found = {entry.place: entry.fault for entry in placed_below(folder)}
    odd = [place for place, fault in found.items() if fault and place not in listed]
    for place in odd:
        yield wrong("stray file", f"{place or folder}: {found[place]}", "no such file")
    paths = sorted(found.keys() - listed - {*odd})
    names = {path: path.rpartition("/")[2].lower() for path in paths}
    system = [path for path in paths if names[path].startswith(".") or names[path] in SYSTEM_FILES]
    yield from (unchecked("stray file", f"{path} is not from pnp") for path in system)
    for path in paths:
        if path in system:
            continue
        if path in manifest.earlier_files:
            right = "no such file: make it again or remove it"
            yield wrong("stray file", f"{path} is left from an earlier build", right)
        else:
            yield wrong("stray file", f"{path} is not in the manifest", "no such file")
    if paths == system and not odd:
        yield ok("stray files", "none")


def verify_file(file: Path, entry: MadeFile | None, folder: Path | None = None) -> FileReport:
    """Verify a file; ``entry`` is its entry in the manifest.

    It may be a link unless it is one of those in an output ``folder``.
    """
    kind, name = file.suffix.removeprefix(".").lower(), file.as_posix()
    report: FileReport
    try:
        with working_on(entry.path if entry is not None else file.name):
            content = read_made(file) if folder is None else read_regular(file, LARGEST, folder)
            check = FILE_CHECKS.get(kind)
            if check is not None:
                report = at_place(check)(content, name, entry)
            elif entry is not None:
                report = FileReport(name, kind, (checksum(content, entry),))
            else:
                fault = wrong("file", "cannot be checked: no manifest lists it", "a listed file")
                report = FileReport(name, kind, (fault,))
    except OSError as error:
        return FileReport(name, kind, (unreadable("file", error),))
    if entry is not None and entry.format not in ("", kind):
        fault = wrong("format", f"{kind} by its name", f"{entry.format}, as the manifest says")
        report = report._replace(findings=(*report.findings, fault))
    return report
