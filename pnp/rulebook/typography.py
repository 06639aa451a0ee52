"""Quotation marks and apostrophes as they are printed, where a text has those of a keyboard."""

import re
from collections.abc import Callable

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
    """Return a chapter in printed quotes; texts in other languages than English write their own."""
    if lang != "en":
        return chapter
    head, text, notes = map(_blocks, (chapter.head, chapter.text, chapter.notes))
    return Chapter(_curled(chapter.title), head, text, notes, chapter.short)


def _curled(text: str) -> str:
    return _OPENING.sub("\u201c", text).replace('"', "\u201d").replace("'", "\u2019")


def _blocks(blocks: Blocks) -> Blocks:
    return tuple(_block(block, _curled) for block in blocks)


def _block(block: Block, say: Callable[[str], str]) -> Block:
    def runs(said: Runs) -> Runs:
        return tuple(run._replace(text=say(run.text)) for run in said)

    match block:
        case Heading():
            return block._replace(text=say(block.text))
        case Paragraph():
            return block._replace(runs=runs(block.runs))
        case Listing():
            entries = (entry._replace(runs=runs(entry.runs)) for entry in block.items)
            return block._replace(items=tuple(entries))
        case TableBlock():
            rows = (tuple(map(runs, row)) for row in block.rows)
            return block._replace(columns=tuple(map(say, block.columns)), rows=tuple(rows))
        case Figure():
            return block._replace(caption=say(block.caption), alt=say(block.alt))
