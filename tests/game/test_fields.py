"""Dates, as far as they are known."""

import pytest

from pnp.game.fields import check_order, read_date, read_early_date


@pytest.mark.parametrize("text", ["1924", "1924-11", "1924-11-30", "2024-02-29", "0001"])
def test_a_year_a_month_or_a_day_is_a_date(text):
    assert read_date(text) == text
    assert read_early_date(text) == text


@pytest.mark.parametrize(
    "value",
    [
        *("2023-02-31", "2023-02-29", "1924-11-31", "1924-13", "1924-00", "0000", "-0499"),
        *("24", "192411", "1924-W11", "1924-1", "1924-11-1", "1924-11-21T10", "\u0661924", ""),
        *(1924, None),
    ],
)
def test_what_no_calendar_has_is_not_a_date(value):
    with pytest.raises(ValueError, match=r'^write a date as far as it is known, such as "1924-11"'):
        read_date(value)


@pytest.mark.parametrize("text", ["-0499", "0000"])
def test_a_year_before_our_era_is_an_early_date(text):
    assert read_early_date(text) == text


@pytest.mark.parametrize("text", ["-499", "-0499-02", "-2023-02-31", "2023-02-31"])
def test_other_early_dates_are_refused(text):
    with pytest.raises(ValueError, match="write a date"):
        read_early_date(text)


@pytest.mark.parametrize(
    ("earlier", "later"),
    [("1924", "1924-11"), ("1924-11", "1924"), ("-0499", "-0400"), ("-0001", "1"), (None, "1")],
)
def test_dates_are_in_order_as_far_as_both_are_known(earlier, later):
    check_order(("start", "end"), earlier, later)


def test_dates_in_the_wrong_order_are_refused_by_name():
    with pytest.raises(ValueError, match=r"^start \(1924-12\) is after end \(1924-11-30\)$"):
        check_order(("start", "end"), "1924-12", "1924-11-30")
