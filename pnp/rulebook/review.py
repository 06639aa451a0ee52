"""Checks printable rules for what makes readers stumble: figures and components."""

import re
from collections.abc import Iterator
from pathlib import Path

from pnp.game.game import Game
from pnp.game.translation import translated
from pnp.rulebook.blocks import Blocks, BulletList, Figure, Heading, Paragraph, Runs, TableBlock
from pnp.rulebook.figures import FigureDrawings
from pnp.rulebook.languages import language
from pnp.rulebook.sheet import written_rules
from pnp.rulebook.source import rules_file


def review_text(folder: Path, game: Game, rule_set_id: str, lang: str) -> tuple[str, ...]:
    """Return the faults of a rule text that trouble its readers, though it can be printed.

    These are figures that no sentence mentions, and boards or mats of the game that the text names
    but the rule set does not list.

    Raises:
        RulesError: If the text is missing or cannot be read; one line for each fault.
    """
    words, spoken = language(lang), translated(folder, game, lang)
    _, blocks = written_rules(folder, FigureDrawings(spoken), rule_set_id, words)
    faults = (
        *_figures_without_mention(blocks, rule_set_id),
        *_parts_that_are_not_listed(blocks, spoken, rule_set_id),
    )
    file = rules_file(folder, rule_set_id, lang)
    return tuple(f"{file}: {fault}" for fault in faults)


def _figures_without_mention(blocks: Blocks, rule_set_id: str) -> Iterator[str]:
    links = {run.link for runs in _running(blocks) for run in runs}
    for block in blocks:
        if isinstance(block, Figure) and f"#{block.id}" not in links:
            key = block.id.removeprefix(f"{rule_set_id}-")
            yield (
                f"no sentence refers to figure {key!r}; write [figure:{key}] in the sentence "
                "that needs it"
            )


def _parts_that_are_not_listed(blocks: Blocks, game: Game, rule_set_id: str) -> Iterator[str]:
    listed = {part.component for part in game.rule_sets[rule_set_id].parts}
    known = " ".join(game.components[key].name.casefold() for key in listed)
    text = _text(blocks)
    for key, component in game.components.items():
        name = component.name.split()[0].casefold()  # "Mat" of "Mat for the loop"
        if key in listed or not component.is_board or re.search(rf"\b{re.escape(name)}\b", known):
            continue
        if found := re.search(rf"\b{re.escape(name)}\b", text, re.IGNORECASE):
            yield (
                f"names {found[0]!r}, and the rule set lists no {key}; "
                f"write it among the needs or aids"
            )


def _running(blocks: Blocks) -> Iterator[Runs]:
    """Yield the running text, one paragraph at a time."""
    for block in blocks:
        match block:
            case Paragraph(runs):
                yield runs
            case BulletList(items):
                yield from (item.runs for item in items)
            case TableBlock(_, rows):
                yield from (cell for row in rows for cell in row)
            case Figure() | Heading():
                pass


def _text(blocks: Blocks) -> str:
    return "\n".join("".join(run.text for run in runs) for runs in _running(blocks))
