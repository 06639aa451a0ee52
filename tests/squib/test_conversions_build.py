"""Whatever is converted, pnp can draw: no call of Squib becomes a frame that a build refuses."""

import tempfile
from pathlib import Path

from helpers.picture_files import quarters, saved
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.components.registry import draw_component
from pnp.definitions import load_game
from pnp.squib.project import convert

TABLE = (
    'name,art,part,size,"of, the: card",qty\n'
    "Rat,one.png,a,9,x,2\n"
    '"Rat\'s",,b,,y,1\n'
    'The "Cat",gone.png,,40,,1\n'
    "*:cat:* {x} [[,./two.svg,gone,2,z,0\n"
    ",broken.png,a,-3,**,1\n"
)
DRAWING = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"><path id="a" d="M1 1h7v7z"/>'
    '<g id="b" transform="translate(3 4)"><path d="M1 1h7v7z"/></g></svg>'
)
lengths = st.sampled_from(
    [
        "0",
        "-40",
        "12.5",
        "300",
        "99999",
        "'middle'",
        "'deck'",
        "'deck - 1in'",
        "'0.1in'",
        "10.mm",
        "data['size']",
        "nil",
        "'wide'",
        "[1, 2, 300]",
        "0.01",
    ]
)
angles = st.sampled_from(["0", "0.3", "'90deg'", "'45deg'", "-1.5", "'x'"])
paints = st.sampled_from(
    [
        ":red",
        "'#0000'",
        "'#f008'",
        "'(0,0)(300,300) #ccc@0.0 #111@1.0'",
        ":no_such_colour",
        "'@'",
        "'(9,9,2)(9,9,40) red@0.0 blue@1.0'",
        "['red', 'blue']",
    ]
)
flags = st.sampled_from(["true", "false", "nil"])
boxes = {"x": lengths, "y": lengths, "width": lengths, "height": lengths, "angle": angles}
lines = {"fill_color": paints, "stroke_color": paints, "stroke_width": lengths}
lines |= {"dash": st.sampled_from(["'4 2'", "''", "'1in'"]), "join": st.sampled_from(["'bevel'"])}
lines |= {
    "stroke_strategy": st.sampled_from([":stroke_first"]),
    "cap": st.sampled_from(["'round'"]),
}
ends = {f"{axis}{number}": lengths for axis in ("x", "y", "cx", "cy") for number in (1, 2, 3)}
pictures = {
    "file": st.sampled_from(
        [
            "'one.png'",
            "'two.svg'",
            "'gone.png'",
            "'broken.png'",
            "'../one.png'",
            "data['art']",
            "['one.png', nil, 'two.svg']",
            "data['name'].map { |n| \"#{n}.png\" }",
            "'/etc/passwd'",
        ]
    ),
    "id": st.sampled_from(["'a'", "'#b'", "'gone'", "data['part']"]),
    "alpha": st.sampled_from(["0.5", "0", "7"]),
    "crop_x": lengths,
    "crop_width": lengths,
    "crop_corner_radius": lengths,
    "mask": paints,
    "flip_horizontal": flags,
    "placeholder": st.sampled_from(["'one.png'", "'gone.png'"]),
    "layout": st.sampled_from([":box", "data['part']", ":none"]),
}
texts = {
    "str": st.sampled_from(
        [
            "'Hi'",
            "'A long text that goes on and on. ' ",
            "'漢字'",
            "'😀'",
            "data['name']",
            '"a\\n\\n*b* :c: \\\\ {d} [[e]] <b>f</b>"',
            "''",
            "7",
            "'" + "word " * 300 + "'",
            "data['of, the: card']",
            "['a', 'b']",
        ]
    ),
    "font": st.sampled_from(["'Arial'", "'Georgia Bold Italic 900'", "'Sans 0'", "''", "'X 24'"]),
    "font_size": st.sampled_from(["9", "0.5", "400", "data['size']", "[1, 20]", "'x'"]),
    "align": st.sampled_from([":center", ":right", ":odd"]),
    "valign": st.sampled_from([":middle", "'BOTTOM'"]),
    "ellipsize": st.sampled_from(["false", ":autoscale", ":end"]),
    "spacing": st.sampled_from(["-60", "-3", "500"]),
    "markup": flags,
    "justify": flags,
    "hint": paints,
    "color": paints,
}
ranges = {"range": st.sampled_from(["0", "1..2", "-1", "[0, 2]", ":all", "9"])}
OPTIONS = {
    "text": boxes | texts | ranges | {"stroke_width": lengths, "stroke_color": paints},
    "png": boxes | pictures | ranges,
    "svg": boxes | pictures | ranges,
    "background": {"color": paints},
    **dict.fromkeys(("rect", "ellipse"), boxes | lines | ranges | {"radius": lengths}),
    **dict.fromkeys(("line", "triangle", "curve"), ends | lines | ranges),
    **dict.fromkeys(("star", "polygon"), boxes | lines | {"n": lengths, "radius": lengths}),
    "circle": boxes | lines | {"radius": lengths, "arc_start": angles, "arc_end": angles},
    "grid": boxes | lines,
    "cut_zone": {"margin": lengths, "radius": lengths},
    "save_png": {"trim": lengths, "trim_radius": lengths},
}
calls = st.sampled_from(sorted(OPTIONS)).flatmap(
    lambda kind: st.fixed_dictionaries({}, optional=OPTIONS[kind]).map(
        lambda options: f"{kind} {', '.join(f'{key}: {value}' for key, value in options.items())}"
    )
)
decks = st.fixed_dictionaries(
    {"cards": st.sampled_from(["data.nrows", "3", "1"])},
    optional={"width": lengths, "height": lengths, "dpi": st.sampled_from(["72", "600"])},
)


@given(deck=decks, drawn=st.lists(calls, min_size=1, max_size=4))
@settings(max_examples=100)
def test_a_build_accepts_whatever_is_converted(deck: dict[str, str], drawn: list[str]) -> None:
    options = ", ".join(f"{key}: {value}" for key, value in deck.items())
    head = f"data = Squib.csv file: 'deck.csv'\nSquib::Deck.new({options}, layout: 'layout.yml') do"
    with tempfile.TemporaryDirectory() as name:
        project, game = Path(name) / "project", Path(name) / "game"
        project.mkdir()
        (project / "deck.rb").write_text("\n".join([head, *drawn, "end", ""]))
        (project / "deck.csv").write_text(TABLE)
        (project / "layout.yml").write_text("box:\n  x: 20\n  width: 100\n  color: red\n")
        (project / "one.png").write_bytes(saved(quarters(30, 20)))
        (project / "two.svg").write_text(DRAWING)
        (project / "broken.png").write_bytes(saved(quarters(30, 20))[:60])
        for path, content in convert(project, "Any").files.items():
            (game / path).parent.mkdir(parents=True, exist_ok=True)
            (game / path).write_bytes(content)
        loaded = load_game(game / "game.toml").game
        for key in loaded.components:
            draw_component(loaded, key)
