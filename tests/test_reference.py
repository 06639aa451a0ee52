"""The reference says of every key what is so, and is what its maker makes of the models."""

from pathlib import Path
from tomllib import loads

import make_reference
import pytest
import reference_pictures
from helpers.components import figures
from helpers.requirements import needs_cairo
from PIL import Image
from reference_types import KINDS, models, value_words

from pnp.base.errors import DefinitionError
from pnp.base.files import templates
from pnp.definitions import json_schema as reference
from pnp.definitions import load_game, load_theme
from pnp.definitions.data_files import load_template
from pnp.game.describe import ValueDescription
from pnp.laser.presets import load_machine, load_material, load_target

MODELS = models()
PAGES = reference.pages()
EXAMPLES = sorted(make_reference.EXAMPLES.rglob("game.toml"))
SHOWN = sorted(id for id, page in PAGES.items() if page.picture)


def name(path: Path) -> str:
    return path.parent.name


@pytest.mark.parametrize("model", MODELS.values(), ids=lambda model: model.__name__)
def test_every_key_is_told_of(model):
    keys = [field.name for field in reference.written(model)]
    missing = [key for key in keys if not reference.says_of(model, key)]
    assert missing == [], f"write a line for each under [keys.{model.__name__}]"


@pytest.mark.parametrize("page", PAGES)
def test_no_line_is_of_a_key_that_is_not_there(page):
    strangers = {
        f"{model}.{key}"
        for model, lines in PAGES[page].keys.items()
        for key in lines.keys() - {reference.ANY}
        if model in MODELS and key not in _keys_of_all(model)
    }
    assert strangers == set()


def _keys_of_all(model):
    """The keys of a model and of those it is the parent of: a kind is told of in its parent."""
    kin = [one for one in MODELS.values() if issubclass(one, MODELS[model])]
    return {field.name for one in kin for field in reference.written(one)}


@pytest.mark.parametrize("text", ['title = "Spinner', 'title = "Spinner"\nabuot = "A dial."'])
def test_an_error_in_a_page_names_its_file(text, tmp_path):
    file = tmp_path / "reference.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises((TypeError, ValueError)) as error:
        reference.read_page("spinner", file)
    assert error.value.__notes__ == [f"in {file}"]


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_has_a_page_with_an_example_and_a_picture(kind):
    assert PAGES[kind].picture
    example = load_game(make_reference.EXAMPLES / kind / "game.toml").game
    assert kind in {component.kind for component in example.components.values()}


def test_every_figure_is_told_of():
    missing = set()
    for game in _games():
        for component in game.components.values():
            told = PAGES[component.kind].figures
            names = figures(component, game).figures.keys() - component.named_figures.keys()
            missing |= {f"{component.kind}.{figure}" for figure in names - told.keys()}
    assert missing == set(), "write a line for each under [figures] of the kind's reference.toml"


def test_every_figure_that_is_told_of_is_there():
    there = {kind: set() for kind in KINDS}
    for game in _games():
        for component in game.components.values():
            there[component.kind] |= figures(component, game).figures.keys()
    strangers = {
        f"{kind}.{figure}"
        for kind in KINDS
        for figure in PAGES[kind].figures.keys() - there[kind]
        if not figure.startswith(reference.ANY)
    }
    assert strangers == set()


def _games():
    files = [*templates().glob("games/**/game.toml"), *EXAMPLES]
    return [load_game(file).game for file in files]


FORMS = {
    (value.word, value.read): f"{model.__name__}.{field.name}"
    for model in MODELS.values()
    for field in reference.written(model)
    for value in field.takes.parts()
    if value.word
}


@pytest.mark.parametrize(("word", "read"), FORMS, ids=FORMS.values())
def test_every_way_to_write_a_value_is_told_of_with_examples_that_are_read(word, read):
    for example in reference.values()[word].right:
        read(loads(f"value = {example}")["value"])


