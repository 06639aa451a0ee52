"""The command that shows a game."""

from collections.abc import Iterator
from typing import Annotated

import typer

from pnp.audit import evidence_faults, rule_evidence, statement_of
from pnp.definitions import NamedGame, game_named, load_named
from pnp.game.component import Component
from pnp.game.evidence import Disputed, Source
from pnp.game.game import Game
from pnp.make.command.commands import single
from pnp.make.command.console import console, heading, lines, print_json, section
from pnp.make.command.options import AsJson, GameArgument
from pnp.make.describe import evidence_data, game_data, size_of


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
