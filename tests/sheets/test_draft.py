"""Drafts: everything is made, and what is wrong stands on the cards and at the end."""

from pathlib import Path

import pytest
from helpers.command import listed, run
from helpers.game_folder import Face

from pnp.components.faces.draft import RED
from pnp.components.registry import draw_component
from pnp.definitions import load_game
from pnp.render import pdf

JAPANESE = Path(__file__).parents[1] / "fonts" / "NotoSansJP.otf"
TITLE = 'kind = "text", text = "{title}", at = "6x6mm", area = "37x9mm", size = "14pt"'
COST = 'kind = "icon", icon = "disc", count = "{cost}", at = "44x6mm", area = "14x6mm"'
ART = 'kind = "image", file = "art/{art}.png", at = "6x16mm", area = "50x25mm", when = "art"'
ROWS = "title,cost,art\nFlood,2,\n"


def drawn(own, number=1):
    """Return a card of a draft."""
    game = load_game(own.folder / "game.toml", draft=True).game
    return draw_component(game, "events")[number - 1]


def face(own, number=1):
    """Return the face of a card of a draft, read back from a PDF."""
    return Face(pdf.render((drawn(own, number).front,), pdf.PrintHints("face")))


def test_a_card_without_faults_looks_as_it_always_does(own):
    own.deck(TITLE, COST, rows=f"{ROWS}Storm,many,\n")
    assert drawn(own).faults == ()
    assert drawn(own) == draw_component(own.deck(TITLE, COST, rows=ROWS).load(), "events")[0]


def test_a_card_with_faults_on_its_front_has_the_back_of_all_others(own):
    back = 'back = { frames = [{ kind = "icon", icon = "star", area = "9x9mm" }] }'
    own.deck(TITLE, COST, rows=f"{ROWS}Storm,many,\n", more=back)
    assert drawn(own, 2).faults
    assert drawn(own, 2).back == drawn(own).back


def test_a_card_says_all_its_faults_inside_its_edge(own):
    own.deck(TITLE, COST, ART, rows="title,cost,art\nFlood,many,king\n")
    seen = face(own)
    said = " ".join(seen.lines)
    assert "Draft: front.frames[2], icon: count: write a whole number from 0 to" in said
    assert "'art/king.png' cannot be read: No such file or directory" in said
    assert all(2 < one.left < one.right < 61.5 and one.bottom < 86.5 for one in seen.letters)
    assert drawn(own).faults == (
        "events.csv, line 2 'Flood': front.frames[2], icon: count: write a whole number from 0 "
        "to 100, not 'many'",
        "events.csv, line 2 'Flood': front.frames[3], image: 'art/king.png' cannot be read: No "
        "such file or directory",
    )


def test_a_missing_picture_leaves_a_place_with_its_name(own):
    own.deck(TITLE, COST, ART, rows="title,cost,art\nFlood,2,king\n")
    name = face(own).of("art/king.png")
    assert 16 < name[0].top < name[0].bottom < 41
    assert 6 < name[0].left < name[-1].right < 56
    assert face(own).seen(RED).left == pytest.approx(2.5, abs=0.1)


def test_text_without_room_is_set_smaller_and_then_cut(own):
    long = "much too long a title for this " * 3
    own.deck(TITLE, rows=f"title\n{long}\n{long * 9}\n")
    smaller, cut = face(own, 1), face(own, 2)
    assert "much too long a title for this much" in " ".join(smaller.lines)
    for seen in (smaller, cut):
        inside = [one for one in seen.letters if one.top < 20]
        assert all(5.9 < one.left < one.right < 43.2 and one.bottom < 15.2 for one in inside)
    assert any("…" in line for line in cut.lines)


@pytest.mark.parametrize(
    ("text", "shown"),
    [("a *star", "a *star"), ("an :icon: here", "an :icon: here"), ("日本 rain", "?? rain")],
)
def test_text_that_cannot_be_set_is_shown_without_markup_and_strange_letters(own, text, shown):
    own.deck(TITLE.replace('"14pt"', '"10pt"'), rows=f"title\n{text}\n")
    assert face(own).lines[0] == shown


