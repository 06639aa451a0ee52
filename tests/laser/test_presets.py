"""Clients and materials of lasers: what comes with pnp, and a user's own with all faults told."""

import re
from pathlib import Path

import pytest

from pnp.base.errors import DefinitionError, UsageError
from pnp.base.languages import read_words
from pnp.definitions.data_files import built_in
from pnp.laser.presets import load_machine, load_material, load_target
from pnp.laser.settings import bed_look
from pnp.scene.laser_bed import OperationStyle, Step

# The colours of LightBurn's layers by their numbers, as Beam Bench reads LightBurn's files
# (LBRN_PALETTE_COLORS) and as github.com/jlucaso1/lbrn2-to-svg shows them; 30 is T1.
LIGHTBURN = {
    0: "#000000", 1: "#0000ff", 2: "#ff0000", 3: "#00e000", 4: "#d0d000", 5: "#ff8000",
    6: "#00e0e0", 7: "#ff00ff", 8: "#b4b4b4", 9: "#0000a0", 10: "#a00000", 30: "#f36926",
}  # fmt: skip
CLIENTS = {
    "epilog", "generic", "glowforge", "k40-whisperer", "lasergrbl", "lightburn", "meerk40t",
    "part-shop", "ponoko", "rdworks", "trotec", "visicut", "xtool",
}  # fmt: skip
MATERIALS = {
    "acrylic-3", "acrylic-5", "card-1", "cardboard-3", "chipboard-1", "cork-3", "felt-3",
    "greyboard-2", "leather-2", "mdf-3", "mdf-6", "plywood-2", "plywood-3", "plywood-4",
    "plywood-5", "plywood-6", "veneer-1",
}  # fmt: skip

CLIENT = """
name = "Our own laser"
formats = ["svg"]
stroke = "0.01mm"

[steps]
engrave = { color = "#000000", filled = true }
inner = { color = "#ff0000" }
outer = { color = "#ff0000" }

[[notes]]
says = "Red is cut."
source = "The sheet of paper above the laser"
"""
MATERIAL = """
name = "Our own plywood"
thickness = "4mm"
kerf = "0.19mm"
kerf_least = "0.17mm"
kerf_most = "0.21mm"
feature = "2mm"
gap = "0.6mm"
web = "3mm"

[[notes]]
says = "Kerf of ten cuts: 1.9 mm."
source = "measured with a caliper"
"""


def own(tmp_path: Path, text: str, *changes: tuple[str, str], name: str = "own.toml") -> str:
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    file = tmp_path / name
    file.write_text(text, encoding="utf-8")
    return str(file)


def faults(load, file: str) -> list[str]:
    with pytest.raises(DefinitionError) as refusal:
        load(file)
    lines = str(refusal.value).splitlines()
    assert all(line.startswith(f"{file}: ") for line in lines)
    return [re.sub(r"^line \d+: ", "", line.removeprefix(f"{file}: ")) for line in lines]


def test_these_come_with_pnp():
    assert set(built_in("laser/clients")) == CLIENTS
    assert set(built_in("laser/materials")) == MATERIALS


@pytest.mark.parametrize("name", sorted(CLIENTS))
def test_every_rule_of_a_client_says_where_it_is_from(name):
    client = load_target(name)
    assert client.id == name
    for note in client.notes:
        assert "http" in note.source or "run" in note.source, note.says


@pytest.mark.parametrize("name", sorted(MATERIALS))
def test_a_material_has_a_kerf_within_the_range_of_its_sources(name):
    material = load_material(name)
    assert 0.05 < material.kerf_least <= material.kerf <= material.kerf_most < 0.5
    assert material.kerf < material.gap <= material.feature <= material.web
    assert sum("erf of" in note.says for note in material.notes) >= 2
    assert any("which side is up" in note.says for note in material.notes)
    assert all("http" in note.source for note in material.notes)
    assert material.thickness == int(name.rpartition("-")[2])


