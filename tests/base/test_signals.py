import signal
from contextlib import suppress

import pytest

from pnp.base.signals import listen
from pnp.make.output import staging


@pytest.fixture(autouse=True)
def signals_as_before():
    numbers = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    before = {number: signal.signal(number, lambda *_: None) for number in numbers}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


def ask(number):
    with suppress(BaseException):  # as libraries do
        signal.raise_signal(number)


@pytest.mark.parametrize(
    ("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)]
)
def test_no_more_is_written_even_where_something_caught_what_the_signal_raised(
    tmp_path, number, status
):
    listen()
    with staging(tmp_path / "out") as staged:
        staged.write("one.txt", b"1")
        ask(number)
        with pytest.raises(SystemExit) as stopped:
            staged.write("two.txt", b"2")
        assert stopped.value.code == status
        assert staged.changed == ["one.txt"]


def test_nothing_is_moved_in_when_the_signal_came_after_the_last_file(tmp_path):
    def make():
        with staging(tmp_path / "out") as staged:
            staged.write("one.txt", b"1")
            ask(signal.SIGINT)

    listen()
    with pytest.raises(SystemExit):
        make()
    assert list(tmp_path.iterdir()) == []


def test_a_signal_that_is_ignored_stays_so():
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    listen()
    signal.raise_signal(signal.SIGINT)
    assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
