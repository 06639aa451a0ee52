"""The command that verifies made files."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from pnp.base.errors import first_faults
from pnp.base.limits import Allowance, limits
from pnp.base.worker import run_guarded
from pnp.definitions import here
from pnp.make.command.commands import single
from pnp.make.command.console import console, heading, lines, print_json, say, table
from pnp.make.command.options import OUTPUT, AsJson, completer, own_output
from pnp.make.options import whole_number
from pnp.verify import FileReport, Finding, FolderReport, Status
from pnp.verify.findings import verification_data
from pnp.verify.holding import CallRunner
from pnp.verify.items import LooseFiles
from pnp.verify.run import Holding, VerifiedItem, VerifyRequest, fault_lines

if TYPE_CHECKING:
    from pnp.verify.keys import PublicKey

FEW = 20  # packages that are each printed in full
MOST_WORKERS = 999
MOST_LINES = 40  # of faults of one package or folder; --json has all
COLUMNS = ("pages", "paper", "boxes", "PDF/A-2b")  # findings about PDF files

Signer = Annotated[
    Path | None,
    typer.Option(
        "--signer",
        metavar="FILE",
        help="Require signatures by this key (KEY.pub) or by someone in this list of allowed "
        "signers.",
    ),
]
_Expected = Annotated[
    Path | None,
    typer.Option(
        "--expect",
        metavar="LIST.csv",
        help="Compare with a list of what should be there: the register of pnp archive, or a "
        "list of paths.",
    ),
]
_Log = Annotated[
    Path | None,
    typer.Option("--log", metavar="FILE.xml", help="Log each package as a PREMIS event."),
]


@single(
    "verify",
    "pnp verify                 # everything in output",
    "pnp verify output/turno/print/tiles-a4.pdf",
    "pnp verify keep --expect keep/register.csv --log 2026-11.xml",
)
def verify(
    context: typer.Context,
    paths: Annotated[
        list[Path] | None,
        typer.Argument(
            metavar="FILE|FOLDER", help="Files and folders that pnp made; by default output."
        ),
    ] = None,
    game: Annotated[
        str,
        typer.Option(
            "--game",
            metavar="GAME",
            help="The definition to compare with; by default the one in the current folder.",
            autocompletion=completer("GAME"),
        ),
    ] = "",
    signer: Signer = None,
    expect: _Expected = None,
    log: _Log = None,
    workers: Annotated[
        str,
        typer.Option("--workers", metavar="N", help="How many packages to verify at once."),
    ] = "1",
    verbose: Annotated[
        bool,
        typer.Option(
            "--verbose",
            "-v",
            help="Print all findings, even for many packages.",
            rich_help_panel=OUTPUT,
        ),
    ] = False,
    as_json: AsJson = False,
) -> int:
    """Check that files are complete, unchanged and fit to send or print."""
    request = VerifyRequest(
        paths or [own_output(context)],
        game or here(),
        _keys(signer),
        expect,
        log,
        whole_number(1, MOST_WORKERS)("--workers", workers),
    )
    holding = Holding(request)
    is_long = len(holding.items) > FEW or log is not None or expect is not None
    shown = _Shown(as_json, briefly=is_long and not verbose)
    for one in holding.verified(_runner(request.game)):
        shown.add(one)
    return shown.end(holding.beside if is_long else None)


def _keys(signer: Path | None) -> Sequence["PublicKey"]:
    if signer is None:
        return ()
    from pnp.verify.keys import read_public_keys

    return read_public_keys(signer)


def _runner(game: str) -> CallRunner:
    """Return a function that runs calls in a worker, or directly if all inputs are trusted."""
    allowance = Allowance.to_verify(limits())
    known = [Path(game)] if game else []

    def run(call: Callable[[], FolderReport], path: Path) -> FolderReport:
        return run_guarded(call, (path, *known), allowance)

    return run


class _Shown:
    """Prints the reports on items in full, or ``briefly`` only their faults."""

    def __init__(self, as_json: bool, briefly: bool) -> None:
        self._reports: list[FolderReport] | None = [] if as_json else None
        self._out = console()
        self._briefly = briefly
        self._counts: Counter[bool] = Counter()

    def add(self, one: VerifiedItem) -> None:
        """Print an item."""
        self._counts[one.ok] += 1
        if self._reports is not None:
            self._reports.append(one.report)
        elif self._briefly:
            _print_faults(one)
        else:
            _print(self._out, one.report)

    def end(self, beside: LooseFiles | None) -> int:
        """Print the totals; return the exit status."""
        bad, all_in_all = self._counts[False], self._counts.total()
        if self._reports is not None:
            print_json(verification_data(self._reports))
        else:
            if beside is not None and beside.count:
                say(f"not verified: {_named(beside)}")
            if all_in_all > 1 or self._briefly:
                say(f"{all_in_all - bad:,} ok, {bad:,} not" if bad else f"all {all_in_all:,} ok")
        return 1 if bad else 0


def _named(beside: LooseFiles) -> str:
    """Return the first files that nothing verifies, and the number of others."""
    more = beside.count - len(beside.named)
    return "; ".join(beside.named) + (f"; and {more:,} more" if more else "")


def _say_faults(path: str, faults: Iterable[str]) -> None:
    for line in first_faults([f"WRONG {fault}" for fault in faults], path, MOST_LINES):
        say(f"  {line}")  # never wrapped, so that programs find them


def _print_faults(one: VerifiedItem) -> None:
    if not one.ok:
        say(f"{one.path}: {_word(one.ok)}")
        _say_faults(one.path, one.faults)


def _print(out: Console, report: FolderReport) -> None:
    if not report.path:
        for file in report.files:
            heading(out, f"{file.path}: {_word(file.ok)}")
            table(out, ("", "what", "found", "right"), map(_row, file.findings))
        return
    heading(out, f"{report.path}: {_word(report.ok)}")
    stated = [finding for finding in report.findings if finding.status is not Status.WRONG]
    table(out, ("", "what", "found"), (_row(finding)[:3] for finding in stated))
    rows = [_summary(file, report.path) for file in report.files if file.kind == "pdf"]
    table(out, ("", "file", *COLUMNS), rows)
    lines(out, _others(report))
    _say_faults(report.path, fault_lines(report))
    say()


def _summary(file: FileReport, folder: str) -> tuple[str, ...]:
    found = {finding.what: finding.found for finding in file.findings}
    cells = (found.get(what, "") for what in COLUMNS)
    return _word(file.ok), file.path.removeprefix(f"{folder}/"), *cells


def _others(report: FolderReport) -> Iterator[str]:
    """Yield the number of files of each other format, and whether they passed."""
    others = [file for file in report.files if file.kind != "pdf"]
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
    return "checksum and PDF/A-2b" if kind == "drawing" else "checksum alone"


def _row(finding: Finding) -> tuple[str, ...]:
    return finding.status.value, finding.what, finding.found, finding.right


def _word(good: bool) -> str:
    return "ok" if good else "WRONG"