def test_every_machine_has_a_bed_with_its_source_and_a_program_that_drives_it():
    names = built_in("laser/machines")
    assert {"k40", "glowforge", "xtool-d1-pro", "ortur-laser-master-3"} <= set(names)
    for machine in map(load_machine, names):
        assert 100 <= min(machine.bed) <= max(machine.bed) <= 1000, machine.id
        assert set(machine.clients) <= CLIENTS, machine.id
        assert all("http" in note.source for note in machine.notes), machine.id
        told = " ".join(note.says for note in machine.notes)
        assert any(f"{side:g}" in told or f"{side / 10:g}" in told for side in machine.bed)


def test_lightburn_gets_the_exact_colour_of_each_layer():
    steps = load_target("lightburn").steps
    assert {style.layer: style.color for style in steps.values()}.items() <= LIGHTBURN.items()


def test_the_layers_of_lightburn_are_numbered_in_the_order_of_burning():
    steps = load_target("lightburn").steps
    layers = [steps[step].layer for step in Step]
    assert layers == sorted(set(layers))


def test_a_dxf_for_ponoko_has_no_black_lines_as_they_are_turned_away():
    looks = {kind: bed_look(load_target("ponoko"), kind) for kind in ("svg", "dxf")}
    assert Step.ENGRAVE in looks["svg"].steps
    assert {style.color for style in looks["dxf"].steps.values()} == {"#0000ff", "#ff0000"}


def test_guides_are_in_lightburn_projects_alone_where_a_tool_layer_keeps_them_unburnt():
    for name in CLIENTS:
        client = load_target(name)
        told = {kind for kind in client.formats if Step.GUIDE in bed_look(client, kind).steps}
        assert told == ({"lbrn2"} if name == "lightburn" else set())
    assert bed_look(load_target("lightburn"), "lbrn2").steps[Step.GUIDE].layer == 30


def test_meerk40t_has_a_red_for_each_kind_of_cut_in_the_order_of_its_operations():
    steps = load_target("meerk40t").steps
    reds = [steps[step].color for step in ("inner", "outer", "frame")]
    assert reds == ["#ff0000", "#ff0040", "#ff0080"]


@pytest.mark.parametrize(
    ("step", "does"),
    [
        ("engrave", "raster"),
        ("score", "engrave"),
        ("inner", "cut"),
        ("outer", "cut"),
        ("frame", "cut"),
    ],
)
def test_k40_whisperer_does_by_its_rule_of_colours_what_a_step_says(step, does):
    red, green, blue = bytes.fromhex(load_target("k40-whisperer").steps[step].color[1:])
    rule = "raster"  # within 10 of red or blue is what svg_reader.py takes for them
    if red >= 245 and max(green, blue) <= 10:
        rule = "cut"
    elif blue >= 245 and max(red, green) <= 10:
        rule = "engrave"
    assert rule == does


def test_holes_parts_and_frames_differ_where_a_person_orders_the_colours():
    for name in CLIENTS:
        client = load_target(name)
        if client.reorders:
            colors = [client.steps[step].color for step in ("inner", "outer", "frame")]
            assert len({*colors}) == 3, name


def test_ponoko_cuts_blue_and_engraves_red():
    client = load_target("ponoko")
    assert (client.steps["outer"].color, client.steps["score"].color) == ("#0000ff", "#ff0000")
    assert client.stroke == 0.01


def test_a_hairline_is_as_thick_as_epilog_wants_it():
    assert load_target("epilog").stroke == pytest.approx(0.0254)


def test_shops_for_parts_share_no_cut_and_get_one_part_a_file_without_engraving():
    shop = load_target("part-shop")
    assert (shop.share, shop.one_part) == (False, True)
    assert set(shop.steps) == {"inner", "outer"}
    assert [name for name in sorted(CLIENTS) if not load_target(name).share] == [
        "k40-whisperer",
        "part-shop",
        "ponoko",
    ]


