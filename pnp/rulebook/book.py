"""A rulebook: a game's history, components, rule sets and sources in one document."""

from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import NamedTuple

from pnp.audit import check_game, check_position
from pnp.base.errors import AuditError, RulesError
from pnp.base.geometry import Size
from pnp.base.languages import LanguageWords, language
from pnp.game.evidence import Fact
from pnp.game.game import Game
from pnp.game.rules import SETUP
from pnp.game.translation import translated
from pnp.positions.draw import position_of_cover
from pnp.rulebook.blocks import (
    Block,
    Blocks,
    Chapter,
    Figure,
    Heading,
    Paragraph,
    Run,
    book_fonts,
    legend,
)
from pnp.rulebook.figures import FigureDrawings, icons_of, picture_figure
from pnp.rulebook.parts import (
    bibliography,
    box_blocks,
    citations,
    fact_blocks,
    source_names,
    status_legend,
)
from pnp.rulebook.read_markdown import TextScope, read_blocks
from pnp.rulebook.sheet import rule_chapter
from pnp.rulebook.source import HISTORY, located, read_history, rules_file
from pnp.rulebook.typography import finished
from pnp.rulebook.untranslated import mark_chapter
from pnp.typeset.spans import BookFonts

COVER = Size(170.0, 140.0)  # which pages scale to their width


class Rulebook(NamedTuple):
    """The rulebook of a game in one language; its ``cover`` has the title and a picture.

    The ``legend`` explains the signs in the texts and stands below the table of contents.
    """

    game: str
    full_title: str
    lang: str
    cover: Chapter
    chapters: tuple[Chapter, ...]
    legend: Blocks
    summary: str
    author: str | None = None
    rights: str | None = None
    fonts: BookFonts = BookFonts()

    @property
    def blocks(self) -> Blocks:
        """Every block in order, without the table of contents."""
        return self.cover.blocks + tuple(b for chapter in self.chapters for b in chapter.blocks)

    @property
    def contents(self) -> tuple[tuple[str, str], ...]:
        """The title and the heading id of each chapter."""
        first = (chapter.head[0] for chapter in self.chapters)
        return tuple((h.text, h.id) for h in first if isinstance(h, Heading) and h.id)


def rulebook(
    folder: Path, game: Game, lang: str, drawings: FigureDrawings | None = None
) -> Rulebook:
    """Build the rulebook of a game whose texts are in ``folder``.

    If the game is already translated into ``lang``, its texts can share ``drawings``.
    """
    words, game = language(lang), translated(folder, game, lang)

    def mark(*parts: Chapter) -> Iterator[Chapter]:
        return (mark_chapter(part, game) for part in parts)

    drawings = drawings or FigureDrawings(game)
    rules = _rule_sets(folder, drawings, words)
    chapters = (
        *mark(_cover(drawings, words)),
        *mark(*_history(folder, game, words), _parts(drawings, words)),
        *rules,
        *mark(*_questions(game, words), *_evidence(game, words)),
        *mark(*_sources_and_rights(game, words)),
    )
    cover, *body = (finished(chapter, lang) for chapter in chapters)
    title = book_title(game, words)
    about = game.summary, game.author, game.rights, book_fonts(game)
    return Rulebook(game.name, title, lang, cover, tuple(body), legend(body, words), *about)


def book_title(game: Game, words: LanguageWords) -> str:
    """Return the title of a game's rulebook."""
    return f"{game.name} · {words.labels['rulebook']}"


def _rule_sets(folder: Path, drawings: FigureDrawings, words: LanguageWords) -> list[Chapter]:
    chapters, faults, figures = list[Chapter](), list[str](), 0
    for rule_set_id in drawings.game.rule_sets:
        try:
            chapter = rule_chapter(folder, drawings, rule_set_id, words, 2, figures)
        except RulesError as error:
            faults += error.faults
        else:
            chapters.append(chapter)
            figures += sum(isinstance(block, Figure) for block in chapter.text)
    if faults:
        raise RulesError(*faults)
    return chapters


def _cover(drawings: FigureDrawings, words: LanguageWords) -> Chapter:
    game = drawings.game
    dated = game.dated or (game.date and words.day(game.date))
    about = " · ".join(filter(None, (game.author, dated)))
    glance = filter(None, (about, words.labels["rulebook"]))
    head: Blocks = (
        Heading(1, game.name),
        Paragraph((Run(game.summary),), "lead"),
        *(Paragraph((Run(line),), "glance") for line in glance),
    )
    return Chapter(game.name, head, tuple(_cover_picture(drawings, words)))


