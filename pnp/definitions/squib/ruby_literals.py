"""The values of literals in a script: numbers, texts, symbols and patterns."""

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Protocol

from pnp.definitions.squib.ruby import UntakenError, text_of
from pnp.definitions.squib.ruby_scope import RubyScope
from pnp.definitions.squib.ruby_syntax import source_of
from pnp.definitions.squib.ruby_texts import pattern_of

if TYPE_CHECKING:
    from pnp.definitions.squib.ruby_syntax import Node

_QUOTED = re.compile(r"\\([\\'])")  # in a text in single quotation marks
_ESCAPES = {"n": "\n", "t": "\t", "s": " ", "r": "\r", "0": "\0", "e": "\x1b"}


class _Texts(Protocol):
    """What evaluates the expressions in a text; ``documents`` are the bodies of here-documents."""

    @property
    def documents(self) -> Mapping[int, "Node"]:
        """The bodies of here-documents, by the ids of their beginnings."""

    def value(self, node: "Node", scope: RubyScope) -> Any:
        """Return the value of an expression."""

    def last(self, nodes: Sequence["Node"], scope: RubyScope) -> Any:
        """Return the value of the last of some statements."""


def integer_value(_: _Texts, node: "Node", __: RubyScope) -> Any:
    """Return a whole number."""
    text = source_of(node).replace("_", "").lower()
    with suppress(ValueError):
        is_octal = text.startswith("0") and text.isdigit() and len(text) > 1
        return int(text, 8) if is_octal else int(text, 0)
    raise UntakenError(text)


def float_value(_: _Texts, node: "Node", __: RubyScope) -> Any:
    """Return a decimal."""
    return float(source_of(node).replace("_", ""))


def text_value(machine: _Texts, node: "Node", scope: RubyScope) -> str:
    """Return a text with what is written in between."""
    made = list[str]()
    for part in node.named_children:
        match part.type:
            case "interpolation":
                made.append(text_of(machine.last(part.named_children, scope)))
            case "escape_sequence":
                made.append(_escaped(source_of(part), _is_raw(node)))
            case "string" | "heredoc_beginning":
                made.append(machine.value(part, scope))
            case "heredoc_end":
                pass
            case _ if _is_raw(node):
                made.append(_QUOTED.sub(r"\1", source_of(part)))
            case _:
                made.append(source_of(part))
    return "".join(made)


def heredoc_value(machine: _Texts, node: "Node", scope: RubyScope) -> str:
    """Return a text that stands below its line."""
    start = source_of(node)
    body = machine.documents.get(node.id)
    if body is None:
        raise UntakenError(start)
    marks: list[tuple[bool, str]] = []  # whether it is written there, and the text
    for part in body.named_children:
        match part.type:
            case "interpolation":
                marks.append((False, text_of(machine.last(part.named_children, scope))))
            case "escape_sequence":
                marks.append((False, _escaped(source_of(part), "'" in start)))
            case "heredoc_content":
                marks.append((True, source_of(part)))
    if marks and marks[0][0]:
        marks[0] = (True, marks[0][1].removeprefix("\n"))
    if start.startswith("<<~"):
        marks = _dedented(marks)
    return "".join(text for _, text in marks)


def symbol_value(_: _Texts, node: "Node", __: RubyScope) -> str:
    """Return a symbol, as a text."""
    return source_of(node).removeprefix(":").removesuffix(":")


def pattern_value(machine: _Texts, node: "Node", scope: RubyScope) -> Any:
    """Return a regular expression."""
    parts = [
        text_of(machine.last(part.named_children, scope))
        if part.type == "interpolation"
        else source_of(part)
        for part in node.named_children
    ]
    flags = source_of(node).rpartition("/")[2] if source_of(node).startswith("/") else ""
    return pattern_of("".join(parts), flags)


def _is_raw(node: "Node") -> bool:
    start = source_of(node)[:2]
    return start[:1] == "'" or start in ("%q", ":'")


def _escaped(text: str, is_raw: bool) -> str:
    sign = text[1:]
    if is_raw:
        return sign if sign in ("'", "\\") else text
    if sign[:1] in ("u", "x"):
        codes = sign[1:].strip("{}").split()
        with suppress(ValueError, OverflowError):
            return "".join(chr(int(code, 16)) for code in codes)
    return "" if sign == "\n" else _ESCAPES.get(sign, sign)


def _dedented(marks: list[tuple[bool, str]]) -> list[tuple[bool, str]]:
    """Take the blanks that all lines of a text begin with away from what is written there."""
    joined = "".join(text if is_written else "\0" for is_written, text in marks)
    blanks = [
        len(line) - len(line.lstrip(" \t")) for line in joined.split("\n") if line.strip(" \t")
    ]
    least, made, starts = min(blanks, default=0), list[tuple[bool, str]](), True
    for is_written, text in marks:
        if is_written:
            lines = text.split("\n")
            cut = [line[least:] if n or starts else line for n, line in enumerate(lines)]
            text = "\n".join(cut)
        starts = False
        made.append((is_written, text))
    return made
