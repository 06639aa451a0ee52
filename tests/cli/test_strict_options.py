"""Empty and repeated options are refused."""

import pytest
from helpers.command import run


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("deck", "--only", "tiles", "--only", "hexagon"), ["--only: is given 2 times"]),
        (("deck", "--only=tiles", "--only=a", "--only=b"), ["--only: is given 3 times"]),
        (("build", "--fit", "--poster"), ["--fit/--poster: is given 2 times"]),
        (("deck", "--printer", ""), ["--printer: is empty"]),
        (("deck", "--size", "poker", "--size="), ["--size: is empty"]),
        (("printer", "add", "x", "--dx", "1", "--dx", "2"), ["--dx: is given 2 times"]),
        (("rules", "turno", "--rule-set", ""), ["--rule-set: is empty"]),
        (
            ("build", "turno", "--ink", "", "--paper", "a4", "--paper", "a3", "--out", ""),
            ["--paper: is given 2 times", "--ink: is empty", "--out: is empty"],
        ),
    ],
)
def test_empty_or_repeated_option_is_refused_before_the_job_starts(
    arguments, told, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    result = run(*arguments, status=2)
    lines = result.stderr.splitlines()
    assert len(lines) == len(told)
    for line, words in zip(lines, told, strict=True):
        assert line.startswith(f"error: {words}")
    assert list(tmp_path.iterdir()) == []


def test_repeatable_options_and_flags_may_be_repeated(tmp_path):
    made = run(
        "deck", "--only", "deck-36,deck-49", "--size", "deck-49=40x60mm", "--size", "poker",
        "--format", "pdf", "--out", tmp_path, "-q", "-q",
    )  # fmt: skip
    assert made.output == ""
    assert len(list((tmp_path / "turno" / "print").iterdir())) == 3  # two decks, and steps
