"""Two runs of a command in one folder, the second with another option: nothing vanishes unsaid."""

from shutil import copytree

import pytest
from helpers.at_once import use_no_processes
from helpers.command import files_of, run

CARDS = "./docs/reference/examples/cards"
FACES = ("build", CARDS, "--format", "pdf,svg,png,faces,tts")
SHOP = (*FACES, "--preset", "tgc-tarot", "--size", "goods=69.85x120.65mm", "--only", "goods")
PIECES = ("laser", "tawula", "--component", "pieces")
KIT = ("kit", "tawula")
RULES = ("rules", "tawula", "--lang", "en")
# The files have the same names by intent: a table knows one address, a laser one layout of parts.
TOLD = (
    "--tts-url",
    "--material",
    "--bed",
    "--gap",
    "--tabs",
    "--sides",
    "--kerf",
    "--tray",
    "--used",
)
# Those that change how sheets are laid out are compared by their inputs: sheets/test_file_names.py.
OPTIONS = {
    FACES: (
        *("--ink low", "--gang", "--one-file", "--pieces 1", "--copies 2", "--lang de", "--proof"),
        *("--paper letter", "--cutter cricut", "--preset tgc-poker", "--tts-url https://a.org/"),
    ),
    SHOP: (
        *("--scale-layout", "--theme high-contrast", "--bleed 2mm", "--dpi 100", "--lang de"),
        *("--face-order sides", "--duplex fronts"),
    ),
    PIECES: (
        *("--material mdf-6", "--bed 300x200", "--gap 3", "--tabs 4x0.3mm", "--sides flip"),
        *("--kerf 0.3", "--tray", "--used 50x50+0+0", "--client glowforge", "--gang"),
    ),
    KIT: ("--stock 160gsm", "--players 2", "--duplex fold", "--cut scissors", "--ink low"),
    RULES: ("--booklet", "--theme high-contrast"),
}


@pytest.fixture(scope="module")
def usual(tmp_path_factory):
    """Return a function that copies what a command makes, which is made once, into a folder."""
    made = {}

    def make(command, folder):
        if command not in made:
            made[command] = tmp_path_factory.mktemp("usual")
            run(*command, "--out", made[command])
        copytree(made[command], folder)

    return make


@pytest.mark.parametrize(
    ("command", "option"),
    [(command, option) for command, options in OPTIONS.items() for option in options],
    ids=lambda one: one if isinstance(one, str) else one[0],
)
def test_files_made_with_another_option_have_other_names_or_it_is_told(
    tmp_path, monkeypatch, usual, command, option
):
    use_no_processes(monkeypatch)
    out = tmp_path / "out"
    usual(command, out)
    before = files_of(out)
    told = run(*command, *option.split(), "--out", out).stdout
    after = files_of(out)
    other = {path for path in before if after.get(path) != before[path]}
    replaced = {path for path in other if not path.endswith("manifest.json")}
    assert bool(replaced) is ("files made with other options before are replaced" in told)
    assert not replaced or option.partition(" ")[0] in TOLD
