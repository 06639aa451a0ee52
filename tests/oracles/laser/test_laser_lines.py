"""Open, repeated and misplaced lines are reported."""

from oracles.laser.laser_edits import EACH, ONE, at, by, first, first_cut, saved


@EACH
def test_an_open_outline_and_its_part_are_reported(editor, form):
    one = editor(form)
    one.open(first_cut(one))
    found = saved(one)
    assert "1 line open (outer), from" in found["closed"]
    assert found["parts"].startswith("8 of 9: no closed cut around 1-1 at ")
    assert set(found) == {"closed", "parts"}


@ONE
def test_an_outline_that_returns_to_its_start_unclosed_is_open(editor, form):
    one = editor(form, "fronts", "")
    one.line("inner", (300, 200), (320, 200), (310, 220), (300, 200))
    assert "0.00 mm apart" in saved(one)["closed"]


@ONE
def test_a_missing_shared_cut_leaves_two_parts_together(editor, form):
    one = editor(form, "fronts", "")
    part = first(one)
    one.remove("outer", at(one, "outer", part.right + 0.1, part.center.y))
    found = saved(one)
    assert found["parts"].startswith("7 of 9")
    assert "closed" not in found


@EACH
def test_a_repeated_outline_is_burnt_twice(editor, form):
    one = editor(form)
    one.double("outer", first_cut(one))
    found = saved(one)
    assert found["burnt twice"].startswith("147.19 mm of lines")
    assert set(found) == {"burnt twice"}


@EACH
def test_a_line_along_a_part_of_another_is_burnt_twice(editor, form):
    one = editor(form)
    y = first(one).y - 0.1
    one.line("outer", (10, y), (20, y))
    assert saved(one)["burnt twice"] == f"10.00 mm of lines, first at (10.00, {y:.2f}); nothing"


@ONE
def test_a_score_along_a_cut_is_burnt_twice(editor, form):
    one = editor(form)
    y = first(one).y - 0.1
    one.line("score", (12, y + 0.001), (31, y - 0.001))
    assert saved(one)["burnt twice"].startswith("19.00 mm of lines")


@EACH
def test_an_arc_on_an_arc_is_burnt_twice(editor, form):
    one = editor(form, "flip")
    one.double("inner", at(one, "inner", 5, 400 / 3), by(0.0005, 0))
    assert saved(one)["burnt twice"].startswith("9.11 mm of lines")


@ONE
def test_lines_that_cross_or_meet_are_not_burnt_twice(editor, form):
    one = editor(form)
    one.line("score", (300, 200), (320, 220))
    one.line("score", (300, 220), (320, 200))
    one.line("score", (320, 200), (340, 200.3))
    assert "burnt twice" not in saved(one)


@EACH
def test_an_area_that_is_engraved_twice_is_reported(editor, form):
    one = editor(form)
    one.double("engrave", one.paths("engrave")[0])
    assert "1 engraved areas" in saved(one)["burnt twice"]


@EACH
def test_lines_off_the_bed_are_reported(editor, form):
    one = editor(form)
    (x, y), edge = first(one).center, first(one)
    one.moved(first_cut(one), by(-4, 0))
    found = saved(one)
    assert found["on the bed"].startswith(
        f"1 line off it, from ({edge.x - 4.1:.2f}, {y - edge.height / 2 - 0.1:.2f})"
    )
    assert found["places"] == f"1-1 is cut about {x - 4:.2f}, {y:.2f}; {x:.2f}, {y:.2f}"
