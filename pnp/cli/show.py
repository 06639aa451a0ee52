"""Print everything known about a game."""

import json
from collections.abc import Iterator

import typer

from pnp.audit import evidence_faults, rule_evidence, said_of
from pnp.cli.tables import console, heading, lines, table
from pnp.definitions import find_game, load_game
from pnp.game.evidence import Disputed, Source
from pnp.game.game import Game
from pnp.jobs.describe import evidence_data, game_data, size_of


def print_game(name: str, as_json: bool) -> None:
    """Print a game's components, rule sets, sources, facts and questions."""
    game = load_game(find_game(name)).game
    if as_json:
        typer.echo(json.dumps(game_data(game), indent=1, ensure_ascii=False))
        return
    out = console()
    dated = game.dated or game.date
    heading(out, f"{game.id}: {game.name}" + (f" ({dated})" if dated else ""))
    lines(out, [game.summary, ""])
    heading(out, "Components")
    table(out, ("id", "name", "kind", "pieces", "size"), _component_rows(game))
    heading(out, "Rule sets")
    table(out, ("id", "name", "players", "in a sentence"), _rule_set_rows(game))
    heading(out, "Sources")
    table(out, ("id", "what"), [(key, _cited(s)) for key, s in game.sources.items()])
    heading(out, "What is known, and how well")
    table(out, ("of", "status", "what", "by"), _fact_rows(game))
    heading(out, "Disputed questions")
    for about, dispute in game.all_facts():
        if not isinstance(dispute, Disputed):
            continue
        lines(out, [f"{about}: {dispute.question}"])
        lines(out, [f"  {reading.source}: {reading.says}" for reading in dispute.readings])
        lines(out, [f"  we follow {dispute.follows}: {dispute.because}", ""])
    heading(out, "Open questions")
    rows = [(q.question, q.known, ", ".join(q.sources)) for q in game.open_questions]
    table(out, ("question", "what is known", "sources"), rows)


def print_evidence(name: str, as_json: bool) -> int:
    """Print what each source shows and rules rest on; return 1 if a rule rests on nothing."""
    game = load_game(find_game(name)).game
    faults = evidence_faults(game)
    if as_json:
        typer.echo(json.dumps(evidence_data(game), indent=1, ensure_ascii=False))
        return 1 if faults else 0
    out = console()
    heading(out, f"{game.id}: {game.name}")
    heading(out, "Evidence")
    columns = ("id", "kind", "when", "where", "what it shows", "confidence", "read by us")
    table(out, columns, _evidence_rows(game))
    heading(out, "Rules, and what they rest on")
    table(out, ("rule set", "status", "what", "evidence"), _rule_rows(game))
    lines(out, faults)
    return 1 if faults else 0


def _evidence_rows(game: Game) -> Iterator[tuple[str, ...]]:
    for key, one in game.evidence.items():
        when = " to ".join(dict.fromkeys(filter(None, (one.start, one.end)))) or "unknown"
        named = f"{key} ({one.external})" if one.external else key
        place, read = one.place or "unknown", "yes" if one.verified else "no"
        yield named, one.kind, when, place, one.shows, str(one.confidence), read


def _rule_rows(game: Game) -> Iterator[tuple[str, ...]]:
    for one in rule_evidence(game):
        behind = ", ".join(one.evidence) or "none"
        yield one.rule_set, one.fact.status, said_of(one.fact), behind


def _component_rows(game: Game) -> Iterator[tuple[str, ...]]:
    for key, component in game.components.items():
        yield key, component.name, component.kind, str(component.count), size_of(component)


def _rule_set_rows(game: Game) -> Iterator[tuple[str, ...]]:
    for key, r in game.rule_sets.items():
        name = f"{r.name} ({r.original_name})" if r.original_name else r.name
        yield f"{game.id}/{key}", name, str(r.players), r.summary


def _fact_rows(game: Game) -> Iterator[tuple[str, ...]]:
    for about, fact in game.all_facts():
        if not isinstance(fact, Disputed):
            yield about, fact.status, fact.says, fact.grounds


def _cited(source: Source) -> str:
    cited = f"{source.citation}. {source.url}" if source.url else source.citation
    return f"{cited} [known through {source.known_through}]" if source.known_through else cited
