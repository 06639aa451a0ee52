"""Fixtures that all tests share."""

import builtins
import gc
import re
import signal
import sys
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache
from itertools import count
from pathlib import Path
from shutil import copytree

import pytest
from helpers.game_folder import GameFolder
from helpers.games import built_in
from helpers.made_once import made_once
from helpers.rule_files import languages_by_turns
from hypothesis import settings

from pnp.audit.report import GameReport
from pnp.definitions import Loaded, built_in_games, find_game
from pnp.game.game import Game
from pnp.make.pipeline import Written, audit, write
from pnp.rulebook.job import RuleOptions, make_rules
from pnp.sheets.job import BuildJob, build_game
from pnp.sheets.options import SheetOptions

# Commands that tests interrupt inherit which signals are ignored, as in a job in the background.
for _name in ("SIGINT", "SIGHUP"):
    _signal = getattr(signal, _name, None)
    if _signal is not None and signal.getsignal(_signal) is signal.SIG_IGN:
        signal.signal(_signal, signal.SIG_DFL)

_sum = builtins.sum


def sum_of_counts(values: Iterable, /, start: object = 0) -> object:
    """Add up as ``sum`` does, but refuse floats in pnp: Pythons round their sum differently."""
    total = _sum(values, start)
    if isinstance(total, float) and sys._getframe(1).f_globals["__name__"].startswith("pnp."):
        raise AssertionError("add up floats with math.fsum: sum differs from Python to Python")
    return total


builtins.sum = sum_of_counts

# Each run has the same examples: after the first of them, more prove little.
settings.register_profile("pnp", deadline=None, derandomize=True, max_examples=30)
settings.load_profile("pnp")

