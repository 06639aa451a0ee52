"""Limits that a user sets."""

import pytest

from pnp.base.errors import UsageError
from pnp.base.limits import limits


@pytest.mark.parametrize("text", ["rows=50000", " rows = 50000 ,", "rows=50000,pieces=1000000000"])
def test_limits_are_read(text, monkeypatch):
    monkeypatch.setenv("PNP_LIMITS", text)
    assert limits().rows == 50_000


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("rows=9999999999", "rows: write a whole number from 1 to 1000000000, not '9999999999'"),
        ("rows=0", "rows: write a whole number from 1 to 1000000000, not '0'"),
        ("rows=", "rows: write a whole number"),
        ("rows=٣", "rows: write a whole number"),
        ("rows=5,,rows=6", "rows is given twice; write it once"),
        ("row=5", "'row' is not a limit"),
    ],
)
def test_what_is_not_a_limit_is_refused(text, said, monkeypatch):
    monkeypatch.setenv("PNP_LIMITS", text)
    with pytest.raises(UsageError, match=f"^PNP_LIMITS: {said}"):
        limits()
