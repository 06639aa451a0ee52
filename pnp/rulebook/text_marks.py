"""Parses marks in a text, such as [figure:start] and :sword:, as Markdown tokens."""

import re

from markdown_it import MarkdownIt
from markdown_it.common.normalize_url import normalizeLink, normalizeLinkText
from markdown_it.rules_inline import StateInline

from pnp.base.units import did_you_mean
from pnp.rulebook.signs import SIGNS

MARKS = f"write [@source], [figure:id], {', '.join(f'[{one}]' for one in SIGNS)}, or \\[ to print ["
MARK = re.compile(
    rf"\[(?:@(?P<source>[a-z0-9-]+)|figure:(?P<figure>[a-z0-9-]+)|(?P<sign>{'|'.join(SIGNS)}))\]"
)
_UNREAD = re.compile(r"\[((?:@|figure\b)[^\]\s]*|[a-z]+)\]")  # what may be a mark with a mistake
_ICON = re.compile(r":([a-z0-9]+(?:-[a-z0-9]+)*):")

# mdurl shows its tables of escapes to other threads while it fills them at the first link;
# here it fills them while one thread alone imports this module.
normalizeLink("")
normalizeLinkText("")


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
    return mark.startswith(("@", "figure")) or bool(did_you_mean(mark, [*SIGNS, "figure"]))
