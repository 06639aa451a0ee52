"""Handle untranslated passages of a text, and the sections of a text in each language."""

import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from itertools import zip_longest
from pathlib import Path
from typing import NamedTuple

from pnp.base.files import read_sandboxed
from pnp.base.languages import language
from pnp.base.messages import Location, Message
from pnp.base.units import closest
from pnp.game.game import Game
from pnp.game.translation import missing_rows, table_file
from pnp.rulebook.blocks import (
    Block,
    Blocks,
    BulletList,
    Chapter,
    Figure,
    Heading,
    Paragraph,
    Run,
    Runs,
    TableBlock,
)
from pnp.rulebook.fill import FilledText
from pnp.rulebook.typography import changed_blocks

WRITTEN = ("setup", "turn", "special", "end", "variants", "example")
REQUIRED = ("setup", "turn", "end")  # how play begins, goes on and ends
_SECTION = re.compile(
    r"^##[ \t]+(?P<title>.*?)(?:(?<![ \t])|$)(?:[ \t]+\{(?P<key>[^{}]*)\})?[ \t]*$", re.MULTILINE
)
_KEY = re.compile(rf"(?<!\s)\s+\{{({'|'.join(WRITTEN)})\}}$")

Fill = Callable[[str, str], FilledText]  # of a text in a language
_HEADING = re.compile(r"## +(.*)")
_PASSAGE = re.compile(r"^>.*(?:\n>.*)*", re.MULTILINE)


class _Section(NamedTuple):
    title: str
    key: str | None
    line: int
    is_empty: bool


def title_and_key(heading: str, titles: Mapping[str, str]) -> tuple[str, str | None]:
    """Return the printed title of a section, and its key if pnp knows the section."""
    if written := _KEY.search(heading):
        return heading[: written.start()], written[1]
    return heading, next((key for key in WRITTEN if titles[key] == heading), None)


def section_faults(source: str, titles: Mapping[str, str]) -> Iterator[str]:
    """Yield the faults in the sections of a text; ``titles`` are the known titles."""
    keys = {title: key for key, title in titles.items() if key in WRITTEN}
    sections = list(_sections(source, keys))
    first = next(_SECTION.finditer(source), None)
    if source[: first.start() if first else None].strip():
        yield Message("text_before_sections", Location(line=1))
    seen: dict[str, int] = {}
    for title, key, line, is_empty in sections:
        at = Location(line=line)
        if key is not None and key not in WRITTEN:
            yield Message("not_a_section", at, written=key, known=", ".join(WRITTEN))
        if is_empty:
            yield Message("empty_section", at, title=title)
        if before := seen.setdefault(key or title, line) < line and seen[key or title]:
            yield Message("section_twice", at, title=title, before=before)
    own = [one.title for one in sections if one.key is None]
    for key in REQUIRED:
        if key not in seen:
            close, said = closest(titles[key], own), {"title": titles[key], "section": key}
            missing = "section_perhaps" if close else "missing_section"
            yield Message(missing, close=close, **said)


def _sections(source: str, keys: Mapping[str, str]) -> Iterator[_Section]:
    found = list(_SECTION.finditer(source))
    for match, after in zip_longest(found, found[1:]):
        end = after.start() if after else len(source)
        line = source.count("\n", 0, match.start()) + 1
        title, is_empty = match["title"], not source[match.end() : end].strip()
        yield _Section(title, match["key"] or keys.get(title), line, is_empty)


def skeleton(source: str, lang: str, into: str) -> str:
    """Return a text with its headings in another language and all else marked as untranslated."""
    return "\n".join(_skeleton_lines(source, lang, into)) + "\n"


def _skeleton_lines(source: str, lang: str, into: str) -> Iterator[str]:
    for line in source.rstrip().split("\n"):
        heading, key = _HEADING.fullmatch(line), None
        if heading:
            _, key = title_and_key(heading[1].rstrip(" "), language(lang).sections)
        if key:
            yield f"## {language(into).sections[key]}"
        else:
            yield f"> {line}" if line.strip() else ""


def passages_left(folder: Path, game: Game, name: str) -> int:
    """Return how many passages of a text are still in the language of the definition."""
    file = folder / "rules" / f"{name}.{game.language}.md"
    if os.path.exists(file):
        return passages(_text(folder, file))
    original = folder / "rules" / f"{name}.{game.translated_from}.md"
    if not os.path.exists(original) or game.translated_from is None:
        return 0
    return passages(skeleton(_text(folder, original), game.translated_from, game.language))


