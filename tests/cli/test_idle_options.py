"""Options that make no difference to anything made are told in a line each."""

import pytest
from helpers.command import run

TOLD = ": makes no difference here; it affects only "


@pytest.mark.parametrize(
    ("command", "options", "idle"),
    [
        ("build tawula", "--size poker", ["--size"]),
        (
            "build tawula --only pieces",
            "--fit --rounded --marks full",
            ["--fit/--poster", "--marks", "--rounded"],
        ),
        ("build tawula --only pieces", "--stock 160gsm --gap 4mm", ["--stock", "--gap"]),
        ("build tawula --only board", "--gap 4mm --duplex short-edge", ["--gap", "--duplex"]),
        (
            "build turno --only hexagon",
            "--rounded --cut-order --gap 4mm",
            ["--gap", "--cut-order", "--rounded"],
        ),
        ("build turno --only die", "--dpi 600 --tts-url https://a.org/", ["--dpi", "--tts-url"]),
        (
            "build turno --only loop-mat",
            "--mark-width 0.4mm --mark-length 6mm",
            ["--mark-length", "--mark-width"],
        ),
        ("build turno --only die,pawns", "--gang", []),
        ("build turno --only loop-mat", "--gang", ["--gang"]),
        ("deck --cards 36", "--size poker --marks full --stock 160gsm --duplex fold", []),
        ("deck --only deck-36", "--size deck-49=poker", ["--size deck-49=poker"]),
    ],
)
def test_each_option_without_effect_is_reported(tmp_path, command, options, idle):
    given = ("--format", "pdf", "--out", tmp_path)
    told = run(*command.split(), *options.split(), *given).stdout.splitlines()
    assert [line.strip().partition(TOLD)[0] for line in told if TOLD in line] == idle


def test_defaults_that_make_no_difference_are_not_told(tmp_path, monkeypatch):
    monkeypatch.setenv("PNP_STOCK", "160gsm")
    monkeypatch.setenv("PNP_MARKS", "full")
    told = run("build", "tawula", "--only", "pieces", "--format", "pdf", "--out", tmp_path).stdout
    assert TOLD not in told


def test_skip_is_refused_only_if_it_applies_nowhere(tmp_path):
    given = ("--skip", "9", "--format", "pdf", "--out", tmp_path)
    told = run("build", "tawula", *given).stdout
    assert "board: made without --skip: a sheet has 1 slot, and none is number 9" in told
    refused = run("build", "tawula", "--only", "board", *given, status=1).stderr
    assert "tawula, board: --skip: a sheet has 1 slot, and none is number 9" in refused


def test_skip_says_that_a_poster_has_no_slots(tmp_path):
    given = ("--only", "loop-mat,deck-36", "--skip", "1", "--format", "pdf", "--out", tmp_path)
    told = run("build", "turno", *given).stdout
    reason = "a board that is larger than the paper has no slots to skip"
    assert f"loop-mat: made without --skip: {reason}" in told


def test_a_template_gives_way_for_what_does_not_fit_its_slots(tmp_path):
    given = ("--template", "business-cards", "--size", "54x85mm", "--format", "pdf")
    told = run("deck", "--cards", "36", *given, "--out", tmp_path).stdout
    assert "box-36: made without --template: a piece of " in told
    made = sorted(path.name for path in (tmp_path / "turno" / "print").iterdir())
    assert made == ["box-36-a4-54x85mm.pdf", "deck-36-a4-54x85mm-business-cards.pdf"]
