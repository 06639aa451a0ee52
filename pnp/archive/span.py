"""When something was, as far as it is known."""

from typing import NamedTuple

UNKNOWN = "unknown"


class Span(NamedTuple):
    """Between which two dates something was, both inclusive.

    Dates go as far as they are known, and years before Christ are counted as ISO 8601 counts
    them: -0499 is 500 BC. One of the two may be unknown.
    """

    earliest: str | None
    latest: str | None

    @property
    def exact(self) -> str | None:
        """The date, if it is one."""
        return self.earliest if self.earliest == self.latest else None

    @property
    def edtf(self) -> str:
        """One date of these: ``[..1924]``, ``[1970..1979]``, ``1924`` (ISO 8601-2, annex A)."""
        return self.exact or f"[{self.earliest or ''}..{self.latest or ''}]"

    @property
    def interval(self) -> str:
        """The same as an interval, for what knows no other: ``../1924`` (ISO 8601-2, 4.4)."""
        return self.exact or f"{self.earliest or '..'}/{self.latest or '..'}"


def span(earliest: str | None, latest: str | None) -> Span | None:
    """Return a span; None if nothing is known of it."""
    return Span(earliest, latest) if earliest or latest else None
