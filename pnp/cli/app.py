"""The commands: each takes its options, calls the library and prints; imports are lazy."""

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from pnp import __version__
from pnp.base.errors import OutputError, UsageError, reason
from pnp.cli.archive import archive
from pnp.cli.commands import Program, StrictTyper
from pnp.cli.completion import completer
from pnp.cli.config import config
from pnp.cli.defaults import own_output
from pnp.cli.explain import print_help, print_manual
from pnp.cli.imports import isolate_ezdxf
from pnp.cli.kit import kit
from pnp.cli.laser import calibrate_laser, laser
from pnp.cli.new import new
from pnp.cli.options import OUTPUT, PIECES, AsJson, GamesArgument, takes
from pnp.cli.printer import calibrate, printer
from pnp.cli.report import Report
from pnp.game.paper import MOST_CARDS
from pnp.jobs.options import whole_number
from pnp.jobs.rule_options import RuleOptions
from pnp.jobs.sheet_options import SheetOptions

# In the order of use: find a game, check it, make it, measure the files.
ORDER = (
    *("new", "list", "show", "check"),
    *("kit", "build", "deck", "chips", "board", "rules", "laser", "archive", "verify"),
    *("calibrate", "printer", "config", "templates", "schema", "help", "man"),
)

# Options that change nothing on what a command makes.
NOT_FOR_BOARDS = ("sizes", "stock", "rounded", "preset", "tts_url")
NOT_FOR_CARDS = ("fit",)
NOT_FOR_CHIPS = ("sizes", "fit", "rounded", "preset")
PRINTED = ("open_pdf", "dry_run")


class Pnp(Program):
    """The commands of pnp."""

    order = ORDER


app = StrictTyper(
    cls=Pnp,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
)

isolate_ezdxf()
calibrate.command("laser")(calibrate_laser)
app.add_typer(calibrate)
app.add_typer(printer)
app.add_typer(config)
app.command("laser", short_help="Make files for a laser cutter.")(laser)
app.command("archive", short_help="Make packages for an archive.")(archive)
app.command("kit", short_help="Make one PDF for a game tonight.")(kit)
app.command("help", short_help="Explain a command.")(print_help)
app.command("man", short_help="Print a manual page.")(print_manual)
app.command("new", short_help="Start a game of your own.")(new)

GameArgument = Annotated[
    str,
    typer.Argument(
        metavar="[GAME]",
        autocompletion=completer("GAME"),
        help="A game such as turno, a rule set such as turno/loop, or the path of a game's "
        "folder; without it the game in this folder.",
    ),
]
NamesArgument = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[GAME]...",
        help="Games whose rule sets to list.",
        autocompletion=completer("GAME"),
    ),
]
Watching = Annotated[
    bool,
    typer.Option(
        "--watch",
        help="Keep running, and start again whenever the game's files change.",
        rich_help_panel=OUTPUT,
    ),
]


def _print_version(value: bool) -> None:
    if value:
        typer.echo(f"pnp {__version__}")
        raise typer.Exit


@app.callback()
def main(
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help="Print the version."
        ),
    ] = False,
) -> None:
    """Print-and-play games from one shared definition: checked, drawn, ready to print."""


@app.command("list", short_help="List games.")
def list_games(
    games: NamesArgument = None,
    json: AsJson = False,
    presets: Annotated[
        bool, typer.Option("--presets", help="List the print shops' presets instead.")
    ] = False,
) -> int:
    """List the games that come with pnp, the examples to copy, and your own.

    With the names of games, list their rule sets.
    """
    if presets and games:
        raise UsageError("--presets: lists presets alone; leave out the games")
    if presets:
        from pnp.cli.show import print_presets

        print_presets(as_json=json)
        return 0
    if games:
        from pnp.cli.show import print_rule_sets

        print_rule_sets(games, as_json=json)
        return 0
    from pnp.cli.show import print_list

    return print_list(as_json=json)


@app.command("templates")
def list_templates(json: AsJson = False) -> None:
    """List page templates, for --template."""
    from pnp.cli.show import print_templates

    print_templates(as_json=json)


