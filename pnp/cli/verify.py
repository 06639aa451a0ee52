"""The command that measures made files."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from pnp.base.allowance import Allowance
from pnp.base.errors import first_faults
from pnp.base.limits import limits
from pnp.base.worker import run_guarded
from pnp.cli.commands import single
from pnp.cli.completion import completer
from pnp.cli.console import console, heading, lines, print_json, say, table
from pnp.cli.defaults import own_output
from pnp.cli.options import AsJson
from pnp.definitions import here
from pnp.jobs.describe import verification_data
from pnp.records.signature import read_public_keys
from pnp.verify import FileReport, Finding, FolderReport, Status, faults, verify_paths

MOST_LINES = 40  # of faults of one package or folder; --json tells all
MEASURED = ("png", "svg")
SHEETS = ("pages", "paper", "pieces", "trim", "ruler")  # findings that are columns
LASER = ("unit", "bed", "parts", "kerf", "burnt twice")
DOCUMENTS = ("pages", "paper", "language", "claims", "structure")
TABLES = {"pdf": SHEETS, "document": DOCUMENTS, "laser": LASER}  # by kind of file


@single("verify")
def verify(
    context: typer.Context,
    paths: Annotated[
        list[Path] | None,
        typer.Argument(
            metavar="[FILE|FOLDER]...", help="Made files and folders; output if none is named."
        ),
    ] = None,
    game: Annotated[
        str,
        typer.Option(
            "--game",
            metavar="GAME",
            help="The definition of a game; without it the one here.",
            autocompletion=completer("GAME"),
        ),
    ] = "",
    signer: Annotated[
        Path | None,
        typer.Option(
            "--signer",
            metavar="FILE",
            help="Who must have signed packages: KEY.pub, or a list of allowed signers.",
        ),
    ] = None,
    as_json: AsJson = False,
) -> int:
    """Read made files back and measure them, before they are sent or printed."""
    reports = []
    out = console()
    signers = read_public_keys(signer) if signer is not None else ()
    game = game or here()
    told = [Path(game)] if game else []
    allowance = Allowance.to_verify(limits())

    def run(call: Callable[[], FolderReport], path: Path) -> FolderReport:
        return run_guarded(call, (path, *told), allowance, again=True)

    for report in verify_paths(paths or [own_output(context)], game, signers, run):
        reports.append(report)
        if not as_json:
            _print(out, report)
    if as_json:
        print_json(verification_data(reports))
    elif len(reports) > 1:
        bad = sum(not report.ok for report in reports)
        say(f"{len(reports) - bad} ok, {bad} not" if bad else f"all {len(reports)} ok")
    return 0 if all(report.ok for report in reports) else 1


def _print(out: Console, report: FolderReport) -> None:
    if not report.path:
        for file in report.files:
            heading(out, f"{file.path}: {_word(file.ok)}")
            table(out, ("", "what", "found", "right"), map(_row, file.findings))
            _print_pages(out, file)
        return
    heading(out, f"{report.path}: {_word(report.ok)}")
    stated = [finding for finding in report.findings if finding.status is not Status.WRONG]
    table(out, ("", "what", "found"), (_row(finding)[:3] for finding in stated))
    for kind, columns in TABLES.items():
        files = [file for file in report.files if file.kind == kind]
        rows = [_summary(file, report.path, columns) for file in files]
        table(out, ("", "file", *columns, "not checked"), rows)
    lines(out, _pictures(report))
    faults = first_faults(list(_faults(report)), report.path, MOST_LINES)
    for line in faults:  # never wrapped, so that programs find them
        say(f"  {line}")
    say()


def _print_pages(out: Console, file: FileReport) -> None:
    pages = file.measured.get("pages", ())
    rows = (
        (
            page["label"],
            " x ".join(f"{side:.2f}" for side in page["boxes_mm"]["MediaBox"][2:]),
            _at(page["boxes_mm"].get("TrimBox")),
            _at(page["boxes_mm"].get("BleedBox")),
            f"{page['pieces']} of {page['places']}" if page["found_by"] else "not measured",
            "not found" if page["ruler_mm"] is None else f"{page['ruler_mm']:.2f}",
        )
        for page in pages
    )
    columns = ("page", "MediaBox mm", "TrimBox mm", "BleedBox mm", "pieces", "ruler")
    table(out, columns, rows)


def _summary(file: FileReport, folder: str, columns: Iterable[str]) -> tuple[str, ...]:
    found = {finding.what: finding for finding in file.findings}
    cells = (_cell(found.get(what)) for what in columns)
    missed = [f.what for f in file.findings if f.status is Status.UNCHECKED]
    path = file.path.removeprefix(f"{folder}/")
    return "ok" if file.ok else "WRONG", path, *cells, ", ".join(missed)


def _cell(finding: Finding | None) -> str:
    if finding is None:
        return ""
    return finding.status.value if finding.status is Status.UNCHECKED else finding.found


def _pictures(report: FolderReport) -> Iterator[str]:
    """Yield the number of files of each other format, and whether they are in order."""
    others = [file for file in report.files if file.kind not in TABLES]
    good = Counter(file.kind for file in others if file.ok)
    for kind, count in sorted(Counter(file.kind for file in others).items()):
        noun = "file" if count == 1 else "files"
        seen = _seen(kind, [file for file in others if file.kind == kind])
        yield f"{count} {kind} {noun}: {_word(good[kind] == count)}, by {seen}"


def _seen(kind: str, files: list[FileReport]) -> str:
    """Return how files of a kind were verified."""
    parsed = {f.status for file in files for f in file.findings if f.what == "content"}
    if parsed - {Status.UNCHECKED}:
        return "checksum and parser"
    if kind == "drawing":
        return "checksum and PDF/A-2b"
    return "checksum and size" if kind in MEASURED and not parsed else "checksum alone"


def _faults(report: FolderReport) -> Iterator[str]:
    reports: tuple[FolderReport | FileReport, ...] = (report, *report.files)
    for one in reports:
        for fault in faults(one):
            yield f"WRONG {one.path}: {fault.what}: {fault.found}; right is {fault.right}"


def _row(finding: Finding) -> tuple[str, ...]:
    return finding.status.value, finding.what, finding.found, finding.right


def _word(good: bool) -> str:
    return "ok" if good else "WRONG"


def _at(box: Iterable[float] | None) -> str:
    if box is None:
        return "none"
    x, y, width, height = box
    return f"{width:.2f} x {height:.2f} at {x:.2f}, {y:.2f}"
