"""Maps of places and time lines, which are drawn from a definition alone."""

import pytest

from pnp.base.languages import language
from pnp.definitions import find_game, load_game
from pnp.render import svg
from pnp.scene import Group, Scene, Shape, Text, items_bounds, leaves_in
from pnp.web.evidence import (
    FOOT,
    SIZE,
    WIDTH,
    MapSpot,
    TimelineRow,
    draw_map,
    draw_timeline,
    height_of,
    span_of,
    spots,
)

BRUGES, GORINCHEM = MapSpot("Bruges", 51.21, 3.22), MapSpot("Gorinchem", 51.83, 4.97)


def words_in(scene: Scene) -> list[str]:
    return [item.string for item in leaves_in(scene.items) if isinstance(item, Text)]


def dots(scene: Scene) -> list[tuple[float, float]]:
    spots = (one for one in leaves_in(scene.items) if isinstance(one, Shape))
    centres = (items_bounds([one]) for one in spots if one.style.fill == "#9b2226")
    return [(at.center.x, at.center.y) for at in centres if at is not None]


def test_a_map_shows_places_by_name_where_they_are():
    scene = draw_map([BRUGES, GORINCHEM])
    (bruges_x, bruges_y), (gorinchem_x, gorinchem_y) = dots(scene)
    assert bruges_x < gorinchem_x
    assert bruges_y > gorinchem_y
    assert {"Bruges", "Gorinchem", "52° N", "0°"} <= set(words_in(scene))
    assert "5° O" in words_in(draw_map([BRUGES], "N O S W"))


@pytest.mark.parametrize(
    "shown",
    [
        [BRUGES],
        [MapSpot("A", 89, 179), MapSpot("B", -89, -179)],
        [BRUGES, BRUGES._replace(name="Brugge")],
    ],
)
def test_every_place_is_on_the_map_and_nothing_far_beside_it_is_written(shown):
    scene = draw_map(shown)
    assert all(0 < x < SIZE.width and 0 < y < SIZE.height for x, y in dots(scene))
    (group,) = scene.items
    assert isinstance(group, Group)
    land = items_bounds(item for item in group.items if isinstance(item, Shape))
    assert land is not None
    assert land.width < SIZE.width + 10
    assert svg.render(scene, "Map") == svg.render(draw_map(shown), "Map")


def test_a_long_name_near_the_edge_is_on_the_map_whole():
    long = "The royal cemetery of a large city that lies far in the south"
    scene = draw_map([MapSpot("London", 51.5, -0.12), MapSpot(long, 30.96, 46.1)])
    words = (one for one in leaves_in(scene.items) if isinstance(one, Text))
    (name,) = (one for one in words if one.string == long)
    assert 1 <= name.at.x <= SIZE.width - 1 - name.width


def test_a_place_that_is_part_of_another_at_the_same_point_is_not_named_on_the_map():
    known = [one.name for one in spots(load_game(find_game("ur")).game)]
    assert "Royal Cemetery, Ur, Iraq" in known
    assert not any("Grave" in name for name in known)


def test_names_that_would_cover_each_other_stand_apart():
    from pnp.base.fonts import text_width
    from pnp.base.geometry import Rect

    scene = draw_map([BRUGES, MapSpot("Damme", 51.25, 3.28)])
    names = [one for one in leaves_in(scene.items) if isinstance(one, Text) and "bold" in one.font]
    first, second = (
        Rect(one.at.x, one.at.y - one.size, text_width(one.string, one.font, one.size), one.size)
        for one in names
    )
    assert not first.overlaps(second)


@pytest.mark.parametrize(
    ("date", "span"),
    [
        ("1924", (1924, 1925)),
        ("1924-07", (1924.5, 1924.583)),
        ("1924-01-01", (1924, 1924.003)),
        ("-0499", (-499, -498)),
    ],
)
def test_a_date_is_as_long_as_it_is_known(date, span):
    assert span_of(date) == pytest.approx(span, abs=1e-3)


def test_a_time_line_has_a_row_for_each_that_has_a_date():
    rows = [
        TimelineRow("Game", None, "1845", is_game=True),
        TimelineRow("Undated"),
        TimelineRow("Book", written=("1892",)),
    ]
    scene = draw_timeline(rows, language("en"))
    assert {"Game", "Book", "1860"} <= set(words_in(scene))
    assert "Undated" not in words_in(scene)
    assert scene.size == (WIDTH, height_of(rows))


def test_what_is_not_known_is_dashed_to_the_edge_on_its_side():
    def reach(row: TimelineRow) -> tuple[float, float]:
        scene = draw_timeline([row, TimelineRow("Other", "1800", "1900")], language("en"))
        shapes = (one for one in leaves_in(scene.items) if isinstance(one, Shape))
        (dashed,) = (one for one in shapes if one.style.dash)
        bounds = items_bounds([dashed])
        assert bounds is not None
        return bounds.x, bounds.right

    left, right = reach(TimelineRow("Before", None, "1850"))
    assert left < 0.05 * WIDTH
    assert right < 0.6 * WIDTH
    left, right = reach(TimelineRow("After", "1850", None))
    assert left > 0.4 * WIDTH
    assert right > 0.95 * WIDTH


def test_years_before_christ_are_written_as_such():
    scene = draw_timeline([TimelineRow("Game", "-2599", "-2399", is_game=True)], language("en"))
    assert {"2600 BC", "2500 BC"} <= set(words_in(scene))
    assert scene.size.height > FOOT


def test_no_year_is_called_0():
    rows = [TimelineRow("Board", "-2599", "-2399"), TimelineRow("Book", "2007", "2007")]
    years = words_in(draw_timeline(rows, language("en")))
    assert {"2000 BC", "1000 BC", "1", "1000", "2000"} <= set(years)
