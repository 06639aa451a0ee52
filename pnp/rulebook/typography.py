"""Curly quotation marks and apostrophes in place of straight ones."""

import re

from pnp.rulebook.blocks import (
    Block,
    Blocks,
    Chapter,
    Figure,
    Heading,
    Listing,
    Paragraph,
    Runs,
    TableBlock,
)

_OPENING = re.compile(r'(?:(?<=^)|(?<=[\s(\[]))"')


def curled(chapter: Chapter, lang: str) -> Chapter:
    """Curl the quotes of an English chapter; texts in other languages contain the right ones."""
    if lang != "en":
        return chapter
    head, text, notes = map(_blocks, (chapter.head, chapter.text, chapter.notes))
    return Chapter(_curled(chapter.title), head, text, notes, chapter.short)


def _curled(text: str) -> str:
    return _OPENING.sub("\u201c", text).replace('"', "\u201d").replace("'", "\u2019")


def _blocks(blocks: Blocks) -> Blocks:
    return tuple(map(_block, blocks))


def _runs(runs: Runs) -> Runs:
    return tuple(run._replace(text=_curled(run.text)) for run in runs)


def _block(block: Block) -> Block:
    match block:
        case Heading():
            return block._replace(text=_curled(block.text))
        case Paragraph():
            return block._replace(runs=_runs(block.runs))
        case Listing():
            items = (item._replace(runs=_runs(item.runs)) for item in block.items)
            return block._replace(items=tuple(items))
        case TableBlock():
            rows = (tuple(map(_runs, row)) for row in block.rows)
            return block._replace(columns=tuple(map(_curled, block.columns)), rows=tuple(rows))
        case Figure():
            return block._replace(caption=_curled(block.caption), alt=_curled(block.alt))
