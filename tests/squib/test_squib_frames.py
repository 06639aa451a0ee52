"""What Squib draws becomes frames at the same places, or drawings where frames lack it."""

import tomllib

import pytest
from helpers.picture_files import quarters, saved

from pnp.squib.project import convert
from pnp.squib.values import font

TABLE = "name,art,size\nThief,one.png,9\nBrain,,12\nCat,two.svg,9\nDog,gone.png,12\n"
DRAWING = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"><path id="a" d="M1 1h7v7z"/>'
    '<circle r="3"/></svg>'
)
SMALL = "Squib::Deck.new(cards: 4, width: 300, height: 600) do"
POKER = "Squib::Deck.new(cards: 4) do"


@pytest.fixture
def read(tmp_path):
    """Return the frames of a deck of four cards, the files of the game, and what is told."""

    def run(body, deck=SMALL):
        (tmp_path / "deck.csv").write_text(TABLE)
        (tmp_path / "one.png").write_bytes(saved(quarters(60, 30)))
        (tmp_path / "two.svg").write_text(DRAWING)
        head = "data = Squib.csv file: 'deck.csv'\n"
        (tmp_path / "deck.rb").write_text(f"{head}{deck}\n{body}\nend\n")
        made = convert(tmp_path, "Test")
        game = tomllib.loads(made.files["game.toml"].decode())
        frames = game["components"]["cards"]["front"].get("frames", [])
        return frames, made.files, [note.what for note in made.notes]

    return run


@pytest.mark.parametrize(
    ("said", "area"),
    [
        ("file: 'one.png'", "5.08x2.54mm"),
        ("file: 'two.svg'", "3.39x1.69mm"),
        ("file: 'one.png', width: 120, height: :scale", "10.16x5.08mm"),
        ("file: 'one.png', width: :scale, height: 60", "10.16x5.08mm"),
    ],
)
def test_a_picture_has_its_own_size(read, said, area):
    (frame,), _, _ = read(f"png {said}, x: 30, y: 60")
    assert (frame["at"], frame["area"]) == ("2.54x5.08mm", area)


def test_pictures_from_a_column_have_a_frame_for_each_size_and_none_for_missing_ones(read):
    frames, files, told = read("png file: data['art'], x: 30, y: 60")
    assert [(frame["file"], frame["area"], frame["when"]) for frame in frames] == [
        ("art/{art}", "5.08x2.54mm", "art = 'one.png'"),
        ("art/{art}", "3.39x1.69mm", "art = 'two.svg'"),
    ]
    assert {"art/one.png", "art/two.svg"} < set(files)
    assert any("picture 'gone.png' is left out: cannot be read" in what for what in told)
    (frame,), _, _ = read("png file: data['art'].map { |a| \"#{a}\" }, width: 60, height: 30")
    assert "one.png" in frame["when"]


def test_a_missing_picture_has_its_placeholder(read):
    (frame,), _, _ = read("png file: 'gone.png', placeholder: 'one.png'")
    assert frame["file"] == "art/one.png"


def test_pictures_outside_the_project_are_left_out(read):
    frames, _, told = read("png file: '../one.png'\npng file: '/etc/hostname'")
    assert not frames
    assert "picture '../one.png' is left out: it lies outside the project's folder" in told


def test_what_turns_turns_about_its_upper_left_corner(read):
    frames, _, _ = read(
        "png file: 'one.png', x: 120, y: 120, angle: '90deg'\n"
        "rect x: 120, y: 120, width: 60, height: 30, angle: '90deg'"
    )
    assert [(f["at"], f["area"], f["turn"]) for f in frames] == [
        ("6.35x11.43mm", "5.08x2.54mm", 90)
    ] * 2


def test_pictures_are_mirrored_as_squib_mirrors_them(read):
    frames, _, _ = read(
        "png file: 'one.png', flip_vertical: true\npng file: 'one.png', flip_horizontal: true\n"
        "png file: 'one.png', flip_vertical: true, flip_horizontal: true"
    )
    assert [(frame.get("mirror"), frame.get("turn")) for frame in frames] == [
        ("across", None),
        ("down", None),
        (None, 180),
    ]


@pytest.mark.parametrize(
    ("said", "part"),
    [
        (
            "width: 90, height: 90",
            'transform="translate(0 0) scale(1 1) rotate(0) scale(2.25 4.5)"',
        ),
        ("angle: 0.2", "rotate(11.4592)"),
        ("crop_x: 5, crop_width: 20, angle: 0.2", 'viewBox="5 0 20 20"'),
        ("crop_corner_x_radius: 4, crop_corner_y_radius: 2", "clip-path"),
        ("mask: :red", 'fill="#ff0000"'),
        ("id: '#a'", 'id="a"'),
    ],
)
def test_a_picture_that_a_frame_cannot_show_is_drawn(read, said, part):
    (frame,), files, _ = read(f"svg file: 'two.svg', {said}")
    assert frame["file"] == "drawings/picture.svg"
    drawing = files["drawings/picture.svg"].decode()
    assert part in drawing
    assert ("circle" in drawing) == ("id:" not in said)


