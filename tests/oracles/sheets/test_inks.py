"""Colours in a PDF for a press are seen wherever they hide."""

from io import BytesIO

import pikepdf
import pytest
from oracles.sheets.inks import ink_findings
from pikepdf import Array, Dictionary, Name

from pnp.verify.findings import Status


def document(change=lambda pdf: None, content=b"0 0.5 1 0.2 k"):
    """Return a document for a press, changed."""
    with pikepdf.new() as pdf:
        pdf.add_blank_page()
        profile = pdf.make_stream(b"a profile")
        profile.N = 4
        intent = Dictionary(S=Name.GTS_PDFX, Info="Press", DestOutputProfile=profile)
        pdf.Root.OutputIntents = Array([intent])
        pdf.pages[0].Contents = pdf.make_stream(content)
        change(pdf)
        out = BytesIO()
        pdf.save(out, compress_streams=False, object_stream_mode=pikepdf.ObjectStreamMode.disable)
    return out.getvalue()


def found(content):
    (finding,) = ink_findings(content, None)
    return finding


def of_rgb(pdf):
    profile = pdf.make_stream(b"sRGB")
    profile.N = 3
    return Array([Name.ICCBased, pdf.make_indirect(profile)])


def image(pdf, data, **entries):
    made = pikepdf.Stream(pdf, data)
    made.Subtype, made.Width, made.Height, made.BitsPerComponent = Name.Image, 2, 1, 8
    for key, value in entries.items():
        made[f"/{key}"] = value
    keep(pdf, pdf.make_indirect(made))


def test_a_file_of_inks_has_no_rgb():
    finding = found(document())
    assert finding.status is Status.OK
    assert finding.found == "CMYK for Press, no RGB; at most 170 % of ink"


def test_a_file_for_no_press_is_not_looked_at():
    with pikepdf.new() as pdf:
        pdf.add_blank_page()
        out = BytesIO()
        pdf.save(out)
    assert list(ink_findings(out.getvalue(), None)) == []


def form(pdf, content):
    made = pdf.make_stream(content)
    made.Subtype = Name.Form
    return made


def keep(pdf, value):
    pdf.Root.Kept = value


def on_page(pdf, key, value):
    pdf.pages[0][f"/{key}"] = value


HIDDEN = {
    "a stroke": lambda pdf: keep(pdf, form(pdf, b"1 0 0 RG")),
    "a colour space that is chosen": lambda pdf: keep(pdf, form(pdf, b"/DeviceRGB cs 1 0 0 sc")),
    "a picture within content": lambda pdf: keep(
        pdf, form(pdf, b"BI /W 1 /H 1 /CS /RGB /BPC 8 ID abc EI")
    ),
    "a picture": lambda pdf: image(pdf, b"abcdef", ColorSpace=Name.DeviceRGB),
    "a palette": lambda pdf: image(
        pdf, b"ab", ColorSpace=Array([Name.Indexed, Name.DeviceRGB, 0, b"abc"])
    ),
    "a picture with a profile": lambda pdf: image(pdf, b"abcdef", ColorSpace=of_rgb(pdf)),
    "a gradient": lambda pdf: keep(
        pdf, Dictionary(PatternType=2, Shading=Dictionary(ColorSpace=Name.DeviceRGB))
    ),
    "a space for blending": lambda pdf: on_page(
        pdf, "Group", Dictionary(S=Name.Transparency, CS=Name.DeviceRGB)
    ),
    "a name for a space": lambda pdf: keep(
        pdf, Dictionary(ColorSpace=Dictionary(DefaultRGB=of_rgb(pdf)))
    ),
}


@pytest.mark.parametrize("place", HIDDEN)
def test_rgb_is_found_in(place):
    assert found(document(HIDDEN[place])).found == "CMYK and RGB for Press"


@pytest.mark.parametrize(
    ("data", "entries"),
    [
        (bytes([255, 255, 255, 40, 0, 0, 0, 0]), {"ColorSpace": Name.DeviceCMYK}),
        (
            b"\0\1",
            {"ColorSpace": Array([Name.Indexed, Name.DeviceCMYK, 1, b"\xff\xff\xff\x28\0\0\0\0"])},
        ),
    ],
    ids=["pixels", "a palette"],
)
def test_the_most_ink_is_that_of_pictures_too(data, entries):
    finding = found(document(lambda pdf: image(pdf, data, **entries)))
    assert finding.found.endswith("at most 316 % of ink")
