"""Rows of a table in YAML: a list of mappings, read event by event, so that nothing grows."""

from collections.abc import Iterator
from typing import Any

from pnp.base.errors import WorkbookError
from pnp.base.imports import optional
from pnp.base.messages import Location, within
from pnp.base.text import NESTED, TableCell, list_cell
from pnp.base.units import quoted

_EXAMPLE = 'write a list of mappings: "- title: Flood", and below it "  copies: 2"'
_CORE = "tag:yaml.org,2002:"
_TYPES = ("str", "int", "float", "bool", "null", "seq", "map")
_TAGS = (None, "!", *(_CORE + name for name in _TYPES))
_EMPTY = ("", "~", "null", "Null", "NULL")


def read_yaml_rows(text: str) -> Iterator[tuple[int, dict[str, str]]]:
    """Yield the cells of each row, with the line on which it begins.

    Words stay as they are written, ``007`` and ``no`` as well; ``null`` is empty. An alias stands
    for the text of a cell alone.

    Raises:
        WorkbookError: If it is no list of mappings of texts.
    """
    with optional("yaml", "tables with the ending .yaml are YAML"):
        import yaml
    events = yaml.parse(text, getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    try:
        yield from _Reader(yaml, events).rows()
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        fault = (
            f"is not YAML: {getattr(error, 'problem', None) or 'it has a character not allowed'}"
        )
        raise WorkbookError(*within(Location(line=mark.line + 1 if mark else 0), [fault])) from None


class _Reader:
    """Reads events of a document, and remembers the texts that have an anchor."""

    def __init__(self, yaml: Any, events: Iterator[Any]) -> None:
        self._yaml = yaml
        self._events = events
        self._anchors: dict[str, str] = {}

    def rows(self) -> Iterator[tuple[int, dict[str, str]]]:
        """Yield the rows."""
        yaml = self._yaml
        next(self._events)  # the stream
        if isinstance(next(self._events), yaml.StreamEndEvent):
            return
        self._open(next(self._events), yaml.SequenceStartEvent, f"is not a list; {_EXAMPLE}")
        while not isinstance(event := next(self._events), yaml.SequenceEndEvent):
            self._open(event, yaml.MappingStartEvent, f"is not a mapping; {_EXAMPLE}")
            yield event.start_mark.line + 1, self._cells()
        next(self._events)  # the end of the document
        if isinstance(event := next(self._events), yaml.DocumentStartEvent):
            raise self._fault(event, "begins another list; write one for each file")

    def _cells(self) -> dict[str, str]:
        found: dict[str, str] = {}
        while not isinstance(event := next(self._events), self._yaml.MappingEndEvent):
            key = self._text(event, "a key")
            if key == "<<":
                raise self._fault(event, "<< is not read; write the keys of the other mapping here")
            if key in found:
                raise self._fault(event, f"{quoted(key)} occurs twice in a mapping; write it once")
            found[key] = self._cell(next(self._events), quoted(key))
        return found

    def _cell(self, event: Any, what: str) -> str:
        """Return a text, the texts of a list as one, or the fault in what is more than that."""
        if not isinstance(event, self._yaml.CollectionStartEvent):
            return self._text(event, what)
        texts: list[str] = []
        is_list, depth = isinstance(event, self._yaml.SequenceStartEvent), 1
        while depth:
            event = next(self._events)
            if isinstance(event, self._yaml.CollectionStartEvent):
                is_list, depth = False, depth + 1
            elif isinstance(event, self._yaml.CollectionEndEvent):
                depth -= 1
            elif is_list:
                texts.append(self._text(event, what))
        return list_cell(texts) if is_list else TableCell("…", fault=NESTED)

    def _text(self, event: Any, what: str) -> str:
        if isinstance(event, self._yaml.AliasEvent):
            if event.anchor not in self._anchors:
                known = "of a list or a mapping, or of nothing before"
                raise self._fault(event, f"{what}: *{event.anchor} is the name {known}")
            return self._anchors[event.anchor]
        wanted = f"{what}: is a list or a mapping; write a text"
        self._open(event, self._yaml.ScalarEvent, wanted)
        text: str = event.value
        if not event.style and event.tag is None:  # plain
            text = "" if text in _EMPTY else text
            text = text.lower() if text.lower() in ("true", "false") else text
        if event.anchor:
            self._anchors[event.anchor] = text
        return text

    def _open(self, event: Any, kind: Any, fault: str) -> None:
        """Raise WorkbookError if an event is of another kind, or its tag is foreign."""
        if not isinstance(event, kind):
            raise self._fault(event, fault)
        if event.tag not in _TAGS:
            raise self._fault(event, f"has the tag {quoted(event.tag)}; leave it out")

    def _fault(self, event: Any, fault: str) -> WorkbookError:
        return WorkbookError(*within(Location(line=event.start_mark.line + 1), [fault]))