def test_a_part_of_a_picture_is_a_crop_of_it(read):
    (frame,), files, _ = read("svg file: 'two.svg', x: 30, y: 60, crop_x: 5, crop_width: 20")
    assert (frame["file"], frame["crop"]) == ("art/two.svg", "12.5%,0% 50%x100%")
    assert (frame["at"], frame["area"]) == ("2.54x5.08mm", "1.69x1.69mm")
    (frame,), _, _ = read("svg file: 'two.svg', crop_corner_radius: 4")
    assert frame["corner"] == "0.34mm"
    assert "drawings/picture.svg" not in files


@pytest.mark.parametrize(
    ("call", "part"),
    [
        ("grid width: 200, height: 300", "M200 -600V600"),
        ("circle x: 100, y: 100, radius: 50, arc_end: 1", "A50 50 0 0 1"),
        ("circle x: 0, y: 0, radius: 50, arc_end: '90deg'", "A50 50 0 0 1 0 50"),
        ("triangle x1: 9, y1: 9, x2: 9, y2: 9, x3: 20, y3: 90", "M9 9L9 9L20 90Z"),
        ("rect width: 90, height: 90, dash: '0 9', cap: :round", 'stroke-dasharray="0 9"'),
        ("rect width: 90, height: 90, stroke_strategy: :stroke_first", 'paint-order="stroke"'),
        ("rect width: 90, height: 90, angle: 0.2", "rotate(11.459 0 0)"),
        ("rect fill_color: '(0,0)(300,0) red@0.0 #00f8@1'", 'x2="300" y1="0" y2="0"'),
        ("circle radius: 9, fill_color: '(5,6,1)(5,6,4) red@0 blue@1'", 'fx="5" fy="6"'),
        ("background color: '(0,0)(0,600) red@0.0 blue@1.0'", 'y2="600"'),
    ],
)
def test_shapes_that_frames_lack_are_drawn(read, call, part):
    (frame,), files, _ = read(call)
    assert (frame["at"], frame["area"]) == ("0x0mm", "25.4x50.8mm")
    assert part in files[frame["file"]].decode()


@pytest.mark.parametrize(
    ("call", "wanted"),
    [
        (
            "triangle x1: 12, y1: 12, x2: 48, y2: 12, x3: 24, y3: 60",
            {"shape": "polygon", "points": ["0.08x0.08mm", "3.13x0.08mm", "1.1x4.15mm"]},
        ),
        (
            "polygon x: 100, y: 100, n: 4, radius: 60",
            {"shape": "polygon", "sides": 4, "turn": 90, "at": "3.39x3.39mm"},
        ),
        (
            "star x: 100, y: 100, n: 6, inner_radius: 30, outer_radius: 60, angle: '45deg'",
            {"shape": "star", "sides": 6, "inner": 50, "turn": 135, "area": "10.16x10.16mm"},
        ),
        (
            "star x: 100, y: 100, n: 2, inner_radius: 12, outer_radius: 60",
            {
                "shape": "polygon",
                "points": ["10.24x1.1mm", "5.16x2.12mm", "0.08x1.1mm", "5.16x0.08mm"],
            },
        ),
        (
            "curve x1: 12, y1: 12, x2: 60, y2: 12, cx1: 24, cy1: 60, cx2: 48, cy2: 0",
            {
                "shape": "curve",
                "points": ["0.08x1.1mm", "4.15x1.1mm"],
                "controls": ["1.1x5.16mm", "3.13x0.08mm"],
            },
        ),
        (
            "circle x: 100, y: 100, radius: 60, arc_start: '0deg', arc_end: '90deg'",
            {"shape": "arc", "from": 90, "to": 180, "at": "3.39x3.39mm", "area": "10.16x10.16mm"},
        ),
        (
            "circle x: 100, y: 100, radius: 60, arc_start: '0deg', arc_end: '90deg', "
            "arc_direction: :counter_clockwise, arc_close: true",
            {"shape": "arc", "from": 180, "to": 90, "closed": True},
        ),
        (
            "rect width: 90, height: 90, dash: '12 6', cap: :round, join: :bevel",
            {"shape": "rectangle", "dash": ["1.016mm", "0.508mm"], "cap": "round", "join": "bevel"},
        ),
        (
            "line x1: 0, y1: 60, x2: 60, y2: 60, fill_color: :red",
            {"shape": "line", "points": ["0.08x0.08mm", "5.16x0.08mm"], "at": "-0.08x5mm"},
        ),
    ],
)
def test_a_shape_is_one_of_a_frame(read, call, wanted):
    (frame,), files, _ = read(call)
    assert {key: frame.get(key) for key in wanted} == wanted
    assert (frame["kind"], frame["stroke"]) == ("shape", "#000000")
    assert not any("drawings" in path for path in files)


