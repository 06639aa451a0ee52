"""Curls quotes, and makes spaces unbreakable where no line may end."""

import re
from collections.abc import Callable
from functools import lru_cache, partial

from pnp.base.languages import language
from pnp.rulebook.blocks import (
    Block,
    Blocks,
    BulletList,
    Chapter,
    Figure,
    Heading,
    Paragraph,
    PictureItem,
    PictureList,
    Run,
    Runs,
    TableBlock,
    plain,
)

NO_BREAK = "\N{NO-BREAK SPACE}"
_OPENING = re.compile(r'(?:(?<=^)|(?<=[\s(\[]))"')
_SPACED = {"fr": r"| (?=[;:!?»])|(?<=«) "}  # where a language sets spaces beside its punctuation
_SUM = r"(?<=\d) (?=[-\u2212+\u00d7=] \d)|(?<=\d [-\u2212+\u00d7=]) (?=\d)"
_ITEM_LIKE = r"(?<=\S) (?=\d{1,3}[.)]+(?:\s|$))"  # at the start of a line it looks like an item
_DATE = r"(?:(?<=\d)|(?<=\d\.)) (?=[^\W\d_]+ \d{4}\b)"  # between a day and its month


def finished(chapter: Chapter, lang: str) -> Chapter:
    """Return a chapter with unbreakable spaces at numbers and French punctuation.

    English quotes are curled; texts in other languages already contain their quotation marks.
    """
    change = partial(_changed, lang=lang)
    parts = (chapter.head, chapter.text, chapter.notes)
    head, text, notes = (changed_blocks(part, change) for part in parts)
    return chapter._replace(
        title=_changed_text(chapter.title, change), head=head, text=text, notes=notes
    )


def changed_blocks(blocks: Blocks, change: Callable[[Runs], Runs]) -> Blocks:
    """Return blocks with a function applied to all their runs."""
    return tuple(_block(block, change) for block in blocks)


def _block(block: Block, change: Callable[[Runs], Runs]) -> Block:
    match block:
        case Heading():
            return block._replace(text=_changed_text(block.text, change))
        case Paragraph():
            return block._replace(runs=change(block.runs))
        case BulletList():
            items = (item._replace(runs=change(item.runs)) for item in block.items)
            return block._replace(items=tuple(items))
        case TableBlock():
            columns = (_changed_text(column, change) for column in block.columns)
            rows = (tuple(map(change, row)) for row in block.rows)
            return block._replace(columns=tuple(columns), rows=tuple(rows))
        case Figure():
            caption, alt = (_changed_text(words, change) for words in (block.caption, block.alt))
            return block._replace(caption=caption, alt=alt)
        case PictureList():
            return PictureList(tuple(_pictured(item, change) for item in block.items))


def _pictured(item: PictureItem, change: Callable[[Runs], Runs]) -> PictureItem:
    alt = _changed_text(item.figure.alt, change)
    return PictureItem(item.figure._replace(alt=alt), change(item.runs))


def _changed_text(text: str, change: Callable[[Runs], Runs]) -> str:
    return plain(change((Run(text),)))


def _changed(runs: Runs, lang: str) -> Runs:
    """Replace spaces, even between words in different styles, and the quotes of each run."""
    text = _torn(lang).sub(NO_BREAK, plain(runs))
    done, start = [], 0
    for run in runs:
        end = start + len(run.text)
        words = text[start:end]
        done.append(run._replace(text=_curled(words) if (run.lang or lang) == "en" else words))
        start = end
    return tuple(done)


def _curled(text: str) -> str:
    return _OPENING.sub("\u201c", text).replace('"', "\u201d").replace("'", "\u2019")


@lru_cache(maxsize=16)
def _torn(lang: str) -> re.Pattern[str]:
    """Return a pattern for the spaces at which no line may end."""
    words = language(lang).numbers["after"].split()
    before = "|".join(rf"(?<=\b{re.escape(word)})" for word in words)
    spaced = _SPACED.get(language(lang).code, "")
    pattern = rf"(?:{before}) (?=\d)|{_ITEM_LIKE}|{_SUM}|{_DATE}|(?<=©) {spaced}"
    return re.compile(rf"(?= )(?:{pattern})", re.IGNORECASE)  # a space, before what costs more
