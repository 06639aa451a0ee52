"""A server that strangers attack says no, tells nothing of its machine, and goes on to answer."""

import os
import re
import signal
import socket
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

import pytest
from web.hostile_requests import Attack, attacks, get, machine_words, send
from web.served import serve

AT_ONCE = 8
KIT = "/games/turno/make/kit.pdf?for=loop"


@pytest.fixture(scope="module")
def public(tmp_path_factory):
    """Serve the games that come with pnp to strangers."""
    with serve(tmp_path_factory.mktemp("public"), "--public", "--workers", "1") as served:
        yield served


def faults(attack, answered):
    """Yield what is wrong with an answer."""
    status, text = answered.status, answered.text
    if status >= 500 and status != 503:
        yield "failed"
    if status == 200 and " in /" in attack.name:
        yield "answers about an id that is none"
    if status == 0 and (attack.is_http or text):
        yield "no answer in HTTP"
    yield from (f"tells {word.decode()}" for word in machine_words() if word in text)
    if re.search(rb"<script>alert|[\r\n]Set-Cookie|6391", text):
        yield "repeats what would be carried out"
    if re.search(rb'(?:src|href|action)="(?:https?:)?//evil', text) or b"Location: //" in text:
        yield "leads to another site"
    if b"<html" in text and b"content-security-policy: default-src 'none'" not in text:
        yield "a page without a policy"


def test_attacks_are_answered_and_tell_nothing(public):
    tried = attacks()
    assert len(tried) > 200
    with ThreadPoolExecutor(AT_ONCE) as threads:
        answers = list(threads.map(lambda attack: send(public.place, attack), tried))
    found = [
        f"{attack.name}: {answered.status} {fault}"
        for attack, answered in zip(tried, answers, strict=True)
        for fault in faults(attack, answered)
    ]
    assert not found, "\n".join(found)
    refused = sum(400 <= answered.status < 500 for answered in answers)
    assert refused > len(tried) / 2
    assert public.get("/games.json")


def test_nothing_is_read_behind_a_request_with_two_lengths(public):
    head = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 5\r\nTransfer-Encoding: chunked"
    behind = get("/games.json")
    found = send(public.place, Attack("two", head + b"\r\n\r\n0\r\n\r\n" + behind))
    assert found.status == 400
    assert found.text.count(b"HTTP/1.1 ") == 1


def test_those_who_never_finish_a_request_hold_up_nobody(public):
    with ExitStack() as links:
        for number in range(60):
            link = links.enter_context(socket.create_connection(public.place, timeout=20))
            link.sendall(get("/games.json")[: 4 + number % 30])
        assert send(public.place, Attack("another", get("/games.json"))).status == 200


def test_those_who_never_read_an_answer_hold_up_nobody(public):
    with ExitStack() as links:
        for _ in range(20):
            link = links.enter_context(socket.socket())
            link.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            link.connect(public.place)
            link.sendall(get(KIT))
        assert send(public.place, Attack("another", get("/games/turno/"))).status == 200


@pytest.mark.skipif(sys.platform != "linux", reason="finds workers as Linux lists processes")
def test_a_worker_that_is_killed_is_replaced_and_its_work_done_by_another(public):
    before = public.workers()
    asked = [Attack(str(n), get(f"/games/turnio/make/?paper={200 + n}x300mm")) for n in range(1, 5)]
    with ThreadPoolExecutor(len(asked)) as threads:
        answers = threads.map(lambda attack: send(public.place, attack), asked)
        for process_id in before:
            os.kill(process_id, signal.SIGKILL)
        statuses = [answered.status for answered in answers]
    assert set(statuses) <= {200, 503}, statuses
    assert public.get("/games/tawula/")
    after = public.workers()
    assert after
    assert not set(before) & set(after)
