"""Filters of rule texts: what they take."""

import pytest

from pnp.rulebook.fill import fill

MANY = tuple(range(95_000))
KNOWN = {
    "jars": 7,
    "half": 2.5,
    "steps": (1, 2, 6),
    "totals": {3: 4, 5: 6},
    "many": MANY,
    "tenths": (0.1,) * 10,
}


@pytest.mark.parametrize(
    ("written", "filled"),
    [
        ("{{ jars|words|capitalize }}", "Seven"),
        ("{{ jars|words|upper }}{{ 'AB'|lower }}", "SEVENab"),
        ("{{ (jars / 2)|round }} {{ 7.256|round(1) }}", "4.0 7.3"),
        ("{{ half|round(0, 'ceil') }} {{ half|round(0, 'floor') }}", "3.0 2.0"),
        ("{{ 1234|round(-2) }} {{ half|int }} {{ (1 - jars)|abs }}", "1200 2 6"),
        ("{{ steps|sum }} {{ steps|min }} {{ steps|max }} {{ steps|length }}", "9 1 6 3"),
        ("{{ tenths|sum|round(0, 'floor') }}", "1.0"),
        ("{{ steps|first }} {{ steps|last }} {{ totals|length }}", "1 6 2"),
        ("{{ steps|join(', ') }}; {{ totals|join }}", "1, 2, 6; 35"),
        ("{% if 6 in steps and steps|max < jars %}{{ 'a' ~ jars ~ half }}{% endif %}", "a72.5"),
    ],
)
def test_filters_take_numbers_and_figures(written, filled):
    assert fill(written, KNOWN, "en") == (filled, (), ())


@pytest.mark.parametrize(
    ("written", "fault"),
    [
        ("{{ 1|round(13) }}", "round takes a whole number of decimals up to 12, not 13"),
        ("{{ 1|round(0.5) }}", "round takes a whole number of decimals up to 12, not 0.5"),
        ("{{ 1|round(0, 'up') }}", 'round goes "common", "ceil" or "floor", not \'up\''),
        ("{{ 'x'|int }}", "write arithmetic with numbers, not 'x'"),
        ("{{ jars|sum }}", "sum takes several numbers, not 7"),
        ("{{ steps|upper }}", "a placeholder is several numbers; choose one, such as steps[0]"),
        ("{{ 'a' ~ steps }}", "a placeholder is several numbers; choose one, such as steps[0]"),
        ("{{ 'a' ~ steps.count }}", "a placeholder is several numbers; choose one"),
        ("{{ mugs|sum }}", "'mugs' is undefined; known: half, jars, many, steps, tenths, totals"),
    ],
)
def test_what_a_filter_cannot_take_is_reported(written, fault):
    (told,) = fill(written, KNOWN, "en").faults
    assert told.startswith(f"line 1: {fault}")
