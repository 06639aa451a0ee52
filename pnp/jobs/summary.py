"""Sentences for people about what a job made."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from pnp.audit import GameReport
from pnp.base.files import placed_below
from pnp.jobs.pipeline import Written
from pnp.records.manifest import NAME, MadeFile, SheetWork

if TYPE_CHECKING:
    from pnp.jobs.archive import Archived
    from pnp.jobs.kit import KitFacts
    from pnp.records.printer_profile import PrinterProfile

HOW_TO_PRINT = {
    "long-edge": "print both sides, flip on the long edge",
    "short-edge": "print both sides, flip on the short edge",
    "fold": "print one side, fold and glue",
    "fronts": "fronts alone",
    "backs": "backs alone",
    "one-sided": "print one side",
}
INKS = {"low": "little ink", "black": "black alone"}
OTHER_COMMANDS = ("kit", "laser", "rules")  # than pnp build; their folders have their names
MOST_NAMED = 6  # more files are counted
MOST_CHANGES = 12  # changed files of a package that are listed


def build_summary(written: Written, skipped: Sequence[str]) -> Iterator[str]:
    """Yield the numbers of sheets, cuts and pictures, the file to start with, and notes."""
    sheets = [file for file in written.files if file.kind == "sheets"]
    counts = [_totals(sheets)] if sheets else []
    others = Counter(_noun(file) for file in written.files if file.kind != "sheets")
    counts += (counted(count, noun) for noun, count in sorted(others.items()))
    yield "; ".join(counts) or "no files"
    if sheets:
        yield f"start with {written.folder / sheets[0].path}: {_sheets(sheets[0]).strip()}"
    elif proofs := [file for file in written.files if file.kind == "proof"]:
        yield f"start with {written.folder / proofs[0].path}"
    yield from _remarks(written, skipped)


def _totals(sheets: Sequence[MadeFile]) -> str:
    work = _work(sheets)
    words = f"{counted(work.sheets, 'sheet')} in {counted(len(sheets), 'PDF file')}"
    return f"{words}, {counted(work.cuts, 'straight cut')}" if work.cuts else words


def _noun(file: MadeFile) -> str:
    return "PDF file with one face a page" if file.kind == "faces" else file.kind


def _work(sheets: Iterable[MadeFile]) -> SheetWork:
    return SheetWork.total(file.work for file in sheets if file.work is not None)


def made_data(written: Written) -> dict[str, Any]:
    """Return what a job made as data for JSON."""
    return {
        "game": written.folder.name,
        "name": written.name,
        "folder": str(written.folder),
        "files": [file.path for file in written.files],
        "removed": list(written.removed),
        "problems": list(written.problems),
        "notes": list(written.notes),
    }


def sheets_data(written: Written) -> dict[str, Any]:
    """Return the sheets, faces and pictures that a build made as data for JSON."""
    return made_data(written) | _work(written.files)._asdict()


def build_lines(written: Written, skipped: Sequence[str]) -> Iterator[str]:
    """Yield a line for each sheet file, one for all faces of a format, and notes."""
    listed = [file for file in written.files if file.kind in ("sheets", "faces")]
    width = max((len(file.path) for file in listed), default=0)
    for file in listed:
        faces = f"{counted(file.pages or 0, 'page')}, one face on each"
        yield f"{file.path:{width}}  {_sheets(file) if file.kind == 'sheets' else faces}"
    cut = Counter(file.format for file in written.files if file.kind == "cut file")
    if cut:
        yield f"cut lines beside the sheets: {cut['svg']} SVG, {cut['dxf']} DXF"
    others = [file for file in written.files if file.kind not in ("sheets", "faces", "cut file")]
    pictures = Counter((file.path.partition("/")[0], file.kind) for file in others)
    for (folder, kind), count in sorted(pictures.items()):
        yield f"{folder + '/':{width}}  {counted(count, kind)}"
    yield from _remarks(written, skipped)


def _remarks(written: Written, skipped: Sequence[str]) -> Iterator[str]:
    yield from written.notes
    if skipped:
        yield f"no backs to print: {', '.join(skipped)}"
    yield from _left_over(written.left)
    yield f"all in {written.folder}, listed in {NAME}"


def _left_over(paths: Sequence[str]) -> Iterator[str]:
    """Say which files no longer follow from the definition, and what removes them."""
    by_folder: dict[str, list[str]] = {}
    for path in paths:
        folder = path.partition("/")[0]
        by_folder.setdefault(folder if folder in OTHER_COMMANDS else "", []).append(path)
    for command, left in sorted(by_folder.items()):
        few = ", ".join(left[:3]) + (" …" if len(left) > 3 else "")
        said = f"{counted(len(left), 'file')} ({few})"
        runs = f"runs of pnp {command}" if command else "builds"
        clean = f"pnp {command} --clean" if command else "--clean"
        yield f"left from earlier {runs}: {said}; {clean} removes them"


def rules_summary(written: Written) -> Iterator[str]:
    """Yield the number of documents in each format, and the one to start with."""
    formats = Counter(file.format for file in written.files if file.format != "svg")
    yield ", ".join(counted(count, f"{format.upper()} file") for format, count in formats.items())
    pdfs = [file for file in written.files if file.format == "pdf"]
    if pdfs:
        yield f"start with {written.folder / pdfs[0].path}: {counted(pdfs[0].pages or 0, 'page')}"
    yield from written.notes
    yield f"all in {written.folder}, listed in {NAME}"


def rules_lines(written: Written) -> Iterator[str]:
    """Yield a line for each rule sheet and rulebook."""
    for file in written.files:
        pages = file.pages or 0
        if file.duplex:  # a booklet
            how = "print both sides, flip on the SHORT edge, fold and staple"
            yield f"{file.path}  {counted(pages // 2, 'sheet')}: {how}"
        elif pages:
            yield f"{file.path}  {counted(pages, 'page')}"
        elif file.format != "svg":
            yield file.path
    yield from written.notes
    yield f"all in {written.folder}, listed in {NAME}"


def archive_lines(archived: "Archived", verbose: bool = False) -> Iterator[str]:
    """Yield where a game's package is, whether it is new, and how it differs from the last."""
    files = f"{archived.files} files"
    if archived.kept:
        yield f"{archived.name}: nothing has changed; {archived.folder} is intact, {files}"
    else:
        yield f"{archived.name}: {archived.folder}, {files}"
    if archived.before is not None:
        counts = Counter(how for _, how in archived.changes)
        words = ", ".join(f"{counts[how]} {how}" for how in ("added", "changed", "removed"))
        yield f"a new version after {archived.before}: {words}"
        most = len(archived.changes) if verbose else MOST_CHANGES
        for place, how in archived.changes[:most]:
            yield f"  {how:8} {place}"
        if len(archived.changes) > most:
            yield f"  and {len(archived.changes) - most} more"
    yield from archived.notes


