"""Layouts that components share and change: what they draw, and where faults are told."""

import pytest
from helpers.game_folder import Face

from pnp.base.errors import DefinitionError
from pnp.components.registry import draw_component
from pnp.definitions import load_game
from pnp.render import pdf

SHARED = """
name = "River"
summary = "A game about a river."

[layouts.plain]
colors = { Fire = "#c23b22" }

[layouts.plain.front]
ground = "#eeeeee"

[[layouts.plain.front.frames]]
kind = "text"
name = "title"
text = "{title}"
at = "5x5mm"
area = "50x9mm"

[[layouts.plain.front.frames]]
kind = "shape"
name = "band"
fill = "#c23b22"
at = "0x20mm"
area = "100%, 10mm"

[layouts.low]
extends = "plain"

[[layouts.low.front.frames]]
name = "band"
at = "0x50mm"
"""
DECK = """
[components.{id}]
kind = "cards"
name = "Cards"
layout = "{layout}"
size = "poker"
cards = [{{ title = "Hx" }}]
"""


@pytest.fixture
def shared(own):
    """Write a game with decks and more lines; return a function that draws a deck's face."""

    def run(*decks, layouts=SHARED, more=""):
        text = layouts + "".join(DECK.format(id=key, layout=name) for key, name in decks) + more
        own.write("game.toml", text)

        def face(key):
            game = load_game(own.folder / "game.toml").game
            scene = draw_component(game, key)[0].front
            return Face(pdf.render((scene,), pdf.PrintHints("face")))

        return face

    return run


@pytest.fixture
def refused(own, shared):
    """Return the faults of a game with layouts."""

    def run(*decks, layouts=SHARED, more=""):
        shared(*decks, layouts=layouts, more=more)
        with pytest.raises(DefinitionError) as refusal:
            load_game(own.folder / "game.toml")
        return str(refusal.value).replace(f"{own.folder}/", "").splitlines()

    return run


def test_components_take_the_faces_of_a_layout(shared):
    face = shared(("events", "plain"), ("others", "plain"))
    for key in ("events", "others"):
        assert face(key).lines == ["Hx"]
        assert face(key).color_at(30, 80) == "#eeeeee"
        assert face(key).seen("#c23b22").top == pytest.approx(20, abs=0.1)


def test_a_frame_without_a_kind_changes_some_keys_of_the_one_of_its_name(shared):
    face = shared(("events", "plain"), ("others", "low"))
    band = face("others").seen("#c23b22")
    assert (band.top, band.height) == pytest.approx((50, 10), abs=0.1)
    assert face("events").seen("#c23b22").top == pytest.approx(20, abs=0.1)


def test_a_component_changes_replaces_and_adds_frames_of_its_own(shared):
    face = shared(
        ("events", "low"),
        more="""
        [components.events.front]
        ground = "#ddddff"
        frames = [
          { name = "title", at = "20x5mm", area = "30x9mm" },
          { name = "band", kind = "shape", fill = "#0000ff", at = "0x70mm", area = "9x9mm" },
          { kind = "shape", fill = "#00aa00", at = "0x60mm", area = "9x9mm" },
        ]
        """,
    )("events")
    assert face.of("Hx")[0].left == pytest.approx(20, abs=0.5)
    assert face.seen("#c23b22") is None
    assert face.seen("#0000ff").top == pytest.approx(70, abs=0.1)
    assert face.seen("#00aa00").top == pytest.approx(60, abs=0.1)
    assert face.color_at(50, 40) == "#ddddff"


def test_a_frame_of_a_layout_can_be_left_out(shared):
    face = shared(("events", "low"), more='[components.events.front]\nwithout = ["band"]\n')
    assert face("events").seen("#c23b22") is None


def test_frames_stand_below_frames_of_a_layout(shared):
    below = '[[components.events.front.frames]]\nkind = "shape"\nbelow = "title"\nfill = "#0000ff"'
    face = shared(("events", "plain"), more=f'{below}\narea = "9x9mm"\n')("events")
    assert 8 < face.seen("#0000ff").top < 12


def test_names_of_colours_and_icons_come_with_a_layout(own, shared):
    shared(
        ("events", "plain"),
        more="""
        colors = { Ice = "#3b6ec2" }
        [components.events.front]
        ground = "{title}"
        """,
    )
    colors = load_game(own.folder / "game.toml").game.components["events"].colors
    assert colors == {"Fire": "#c23b22", "Ice": "#3b6ec2"}


def test_a_fault_in_a_layout_is_reported_once_where_it_is_written(refused):
    wrong = SHARED.replace('"50x9mm"', '"50x9"')
    faults = refused(("events", "plain"), ("others", "low"), layouts=wrong)
    assert len(faults) == 1
    assert faults[0].startswith("game.toml: layouts.plain.front.frames[1].area: write a size")


