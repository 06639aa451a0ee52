"""The stream of events that tells a page of a desk that the folder has changed."""

import asyncio
import json
from types import SimpleNamespace

import pytest

from pnp.web.frame import JSON, Made
from pnp.web.server.app import Guard
from pnp.web.server.run import ENOUGH, MOST_STREAMS, DeskFeed
from pnp.web.server.worker import Reply


class FakePool:
    """Answers with the state of a desk: how often it was asked since the folder changed."""

    def __init__(self, folder):
        self.folder = folder

    async def reply(self, request, is_wanted=None):
        assert request.path == "/own/state.json"
        said = {"state": (self.folder / "game.toml").read_text(), "stale": []}
        return Reply.of(Made(json.dumps(said).encode(), JSON))


def request(host="localhost", since=""):
    headers = {"host": host}
    scope = {"path": "/own/events", "query_string": b""}
    return SimpleNamespace(
        headers=headers, scope=scope, method="GET", query_params={"since": since} if since else {}
    )


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "game.toml").write_text("one")
    return tmp_path


def feed_of(folder):
    feed = DeskFeed(folder, FakePool(folder), Guard("desk"))
    return feed, feed.routes[0].endpoint


async def said(answer):
    return await asyncio.wait_for(anext(answer.body_iterator), 20)


def run(test):
    asyncio.run(test)


def test_a_stream_tells_the_state_and_then_each_change(folder):
    async def test():
        feed, events = feed_of(folder)
        answer = await events(request())
        assert answer.media_type == "text/event-stream"
        assert await said(answer) == "id: one\ndata: one\n\n"
        (folder / "game.toml").write_text("two")
        assert await said(answer) == "id: two\ndata: two\n\n"
        feed.close()

    run(test())


def test_a_page_that_knows_the_state_is_not_told_it_again(folder):
    async def test():
        feed, events = feed_of(folder)
        answer = await events(request(since="one"))
        assert (await said(answer)).startswith(":")
        feed.close()
        assert await said(answer) == ENOUGH

    run(test())


def test_the_oldest_stream_ends_where_more_would_use_up_a_browsers_connections(folder):
    async def test():
        feed, events = feed_of(folder)
        answers = [await events(request()) for _ in range(MOST_STREAMS + 1)]
        for answer in answers:
            await said(answer)
        assert await said(answers[0]) == ENOUGH
        with pytest.raises(StopAsyncIteration):
            await anext(answers[0].body_iterator)
        feed.close()

    run(test())


def test_another_site_is_told_nothing(folder):
    async def test():
        feed, events = feed_of(folder)
        assert (await events(request(host="rebound.example"))).status_code == 400
        for mode in ("cors", "navigate"):
            foreign = request()
            foreign.headers |= {"sec-fetch-site": "cross-site", "sec-fetch-mode": mode}
            foreign.headers["sec-fetch-dest"] = "document"
            assert (await events(foreign)).status_code == 403
        assert feed._streams == []

    run(test())


def test_a_folder_that_is_moved_away_and_comes_back_is_told(folder):
    class Gone(FakePool):
        async def reply(self, request, is_wanted=None):
            if not self.folder.exists():
                return Reply.of(Made(json.dumps({"state": "gone"}).encode(), JSON))
            return await super().reply(request)

    async def test():
        feed = DeskFeed(folder, Gone(folder), Guard("desk"))
        answer = await feed.routes[0].endpoint(request(since="one"))
        assert (await said(answer)).startswith(":")
        folder.rename(folder.with_name("elsewhere"))
        assert await said(answer) == "id: gone\ndata: gone\n\n"
        folder.with_name("elsewhere").rename(folder)
        assert await said(answer) == "id: one\ndata: one\n\n"
        feed.close()

    run(test())
