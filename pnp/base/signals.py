"""Stopping when somebody asks for it: Ctrl-C, or a signal of the system.

What a signal raises comes up wherever the program is, and some libraries catch everything where
they are: then the work would go on as if nobody had asked, or fail with a fault of theirs. So
what was asked is kept, and heeded before the next file is written and where the program ends.
"""

import signal
from types import FrameType

_asked: list[int] = []  # signals


def listen() -> None:
    """Let signals end the work as Ctrl-C does: tidily. Those that are ignored stay so."""
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, _stop)


def stop_if_asked() -> None:
    """Stop if somebody asked for it, whatever became of what that raised.

    Raises:
        SystemExit: Then.
    """
    if _asked:
        raise SystemExit(128 + _asked.pop()) from None


def _stop(number: int, frame: FrameType | None) -> None:
    _asked.append(number)
    raise KeyboardInterrupt if number == signal.SIGINT else SystemExit(128 + number)
