"""Markdown as blocks: the few kinds of markup that rule texts may use."""

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import cycle

from markdown_it import MarkdownIt
from markdown_it.token import Token

from pnp.base.errors import RulesError
from pnp.rulebook.blocks import (
    Block,
    BulletList,
    Figure,
    Heading,
    ListItem,
    Paragraph,
    Run,
    Runs,
    TableBlock,
    plain,
)

NARROWEST, WIDEST = 4, 30  # limits in letters on the share of a table's column
_BAR = re.compile(r"(?<!\\)\|")
_CITED = re.compile(r"\[@([a-z0-9-]+)\]")

Draw = Callable[[str, str, str], Figure]


def read_blocks(text: str, draw: Draw, level: int, sources: Collection[str]) -> tuple[Block, ...]:
    """Turn the text of a chapter, whose title is a heading of ``level``, into blocks.

    ``draw`` returns a figure from its id, caption and alternative text. ``[@name]`` cites one of
    the ``sources``.

    Raises:
        RulesError: If the text has other markup or cites an unknown source; names the line.
    """
    for number, line in enumerate(text.splitlines(), start=1):
        for name in _CITED.findall(line):
            if name not in sources:
                known = ", ".join(sources) or "none"
                raise RulesError(
                    f"line {number}: [@{name}] is not a source of the definition; "
                    f"sources are: {known}"
                )
    tokens = MarkdownIt("commonmark", {"typographer": False}).enable("table").parse(text)
    _check_cells(tokens, text.splitlines())
    return tuple(_blocks(tokens, draw, level))


def cited_in(text: str) -> frozenset[str]:
    """Return the keys of the sources that a text cites."""
    return frozenset(_CITED.findall(text))


def _blocks(tokens: Sequence[Token], draw: Draw, level: int) -> Iterator[Block]:
    position = 0
    while position < len(tokens):
        token = tokens[position]
        match token.type:
            case "heading_open":
                below = int(token.tag[1]) - 1
                yield Heading(level + below, plain(tuple(_runs(tokens[position + 1]))))
                position += 3
            case "paragraph_open":
                yield _paragraph(tokens[position + 1], draw)
                position += 3
            case "bullet_list_open" | "ordered_list_open":
                end = _end_of(tokens, position)
                entries = tuple(_items(tokens[position + 1 : end]))
                yield BulletList(entries, numbered=token.type == "ordered_list_open")
                position = end + 1
            case "table_open":
                end = _end_of(tokens, position)
                yield _table(tokens[position + 1 : end])
                position = end + 1
            case _:
                raise _unknown(token)


def _end_of(tokens: Sequence[Token], start: int) -> int:
    closing, level = tokens[start].type.replace("open", "close"), tokens[start].level
    return next(
        index
        for index in range(start + 1, len(tokens))
        if tokens[index].type == closing and tokens[index].level == level
    )


def _items(tokens: Sequence[Token]) -> Iterator[ListItem]:
    for index, token in enumerate(tokens):
        if token.type == "list_item_open":
            kinds = [inner.type for inner in tokens[index + 1 : _end_of(tokens, index)]]
            if kinds != ["paragraph_open", "inline", "paragraph_close"]:
                raise RulesError(f"{_line(token)}: an item of a list is one paragraph of text")
            yield ListItem(tuple(_runs(tokens[index + 2])))


def _table(tokens: Sequence[Token]) -> TableBlock:
    """Return a table whose columns share its width by their longest text, within limits."""
    rows: list[list[Runs]] = []
    for index, token in enumerate(tokens):
        if token.type == "tr_open":
            rows.append([])
        elif token.type in ("th_open", "td_open"):
            rows[-1].append(tuple(_runs(tokens[index + 1])))
    longest = [max(len(plain(cell)) for cell in column) for column in zip(*rows, strict=True)]
    shares = tuple(float(min(max(length, NARROWEST), WIDEST)) for length in longest)
    head, *body = rows
    return TableBlock(tuple(map(plain, head)), tuple(map(tuple, body)), shares)


def _check_cells(tokens: Sequence[Token], lines: Sequence[str]) -> None:
    """Refuse a row with more cells than columns, whose last cells would be lost."""
    columns = 0
    for token in tokens:
        if token.type == "table_open":
            columns = 0
        if token.type == "tr_open" and token.map:
            cells = len(_BAR.split(lines[token.map[0]].strip().removeprefix("|")))
            cells -= lines[token.map[0]].rstrip().endswith("|")
            columns = columns or cells
            if cells > columns:
                raise RulesError(
                    f"{_line(token)}: has {cells} cells, and the table has {columns} columns; "
                    r"write \| for a bar that is printed"
                )


def _paragraph(inline: Token, draw: Draw) -> Block:
    children = inline.children or []
    images = [child for child in children if child.type == "image"]
    if not images:
        return Paragraph(tuple(_runs(inline)))
    source = str(images[0].attrs.get("src", ""))
    if len(children) > 1 or not source.startswith("figure:"):
        raise RulesError(
            f"{_line(inline)}: write a figure as a separate paragraph: "
            '![words](figure:id "caption")'
        )
    caption = str(images[0].attrs.get("title", ""))
    return draw(source.removeprefix("figure:"), caption, images[0].content)


def _runs(inline: Token) -> Iterator[Run]:
    bold = italic = False
    for child in inline.children or []:
        match child.type:
            case "text":
                yield from _cited(Run(child.content, bold, italic))
            case "softbreak":
                yield Run(" ", bold, italic)
            case "strong_open" | "strong_close":
                bold = child.type == "strong_open"
            case "em_open" | "em_close":
                italic = child.type == "em_open"
            case _:
                raise _unknown(child, inline)


def _cited(run: Run) -> Runs:
    """Split a run into text and links to sources."""
    parts = _CITED.split(run.text)
    runs = (
        run._replace(text=f"[{part}]", link=f"#source-{part}") if odd else run._replace(text=part)
        for odd, part in zip(cycle((False, True)), parts, strict=False)
    )
    return tuple(one for one in runs if one.text)


def _unknown(token: Token, inside: Token | None = None) -> RulesError:
    kind = token.type.removesuffix("_open").replace("_", " ")
    return RulesError(
        f"{_line(inside or token)}: rule texts cannot use {kind}; "
        "use paragraphs, lists, tables, **bold**, *italic* and figures"
    )


def _line(token: Token) -> str:
    return f"line {token.map[0] + 1}" if token.map else "text"
