"""Words on pieces and sheets in the language asked for."""

import re
import tomllib
from shutil import copytree

import pypdfium2
import pytest
from helpers.command import listed, refusal, run

from pnp.base.errors import RulesError
from pnp.base.files import templates
from pnp.base.languages import piece_words
from pnp.components.registry import draw_component
from pnp.definitions import built_in_games, find_game, load_game
from pnp.game.translation import sentences
from pnp.kits.job import KitJob
from pnp.kits.options import KitOptions
from pnp.laser.job import LaserJob
from pnp.laser.options import LaserOptions
from pnp.laser.scheme import Sides
from pnp.rulebook.blocks import Figure
from pnp.rulebook.figures import figure_at
from pnp.rulebook.sheet import rule_sheet
from pnp.scene import Group, Text
from pnp.sheets.job import BuildJob
from pnp.sheets.options import SheetOptions

OTHERS = ("de", "fr", "nl")
POND = """
name = "Pond"
summary = "Hop over stones."

[components.score]
kind = "track"
name = "Score"
title = "Frogs"
last = 5
space = "20x20mm"
labels = { 3 = "Home" }

[components.pads]
kind = "counters"
name = "Pads"
diameter = "20mm"
series = [{ id = "green", color = "#557755", text = "5-4", copies = 2 }]
"""
TEICH = """
"Pond" = "Teich"
"Hop over stones." = "Hüpfe über Steine."
"Score" = "Punkte"
"Frogs" = "Frösche"
"Home" = "Zuhause"
"Pads" = "Blätter"
"""


@pytest.fixture
def pond(tmp_path):
    folder = tmp_path / "pond"
    (folder / "rules").mkdir(parents=True)
    (folder / "game.toml").write_text(POND, encoding="utf-8")
    (folder / "rules" / "definition.de.toml").write_text(TEICH, encoding="utf-8")
    return folder


def texts(items):
    for item in items:
        if isinstance(item, Group):
            yield from texts(item.items)
        elif isinstance(item, Text):
            yield item.string


def words_on(game, component_id):
    """Return the strings with a word in them, other than the game's name, on all faces."""
    faces = [face for piece in draw_component(game, component_id) for _, face in piece.faces]
    found = {text for face in faces for text in texts(face.items)}
    own_name = re.compile(re.escape(game.name), re.IGNORECASE)
    return {text for text in found if re.search(r"[^\W\d_]{2}", own_name.sub("", text))}


def labels(job):
    pages = [page for drawn in job.plan.drawn if drawn.job for page in drawn.job.pages()]
    return [text for page in pages for text in texts(page.items) if re.search("100 ?%", text)]


@pytest.mark.parametrize("lang", OTHERS)
@pytest.mark.parametrize("name", built_in_games())
def test_words_on_pieces_of_built_in_games_are_translated_and_fit(name, lang):
    file = find_game(name)
    ours, theirs = load_game(file).game, load_game(file, lang=lang).game
    names = {rule_set.name.casefold() for rule_set in theirs.rule_sets.values()}
    for component_id in ours.components:
        english = words_on(ours, component_id)
        alike = english & words_on(theirs, component_id)
        assert {text.casefold() for text in alike} <= names, component_id
        assert len(words_on(theirs, component_id)) == len(english), component_id


def test_the_board_of_tawula_says_in_german_where_pieces_enter_and_leave():
    assert words_on(load_game(find_game("tawula"), lang="de").game, "board") == {
        "Einsetzen",
        "Heimviertel",
    }


@pytest.mark.parametrize("folder", ["calibration", "laser/steps", "pieces"])
def test_tables_of_words_have_the_same_keys_and_blanks(folder):
    tables = {file.stem: file.read_text() for file in (templates() / folder).glob("*.toml")}
    assert tables.keys() == {"en", *OTHERS}
    english = tomllib.loads(tables.pop("en"))
    blanks = re.compile(r"\{\w+\}").findall
    for lang, text in tables.items():
        table = tomllib.loads(text)
        assert table.keys() - {"colors"} == english.keys()  # where a list of colours needs its own
        for section, ours in english.items():
            own = [
                key for key in table[section] if key in ours or section not in ("names", "lists")
            ]
            assert own == list(ours), (lang, section)  # ids of pieces are English names already
            for key, words in ours.items():
                theirs = str(table[section][key])
                assert sorted(blanks(theirs)) == sorted(blanks(str(words))), (lang, key)


def test_a_language_without_a_table_gets_english_words():
    assert piece_words("pt") == piece_words("en")


