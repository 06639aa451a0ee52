"""Number formats of spreadsheets, compared with what LibreOffice and Excel show."""

from contextlib import suppress
from datetime import datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.definitions.number_formats import (
    EPOCH,
    EPOCH_1904,
    LOCAL_DATE,
    UnfollowedError,
    built_in,
    general,
    parse_format,
    plain_number,
)

EURO = '_-* #,##0.00\\ "€"_-;\\-* #,##0.00\\ "€"_-;_-* "-"??\\ "€"_-;_-@_-'
DOLLAR = '_("$"* #,##0.00_);_("$"* (#,##0.00);_("$"* "-"??_);_(@_)'
SHOWN = {
    "General": {0: "0", 7: "7", -1.5: "-1.5", 1234567.891: "1234567.891", 1 / 3: "0.3333333333"}
    | {0.1 + 0.2: "0.3", 1e-7: "1E-07", 12345678901: "12345678901", 1e21: "1E+21"},
    "0": {0: "0", 0.25: "0", 2.5: "3", -0.5: "-1", -0.4: "0", 1234567: "1234567"},
    "0.00": {7: "7.00", 1.005: "1.01", -1234.567: "-1234.57", -0.001: "0.00"},
    "#,##0": {0: "0", 999: "999", 1000: "1,000", -1234567.8: "-1,234,568", 1e10: "10,000,000,000"},
    "#,##0.00": {1234.5: "1,234.50", 0.5: "0.50"},
    "0,000": {1: "0,001", 12345: "12,345"},
    "0%": {0.25: "25%", 1.005: "101%", -0.5: "-50%", 7: "700%"},
    "0.0 %": {0.255: "25.5 %"},
    "0\\%": {25: "25%"},
    "000": {7: "007", -7: "-007", 1234: "1234"},
    "00-00": {712: "07-12"},
    "(000) 000-0000": {1234567890: "(123) 456-7890"},
    '#,##0.00\\ "€"': {1234.5: "1,234.50 €", -7: "-7.00 €"},
    "#,##0.00 €": {1234.5: "1,234.50 €"},
    "#,##0.00\\ [$€-407]": {1234.5: "1,234.50 €"},
    "[$$-409]#,##0.00": {1234.5: "$1,234.50", -7: "-$7.00"},
    "[$£-809]0;[Red]-[$£-809]0": {5: "£5", -5: "-£5"},
    EURO: {1234.5: "1,234.50 €", -0.5: "-0.50 €", 0: "-   €"},
    DOLLAR: {1234.5: "$1,234.50", -7: "$(7.00)", 0: "$-"},
    "#,##0_);(#,##0)": {-7: "(7)", 7: "7"},
    "0.0;(0.0);—": {7: "7.0", -7: "(7.0)", 0: "—"},
    "+0;-0;0": {3: "+3", -3: "-3", 0: "0"},
    "0;-0;;@": {3: "3", 0: ""},
    ";;;": {3: "", 0: ""},
    '0" pts"': {3: "3 pts"},
    '"Lv. "General': {2.5: "Lv. 2.5"},
    '"a""b"0': {1: "ab1"},
    "0x": {3: "3x"},
    "[Color10]0": {3: "3"},
    '[>=1000]#,##0,"k";0': {1234: "1k", 12: "12"},
    '[=1]0" card";0" cards"': {1: "1 card", 3: "3 cards"},
    '[<0]"minus "0;0': {-3: "minus 3", 3: "3"},
    '0.0,"k"': {1234.5: "1.2k"},
    '0.0,,"M"': {1234567.891: "1.2M"},
    "0.##": {1.5: "1.5", 1.234: "1.23", 5: "5."},
    "#.##": {0.5: ".5"},
    "#": {0: "", 3: "3"},
    "??0": {3: "3"},
    "0.0?": {1.5: "1.5", 1.25: "1.25"},
    "0.00E+00": {1234.5: "1.23E+03", 0: "0.00E+00", 0.001: "1.00E-03", 999.999: "1.00E+03"},
    "0E-0": {1234.5: "1E3"},
    "##0.0E+0": {1234567.891: "1.2E+6", 12345: "12.3E+3"},
    "# ?/?": {2.5: "2 1/2", 0.25: "1/4", 3: "3", 0: "0", -1.75: "-1 3/4", 0.999: "1"},
    "# ??/??": {3.14159265: "3 14/99", 0.33: "32/97"},
    "?/?": {1.5: "3/2"},
    "# ?/8": {0.25: "2/8", 2.5: "2 4/8"},
    '# ?/?" in"': {2.75: "2 3/4 in"},
    "@": {7: "7", 0.5: "0.5"},
}


@pytest.mark.parametrize(
    ("code", "number", "shown"),
    [(code, number, shown) for code, row in SHOWN.items() for number, shown in row.items()],
)
def test_a_number_is_shown_as_its_format_says(code, number, shown):
    assert parse_format(code).number(float(number)) == shown


