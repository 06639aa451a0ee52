"""What the server and its workers send one another: a line of JSON with sizes, then bytes.

A worker reads games of strangers, so nothing that it sends is unpickled.
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
    """An answer as it is sent; ``gzipped`` is empty if that would not be smaller."""

    made: Made
    sha256: str
    gzipped: bytes = b""

    @property
    def size(self) -> int:
        """The bytes of memory that it takes."""
        return len(self.made.content) + len(self.gzipped) + 500

    @property
    def query(self) -> dict[str, list[str]] | None:
        """The parameters that get the answer, if this only says which these are."""
        if self.made.media_type != _SAME:
            return None
        query: dict[str, list[str]] = json.loads(self.made.content)
        return query

    @classmethod
    def of(cls, made: Made, *, compresses: bool = True) -> "Reply":
        """Return an answer with its checksum, compressed if it may be and that pays."""
        content, small = made.content, b""
        if compresses and len(content) >= LEAST and made.media_type.startswith(COMPRESSED):
            small = gzip.compress(content, _LEVEL, mtime=0)
        return cls(made, sha256(content).hexdigest(), small if len(small) < len(content) else b"")


def same_as(query: Mapping[str, list[str]]) -> Made:
    """Return what says that other parameters get the same answer."""
    return Made(json.dumps(query).encode(), _SAME)


def request_line(request: Request) -> bytes:
    """Return a request as a worker reads it."""
    return _line(request._asdict())


def read_asked(line: bytes) -> Request:
    """Return the request in a line."""
    return Request(**json.loads(line))


def reply_parts(reply: Reply) -> list[bytes]:
    """Return an answer as the server reads it."""
    made, parts = reply.made, (reply.made.content, reply.gzipped)
    head = {**made._asdict(), "content": "", "sha256": reply.sha256, "sizes": [*map(len, parts)]}
    return [_line(head), *parts]


def part_sizes(line: bytes) -> Sequence[int]:
    """Return how many bytes follow a line, part by part."""
    sizes: list[int] = json.loads(line)["sizes"]
    return sizes


def read_reply(line: bytes, parts: Sequence[bytes]) -> Reply:
    """Return the answer in a line and the parts that followed it."""
    head: dict[str, Any] = json.loads(line)
    content, gzipped = parts
    made = Made(content, head["media_type"], head["status"], head["download"])
    return Reply(made, head["sha256"], gzipped)


def _line(data: dict[str, Any]) -> bytes:
    return json.dumps(data, separators=(",", ":")).encode() + b"\n"
