"""The documents say of every client and material what its file says."""

import re
import textwrap
from pathlib import Path

import pytest

from pnp.base.units import format_mm
from pnp.definitions.data_files import built_in
from pnp.game.presets import LaserMachine, LaserTarget, Material, Note, TargetStep
from pnp.laser.presets import load_machine, load_material, load_target
from pnp.scene.laser_bed import Step

DOCUMENTS = [
    Path(__file__).parent.parent.parent / "docs" / name
    for name in (
        "how-to/laser.md",
        "reference/laser-materials.md",
        "reference/laser-programs.md",
        "reference/laser-machines.md",
        "explanation/laser-sources.md",
    )
]
LINES = [
    line
    for document in DOCUMENTS
    if document.exists()
    for line in ["", *document.read_text(encoding="utf-8").splitlines(), ""]
]
CLIENT_HEAD = [
    f"| | program or shop | formats | {' | '.join(Step)} | line | shared | one part |",
    f"|---|---|---|{'---|' * len(Step)}---|---|---|",
]
MATERIAL_HEAD = [
    "| | material | thickness | kerf | from | to | feature | gap | web | folds |",
    "|---|---|---|---|---|---|---|---|---|---|",
]
MACHINE_HEAD = ["| | laser | reaches | programs |", "|---|---|---|---|"]


def client_row(client):
    steps = " | ".join(_step(client.steps.get(step)) for step in Step)
    about = f"| `{client.id}` | {client.name} | {', '.join(client.formats)} |"
    rules = " | ".join(_yes(rule) for rule in (client.share, client.one_part))
    return f"{about} {steps} | {format_mm(client.stroke)} mm | {rules} |"


def _step(style):
    if style is None:
        return "–"  # noqa: RUF001
    layer = "" if style.layer is None else f", T{style.layer - 29}"
    if style.layer is not None and style.layer < 30:
        layer = f", C{style.layer:02}"
    only = f" ({', '.join(style.only)})" if style.only else ""
    return f"`{style.color}`{layer}{only}"


def _yes(rule):
    return "yes" if rule else "no"


def material_row(material):
    lengths = [
        getattr(material, key)
        for key in ("thickness", "kerf", "kerf_least", "kerf_most", "feature", "gap", "web")
    ]
    numbers = " | ".join(f"{format_mm(length)} mm" for length in lengths)
    return f"| `{material.id}` | {material.name} | {numbers} | {_yes(material.folds)} |"


def machine_row(machine):
    width, height = map(format_mm, machine.bed)
    clients = ", ".join(f"`{client}`" for client in machine.clients)
    return f"| `{machine.id}` | {machine.name} | {width} x {height} mm | {clients} |"


def note_line(note):
    return f"- {note.says} ({note.source})"


def rows(head):
    start = LINES.index(head[0])
    assert LINES[start + 1] == head[1]
    return LINES[start + 2 : LINES.index("", start)]


def test_the_table_of_clients_says_what_their_files_say():
    assert rows(CLIENT_HEAD) == [
        client_row(load_target(name)) for name in built_in("laser/clients")
    ]


def test_the_table_of_materials_says_what_their_files_say():
    assert rows(MATERIAL_HEAD) == [
        material_row(load_material(name)) for name in built_in("laser/materials")
    ]


def test_the_table_of_machines_says_what_their_files_say():
    assert rows(MACHINE_HEAD) == [
        machine_row(load_machine(name)) for name in built_in("laser/machines")
    ]


def test_every_rule_and_number_is_there_with_its_source_below_its_name():
    profiles = [
        *map(load_target, built_in("laser/clients")),
        *map(load_material, built_in("laser/materials")),
        *map(load_machine, built_in("laser/machines")),
    ]
    for profile in profiles:
        option = "--bed " if isinstance(profile, LaserMachine) else ""
        start = LINES.index(f"**`{option}{profile.id}`**") + 2
        assert LINES[start : LINES.index("", start)] == [note_line(n) for n in profile.notes]


@pytest.mark.parametrize(
    "model", [LaserTarget, TargetStep, Material, LaserMachine, Note], ids=lambda m: m.__name__
)
def test_every_key_is_documented(model):
    keys = set(model.model_fields) - {"id"}
    text = "\n".join(LINES)
    assert [key for key in sorted(keys) if not re.search(rf"[`\s{{]{key} = |\[{key}\]", text)] == []


def test_the_files_in_the_documents_are_right(tmp_path):
    text = "\n".join(LINES)
    examples = re.findall(r'(    name = ".*?)(?=\n\n\S|\n*\Z)', text, re.DOTALL)
    assert len(examples) == 3
    loads = (load_material, load_target, load_machine)
    for load, example in zip(loads, examples, strict=True):
        file = tmp_path / "own.toml"
        file.write_text(textwrap.dedent(example), encoding="utf-8")
        assert load(str(file)).id == "own"