def test_areas_to_engrave_are_black_wherever_there_are_any():
    for name in CLIENTS - {"part-shop"}:
        engrave = load_target(name).steps["engrave"]
        assert (engrave.color, engrave.filled) == ("#000000", True)


def test_looks_carry_colours_layers_and_the_width_of_lines():
    look = bed_look(load_target("lightburn"), "svg")
    assert look.stroke == 0.1
    assert look.steps[Step.OUTER] == OperationStyle("#00e000", 3)
    assert look.steps[Step.ENGRAVE].filled


def test_a_client_of_ones_own_is_read_by_its_path(tmp_path):
    client = load_target(own(tmp_path, CLIENT, name="our-laser.toml"))
    assert (client.id, client.stroke, client.share) == ("our-laser", 0.01, True)
    assert bed_look(client, "svg").steps[Step.INNER].color == "#ff0000"


def test_a_material_of_ones_own_is_read_by_its_path(tmp_path):
    material = load_material(own(tmp_path, MATERIAL))
    assert (material.id, material.thickness, material.kerf) == ("own", 4, 0.19)


@pytest.mark.parametrize(
    ("load", "option", "known"),
    [(load_target, "--client", "lightburn"), (load_material, "--material", "mdf-3")],
)
def test_an_unknown_name_is_reported_with_those_that_are_known(load, option, known, tmp_path):
    with pytest.raises(UsageError, match=rf"{option}: 'lightsaber' is not known.* {known}"):
        load("lightsaber")
    with pytest.raises(UsageError, match=rf"{option}: there is no file"):
        load(str(tmp_path / "none.toml"))
    with pytest.raises(UsageError, match=rf"{option}: "):
        load("a\0b")


@pytest.mark.parametrize(
    ("name", "answer"),
    [("K40", "k40-whisperer or meerk40t"), ("ruida", "lightburn or rdworks"), ("zing", "epilog")],
)
def test_a_machine_is_answered_with_the_programs_that_drive_it(name, answer):
    with pytest.raises(UsageError, match=rf"--client: '{name}' is not known; choose {answer}$"):
        load_target(name)


def test_everything_that_is_wrong_with_a_client_is_reported_at_once(tmp_path):
    file = own(
        tmp_path,
        CLIENT,
        ('formats = ["svg"]', 'formats = ["svg", "pdf"]\nid = "x"\nshare = "yes"'),
        ('stroke = "0.01mm"', 'stroke = "0mm"'),
        ('inner = { color = "#ff0000" }', 'inner = { color = "rd", layer = 40 }'),
        ('source = "The sheet of paper above the laser"', ""),
    )
    assert faults(load_target, file) == [
        "formats[2]: 'pdf' is not known; write one of svg, dxf, lbrn2, gcode; did you mean 'dxf'?",
        "id: is not written here; the file's name is the id",
        "share: write true or false, not 'yes'",
        "stroke: must be more than 0 mm",
        'steps.inner.color: write a colour as "#rrggbb", such as "#c23b22", or by its name in '
        "CSS, such as \"gold\", not 'rd'",
        "steps.inner.layer: must be 31 or less, not 40",
        "notes[1].source: is missing",
    ]


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        (
            [("engrave =", "etch =")],
            [
                "steps.etch: is not a step; write engrave, score, inner, outer, frame, guide",
                "steps.etch: is a line, and only areas to engrave are filled",
            ],
        ),
        (
            [('outer = { color = "#ff0000" }', "")],
            ["steps.outer: is missing; without it nothing can be cut out"],
        ),
        (
            [('inner = { color = "#ff0000" }', 'inner = { color = "#ff0000", filled = true }')],
            ["steps.inner: is a line, and only areas to engrave are filled"],
        ),
        (
            [('inner = { color = "#ff0000"', 'inner = { color = "#ff0000", only = ["dxf"]')],
            ["steps.inner.only: dxf is none of the formats"],
        ),
        (
            [('formats = ["svg"]', 'formats = ["svg"]\nrescaled = ["svg", "dxf"]')],
            [
                "rescaled: leaves no format; write another one in formats",
                "rescaled: dxf is none of the formats",
            ],
        ),
        (
            [
                ('["svg"]', '["lbrn2"]'),
                ('color = "#000000"', 'color = "#000000", layer = 2'),
                ('color = "#ff0000"', 'color = "#ff0000", layer = 2'),
                ('outer = { color = "#ff0000"', 'outer = { color = "#ff0000", layer = 30'),
            ],
            [
                "steps.inner.layer: 2 has lines and filled areas",
                "steps.outer.layer: 30 is a tool layer, which is never burnt",
            ],
        ),
        (
            [
                ('["svg"]', '["svg", "lbrn2"]'),
                ('color = "#000000"', 'color = "#000000", layer = 0'),
            ],
            [f"steps.{name}.layer: is missing, and lbrn2 needs it" for name in ("inner", "outer")],
        ),
    ],
    ids=[
        "no step",
        "no outer cut",
        "filled cut",
        "another format",
        "rescaled",
        "layers",
        "no layers",
    ],
)
def test_what_would_burn_the_wrong_thing_is_reported(changes, told, tmp_path):
    assert faults(load_target, own(tmp_path, CLIENT, *changes)) == told


