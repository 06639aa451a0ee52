"""The log of a verification, as PREMIS 3 (https://www.loc.gov/standards/premis).

Each item is an event on one line, flushed to disk before the next item starts; the end of the
document is rewritten after it. So the log is valid at any time, and after a crash the lines after
the last whole event show what was being written. If a run did not end, the next one continues it.

The log records what happened and when: nothing is made from it, and no two logs are alike. Terms
are those of the Library of Congress (https://id.loc.gov/vocabulary/preservation.html).
"""

import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from io import BufferedRandom
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree
from xml.sax.saxutils import escape, quoteattr

from pnp.base.errors import OutputError, UsageError, reason
from pnp.base.files import sync
from pnp.base.locks import locked
from pnp.base.text import seen

_NAMESPACE = "http://www.loc.gov/premis/v3"
_TERMS = "http://id.loc.gov/vocabulary/preservation"
_END = b"</premis>\n"
_EVENT, _AGENT = (b"<event>", b"</event>\n"), (b"<agent>", b"</agent>\n")
_BEGUN, _ENDED = "verification begun: ", "verification ended: "
_OUTCOMES = {True: ("success", "suc"), False: ("fail", "fai")}
FIXITY, VALIDATION = ("fixity check", "fix"), ("validation", "val")  # types of events


class LoggedItem(NamedTuple):
    """The findings about an item: one line for each of its ``faults``; ``detail`` describes it."""

    path: str
    detail: str
    ok: bool
    faults: tuple[str, ...] = ()
    identifier: str = ""
    kind: tuple[str, str] = FIXITY


class VerificationLog:
    """A log to which a run adds; ``done`` are the items already in the run that it continues."""

    def __init__(self, stream: BufferedRandom, file: Path, known: "_Known", agent: str) -> None:
        self.done = known.items
        self.number = known.events
        self._stream, self._file, self._at = stream, file, known.end
        self._agent = agent
        self._tail = b"".join(dict.fromkeys((*known.agents, _agent(agent)))) + _END

    def add(self, item: LoggedItem) -> None:
        """Add the findings about an item, and wait until they are on disk.

        Raises:
            OutputError: If it cannot be written.
        """
        objects = [("path", item.path)]
        if item.identifier:
            objects.append(("local", item.identifier))
        self._write(item.kind, item.detail, _outcome(item.ok, item.faults), objects)

    def begin(self, detail: str, paths: Iterable[str]) -> None:
        """Begin a run."""
        self._write(VALIDATION, f"{_BEGUN}{detail}", "", [("path", path) for path in paths])

    def end(self, detail: str, ok: bool, paths: Iterable[str]) -> None:
        """End the run."""
        objects = [("path", path) for path in paths]
        self._write(VALIDATION, f"{_ENDED}{detail}", _outcome(ok, ()), objects)

    def _write(
        self, kind: tuple[str, str], detail: str, outcome: str, objects: list[tuple[str, str]]
    ) -> None:
        self.number += 1
        # The date is not part of anything that is made: a log records when something happened.
        now = datetime.now(UTC).isoformat(timespec="milliseconds")  # noqa: TID251
        event = "".join(
            (
                "<event>",
                _identifier("eventIdentifier", "local", str(self.number)),
                _term("eventType", *kind),
                f"<eventDateTime>{now}</eventDateTime>",
                f"<eventDetailInformation>{_text('eventDetail', detail)}</eventDetailInformation>",
                outcome,
                _identifier("linkingAgentIdentifier", "local", self._agent),
                *(_identifier("linkingObjectIdentifier", *one) for one in objects),
                "</event>\n",
            )
        ).encode()
        try:
            self._stream.seek(self._at)
            self._stream.write(event + self._tail)
            self._stream.flush()
            os.fsync(self._stream.fileno())
        except OSError as error:
            raise _unwritable(self._file, error) from None
        self._at += len(event)


