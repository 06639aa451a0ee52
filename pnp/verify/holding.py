"""Verify a holding item by item, optionally in several workers."""

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from pnp.base.errors import UsageError
from pnp.base.extensions import at_place
from pnp.base.limits import WorkerError
from pnp.base.workplace import each
from pnp.make.made_files import NAME
from pnp.verify.findings import Against, FileReport, Finding, FolderReport, unchecked, wrong
from pnp.verify.items import FILE, TESTS, UNREADABLE, HoldingItem, find_items

if TYPE_CHECKING:
    from concurrent.futures import Future

    from pnp.verify.keys import PublicKey

AHEAD = 4  # items that wait for each worker, or for their turn in the report

CallRunner = Callable[[Callable[[], FolderReport], Path], FolderReport]
"""Calls a function that verifies what is at a path, perhaps in a worker."""


def at_once(call: Callable[[], FolderReport], path: Path) -> FolderReport:
    """Verify in this process."""
    return call()


def verify_paths(
    paths: Sequence[Path],
    game: str = "",
    signers: Sequence["PublicKey"] = (),
    run: CallRunner = at_once,
) -> Iterator[FolderReport]:
    """Verify everything at some paths; see :func:`verify_items`.

    Raises:
        UsageError: If a path does not exist.
        DefinitionError: If the game's definition cannot be read.
    """
    check_paths(paths)
    yield from verify_items(find_items(paths), game, signers, run)


def check_paths(paths: Iterable[Path]) -> None:
    """Check that each path exists.

    Raises:
        UsageError: If some do not, with a line for each.
    """
    if faults := [fault for path in paths if (fault := _absent(path))]:
        raise UsageError("\n".join(faults))


def _absent(path: Path) -> str:
    try:
        os.stat(path)
    except (FileNotFoundError, NotADirectoryError):
        return f"{path} does not exist; build something first, or correct the path"
    except OSError as error:  # its name is too long, or a folder above it may not be read
        return f"{path}: cannot be read: {error.strerror}"
    return ""


def verify_items(
    items: Sequence[HoldingItem],
    game: str = "",
    signers: Sequence["PublicKey"] = (),
    run: CallRunner = at_once,
    workers: int = 1,
) -> Iterator[FolderReport]:
    """Verify items, and yield their reports in the same order.

    ``game`` is the path of a user's own game. If there are ``signers``, one of them must have
    signed each package. Each item goes through ``run``, from several threads if there are several
    workers; an item whose worker was killed is reported as wrong.

    Raises:
        DefinitionError: If the game's definition cannot be read.
    """
    calls = [partial(_report, item, game, signers, run) for item in items]
    shown = each(items, lambda item: item.path.as_posix())
    if workers == 1:
        yield from (call() for call, _ in zip(calls, shown, strict=True))
        return
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(workers) as pool:
        running: deque[Future[FolderReport]] = deque()
        waiting = iter(calls)
        try:
            for _ in shown:
                ahead = workers * AHEAD + 1 - len(running)
                running += (pool.submit(call) for call in islice(waiting, ahead))
                yield running.popleft().result()
        finally:
            pool.shutdown(cancel_futures=True)


def _report(
    item: HoldingItem, game: str, signers: Sequence["PublicKey"], run: CallRunner
) -> FolderReport:
    try:
        return run(partial(verify_item, item, game, signers), item.path)
    except WorkerError as error:
        return _unverified(item, error)


def _unverified(item: HoldingItem, error: WorkerError) -> FolderReport:
    at = f" at {error.place}" if error.place else ""
    found = f"could not be verified: {error.fault}{at}"
    fault = wrong("reading", found, error.more or "what can be read")
    name = item.path.as_posix()
    if item.kind is FILE:
        return FolderReport("", "", (), (FileReport(name, "", (fault,)),))
    return FolderReport(name, "", (fault,), ())


def verify_item(
    item: HoldingItem, game: str = "", signers: Sequence["PublicKey"] = ()
) -> FolderReport:
    """Verify an item; ``game`` is the path of a user's own game.

    Raises:
        DefinitionError: If the game's definition cannot be read.
    """
    if not item.kind.check:
        return FolderReport(item.path.as_posix(), "", (_without_check(item),), ())
    report: FolderReport = at_place(item.kind.check)(item.path, Against(game, signers))
    return report


def _without_check(item: HoldingItem) -> Finding:
    if item.kind is TESTS:
        return unchecked("test sheets", "checked by hand: against the light, and with a ruler")
    if item.kind is UNREADABLE:
        return wrong("folder", item.why, "a folder that can be read")
    right = "a folder made by pnp build or pnp archive, or a folder of these"
    return wrong("manifest", f"no {NAME}, neither here nor in the folders inside", right)
