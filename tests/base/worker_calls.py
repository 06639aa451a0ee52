"""Functions that tests call in workers, which import them by name."""

import ctypes
import faulthandler
import os
import signal
import sys
import time
from contextlib import ExitStack, suppress
from pathlib import Path
from weakref import WeakSet

from pnp.base.errors import DefinitionError
from pnp.base.workplace import hide, now_on, removed_if_killed, unhurried, working_on

kept: list[bytearray] = []
knots: WeakSet["Knot"] = WeakSet()
kept_knots: list["Knot"] = []


def double(number: int) -> int:
    return 2 * number


def process() -> int:
    return os.getpid()


def take_memory(megabytes: int) -> int:
    with working_on("jars"), working_on("card 17"):
        return len(bytearray(megabytes * 1_000_000))


def take_memory_to_the_last_block() -> None:
    """Fail far down a long function, where CPython needs one more block to note the place."""
    lines = ["number = 0"] * 600
    lines += ["with working_on('numbers'):"]
    lines += ["    places = [None] * 4_000_000"]
    lines += ["    for number in range(1000, 4_000_000): places[number] = number"]
    exec("\n".join(lines), {"working_on": working_on})


def take_memory_and_call_it_something_else() -> None:
    try:
        take_memory(10_000)
    except MemoryError as error:
        raise ValueError("this picture is broken") from error


def compute() -> None:
    with working_on("rulebook.en.pdf"):
        while True:
            pass


def sleep(seconds: float = 3600) -> None:
    with working_on("data/x.pdf"):
        time.sleep(seconds)


def rest(times: int, seconds: float) -> int:
    for _ in range(times):
        with unhurried():
            time.sleep(seconds)
    return times


def nest() -> list[object]:
    nested: list[object] = []
    nested.append(nested)

    def down(depth: int) -> int:
        return down(depth + 1) + 1

    down(0)
    return nested


def write(file: Path, megabytes: int) -> None:
    with file.open("wb") as stream:
        for _ in range(megabytes):
            stream.write(bytes(1_000_000))


def write_within(file: Path, megabytes: int, most: int) -> None:
    import resource

    resource.setrlimit(resource.RLIMIT_FSIZE, (most * 1_000_000, resource.RLIM_INFINITY))
    write(file, megabytes)


def open_many(count: int) -> None:
    with ExitStack() as stack:
        for _ in range(count):
            stack.enter_context(open(os.devnull, encoding="ascii"))


def crash(number: int = signal.SIGSEGV) -> None:
    faulthandler.disable()  # pytest has it on
    with working_on("a.pdf"):
        if number == signal.SIGSEGV:
            ctypes.string_at(0)
        os.kill(os.getpid(), number)
        time.sleep(10)


def leave(status: int) -> None:
    os._exit(status)


def exit(status: int) -> None:
    sys.exit(status)


def print_between_steps() -> str:
    with working_on("jars"):
        pass
    hide()
    with working_on("lids"):
        return "printed"


def fault() -> None:
    raise DefinitionError("game.toml: name: is missing\ngame.toml: id: is missing")


def bug() -> None:
    raise ZeroDivisionError("a bug")


class UnpicklableError(Exception):
    def __init__(self, first: str, second: str) -> None:
        super().__init__(first)


def unpicklable_bug() -> None:
    raise UnpicklableError("one", "two")


def begin(folder: Path) -> None:
    """Begin what a kill leaves half done."""
    folder.mkdir()
    with removed_if_killed(folder):
        (folder / "half").write_text("half a file")
        time.sleep(3600)


def tell_and_wait(file: str) -> None:
    """Write the number of this process into a file, then compute for ever."""
    part = Path(f"{file}.part")
    part.write_text(str(os.getpid()))
    part.rename(file)
    compute()


def lack_memory_in_a_library() -> None:
    with working_on("jars, card 17"):
        raise RuntimeError("std::bad_alloc")


def lack_memory_within_a_game() -> None:
    with working_on("before"):
        now_on("larder")
        with suppress(ValueError), working_on("jars"):
            raise ValueError
    raise MemoryError


def keep_memory(megabytes: int) -> int:
    kept.append(bytearray(megabytes * 1_000_000))
    return os.getpid()


class Knot:
    def __init__(self) -> None:
        self.itself = self
        knots.add(self)


def tie_knot(keep: bool = False) -> None:
    kept_knots.extend([Knot()] if keep else [])
    Knot()


def release_knots() -> None:
    kept_knots.clear()


def count_knots() -> int:
    return len(knots)


def print_errors() -> str:
    os.write(2, b"JPEGLib: Unsupported marker type\n")
    print("said \u00e9", file=sys.stderr)
    return sys.stderr.encoding
