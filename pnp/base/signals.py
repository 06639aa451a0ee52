"""Stop on Ctrl-C and on signals of the system.

A signal handler raises wherever the program is, and some libraries catch everything: work would
go on as if no signal had come, or fail with a different error. So the signal is also recorded,
and checked before each file is written and where the program ends.
"""

import signal
from types import FrameType

_received: list[int] = []  # signals
_once = False


def listen() -> None:
    """Let signals end the program as cleanly as Ctrl-C does; ignored signals stay ignored."""
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, _stop)


def listen_once() -> None:
    """Let only the first signal stop this process, a worker.

    Both the terminal and the parent send a Ctrl-C to a worker; the second must not interrupt its
    tidying up. The parent kills it if it does not stop.
    """
    global _once
    _once = True


def stop_if_asked() -> None:
    """Stop if a signal has come, even if something caught what its handler raised.

    Raises:
        SystemExit: If one has.
    """
    if _received:
        raise SystemExit(128 + _received.pop()) from None


def _stop(number: int, frame: FrameType | None) -> None:
    if _once and _received:
        return
    _received.append(number)
    raise KeyboardInterrupt if number == signal.SIGINT else SystemExit(128 + number)