@pytest.mark.parametrize(
    ("lang", "label"),
    [
        ("en", "Tawula · Dice · sheet 1 of 1 · front · print at 100 %"),
        ("de", "Tawula · Würfel · Blatt 1 von 1 · Vorderseite · mit 100 % drucken"),
        ("nl", "Tawula · Dobbelstenen · vel 1 van 1 · voorkant · op 100% printen"),
        ("fr", "Tawula · Dés · feuille 1 sur 1 · recto · imprimer à 100 %"),
    ],
)
def test_labels_of_sheets_are_in_the_language(lang, label):
    options = SheetOptions(lang=lang, only=("dice",), formats=("pdf",))
    assert labels(BuildJob.of("tawula", options)) == [label]


def test_files_in_another_language_are_named_by_it(build):
    made = [
        file.path
        for lang in ("en", "de")
        for file in build("tawula", only=("board",), lang=lang, formats=("pdf", "svg")).files
    ]
    sheets = ["print/board-a4.pdf", "print/board-de-a4.pdf"]
    assert [path for path in made if path.endswith("pdf")] == sheets
    assert {"svg/board/board-front.svg", "svg/board/de/board-front.svg"} <= set(made)


def test_several_languages_are_built_one_after_the_other(pond, tmp_path):
    run("build", pond, "--lang", "en,de", "--only", "score", "--out", tmp_path / "out", "-q")
    made = {path.name for path in (tmp_path / "out" / "pond" / "print").iterdir()}
    assert made == {"score-a4.pdf", "score-de-a4.pdf"}


def test_translated_sentences_are_enough_for_a_game_of_ones_own(pond):
    game = load_game(pond / "game.toml", lang="de").game
    assert words_on(game, "score") == {"Frösche", "Zuhause"}
    assert (game.name, game.language, game.translated_from) == ("Teich", "de", "en")


def test_a_number_on_a_piece_needs_no_translation(pond):
    assert "5-4" in set(sentences(load_game(pond / "game.toml").game))
    game = load_game(pond / "game.toml", lang="de").game
    assert game.components["pads"].series[0].text == "5-4"


def test_a_word_on_a_piece_without_translation_is_named(pond):
    table = pond / "rules" / "definition.de.toml"
    table.write_text(TEICH.replace('"Home" = "Zuhause"', ""), encoding="utf-8")
    with pytest.raises(RulesError, match=r'definition\.de\.toml: "Home" is missing'):
        load_game(pond / "game.toml", lang="de")
    load_game(pond / "game.toml")
    assert '"Home" is missing' in refusal("check", pond, status=1)


def test_a_language_without_texts_is_refused_with_those_there_are(pond):
    said = refusal("build", pond, "--lang", "fr")
    assert said == "--lang: pond has no texts in 'fr'; it has: en, de"


def test_cards_alone_in_a_language_are_printed_and_the_rest_is_reported(own):
    rows = "title,title_de\nFlood,Flut\n"
    own.deck('kind = "text", text = "{title}", area = "40x20mm"', rows=rows)
    written = own.build(lang="de")
    (note,) = (note for note in written.notes if "definition" in note)
    assert note == ("cards are in 'de', all else in 'en': there is no rules/definition.de.toml")


def test_cards_without_a_column_of_the_language_are_reported_whatever_else_is_translated(own):
    own.deck('kind = "text", text = "{title}", area = "40x20mm"', rows="title,title_de\nA,B\n")
    definition = own.folder / "game.toml"
    deck = definition.read_text(encoding="utf-8").partition("[components.events]")[2]
    others = deck.replace("components.events", "components.deeds").replace("events.csv", "d.csv")
    definition.write_text(
        f"{definition.read_text(encoding='utf-8')}\n[components.deeds]\n{others}", encoding="utf-8"
    )
    (own.folder / "d.csv").write_text("title\nMill Street\n", encoding="utf-8")
    assert "deeds: its rows have no columns such as title_de, so they are in 'en'" in (
        own.build(lang="de").notes
    )


def test_a_build_prints_what_is_translated_and_counts_the_rest(own):
    own.deck('kind = "text", text = "{title}", area = "40x20mm"', rows="title,title_de\nA,\nB,C\n")
    build = "build", own.folder, "--lang", "de", "--out", own.folder.parent / "out"
    assert "title_de: is empty" in refusal(*build)
    said = run(*build, "--partial")
    assert "events.csv: 1 of 2 rows are partly in 'en': line 2 (title_de)" in said.stdout


def test_a_fault_names_its_language_and_column_and_is_reported_once_for_several(own):
    frames = (
        'kind = "text", text = "{title}", area = "40x5mm"',
        'kind = "image", file = "{picture}", area = "40x20mm"',
    )
    rows = "title,title_de,picture\nSun,Sonne,sun.png\n"
    own.deck(*frames, rows=rows)
    build = "build", own.folder, "--lang", "en,de", "--out", own.folder.parent / "out"
    assert "'sun.png' cannot be read" in refusal(*build)
    own.deck(*frames[:1], rows=f"title,title_de\nSun,{'Sonne ' * 30}\n")
    said = run(*build, status=1).stderr
    assert "river, events in de: events.csv, line 2" in said
    assert "front.frames[1], text {title_de}: the text is" in said
    sign = 'kind = "icon", icon = "{suit}", at = "5x20mm", area = "9x9mm"'
    own.deck(*frames[:1], sign, rows="id,title,title_de,suit\nsun,Sun,Sonne,swrod\n")
    assert "no icon 'swrod'" in refusal(*build, status=1)


