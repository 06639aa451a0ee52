"""Workers: one job each, replaced when late or killed, in order of what people wait for."""

import asyncio
import os
import signal
from functools import partial

import pytest
from helpers.sample_archive import write_game

from pnp.web.frame import Request
from pnp.web.server.pool import BusyError, Pool
from pnp.web.server.worker import ServedGames, Terms

TERMS = Terms.of("serve", 1)
GAMES = Request("/games.json")


async def wanted() -> bool:
    return True


async def unwanted() -> bool:
    return False


@pytest.fixture
def with_pool(tmp_path):
    """Return a function that uses a pool of workers for one small game."""
    write_game(tmp_path, "pond")
    return partial(use_pool, ServedGames(str(tmp_path), built_in=False))


def use_pool(shown, use, **terms):
    async def run():
        pool = Pool(shown, TERMS._replace(**terms))
        await pool.start()
        try:
            return await use(pool)
        finally:
            await pool.end()

    return asyncio.run(run())


def test_a_worker_answers_late_is_replaced_and_may_be_killed(with_pool):
    async def use(pool):
        first = await pool.reply(GAMES, wanted)
        pids = [pool.processes()]
        pool.terms = pool.terms._replace(file_seconds=0)
        late = await pool.reply(Request("/games/pond/make/kit.pdf"), wanted)
        second = await pool.reply(GAMES, wanted)
        pids.append(pool.processes())
        os.kill(pids[1][0], signal.SIGKILL)
        third = await pool.reply(GAMES, wanted)
        pids.append(pool.processes())
        return first, late, second, third, pids

    first, late, second, third, pids = with_pool(use)
    assert late.made.status == 503
    assert first == second == third
    assert len({one for found in pids for one in found}) == 3


def test_too_many_requests_are_refused_and_nobody_works_for_who_has_gone(with_pool):
    async def use(pool):
        waiting = [asyncio.create_task(pool.reply(GAMES, unwanted)) for _ in range(2)]
        await asyncio.sleep(0)
        try:
            await pool.reply(GAMES, wanted)
        except BusyError:
            return [one.made.status for one in await asyncio.gather(*waiting)]
        return None

    assert with_pool(use, waiting=2) == [503, 503]


def test_what_people_read_comes_before_pictures_and_files(with_pool):
    async def use(pool):
        order = []

        async def ask(path):
            await pool.reply(Request(path), wanted)
            order.append(path)

        names = ["laser/beds/", "laser/bed/1.svg", "x.pdf", "make/", "x.svg", "laser/beds/"]
        await asyncio.gather(*(ask(f"/games/turno/{name}") for name in (*names, "")))
        return [path.removeprefix("/games/turno/") for path in order]

    quick = ["make/", "", "x.svg"]
    assert with_pool(use) == [*quick, "laser/beds/", "laser/bed/1.svg", "x.pdf", "laser/beds/"]


@pytest.mark.parametrize(("workers", "slow"), [(1, [True]), (3, [True, True, False])])
def test_one_of_several_workers_is_always_there_for_pages(monkeypatch, workers, slow):
    async def run():
        taken = []

        async def work(pool, *, slow):
            taken.append(slow)

        monkeypatch.setattr(Pool, "_work", work)
        pool = Pool(ServedGames(), TERMS._replace(workers=workers, waiting=1))
        await pool.start()
        asked = [
            asyncio.create_task(pool.reply(Request(path), wanted))
            for path in ("/games/turno/make/kit.pdf", "/games/turno/laser/beds/", "/games.json")
        ]
        await asyncio.sleep(0)
        page = await pool._queue.next(slow=False)
        file = await pool._queue.next(slow=True)
        for job in (page, file):
            job.begun.cancel()
        ended = await asyncio.gather(*asked, return_exceptions=True)
        return taken, page.request.path, file.request.path, [type(one) for one in ended]

    taken, page, file, ended = asyncio.run(run())
    assert taken == slow
    assert (page, file) == ("/games.json", "/games/turno/make/kit.pdf")
    assert ended[1] == BusyError  # the first file had the one place for those


def test_a_worker_that_has_taken_half_of_its_memory_is_replaced():
    async def use(pool):
        page = Request("/games/turno/make/")
        first = await pool.reply(page, wanted)
        pids = pool.processes()
        again = await pool.reply(page, wanted)
        return first, again, {*pids, *pool.processes()}

    first, again, pids = use_pool(ServedGames(), use, memory_mb=80)
    assert first.made.status == 200
    assert first == again
    assert len(pids) > 1
