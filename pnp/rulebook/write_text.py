"""Write rule sheets as Markdown (CommonMark with GitHub's tables) and as plain text."""

import re
import unicodedata
from collections.abc import Iterator
from html import escape
from itertools import groupby
from typing import assert_never
from urllib.parse import quote

from pnp.base.languages import LanguageWords, language
from pnp.rulebook.blocks import (
    Block,
    BulletList,
    Figure,
    Heading,
    ListItem,
    Paragraph,
    PictureList,
    Run,
    Runs,
    TableBlock,
    all_runs,
)
from pnp.rulebook.sheet import RuleSheet
from pnp.scene import Scene

_MARKUP = re.compile(r"[\\*_`<>\[\]~]|&(?=#?\w+;)")
_START = re.compile(r"^(\d{1,9})(?=[.)])|^(?=[#+=-])")  # what would open a list or a heading
_LAST_HASH = re.compile(r"#(?=\s*$)")  # a heading drops its closing hashes
_BARS = {"": "---", "left": ":--", "center": ":-:", "right": "--:"}  # below a head
_KEPT = "!#$%&'()*+,-./:;=?@[]_~"  # of an address, beside letters and digits
_ENTITY = re.compile(r"&(?=#?\w+;)")
_ESCAPED = r"\\\g<0>"  # the match after a backslash

BULLET = "\N{EN DASH}"


def render_markdown(sheet: RuleSheet) -> bytes:
    """Write a sheet as Markdown with links to the SVG files named by :func:`figure_file`."""
    return ("\n\n".join(_block(block, sheet) for block in sheet.blocks) + "\n").encode()


def figure_file(sheet: RuleSheet, figure: Figure) -> str:
    """Return the name of a figure's file in the folder of the sheet."""
    return f"{figure.id}.{sheet.lang}.svg"


def icon_files(sheet: RuleSheet) -> Iterator[tuple[str, Scene]]:
    """Yield the file names and drawings of the icons in a sheet."""
    icons = dict.fromkeys(run.icon for run in all_runs(sheet.blocks) if run.icon)
    yield from ((f"{icon.id}.svg", icon.scene) for icon in icons)


def _block(block: Block, sheet: RuleSheet) -> str:
    match block:
        case Heading(level, text, heading_id):
            anchor = f'<a id="{heading_id}"></a>' if heading_id and level > 1 else ""
            return f"{'#' * level} {anchor}{_LAST_HASH.sub(_ESCAPED, _escaped(text))}"
        case Paragraph(runs):
            return _opening(_runs(runs))
        case BulletList(entries, numbered, first):
            marked = enumerate(entries, start=first)
            return "\n".join(
                f"{n}. {_entry(e)}" if numbered else f"- {_entry(e)}" for n, e in marked
            )
        case TableBlock(columns, rows):
            bars = (_BARS[block.side(column)] for column in range(len(columns)))
            head = (tuple(map(_escaped, columns)), tuple(bars))
            body = (tuple(map(_runs, row)) for row in rows)
            return "\n".join(map(_row, (*head, *body)))
        case Figure():
            image = f"![{_escaped(block.alt)}]({figure_file(sheet, block)})"
            number = language(sheet.lang).figure(block.number)
            caption = f'<a id="{block.id}"></a>**{number}.** *{_escaped(block.caption)}*'
            return f"{image}\n\n{caption}"
        case PictureList(pictured):
            return "\n".join(
                f"- ![{_escaped(one.figure.alt)}]({figure_file(sheet, one.figure)}) "
                f"{_runs(one.runs)}"
                for one in pictured
            )
        case _:
            assert_never(block)


def _entry(entry: ListItem) -> str:
    """Write a list item, with an anchor if it has an id; GitHub preserves such anchors."""
    text = _runs(entry.runs)
    return f'<a id="{entry.id}"></a>{text}' if entry.id else _opening(text)


def _opening(text: str) -> str:
    """Escape what Markdown would read as markup at the beginning of a block."""
    return _START.sub(r"\1\\", text.lstrip())


def _runs(runs: Runs) -> str:
    """Write runs between asterisks, or between tags where asterisks would not work.

    Asterisks are markup only beside space or punctuation, and not beside other asterisks.
    """
    parts = [part for part in _parts(runs) if any(part)]
    text = ""
    for (stars, inner), after in zip(parts, [*map("".join, parts[1:]), ""], strict=False):
        if stars and not (_allows_stars(text[-1:]) and _allows_stars(after[:1])):
            inner = f"<em>{inner}</em>" if len(stars) % 2 else inner
            inner = f"<strong>{inner}</strong>" if len(stars) > 1 else inner
            stars = ""
        if inner.startswith("[") and text.endswith("!"):
            text = text[:-1] + "\\!"  # or the link would become an image
        text += stars + inner + stars
    return text


def _allows_stars(character: str) -> bool:
    """Return whether asterisks work beside a character ("" at the edge of a block)."""
    return character != "*" and (
        not character or character.isspace() or unicodedata.category(character)[0] in "PS"
    )


def _parts(runs: Runs) -> Iterator[tuple[str, str]]:
    """Yield pairs of asterisks and the words between them; spaces stay outside."""
    for style, group in groupby(runs, key=lambda run: run._replace(text="", lang=None)):
        alike = tuple(group)
        text = "".join(run.text for run in alike)
        inner = text.strip()
        stars = "*" * (2 * style.bold + style.italic) if inner else ""
        before, after = text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]
        if before and inner:
            yield "", before
        if style.icon:
            yield "", len(alike) * f"![{_escaped(str(style.said))}]({style.icon.id}.svg)"
        elif style.said:
            shown = f'<a href="{style.link}">{_escaped(text)}</a>' if style.link else _escaped(text)
            yield "", f'<sup title="{escape(style.said)}">{shown}</sup>'
        elif style.link and inner:
            yield "", _link(style._replace(text=inner), stars)
        else:
            yield stars, _escaped(inner) if inner else text
        if after and inner:
            yield "", after


def _link(run: Run, stars: str) -> str:
    to = str(run.link)
    if run.text == to and not stars and re.fullmatch(r"https?://[^\s<>%]+", to):
        return f"<{to}>"
    to = _ENTITY.sub("%26", quote(to, safe=_KEPT))
    where = f"<{to}>" if set(to) & {"(", ")"} else to
    return f"[{stars}{_escaped(run.text)}{stars}]({where})"


def _row(cells: tuple[str, ...]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def _escaped(text: str) -> str:
    return _MARKUP.sub(_ESCAPED, " ".join(text.split("\n")))


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
