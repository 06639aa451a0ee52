"""Workers of a Dask cluster as an executor."""

from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from typing import Any

from pnp.base.errors import OutputError
from pnp.base.extras import require

PATIENCE = "10s"  # for a scheduler to answer


@contextmanager
def cluster(address: str) -> Iterator[tuple[Callable[[], Executor], int]]:
    """Yield a factory for executors on a scheduler, and the number of its workers.

    Raises:
        MissingExtraError: If Dask is not installed.
        OutputError: If the scheduler does not answer, or has no workers.
    """
    require("cluster", "--scheduler")
    import distributed

    connect: Any = distributed.Client
    try:
        client = connect(address, timeout=PATIENCE)
    except (OSError, ValueError) as error:
        raise OutputError(f"--scheduler: {address} does not answer: {error}") from None
    try:
        threads = sum(client.nthreads().values())
        if not threads:
            raise OutputError(f"--scheduler: {address} has no workers; start some")
        yield lambda: client.get_executor(pure=False), threads
    finally:
        client.close()
