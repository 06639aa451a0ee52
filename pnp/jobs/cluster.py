"""The processes of a Dask cluster, behind the standard interface of executors."""

from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from typing import Any

from pnp.base.errors import OutputError
from pnp.base.extras import require

PATIENCE = "10s"  # for a scheduler to answer


@contextmanager
def cluster(address: str) -> Iterator[tuple[Callable[[], Executor], int]]:
    """Give what starts an executor on the scheduler there, and how many workers it has.

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
