"""Whole builds: files, manifest, and earlier output after a failure."""

import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from shutil import copytree

import pypdfium2
import pytest
from helpers.command import files_of, listed
from helpers.requirements import needs_cairo
from oracles.folder import wrong

from pnp.base.errors import AuditError, LayoutError, MissingExtraError, OutputError, UsageError
from pnp.base.files import templates
from pnp.base.workplace import report_to, report_to_nobody
from pnp.definitions import load_game
from pnp.game.paper import PAPERS
from pnp.make.options import read_options
from pnp.make.output import staging
from pnp.make.pipeline import write
from pnp.sheets.job import BuildJob, build_game
from pnp.sheets.layout.scheme import Duplex
from pnp.sheets.options import SheetOptions

TURNO = templates() / "games" / "turno" / "game.toml"
BOTH = ("pdf", "svg")


@pytest.fixture
def own_turno(tmp_path) -> Path:
    """A copy of TURNO's definition to change."""
    return copytree(TURNO.parent, tmp_path / "games" / "turno")


def test_build_writes_sheets_faces_and_manifest(build):
    built = build(formats=BOTH)
    files = files_of(built.folder)
    digests = {path: sha256(content).hexdigest() for path, content in files.items()}
    del digests["manifest.json"]
    assert {entry["path"]: entry["sha256"] for entry in listed(built.folder)} == digests
    assert {"print/tiles-a4.pdf", "print/deck-72-a4.pdf", "svg/tiles/3-4-front.svg"} <= set(files)
    faces = 2 * (36 + 1 + 36 + 49 + 72) + 6 + 1 + 1 + 5 + 3  # pawns, die, tracker, mats, boxes
    setups = 6
    assert sum(path.startswith("svg/") for path in files) == faces + setups


def test_manifest_describes_each_file(build):
    built = build(only=("deck-36",), formats=BOTH)
    entries = {entry["path"]: entry for entry in listed(built.folder)}
    sheets = entries["print/deck-36-a4.pdf"]
    assert {key: value for key, value in sheets.items() if key != "sha256"} == {
        "path": "print/deck-36-a4.pdf",
        "kind": "sheets",
        "component": "deck-36",
        "format": "pdf",
        "pieces": 36,
        "pages": 6,
        "page_mm": [210, 297],
        "piece_mm": [44, 68],
        "duplex": "long-edge",
        "scale": None,
        "poster": None,
        "grid": [4, 4],
        "cuts": 10,
        "printer": None,
        "ink": "full",
        "theme": "classic",
        "theme_sha256": None,
        "pixels": None,
        "dpi": None,
        "preset": None,
        "piece_pages": None,
        "text": None,
        "text_sha256": None,
        "lang": None,
        "game_name": None,
        "work": {"sheets": 3, "cuts": 30, "outlines": 0},
    }
    assert entries["svg/deck-36/1-2-front.svg"]["piece_mm"] == [44, 68]
    manifest = json.loads((built.folder / "manifest.json").read_bytes())
    assert manifest["definition_sha256"] == load_game(TURNO).sha256


def test_poster_and_fitted_board_have_separate_files(build):
    small = {"only": ("board",), "paper": "190x190mm", "formats": ("pdf",)}
    build("compositie", **small)
    built = build("compositie", fit=True, **small)
    fitted, poster = listed(built.folder)
    assert fitted["path"] == "print/board-190x190mm-fit.pdf"
    assert poster["path"] == "print/board-190x190mm.pdf"
    assert (fitted["pages"], fitted["poster"]) == (1, None)
    assert 0.8 <= fitted["scale"] < 0.9
    assert (poster["pages"], poster["poster"], poster["scale"]) == (4, [2, 2], None)
    assert fitted["piece_mm"] == poster["piece_mm"] == [192, 192]
    assert built.left == ()


def test_fitting_board_is_the_same_with_fit_and_poster(build):
    files = files_of(build("tawula", only=("board",)).folder)
    files |= files_of(build("tawula", only=("board",), fit=True).folder)
    assert files["print/board-a4-fit.pdf"] == files["print/board-a4.pdf"]


@pytest.mark.parametrize("component", ["deck-36", "tracker"])
@pytest.mark.parametrize("fit", [False, True])
def test_only_boards_become_posters_or_are_scaled(build, fit, component):
    sizes = {"deck-36": "300x400mm"}
    with pytest.raises(LayoutError, match=rf"^turno, {component}: a piece of .* does not fit"):
        build(only=(component,), paper="110x150mm", sizes=sizes, fit=fit)


