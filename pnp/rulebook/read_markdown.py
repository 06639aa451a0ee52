"""Parse the Markdown of rule texts into blocks; only a few kinds of markup are allowed."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from operator import itemgetter
from types import MappingProxyType
from typing import Any, Literal, NamedTuple
from urllib.parse import unquote

from markdown_it import MarkdownIt
from markdown_it.common.normalize_url import normalizeLink, normalizeLinkText
from markdown_it.rules_inline import StateInline
from markdown_it.tree import SyntaxTreeNode

from pnp.base.errors import RulesError
from pnp.base.languages import LanguageWords
from pnp.base.messages import Location, within
from pnp.base.text import control_character_fault
from pnp.base.units import did_you_mean, join_words
from pnp.game.evidence import Fact
from pnp.rulebook.blocks import (
    SIGNS,
    Block,
    BulletList,
    Figure,
    Heading,
    Icon,
    ListItem,
    Paragraph,
    Run,
    Runs,
    TableBlock,
    hugging,
    plain,
    sign,
)
from pnp.rulebook.figures import picture_id
from pnp.rulebook.untranslated import mark_block, title_and_key

MARKS = (
    f"write [@source], [figure:id], {', '.join(f'[{one}]' for one in SIGNS)}, [disputed:fact], "
    "or \\[ to print ["
)
MARK = re.compile(
    r"\[(?:@(?P<source>[a-z0-9-]+)|figure:(?P<figure>[a-z0-9-]+)"
    rf"|(?P<sign>{'|'.join(SIGNS)})(?::(?P<fact>[a-z0-9-]+))?)\]"
)
_UNREAD = re.compile(
    r"\[((?:@|figure\b)[^\[\]\s]*|[a-z]+(?::[^\[\]\s]*)?)\]"
)  # what may be a mark with a mistake
_ICON = re.compile(r":([a-z0-9]+(?:-[a-z0-9]+)*):")

# mdurl shows its tables of escapes to other threads while it fills them at the first link;
# here it fills them while one thread alone imports this module.
normalizeLink("")
normalizeLinkText("")

NARROWEST, WIDEST = 4, 30  # limits in letters on the share of a table's column
DEEPEST = 4  # level of a heading in a text, written ####
PLAIN = Run("")
_NAMED = {  # what its parser calls by other names, as people write it
    "s": "~~text~~ that is struck out",
    "hardbreak": "line breaks within a paragraph (blanks or a backslash at the end of a line)",
    "hr": "lines across the page (---)",
    "link": "links ([words](address))",
    "blockquote": "blockquotes (>)",
    "code_inline": "code inline (`...`)",
    "html_inline": "html inline (<...>)",
    "html_block": "html block (<...>)",
}
_BAR = re.compile(r"(?<!\\)\|")
_CITED = re.compile(r"\[@([a-z0-9-]+)\]")

Draw = Callable[[str, str, str], Figure]


class TextScope(NamedTuple):
    """The context of a text: what it may refer to, and where it stands in the document.

    ``sources`` maps keys to display names, ``icons`` names to icons, ``facts`` ids to facts. These
    are listed below ``reasons``, the id of a heading. The title of the chapter has
    ``level``; its figures are numbered after ``figures_before``. ``draw`` returns a figure, given
    its target (``figure:`` and an id, or a picture file), its caption and its alternative text. If
    a text may be translated ``partly``, its quotes are still in the language ``origin`` and get
    marked.
    """

    words: LanguageWords
    draw: Draw
    sources: Mapping[str, str]
    facts: Mapping[str, Fact] = MappingProxyType({})
    reasons: str | None = None
    level: int = 1
    icons: Mapping[str, Icon] = MappingProxyType({})
    figures_before: int = 0
    is_history: bool = False
    origin: str | None = None
    partly: bool = False


def read_blocks(text: str, scope: TextScope) -> tuple[Block, ...]:
    """Turn the text of a chapter into blocks."""
    try:
        reader = _Reader(text, scope)
        blocks = tuple(reader.blocks())
    except RecursionError:
        raise RulesError("is nested too deeply; write it more simply") from None
    if reader.faults:
        faults = sorted(reader.faults, key=itemgetter(0))
        told = (one for line, fault in faults for one in within(Location(line=line), [fault]))
        raise RulesError(*dict.fromkeys(told))
    return blocks


def cited_in(text: str) -> frozenset[str]:
    """Return the keys of the sources that a text cites."""
    return frozenset(_CITED.findall(text))


@lru_cache(maxsize=16)  # the book has the texts of the sheets again
def _parsed(text: str) -> SyntaxTreeNode:
    return SyntaxTreeNode(markdown_parser().parse(text))


class _Reader:
    """Reads one text; ``faults`` collects its errors with their lines."""

    def __init__(self, text: str, scope: TextScope) -> None:
        self.faults: list[tuple[int, str]] = []
        self._scope = scope
        self._lines = text.splitlines()
        self._line = 1
        self._level = 1
        self._root = _parsed(text)
        self._figures: dict[str, Figure] = {}
        self._cited: dict[str, int] = {}  # the numbers of facts, counted for each sign
        for node in self._root.walk(include_self=False):
            for text in (node.content, *map(str, node.attrs.values())):
                if fault := control_character_fault(text):  # by way of &#x1b; or a filled text
                    self.faults.append((_first_line(node), fault))
            if node.type == "paragraph" and (image := _only_image(node.children[0])):
                self._draw(image, _first_line(node))

    def blocks(self) -> Iterator[Block]:
        for node in self._root.children:
            self._line = _first_line(node)
            yield from self._block(node)

    def _fault(self, words: str) -> None:
        self.faults.append((self._line, words))

    def _draw(self, image: SyntaxTreeNode, line: int) -> None:
        """Draw a figure and give it the next number."""
        source, caption, alt = _figure_words(image)
        figure_id = _figure_id(source)
        self._line = line
        if figure_id in self._figures:
            self._fault(f"figure {figure_id!r} is shown twice; refer to it by [figure:{figure_id}]")
        if mark := MARK.search(f"{caption} {alt}"):
            self._fault(
                f"{mark[0]} belongs in running text, not in the description or caption of a figure"
            )
        try:
            drawn = self._scope.draw(source, caption, alt)
        except RulesError as error:
            for fault in error.faults:
                self._fault(fault)
        else:
            number = self._scope.figures_before + len(self._figures) + 1
            self._figures.setdefault(figure_id, drawn._replace(number=number))

    def _block(self, node: SyntaxTreeNode) -> Iterator[Block]:
        match node.type:
            case "heading":
                yield self._heading(node)
            case "paragraph":
                yield from self._paragraph(node.children[0])
            case "bullet_list" | "ordered_list":
                entries = tuple(map(self._item, node.children))
                first = int(node.attrs.get("start", 1))
                yield BulletList(entries, node.type == "ordered_list", first)
            case "table":
                yield self._table(node)
            case "blockquote" if self._scope.origin:
                yield from self._untranslated(node, self._scope.origin)
            case _:
                self._unknown(node)

    def _untranslated(self, quote: SyntaxTreeNode, origin: str) -> Iterator[Block]:
        """Yield the blocks of a passage that is not translated yet."""
        if not self._scope.partly:
            self._fault("is not translated yet; remove the > once it is")
            return
        for node in quote.children:
            self._line = _first_line(node)
            yield from (mark_block(block, origin) for block in self._block(node))

    def _heading(self, node: SyntaxTreeNode) -> Heading:
        """Read a heading, at most one level below the previous one."""
        level = int(node.tag[1])
        runs = self._runs(node.children[0])
        if any(run.said or run.link for run in runs):
            self._fault(
                "a heading cannot have signs or references; write them in the text below it"
            )
        if self._scope.is_history:
            self._fault("a history has no headings, because it is one chapter")
        elif level == 1:
            self._fault("the title comes from the definition; begin headings with ##")
        elif level > DEEPEST:
            self._fault(f"headings have 2 to {DEEPEST} signs #, not {level}")
        elif level > self._level + 1:
            self._fault(f"{'#' * level} belongs below a heading with {'#' * (level - 1)}")
        self._level = level
        title, key = title_and_key(plain(runs), self._scope.words.sections)
        kind: Literal["section", "example"] = "section"
        if key == "example" and level == 2:
            kind = "example"
        return Heading(self._scope.level + level - 1, title, kind=kind)

    def _item(self, item: SyntaxTreeNode) -> ListItem:
        self._line = _first_line(item)
        if [inner.type for inner in item.children] != ["paragraph"]:
            self._fault("an item of a list is one paragraph of text")
            return ListItem(())
        return ListItem(self._runs(item.children[0].children[0]))

    def _table(self, table: SyntaxTreeNode) -> TableBlock:
        """Return a table with column widths by their longest texts, within limits."""
        rows = []
        columns = len(table.children[0].children[0].children)
        for row in (row for part in table.children for row in part.children):
            self._line = _first_line(row)
            self._check_cells(columns)
            rows.append(tuple(self._runs(cell.children[0]) for cell in row.children))
        longest = [max(len(plain(cell)) for cell in column) for column in zip(*rows, strict=True)]
        shares = tuple(float(min(max(length, NARROWEST), WIDEST)) for length in longest)
        head, *body = rows
        if any(run.said for cell in head for run in cell):
            self.faults.append((_first_line(table), "the heading row of a table cannot have signs"))
        sides = tuple(
            str(cell.attrs.get("style", "")).removeprefix("text-align:")
            for cell in table.children[0].children[0].children
        )
        sides = sides if any(sides) else ()
        return TableBlock(tuple(map(plain, head)), tuple(body), shares, sides)

    def _check_cells(self, columns: int) -> None:
        """Reject a row with more cells than columns, whose last cells Markdown would drop."""
        line = self._lines[self._line - 1].strip()
        cells = len(_BAR.split(line.removeprefix("|"))) - line.endswith("|")
        if cells > columns:
            self._fault(
                f"has {cells} cells, and the table has {columns} columns; "
                r"write \| for a bar that is printed"
            )

    def _paragraph(self, inline: SyntaxTreeNode) -> Iterator[Block]:
        if image := _only_image(inline):
            if figure := self._figures.get(_figure_id(_figure_words(image)[0])):
                yield figure
        else:
            yield Paragraph(self._runs(inline))

    def _runs(self, inline: SyntaxTreeNode) -> Runs:
        return hugging(_starting(self._styled(inline, PLAIN)))

    def _styled(self, parent: SyntaxTreeNode, style: Run) -> Iterator[Run]:
        """Yield the text inside a node in the style around it."""
        for node in parent.children:
            match node.type:
                case "text":
                    yield style._replace(text=node.content)
                case "softbreak":
                    self._line += 1
                    yield style._replace(text=" ")
                case "strong":
                    yield from self._styled(node, style._replace(bold=True))
                case "em":
                    yield from self._styled(node, style._replace(italic=True))
                case "mark":
                    yield self._marked(node.meta, style)
                case "icon":
                    yield self._iconic(node.content, style)
                case "unread":
                    self._fault(f"{node.content} is not a mark; {MARKS}")
                case _:
                    self._unknown(node)

    def _marked(self, mark: dict[str, Any], style: Run) -> Run:
        """Return the run of a mark: a citation, a reference to a figure, or a sign."""
        if source := mark["source"]:
            if source not in self._scope.sources:
                known = ", ".join(self._scope.sources) or "none"
                self._fault(f"[@{source}] is not a source of the definition; sources are: {known}")
                return style
            return style._replace(text=f"[{self._scope.sources[source]}]", link=f"#source-{source}")
        if figure_id := mark["figure"]:
            figure = self._figures.get(figure_id)
            if figure is None:
                known = ", ".join(self._figures) or "none"
                self._fault(f"[figure:{figure_id}] is not in this text; its figures are: {known}")
                return style
            name = self._scope.words.figure(figure.number, referred=True)
            return style._replace(text=name, link=f"#{figure.id}")
        return self._sign(mark["sign"], mark["fact"])

    def _sign(self, status: str, fact_id: str | None) -> Run:
        """Return a sign: with a number if it names a fact, and with a link to the reason."""
        words, facts = self._scope.words, self._scope.facts
        if fact_id is None:
            reasons = self._scope.reasons
            return sign(status, words, link=f"#{reasons}" if reasons else None)
        alike = {key: fact for key, fact in facts.items() if fact.status == status}
        if fact_id not in alike:
            known = join_words(alike) or "none"
            self._fault(f"[{status}:{fact_id}] is not the id of a {status} fact; ids are: {known}")
            return sign(status, words)
        others = sum(facts[key].status == status for key in self._cited)
        number = self._cited.setdefault(fact_id, others + 1)
        return sign(status, words, number, f"#{fact_anchor(self._scope.reasons, fact_id)}")

    def _iconic(self, name: str, style: Run) -> Run:
        icon = self._scope.icons.get(name)
        if icon is None:
            known = ", ".join(self._scope.icons)
            there_are = f"there are: {known}" if known else "the cards of this game name no icons"
            self._fault(rf"there is no icon :{name}:; {there_are}; write \: to print a colon")
        return style._replace(text="", said=name, icon=icon)

    def _unknown(self, node: SyntaxTreeNode) -> None:
        if node.type == "image":
            self._fault(
                'write a figure as a separate paragraph: ![words](figure:id "caption"); within a '
                "sentence, write :name: for an icon"
            )
            return
        named = _NAMED.get(node.type, node.type.replace("_", " "))
        self._fault(
            f"rule texts cannot use {named}; "
            "use paragraphs, lists, tables, **bold**, *italic* and figures"
        )


def fact_anchor(reasons: str | None, fact_id: str) -> str:
    """Return the id of a fact in the list below the heading ``reasons``."""
    return f"{reasons}-{fact_id}"


def _starting(runs: Iterable[Run]) -> Iterator[Run]:
    """Yield runs, with a capital for a reference that starts a sentence."""
    before = ""
    for run in runs:
        if run.link and before.rstrip()[-1:] in ("", ".", "!", "?"):
            run = run._replace(text=run.text[:1].upper() + run.text[1:])
        before += run.text
        yield run


def _only_image(inline: SyntaxTreeNode) -> SyntaxTreeNode | None:
    """Return the figure of a paragraph that contains nothing else, or None."""
    match inline.children:
        case [image] if image.type == "image":
            return image
        case _:
            return None


def _figure_words(image: SyntaxTreeNode) -> tuple[str, str, str]:
    """Return the target of a figure, its caption and its alternative text."""
    source, caption = str(image.attrs.get("src", "")), str(image.attrs.get("title", ""))
    return unquote(source), caption, image.content


def _figure_id(source: str) -> str:
    """Return the id by which a text refers to a figure; for a picture, its file name."""
    kind, _, figure_id = source.partition(":")
    return figure_id if kind == "figure" else picture_id(source)


def _first_line(node: SyntaxTreeNode) -> int:
    """Return the first line of a node, or of the block around it."""
    if node.map:
        return node.map[0] + 1
    return _first_line(node.parent) if node.parent else 1


def markdown_parser() -> MarkdownIt:
    """Return a Markdown parser with tables, marks and icons."""
    parser = MarkdownIt("commonmark", {"typographer": False}).enable(
        ["table", "strikethrough"]  # reported as something that rule texts cannot use
    )
    parser.inline.ruler.before("link", "mark", _mark)
    parser.inline.ruler.before("link", "icon", _icon)
    return parser


def _mark(state: StateInline, silent: bool) -> bool:
    """Parse a mark such as [figure:start] into its own token."""
    match = MARK.match(state.src, state.pos, state.posMax)
    kind = "mark"
    if match is None:
        match, kind = _UNREAD.match(state.src, state.pos, state.posMax), "unread"
        if match is None or not _mistaken(match[1]):
            return False
    if not silent:
        token = state.push(kind, "", 0)
        token.content, token.meta = match[0], match.groupdict()
    state.pos = match.end()
    return True


def _icon(state: StateInline, silent: bool) -> bool:
    """Parse :sword: into its own token, but not a time such as 12:30:15."""
    match = _ICON.match(state.src, state.pos, state.posMax)
    if match is None or match[1].isdecimal():
        return False
    if not silent:
        state.push("icon", "", 0).content = match[1]
    state.pos = match.end()
    return True


def _mistaken(mark: str) -> bool:
    """Return whether a word in brackets looks like a misspelt mark."""
    word, *_ = mark.split(":")
    return mark.startswith(("@", "figure")) or bool(did_you_mean(word, [*SIGNS, "figure"]))