# make quick leaves these out. They run whole commands, make whole games, read many printed pages
# back pixel by pixel, start many processes, or need a browser or Java. Each is how the name of a
# test begins, after the path of its file.
SLOW = (
    "archive/",
    "audit/test_every_count.py",
    "audit/test_turno.py",
    "base/test_expressions.py::test_no_text_raises",
    "base/test_expressions.py::test_the_arithmetic_shown",
    "base/test_path.py::test_lines_and_arcs_follow",
    "base/test_progress.py::test_ctrl_c",
    "base/test_worker.py::test_a_worker_that_exceeds_a_limit",
    "cli/",
    "components/test_board_of_own.py::test_a_board_shows_its_frames_at_any_size",
    "components/test_toy_kind.py",
    "components/test_tuckbox_drawn.py::test_the_printed_box",
    "definitions/test_chance.py",
    "definitions/test_game_fonts.py::test_a_woff2_font",
    "definitions/test_json_schema.py",
    "definitions/test_tables_as_shown.py",
    "examples/",
    "hostile/",
    "images/test_svg_in_pixels.py::test_parts_of_one_file",
    "kits/test_front.py",
    "kits/test_kit.py",
    "kits/test_kit_job.py",
    "kits/test_kit_steps.py::test_a_deck_comes",
    "kits/test_kits_together.py",
    "laser/joinery/",
    "laser/nesting/test_free.py",
    "laser/parting/",
    "laser/test_artwork.py",
    "laser/test_beds.py",
    "laser/test_clients.py",
    "laser/test_fit_test.py",
    "laser/test_kerf.py",
    "laser/test_laser_",
    "laser/test_merge_cuts.py",
    "laser/test_order.py",
    "laser/test_page.py::test_materials_are_called",
    "laser/test_page.py::test_the_page_shows_each_bed",
    "laser/test_passes.py",
    "laser/test_planned_cuts.py",
    "laser/test_sweeps.py",
    "laser/test_trials.py",
    "laser/test_tray_components.py",
    "make/test_broken_output.py",
    "make/test_clean.py",
    "make/test_lay_out.py",
    "make/test_pipeline.py",
    "make/test_python_versions.py",
    "make/test_remade_files.py",
    "make/test_remembered.py",
    "make/test_same_bytes.py",
    "make/test_threads.py",
    "oracles/",
    "play/test_play.py::test_games_end",
    "play/test_tablut.py",
    "render/test_painting.py",
    "render/test_pictures.py",
    "render/test_png.py",
    "rulebook/test_books.py",
    "rulebook/test_html_pages.py",
    "rulebook/test_languages.py",
    "rulebook/test_legible.py",
    "rulebook/test_markdown_sheets.py",
    "rulebook/test_readers.py",
    "rulebook/test_reading_order.py",
    "rulebook/test_review.py",
    "rulebook/test_rule_files.py",
    "rulebook/test_set_pages.py",
    "scene/test_ink.py::test_a_face_keeps",
    "scene/test_ink.py::test_black_ink_is",
    "scene/test_ink.py::test_full_ink_leaves",
    "scene/test_ink.py::test_little_ink_has",
    "scene/test_ink.py::test_pieces_that_differed",
    "sheets/pages/test_calibration.py",
    "sheets/pages/test_corrected_sheets.py",
    "sheets/pages/test_gang_pages.py",
    "sheets/pages/test_made_decks.py",
    "sheets/pages/test_measured_",
    "sheets/pages/test_posters.py",
    "sheets/pages/test_template_sheets.py",
    "sheets/test_build.py",
    "sheets/test_built_cards.py",
    "sheets/test_counted_sheets.py",
    "sheets/test_cut_files.py",
    "sheets/test_cutting_options.py",
    "sheets/test_faces_for_others.py",
    "sheets/test_fewer_sheets.py",
    "sheets/test_lines_show.py",
    "sheets/test_looks.py",
    "sheets/test_many_pictures.py",
    "sheets/test_options_left_out.py",
    "sheets/test_printers.py",
    "sheets/test_proof.py",
    "sheets/test_selection.py::test_range_picks",
    "sheets/test_sheet_choices.py",
    "sheets/test_sharing_by_default.py::test_fronts_and_backs",
    "sheets/test_shop_faces.py",
    "sheets/test_words_on_pieces.py::test_the_sheet_of_steps",
    "squib/test_conversions_build.py",
    "squib/test_samples.py",
    "tabletop/test_tables_for_play.py",
    "tabletop/test_tabletop_objects.py",
    "verapdf/",
    "verify/",
    "web/desk/test_desk_in_browser.py",
    "web/desk/test_desk_pages.py",
    "web/server/test_pool.py",
    "web/server/test_serve_command.py",
    "web/site/",
    "web/test_canonical.py::test_a_server_answers",
    "web/test_hostile_requests.py",
    "web/test_layout_shift.py::test_pages",
    "web/test_pages_in_a_browser.py",
    "web/test_painted_pages.py",
    "web/test_served_bytes.py",
    "web/test_walks.py",
    "web/test_zoom.py",
    "web/views/test_data_views.py::test_data_is_what",
    "web/views/test_english_on_pages.py::test_what_the_page_itself",
    "web/views/test_evening_page.py::test_the_page_adds_up",
    "web/views/test_make.py::test_a_game_with_faults",
    "web/views/test_make.py::test_the_command_works",
    "web/views/test_make_script.py",
    "web/views/test_phrases.py::test_what_is_often_said",
    "web/views/test_printer.py::test_a_printer_that_was_measured_on_other_paper",
    "web/views/test_rules_pages.py::test_the_page_of_every_rule_sheet",
    "test_curators_day.py",
    "test_docs.py",
    "test_docs_site.py::test_every_page_of",
    "test_docs_site.py::test_the_site",
    "test_evening.py",
    "test_extras.py",
    "test_library_docs.py",
    "test_tutorial.py",
    "test_wheel.py",
    "test_wings.py",
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    tests = Path(__file__).parent
    for item in items:
        name = f"{item.path.relative_to(tests).as_posix()}::{item.name}"
        if name.startswith(SLOW):
            item.add_marker(pytest.mark.slow)


def pytest_collection_finish() -> None:
    """Keep the garbage collector from walking through all modules and tests again and again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)


@pytest.hookimpl(wrapper=True, optionalhook=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> Iterator[int]:
    """Run one process more than there are processors: some tests wait for other programs.

    The quick tests wait for none.
    """
    return (yield) + (0 if config.option.markexpr else 1)


_folders = count()


@pytest.fixture
def folder_of_test(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """Return where the folder of a test is made if it asks for one: most do not."""
    name = re.sub(r"\W", "_", request.node.name)[:30]
    return tmp_path_factory.getbasetemp() / f"{name}{next(_folders)}"


@pytest.fixture
def tmp_path(folder_of_test: Path) -> Path:
    """Return a folder of the test's own.

    The fixture of pytest also links to the newest folder of each test, which takes the disk longer
    than many a test.
    """
    folder_of_test.mkdir(mode=0o700)
    return folder_of_test


@pytest.fixture(autouse=True)
def hidden_settings(folder_of_test: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Hide the printers and games of whoever runs the tests."""
    monkeypatch.setenv("PNP_DATA_DIR", str(folder_of_test / "data"))
    monkeypatch.setenv("PNP_CONFIG_DIR", str(folder_of_test / "settings"))


@pytest.fixture
def own_settings(tmp_path: Path) -> Path:
    """Return where a test may put settings."""
    return tmp_path / "settings"


@pytest.fixture(scope="session")
def turno() -> Game:
    return built_in("turno").game


@pytest.fixture(scope="session")
def rule_documents(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, ...]:
    """Every rule sheet and rulebook of every game, as PDF, in the language whose turn it is.

    With several test processes, the first one makes them and the others wait.
    """

    def make(folder: Path) -> None:
        options = RuleOptions(out=folder, formats=("pdf",))
        for game, langs in languages_by_turns(built_in_games()).items():
            make_rules(game, replace(options, languages=langs))

    folder = made_once(tmp_path_factory, "rule-documents", make)
    return tuple(sorted(folder.rglob("*.pdf")))


@pytest.fixture
def build(tmp_path: Path):
    """Return a function that builds TURNO, or another game, into the test's folder."""

    def run(game: str = "turno", **options: object) -> Written:
        chosen = SheetOptions(**{"out": tmp_path / "out"} | options)
        plain = SheetOptions(out=chosen.out)
        if game not in built_in_games() or any(
            getattr(chosen, name) != getattr(plain, name) for name in CHANGE_THE_GAME
        ):
            return build_game(game, chosen)
        loaded, report = audited(game)
        return write(BuildJob.of_game(loaded, chosen, keep=lambda key, make: report), chosen.out)

    return run


@pytest.fixture(scope="session")
def plain_turno(tmp_path_factory) -> str:
    """Return the folder of a TURNO without a livery, on whose faces little is to be read."""
    folder = copytree(find_game("turno").parent, tmp_path_factory.mktemp("games") / "turno")
    file = folder / "game.toml"
    text, count = re.subn(r"(?ms)^\[livery\].*?(?=^\[\[facts)", "", file.read_text("utf-8"))
    assert count == 1
    file.write_text(text, encoding="utf-8")
    return str(folder)


# The options under which a game is read and audited otherwise.
CHANGE_THE_GAME = (
    "sizes",
    "stock",
    "theme",
    "lang",
    "draft",
    "partly",
    "groups",
    "scale_layout",
    "unchecked",
)


@cache
def audited(game: str) -> tuple[Loaded, GameReport]:
    """Return a built-in game and its audit, which are the same in each build."""
    loaded = built_in(game)
    return loaded, audit(loaded.game, "is not built")


@pytest.fixture
def own(tmp_path: Path) -> GameFolder:
    """Return a folder for a user's own deck."""
    return GameFolder(tmp_path / "river")