@pytest.mark.parametrize(
    ("game", "paper", "fit"),
    [("turno", "a4", False), ("compositie", "a5", False), ("compositie", "180x240mm", True)],
)
def test_manifest_matches_the_pdf(build, game, paper, fit):
    built = build(game, paper=paper, formats=("pdf",), fit=fit)
    for made in built.files:
        document = pypdfium2.PdfDocument(built.folder / made.path)
        assert len(document) == made.pages
        size = tuple(value / 72 * 25.4 for value in document[0].get_size())
        assert size == pytest.approx(made.page_mm, abs=0.001)
        document.close()


def test_manifest_keeps_files_of_an_earlier_build_from_the_same_definition(build):
    build(only=("deck-36",), formats=("pdf",))
    built = build(only=("deck-36",), formats=("pdf",), paper="letter")
    paths = [entry["path"] for entry in listed(built.folder)]
    assert paths == ["print/deck-36-a4.pdf", "print/deck-36-letter.pdf"]


def test_building_boards_keeps_set_up_pictures_in_the_manifest(build):
    whole = {entry["path"] for entry in listed(build("tawula", formats=BOTH).folder)}
    built = build("tawula", kind="board", formats=BOTH)
    assert {entry["path"] for entry in listed(built.folder)} == whole
    assert "svg/set-ups/anatolia-1845.svg" in whole
    assert built.left == ()


def test_manifest_names_changed_and_outdated_files(own_turno, tmp_path):
    def run(paper):
        options = SheetOptions(out=tmp_path / "out", only=("die",), formats=("pdf",))
        return build_game(str(own_turno), replace(options, paper=paper))

    built = run("a4")
    assert run("a5").left == ()
    (built.folder / "print" / "die-a5.pdf").write_bytes(b"changed")
    assert run("a4").left == ("print/die-a5.pdf",)
    run("letter")
    path = own_turno / "game.toml"
    path.write_text(path.read_text("utf-8").replace("18mm", "17mm"), encoding="utf-8")
    changed = run("a4")
    assert changed.left == ("print/die-a5.pdf", "print/die-letter.pdf")
    manifest = json.loads((changed.folder / "manifest.json").read_bytes())
    assert manifest["earlier_files"] == list(changed.left)
    assert [e["path"] for e in listed(changed.folder)] == ["print/die-a4.pdf"]
    assert (changed.folder / "print" / "die-letter.pdf").exists()


@pytest.mark.parametrize(
    ("duplex", "name"),
    [
        (Duplex.LONG_EDGE, "tiles-a4.pdf"),
        (Duplex.SHORT_EDGE, "tiles-a4-short-edge.pdf"),
        (Duplex.FOLD, "tiles-a4-fold.pdf"),
        (Duplex.FRONTS, "tiles-a4-fronts.pdf"),
        (Duplex.BACKS, "tiles-a4-backs.pdf"),
    ],
)
def test_file_name_contains_the_duplex_mode(build, duplex, name):
    built = build(only=("tiles",), duplex=duplex, formats=("pdf",))
    assert [made.path for made in built.files] == [f"print/{name}"]


def test_backs_skip_components_without_backs(build):
    built = build(duplex=Duplex.BACKS, formats=("pdf",))
    assert {made.component for made in built.files} == {
        "tiles", "hexagon", "deck-36", "deck-49", "deck-72",
    }  # fmt: skip


def test_hexagon_follows_the_tile_size(build):
    built = build(only=("tiles", "hexagon"), sizes={"tiles": "40x60mm"}, formats=("svg",))
    sizes = {made.component: made.piece_mm for made in built.files}
    assert sizes["tiles"] == (40, 60)
    assert sizes["hexagon"] == pytest.approx((69.282, 80), abs=1e-3)


def test_box_that_falls_short_is_refused_with_its_faults(own_turno, tmp_path):
    path = own_turno / "game.toml"
    text = path.read_text("utf-8").replace('backs = "1-6"', 'backs = "1-6"\nwithout = ["6-6"]', 1)
    path.write_text(text, encoding="utf-8")
    options = SheetOptions(out=tmp_path / "out", formats=("pdf",))
    with pytest.raises(AuditError) as caught:
        build_game(str(own_turno), options)
    lines = str(caught.value).splitlines()
    assert "turno/loop: needs 36 tiles, the box has 35: 1 missing" in lines
    assert lines[-1].startswith("turno is not built")
    assert not (tmp_path / "out").exists()
    job = BuildJob.of(str(own_turno), replace(options, unchecked=True))
    assert not job.report.ok
    built = write(job, options.out)
    assert (built.folder / "print" / "tiles-a4.pdf").exists()


