"""A rule sheet: one rule set, from its text, the definition and drawn figures."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from pnp.draw.example import draw_example
from pnp.draw.setup import draw_setup
from pnp.errors import RulesError
from pnp.model.evidence import Disputed, Source
from pnp.model.game import Game
from pnp.model.rules import RuleSet
from pnp.rulebook.blocks import Block, Figure, Heading, Listing, Paragraph, Run, Table
from pnp.rulebook.languages import Language, language
from pnp.rulebook.markdown import read_blocks
from pnp.rulebook.source import read_rules, rules_file
from pnp.rulebook.translation import translated


class RuleSheet(NamedTuple):
    """A rule set's sheet in one language, ready for any kind of file."""

    game: str
    rule_set_id: str
    title: str
    lang: str
    blocks: tuple[Block, ...]


def rule_sheet(folder: Path, game: Game, rule_set_id: str, lang: str) -> RuleSheet:
    """Put a sheet together: title, lead, needs, the written rules, what the sources say.

    Raises:
        RulesError: If the text is missing or has faults, a line for each.
    """
    words, game = language(lang), translated(folder, game, lang)
    rule_set = game.rule_sets[rule_set_id]
    text = read_rules(folder, game, rule_set_id, lang)
    try:
        written = read_blocks(text, _Figures(game, rule_set))
    except RulesError as error:
        raise RulesError(f"{rules_file(folder, rule_set_id, lang)}: {error}") from None
    blocks = (
        Heading(1, rule_set.name),
        Paragraph((Run(rule_set.summary),), lead=True),
        _facts_at_a_glance(rule_set, words),
        Heading(2, words.sections["need"]),
        _needs(game, rule_set),
        *written,
        Heading(2, words.sections["sources"]),
        *_sources(game, rule_set, words),
    )
    return RuleSheet(game.name, rule_set_id, rule_set.name, lang, blocks)


class _Figures:
    """Draws the figures that a text asks for by their ids."""

    def __init__(self, game: Game, rule_set: RuleSet) -> None:
        self._game = game
        self._setup = rule_set.setup
        self._examples = rule_set.examples

    def __call__(self, figure_id: str, caption: str, alt: str) -> Figure:
        known = [*(("setup",) if self._setup else ()), *self._examples]
        if figure_id not in known:
            told = ", ".join(known) or "none"
            raise RulesError(f"there is no figure {figure_id!r}; there is: {told}")
        if len(alt) <= 20 or not caption:
            raise RulesError(
                f"figure {figure_id!r} needs words that can stand for it, and a caption"
            )
        if self._setup is not None and figure_id == "setup":
            return Figure(figure_id, draw_setup(self._game, self._setup), caption, alt)
        scene = draw_example(self._game, self._examples[figure_id])
        return Figure(figure_id, scene, caption, alt)


def _facts_at_a_glance(rule_set: RuleSet, words: Language) -> Listing:
    labels = words.labels
    known = (
        (labels["players"], str(rule_set.players)),
        (labels["age"], rule_set.age and labels["years"].format(age=rule_set.age)),
        (labels["time"], rule_set.minutes and labels["minutes"].format(minutes=rule_set.minutes)),
        (labels["author"], rule_set.author),
        (labels["date"], rule_set.dated or rule_set.date),
    )
    return Listing(
        tuple((Run(f"{label}: ", bold=True), Run(value)) for label, value in known if value)
    )


def _needs(game: Game, rule_set: RuleSet) -> Listing:
    return Listing(
        tuple(
            (
                Run(f"{need.count} \N{MULTIPLICATION SIGN} {game.components[need.component].name}"),
                *((Run(f" ({need.use})"),) if need.use else ()),
            )
            for need in rule_set.needs
        )
    )


def _sources(game: Game, rule_set: RuleSet, words: Language) -> Iterator[Block]:
    """Yield how well each fact is known, then the disputes, then the sources themselves."""
    labels = words.labels
    facts = (*rule_set.facts, *((rule_set.setup.known,) if rule_set.setup else ()))
    rows = tuple(
        (words.status[fact.status], fact.says, fact.grounds)
        for fact in facts
        if not isinstance(fact, Disputed)
    )
    if rows:
        yield Table((labels["known"], labels["fact"], labels["behind"]), rows)
    for fact in facts:
        if isinstance(fact, Disputed):
            yield Paragraph((Run(f"{words.status['disputed']}: ", bold=True), Run(fact.question)))
            readings = ((r.source, r.says) for r in fact.readings)
            yield Listing(
                tuple((Run(f"{source}: ", italic=True), Run(says)) for source, says in readings)
            )
            follows = labels["following"].format(source=fact.follows, because=fact.because)
            yield Paragraph((Run(follows),))
    cited = sorted({source for fact in facts for source in fact.sources})
    citations = ((key, _citation(game.sources[key], words)) for key in cited)
    yield Listing(tuple((Run(f"{key}: ", italic=True), Run(said)) for key, said in citations))


def _citation(source: Source, words: Language) -> str:
    cited = f"{source.citation}. {source.rights}" if source.rights else source.citation
    if source.known_through is None:
        return cited
    return f"{cited} [{words.labels['through'].format(source=source.known_through)}]"
