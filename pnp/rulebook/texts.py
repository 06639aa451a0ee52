"""Check the rule texts of a game, what cannot be set in them, and write those a language lacks."""

import errno
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from pnp.base.errors import (
    AuditError,
    FontError,
    LayoutError,
    OutputError,
    PnpError,
    RulesError,
    UsageError,
    first_faults,
    reason,
)
from pnp.base.files import is_within, read_file, read_sandboxed
from pnp.base.geometry import Size
from pnp.base.languages import language
from pnp.base.messages import Location, within
from pnp.base.shaping import unknown_in, without_glyphs
from pnp.definitions import Loaded, NamedGame, built_in_games, load_named
from pnp.game.game import Game
from pnp.game.paper import PAPERS
from pnp.game.translation import translated
from pnp.make.wing import WingFindings
from pnp.rulebook.blocks import (
    Block,
    Blocks,
    BulletList,
    Figure,
    Heading,
    Paragraph,
    Run,
    Runs,
    TableBlock,
)
from pnp.rulebook.book import Rulebook, rulebook
from pnp.rulebook.figures import FigureDrawings
from pnp.rulebook.pages import PageLayout
from pnp.rulebook.setting import BlockSetter
from pnp.rulebook.sheet import RuleSheet, rule_sheet, written_rules
from pnp.rulebook.source import HISTORY, languages_of, rules_file, texts_in
from pnp.rulebook.typography import changed_blocks

LONGEST_WORD = 60  # letters of a word that a fault repeats


class SkeletonFile(NamedTuple):
    """A file, and how many lines were written to it; ``is_new`` if it did not exist."""

    path: Path
    lines: int
    is_new: bool

    @property
    def how(self) -> str:
        """The suffix " added" if lines are added to an existing file, else ""."""
        return "" if self.is_new else " added"


def write_skeleton(name: str, languages: tuple[str, ...]) -> tuple[SkeletonFile, ...]:
    """Write every text that a game lacks in these languages, and every sentence of its definition.

    Existing texts stay as they are; sentences are appended to their table.

    Raises:
        UsageError: If the game comes with pnp, or a language is its own.
        RulesError: If a text or a table cannot be read.
        OutputError: If a file cannot be written.
    """
    loaded, _ = load_named(name)
    if loaded.game.id in built_in_games() and loaded.file.parent.name == loaded.game.id:
        _refuse_built_in(name, loaded)
    if loaded.game.language in languages:
        raise UsageError(f"--lang: {loaded.game.id} is written in {loaded.game.language!r}")
    return tuple(file for lang in languages for file in _written(loaded, lang))


def _refuse_built_in(name: str, loaded: Loaded) -> None:
    from pnp.base.files import templates

    if loaded.file.is_relative_to(templates()):
        raise UsageError(
            f"--skeleton: {name} comes with pnp; make a copy of your own: "
            f"pnp new NAME --from {loaded.game.id}"
        )


def _written(loaded: Loaded, lang: str) -> Iterator[SkeletonFile]:
    from pnp.rulebook.untranslated import missing_files

    folder, game = loaded.file.parent, loaded.game
    for file, text in missing_files(folder, game, lang, (*game.rule_sets, HISTORY)).items():
        try:
            file.parent.mkdir(exist_ok=True)
            is_new = not os.path.lexists(file)
            if is_new and not is_within(folder, file):
                raise OSError(errno.EACCES, "a link leads out of the game's folder")
            before = b"" if is_new else read_sandboxed(folder, file, "definition_kb")
            with file.open("x" if is_new else "a", encoding="utf-8", newline="\n") as written:
                written.write(text if before[-1:] in (b"\n", b"") else f"\n{text}")
        except OSError as error:
            raise OutputError(f"{file}: cannot be written: {reason(error)}") from None
        yield SkeletonFile(file, text.count("\n"), is_new)


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
    return within(Location(file=file), faults)


def _figures_without_mention(blocks: Blocks, rule_set_id: str) -> Iterator[str]:
    links = {run.link for runs in _running(blocks) for run in runs}
    for block in blocks:
        if isinstance(block, Figure) and block.kind != "turn" and f"#{block.id}" not in links:
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


@contextmanager
def reporting_all(
    text: RuleSheet | Rulebook, paper: Size, name: str, files: Iterable[Path]
) -> Iterator[None]:
    """Raise a RulesError that lists everything that cannot be set, not only the first.

    ``files`` contain the text; faults found in none of them begin with ``name``.
    """
    try:
        yield
    except (FontError, LayoutError) as error:
        raise RulesError(*(unset(text, paper, name, files) or within(name, error.faults))) from None


def unset(
    text: RuleSheet | Rulebook, paper: Size, name: str, files: Iterable[Path]
) -> tuple[str, ...]:
    """Return a fault for each line of ``files`` with something that cannot be set on the paper.

    Faults found in none of the files begin with ``name``.
    """
    lacking: dict[Any, set[str]] = {}
    faults: dict[str, None] = {}
    for error in _errors(text, paper):
        if isinstance(error, FontError) and error.missing:
            lacking.setdefault(error.font, set()).update(error.missing)
        else:
            faults |= dict.fromkeys(within(name, error.faults))
    unseen = set[str]().union(*lacking.values())
    lines = [(place, line) for place, line in _lines(files) if not unseen.isdisjoint(line)]
    unseen = unseen.difference(*(line for _, line in lines))
    for place, line in (*lines, *([(name, "".join(sorted(unseen)))] if unseen else ())):
        faults |= dict.fromkeys(within(place, _lacks(line, lacking).faults))
    return tuple(first_faults(list(faults), name))