@contextmanager
def open_log(
    file: Path, paths: Sequence[str], agent: str, detail: str
) -> Iterator[VerificationLog]:
    """Yield the log of a run over some paths, continuing one that was not ended.

    ``agent`` is the program with its version. ``detail`` describes what is compared; a run with a
    different one starts anew.

    Raises:
        UsageError: If the file is something else, or the log of other paths.
        OutputError: If it cannot be written.
    """
    header = _header(paths)
    try:
        with locked(file):
            file.touch()
            with file.open("r+b") as stream:
                known = _read(stream, header, file)
                stream.seek(known.end)
                stream.truncate()
                log = VerificationLog(stream, file, known, agent)
                if known.begun != detail:
                    log.done = {}
                    log.begin(detail, paths)
                    sync(file.parent)
                yield log
    except OSError as error:
        if error.filename is None or Path(error.filename).name not in (file.name, _lock(file)):
            raise
        raise _unwritable(file, error) from None


def _lock(file: Path) -> str:
    return f".{file.name}.lock"


def _unwritable(file: Path, error: OSError) -> OutputError:
    return OutputError(f"--log: {file} cannot be written: {reason(error)}")


class _Known(NamedTuple):
    """The state of a log: the end of its last event, and the items of an unfinished run."""

    end: int
    events: int = 0
    agents: tuple[bytes, ...] = ()
    begun: str | None = None
    items: dict[str, LoggedItem] = {}  # noqa: RUF012 - nothing changes this default


def _read(stream: BufferedRandom, header: bytes, file: Path) -> _Known:
    there = stream.read(len(header))
    if header.startswith(there) and there != header:  # nothing, or killed in the first line
        stream.seek(0)
        stream.write(header)
        return _Known(len(header))
    if there != header:
        raise UsageError(f"--log: {file} is not a log of these folders; name another file")
    end, events = len(header), 0
    begun: str | None = None
    agents: list[bytes] = []
    items: dict[str, LoggedItem] = {}
    for line in stream:
        if _is_whole(line, _AGENT):
            agents.append(line)
        elif _is_whole(line, _EVENT) and (item := _item(line)) is not None:
            end, events = end + len(line), events + 1
            if item.detail.startswith((_BEGUN, _ENDED)):
                is_begin = item.detail.startswith(_BEGUN)
                begun, items = (item.detail.removeprefix(_BEGUN) if is_begin else None), {}
            else:
                items[item.path] = item
        else:
            break
    return _Known(end, events, tuple(agents), begun, items)


def _is_whole(line: bytes, tags: tuple[bytes, bytes]) -> bool:
    return line.startswith(tags[0]) and line.endswith(tags[1])


def _item(line: bytes) -> LoggedItem | None:
    try:
        event = ElementTree.fromstring(line)
    except ElementTree.ParseError:
        return None
    path = event.findtext("linkingObjectIdentifier/linkingObjectIdentifierValue", "")
    outcome = event.findtext("eventOutcomeInformation/eventOutcome")
    faults = tuple(note.text or "" for note in event.iter("eventOutcomeDetailNote"))
    detail = event.findtext("eventDetailInformation/eventDetail", "")
    return LoggedItem(path, detail, outcome == _OUTCOMES[True][0], faults)


def _header(paths: Sequence[str]) -> bytes:
    objects = "".join(
        '<object xsi:type="intellectualEntity">'
        f"{_identifier('objectIdentifier', 'path', path)}</object>\n"
        for path in paths
    )
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<premis xmlns="{_NAMESPACE}" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" '
        f'version="3.0">\n{objects}'
    ).encode()


def _agent(name: str) -> bytes:
    kind = _term("agentType", "software", "sof")
    whole = f"{_identifier('agentIdentifier', 'local', name)}{_text('agentName', name)}{kind}"
    return f"<agent>{whole}</agent>\n".encode()


def _outcome(ok: bool, faults: Iterable[str]) -> str:
    notes = "".join(
        f"<eventOutcomeDetail>{_text('eventOutcomeDetailNote', fault)}</eventOutcomeDetail>"
        for fault in faults
    )
    outcome = _term("eventOutcome", *_OUTCOMES[ok])
    return f"<eventOutcomeInformation>{outcome}{notes}</eventOutcomeInformation>"


def _identifier(name: str, kind: str, value: str) -> str:
    return f"<{name}>{_text(f'{name}Type', kind)}{_text(f'{name}Value', value)}</{name}>"


def _term(name: str, word: str, code: str) -> str:
    where = f"{_TERMS}/{name}"
    return f"<{name} valueURI={quoteattr(f'{where}/{code}')}>{escape(word)}</{name}>"


def _text(name: str, text: str) -> str:
    return f"<{name}>{escape(seen(text))}</{name}>"
