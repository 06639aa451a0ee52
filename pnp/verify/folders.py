"""Verification of files, of output folders with their manifests, and of folders of these."""

import os
from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from pathlib import Path

from pnp import __version__
from pnp.base.allowance import WorkerError
from pnp.base.errors import DefinitionError, UsageError, VerifyError
from pnp.base.workplace import working_on
from pnp.definitions import Loaded, built_in_games, find_game, load_game, own_games
from pnp.records.manifest import NAME, MadeFile, Manifest, read_manifest
from pnp.records.signature import PublicKey
from pnp.verify.findings import (
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
from pnp.verify.submission import is_submission, verify_submission

TESTS = "calibration"  # the folder of calibration sheets, which have no pieces
ZIP = ".zip"
BAG = "bagit.txt"  # every bag has this file
DEEPEST = 4  # how many folders up a manifest may be: files lie in print/ or png/deck-36/
SYSTEM_FILES = ("desktop.ini", "thumbs.db")  # besides names that begin with a dot
RULES = "rules"  # the kind of rule documents in a manifest
KIT = "kit"
FACES = "faces"  # one a page, for print shops
LASER = "laser"  # the kind of laser files and of the files that accompany them
CUT_LINES = "cut file"  # of a cutting machine, beside its sheets
PDFA_CLAIM = b"pdfaid:part"  # in the metadata of a PDF/A, which is never compressed


Definition = Callable[[], Loaded | None]
"""Returns the definition of a user's own game, if one was named."""

Run = Callable[[Callable[[], FolderReport], Path], FolderReport]
"""Calls a function that verifies what is at a path, perhaps in a worker."""


def at_once(call: Callable[[], FolderReport], path: Path) -> FolderReport:
    """Verify in this process."""
    return call()


def verify_paths(
    paths: Sequence[Path],
    game: str = "",
    signers: Sequence[PublicKey] = (),
    run: Run = at_once,
) -> Iterator[FolderReport]:
    """Verify files and folders; ``game`` is the path of a user's own game.

    Where there are ``signers``, one of them must have signed each package. Each package, folder
    and single file goes through ``run``; one that a worker was ended for is wrong.

    Raises:
        UsageError: If a path does not exist.
        DefinitionError: If the game's definition cannot be read.
    """
    definition = cache(lambda: load_game(find_game(game)) if game else None)
    faults = [fault for path in paths if (fault := _absent(path))]
    if faults:
        raise UsageError("\n".join(faults))
    for path in paths:
        for place, call in _calls(path, definition, signers):
            try:
                yield run(call, place)
            except WorkerError as error:
                yield _unverified(place, error)


def _unverified(path: Path, error: WorkerError) -> FolderReport:
    at = f" at {error.place}" if error.place else ""
    found = f"could not be verified: {error.fault}{at}"
    fault = wrong("reading", found, error.more or "what can be read")
    if path.is_dir():
        return FolderReport(path.as_posix(), "", (fault,), ())
    return FolderReport("", "", (), (FileReport(path.as_posix(), "", (fault,)),))


def _calls(
    path: Path, definition: Definition, signers: Sequence[PublicKey]
) -> Iterator[tuple[Path, Callable[[], FolderReport]]]:
    """Yield each package, folder or file to verify, and what verifies it."""
    if path.is_dir():
        yield from _folders(path, definition, signers)
    elif path.suffix.lower() == ZIP:
        from pnp.verify.bags.zips import verify_zip

        yield path, partial(verify_zip, path, signers)
    else:
        yield path, partial(_single_file, path, definition)


def _absent(path: Path) -> str:
    try:
        exists = path.exists()
    except OSError as error:  # its name is too long, or a folder above it may not be read
        return f"{path}: cannot be read: {error.strerror}"
    return "" if exists else f"{path} does not exist; build something first, or correct the path"


def _folders(
    folder: Path, definition: Definition, signers: Sequence[PublicKey]
) -> Iterator[tuple[Path, Callable[[], FolderReport]]]:
    try:
        there = sorted(path for path in folder.iterdir() if not path.name.startswith("."))
        inside = [path for path in there if path.is_dir()]
        packed = [path for path in there if path.suffix.lower() == ZIP and path.is_file()]
        has_manifest = (folder / NAME).exists()
        known = any(map(_is_made, inside))
        has_packages = any(is_bag(sub) or is_submission(sub) for sub in inside)
    except OSError as error:
        yield folder, partial(_faulty, folder, unreadable("folder", error))
        return
    if _is_made(folder) or has_manifest:
        yield folder, partial(_folder, folder, definition, signers)
        return
    if known:
        yield from ((sub, partial(_folder, sub, definition, signers)) for sub in inside)
    if has_packages or (packed and not known):  # beside sheets lie zips of the user's own
        for file in packed:
            yield from _calls(file, definition, signers)
    elif not known:
        right = "a folder made by pnp build or pnp archive, or a folder of these"
        fault = wrong("manifest", f"no {NAME}, neither here nor in the folders inside", right)
        yield folder, partial(_faulty, folder, fault)


def _faulty(folder: Path, fault: Finding) -> FolderReport:
    return FolderReport(folder.as_posix(), "", (fault,), ())


def _folder(folder: Path, definition: Definition, signers: Sequence[PublicKey]) -> FolderReport:
    """Verify a bag, an output folder or a folder of calibration sheets."""
    if is_bag(folder):
        from pnp.verify.bag import verify_bag

        return verify_bag(folder, folder.as_posix(), signers)
    if is_submission(folder):
        return verify_submission(folder)
    if folder.name == TESTS and not _has_manifest(folder):
        finding = unchecked("test sheets", "checked by hand: against the light, and with a ruler")
        return FolderReport(folder.as_posix(), "", (finding,), ())
    return verify_folder(folder, definition())


def _is_made(folder: Path) -> bool:
    made = is_bag(folder) or is_submission(folder) or folder.name == TESTS
    return made or _has_manifest(folder)


def is_bag(folder: Path) -> bool:
    """Return whether a folder is a bag."""
    try:
        return (folder / BAG).is_file()
    except OSError:
        return False


def _has_manifest(folder: Path) -> bool:
    try:
        return (folder / NAME).exists()
    except OSError:  # verify_folder reports the error
        return True


def _single_file(file: Path, definition: Definition) -> FolderReport:
    manifest, entry = None, None
    others: list[Finding] = []
    try:
        manifest, entry = _find_entry(file)
        if manifest is not None and entry is not None:
            others.append(definition_finding(manifest, definition()))
    except VerifyError as error:
        others.append(manifest_fault(error))
    report = verify_file(file, entry, manifest)
    report = report._replace(findings=(*report.findings, *others))
    return FolderReport("", manifest.game if manifest and entry else "", (), (report,))


def _find_entry(file: Path) -> tuple[Manifest | None, MadeFile | None]:
    """Return the nearest manifest above a file, and the file's entry in it.

    Raises:
        VerifyError: If the manifest cannot be read.
    """
    resolved = file.resolve()
    for folder in resolved.parents[:DEEPEST]:
        if (folder / NAME).is_file():
            manifest = read_manifest(folder)
            return manifest, manifest.file(resolved.relative_to(folder).as_posix())
    return None, None


def verify_folder(folder: Path, definition: Loaded | None) -> FolderReport:
    """Verify an output folder; ``definition`` is the definition of a user's own game."""
    try:
        manifest = read_manifest(folder)
    except VerifyError as error:
        return FolderReport(folder.as_posix(), "", (manifest_fault(error),), ())
    made_by = f"made by pnp {manifest.version}"
    version_fault = "" if manifest.version == __version__ else made_by
    findings = [
        *(wrong("manifest", fault.message, "as pnp build writes it") for fault in manifest.faults),
        compared("game", manifest.game, folder.resolve().name),
        checked("version", version_fault, f"{__version__}: build it again", __version__),
        definition_finding(manifest, definition),
        *_half_changed(manifest),
        *_strays(folder, manifest),
    ]
    files = [_verified(folder, entry, manifest) for entry in manifest.files]
    return FolderReport(folder.as_posix(), manifest.game, tuple(findings), tuple(files))


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
        return unchecked("definition", f"cannot be read: {str(error).splitlines()[0]}")
    now, then = loaded.sha256[:12], manifest.definition_sha256[:12]
    fault = "" if loaded.sha256 == manifest.definition_sha256 else f"made from {then or 'none'}…"
    right = f"{now}…, the current one: build it again"
    return checked("definition", fault, right, f"{now}, as it is now")


def _verified(folder: Path, entry: MadeFile, manifest: Manifest) -> FileReport:
    file = folder / entry.path
    right = "the file that the manifest lists"
    try:
        missing = not file.exists()
    except OSError:  # verify_file reports the error
        missing = False
    if missing:
        return FileReport(file.as_posix(), entry.format, (wrong("file", "is missing", right),))
    if not Path(os.path.realpath(file)).is_relative_to(os.path.realpath(folder)):
        fault = wrong("file", "is a link out of the folder", right)
        return FileReport(file.as_posix(), entry.format, (fault,))
    return verify_file(file, entry, manifest)


def _half_changed(manifest: Manifest) -> Iterator[Finding]:
    """Tell of a run that was killed while it replaced files."""
    if paths := manifest.half_changed:
        found = f"{len(paths)} half changed: {', '.join(paths[:3])}{' ...' if paths[3:] else ''}"
        yield wrong("files", found, "all of one run: run the same command again")


def _strays(folder: Path, manifest: Manifest) -> Iterator[Finding]:
    """Check that a folder has no files which its manifest does not list."""
    listed = {entry.path for entry in manifest.files} | {NAME}
    found = (Path(place) / name for place, _, names in os.walk(folder) for name in names)
    paths = sorted({path.relative_to(folder).as_posix() for path in found} - listed)
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
    if paths == system:
        yield ok("stray files", "none")


def verify_file(file: Path, entry: MadeFile | None, manifest: Manifest | None) -> FileReport:
    """Verify a file; ``entry`` is its entry in ``manifest``."""
    kind = file.suffix.removeprefix(".").lower()
    try:
        with working_on(entry.path if entry is not None else file.name):
            report = _verify(file, kind, entry, manifest)
    except OSError as error:
        return FileReport(file.as_posix(), kind, (unreadable("file", error),))
    if entry is not None and entry.format not in ("", kind):
        fault = wrong("format", f"{kind} by its name", f"{entry.format}, as the manifest says")
        report = report._replace(findings=(*report.findings, fault))
    return report


def _verify(file: Path, kind: str, entry: MadeFile | None, manifest: Manifest | None) -> FileReport:
    if (entry is None or entry.kind in (LASER, CUT_LINES)) and (
        report := _laser_report(file, kind, entry)
    ):
        return report
    if kind == "pdf":
        if entry is not None and entry.kind == KIT:
            from pnp.verify.documents.kit import verify_kit

            return verify_kit(read_made(file), file.as_posix(), entry)
        if entry is not None and entry.kind == FACES:
            from pnp.verify.sheets.faces import verify_faces

            return verify_faces(read_made(file), file.as_posix(), entry)
        if entry.kind in (RULES, LASER) if entry else is_document(read_made(file)):
            from pnp.verify.documents.document import verify_document

            return verify_document(read_made(file), file.as_posix(), entry)
        from pnp.verify.sheets.sheets import verify_sheets

        return verify_sheets(file, entry, manifest)
    if kind in ("svg", "png"):
        from pnp.verify.pictures import verify_png, verify_svg

        if entry is not None and entry.kind == CUT_LINES:  # as large as their sheet
            entry = entry._replace(piece_mm=entry.page_mm)
        if entry is not None and entry.kind == LASER:  # the report states the size of the bed
            from pnp.verify.laser.reported import previewed_bed

            entry = entry._replace(piece_mm=previewed_bed(file))
        return verify_svg(file, entry) if kind == "svg" else verify_png(file, entry)
    if entry is None:
        fault = wrong("file", "is not a kind of file that pnp makes", "a PDF, SVG or PNG file")
        return FileReport(file.as_posix(), kind, (fault,))
    content = unchecked("content", f"no reader for {kind or 'these'} files")
    return FileReport(file.as_posix(), kind, (checksum(read_made(file), entry), content))


def _laser_report(file: Path, kind: str, entry: MadeFile | None) -> FileReport | None:
    """Verify a laser file or a laser report; return None for any other file."""
    if kind in ("dxf", "gcode", "lbrn2", "svg"):
        from pnp.verify.laser.laser_file import is_laser_svg, verify_laser

        return verify_laser(file, entry) if kind != "svg" or is_laser_svg(file) else None
    if kind == "json" and file.name != NAME:
        from pnp.verify.laser.laser_report import verify_report

        return verify_report(file, entry)
    return None


def is_document(content: bytes) -> bool:
    """Return whether a PDF is a document to read: it is tagged, or claims to be PDF/A."""
    from pnp.verify.sheets.pdf import is_tagged

    return PDFA_CLAIM in content or is_tagged(content)
