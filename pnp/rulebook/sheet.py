"""Rule sheets: the rules of one rule set, from its text, the definition and drawn figures."""

import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Literal, NamedTuple

from pnp.base.errors import RulesError
from pnp.base.languages import LanguageWords, language
from pnp.base.messages import Location, Message, as_message
from pnp.game.evidence import Fact, Stated
from pnp.game.game import Game
from pnp.game.rules import SETUP, RuleSet
from pnp.game.translation import translated
from pnp.rulebook.blocks import (
    Block,
    Blocks,
    Chapter,
    Figure,
    Heading,
    Paragraph,
    Run,
    all_runs,
    book_fonts,
    legend,
)
from pnp.rulebook.figures import FigureDrawings, icons_of, picture_figure, picture_id
from pnp.rulebook.parts import bibliography, fact_blocks, need_blocks, source_names, sources_of
from pnp.rulebook.read_markdown import TextScope, cited_in, fact_anchor, read_blocks
from pnp.rulebook.source import ALT, located, read_rules, rules_file
from pnp.rulebook.typography import finished
from pnp.rulebook.untranslated import mark_sentences
from pnp.typeset.spans import BookFonts

SHORTEST_ALT = 21  # letters: fewer name a figure and do not describe it


class RuleSheet(NamedTuple):
    """The sheet of a rule set in one language, for any file format.

    ``author`` is the author of the rule set, or else of the game.
    """

    game: str
    lang: str
    chapter: Chapter
    summary: str
    author: str | None = None
    rights: str | None = None
    fonts: BookFonts = BookFonts()

    @property
    def title(self) -> str:
        """The name of the rule set."""
        return self.chapter.title

    @property
    def heading(self) -> str:
        """The heading of the sheet: the name of the game if it has only this rule set."""
        first = self.chapter.head[0]
        return first.text if isinstance(first, Heading) else self.title

    @property
    def full_title(self) -> str:
        """The name of the rule set, preceded by that of the game unless it contains it."""
        named = _says(self.title, self.game)
        return self.title if named else f"{self.game} · {self.title}"

    @property
    def blocks(self) -> Blocks:
        """Every block in order."""
        return self.chapter.blocks


def rule_sheet(
    folder: Path,
    game: Game,
    rule_set_id: str,
    lang: str,
    drawings: FigureDrawings | None = None,
) -> RuleSheet:
    """Build the sheet of a rule set whose text is in ``folder``.

    If the game is already translated into ``lang``, its texts can share ``drawings``.
    """
    words, game = language(lang), translated(folder, game, lang)
    drawings = drawings or FigureDrawings(game)
    chapter = rule_chapter(folder, drawings, rule_set_id, words, level=1)
    chapter = chapter._replace(text=chapter.text + legend([chapter], words))
    rule_set = game.rule_sets[rule_set_id]
    author = rule_set.author or game.author
    about = rule_set.summary, author, game.rights, book_fonts(game)
    return RuleSheet(game.name, lang, finished(chapter, lang), *about)


def rule_chapter(
    folder: Path,
    drawings: FigureDrawings,
    rule_set_id: str,
    words: LanguageWords,
    level: int,
    figures_before: int = 0,
) -> Chapter:
    """Build a chapter: title, summary, needed components, the written rules and their facts.

    The title is a heading of ``level``; on a sheet, where it is 1, the components and the status of
    facts are explained, and a bibliography follows. Figures are numbered after ``figures_before``.
    The game of ``drawings`` must already be translated into the language of ``words``.
    """
    game = drawings.game
    rule_set = game.rule_sets[rule_set_id]
    text, written = written_rules(folder, drawings, rule_set_id, words, level, figures_before)
    head = (
        *_title(game, rule_set, rule_set_id, level),
        Paragraph((Run(rule_set.summary),), "lead"),
        *_object(rule_set, words),
        _at_a_glance(rule_set, words),
    )
    alone = level == 1
    needs = need_blocks(drawings, rule_set, rule_set_id, words, level + 1, explain=alone)
    notes = tuple(_notes(game, rule_set_id, words, level, written))
    if alone:
        notes += tuple(_bibliography(game, rule_set, cited_in(text), words))
    head, notes = (mark_sentences(part, game) for part in ((*head, *needs), notes))
    return Chapter(rule_set.name, head, written, notes)