@pytest.mark.parametrize(
    "call",
    [
        "circle x: -300, y: 100, radius: 50, arc_end: 1",
        "triangle x1: -90, y1: 1, x2: -60, y2: 9, x3: -50, y3: 1",
        "star x: 2000, y: 100, stroke_strategy: :stroke_first",
    ],
)
def test_a_shape_beside_the_card_is_left_out_with_a_note(read, call):
    frames, files, told = read(call)
    assert not frames
    assert not any("drawings" in path for path in files)
    assert any("it lies beside the card, where it is not seen" in what for what in told)


def test_equal_drawings_share_a_file(read):
    _, files, _ = read("2.times do\n  grid width: 9\nend\ngrid width: 8")
    assert sorted(path for path in files if "drawings" in path) == [
        "drawings/grid-2.svg",
        "drawings/grid.svg",
    ]


def test_the_border_of_a_card_without_bleed_is_on_the_card(read):
    (frame,), _, _ = read("rect stroke_color: :red")
    assert (frame["at"], frame["area"]) == ("0x0mm", "25.4x50.8mm")
    frames, _, told = read("rect stroke_color: :red", POKER)
    assert frames[0]["area"] == "69.85x95.25mm"
    assert "the card is taken as 69.85x95.25mm after cutting" in told


@pytest.mark.parametrize(
    ("call", "size"),
    [
        ("rect x: 37.5, y: 37.5, width: 750, height: 1050", "63.5x88.9mm"),
        ("rect fill_color: :red", "63.5x88.9mm"),
        ("text str: 'a', x: 40, y: 40", "63.5x88.9mm"),
        ("text str: 'a', y: 40, width: :deck, align: :center", "63.5x88.9mm"),
        ("text str: 'a', x: 40", "69.85x95.25mm"),
        ("text str: 'a', y: 40", "69.85x95.25mm"),
        ("rect stroke_color: :red", "69.85x95.25mm"),
        ("rect\nsave_sheet trim: 37.5", "63.5x88.9mm"),
    ],
)
def test_a_card_of_the_usual_size_has_bleed_unless_text_or_a_border_lies_in_it(read, call, size):
    _, files, _ = read(call, POKER)
    assert f'size = "{size}"' in files["game.toml"].decode()


def test_a_line_may_rise(read):
    (frame,), _, _ = read("line x1: 0, y1: 90, x2: 90, y2: 0")
    assert (frame["shape"], frame["points"]) == ("line", ["0.08x7.7mm", "7.7x0.08mm"])


def test_each_deck_is_cut_as_it_says(tmp_path):
    (tmp_path / "deck.rb").write_text(
        "Squib::Deck.new(width: 300, height: 300) do\n  save_png trim: 30, trim_radius: 15\nend\n"
        "Squib::Deck.new(width: 300, height: 300) do\n  rect\nend\n"
        "Squib::Deck.new(width: 300, height: 300) do\n  cut_zone\n  save_png trim: 20\nend\n"
        "Squib::Deck.new(width: 40, height: 40) do\n  save_sheet trim: 30\nend\n"
    )
    made = convert(tmp_path, "Test")
    decks = tomllib.loads(made.files["game.toml"].decode())["components"].values()
    assert [(deck["size"], deck["corner"]) for deck in decks] == [
        ("20.32x20.32mm", "1.27mm"),
        ("25.4x25.4mm", "0mm"),
        ("19.05x19.05mm", "3.17mm"),
        ("3.39x3.39mm", "0mm"),
    ]
    told = [note.what for note in made.notes]
    assert "cards are cut by 37.5 pixels, elsewhere by 20" in told
    assert "a margin of 30 pixels leaves nothing of the card" in told


def test_a_size_from_a_column_makes_a_frame_for_each(read):
    frames, _, _ = read("text str: data['name'], font: 'Sans 30', font_size: data['size']")
    assert [(frame["size"], frame["when"]) for frame in frames] == [
        ("9pt", "size = '9'"),
        ("12pt", "size = '12'"),
    ]


