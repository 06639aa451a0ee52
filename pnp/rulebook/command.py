"""The command that makes rule sheets and rulebooks."""

from collections import Counter
from collections.abc import Iterator
from functools import partial

from pnp.definitions import games_to_make
from pnp.make import summary
from pnp.make.command.commands import single
from pnp.make.command.console import say
from pnp.make.command.options import GamesArgument, Watching, takes
from pnp.make.command.report import Report
from pnp.make.made_files import NAME
from pnp.make.pipeline import BuildCache, Written, check_all, write
from pnp.make.summary import counted
from pnp.rulebook.job import RuleOptions, RulesJob, make_rules
from pnp.rulebook.texts import write_skeleton


@single(
    "rules",
    "pnp rules turno/loop --lang de",
    "pnp rules tawula --rulebook --booklet",
    "pnp rules turno --format pdf --paper letter",
)
@takes(RuleOptions, also=("open_pdf",))
def rules(
    games: GamesArgument = None,
    *,
    options: RuleOptions,
    report: Report,
    watch: Watching = False,
) -> int:
    """Make rule sheets and rulebooks."""
    if options.skeleton:
        return _write_skeletons(games or [], options, report)
    make = _write_again if watch else _write
    return make(games or [], options, report)


def _write(games: list[str], options: RuleOptions, report: Report) -> int:
    """Make the rules of the games; return the exit status."""
    named = games_to_make(games)
    for read in check_all([partial(RulesJob.of, game, options) for game in named]):
        with report.attempt():
            _report(write(read(), options.out), report)
    return report.finish()


def _write_skeletons(games: list[str], options: RuleOptions, report: Report) -> int:
    """Write what a language still lacks; return the exit status."""
    for game in games_to_make(games):
        with report.attempt():
            made = write_skeleton(game, options.languages)
            state = f"{counted(len(made), 'file')} to translate" if made else "nothing is missing"
            lines = (f"{one.path}: {one.lines} lines{one.how}" for one in made)
            paths = [one.path for one in made]
            data = {"game": game, "files": [str(path) for path in paths]}
            report.add(data, (f"{game}: {state}", *lines), paths)
    return report.finish()


def _write_again(games: list[str], options: RuleOptions, report: Report) -> int:
    """Make the rules of one game, and again whenever its files change."""
    from pnp.make.command.watch import watch

    report.refuse_to_watch()
    cache = BuildCache()

    def make(game: str, first: bool) -> None:
        written = make_rules(game, options, cache)
        if first:
            _report(written, report)
        else:
            say(f"{written.name}: {summary.changes(written.changed)}")

    watch(games_to_make(games), options.out, make)
    return 0


def _report(written: Written, report: Report) -> None:
    described = rules_lines if report.verbose else rules_summary
    lines = f"{written.name}: rules", *described(written)
    report.add(summary.made_data(written), lines, written.paths)


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
        if file.work is not None:  # a booklet
            how = "print both sides, flip on the SHORT edge, fold and staple"
            yield f"{file.path}  {counted(file.work.sheets, 'sheet')}: {how}"
        elif file.pages:
            yield f"{file.path}  {counted(file.pages, 'page')}"
        elif file.format != "svg":
            yield file.path
    yield from written.notes
    yield f"all in {written.folder}, listed in {NAME}"
