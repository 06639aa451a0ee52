"""The log of verifications, as PREMIS 3 (https://www.loc.gov/standards/premis).

Each item is an event, flushed to disk before the next item starts; the end of the document is
rewritten after it. So the log is valid at any time. A run adds its events to those of the file, and
leaves out one that was half written when the machine stopped.

The log records what happened and when: nothing is made from it, and no two logs are alike. Terms
are those of the Library of Congress (https://id.loc.gov/vocabulary/preservation.html).
"""

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from io import BufferedRandom
from pathlib import Path
from typing import NamedTuple
from xml.sax.saxutils import escape, quoteattr, unescape

from pnp.base.errors import OutputError, UsageError, reason
from pnp.base.files import sync
from pnp.base.locks import locked
from pnp.base.text import seen

_NAMESPACE = "http://www.loc.gov/premis/v3"
_TERMS = "http://id.loc.gov/vocabulary/preservation"
_END, _EVENT_END = b"</premis>\n", b"</event>\n"
_AGENTS = re.compile(rb"<linkingAgentIdentifierValue>(.*?)</")
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
    """A log to which a run adds events."""

    def __init__(self, stream: BufferedRandom, file: Path, agent: str, known: bytes) -> None:
        self._stream, self._file, self._at = stream, file, len(known)
        self._number = known.count(_EVENT_END)
        self._agent = agent
        agents = (*(unescape(one.decode()) for one in _AGENTS.findall(known)), agent)
        self._tail = b"".join(map(_agent, dict.fromkeys(agents))) + _END
        self._write(b"")

    def add(self, item: LoggedItem) -> None:
        """Add the findings about an item, and wait until they are on disk.

        Raises:
            OutputError: If it cannot be written.
        """
        objects = [("path", item.path)]
        if item.identifier:
            objects.append(("local", item.identifier))
        self._number += 1
        # The date is not part of anything that is made: a log records when something happened.
        now = datetime.now(UTC).isoformat(timespec="milliseconds")  # noqa: TID251
        event = "".join(
            (
                "<event>",
                _identifier("eventIdentifier", "local", str(self._number)),
                _term("eventType", *item.kind),
                f"<eventDateTime>{now}</eventDateTime>",
                "<eventDetailInformation>",
                _text("eventDetail", item.detail),
                "</eventDetailInformation>",
                _outcome(item.ok, item.faults),
                _identifier("linkingAgentIdentifier", "local", self._agent),
                *(_identifier("linkingObjectIdentifier", *one) for one in objects),
                "</event>\n",
            )
        ).encode()
        self._write(event)

    def _write(self, event: bytes) -> None:
        try:
            self._stream.seek(self._at)
            self._stream.truncate()
            self._stream.write(event + self._tail)
            self._stream.flush()
            os.fsync(self._stream.fileno())
        except OSError as error:
            raise _unwritable(self._file, error) from None
        self._at += len(event)


@contextmanager
def open_log(file: Path, paths: Sequence[str], agent: str) -> Iterator[VerificationLog]:
    """Yield the log of verifications of some paths; ``agent`` is the program with its version.

    Raises:
        UsageError: If the file is something else, or the log of other paths.
        OutputError: If it cannot be written.
    """
    try:
        with locked(file):
            file.touch()
            with file.open("r+b") as stream:
                there, header = stream.read(), _header(paths)
                if header.startswith(there):  # nothing, or stopped within it
                    stream.seek(0)
                    stream.write(header)
                    there = header
                if not there.startswith(header):
                    raise UsageError(
                        f"--log: {file} is not a log of these folders; name another file"
                    )
                end = there.rfind(_EVENT_END) + len(_EVENT_END)
                log = VerificationLog(stream, file, agent, there[: max(end, len(header))])
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