def test_a_size_that_ruby_finds_is_that_of_the_font(read):
    (frame,), _, told = read("text str: 'a', font: 'Sans 30', font_size: sizes(data)")
    assert frame["size"] == "30pt"
    assert any(
        what.startswith("font_size: sizes(data) is Ruby that is not run: sizes is not known, so it")
        for what in told
    )


@pytest.mark.parametrize(
    ("description", "family", "bold", "italic", "points"),
    [
        ("Sans Bold Italic 24", "Sans", True, True, 24),
        ("Helvetica,Sans weight=800 40", "Helvetica,Sans", True, False, 40),
        ("Times New Roman, 11", "Times New Roman", False, False, 11),
        ("Arial", "Arial", False, False, 12),
        ("Open Sans Semi-Bold style=oblique 9.5", "Open Sans", True, True, 9.5),
    ],
)
def test_fonts_are_read_as_pango_reads_them(description, family, bold, italic, points):
    assert font(description)[:4] == (family, bold, italic, points)


def test_text_stands_where_pango_sets_it(read):
    top, middle, bottom, centred = read(
        "text str: 'a', font: 'Arial 12', x: 30, y: 60\n"
        "text str: 'a', font: 'Arial 12', x: 30, y: 60, width: 90, height: 90, valign: :middle\n"
        "text str: 'a', font: 'Arial 12', x: 30, y: 60, width: 90, height: 90, valign: :bottom\n"
        "text str: 'a', font: 'Arial 12', x: -60, y: 60, width: 240, align: :center"
    )[0]
    assert top["at"] == "2.54x6.14mm"  # its capitals are below the top of the line
    assert (middle["at"], middle["area"]) == ("2.54x5.08mm", "7.62x7.62mm")
    assert bottom["vertical"] == "bottom"
    assert centred["at"].startswith("0x")  # about the middle that the box has in Squib
    assert centred["area"].startswith("10.16x")
    assert centred["align"] == "center"


def test_text_without_a_width_is_not_centred(read):
    (frame,), _, _ = read("text str: 'a', align: :center, valign: :middle, y: 99")
    assert "align" not in frame
    assert "vertical" not in frame


def test_the_box_that_a_hint_shows_is_drawn(read):
    hint, text = read("hint text: :cyan\ntext str: 'a', x: 30, y: 60, width: 90, height: 60")[0]
    assert (hint["at"], hint["area"], hint["stroke"]) == ("2.54x5.08mm", "7.62x5.08mm", "#00ffff")
    assert text["kind"] == "text"


def test_markup_of_pango_becomes_that_of_cards(read):
    (frame,), _, told = read(
        "text str: '<b>A</b> <i>b</i> <s>c</s> 2*3 -- :d: &amp; \"e\"', markup: true, y: 99"
    )
    assert frame["text"] == "**A** *b* <s>c</s> 2\\*3 \u2013 \\:d\\: & \u201ce\u201d"
    assert "markup" not in frame
    assert not [what for what in told if "in a text" in what]


def test_spans_of_pango_become_styles_of_words(read):
    (frame,), files, told = read(
        'text str: \'<span foreground="maroon" size="x-large">A <tt>b</tt></span> '
        '<span face="Sans">c</span> <big>d</big> 1 < 2\', markup: true, y: 99'
    )
    assert frame["text"] == "<style-1>A b</style-1> c <style-2>d</style-2> 1 < 2"
    styles = tomllib.loads(files["game.toml"].decode())["components"]["cards"]["styles"]
    assert styles == {"style-1": {"color": "#b03060", "size": 144}, "style-2": {"size": 120}}
    assert "<tt> in a text is left out" in told
    assert "<span face='Sans'> in a text is left out" in told


def test_a_text_that_cannot_be_set_stays_as_a_comment(read):
    frames, files, told = read("text str: '漢字', y: 99")
    assert not frames
    assert '# text = "漢字"' in files["game.toml"].decode()
    assert told[-1].startswith("a text is left out: ")


def test_letters_with_a_gradient_are_drawn(read):
    (frame,), files, told = read("text str: 'Hi', y: 99, color: '(0,0)(300,0) red@0 blue@1'")
    assert (frame["kind"], frame["file"]) == ("image", "drawings/text.svg")
    assert 'fill="url(#fill)"' in files["drawings/text.svg"].decode()
    assert told[-1] == "letters with a gradient are a drawing, drawings/text.svg"


