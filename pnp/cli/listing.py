"""The commands that list and show games, and list page templates."""

from collections.abc import Iterator, Sequence
from typing import Annotated

import typer

from pnp.audit import evidence_faults, rule_evidence, statement_of
from pnp.base.errors import PnpError, UsageError
from pnp.base.units import dimensions, format_mm
from pnp.definitions import NamedGame, game_named, load_named
from pnp.definitions.data_files import OWN_FOLDERS, all_presets, described_files
from pnp.definitions.find import check_names
from pnp.game.component import Component
from pnp.game.evidence import Disputed, Source
from pnp.game.game import Game
from pnp.game.presets import PageTemplate
from pnp.make.command.commands import single
from pnp.make.command.console import (
    console,
    heading,
    lines,
    print_error,
    print_json,
    section,
    table,
)
from pnp.make.command.options import AsJson, GameArgument, completer
from pnp.make.describe import (
    GameSummary,
    OptionValue,
    evidence_data,
    game_data,
    list_games,
    named_games,
    presets_data,
    size_of,
    templates_data,
    values_of,
)
from pnp.make.options import one_of

# What --of lists, by the folders of the files that describe it.
OF = {"templates" if one == "pages" else one.rpartition("/")[2]: one for one in OWN_FOLDERS}


@single(
    "show",
    "pnp show turno",
    "pnp show turno/loop        # the needs, aids and facts of one rule set",
    "pnp show turno --evidence",
)
def show(
    game: GameArgument = "",
    as_json: AsJson = False,
    evidence: Annotated[
        bool,
        typer.Option(
            "--evidence", help="Show what each source says, and the evidence for each rule."
        ),
    ] = False,
) -> int:
    """Show what is in a game, how it is played, and what is unknown about it."""
    named = load_named(game_named(game, ""))
    if evidence:
        return _print_evidence(named.game, as_json)
    _print_game(named, as_json)
    return 0


def _print_game(named: NamedGame, as_json: bool) -> None:
    """Print the components, rule sets, sources, facts and questions of a game or a rule set."""
    game = named.game
    if as_json:
        print_json(game_data(game))
        return
    out = console()
    dated = game.dated or game.date
    heading(out, f"{game.id}: {game.name}" + (f" ({dated})" if dated else ""))
    lines(out, [game.summary, ""])
    columns = ("id", "name", "players", "in a sentence")
    if named.rule_set is not None:
        section(out, "Rule set", columns, rule_set_rows(game))
    for title, rows in _part_rows(named):
        section(out, title, ("id", "name", "kind", "pieces", "size"), rows)
    if named.rule_set is None:
        section(out, "Rule sets", columns, rule_set_rows(game))
    sources = [(key, _cited(source)) for key, source in game.sources.items()]
    section(out, "Sources", ("id", "what"), sources)
    facts = [
        (about, fact.status, fact.says, fact.grounds)
        for about, fact in game.all_facts()
        if not isinstance(fact, Disputed)
    ]
    section(out, "What is known, and how well", ("of", "status", "what", "by"), facts)
    disputes = [(about, fact) for about, fact in game.all_facts() if isinstance(fact, Disputed)]
    if disputes:
        heading(out, "Disputed questions")
    for about, dispute in disputes:
        lines(out, [f"{about}: {dispute.question}"])
        lines(out, [f"  {reading.source}: {reading.says}" for reading in dispute.readings])
        lines(out, [f"  we follow {dispute.follows}: {dispute.because}", ""])
    rows = [(q.question, q.known, ", ".join(q.sources)) for q in game.open_questions]
    section(out, "Open questions", ("question", "what is known", "sources"), rows)


def _part_rows(named: NamedGame) -> Iterator[tuple[str, list[tuple[str, ...]]]]:
    """Yield the components of a game, or the needs and aids of a rule set, under titles."""
    game = named.game
    counts = {"Components": [(key, one.count) for key, one in game.components.items()]}
    if named.rule_set is not None:
        rule_set = game.rule_sets[named.rule_set]
        titled = (("Needs", rule_set.needs), ("Aids", rule_set.aids))
        counts = {title: [(one.component, one.count) for one in parts] for title, parts in titled}
    for title, parts in counts.items():
        there = [(key, game.components[key], count) for key, count in parts]
        yield (
            title,
            [(key, c.name, c.kind, str(count), _size(c, game)) for key, c, count in there],
        )


def _size(component: Component, game: Game) -> str:
    """Return the size of a piece, or the diameter of a round one."""
    measures = component.measures(game)
    if component.made_of_wood:
        sides = {one.direction: f"{one.mm:.4g}" for one in measures}
        return f"{sides['width']} x {sides['depth']} x {sides['height']} mm"
    if [one.direction for one in measures] == ["diameter"]:
        return f"{measures[0].mm:.4g} mm across"
    return size_of(component)


def rule_set_rows(game: Game) -> Iterator[tuple[str, ...]]:
    """Yield a row for each rule set of a game."""
    for key, rule_set in game.rule_sets.items():
        original = rule_set.original_name
        name = f"{rule_set.name} ({original})" if original else rule_set.name
        yield f"{game.id}/{key}", name, str(rule_set.players), rule_set.summary


def _cited(source: Source) -> str:
    cited = f"{source.citation}. {source.url}" if source.url else source.citation
    return f"{cited} [known through {source.known_through}]" if source.known_through else cited


def _print_evidence(game: Game, as_json: bool) -> int:
    """Print what sources show and rules rest on; return 1 if a rule lacks evidence."""
    faults = evidence_faults(game)
    if as_json:
        print_json(evidence_data(game))
        return 1 if faults else 0
    out = console()
    heading(out, f"{game.id}: {game.name}")
    columns = ("id", "kind", "when", "where", "what it shows", "confidence", "read by us")
    section(out, "Evidence", columns, _evidence_rows(game))
    rows = [
        (one.rule_set, one.fact.status, statement_of(one.fact), ", ".join(one.evidence) or "none")
        for one in rule_evidence(game)
    ]
    section(out, "Rules, and what they rest on", ("rule set", "status", "what", "evidence"), rows)
    lines(out, faults)
    return 1 if faults else 0


def _evidence_rows(game: Game) -> Iterator[tuple[str, ...]]:
    for key, evidence in game.evidence.items():
        dates = dict.fromkeys(filter(None, (evidence.start, evidence.end)))
        when = " to ".join(dates) or "unknown"
        name = f"{key} ({evidence.external})" if evidence.external else key
        place, read = evidence.place or "unknown", "yes" if evidence.verified else "no"
        yield name, evidence.kind, when, place, evidence.shows, str(evidence.confidence), read


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
            metavar="GAME",
            help="Games to list the rule sets of.",
            autocompletion=completer("GAME"),
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


@single(
    "templates",
    "pnp templates",
    "pnp deck --template business-cards --size 54x85mm",
)
def templates(as_json: AsJson = False) -> int:
    """List the page templates for --template."""
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


def _list_row(game: Game | GameSummary) -> tuple[str, ...]:
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


def _slot(sheet: PageTemplate) -> str:
    if sheet.shape == "circle":
        return f"{format_mm(sheet.size.width)}mm across"
    corners = f", corners {format_mm(sheet.corner)}mm" if sheet.corner else ""
    return f"{dimensions(*sheet.size)}{corners}"
