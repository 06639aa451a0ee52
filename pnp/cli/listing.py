"""The commands that list games, and list page templates.

A list of games loads no more than it shows: what other lists need is imported where they are made.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from pnp.base.errors import PnpError, UsageError
from pnp.base.own_folders import OWN_FOLDERS
from pnp.base.units import dimensions, format_mm
from pnp.definitions.find import check_names
from pnp.make.command.commands import single
from pnp.make.command.console import console, heading, lines, print_error, print_json, table
from pnp.make.command.options import AsJson, completer
from pnp.make.listed import GameSummary, list_games, named_games
from pnp.make.options import one_of

if TYPE_CHECKING:
    from pnp.game.game import Game
    from pnp.game.presets import PageTemplate

# What --of lists, by the folders of the files that describe it.
OF = {"templates" if one == "pages" else one.rpartition("/")[2]: one for one in OWN_FOLDERS}


@single(
    "list",
    "pnp list",
    "pnp list turno             # its rule sets",
    "pnp list --presets         # print shops",
    "pnp list --of themes       # those of pnp, and your own",
)
def listing(
    games: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="GAME", help="Games to list the rule sets of.", autocompletion=completer("GAME")
        ),
    ] = None,
    as_json: AsJson = False,
    presets: Annotated[
        bool, typer.Option("--presets", help="List presets for print shops instead.")
    ] = False,
    of: Annotated[
        str,
        typer.Option(
            "--of",
            metavar="|".join(OF),
            help="List the values of an option instead, and the files of your own that add some: "
            f"{', '.join(OF)}.",
            autocompletion=completer("|".join(OF)),
        ),
    ] = "",
) -> int:
    """List the games that come with pnp, the examples to copy, and your own.

    If you name games, list their rule sets instead.
    """
    alone = [flag for flag, given in (("--presets", presets), ("--of", of)) if given]
    if alone and (games or len(alone) > 1):
        rest = "the games" if games else alone[1]
        raise UsageError(f"{alone[0]}: lists nothing else; leave out {rest}")
    if of:
        return _print_values(one_of("--of", of, tuple(OF)), as_json)
    if presets:
        _print_presets(as_json)
    elif games:
        _print_rule_sets(games, as_json)
    else:
        return _print_games(as_json)
    return 0


@single("templates", "pnp templates", "pnp deck --template business-cards --size 54x85mm")
def templates(as_json: AsJson = False) -> int:
    """List the page templates for --template."""
    from pnp.definitions.data_files import described_files
    from pnp.game.presets import PageTemplate
    from pnp.make.describe import templates_data

    read = [made for _, made in described_files(OF["templates"])]
    faults = [made for made in read if isinstance(made, PnpError)]
    sheets = [made for made in read if isinstance(made, PageTemplate)]
    for fault in faults:
        print_error(fault)
    status = max((fault.status for fault in faults), default=0)
    if as_json:
        print_json(templates_data(sheets))
        return status
    rows = [
        (s.id, s.name, s.stock, str(s.count), _slot(s), s.status, ", ".join(s.products))
        for s in sheets
    ]
    columns = ("id", "name", "stock", "slots", "of size", "geometry", "sold as")
    table(console(), columns, rows)
    return status


def _print_values(of: str, as_json: bool) -> int:
    """Print a line for each value of an option; return the exit status.

    A file with faults does not stop the others from being listed.
    """
    from pnp.make.describe import OptionValue, values_of

    values = [*values_of(OF[of])]
    if as_json:
        print_json({of: [one._asdict() for one in values if not isinstance(one, PnpError)]})
    else:
        rows = [
            (one.id, one.name, one.file or "pnp") for one in values if isinstance(one, OptionValue)
        ]
        table(console(), ("id", "what it is", "from"), rows)
    faults = [one for one in values if isinstance(one, PnpError)]
    for fault in faults:
        print_error(fault)
    return max((fault.status for fault in faults), default=0)


def _print_rule_sets(games: Sequence[str], as_json: bool) -> None:
    """Print a line for each rule set of some games."""
    from pnp.cli.show import rule_set_rows
    from pnp.definitions import load_named

    check_names(games)
    if as_json:
        print_json(named_games(games).as_data())
        return
    rows = [row for name in games for row in rule_set_rows(load_named(name).game)]
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
        if listing.starters:
            heading(out, "Starters for a game of your own: pnp new NAME --from ID")
            table(out, ("id", "what it is"), listing.starters.items())
    for fault in listing.faults:
        print_error(fault)
    return max((fault.status for fault in listing.faults), default=0)


def _list_row(game: "Game | GameSummary") -> tuple[str, ...]:
    counts = str(len(game.components)), str(len(game.rule_sets))
    return game.id, game.name, *counts, game.summary


def _print_presets(as_json: bool) -> None:
    """Print a line for each preset, then the other requirements of each shop."""
    from pnp.definitions.data_files import all_presets
    from pnp.make.describe import presets_data

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
            p.pdf or f"{p.pixels[0]} x {p.pixels[1]}",
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


def _slot(sheet: "PageTemplate") -> str:
    if sheet.shape == "circle":
        return f"{format_mm(sheet.size.width)}mm across"
    corners = f", corners {format_mm(sheet.corner)}mm" if sheet.corner else ""
    return f"{dimensions(*sheet.size)}{corners}"
