"""The command that makes kits."""

import sys
from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from pnp.base.errors import UsageError
from pnp.definitions import games_to_make, load_named
from pnp.definitions.find import ids_in, split_rule_set
from pnp.kits.options import KitOptions
from pnp.make.command.commands import single
from pnp.make.command.console import few, say
from pnp.make.command.options import PIECES, GamesArgument, takes
from pnp.make.command.report import Report
from pnp.make.output import staging
from pnp.make.pipeline import Written, check_all, write
from pnp.make.summary import counted, made_data

if TYPE_CHECKING:
    from pnp.kits.evening import EveningPart
    from pnp.kits.job import KitFacts, KitJob

MOST_LEFT_OUT = 5  # components; more are counted
MOST_KEPT = 32  # parts that several kits of a game have in common


@single(
    "kit",
    "pnp kit turno/loop                          # two-sided, on A4, for scissors",
    "pnp kit turno/loop --players 3 --paper letter",
    "pnp kit punt-match/hex-3 --duplex fold      # for one-sided printing",
    "pnp kit turno/loop tawula --together        # one PDF for an evening",
)
@takes(KitOptions, also=("open_pdf", "dry_run"))
def kit(
    games: GamesArgument = None,
    *,
    options: KitOptions,
    report: Report,
    each: Annotated[
        bool,
        typer.Option(
            "--each",
            help="Make a kit for each rule set instead of one for all of them.",
            rich_help_panel=PIECES,
        ),
    ] = False,
    together: Annotated[
        bool,
        typer.Option(
            "--together",
            help="Put all kits into one PDF for an evening, after a page that lists them.",
            rich_help_panel=PIECES,
        ),
    ] = False,
) -> int:
    """Make one PDF with everything for a game: rules, and pieces on as few sheets as possible."""
    from pnp.kits.job import KitJob
    from pnp.make.cache import Remembered

    names = games_to_make(games or [])
    if games and not (each or report.silent):
        names = tuple(map(_chosen_rule_set, names))
    reads = []
    for name in names:
        keep = Remembered(MOST_KEPT).value
        reads += [
            partial(KitJob.of, one, options, keep) for one in (_apart(name) if each else [name])
        ]
    checked = check_all(reads)
    if together and not report.dry_run:
        with report.attempt():
            _make_evening([read() for read in checked], options, report)
        return report.finish("evenings")
    for read in checked:
        with report.attempt():
            job = read()
            if report.dry_run:
                _estimate(job, report)
                continue
            written = write(job, options.out)
            lines = _lines(job.facts, written, report.verbose)
            report.add(made_data(written) | job.facts.as_data(), lines, written.paths)
    return report.finish("kits")


def _make_evening(jobs: "list[KitJob]", options: KitOptions, report: Report) -> None:
    """Make one PDF of several kits.

    Raises:
        PnpError: If one of them cannot be made.
    """
    from pnp.kits.evening import Evening, totals

    if options.machine is not None:
        raise UsageError("--together: a machine needs files for each kit; leave out --cutter")
    evening = Evening(jobs, options.lang or jobs[0].lang)
    with staging(options.out) as staged:
        for path, content in evening.files():
            staged.write(path, content)
    sheets, cuts, minutes = totals(evening.parts)
    files = [options.out / path for path in evening.paths]
    notes = dict.fromkeys(note for job in jobs for note in (*job.notes, *job.late_notes()))
    kits = [f"pages {_pages(one)}: {one.title}" for one in evening.parts]
    lines = (
        f"{len(jobs)} kits: {', '.join(map(str, files))}",
        *kits,
        _in_all(sheets, counted(cuts, "cut"), minutes),
        *notes,
    )
    data = {"file": str(files[0]), "pieces_file": str(files[-1]), "pages": evening.pages}
    data |= {"sheets": sheets, "cuts": cuts, "minutes": minutes}
    kits_data = [
        one._asdict()
        | {"pages": [*one.pages], "piece_pages": one.piece_pages and [*one.piece_pages]}
        for one in evening.parts
    ]
    report.add(data | {"kits": kits_data, "notes": [*notes]}, lines, files)


def _pages(kit: "EveningPart") -> str:
    return f"{kit.pages}" + (f", {kit.piece_pages} of pieces" if kit.piece_pages else "")


def _estimate(job: "KitJob", report: Report) -> None:
    """Report what a kit would take without making it."""
    whole, notes = job.estimate(), [*job.notes, *job.late_notes()]
    data = whole.as_data() | job.facts.as_data() | {"files": [], "problems": [], "notes": notes}
    report.add(data, (f"{job.facts.rule_set}: would take {whole}", *notes))


def _apart(name: str) -> list[str]:
    """Return the names of a game's rule sets; other names stay unchanged."""
    if split_rule_set(name)[1] is not None:
        return [name]
    return [f"{name}/{key}" for key in ids_in(name, "rule_sets")] or [name]


def _chosen_rule_set(name: str) -> str:
    """Return the rule set that the user chooses, if a game has several.

    If nobody can answer, do not ask: the kit is then for all of them.
    """
    if not _somebody_answers():
        return name
    loaded, rule_set = load_named(name)
    there = loaded.game.rule_sets
    if rule_set is not None or len(there) < 2:
        return name
    for key, one in there.items():
        say(f"  {key:14} {one.name}: {one.summary}")
    answer = typer.prompt("Which one, or all", default="all").strip().lower()
    return name if answer == "all" else f"{name.rstrip('/')}/{answer}"


def _somebody_answers() -> bool:
    return sys.stdin.isatty() and sys.stdout.isatty()


def _lines(facts: "KitFacts", written: Written, verbose: bool) -> Iterator[str]:
    yield f"{facts.rule_set}: {facts.file}"
    if facts.pieces_file != facts.file:
        yield f"its pieces: {facts.pieces_file}"
    yield kit_words(facts)
    cut = [file.path for file in written.files if file.kind == "cut file"]
    if cut:
        yield f"for the cutting machine, beside it: {few(cut, len(cut) if verbose else 2)}"
    if facts.left_out:
        yield f"left out: {few(facts.left_out, len(facts.left_out) if verbose else MOST_LEFT_OUT)}"
    yield from written.notes
    if verbose:
        yield from (f"also in {written.folder}: {path}" for path in written.left)


def kit_words(facts: "KitFacts") -> str:
    """Describe the sheets and pages of a kit, and how long it takes to make."""
    rules = f" and {counted(facts.rule_pages, 'page')} of rules"
    return _in_all(facts.piece_sheets, str(facts.cuts), facts.minutes, rules)


def _in_all(sheets: int, cuts: str, minutes: int, more: str = "") -> str:
    pieces, time = counted(sheets, "sheet"), counted(minutes, "minute")
    return f"{pieces} with pieces{more}; {cuts}, about {time}"