def test_a_key_that_a_frame_of_a_layout_lacks_is_reported_once(refused):
    faulty = SHARED.replace('text = "{title}"', 'txt = "{title}"')
    missing, unknown = refused(("events", "plain"), layouts=faulty)
    assert missing == "game.toml: layouts.plain.front.frames[1].text: is missing"
    assert "frames[1].txt: is not a key" in unknown


def test_a_fault_in_what_a_component_changes_is_reported_there(refused):
    own = '[[components.events.front.frames]]\nname = "band"\nfill = "reddish-brown"\n'
    (fault,) = refused(("events", "low"), more=own)
    assert fault.startswith("game.toml: components.events.front.frames[1].fill: ")


def test_a_column_that_one_component_lacks_is_reported_with_the_place_in_the_layout(refused):
    (fault,) = refused(("events", "plain"), layouts=SHARED.replace("{title}", "{name}"))
    assert fault.startswith(
        "game.toml: components.events: layouts.plain.front.frames[1]: there is no column 'name'"
    )


def test_faults_of_drawing_name_the_frame_in_the_layout(own, shared):
    from pnp.base.errors import LayoutError

    face = shared(("events", "plain"), layouts=SHARED.replace("50x9mm", "1x9mm"))
    with pytest.raises(LayoutError, match=r"layouts\.plain\.front\.frames\[1\], text: "):
        face("events")


def test_unused_layouts_are_checked_too(refused):
    (fault,) = refused(
        layouts=SHARED.replace('"0x50mm"', '"0;50mm"'),
        more=DECK.format(id="events", layout="plain"),
    )
    assert fault.startswith("game.toml: layouts.low.front.frames[1].at: ")


@pytest.mark.parametrize(
    ("decks", "more", "said"),
    [
        (
            [("events", "plian")],
            "",
            "components.events.layout: there is no layout 'plian'; did you mean 'plain'? "
            "(there are: plain, low)",
        ),
        (
            [("events", "plain")],
            '[layouts.other]\nextends = "nothing"\n',
            "layouts.other.extends: there is no layout 'nothing' (there are: plain, low, other)",
        ),
        (
            [("events", "plain")],
            '[layouts.a]\nextends = "b"\n[layouts.b]\nextends = "c"\n[layouts.c]\nextends = "a"\n',
            "layouts.a.extends: goes round in a circle: a -> b -> c -> a",
        ),
        (
            [("events", "plain")],
            '[[components.events.front.frames]]\nname = "bnad"\nfill = "#112233"\n',
            "components.events.front.frames[1]: changes the frame 'bnad', which the layout does "
            "not have; did you mean 'band'? (there are: title, band); a frame of its own needs "
            "a kind",
        ),
        (
            [("events", "plain")],
            '[components.events.front]\nwithout = ["bnad"]\n',
            "components.events.front.without: the layout has no frame 'bnad'; did you mean "
            "'band'? (there are: title, band)",
        ),
        (
            [("events", "plain")],
            '[components.events.front]\nwithout = "band"\n',
            "components.events.front.without: write names of frames in a list, not 'band'",
        ),
        (
            [("events", "plain")],
            '[layouts.wide]\nfornt = { ground = "#ffffff" }\n',
            "layouts.wide.fornt: is not a key that is known here; did you mean 'front'? "
            "(known: icons, colors, styles, extends, front, back)",
        ),
    ],
)
def test_faults_of_sharing_are_reported_with_what_would_be_right(refused, decks, more, said):
    assert refused(*decks, more=more) == [f"game.toml: {said}"]


def test_texts_of_a_layout_are_translated_as_those_of_components(own, shared):
    shared(("events", "plain"), layouts=SHARED.replace("{title}", "Draw {title}"))
    own.write(
        "rules/definition.de.toml",
        '"River" = "Fluss"\n"A game about a river." = "Ein Spiel."\n"Cards" = "Karten"\n'
        '"Draw {title}" = "Zieh {title}"\n',
    )
    game = load_game(own.folder / "game.toml", lang="de").game
    scene = draw_component(game, "events")[0].front
    assert Face(pdf.render((scene,), pdf.PrintHints("face"))).lines == ["Zieh Hx"]


def test_a_face_without_a_layout_has_no_frames_to_leave_out(own):
    own.deck('kind = "shape", fill = "#ff0000"')
    text = (
        (own.folder / "game.toml").read_text().replace("frames = [", 'without = ["a"], frames = [')
    )
    own.write("game.toml", text)
    (fault,) = own.faults()
    assert "components.events.front: without: no layout has a face" in fault


def test_the_place_that_pnp_notes_cannot_be_written(own):
    (fault,) = own.deck('kind = "shape", fill = "#ff0000", origin = "here"').faults()
    assert "origin: is found by pnp and cannot be written" in fault