def _lacks(line: str, lacking: Mapping[Any, set[str]]) -> FontError:
    """Return an error about the font that lacks the most letters of a line."""
    font, letters = max(lacking.items(), key=lambda one: len(one[1].intersection(line)))
    words = (word for word in line.split() if not letters.isdisjoint(word))
    word = next(words, line)  # of which a space may be
    shown = word if len(word) <= LONGEST_WORD else f"{word[:LONGEST_WORD]}…"
    return without_glyphs(font, shown, letters.intersection(line))


def _errors(text: RuleSheet | Rulebook, paper: Size) -> Iterator[FontError | LayoutError]:
    layout = PageLayout(text.lang, paper, text.full_title, fonts=text.fonts)
    footer = Paragraph((Run(text.full_title),), "glance")
    yield from _refused(footer, layout.setter())
    for chapter in (text.cover, *text.chapters) if isinstance(text, Rulebook) else (text.chapter,):
        for block, setter in layout.settings(chapter):
            if isinstance(block, Figure):  # what it shows is checked with the pieces
                if not block.caption:
                    continue
                block = Paragraph((Run(block.caption),), "glance")
            yield from _refused(block, setter)


def _refused(block: Block, setter: BlockSetter) -> Iterator[FontError | LayoutError]:
    """Yield the errors of setting a block, each time again without the letters reported before."""
    while True:
        try:
            setter.boxes((block,))
        except LayoutError as error:
            yield error
            return
        except FontError as error:
            words = _words(block)
            if error.missing.isdisjoint(words):
                yield error
                return
            missing = error.missing | unknown_in(words, error.font)
            yield FontError(*error.faults, font=error.font, missing=missing)
            block = _without(missing, block)
        else:
            return


def _words(block: Block) -> str:
    said: list[str] = []

    def note(runs: Runs) -> Runs:
        said.extend(run.text for run in runs)
        return runs

    changed_blocks((block,), note)
    return "".join(said)


def _without(letters: Iterable[str], block: Block) -> Block:
    """Return a block with question marks in place of some letters."""
    table = str.maketrans(dict.fromkeys(letters, "?"))

    def change(runs: Runs) -> Runs:
        return tuple(run._replace(text=run.text.translate(table)) for run in runs)

    return changed_blocks((block,), change)[0]


def _lines(files: Iterable[Path]) -> Iterator[tuple[Location, str]]:
    for file in files:
        try:
            written = read_file(file, "definition_kb").decode(errors="replace")
        except OSError:
            continue  # no text of the game, or reported where it is read
        for number, line in enumerate(written.splitlines(), start=1):
            yield Location(file=file, line=number), line


def check_texts(named: NamedGame, games: Mapping[str, Game]) -> WingFindings:
    """Return the faults of a game's rule texts, or of one rule set's; a line for each.

    ``games`` holds the game by language. Languages and rule sets without a text are skipped.
    """
    return WingFindings(tuple(dict.fromkeys(_faults(named, games))))


def sheet_faults(loaded: Loaded, rule_set: str, lang: str) -> tuple[str, ...]:
    """Return the faults of a rule set's text, and what cannot be set on its sheet."""
    try:
        review = review_text(loaded.file.parent, loaded.game, rule_set, lang)
        return (*review, *_unset_of_sheet(loaded, loaded.speaking(lang), rule_set, lang))
    except PnpError as error:
        return error.faults


def _faults(named: NamedGame, games: Mapping[str, Game]) -> Iterator[str]:
    game, folder = named.loaded.game, named.loaded.file.parent
    chosen = tuple(game.rule_sets) if named.rule_set is None else (named.rule_set,)
    for lang in languages_of(folder, game):
        there = [key for key in chosen if os.path.exists(rules_file(folder, key, lang))]
        spoken = games.get(lang, None if lang in named.loaded.languages else game)
        sound = []
        for key in there:
            try:
                yield from review_text(folder, spoken or game, key, lang)
            except PnpError as error:
                yield from error.faults
            else:
                sound.append(key)
        if spoken is None:  # what is not translated is reported with the definition
            continue
        try:
            yield from _unset(named, spoken, lang, sound, whole=there == list(game.rule_sets))
        except AuditError:  # which is in the report
            pass
        except PnpError as error:
            yield from error.faults


def _unset(
    named: NamedGame, game: Game, lang: str, rule_sets: list[str], whole: bool
) -> Iterator[str]:
    """Yield what cannot be set: in the rulebook if all of its texts exist, else on sheets.

    Raises:
        RulesError: If a text has faults.
        AuditError: If the box falls short of its rules.
    """
    loaded = named.loaded
    if whole and rule_sets:
        file = loaded.file
        book, texts = rulebook(file.parent, game, lang), texts_in(file.parent, lang)
        name = Location(f"{file}, in {lang}", file=file, rest=f"in {lang}")
        yield from unset(book, PAPERS["a4"], name, (*texts, file))
        return
    for key in rule_sets:
        yield from _unset_of_sheet(loaded, game, key, lang)


def _unset_of_sheet(loaded: Loaded, game: Game, rule_set: str, lang: str) -> tuple[str, ...]:
    file = loaded.file
    folder = file.parent
    name = Location(file=rules_file(folder, rule_set, lang))
    sheet = rule_sheet(folder, game, rule_set, lang)
    return unset(sheet, PAPERS["a4"], name, (*texts_in(folder, lang), file))