def _title(game: Game, rule_set: RuleSet, rule_set_id: str, level: int) -> Iterator[Block]:
    """Yield the title of a chapter; the sheet of an only rule set shows the game's name first."""
    alone = level == 1 and len(game.rule_sets) == 1 and not _says(rule_set.name, game.name)
    yield Heading(level, game.name if alone else rule_set.name, rule_set_id)
    if alone:
        yield Paragraph((Run(rule_set.name, bold=True),), "subtitle")


def _says(title: str, game: str) -> bool:
    return game.casefold() in title.casefold()


def facts_of(rule_set: RuleSet) -> tuple[Fact, ...]:
    """Return the facts of a rule set, with the one on which its start position is based."""
    setup = (rule_set.setup.known,) if rule_set.setup else ()
    return tuple(dict.fromkeys((*rule_set.facts, *setup)))


def _reasons(rule_set_id: str) -> str:
    """Return the id of the heading above the facts of a rule set."""
    return f"{rule_set_id}-sources"


def _notes(
    game: Game, rule_set_id: str, words: LanguageWords, level: int, written: Blocks
) -> Iterator[Block]:
    """Yield the facts of a rule set under a heading below that of ``level``.

    Those that the ``written`` rules cite come first in their lists, each after its sign.
    """
    if facts := facts_of(game.rule_sets[rule_set_id]):
        reasons = _reasons(rule_set_id)
        yield Heading(level + 1, words.sections["sources"], reasons)
        said = [run for run in all_runs(written) if run.said]
        signs = {run.link: run for run in reversed(said)}
        cited = {key: signs[link] for key, link in _anchors(facts, reasons) if link in signs}
        used = {run.text[:1] for run in said}
        yield from fact_blocks((("", fact) for fact in facts), game, words, level == 1, cited, used)


def _anchors(facts: Iterable[Fact], reasons: str) -> Iterator[tuple[str, str]]:
    """Yield the id of each fact that has one, with the link to it."""
    ids = (None if isinstance(fact, Stated) else fact.id for fact in facts)
    yield from ((one, f"#{fact_anchor(reasons, one)}") for one in ids if one)


def _bibliography(
    game: Game, rule_set: RuleSet, cited: Iterable[str], words: LanguageWords
) -> Iterator[Block]:
    """Yield a bibliography for the facts of a rule set and its text."""
    if sources := sources_of(facts_of(rule_set), game, cited):
        yield Heading(3, words.chapters["bibliography"])
        yield bibliography(sources, game, words, full=False)


def written_rules(
    folder: Path,
    drawings: FigureDrawings,
    rule_set_id: str,
    words: LanguageWords,
    level: int = 1,
    figures_before: int = 0,
) -> tuple[str, Blocks]:
    """Return the text of a rule set and its blocks; the figures are not drawn yet."""
    game = drawings.game
    facts = facts_of(game.rule_sets[rule_set_id])
    text, unfilled, lines = read_rules(folder, game, rule_set_id, words.code)
    scope = TextScope(
        words,
        partial(_figure, folder, drawings, rule_set_id, _words_seen(text)),
        source_names(game),
        {one.id: one for one in facts if not isinstance(one, Stated) and one.id},
        _reasons(rule_set_id) if facts else None,
        level,
        icons_of(game),
        figures_before,
        origin=game.translated_from,
        partly=game.untranslated is not None,
    )
    faults, blocks = [*unfilled], tuple[Block, ...]()
    try:
        blocks = read_blocks(text, scope)
    except RulesError as error:
        faults += (_in_source(fault, lines) for fault in map(as_message, error.faults))
    with located(rules_file(folder, rule_set_id, words.code)):
        if faults:
            raise RulesError(*sorted(map(as_message, faults), key=_line))
    return text, blocks


def _words_seen(text: str) -> frozenset[str]:
    """Return the words that readers see in a text and its captions, without alternative texts."""
    return frozenset(re.findall(r"\w+", re.sub(ALT, "", text)))


def _in_source(fault: Message, lines: Sequence[int]) -> Message:
    """Return a fault with its line in the source, if loops have changed the numbering."""
    line = _line(fault)
    return (
        fault if line > len(lines) else fault.moved(Location(line=lines[line - 1]), *fault.at[1:])
    )


