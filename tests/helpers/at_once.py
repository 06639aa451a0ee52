"""Work of several processes, done at once in this one: where the processes are not the point."""

from concurrent.futures import Executor, Future

import pytest


class AtOnce(Executor):
    """An executor that does a job when it is given."""

    def submit(self, work, /, *arguments):
        future: Future = Future()
        try:
            future.set_result(work(*arguments))
        except Exception as error:
            future.set_exception(error)
        return future


def use_no_processes(patch: pytest.MonkeyPatch) -> None:
    """Have pools and guarded calls work in this process, which keeps what it has imported."""
    patch.setattr("pnp.make.parallel.processes", lambda workers: AtOnce)
    patch.setattr("pnp.base.worker.is_trusted", lambda reads: True)
