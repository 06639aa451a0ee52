"""Options that cannot apply to a component are left out with a note."""

from helpers.command import run


def test_skip_is_refused_only_if_it_applies_nowhere(tmp_path):
    given = ("--skip", "9", "--format", "pdf", "--out", tmp_path)
    told = run("build", "tawula", *given).stdout
    assert "board: made without --skip: a sheet has 1 slot, and none is number 9" in told
    refused = run("build", "tawula", "--only", "board", *given, status=2).stderr
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
    assert made == [
        "box-36-a4-54x85mm-business-cards-steps.pdf",
        "box-36-a4-54x85mm.pdf",
        "deck-36-a4-54x85mm-business-cards.pdf",
    ]