def test_cards_that_are_not_translated_are_reported(own):
    own.deck('kind = "text", text = "Card: {title}", area = "40x20mm"', rows="title\nFlood\n")
    table = "\n".join(f'"{said}" = "DE {said}"' for said in sentences(own.load()))
    own.write("rules/definition.de.toml", table)
    written = own.build(lang="de")
    assert "events: its rows have no columns such as title_de, so they are in 'en'" in written.notes
    (piece,) = own.pieces("de")
    assert "DE Card: Flood" in " ".join(texts(piece.front.items))


@pytest.mark.parametrize("lang", OTHERS)
def test_figures_of_rule_sheets_show_boards_in_their_language(lang):
    loaded = load_game(find_game("tawula"))
    sheet = rule_sheet(loaded.file.parent, loaded.game, "anatolia-1845", lang)
    figures = [block for block in sheet.blocks if isinstance(block, Figure)]
    shown = {text for figure in figures for text in texts(figure_at(figure, 1.0).items)}
    words = piece_words(lang).boards
    assert {words["enter"], words["home"]} <= shown
    assert not {"entrance", "home"} & shown


@pytest.mark.parametrize("lang", OTHERS)
def test_a_kit_has_its_pieces_in_its_language(lang):
    printed = {"de": "mit 100 % drucken", "fr": "imprimer à 100 %", "nl": "op 100% printen"}
    job = KitJob.of("tawula", KitOptions(lang=lang))
    drawn = {text for one in job.drawn for p in one.pieces for text in texts(p.front.items)}
    assert set(piece_words(lang).boards.values()) <= drawn
    (page, *_) = job.sheets.shared.pages()
    assert any(text.endswith(printed[lang]) for text in texts(page.items))


def test_a_kit_of_a_partly_translated_game_is_made_on_request(tmp_path):
    folder = copytree(find_game("tawula").parent, tmp_path / "tawula")
    table = folder / "rules" / "definition.de.toml"
    kept = [line for line in table.read_text(encoding="utf-8").splitlines() if "Board" not in line]
    table.write_text("\n".join(kept), encoding="utf-8")
    with pytest.raises(RulesError, match="is missing"):
        KitJob.of(str(folder), KitOptions(lang="de"))
    job = KitJob.of(str(folder), KitOptions(lang="de", partly=True))
    assert job.game.components["board"].name == "Board"
    assert any("stay in 'en'" in note and "'Board'" in note for note in job.notes)


def test_a_changed_translation_leaves_older_files_of_its_language_behind(own):
    head = '[components.orders]\nkind = "strips"\nname = "Orders"\nwidth = "60mm"\n'
    rows = 'rows = [{ label = "March", text = "Move your units as far as they go." }]\n'
    own.write("game.toml", f'name = "River"\nsummary = "A game."\n{head}{rows}')
    said = dict.fromkeys(sentences(own.load()), "Worte, und noch viel mehr Worte, die umbrechen")
    table = [f'"{sentence}" = "{words}"' for sentence, words in said.items()]
    own.write("rules/definition.de.toml", "\n".join(table))
    own.build()
    paths = ["print/orders-a4.pdf", "print/orders-de-a4.pdf"]
    folder = own.build(lang="de", langs=("de",)).folder
    assert [file["path"] for file in listed(folder)] == paths
    own.write("rules/definition.de.toml", "\n".join(table).replace("Worte", "Wörter"))
    built = own.build(lang="de", paper="a5")
    assert built.left == ("print/orders-de-a4.pdf",)


@pytest.mark.parametrize(
    ("lang", "lead"),
    [
        ("en", "Plywood of 3 mm, birch or poplar, kerf 0.2 mm, bed 600"),
        (
            "de",
            "Sperrholz von 3 mm, Birke oder Pappel, Schnittfuge 0,2 mm",
        ),
    ],
)
def test_the_sheet_of_steps_for_a_laser_is_in_the_language(lang, lead):
    job = LaserJob.of("tawula", LaserOptions(components=("pieces",), sides=Sides.FRONTS, lang=lang))
    (steps,) = (file for file in job.files() if file.path.endswith("steps.pdf"))
    stem = "pieces-de-lightburn" if lang == "de" else "pieces-lightburn"
    assert steps.path == f"laser/{stem}-steps.pdf"
    page = pypdfium2.PdfDocument(steps.content())[0].get_textpage().get_text_bounded()
    assert lead in " ".join(page.split())