def _cover_picture(drawings: FigureDrawings, words: LanguageWords) -> Iterator[Figure]:
    from pnp.positions.cover import draw_game_cover  # which sheets do not need

    game = drawings.game
    position = position_of_cover(game, drawings=drawings.pieces)
    if position is None:
        return
    rule_set_id, name = position
    check_position(game, rule_set_id, "" if name == SETUP else name)
    alt = words.labels["cover"].format(game=game.name)
    picture = draw_game_cover(game, COVER, on_paper=True, drawings=drawings.pieces)
    yield Figure("cover", picture, "", alt, "cover")


def _chapter(
    key: str,
    words: LanguageWords,
    *head: Block,
    text: Blocks = (),
    short: bool = False,
) -> Chapter:
    title = words.chapters[key]
    return Chapter(title, (Heading(2, title, f"chapter-{key}"), *head), text, (), short)


def _history(folder: Path, game: Game, words: LanguageWords) -> Iterator[Chapter]:
    """Yield the history chapter if the game has a history text."""
    written = read_history(folder, game, words.code)
    with located(rules_file(folder, HISTORY, words.code)):
        draw = partial(_history_figure, folder)
        names, icons = source_names(game), icons_of(game)
        scope = TextScope(words, draw, names, level=2, icons=icons, is_history=True)
        scope = scope._replace(origin=game.translated_from, partly=game.untranslated is not None)
        text = read_blocks(written or "", scope)
    if text:
        yield _chapter("history", words, text=text, short=True)


def _history_figure(folder: Path, source: str, caption: str, alt: str) -> Figure:
    """Return a picture of the history, which cannot show positions because it has no rule set."""
    if source.startswith("figure:"):
        raise RulesError(f"there is no figure {source.removeprefix('figure:')!r} in a history")
    return picture_figure(folder, HISTORY, source, caption, alt)


def _parts(drawings: FigureDrawings, words: LanguageWords) -> Chapter:
    """Return the audited component list, with the rule sets that use each component."""
    game = drawings.game
    if not check_game(game).ok:
        raise AuditError(
            f"{game.id}: the box lacks something that its rules need; see pnp check {game.id}"
        )
    return _chapter("parts", words, *box_blocks(drawings, words), short=True)


def _questions(game: Game, words: LanguageWords) -> Iterator[Chapter]:
    blocks: list[Block] = []
    for question in game.open_questions:
        blocks.append(Paragraph((Run(question.question, bold=True),)))
        known = words.labels["known_so_far"].format(known=question.known)
        cites = (
            (Run(" ["), *citations(question.sources, game), Run("]")) if question.sources else ()
        )
        blocks.append(Paragraph((Run(known), *cites)))
    if blocks:
        yield _chapter("questions", words, text=tuple(blocks), short=True)


def _evidence(game: Game, words: LanguageWords) -> Iterator[Chapter]:
    """Yield the facts about the game and its components, after a legend of statuses."""
    blocks: list[Block] = []
    parts = ((part.name, fact) for part in game.components.values() for fact in part.facts)
    subjects: list[tuple[str, Iterable[tuple[str, Fact]]]] = [
        (words.chapters["history"], (("", fact) for fact in game.facts)),
        (words.chapters["parts"], parts),
    ]
    for subject, facts in subjects:
        if stated := tuple(fact_blocks(facts, game, words, explained=False)):
            blocks += [Heading(3, subject), *stated]
    if blocks:
        title = words.sections["sources"]
        head = (Heading(2, title, "chapter-evidence"), status_legend(words))
        yield Chapter(title, head, notes=tuple(blocks), short=True)


def _sources_and_rights(game: Game, words: LanguageWords) -> Iterator[Chapter]:
    if game.sources:
        about = Paragraph((Run(words.labels["about_sources"]),))
        text = (about, bibliography(game.sources, game, words, full=True))
        yield _chapter("bibliography", words, text=text, short=True)
    if game.rights:
        yield _chapter("rights", words, text=(Paragraph((Run(game.rights),)),), short=True)
