"""The commands. Each reads its options, calls the library and reports; what it needs it imports."""

from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from pnp import __version__
from pnp.cli.tell import tell
from pnp.errors import PnpError


class Commands(TyperGroup):
    """Commands whose expected errors are told in lines, without a traceback."""

    def invoke(self, ctx: Any) -> Any:
        """Run a command; if it raises a ``PnpError``, tell it and exit with its status."""
        try:
            return super().invoke(ctx)
        except PnpError as error:
            tell(error)
            raise typer.Exit(error.status) from None


app = typer.Typer(
    cls=Commands,
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)

GameArgument = Annotated[
    str, typer.Argument(metavar="GAME", help="A game's id, or the path of a game's folder.")
]
GamesArgument = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[GAME]...", help="Ids or paths of games; all built-in games if none is named."
    ),
]
Out = Annotated[Path, typer.Option("--out", metavar="DIR", help="Where output goes.")]
PaperOption = Annotated[
    str,
    typer.Option(
        "--paper", help="a3, a4, a5, letter, legal, tabloid, or a size such as 210x297mm."
    ),
]
DuplexOption = Annotated[
    str,
    typer.Option(
        "--duplex",
        help="long-edge or short-edge: how the printer turns the sheet; fold: both sides on "
        "one side of the paper, to fold and glue; fronts or backs alone.",
    ),
]
SizeOption = Annotated[
    list[str] | None,
    typer.Option(
        "--size",
        help="Size of the cards: mini-euro, poker, bridge, tarot, square or such as 44x68mm; "
        "of one component: tiles=40x60mm. May be repeated.",
    ),
]
StockOption = Annotated[
    str,
    typer.Option(
        "--stock",
        help="The paper: how thick, such as 0.35mm, or how heavy, such as 300gsm. Boxes are made "
        "to hold pieces of it, and to be made of it.",
    ),
]
FormatOption = Annotated[
    str,
    typer.Option("--format", help="pdf (sheets), svg, png (faces), with commas between them."),
]
Unchecked = Annotated[bool, typer.Option("--unchecked", help="Build although the box falls short.")]
Fit = Annotated[
    bool,
    typer.Option(
        "--fit/--poster",
        help="A board that is larger than the paper: smaller, as it fits one page, or on several "
        "pages to join.",
    ),
]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Say nothing but errors.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON, for programs.")]


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


@app.command("list")
def list_games(json: AsJson = False) -> None:
    """List the games that come with pnp."""
    from pnp.cli.show import print_list

    print_list(as_json=json)


@app.command("show")
def show_game(game: GameArgument, json: AsJson = False) -> None:
    """Show what a game consists of, how it is played, and what is not known of it."""
    from pnp.cli.show import print_game

    print_game(game, as_json=json)


@app.command("check")
def check_games(games: GamesArgument = None, json: AsJson = False) -> None:
    """Prove that the box holds what every rule set needs and claims."""
    from pnp.cli.check import print_check

    status = print_check(games or [], as_json=json)
    if status:
        raise typer.Exit(status)


@app.command("build")
def build_games(
    games: GamesArgument = None,
    out: Out = Path("output"),
    paper: PaperOption = "a4",
    duplex: DuplexOption = "long-edge",
    size: SizeOption = None,
    stock: StockOption = "",
    format: FormatOption = "pdf,svg",
    only: Annotated[
        str, typer.Option("--only", help="Components to make, with commas between them.")
    ] = "",
    fit: Fit = False,
    unchecked: Unchecked = False,
    quiet: Quiet = False,
) -> None:
    """Check games, then make their sheets and faces."""
    from pnp.build import read_options
    from pnp.cli.make import build

    options = read_options(out, paper, duplex, format, only, size or (), unchecked, stock)
    build(games or [], options._replace(fit=fit), quiet)


@app.command("deck")
def make_deck(
    game: GameArgument = "turno",
    cards: Annotated[
        int | None,
        typer.Option("--cards", help="The deck with so many cards; all decks if not given."),
    ] = None,
    out: Out = Path("output"),
    paper: PaperOption = "a4",
    duplex: DuplexOption = "long-edge",
    size: SizeOption = None,
    stock: StockOption = "",
    format: FormatOption = "pdf,svg",
    unchecked: Unchecked = False,
    quiet: Quiet = False,
) -> None:
    """Make a game's deck of cards and its box: TURNO has decks of 36, 49 and 72."""
    from pnp.build import read_options
    from pnp.cli.make import build

    options = read_options(out, paper, duplex, format, "", size or (), unchecked, stock)
    build([game], options._replace(kind="deck", cards=cards), quiet)


@app.command("chips")
def make_chips(
    game: GameArgument = "turnio",
    out: Out = Path("output"),
    paper: PaperOption = "a4",
    duplex: DuplexOption = "long-edge",
    stock: StockOption = "",
    format: FormatOption = "pdf,svg",
    unchecked: Unchecked = False,
    quiet: Quiet = False,
) -> None:
    """Make a game's chips and their box: Turnio has 38 and two with an X."""
    from pnp.build import read_options
    from pnp.cli.make import build

    options = read_options(out, paper, duplex, format, unchecked=unchecked, stock=stock)
    build([game], options._replace(kind="chips"), quiet)


@app.command("board")
def make_board(
    game: GameArgument,
    out: Out = Path("output"),
    paper: PaperOption = "a4",
    format: FormatOption = "pdf,svg",
    fit: Fit = False,
    unchecked: Unchecked = False,
    quiet: Quiet = False,
) -> None:
    """Make a game's board."""
    from pnp.build import read_options
    from pnp.cli.make import build

    options = read_options(out, paper, "long-edge", format, unchecked=unchecked)
    build([game], options._replace(kind="board", fit=fit), quiet)