def test_a_kerf_outside_its_range_is_reported(tmp_path):
    file = own(tmp_path, MATERIAL, ('kerf = "0.19mm"', 'kerf = "0.3mm"'))
    assert faults(load_material, file) == ["kerf: 0.3 mm is not within 0.17 to 0.21 mm"]


def test_a_length_that_no_laser_has_is_reported(tmp_path):
    client = re.sub('stroke = ".*"', 'stroke = "5000mm"', CLIENT)
    assert faults(load_target, own(tmp_path, client)) == [
        "stroke: 5000 mm is a mistake; write at most 5 mm"
    ]
    keys = ("thickness", "kerf_most", "feature", "gap", "web")
    material = re.sub(rf'(?m)^({"|".join(keys)}) = ".*"', r'\1 = "5000mm"', MATERIAL)
    told = faults(load_material, own(tmp_path, material))
    assert [line.partition(":")[0] for line in told] == list(keys)


def test_what_is_wrong_with_a_material_is_reported_at_once(tmp_path):
    file = own(
        tmp_path,
        MATERIAL,
        ('thickness = "4mm"', "thickness = 4\npower = 80"),
        ('gap = "0.6mm"', ""),
        name="Own Wood.toml",
    )
    told = faults(load_material, file)
    assert told[0].startswith("the file's name is the id: write lower-case letters")
    assert told[1].startswith("gap: is missing")
    assert told[2] == 'thickness: write a length with its unit, such as "5mm", in quotes, not 4'
    assert told[3].startswith("power: is not a key that is known here")


def test_a_file_that_is_not_toml_is_reported(tmp_path):
    file = own(tmp_path, "name = ")
    (told,) = faults(load_target, file)
    assert told.startswith("is not TOML")


def test_a_material_without_a_source_for_its_kerf_says_that_it_is_to_be_measured():
    unsourced = {
        "acrylic-5",
        "chipboard-1",
        "cork-3",
        "felt-3",
        "plywood-2",
        "plywood-4",
        "plywood-5",
    }
    told = {
        name
        for name in MATERIALS
        if any("no source" in n.says and "Measure it" in n.says for n in load_material(name).notes)
    }
    assert told == unsourced | {"veneer-1"}


@pytest.mark.parametrize("name", sorted(MATERIALS))
def test_every_language_names_the_materials(name):
    for language in ("en", "de", "nl", "fr"):
        table = read_words("laser/steps", language)["materials"]
        assert load_material(name).name in table
        assert language == "en" or table[load_material(name).name] != load_material(name).name
