"""Sheet options read from text."""

import pytest

from pnp.base.errors import UsageError
from pnp.make.options import read_options
from pnp.sheets.layout.scheme import Orientation
from pnp.sheets.options import SheetOptions
from pnp.sheets.plan import scheme_of


def read(**written):
    return read_options(SheetOptions, {"formats": "pdf"} | written)


def test_default_paper_is_a4_with_8_mm_margins():
    options = read()
    assert options.paper.name == "a4"
    assert (options.orientation, options.margin, options.gap, options.skip) == (
        Orientation.AUTO, 8, None, (),
    )  # fmt: skip
    assert (options.template, options.pieces, options.copies) == (None, (), 1)


def test_lengths_orientation_and_slots_are_read():
    options = read(orientation="Landscape", margin="0.25in", gap=" 3 mm ", skip="4,1-2, 2")
    assert options.orientation is Orientation.LANDSCAPE
    assert options.margin == pytest.approx(6.35)
    assert (options.gap, options.skip) == (3, (1, 2, 4))
    assert scheme_of(options)[3:7] == (Orientation.LANDSCAPE, options.margin, 3, (1, 2, 4))


def test_template_determines_the_paper(tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text(
        'name = "Mine"\npaper = "letter"\nstock = "plain"\nsize = "60mm"\nstatus = "measured"\n'
        'source = "a ruler"\nslots = [{ left = "10mm", top = "10mm" }]\n',
        encoding="utf-8",
    )
    options = read(template=str(file))
    assert options.sheet.name == "letter"
    template = scheme_of(options).template
    assert template.name == "mine"
    assert not template.precut
    assert scheme_of(read(template=str(file), paper="letter")) == scheme_of(options)


def test_all_conflicts_with_a_template_are_reported_at_once():
    with pytest.raises(UsageError) as refusal:
        read(
            template="business-cards",
            orientation="portrait",
            margin="5mm",
            gap="1mm",
            paper="letter",
            duplex="fold",
        )
    lines = str(refusal.value).splitlines()
    assert [line.split(":")[0] for line in lines] == [
        "--orientation", "--margin", "--gap", "--paper", "--duplex",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("written", "message"),
    [
        ({"orientation": "sideways"}, "--orientation: 'sideways' is not known; write one of auto"),
        ({"margin": "8"}, "--margin: write a length with its unit"),
        ({"margin": "-8mm"}, "--margin: a length is 0 mm or more, not -8mm"),
        ({"gap": "wide"}, "--gap: write a length with its unit"),
        ({"skip": "0"}, "--skip: write the numbers of slots from 1"),
        ({"skip": "1,,4"}, "--skip: write the numbers of slots from 1"),
        ({"skip": "3-1"}, "--skip: write the numbers of slots from 1"),
        ({"skip": "1-"}, "--skip: write the numbers of slots from 1"),
        ({"skip": "first"}, "--skip: write the numbers of slots from 1"),
        ({"skip": "1-99999999"}, "--skip: write the numbers of slots from 1"),
        ({"copies": 0}, "--copies: write a number from 1 to 100, not 0"),
        ({"copies": 101}, "--copies: write a number from 1 to 100, not 101"),
        ({"template": "labels"}, "--template: 'labels' is not known; write one of business-cards"),
    ],
)
def test_wrong_values_are_refused_with_advice(written, message):
    with pytest.raises(UsageError) as refusal:
        read(**written)
    assert str(refusal.value).startswith(message)
    assert len(str(refusal.value).splitlines()) == 1