def _text(folder: Path, file: Path) -> str:
    content = read_sandboxed(folder, file, "text_kb").decode("utf-8-sig")
    return content.replace("\r\n", "\n")


def passages(source: str) -> int:
    """Return how many passages of a text are untranslated."""
    return len(_PASSAGE.findall(source))


def fill_both(source: str, fill: Fill, lang: str, origin: str) -> FilledText:
    """Fill a text, and its quotes in their original language, with the same line numbers."""
    quoted = [line.startswith(">") for line in source.split("\n")]
    ours, theirs = fill(_only(source, False), lang), fill(_only(source, True), origin)
    lines, others = ours.text.split("\n"), theirs.text.split("\n")
    if not len(lines) == len(others) == len(quoted):  # a loop has made lines
        return fill(source, lang)
    both = zip(quoted, lines, others, strict=True)
    text = "\n".join(other if is_quoted else line for is_quoted, line, other in both)
    return FilledText(text, (*ours.faults, *theirs.faults), ours.lines)


def _only(source: str, quoted: bool) -> str:
    """Return a text with only its quoted or only its unquoted lines; the others are empty."""
    lines = source.split("\n")
    return "\n".join(line if line.startswith(">") == quoted else "" for line in lines)


def mark_block(block: Block, origin: str) -> Block:
    """Return a block marked as being in the original language."""
    mark = f"[{origin}] "

    def said(runs: Runs) -> Runs:
        return tuple(run._replace(lang=run.lang or origin) for run in runs)

    match block:
        case Heading():
            return block._replace(text=mark + block.text)
        case Paragraph():
            return block._replace(runs=(Run(mark, bold=True), *said(block.runs)))
        case BulletList():
            items = (
                item._replace(runs=(Run(mark, bold=True), *said(item.runs))) for item in block.items
            )
            return block._replace(items=tuple(items))
        case TableBlock(columns, rows):
            first, *others = columns
            cells = (tuple(map(said, row)) for row in rows)
            return block._replace(columns=(mark + first, *others), rows=tuple(cells))
        case Figure():
            return block._replace(caption=mark + block.caption)
        case _:
            return block


def mark_sentences(blocks: Blocks, game: Game) -> Blocks:
    """Mark the sentences that a partly translated game still has in the definition's language."""
    if not game.untranslated or game.translated_from is None:
        return blocks
    longest = sorted(game.untranslated, key=len, reverse=True)
    known = re.compile(rf"(?<!\w)({'|'.join(map(re.escape, longest))})(?!\w)")
    change = partial(_marked, known=known, origin=game.translated_from)
    return changed_blocks(blocks, change)


def mark_chapter(chapter: Chapter, game: Game) -> Chapter:
    """Mark the sentences in every part of a chapter."""
    head, text, notes = (
        mark_sentences(part, game) for part in (chapter.head, chapter.text, chapter.notes)
    )
    return chapter._replace(head=head, text=text, notes=notes)


def _marked(runs: Runs, known: re.Pattern[str], origin: str) -> Runs:
    done: list[Run] = []
    for run in runs:
        if run.lang == origin:  # of a passage that is marked already
            done.append(run)
            continue
        for number, part in enumerate(known.split(run.text) if run.text else [""]):
            if number % 2:
                done.append(run._replace(text=f"[{origin}] ", bold=True, link=None))
                done.append(run._replace(text=part, lang=run.lang or origin))
            elif part or run.icon:
                done.append(run._replace(text=part))
    return tuple(done)


def missing_files(folder: Path, game: Game, lang: str, names: Iterable[str]) -> Mapping[Path, str]:
    """Return what a language lacks: new files with their texts, and additions to the table.

    ``names`` are the names of the texts: the rule sets, and the history if there is one.
    """
    found: dict[Path, str] = {}
    for name in names:
        original, file = (folder / "rules" / f"{name}.{one}.md" for one in (game.language, lang))
        if os.path.exists(original) and not os.path.exists(file):
            found[file] = skeleton(_text(folder, original), game.language, lang)
    if rows := missing_rows(folder, game, lang):
        found[table_file(folder, lang)] = "\n".join(rows) + "\n"
    return found