def test_letters_of_the_game_s_own_fonts_stay_where_others_are_missing(own):
    own.write("JP.otf", JAPANESE.read_bytes())
    own.deck(TITLE.replace('"14pt"', '"10pt"'), rows="title\n山札の鬼\n")
    file = own.folder / "game.toml"
    file.write_text(f"{file.read_text()}\n[fonts]\nfallback = ['JP.otf']\n")
    assert face(own).lines[0] == "山札の?"


def test_an_invalid_colour_leaves_black_text_on_white(own):
    own.deck(f'{TITLE}, color = "{{ink}}"', rows="title,ink\nFlood,blood\n", ground="{ink}")
    assert face(own).lines[0] == "Flood"
    assert face(own).color_at(30, 40) == "#ffffff"
    assert [fault.partition(": ")[2][:12] for fault in drawn(own).faults] == [
        "front.ground",
        "front.frames",
    ]


@pytest.mark.parametrize("size", ['"8mm"\nshape = "round"', '"30mm"\nshape = "hexagon"'])
def test_small_pieces_are_marked_within_their_edge(own, size):
    own.deck(COST.replace("44x6mm", "1x1mm").replace("14x6mm", "2x2mm"), rows="cost\nmany\n")
    file = own.folder / "game.toml"
    file.write_text(file.read_text().replace('"poker"', size))
    edge = {"r": (0, 8, 8), "h": (0, 30, 34.7)}["r" if "round" in size else "h"]
    seen = face(own).seen(RED)
    assert edge[0] < seen.left < seen.right < edge[1]
    assert seen.bottom < edge[2]


def test_a_draft_makes_all_components_and_lists_what_is_wrong(own, tmp_path):
    own.deck(TITLE, COST, rows="title,cost,copies\nFlood,2,9\nStorm,many,9\n")
    with (own.folder / "game.toml").open("a", encoding="utf-8") as file:
        file.write('[components.hall]\nkind = "tuckbox"\nname = "Box"\nof = ["events"]\n')
    told = run(
        "build", own.folder, "--draft", "--out", tmp_path / "out", "--format", "pdf,svg", status=1
    )
    assert told.stderr.splitlines() == [
        "error: river, events: events.csv, line 3 'Storm': front.frames[2], icon: count: write a "
        "whole number from 0 to 100, not 'many'"
    ]
    paths = {file["path"] for file in listed(tmp_path / "out" / "river")}
    assert "print/events-a4-draft.pdf" in paths
    assert "svg/events/draft/2-front.svg" in paths
    assert "hall" in str(paths)
    text = Face((tmp_path / "out" / "river" / "print" / "events-a4-draft.pdf").read_bytes()).lines
    assert any("River · Events · draft · sheet 1 of 2" in line for line in text)


def test_a_draft_is_called_one_even_without_faults(own):
    made = own.deck(TITLE, COST, rows=ROWS).build(draft=True)
    assert [file.path for file in made.files] == ["print/events-a4-draft.pdf"]
    assert made.problems == ()


def test_a_draft_is_built_though_the_box_falls_short(own, tmp_path):
    own.deck(TITLE, COST, rows=ROWS)
    with (own.folder / "game.toml").open("a", encoding="utf-8") as file:
        file.write('[[claims]]\nsays = "Nine."\ncheck = "events == 9"\nstatus = "derived"\n')
    told = run(
        "build", own.folder, "--draft", "--out", tmp_path / "out", "--format", "pdf", status=1
    )
    assert told.stderr.count("error: ") == 1
    assert (tmp_path / "out" / "river" / "print" / "events-a4-draft.pdf").is_file()


def test_a_component_that_does_not_fit_is_left_out_of_a_draft(own):
    own.deck(TITLE, COST, rows=ROWS)
    with (own.folder / "game.toml").open("a", encoding="utf-8") as file:
        file.write(
            '[components.giants]\nkind = "cards"\nname = "Giants"\nsize = "400x500mm"\nfront = {}\n'
        )
    made = own.build(draft=True)
    assert [file.component for file in made.files] == ["events"]
    assert made.problems[0].endswith("; giants is left out")


def test_an_emoji_of_several_characters_without_a_font_is_a_question_mark(own):
    family = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
    own.deck(TITLE, COST, rows=f"title,cost\nMy {family} house,2\n")
    assert "My ? house" in " ".join(face(own).lines)
    (fault,) = drawn(own).faults
    assert f"no font has the emoji '{family}'" in fault
