"""Lengths and sizes as people write them, and the errors that tell of wrong ones."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.base.errors import (
    AuditError,
    DefinitionError,
    ExpressionError,
    FontError,
    LayoutError,
    OutputError,
    PnpError,
    RenderError,
    UnitError,
    UsageError,
)
from pnp.base.units import (
    MM_PER_UNIT,
    did_you_mean,
    dimensions,
    format_mm,
    parse_length,
    parse_size,
    quoted,
    to_points,
)

UNITS = st.sampled_from(sorted(MM_PER_UNIT))
COUNTS = st.integers(10**4, 10**6).map(lambda n: n / 10**4)  # 1 to 100 of any unit


@pytest.mark.parametrize(
    ("text", "mm"),
    [
        ("63.5mm", 63.5),
        ("2.5 in", 63.5),
        ("  7cm ", 70),
        ("36pt", 12.7),
        (".25in", 6.35),
        ("0mm", 0),
    ],
)
def test_a_length_is_read_in_its_unit(text, mm):
    assert parse_length(text) == pytest.approx(mm)


@pytest.mark.parametrize(
    "text",
    ["5", "", "mm", "5km", "5MM", "1e3mm", "1,5mm", "five mm", "5.mm", "5mm 6mm", "nan mm", "+5mm"],
)
def test_a_length_without_a_number_and_a_known_unit_is_refused_with_the_units(text):
    with pytest.raises(UnitError) as refusal:
        parse_length(text)
    assert str(refusal.value) == (
        f'write a length with its unit (mm, cm, in, pt), such as "5mm", not {text!r}'
    )


def test_a_negative_length_is_refused():
    with pytest.raises(UnitError, match=r"^a length is 0 mm or more, not -3mm$"):
        parse_length(" -3mm ")


@pytest.mark.parametrize(("text", "mm"), [("0.0in", 0), ("0.1mm", 0.1), ("500cm", 5000)])
def test_a_length_is_nothing_or_what_paper_can_hold(text, mm):
    assert parse_length(text) == pytest.approx(mm)


@pytest.mark.parametrize("text", ["0.09mm", "0.001in", "5000.1mm", "501cm", "999999999mm"])
@pytest.mark.parametrize(
    ("parse", "written"),
    [(parse_length, "{}"), (parse_size, "{}x30mm"), (parse_size, "30mm x {}")],
)
def test_what_no_paper_can_hold_is_refused(parse, written, text):
    with pytest.raises(UnitError) as refusal:
        parse(written.format(text))
    assert str(refusal.value) == (f"a length is from 0.1 mm to 5000 mm, not {written.format(text)}")


@pytest.mark.parametrize("text", ["9999999999mm", "1.0123456789mm"])
def test_a_number_of_more_than_nine_digits_is_not_a_length(text):
    with pytest.raises(UnitError, match=r"^write a length with its unit"):
        parse_length(text)


@given(count=COUNTS, unit=UNITS)
def test_a_length_survives_being_written_and_read(count, unit):
    assert parse_length(f"{format_mm(count)} {unit}") == pytest.approx(count * MM_PER_UNIT[unit])


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("44x68mm", (44, 68)),
        ("2.5 x 3.5 in", (63.5, 88.9)),
        ("9cm x 50mm", (90, 50)),
        ("1in×20mm", (25.4, 20)),  # noqa: RUF001
        (" 30.5x4cm ", (305, 40)),
    ],
)
def test_a_size_is_a_width_and_a_height_whose_last_unit_serves_both(text, size):
    assert parse_size(text) == pytest.approx(size)


@pytest.mark.parametrize(
    "text",
    ["", "44", "44mm", "44x68", "44mmx68", "x68mm", "44xmm", "44x68km", "44kmx68mm", "4x5x6mm"],
)
def test_a_size_without_two_numbers_and_a_known_unit_is_refused_with_the_units(text):
    with pytest.raises(UnitError) as refusal:
        parse_size(text)
    assert str(refusal.value) == (
        f'write a size with its unit (mm, cm, in, pt), such as "44x68mm", not {text!r}'
    )


@pytest.mark.parametrize("text", ["0x5mm", "5x0mm", "-4x5mm", "4x-5mm", "0.0x5mm"])
def test_a_size_of_nothing_or_less_is_refused(text):
    with pytest.raises(UnitError, match=f"^a size is more than 0 mm each way, not {text}$"):
        parse_size(text)


@given(width=COUNTS, height=COUNTS)
def test_a_size_survives_being_written_and_read(width, height):
    assert parse_size(dimensions(width, height)) == pytest.approx((width, height))


@pytest.mark.parametrize(
    ("value", "told"),
    [
        ("jar", "'jar'"),
        (7, "7"),
        (True, "true"),
        (False, "false"),
        ("a" * 58, f"'{'a' * 58}'"),
        ("a" * 59, f"'{'a' * 56}..."),
    ],
)
def test_a_value_in_an_error_is_quoted_and_shortened(value, told):
    assert quoted(value) == told


def test_an_inch_is_72_points():
    assert to_points(25.4) == pytest.approx(72)


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (44.0, "44"),
        (100, "100"),
        (63.50, "63.5"),
        (1 / 3, "0.3333"),
        (-2.25, "-2.25"),
        (-0.00001, "0"),
        (-0.0, "0"),
        (123456.78901, "123456.789"),
    ],
)
def test_a_number_is_written_to_the_tenth_of_a_micrometre_without_idle_zeros(value, written):
    assert format_mm(value) == written


def test_dimensions_name_both_sides_and_the_unit_once():
    assert dimensions(63.5, 88) == "63.5x88mm"


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (UsageError, 2),
        (UnitError, 2),
        (DefinitionError, 2),
        (ExpressionError, 1),
        (AuditError, 1),
        (LayoutError, 1),
        (FontError, 1),
        (RenderError, 1),
        (OutputError, 1),
    ],
)
def test_an_error_carries_the_status_that_the_program_ends_with(error, status):
    assert issubclass(error, PnpError)
    assert error.status == status


@pytest.mark.parametrize("error", [UnitError, ExpressionError])
def test_unreadable_values_are_value_errors_too(error):
    assert issubclass(error, ValueError)


def test_a_similar_name_is_suggested():
    assert did_you_mean("colmns", ("rows", "columns")) == "; did you mean 'columns'?"
    assert did_you_mean("zebra", ("rows", "columns")) == ""
