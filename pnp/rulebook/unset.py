"""Finds what cannot be set on pages: letters without a glyph, words wider than a line."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from pnp.base.errors import FontError, LayoutError, RulesError, first_faults
from pnp.base.geometry import Size
from pnp.base.shaping import unknown_in, without_glyphs
from pnp.rulebook.blocks import Block, Figure, Paragraph, Run, Runs
from pnp.rulebook.book import Rulebook
from pnp.rulebook.pages import PageLayout
from pnp.rulebook.setting import BlockSetter
from pnp.rulebook.sheet import RuleSheet
from pnp.rulebook.typography import changed_blocks

LONGEST_WORD = 60  # letters of a word that a fault repeats


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
        faults = unset(text, paper, name, files) or (f"{name}: {error}",)
        raise RulesError("\n".join(faults)) from None


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
            faults[f"{name}: {error}"] = None
    unseen = set[str]().union(*lacking.values())
    lines = [(place, line) for place, line in _lines(files) if not unseen.isdisjoint(line)]
    unseen = unseen.difference(*(line for _, line in lines))
    for place, line in (*lines, *([(name, "".join(sorted(unseen)))] if unseen else ())):
        faults[f"{place}: {_lacks(line, lacking)}"] = None
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
            yield FontError(str(error), font=error.font, missing=missing)
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


def _lines(files: Iterable[Path]) -> Iterator[tuple[str, str]]:
    for file in files:
        written = file.read_text(encoding="utf-8", errors="replace").splitlines()
        for number, line in enumerate(written, start=1):
            yield f"{file}: line {number}", line
