"""Report what a build makes."""

from collections import Counter

import typer

from pnp.base.errors import PnpError
from pnp.cli.progress import shown_progress
from pnp.cli.tell import tell
from pnp.jobs import Built, MadeFile, Options, build_game, games_to_build
from pnp.records.manifest import NAME

HOW_TO_PRINT = {
    "long-edge": "print both sides, flip on the long edge",
    "short-edge": "print both sides, flip on the short edge",
    "fold": "print one side, fold and glue",
    "fronts": "fronts alone",
    "backs": "backs alone",
    "one-sided": "print one side",
}
FEW = 6  # files that are named, more are counted
INKS = {"low": "little ink", "black": "black alone"}


def build(games: list[str], options: Options, quiet: bool) -> None:
    """Build the games one after the other; one that fails does not stop the others.

    Raises:
        Exit: If any of them failed, with the highest status among them.
    """
    status = 0
    choices = options.in_each_language()
    for game in games_to_build(games, options):
        for asked in choices:
            try:
                with shown_progress(quiet) as progress:
                    built = build_game(game, asked, progress)
            except PnpError as error:
                tell(error)
                status = max(status, error.status)
                continue
            if asked is not choices[-1]:
                built = built._replace(left=())  # some of it is made again in another language
            status = max(status, _told(built, asked.lang, quiet))
    if status:
        raise typer.Exit(status)


def build_again(games: list[str], options: Options, quiet: bool) -> None:
    """Build a game, and again whenever its files change, until somebody stops it."""
    from pnp.cli.watch import watch
    from pnp.jobs.kept import Kept

    kept = {asked.lang: Kept() for asked in options.in_each_language()}

    def make(game: str, first: bool) -> None:
        for asked in options.in_each_language():
            with shown_progress(quiet) as progress:
                built = build_game(game, asked, progress, kept[asked.lang])
            _told(built, asked.lang, quiet=quiet or not first)
            if not first:
                typer.echo(f"{_titled(built, asked.lang)}: {_checked(built)}; {anew(built.anew)}")

    watch(games_to_build(games, options), options.out, make)


def anew(paths: tuple[str, ...]) -> str:
    """Say which files are other than before: documents by name, pictures by their number."""
    made = [path for path in paths if path != NAME]
    named = [path for path in made if path.endswith(".pdf")]
    others = Counter(path.rpartition(".")[2] for path in made if path not in named)
    named = named if len(named) <= FEW else [f"{len(named)} PDF files"]
    told = [*named, *(_count(count, f"{ending} file") for ending, count in sorted(others.items()))]
    return f"anew: {', '.join(told)}" if told else "all that is made of it is as it was"


def _told(built: Built, lang: str | None, quiet: bool) -> int:
    """Tell what was built, and what could not be; return the status."""
    for fault in built.report.faults():
        tell(f"built all the same: {fault}")
    if not quiet:
        _report(built, lang)
    for problem in built.problems:
        tell(problem)
    return 1 if built.problems else 0


def _report(built: Built, lang: str | None) -> None:
    """Say what was made and where: a line a sheet file, and one for all faces of a format."""
    typer.echo(f"{_titled(built, lang)}: {_checked(built)}")
    sheets = [file for file in built.files if file.kind == "sheets"]
    width = max((len(file.path) for file in sheets), default=0)
    for file in sheets:
        typer.echo(f"  {file.path:{width}}  {_sheet_words(file)}")
    others = [file for file in built.files if file.kind != "sheets"]
    pictures = Counter((file.path.partition("/")[0], file.kind) for file in others)
    for (folder, kind), count in sorted(pictures.items()):
        typer.echo(f"  {folder + '/':{width}}  {_count(count, kind)}")
    for note in built.notes:
        typer.echo(f"  {note}")
    if built.skipped:
        typer.echo(f"  no backs to print: {', '.join(built.skipped)}")
    if built.left:
        few = ", ".join(built.left[:3]) + (" …" if len(built.left) > 3 else "")
        typer.echo(f"  left from earlier builds: {_count(len(built.left), 'file')} ({few})")
    typer.echo(f"  all in {built.folder}, listed in manifest.json")


def _titled(built: Built, lang: str | None) -> str:
    return f"{built.name} ({lang})" if lang else built.name


def _checked(built: Built) -> str:
    if not built.report.ok:
        return "THE BOX FALLS SHORT"
    rule_sets = len(built.report.rule_sets)
    return f"{_count(rule_sets, 'rule set')} checked" if rule_sets else "no rule sets to check"


def _sheet_words(file: MadeFile) -> str:
    pages = file.pages or 0
    two_sided = file.duplex in ("long-edge", "short-edge")
    sheets = _count(pages // 2 if two_sided else pages, "sheet")
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
        how = f"{how}; {_cut_words(file)}"
    if file.printer:
        how += f"; for printer {file.printer.name}{_measured_on(file)}"
    return f"{file.pieces:>5} {'piece' if file.pieces == 1 else 'pieces'} on {sheets}: {how}"


def _cut_words(file: MadeFile) -> str:
    """Say how many straight cuts a full sheet takes, or that such cuts cannot do."""
    if file.grid is None:
        return "no cuts straight through"
    columns, rows = file.grid
    return f"{columns} x {rows}, {file.cuts} cuts a sheet"


def _measured_on(file: MadeFile) -> str:
    """Say so if a printer was measured on other paper: it may feed this one otherwise."""
    assert file.printer is not None
    paper = file.printer.paper
    return "" if f"-{paper}-" in file.path else f", which was measured on {paper}"


def _count(number: int, noun: str) -> str:
    if number == 1:
        return f"{number} {noun}"
    first, space, rest = noun.partition(" with ")  # a face with bleed, two faces with bleed
    return f"{number} {first}s{space}{rest}"
