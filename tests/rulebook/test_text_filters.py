"""Filters of rule texts: what they take."""

import pytest

from pnp.rulebook.fill import fill

EACH, END = "{% for a in many %}", "{% endfor %}"
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


@pytest.mark.parametrize(
    "written",
    [
        EACH * 2 + END * 2,
        EACH + "{% if many|max %}{% endif %}" + END,
        EACH + "{{ many|length ~ many|first }}" + END,
        EACH + "{% if many == many %}{% endif %}" + END,
        EACH + "{% if a in many %}{% endif %}" + END,
        EACH + "{% if 1 %}{% endif %}" * 50 + END,
        EACH + "{% if 1 and " + "1 and " * 90 + "1 %}{% endif %}" + END,
        EACH + "x" * 50 + END,
        "{% for a in many if many|sum %}{% endfor %}",
        "{{ many|join('a') }}" * 30,
        "{{ many|join('a')|upper|lower|upper|lower|upper|lower|upper|lower|upper|lower }}",
    ],
)
def test_a_text_that_takes_too_many_steps_is_a_fault(written):
    (fault,) = set(fill(written, KNOWN, "en").faults)
    assert fault.startswith("line 1: takes more than 2,000,000 steps; write fewer or shorter loops")


def test_a_text_between_many_numbers_has_a_limit():
    (fault,) = fill(f"{{{{ many|join('{'x' * 900}') }}}}", KNOWN, "en").faults
    assert fault == "line 1: join makes a text that is too long; write fewer signs between"


def test_a_fault_of_a_long_list_is_short():
    (fault,) = fill("{{ totals[many] }}", KNOWN, "en").faults
    assert fault.startswith("line 1: there is no figure (0, 1, 2")
    assert len(fault) < 400
