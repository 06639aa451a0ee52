"""Rule sheets as Markdown, for those who edit, convert or read them as they are.

It is CommonMark with the tables of GitHub.
"""

import re
import unicodedata
from collections.abc import Iterator
from itertools import groupby
from typing import assert_never

from pnp.rulebook.blocks import (
    Block,
    Figure,
    Heading,
    Listing,
    ListItem,
    Paragraph,
    Run,
    Runs,
    TableBlock,
)
from pnp.rulebook.sheet import RuleSheet

_MARKUP = re.compile(r"[\\*_`<>\[\]~]|&(?=#?\w+;)")
_START = re.compile(r"^(\d{1,9})(?=[.)])|^(?=[#+=-])")  # of what would be a list or a heading
_LAST_HASH = re.compile(r"#(?=\s*$)")  # it would be taken for an ornament of the heading
_BEHIND = r"\\\g<0>"  # a backslash before what was found


def render_markdown(sheet: RuleSheet) -> bytes:
    """Write a sheet as Markdown; each figure is the SVG file that :func:`figure_file` names."""
    return ("\n\n".join(_block(block, sheet) for block in sheet.blocks) + "\n").encode()


def figure_file(sheet: RuleSheet, figure: Figure) -> str:
    """Return the name of a figure's file, which lies beside the text."""
    return f"{figure.id}.{sheet.lang}.svg"


def _block(block: Block, sheet: RuleSheet) -> str:
    match block:
        case Heading(level, text):
            return f"{'#' * level} {_LAST_HASH.sub(_BEHIND, _escaped(text))}"
        case Paragraph(runs):
            return _opening(_runs(runs))
        case Listing(entries, numbered):
            marks = (f"{n}." if numbered else "-" for n in range(1, len(entries) + 1))
            return "\n".join(
                f"{mark} {_entry(entry)}" for mark, entry in zip(marks, entries, strict=True)
            )
        case TableBlock(columns, rows):
            head = (tuple(map(_escaped, columns)), ("---",) * len(columns))
            body = (tuple(map(_runs, row)) for row in rows)
            return "\n".join(map(_row, (*head, *body)))
        case Figure():
            image = f"![{_escaped(block.alt)}]({figure_file(sheet, block)})"
            return f"{image}\n\n*{_escaped(block.caption)}*"
        case _:
            assert_never(block)


def _entry(entry: ListItem) -> str:
    """Write an entry, with an anchor for what links to it; GitHub keeps such anchors."""
    text = _runs(entry.runs)
    return f'<a id="{entry.id}"></a>{text}' if entry.id else _opening(text)


def _opening(text: str) -> str:
    """Return the text of a block so that its beginning is not taken for markup."""
    return _START.sub(r"\1\\", text.lstrip())


def _runs(runs: Runs) -> str:
    """Write runs, each between stars, or between tags where stars would not be understood.

    Stars are marks of a style only beside space or punctuation, and not beside other stars.
    """
    parts = list(_parts(runs))
    text = ""
    for place, (stars, inner) in enumerate(parts):
        after = "".join(star + words for star, words in parts[place + 1 :])
        if stars and not (_apart(text[-1:]) and _apart(after[:1])):
            inner = f"<em>{inner}</em>" if len(stars) % 2 else inner
            inner = f"<strong>{inner}</strong>" if len(stars) > 1 else inner
            stars = ""
        if inner.startswith("[") and text.endswith("!"):
            text = text[:-1] + "\\!"  # a link, not an image
        text += stars + inner + stars
    return text


def _apart(character: str) -> bool:
    """Tell whether stars may stand beside a character, which is none at the edge of a block."""
    return character != "*" and (
        not character or character.isspace() or unicodedata.category(character)[0] in "PS"
    )


def _parts(runs: Runs) -> Iterator[tuple[str, str]]:
    """Yield stars and the words they go around; spaces stand outside."""
    for style, alike in groupby(runs, key=lambda run: run._replace(text="", lang=None)):
        text = "".join(run.text for run in alike)
        inner = text.strip()
        stars = "*" * (2 * style.bold + style.italic) if inner else ""
        before, after = text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]
        if before and inner:
            yield "", before
        if style.link and inner:
            yield "", _link(style._replace(text=inner), stars)
        else:
            yield stars, _escaped(inner) if inner else text
        if after and inner:
            yield "", after


def _link(run: Run, stars: str) -> str:
    to = str(run.link)
    if run.text == to and not stars and re.fullmatch(r"https?://[^\s<>]+", to):
        return f"<{to}>"
    where = to if re.fullmatch(r"[^\s<>()\\]+", to) else f"<{to}>"
    return f"[{stars}{_escaped(run.text)}{stars}]({where})"


def _row(cells: tuple[str, ...]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def _escaped(text: str) -> str:
    return _MARKUP.sub(_BEHIND, " ".join(text.split("\n")))