def _line(fault: Message) -> int:
    """Return the line that a fault names; faults without a line sort last."""
    return next((at.line for at in fault.locations), sys.maxsize)


def _figure(
    folder: Path,
    drawings: FigureDrawings,
    rule_set_id: str,
    words: frozenset[str],
    source: str,
    caption: str,
    alt: str,
) -> Figure:
    """Return a figure from ``figure:`` and the id of a position, or the name of a picture file.

    Its board shows coordinates if the ``words`` of the text name any of its places.
    """
    game = drawings.game
    rule_set = game.rule_sets[rule_set_id]
    scheme, _, figure_id = source.partition(":")
    if scheme != "figure":
        figure = picture_figure(folder, rule_set_id, source, caption, alt)
        _check_words(picture_id(source), source, caption, alt)
        return figure
    figures = rule_set.figures
    if figure_id not in figures:
        listed = ", ".join(figures) or "none"
        raise RulesError(f"there is no figure {figure_id!r}; figures are: {listed}")
    _check_words(figure_id, source, caption, alt)
    unique_id = f"{rule_set_id}-{figure_id}"
    for shown in figures[figure_id]:
        drawings.check(rule_set_id, "" if shown == SETUP else shown)
    board = rule_set.positions[figures[figure_id][0]].board
    coordinates = not words.isdisjoint(game.boards[board].by_name)
    draw = drawings.of(rule_set_id, figure_id, coordinates)
    kind: Literal["setup", "turn", "example"] = "example"
    if figure_id not in rule_set.examples:
        kind = "setup" if figure_id == SETUP else "turn"
    return Figure(unique_id, draw, caption, alt, kind, board=board)


def _check_words(figure_id: str, source: str, caption: str, alt: str) -> None:
    """Reject a figure that lacks an alternative text, or a caption that differs from it."""
    fault = ""
    if len(alt) < SHORTEST_ALT:
        least = f"{SHORTEST_ALT} letters or more, not {len(alt)}"
        fault = f"an alternative text that describes it in {least}"
    elif not caption:
        fault = f'a caption; write it in quotes after its id: ({source} "Caption.")'
    elif alt == caption:
        fault = "a caption that differs from the alternative text"
    if fault:
        raise RulesError(f"figure {figure_id!r} needs {fault}")


def _object(rule_set: RuleSet, words: LanguageWords) -> Iterator[Block]:
    if rule_set.object:
        label = Run(words.labels["object"] + words.colon, bold=True)
        yield Paragraph((label, Run(rule_set.object)))


def _turns(rule_set: RuleSet, words: LanguageWords) -> str | None:
    """Return how many turns a game takes by the medians of simulated games, in round numbers.

    Games at random count only where no others were played.
    """
    played = [one for one in rule_set.played if one.by] or rule_set.played
    halves = sorted(one.turns[1] for one in played)
    if not halves:
        return None
    least, most = (round(half, -1) if half >= 100 else half for half in (halves[0], halves[-1]))
    return words.labels["turns"].format(turns=words.range(least, most))


def _at_a_glance(rule_set: RuleSet, words: LanguageWords) -> Paragraph:
    labels = words.labels
    original = None if rule_set.original_name == rule_set.name else rule_set.original_name
    age = rule_set.age and labels["years"].format(age=rule_set.age)
    minutes = labels["minutes"].format(minutes=rule_set.minutes) if rule_set.minutes else None
    time = ", ".join(filter(None, (minutes, _turns(rule_set, words))))
    date = rule_set.dated or (rule_set.date and words.day(rule_set.date))
    known = (
        (labels["original"], original and Run(original, lang=rule_set.original_language)),
        (labels["players"], Run(words.range(rule_set.players.least, rule_set.players.most))),
        (labels["age"], age and Run(age)),
        (labels["time"], time and Run(time)),
        (labels["author"], rule_set.author and Run(rule_set.author)),
        (labels["date"], date and Run(date)),
    )
    runs: list[Run] = []
    for label, value in known:
        if value:
            runs += [Run(" · ")] if runs else []
            runs += [Run(label + words.colon, bold=True), value]
    return Paragraph(tuple(runs), "glance")