def test_failed_build_keeps_earlier_output(build, monkeypatch):
    before = files_of(build(only=("tiles", "die")).folder)

    def broken(*args):
        raise OSError(28, "No space left on device")

    import pnp.make.pipeline as pipeline

    monkeypatch.setattr(pipeline, "new_manifest", broken)
    with pytest.raises(OutputError, match="no space left on device"):
        build(only=("tiles", "die"), sizes={"tiles": "31x46mm"}, formats=BOTH)
    folder = build.__closure__[0].cell_contents / "out"
    assert files_of(folder / "turno") == before
    assert [path.name for path in folder.iterdir()] == ["turno"]


def test_component_that_does_not_fit_keeps_earlier_output(build):
    before = files_of(build(only=("die",)).folder)
    with pytest.raises(LayoutError, match=r"^turno, deck-36: a piece of 300x400mm does not fit"):
        build(sizes={"deck-36": "300x400mm"})
    assert files_of(build(only=("die",)).folder) == before


def test_files_of_another_size_stay_beside_the_new_ones(build):
    sized = build(only=("tiles",), sizes={"tiles": "40x60mm"}, formats=("pdf", "svg"))
    built = build(only=("tiles",), formats=("pdf", "svg"))
    paths = {file.path for file in (*sized.files, *built.files)}
    assert {entry["path"] for entry in listed(built.folder)} == paths
    assert {"print/tiles-a4-tiles-40x60mm.pdf", "print/tiles-a4.pdf"} < paths
    assert len(paths) == 2 * len(built.files)
    assert built.left == ()


def test_replaced_files_are_restored_if_a_move_fails(build):
    folder = build(only=("tiles", "die"), formats=BOTH).folder
    (folder / "svg" / "die" / "die-front.svg").unlink()
    (folder / "svg" / "die").rmdir()
    (folder / "svg" / "die").write_text("in the way")
    before = files_of(folder)
    with pytest.raises(OutputError, match=r"svg/die.*a file is where a folder should be"):
        build(only=("tiles", "die"), sizes={"tiles": "31x46mm"}, formats=BOTH)
    assert files_of(folder) == before
    assert [path.name for path in folder.parent.iterdir()] == ["turno"]


def test_replaced_files_are_restored_on_interrupt(build, monkeypatch):
    import pnp.make.output as output

    folder = build(only=("tiles",), formats=BOTH).folder
    before = files_of(folder)
    moved = []

    def interrupted(source, target):
        moved.append(target)
        if len(moved) == 40:
            raise KeyboardInterrupt
        real(source, target)

    real = os.replace
    monkeypatch.setattr(output.os, "replace", interrupted)
    with pytest.raises(KeyboardInterrupt):
        build(only=("tiles",), sizes={"tiles": "31x46mm"}, formats=BOTH)
    assert files_of(folder) == before


def test_remains_of_killed_builds_are_removed_but_not_those_of_other_folders(build, tmp_path):
    dead, other = (tmp_path / "out" / f".{name}-123-x" for name in ("turno", "turno-4"))
    for folder in (dead, other):
        (folder / "new").mkdir(parents=True)
    build(only=("die",))
    assert not dead.exists()
    assert other.exists()