@app.command("schema", short_help="Print a JSON Schema, for editors.")
def print_schema(
    what: Annotated[
        str,
        typer.Argument(
            metavar="[FILE]",
            help="game, theme, page, cutter, client or material.",
            autocompletion=completer("SCHEMA"),
        ),
    ] = "game",
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="Write to this file instead.")
    ] = None,
) -> None:
    """Print the JSON Schema of a game.toml, or of another file you write, for editors."""
    from pnp.base.files import write_atomic
    from pnp.definitions.json_schema import schema_text

    text = schema_text(what)
    if out is None:
        typer.echo(text, nl=False)
        return
    try:
        write_atomic(out, text)
    except OSError as error:
        raise OutputError(f"--out: cannot write {out}: {reason(error)}") from error


@app.command("show", short_help="Show what a game consists of and how well it is known.")
def show_game(
    game: GameArgument = "",
    json: AsJson = False,
    evidence: Annotated[
        bool, typer.Option("--evidence", help="What each source shows, and what rules rest on.")
    ] = False,
) -> int:
    """Show what a game consists of, how it is played and what is not known about it."""
    from pnp.cli.show import print_evidence, print_game

    game = _game(game)
    if evidence:
        return print_evidence(game, as_json=json)
    print_game(game, as_json=json)
    return 0


@app.command("check")
def check_games(games: GamesArgument = None, json: AsJson = False, watch: Watching = False) -> int:
    """Prove that the box holds what every rule set needs and claims."""
    from pnp.cli.check import print_check, print_check_again

    if watch:
        if json:
            raise UsageError("--json: prints one result; leave out --watch")
        print_check_again(games or [])
        return 0
    return print_check(games or [], as_json=json)


@app.command("verify", short_help="Measure made files, before they are sent or printed.")
def verify_files(
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
    json: AsJson = False,
) -> int:
    """Read made files back and measure them, before they are sent or printed."""
    from pnp.cli.verify import print_verify
    from pnp.definitions import here

    return print_verify(paths or [own_output(context)], game or here(), as_json=json)


@app.command("build")
@takes(SheetOptions, also=PRINTED)
def build_games(
    games: GamesArgument = None,
    watch: Watching = False,
    *,
    options: SheetOptions,
    report: Report,
) -> int:
    """Check games, then make their sheets and faces."""
    if watch:
        from pnp.cli.make import build_again

        return build_again(games or [], options, report)
    return _build(games or [], options, report)


@app.command("deck", short_help="Make a game's deck of cards and its box.")
@takes(SheetOptions, without=NOT_FOR_CARDS, also=PRINTED)
def make_deck(
    game: GameArgument = "",
    cards: Annotated[
        str | None,
        typer.Option(
            "--cards",
            metavar="N",
            help="The deck with this number of cards; all decks if not given.",
            rich_help_panel=PIECES,
        ),
    ] = None,
    *,
    options: SheetOptions,
    report: Report,
) -> int:
    """Make a game's deck of cards and its box: TURNO, if none is named, has decks of 36, 49, 72."""
    count = None if cards is None else whole_number(1, MOST_CARDS)("--cards", cards)
    return _build([_game(game, "turno")], replace(options, kind="deck", cards=count), report)


@app.command("chips", short_help="Make a game's chips and their box.")
@takes(SheetOptions, without=NOT_FOR_CHIPS, also=PRINTED)
def make_chips(game: GameArgument = "", *, options: SheetOptions, report: Report) -> int:
    """Make a game's chips and their box: Turnio, if none is named, has 38 and two with an X."""
    return _build([_game(game, "turnio")], replace(options, kind="chips"), report)


@app.command("board")
@takes(SheetOptions, without=NOT_FOR_BOARDS, also=PRINTED)
def make_board(game: GameArgument = "", *, options: SheetOptions, report: Report) -> int:
    """Make a game's boards and place mats."""
    return _build([_game(game)], replace(options, kind="board"), report)


@app.command("rules")
@takes(RuleOptions, also=("open_pdf",))
def make_rule_sheets(
    games: GamesArgument = None,
    *,
    options: RuleOptions,
    report: Report,
    watch: Watching = False,
) -> int:
    """Make rule sheets and rulebooks."""
    from pnp.cli.make import write_rules, write_rules_again

    if watch:
        return write_rules_again(games or [], options, report)
    return write_rules(games or [], options, report)


def _game(name: str, otherwise: str = "") -> str:
    from pnp.definitions import game_named

    return game_named(name, otherwise)


def _build(games: list[str], options: SheetOptions, report: Report) -> int:
    from pnp.cli.make import build

    return build(games, options, report)
