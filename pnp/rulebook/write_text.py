"""Writes rule sheets as plain text, for programs that show nothing else."""

from collections.abc import Iterator
from typing import assert_never

from pnp.rulebook.blocks import (
    Block,
    BulletList,
    Figure,
    Heading,
    Paragraph,
    PictureList,
    Run,
    Runs,
    TableBlock,
)
from pnp.rulebook.languages import LanguageWords, language
from pnp.rulebook.sheet import RuleSheet

BULLET = "\N{EN DASH}"


def render_text(sheet: RuleSheet) -> str:
    """Write a sheet without markup, with figures replaced by their alternative texts."""
    words = language(sheet.lang)
    texts = ("\n".join(_lines(block, words)) for block in sheet.blocks)
    return "\n\n".join(filter(None, texts)) + "\n"


def _lines(block: Block, words: LanguageWords) -> Iterator[str]:
    match block:
        case Heading(level, text):
            yield text.upper() if level < 3 else text
        case Paragraph(kind="legend"):
            return  # signs are written as words
        case Paragraph(runs):
            yield _words(runs)
        case BulletList(entries, numbered, first):
            for number, entry in enumerate(entries, start=first):
                yield f"{f'{number}.' if numbered else BULLET} {_words(entry.runs)}"
        case TableBlock(columns, rows):
            for row in rows:
                cells = (
                    f"{column}: {_words(cell)}" if column else _words(cell)
                    for column, cell in zip(columns, row, strict=True)
                )
                yield f"{BULLET} {'; '.join(cells)}"
        case Figure():
            name = f"{words.figure(block.number)}: " if block.number else ""
            yield _flat(f"({name}{block.alt})")
        case PictureList(pictured):
            yield from (f"{BULLET} {_words(one.runs)}" for one in pictured)
        case _:
            assert_never(block)


def _words(runs: Runs) -> str:
    return _flat("".join(map(_word, runs)))


def _word(run: Run) -> str:
    """Return the text of a run, with the address of its link if the text lacks it."""
    if run.said:
        return f"({run.said})" if run.icon else f" ({run.said})"
    to = run.link or ""
    return run.text if not to or to.startswith("#") or to == run.text else f"{run.text} ({to})"


def _flat(text: str) -> str:
    return " ".join(text.split())