@needs_cairo
@pytest.mark.skipif(os.name != "posix", reason="signals are sent in this way on POSIX")
@pytest.mark.parametrize("sign", ["SIGINT", "SIGTERM"])
def test_stopped_build_leaves_no_partial_output(tmp_path, sign):
    slow = ["--format", "pdf,svg,png", "--only", "tiles,deck-72"]  # so that it lasts a second
    process = subprocess.Popen(
        [sys.executable, "-m", "pnp", "build", "turno", "--out", tmp_path / "out", *slow],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        # A shell starts what it runs in the background deaf to SIGINT, and its children too.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    while process.poll() is None and not list(tmp_path.glob("out/.turno-*/new/print/*")):
        time.sleep(0.005)
    process.send_signal(getattr(signal, sign))
    process.communicate()
    assert process.returncode != 0
    assert not (tmp_path / "out").exists()


def test_output_folder_that_is_a_file_is_refused(tmp_path):
    (tmp_path / "out").write_text("a file")
    with pytest.raises(OutputError, match=r"cannot write in .*out.*--out"):
        build_game("turno", SheetOptions(out=tmp_path / "out", only=("die",)))


def test_staged_files_appear_together_or_not_at_all(tmp_path):
    folder = tmp_path / "made"

    def half() -> None:
        with staging(folder) as staged:
            staged.write("a/b.txt", b"one")
            assert not (folder / "a").exists()
            raise LayoutError("in the middle")

    with pytest.raises(LayoutError):
        half()
    assert list(tmp_path.iterdir()) == []
    with staging(folder) as staged:
        staged.write("a/b.txt", b"one")
        staged.write("c.txt", b"two")
    assert files_of(tmp_path) == {
        "made/a/b.txt": b"one",
        "made/c.txt": b"two",
    }


def test_unknown_component_or_deck_is_refused_with_the_known_ones(build):
    with pytest.raises(UsageError, match=r"no component 'tile'; it has: tiles, hexagon"):
        build(only=("tile",))
    with pytest.raises(UsageError, match=r"no deck of 50 cards; it has: 36, 49, 72"):
        build(kind="deck", cards=50)


def test_progress_counts_every_page_and_face(tmp_path):
    steps = []
    options = SheetOptions(out=tmp_path, only=("deck-36", "die"), formats=BOTH)
    report_to(lambda name, value: name == "step" and steps.append(value[1:]), renew=None)
    build_game("turno", options)
    report_to_nobody()
    every = 6 + 72 + 1 + 1
    assert [*dict.fromkeys(one for one in steps if one[1] == every)] == [
        (done, every) for done in range(every)
    ]


def test_png_without_its_library_is_refused_before_anything_is_made(build, tmp_path, monkeypatch):
    from pnp.render import png

    def without_cairo():
        raise MissingExtraError("PNG needs the cairo library")

    monkeypatch.setattr(png, "require_cairo", without_cairo)
    with pytest.raises(UsageError, match="PNG needs the cairo library"):
        build(only=("die", "hexagon"), formats=("pdf", "png", "svg"))
    assert not any(tmp_path.rglob("*.pdf"))


def test_ganged_components_share_the_fewest_sheets_that_pass_verification(tmp_path):
    options = read_options(
        SheetOptions,
        {"out": tmp_path, "gang": True, "formats": "pdf", "only": "tiles,hexagon,pawns,die"},
    )
    built = build_game("turno", options)
    (file,) = built.files
    assert file.path == "print/tiles_hexagon_pawns_die-a4.pdf"
    assert (file.pieces, file.pages, file.cuts) == (44, 4, 22)
    assert wrong(built.folder) == {}


def test_a_board_larger_than_the_paper_stays_a_poster_beside_ganged_sheets(tmp_path):
    options = read_options(
        SheetOptions,
        {"out": tmp_path, "gang": True, "formats": "pdf", "only": "tiles,loop-mat"},
    )
    built = build_game("turno", options)
    assert [file.path for file in built.files] == [
        "print/loop-mat-a4.pdf",
        "print/tiles_shared-a4.pdf",
    ]


@pytest.mark.parametrize("other", [{"gap": "3mm"}, {"skip": "1"}, {"template": "mini-cards"}])
def test_options_without_meaning_on_ganged_sheets_are_refused(other):
    with pytest.raises(UsageError, match=r"leave out --gang or --"):
        read_options(SheetOptions, {"gang": True, **other})


def test_a_mat_in_strips_is_on_fewer_sheets_and_passes_verification(tmp_path):
    read = {"out": tmp_path, "formats": "pdf", "only": "star-mat,turnooi-mat"}
    write(BuildJob.of("turno", read_options(SheetOptions, read)), tmp_path)
    star, turnooi = listed(tmp_path / "turno")
    assert (star["path"], star["pages"], star["pieces"]) == ("print/star-mat-a4.pdf", 1, 6)
    assert turnooi["path"] == "print/turnooi-mat-a4.pdf"
    assert turnooi["poster"] is not None
    assert wrong(tmp_path / "turno") == {}


def test_a_mat_is_a_poster_for_those_who_ask_for_one(tmp_path):
    write(
        BuildJob.of("turno", read_options(SheetOptions, {"fit": False, "only": "star-mat"})),
        tmp_path,
    )
    (star,) = listed(tmp_path / "turno")
    assert (star["path"], star["poster"]) == ("print/star-mat-a4-poster.pdf", [4, 2])


def test_strips_lie_on_the_paper_in_its_chosen_orientation():
    read = {"orientation": "landscape", "only": "star-mat"}
    (drawn,) = BuildJob.of("turno", read_options(SheetOptions, read)).plan.drawn
    assert {page.size for page in drawn.job.pages()} == {PAPERS["a4"].turned()}
