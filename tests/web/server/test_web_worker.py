"""What a worker does between requests, and what it makes of errors."""

import os
from threading import Timer

import pytest
from helpers.sample_archive import write_game

from pnp.web.frame import Request
from pnp.web.library import Library
from pnp.web.server import worker


@pytest.fixture
def pipe():
    reading, writing = os.pipe()
    with open(reading, "rb") as requests, open(writing, "wb", buffering=0) as asking:
        yield requests, asking


def test_a_worker_that_nobody_asks_prepares_itself(pipe):
    requests, asking = pipe

    def steps():
        yield "one"
        asking.write(b"asked\n")
        yield "two"
        raise AssertionError("somebody waits")

    assert worker._next(requests, steps()) == b"asked\n"


@pytest.mark.skipif(os.name != "posix", reason="only there is it known whether somebody waits")
def test_a_worker_prepares_itself_only_after_a_pause(pipe, monkeypatch):
    requests, asking = pipe
    steps = iter(["one"])
    monkeypatch.setattr(worker, "_PAUSE", 60)
    asked = Timer(0.05, asking.write, [b"asked\n"])
    asked.start()
    assert worker._next(requests, steps) == b"asked\n"
    assert next(steps) == "one"
    asked.join()


def test_a_worker_that_is_prepared_waits(pipe):
    requests, asking = pipe
    asking.write(b"asked\n")
    assert worker._next(requests, iter(())) == b"asked\n"
    asking.close()
    assert worker._next(requests, iter(())) == b""


@pytest.mark.parametrize(
    ("error", "status", "is_spoiled"),
    [(MemoryError(), 503, True), (ValueError("/secret"), 500, False), (KeyError(), 500, False)],
)
def test_an_error_is_a_page_and_lack_of_memory_spoils_the_worker(
    error, status, is_spoiled, monkeypatch, capsys
):
    def fail(library, request):
        raise error

    monkeypatch.setattr(worker, "answer", fail)
    made, spoiled = worker.attempt(Library.built_in(), Request("/"))
    assert (made.status, spoiled) == (status, is_spoiled)
    assert b"secret" not in made.content
    assert ("Traceback" in capsys.readouterr().err) is not is_spoiled


def test_a_worker_warms_up_with_no_game_of_the_user(tmp_path, monkeypatch):
    write_game(tmp_path, "pond")
    asked = []
    monkeypatch.setattr(worker, "answer", lambda library, request: asked.append(request.path))
    monkeypatch.setattr(worker.gc, "freeze", lambda: None)
    library = Library.of_folder(tmp_path, built_in=True)
    worker.warm(library)
    assert [*worker.warm_further(library)] == asked
    assert "/games/turno/" in asked
    assert "/games/pond/" not in asked