@pytest.mark.parametrize(
    ("name", "line", "size"),
    [
        ("Gemfile", "gem 'squib', '~> 0.13'", "11.5pt"),
        ("Gemfile.lock", "    squib (0.9.0)", "11.5pt"),
        ("Gemfile.lock", "    squib (0.19.0)", "36pt"),
        ("Gemfile", "gem 'squib'", "36pt"),
    ],
)
def test_type_of_a_squib_before_points_were_points_is_as_small(read, tmp_path, name, line, size):
    (tmp_path / name).write_text(f"source 'https://rubygems.org'\n{line}\n")
    (frame,), _, told = read("text str: 'a', y: 300, font: 'Sans 36'")
    assert frame["size"] == size
    assert (size == "11.5pt") == any("draws type 3.125 times smaller" in what for what in told)


def test_quotes_and_dashes_are_those_of_the_settings(read, tmp_path):
    (tmp_path / "config.yml").write_text("smart_quotes: false\nem_dash: '~'\n")
    (frame,), _, _ = read("text str: '\"a\" --- b', markup: true, y: 300")
    assert frame["text"] == '"a" ~ b'


@pytest.mark.parametrize("cell", ["50", "nil"])
def test_a_cell_has_the_size_of_the_settings(read, tmp_path, cell):
    (tmp_path / "config.yml").write_text(f"cell_px: {'50' if cell == '50' else '37.5'}\n")
    (frame,), _, _ = read("rect x: '1c', y: 0, width: '2 cells', height: 30")
    assert frame["at"] == ("4.23x0mm" if cell == "50" else "3.17x0mm")


def test_one_card_larger_than_the_paper_is_a_board(tmp_path):
    (tmp_path / "deck.rb").write_text(
        "Squib::Deck.new(width: 3000, height: 3000) do\n  rect\nend\n"
        "Squib::Deck.new(width: 3000, height: 3000, cards: 20) do\n  rect\nend\n"
    )
    made = convert(tmp_path, "Test")
    board, cards = tomllib.loads(made.files["game.toml"].decode())["components"].values()
    assert (board["kind"], cards["kind"]) == ("board", "cards")
    assert "cards of 254x254mm are larger than the 194x273mm that A4 holds" in [
        note.what for note in made.notes
    ]


BOMB = "".join(
    f'<!ENTITY {b} "{10 * f"&{a};"}">' for a, b in zip("abcdefgh", "bcdefghi", strict=True)
)


@pytest.mark.parametrize(
    "content",
    [
        f'<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa">{BOMB}]>'
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><desc>&i;</desc></svg>',
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><script>x()</script></svg>',
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">' + 99_999 * "<g>",
    ],
    ids=["bomb", "script", "depth"],
)
def test_a_picture_that_pnp_refuses_is_not_drawn_anew(read, tmp_path, content):
    (tmp_path / "evil.svg").write_text(content)
    frames, files, told = read("svg file: 'evil.svg', crop_x: 2, angle: 0.3, id: 'a'")
    assert not frames
    assert not any("evil" in path or "drawings" in path for path in files)
    assert any("picture 'evil.svg' is left out" in what for what in told)


def test_type_that_scales_to_its_box_keeps_the_lines_of_pango(read):
    (frame,), _, told = read(
        "text str: 'a', font: 'Arial 90', x: 30, y: 60, width: 90, height: 60,"
        " ellipsize: :autoscale"
    )
    assert (frame["at"], frame["area"]) == ("2.54x5.54mm", "7.62x4.62mm")
    assert not any("longer than its box" in what for what in told)


@pytest.mark.parametrize("said", ['"a\\n\\nb"', '"\\na"', '"a\\n"'])
def test_empty_lines_of_a_text_are_kept(read, said):
    (frame,), _, _ = read(f"text str: {said}, y: 99, width: 90, height: 300, valign: :middle")
    assert r"\n" in frame["text"]
    frames, files, _ = read(f"text str: ['x', {said}], y: 99, width: 90, height: 300")
    assert frames[0]["text"].startswith("{text")
    assert r"\\n" in files["game.toml"].decode()


def test_what_an_icon_in_a_text_loses_is_said(read):
    _, _, told = read(
        "text(str: 'a :b:', y: 99) do |embed|\n"
        "  embed.png key: ':b:', file: 'one.png', width: 30, dx: 5, dy: 5\nend"
    )
    assert "dx and dy of ':b:' in a text are left out" in told


def test_the_drawings_of_a_project_have_a_limit(read, monkeypatch):
    monkeypatch.setenv("PNP_LIMITS", "picture_kb=5")
    frames, files, told = read("40.times { |i| grid x: i, width: 90, height: 90 }")
    assert 0 < len(frames) < 40
    assert sum(len(file) for path, file in files.items() if "drawings" in path) <= 5000
    assert any(what.startswith("grid: the drawings are too large") for what in told)
