"""Options for crop marks on the command line."""

import json

import pytest
from helpers.command import run

from pnp.make.options import read_options
from pnp.sheets.layout.crop_marks import Marks, MarkSides, MarkStyle
from pnp.sheets.options import SheetOptions
from pnp.sheets.plan import scheme_of


def read(tmp_path, **chosen) -> SheetOptions:
    return read_options(SheetOptions, {"out": tmp_path, "formats": "pdf"} | chosen)


def test_mark_options_ignore_case(tmp_path):
    options = read(
        tmp_path, marks="Cross", mark_length="1cm", mark_width="0.5 mm", mark_sides="BACKS",
        cut_order=True, rounded=True,
    )  # fmt: skip
    scheme = scheme_of(options)
    assert scheme.marks == Marks(MarkStyle.CROSS, 10, 0.5, MarkSides.BACKS, numbered=True)
    assert scheme.rounded
    assert scheme_of(read(tmp_path)).marks == scheme_of(SheetOptions()).marks == Marks()


@pytest.mark.parametrize(
    ("arguments", "lines"),
    [
        (
            ["--marks", "lines"],
            ["--marks: 'lines' is not known; write one of crop, full, cross, dots, none"],
        ),
        (
            ["--mark-sides", "left"],
            ["--mark-sides: 'left' is not known; write one of both, fronts, backs"],
        ),
        (["--mark-length", "0.5mm"], ["--mark-length: from 1 mm to 20 mm, not 0.5mm"]),
        (["--mark-width", "2mm"], ["--mark-width: from 0.1 mm to 1 mm, not 2mm"]),
        (
            ["--mark-width", "0.3"],
            ["--mark-width: write a length with its unit (mm, cm, in, pt), such as \"5mm\", "
             "not '0.3'"],
        ),
        (
            ["--marks", "full", "--mark-length", "5mm"],
            ["--mark-length: --marks full has no length to choose; crop and cross have"],
        ),
        (
            ["--marks", "none", "--mark-width", "0.2mm", "--cut-order"],
            ["--mark-width: --marks none has no marks; leave one of the two out",
             "--cut-order: --marks none has no marks; leave one of the two out"],
        ),
        (
            ["--mark-sides", "up", "--mark-length", "long", "--mark-width", "9mm"],
            ["--mark-length: write a length with its unit (mm, cm, in, pt), such as \"5mm\", "
             "not 'long'",
             "--mark-width: from 0.1 mm to 1 mm, not 9mm",
             "--mark-sides: 'up' is not known; write one of both, fronts, backs"],
        ),
    ],
    ids=lambda value: " ".join(value) if value[0].startswith("--m") and ":" not in value[0] else "",
)  # fmt: skip
def test_meaningless_mark_options_are_refused_with_a_line_each(tmp_path, arguments, lines):
    out = tmp_path / "out"
    result = run("build", "turno", "--out", out, "--only", "die", *arguments, status=2)
    assert result.stderr.splitlines() == [f"error: {line}" for line in lines]
    assert not out.exists()


def test_explicit_defaults_give_the_same_bytes(tmp_path):
    run("deck", "--cards", 36, "--out", tmp_path / "a", "--format", "pdf")
    run(
        "deck", "--cards", 36, "--out", tmp_path / "b", "--format", "pdf", "--marks", "crop",
        "--mark-length", "4mm", "--mark-width", "0.25mm", "--mark-sides", "both",
    )  # fmt: skip
    one, other = (sorted((tmp_path / folder).rglob("*.pdf")) for folder in "ab")
    both = "deck-36_box-36-a4"
    assert [path.name for path in one] == [f"{both}-steps.pdf", f"{both}.pdf"]
    assert [path.read_bytes() for path in one] == [path.read_bytes() for path in other]


def test_manifest_counts_guillotine_cuts(tmp_path):
    result = run(
        "build", "turno", "--out", tmp_path, "--format", "pdf", "--only", "tiles,pawns,tracker",
        "--duplex", "fold",
    )  # fmt: skip
    assert "3 x 6, 11 cuts a sheet" in result.stdout
    data = json.loads((tmp_path / "turno" / "manifest.json").read_text(encoding="utf-8"))
    found = {file["component"]: (file["grid"], file["cuts"]) for file in data["files"]}
    assert found == {"tiles": ([3, 6], 11), "tracker": ([1, 1], 4), "pawns": (None, None)}


@pytest.mark.parametrize("game", ["tawula", "compositie"])
def test_round_pieces_have_no_guillotine_cuts(tmp_path, game):
    result = run("build", game, "--out", tmp_path, "--format", "pdf", "--only", "pieces")
    (line,) = [line for line in result.stdout.splitlines() if "pieces-a4.pdf" in line]
    assert line.endswith("; no cuts straight through")


def test_poster_report_explains_joining_instead_of_cuts(tmp_path):
    result = run("board", "tawula", "--paper", "a5", "--out", tmp_path, "--format", "pdf")
    assert "4 sheets in 1 PDF file, 16 straight cuts" in result.stdout
    (line,) = [line for line in result.stdout.splitlines() if "join" in line]
    assert "cuts" not in line
