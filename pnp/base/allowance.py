"""What a worker may use, and the error that it exceeded that."""

from typing import NamedTuple

from pnp.base.errors import PnpError
from pnp.base.limits import VARIABLE, Limits


class WorkerError(PnpError):
    """A limit that a worker exceeded, where it was then, and how to allow more.

    ``turn`` and ``began`` come from the worker's status: the number of its piece of work, and when
    that began.
    """

    turn = 1
    began = 0.0

    def __init__(self, fault: str, place: str = "", more: str = "") -> None:
        super().__init__(fault, place, more)
        self.fault = fault
        self.place = place
        self.more = more

    def __str__(self) -> str:
        hint = f" ({self.more})" if self.more else ""
        return f"{self.place or 'the work'}: {self.fault}{hint}"


class Allowance(NamedTuple):
    """What a worker may use.

    ``memory_mb`` comes on top of what it has at its start; ``seconds`` are processor time. By the
    clock it may take ``patience`` times as long. ``memory_limit`` names the limit in
    :class:`Limits` that sets the memory.
    """

    memory_mb: int
    seconds: int
    file_mb: int
    open_files: int
    memory_limit: str = "memory_mb"
    patience: float = 3

    @classmethod
    def of(cls, limits: Limits) -> "Allowance":
        """Return the allowance that the limits in force give."""
        return cls(limits.memory_mb, limits.seconds, limits.file_mb, limits.open_files)

    @classmethod
    def to_verify(cls, limits: Limits) -> "Allowance":
        """Return the allowance for verifying a package, a folder or a file."""
        return cls.of(limits)._replace(memory_mb=limits.verify_mb, memory_limit="verify_mb")

    @property
    def clock(self) -> float:
        """The most seconds by the clock."""
        return self.patience * self.seconds

    def exceeded(self, what: str, place: str) -> WorkerError:
        """Return the error of exceeding one of the limits."""
        fault, limit = {
            "memory": (f"needs more than {self.memory_mb:,} MB of memory", self.memory_limit),
            "seconds": (f"takes more than {self.seconds:,} seconds of computing", "seconds"),
            "clock": (f"has not ended after {self.clock:,g} seconds", "seconds"),
            "file": (f"makes a file of more than {self.file_mb:,} MB", "file_mb"),
            "open files": (f"opens more than {self.open_files:,} files", "open_files"),
            "depth": ("is nested too deeply", ""),
        }[what]
        return WorkerError(fault, place, f"{VARIABLE}={limit}=… allows more" if limit else "")
