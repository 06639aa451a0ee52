"""What could not be taken over from a project, line by line."""

from typing import NamedTuple


class ProjectNote(NamedTuple):
    """Something in a line of a file, and what to do about it."""

    file: str
    line: int
    what: str
    advice: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.what}; {self.advice}"


class UntakenError(Exception):
    """Raised with (what, advice) by the reader of one statement or value."""

    def __init__(self, what: str, advice: str) -> None:
        super().__init__(what)
        self.what = what
        self.advice = advice
