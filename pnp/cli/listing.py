"""The commands that list games, print shops' presets and page templates."""

from collections.abc import Sequence
from typing import Annotated

import typer

from pnp.base.errors import UsageError
from pnp.base.units import dimensions, format_mm
from pnp.cli.commands import single
from pnp.cli.completion import completer
from pnp.cli.console import console, heading, lines, print_error, print_json, table
from pnp.cli.options import AsJson
from pnp.cli.show import rule_set_rows
from pnp.definitions.data_files import all_presets, built_in_templates, find_template, load_template
from pnp.game.game import Game
from pnp.game.presets import PageTemplate
from pnp.jobs.describe import list_games, named_games, presets_data, templates_data


@single(
    "list",
    "pnp list",
    "pnp list turno             # its rule sets",
    "pnp list --presets         # print shops",
)
def listing(
    games: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="GAME",
            help="Games to list the rule sets of.",
            autocompletion=completer("GAME"),
        ),
    ] = None,
    as_json: AsJson = False,
    presets: Annotated[
        bool, typer.Option("--presets", help="List presets for print shops instead.")
    ] = False,
) -> int:
    """List the games that come with pnp, the examples to copy, and your own.

    If you name games, list their rule sets instead.
    """
    if presets and games:
        raise UsageError("--presets: lists presets alone; leave out the games")
    if presets:
        _print_presets(as_json)
    elif games:
        _print_rule_sets(games, as_json)
    else:
        return _print_games(as_json)
    return 0


@single(
    "templates",
    "pnp templates",
    "pnp deck --template business-cards --size 54x85mm",
)
def templates(as_json: AsJson = False) -> None:
    """List the page templates for --template."""
    sheets = [load_template(find_template(name)) for name in built_in_templates()]
    if as_json:
        print_json(templates_data(sheets))
        return
    rows = [
        (s.id, s.name, s.stock, str(s.count), _slot(s), s.status, ", ".join(s.products))
        for s in sheets
    ]
    columns = ("id", "name", "stock", "slots", "of size", "geometry", "sold as")
    table(console(), columns, rows)


def _print_rule_sets(games: Sequence[str], as_json: bool) -> None:
    """Print a line for each rule set of some games."""
    listing = named_games(games)
    if as_json:
        print_json(listing.as_data())
        return
    rows = [row for one in listing.games for row in rule_set_rows(one.game)]
    table(console(), ("id", "name", "players", "in a sentence"), rows)


def _print_games(as_json: bool) -> int:
    """Print a line for each named game and each example; return the exit status.

    An unreadable game does not stop the others from being listed.
    """
    listing = list_games()
    if as_json:
        print_json(listing.as_data())
    else:
        out = console()
        columns = ("id", "name", "components", "rule sets", "what it is")
        rows = [(*_list_row(one.game), str(one.folder or "pnp")) for one in listing.games]
        table(out, (*columns, "from"), rows)
        lines(
            out,
            (
                f"{one.folder.name} is the name of a built-in game; give yours by its path, "
                f"{one.folder}, or rename it"
                for one in listing.games
                if one.folder is not None and one.is_hidden
            ),
        )
        if listing.examples:
            heading(out, "Examples to start your own game from: pnp new NAME --from ID")
            table(out, columns, map(_list_row, listing.examples))
    for fault in listing.faults:
        print_error(fault)
    return max((fault.status for fault in listing.faults), default=0)


def _list_row(game: Game) -> tuple[str, ...]:
    counts = str(len(game.components)), str(len(game.rule_sets))
    return game.id, game.name, *counts, game.summary


def _print_presets(as_json: bool) -> None:
    """Print a line for each preset, then the other requirements of each shop."""
    if as_json:
        print_json(presets_data())
        return
    presets = all_presets().values()
    out = console()
    rows = [
        (
            p.id,
            p.shop,
            p.title,
            p.size,
            dimensions(*p.picture),
            f"{p.pixels[0]} x {p.pixels[1]}",
            f"{format_mm(p.safe)} mm",
            p.source,
        )
        for p in presets
    ]
    columns = ("preset", "shop", "product", "cut", "with bleed", "pixels", "safe", "source")
    table(out, columns, rows)
    for shop in dict.fromkeys(p.shop for p in presets):
        of_shop = next(p for p in presets if p.shop == shop)
        heading(out, shop)
        lines(out, [of_shop.notes, f"Read {of_shop.read}, through {of_shop.known_through}.", ""])


def _slot(sheet: PageTemplate) -> str:
    if sheet.shape == "circle":
        return f"{format_mm(sheet.size.width)}mm across"
    corners = f", corners {format_mm(sheet.corner)}mm" if sheet.corner else ""
    return f"{dimensions(*sheet.size)}{corners}"