def archive_data(archived: "Archived") -> dict[str, Any]:
    """Return a package as data for JSON; its files are those of its folder."""
    folder = archived.folder
    return {
        "game": folder.name,
        "name": archived.name,
        "folder": str(folder),
        "files": sorted(placed.place for placed in placed_below(folder)),
        "problems": [],
        "notes": list(archived.notes),
        "kept": archived.kept,
        "before": archived.before,
        "changes": [{"file": place, "how": how} for place, how in archived.changes],
    }


def checked(report: GameReport) -> str:
    """Return the verdict of an audit in a few words."""
    if not report.ok:
        return "THE BOX FALLS SHORT"
    rule_sets = len(report.rule_sets)
    return f"{counted(rule_sets, 'rule set')} checked" if rule_sets else "no rule sets to check"


def changes(paths: Sequence[str]) -> str:
    """Return which files changed: documents by name, pictures by number."""
    made = [path for path in paths if path != NAME]
    named = [path for path in made if path.endswith(".pdf")]
    others = Counter(path.rpartition(".")[2] for path in made if path not in named)
    named = named if len(named) <= MOST_NAMED else [f"{len(named)} PDF files"]
    counts = (counted(count, f"{ending} file") for ending, count in sorted(others.items()))
    words = [*named, *counts]
    return f"made again: {', '.join(words)}" if words else "no output changed"


def counted(number: int, noun: str) -> str:
    """Return a number and its noun, in the plural where needed."""
    if number == 1:
        return f"{number} {noun}"
    first, space, rest = noun.partition(" with ")  # a face with bleed, two faces with bleed
    return f"{number} {first}s{space}{rest}"


def _sheets(file: MadeFile) -> str:
    sheets = counted(file.work.sheets if file.work else 0, "sheet")
    how = HOW_TO_PRINT[file.duplex or "one-sided"]
    if file.poster:
        columns, rows = file.poster
        how = f"join {columns} across and {rows} down, cut and glue where the letters say"
    if file.scale:
        how = f"board at {round(100 * file.scale)} % of its size, {how}"
    if file.ink != "full":
        how = f"{INKS[file.ink]}, {how}"
    if file.theme != "classic":
        how = f"theme {file.theme}, {how}"
    if not file.poster:
        straight = file.grid and f"{file.grid[0]} x {file.grid[1]}, {file.cuts} cuts a sheet"
        if file.cuts and not file.grid:
            straight = f"{file.cuts} cuts and outlines"
        if file.preset:
            straight = f"{file.preset} cuts"
        how = f"{how}; {straight or 'no cuts straight through'}"
    if file.printer:
        how += f"; for printer {file.printer.name}"
        if f"-{file.printer.paper}-" not in file.path:  # it may be fed differently
            how += f", which was measured on {file.printer.paper}"
    return f"{file.pieces:>5} {'piece' if file.pieces == 1 else 'pieces'} on {sheets}: {how}"


def profile_words(profile: "PrinterProfile") -> str:
    """Describe how a printer prints: where backs lie, and how long 100 mm come out."""
    parts = [
        f"{abs(value):g}{unit} {more if value > 0 else less}"
        for value, unit, more, less in (
            (profile.dx, " mm", "too far right", "too far left"),
            (profile.dy, " mm", "too far down", "too far up"),
            (round(profile.angle, 2), "°", "turned clockwise", "turned anticlockwise"),
        )
        if value
    ]
    backs = f"backs lie {', '.join(parts)}" if parts else "backs lie behind their fronts"
    across, down = 100 * profile.scale_x, 100 * profile.scale_y
    if across == down == 100:
        return f"{backs}; sizes are right"
    return f"{backs}; 100 mm come out as {across:.4g} mm across and {down:.4g} mm down"


def kit_words(facts: "KitFacts") -> str:
    """Describe the sheets and pages of a kit, and how long it takes to make."""
    counts = ((facts.piece_sheets, "sheet"), (facts.cuts, "cut"), (facts.minutes, "minute"))
    sheets, cuts, minutes = (counted(number, noun) for number, noun in counts)
    rules = counted(facts.rule_pages, "page")
    return f"{sheets} with pieces and {rules} of rules; {cuts}, about {minutes}"
