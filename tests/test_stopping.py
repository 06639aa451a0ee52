import signal
from contextlib import suppress

import pytest

from pnp.build.output import staging
from pnp.stopping import listen


@pytest.fixture(autouse=True)
def signals_as_before():
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


def write_two_files(folder, number):
    with staging(folder) as staged:
        staged.write("one.txt", b"1")
        with suppress(BaseException):  # as libraries do
            signal.raise_signal(number)
        staged.write("two.txt", b"2")


@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_work_stops_even_where_something_caught_what_the_signal_raised(tmp_path, number, status):
    listen()
    with pytest.raises(SystemExit) as ended:
        write_two_files(tmp_path / "out", number)
    assert ended.value.code == status
    assert list(tmp_path.iterdir()) == []


def test_a_signal_that_is_ignored_stays_so():
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    listen()
    signal.raise_signal(signal.SIGINT)
    assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
