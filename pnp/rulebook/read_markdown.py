"""Markdown as blocks: the few kinds of markup that rule texts may use."""

import re
from collections.abc import Callable, Collection, Iterator, Sequence

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode

from pnp.base.errors import RulesError
from pnp.rulebook.blocks import (
    Block,
    BulletList,
    Figure,
    Heading,
    ListItem,
    Paragraph,
    Run,
    TableBlock,
    plain,
)

NARROWEST, WIDEST = 4, 30  # limits in letters on the share of a table's column
PLAIN = Run("")
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
    lines = text.splitlines()
    for number, line in enumerate(lines, start=1):
        for name in _CITED.findall(line):
            if name not in sources:
                known = ", ".join(sources) or "none"
                raise RulesError(
                    f"line {number}: [@{name}] is not a source of the definition; "
                    f"sources are: {known}"
                )
    tokens = MarkdownIt("commonmark", {"typographer": False}).enable("table").parse(text)
    try:
        root = SyntaxTreeNode(tokens)
        for table in root.walk():
            if table.type == "table":
                _check_cells(table, lines)
        return tuple(_block(node, draw, level) for node in root.children)
    except RecursionError:
        raise RulesError("is nested too deeply; write it more simply") from None


def cited_in(text: str) -> frozenset[str]:
    """Return the keys of the sources that a text cites."""
    return frozenset(_CITED.findall(text))


def _block(node: SyntaxTreeNode, draw: Draw, level: int) -> Block:
    match node.type:
        case "heading":
            text = plain(tuple(_runs(node.children[0])))
            return Heading(level + int(node.tag[1]) - 1, text)
        case "paragraph":
            return _paragraph(node.children[0], draw)
        case "bullet_list" | "ordered_list":
            entries = tuple(map(_item, node.children))
            return BulletList(entries, numbered=node.type == "ordered_list")
        case "table":
            return _table(node)
        case _:
            raise _unknown(node)


def _item(item: SyntaxTreeNode) -> ListItem:
    if [inner.type for inner in item.children] != ["paragraph"]:
        raise RulesError(f"{_line(item)}: an item of a list is one paragraph of text")
    return ListItem(tuple(_runs(item.children[0].children[0])))


def _rows(table: SyntaxTreeNode) -> Iterator[SyntaxTreeNode]:
    return (row for part in table.children for row in part.children)


def _table(table: SyntaxTreeNode) -> TableBlock:
    """Return a table whose columns share its width by their longest text, within limits."""
    rows = [tuple(tuple(_runs(cell.children[0])) for cell in row.children) for row in _rows(table)]
    longest = [max(len(plain(cell)) for cell in column) for column in zip(*rows, strict=True)]
    shares = tuple(float(min(max(length, NARROWEST), WIDEST)) for length in longest)
    head, *body = rows
    return TableBlock(tuple(map(plain, head)), tuple(body), shares)


def _check_cells(table: SyntaxTreeNode, lines: Sequence[str]) -> None:
    """Refuse a row with more cells than columns, whose last cells would be lost."""
    columns = 0
    for row in _rows(table):
        line = lines[row.map[0]].strip() if row.map else ""
        cells = len(_BAR.split(line.removeprefix("|"))) - line.endswith("|")
        columns = columns or cells
        if cells > columns:
            raise RulesError(
                f"{_line(row)}: has {cells} cells, and the table has {columns} columns; "
                r"write \| for a bar that is printed"
            )


def _paragraph(inline: SyntaxTreeNode, draw: Draw) -> Block:
    images = [node for node in inline.walk() if node.type == "image"]
    if not images:
        return Paragraph(tuple(_runs(inline)))
    source = str(images[0].attrs.get("src", ""))
    if inline.children != images[:1] or not source.startswith("figure:"):
        raise RulesError(
            f"{_line(inline)}: write a figure as a separate paragraph: "
            '![words](figure:id "caption")'
        )
    caption = str(images[0].attrs.get("title", ""))
    return draw(source.removeprefix("figure:"), caption, images[0].content)


def _runs(parent: SyntaxTreeNode, style: Run = PLAIN) -> Iterator[Run]:
    """Yield the text inside a node in the style around it."""
    for node in parent.children:
        match node.type:
            case "text":
                yield from _cited(style._replace(text=node.content))
            case "softbreak":
                yield style._replace(text=" ")
            case "strong":
                yield from _runs(node, style._replace(bold=True))
            case "em":
                yield from _runs(node, style._replace(italic=True))
            case _:
                raise _unknown(node)


def _cited(run: Run) -> Iterator[Run]:
    """Split a run into text and links to sources."""
    for number, part in enumerate(_CITED.split(run.text)):
        if number % 2:
            yield run._replace(text=f"[{part}]", link=f"#source-{part}")
        elif part:
            yield run._replace(text=part)


def _unknown(node: SyntaxTreeNode) -> RulesError:
    return RulesError(
        f"{_line(node)}: rule texts cannot use {node.type.replace('_', ' ')}; "
        "use paragraphs, lists, tables, **bold**, *italic* and figures"
    )


def _line(node: SyntaxTreeNode) -> str:
    """Name the line on which a node, or the paragraph around a mark, begins."""
    if node.map:
        return f"line {node.map[0] + 1}"
    return _line(node.parent) if node.parent else "text"