MOMENT = (datetime(2026, 11, 22, 9, 5, 6) - EPOCH) / timedelta(days=1)
DATES = {
    "yyyy-mm-dd": "2026-11-22",
    "dd.mm.yyyy": "22.11.2026",
    "d.m.yy": "22.11.26",
    "d/m/yyyy": "22/11/2026",
    "d-mmm-yy": "22-Nov-26",
    "mmm-yy": "Nov-26",
    "d. mmmm yyyy": "22. November 2026",
    "dddd, mmmm d, yyyy": "Sunday, November 22, 2026",
    "ddd mmmmm": "Sun N",
    "[$-409]mmmm\\ d\\,\\ yyyy;@": "November 22, 2026",
    "[$-809]dd mmmm yyyy": "22 November 2026",
    "[$-407]dd.mm.yy": "22.11.26",
    "yyyy-mm-dd h:mm:ss": "2026-11-22 9:05:06",
    "YYYY\\-MM\\-DD\\ HH:MM": "2026-11-22 09:05",
    "h:mm AM/PM": "9:05 AM",
    "h:mm A/P": "9:05 A",
    'h"h"mm': "9h05",
    "mm:ss": "05:06",
    "m:ss": "5:06",
    "mm:ss.0": "05:06.0",
    '"Day "d': "Day 22",
    '"m"yyyy': "m2026",
    "General": "46348.37854",
}


@pytest.mark.parametrize("code", DATES)
def test_a_date_is_shown_as_its_format_says(code):
    assert parse_format(code).number(MOMENT) == DATES[code]
    assert parse_format(code).is_date == (code != "General")


@pytest.mark.parametrize(
    ("code", "days", "shown"),
    [
        ("[h]:mm:ss", 1.25, "30:00:00"),
        ("[mm]:ss", 0.0035069444, "05:03"),
        ("[ss]", 0.001, "86"),
        ("[h]:mm", 0, "0:00"),
        ("h:mm:ss AM/PM", 0, "12:00:00 AM"),
        ("h:mm:ss AM/PM", 0.5, "12:00:00 PM"),
        ("h:mm", 0.3999999999, "9:36"),
        ("h:mm", 0.39999, "9:35"),
        ("h:mm:ss.000", 0.5 + 0.1234 / 86400, "12:00:00.123"),
        ("d.m.yyyy", 1, "1.1.1900"),
        ("d.m.yyyy", 61, "1.3.1900"),
    ],
)
def test_times_and_early_dates_are_shown(code, days, shown):
    assert parse_format(code).number(days) == shown


def test_dates_count_from_1904_too():
    assert parse_format("yyyy-mm-dd").number(1, EPOCH_1904) == "1904-01-02"


@pytest.mark.parametrize(
    ("code", "number"),
    [
        ("[$-407]mmmm", 46000),
        ("[$-411]ggge", 46000),
        ("[$-F800]dddd", 46000),
        (LOCAL_DATE, 46000),
        ("[DBNum1]0", 3),
        ("yyyy", -1),
        ("yyyy", 1e12),
        ('[>=1000]0"k";0', -3),
        ("[>5]0;[<2]0", 3),
        ("0" + "%" * 250, 1e300),
        ("0 0 0/0", 3),
    ],
)
def test_what_is_not_followed_is_said(code, number):
    with pytest.raises(UnfollowedError):
        parse_format(code).number(float(number))


@pytest.mark.parametrize(
    ("code", "shown"),
    [
        ("General", "Käse"),
        ("0.00", "Käse"),
        ("@", "Käse"),
        ('@" pts"', "Käse pts"),
        ('0;0;0;"~"@', "~Käse"),
        (";;;", ""),
        (EURO, " Käse "),
    ],
)
def test_a_text_is_shown_as_its_format_says(code, shown):
    assert parse_format(code).text("Käse") == shown


def test_formats_that_workbooks_only_number_are_known():
    assert built_in(9) == "0%"
    assert parse_format(built_in(15)).number(46000) == "9-Dec-25"
    assert built_in(14) == built_in(30) == LOCAL_DATE
    assert built_in(163) == "General"


@settings(max_examples=500)
@given(st.text('0#?.,%@"\\_*[]$-;:/ EeyYmdhsgAPM+Red<>=1', max_size=30), st.floats(-1e15, 1e15))
def test_no_format_raises_anything_else(code, number):
    with suppress(UnfollowedError):
        assert isinstance(parse_format(code).number(number), str)
    assert isinstance(parse_format(code).text("a"), str)


@given(st.integers(-(10**12), 10**12))
def test_whole_numbers_are_the_same_without_a_format(number):
    assert general(float(number)) == plain_number(float(number)) == str(number)


@given(st.decimals(-(10**6), 10**6, places=4).map(float), st.integers(0, 4))
def test_decimals_are_rounded_as_by_hand(number, places):
    shown = parse_format("0." + "0" * places if places else "0").number(number)
    assert abs(float(shown) - number) <= 0.5 * 10**-places * (1 + 1e-9)
    assert len(shown.partition(".")[2]) == places
