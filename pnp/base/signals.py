"""Stop on Ctrl-C and on signals of the system.

A signal handler raises wherever the program is, and some libraries catch everything: work would
go on as if no signal had come, or fail with an error of theirs. So the signal is also recorded,
and checked before the next file is written and where the program ends.
"""

import signal
from types import FrameType

_asked: list[int] = []  # signals
_once = False


def listen() -> None:
    """Let signals end the program as cleanly as Ctrl-C does; ignored signals stay ignored."""
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, _stop)


def listen_once() -> None:
    """Let only the first signal stop this process, a worker.

    A terminal sends Ctrl-C to a worker, and so does who started it; tidying up must not be stopped
    by the second. Who started it ends it if it does not stop.
    """
    global _once
    _once = True


def stop_if_asked() -> None:
    """Stop if a signal has come, even if something caught what its handler raised.

    Raises:
        SystemExit: If one has.
    """
    if _asked:
        raise SystemExit(128 + _asked.pop()) from None


def _stop(number: int, frame: FrameType | None) -> None:
    if _once and _asked:
        return
    _asked.append(number)
    raise KeyboardInterrupt if number == signal.SIGINT else SystemExit(128 + number)
