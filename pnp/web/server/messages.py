"""Messages between the server and its workers: a line of JSON with sizes, then bytes.

A worker reads games from strangers, so its messages are never unpickled.
"""

import gzip
import json
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any, NamedTuple

from pnp.web.visit import Made, Request

COMPRESSED = ("text/", "application/json", "application/xml", "image/svg")
LEAST = 1000  # bytes that are worth compressing
_LEVEL = 6
_SAME = "x-pnp/same"  # the type of an answer that says which other one it is


class Reply(NamedTuple):
    """An answer as it is sent; ``gzipped`` is empty if compression would not make it smaller."""

    made: Made
    sha256: str
    gzipped: bytes = b""

    @property
    def size(self) -> int:
        """The memory that it takes, in bytes."""
        return len(self.made.content) + len(self.gzipped) + 500

    @property
    def query(self) -> dict[str, list[str]] | None:
        """The canonical parameters, if the reply only points to these; else None."""
        if self.made.media_type != _SAME:
            return None
        query: dict[str, list[str]] = json.loads(self.made.content)
        return query

    @classmethod
    def of(cls, made: Made, *, compresses: bool = True) -> "Reply":
        """Return an answer with its checksum, compressed if that is allowed and helps."""
        content, small = made.content, b""
        if compresses and len(content) >= LEAST and made.media_type.startswith(COMPRESSED):
            small = gzip.compress(content, _LEVEL, mtime=0)
        return cls(made, sha256(content).hexdigest(), small if len(small) < len(content) else b"")


def same_as(query: Mapping[str, list[str]]) -> Made:
    """Return an answer which says that other parameters get the same answer."""
    return Made(json.dumps(query).encode(), _SAME)


def request_line(request: Request) -> bytes:
    """Return a request as a line for a worker."""
    return _line(request._asdict())


def read_request_line(line: bytes) -> Request:
    """Return the request in a line."""
    return Request(**json.loads(line))


def reply_parts(reply: Reply) -> list[bytes]:
    """Return an answer as parts for the server."""
    made, parts = reply.made, (reply.made.content, reply.gzipped)
    head = {**made._asdict(), "content": "", "sha256": reply.sha256, "sizes": [*map(len, parts)]}
    return [_line(head), *parts]


def part_sizes(line: bytes) -> Sequence[int]:
    """Return the sizes in bytes of the parts that follow a line."""
    sizes: list[int] = json.loads(line)["sizes"]
    return sizes


def read_reply(line: bytes, parts: Sequence[bytes]) -> Reply:
    """Return the answer from a line and the parts after it."""
    head: dict[str, Any] = json.loads(line)
    content, gzipped = parts
    made = Made(content, head["media_type"], head["status"], head["download"])
    return Reply(made, head["sha256"], gzipped)


def _line(data: dict[str, Any]) -> bytes:
    return json.dumps(data, separators=(",", ":")).encode() + b"\n"