@pytest.mark.parametrize(
    ("least", "most", "words"),
    [
        (None, None, "list of texts"),
        (1, None, "list of texts, at least one"),
        (2, None, "list of texts, at least 2"),
        (None, 9, "list of texts, at most 9"),
        (0, 9, "list of texts, at most 9"),
        (3, 9, "list of texts, from 3 to 9"),
        (4, 4, "list of 4 texts"),
    ],
)
def test_a_list_says_how_few_and_how_many_it_takes(least, most, words):
    item = ValueDescription("read", word="text")
    assert value_words(ValueDescription("list", item=item, least=least, most=most)) == words


def test_a_fault_in_an_example_takes_one_line(monkeypatch):
    def fail(*_):
        raise DefinitionError("game.toml: kind: is missing")

    monkeypatch.setattr(make_reference, "texts", dict)
    monkeypatch.setattr(reference_pictures, "picture", fail)
    assert make_reference.main() == "game.toml: kind: is missing"


def test_every_page_is_what_the_models_make_of_it():
    made = make_reference.texts()
    written = {
        file.name: file
        for file in make_reference.FOLDER.glob("*.md")
        if make_reference.NOTE in file.read_text(encoding="utf-8")
    }
    assert written.keys() == made.keys()
    stale = [file for file, text in made.items() if written[file].read_bytes() != text.encode()]
    assert stale == [], "run make reference"


def test_the_first_page_leads_to_every_page():
    index = make_reference.texts()["README.md"]
    assert [page for page in PAGES if f"({page}.md)" not in index] == []


def test_there_is_a_picture_for_each_page_that_tells_of_one():
    assert sorted(file.stem for file in make_reference.PICTURES.glob("*.png")) == SHOWN


@needs_cairo
@pytest.mark.parametrize("page", SHOWN)
def test_every_picture_is_what_the_example_makes(page):
    made = reference_pictures.picture(make_reference.EXAMPLES / page / "game.toml", page)
    kept = Image.open(make_reference.PICTURES / f"{page}.png").convert("RGB")
    assert made.size == kept.size
    assert reference_pictures.worst(made, kept) < 20, "run make reference"


def test_a_picture_that_looks_the_same_is_kept(tmp_path):
    file = tmp_path / "page.png"
    picture = Image.new("RGB", (72, 48), "#e4e6e3")
    reference_pictures.save(picture, file)
    kept = file.read_bytes()
    picture.putpixel((30, 30), (180, 180, 180))  # an edge, smoothed in another way
    reference_pictures.save(picture, file)
    assert file.read_bytes() == kept
    picture.paste("#d4d6d3", (24, 24, 48, 48))
    reference_pictures.save(picture, file)
    assert file.read_bytes() != kept


@pytest.mark.parametrize("example", EXAMPLES, ids=name)
def test_every_example_builds(example, build):
    built = build(str(example), formats=("pdf",))
    assert built.problems == ()
    components = load_game(example).game.components
    assert {file.component for file in built.files if file.component} == {
        key for key, one in components.items() if not one.made_of_wood
    }


def test_every_other_example_is_read():
    folder = make_reference.EXAMPLES
    read = {
        "themes/moor.toml": load_theme,
        "page-templates/badges.toml": load_template,
        "laser/workshop.toml": load_target,
        "laser/alder.toml": load_material,
        "laser/barn.toml": load_machine,
    }
    others = {file.relative_to(folder).as_posix() for file in folder.rglob("*.toml")}
    assert {file for file in others if not file.endswith("game.toml")} == read.keys()
    for file, reader in read.items():
        reader(folder / file if reader is load_template else str(folder / file))


@pytest.mark.parametrize(
    ("key", "what", "otherwise"),
    [
        (
            "edge",
            "[length](values.md#length) or [another's](values.md#of-another-component)",
            "needed",
        ),
        ("copies", "whole number, 1 to 100", "`1`"),
        ("faces", "list of 6 [die faces](values.md#die-face)", ""),
        ("figures", "`true` or `false`", "`false`"),
        ("ground", "[colour](values.md#colour)", "the [theme](themes.md#roles)'s `ground`"),
    ],
)
def test_a_key_says_what_to_write_and_what_it_is_without(key, what, otherwise):
    assert f"| `{key}` | {what} | {otherwise} |" in make_reference.texts()["die.md"]
