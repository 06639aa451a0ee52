"""Builds in CMYK: which files, what is told of their ink, what is refused, and what verify says."""

import json
from pathlib import Path

import pikepdf
import pytest
from helpers.press_profile import both_ways
from oracles.folder import judged, wrong
from oracles.sheets.inks import ink_findings

from pnp.base.errors import UsageError
from pnp.make.options import read_options
from pnp.sheets.options import SheetOptions
from pnp.verify.findings import Status

CHIPS = ("x-chips",)


@pytest.fixture
def profile(tmp_path):
    file = tmp_path / "press.icc"
    file.write_bytes(both_ways())
    return file


@pytest.fixture
def made(build, profile):
    """Return a function that builds chips of TURNIO in CMYK."""

    def run(*formats, **written):
        options = read_options(
            SheetOptions, {"cmyk": str(profile), "formats": ",".join(formats), **written}
        )
        asked = {name: getattr(options, name) for name in ("cmyk", "formats", *written)}
        return build("turnio", only=CHIPS, **asked)

    return run


def colors_found(built):
    assert wrong(built.folder) == {}
    return [f.found for file in judged(built.folder) for f in file.findings if f.what == "colours"]


def test_sheets_and_faces_are_named_so_and_hold_no_rgb(made):
    built = made("pdf", "faces")
    assert [file.path for file in built.files] == [
        "print/x-chips-a4-cmyk.pdf",
        "faces/x-chips-cmyk.pdf",
    ]
    told = colors_found(built)
    assert len(told) == 2
    assert all(one.startswith("CMYK for Test press 260%, no RGB; at most ") for one in told)


def test_all_sheets_in_one_file_are_in_cmyk_too(made):
    built = made("pdf", one_file=True)
    assert [file.path for file in built.files] == ["print/sheets-x-chips-a4-cmyk.pdf"]
    assert len(colors_found(built)) == 1


def test_a_build_tells_the_most_ink_and_what_the_profile_says_of_it(made):
    (note,) = [note for note in made("pdf").notes if note.startswith("ink:")]
    assert note.startswith("ink: at most ")
    assert note.endswith(
        "% in one place (print/x-chips-a4-cmyk.pdf); 'Test press 260%' takes 260 %"
    )


def test_with_pdfx_the_faces_are_pdf_x_4_without_rgb(made, profile):
    built = made("faces", pdfx=str(profile))
    (file,) = built.files
    assert file.path == "faces/x-chips-x4-cmyk.pdf"
    assert b"PDF/X-4" in (built.folder / file.path).read_bytes()
    assert len(colors_found(built)) == 1


def test_a_file_in_rgb_that_the_manifest_says_is_in_cmyk_is_wrong(made, build):
    built = made("pdf")
    manifest = json.loads((built.folder / "manifest.json").read_text(encoding="utf-8"))
    assert [one["press"] for one in manifest["files"]] == ["Test press 260%"]
    rgb = build("turnio", only=CHIPS, formats=("pdf",))
    content = (rgb.folder / rgb.files[0].path).read_bytes()
    entry = built.files[0]
    assert [f.status for f in ink_findings(content, entry)] == [Status.WRONG]
    assert list(ink_findings(content, rgb.files[0])) == []


def test_one_colour_in_rgb_among_inks_is_found(made):
    built = made("faces")
    content = (built.folder / built.files[0].path).read_bytes()
    with pikepdf.open(built.folder / built.files[0].path) as document:
        page = document.pages[0]
        page.Contents = document.make_stream(b"1 0 0 rg 0 0 5 5 re f")
        changed = built.folder / "changed.pdf"
        document.save(changed)
    (good,) = ink_findings(content, built.files[0])
    (bad,) = ink_findings(changed.read_bytes(), built.files[0])
    assert (good.status, bad.status) == (Status.OK, Status.WRONG)
    assert bad.found == "CMYK and RGB"


@pytest.mark.parametrize(
    ("written", "fault"),
    [
        ({"formats": "svg"}, "--cmyk: is for PDF; add pdf or faces to --format, or leave it out"),
        (
            {"formats": "pdf,png,tts"},
            "--format: png, tts cannot be in CMYK; make it in another run, without --cmyk",
        ),
        (
            {"preset": "tgc-poker"},
            "--preset: the pictures of tgc-poker are RGB; make them in another run, without --cmyk",
        ),
        ({"proof": True}, "--cmyk: is for sheets and faces; leave out --proof or --cmyk"),
    ],
)
def test_what_cannot_be_in_cmyk_is_reported_in_a_line(written, fault, profile):
    with pytest.raises(UsageError) as refusal:
        read_options(SheetOptions, {"cmyk": str(profile), **written})
    assert str(refusal.value) == fault


def test_pdfx_takes_no_other_press(profile, tmp_path):
    other = tmp_path / "other.icc"
    other.write_bytes(both_ways("Another press"))
    with pytest.raises(UsageError, match="--pdfx: names another profile than --cmyk"):
        read_options(SheetOptions, {"formats": "faces", "cmyk": str(profile), "pdfx": str(other)})


def test_usual_formats_of_ones_own_are_made_and_svg_is_said_to_be_rgb(profile):
    usual = {"formats": ("pdf", "svg")}
    assert read_options(SheetOptions, {"cmyk": str(profile)}, usual).in_rgb == ("svg",)


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (lambda _: b"no profile", "is not an ICC profile"),
        (
            lambda whole: whole[:4000],
            "is an ICC profile that is cut off: its end is missing; copy it again",
        ),
        (
            lambda whole: whole[:200] + bytes(len(whole) - 200),
            "is damaged, or has no tables from colours to inks; use the profile exactly as "
            "the print shop provides it",
        ),
        (
            lambda whole: whole + bytes(20_000_000),
            "cannot be read (it is too large: at most 20,000,000 bytes); write the path of the ICC "
            "profile that the shop asks for",
        ),
        (
            lambda whole: whole[:12] + b"mntrRGB " + whole[20:],
            "is an ICC profile of class mntr for RGB; write one of a press (class prtr) for CMYK",
        ),
    ],
    ids=["other file", "cut off", "damaged", "too large", "of a screen"],
)
def test_what_is_not_a_profile_of_a_press_is_refused(change, fault, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("some.icc").write_bytes(change(both_ways()))
    with pytest.raises(UsageError) as refusal:
        read_options(SheetOptions, {"cmyk": "some.icc"})
    assert str(refusal.value) == f"--cmyk: 'some.icc' {fault}"
