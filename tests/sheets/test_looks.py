"""Inks and themes, from options to the pixels of the files."""

import io
import itertools
import re

import numpy as np
import pikepdf
import pypdfium2
import pytest
from helpers.command import listed, run
from helpers.games import MANY_SIDED
from PIL import Image

from pnp.base.errors import UsageError
from pnp.components.piece import trimmed
from pnp.components.registry import draw_component
from pnp.definitions import built_in_games, built_in_themes, find_game, load_game, load_theme
from pnp.make.options import read_options
from pnp.render import pdf, png
from pnp.scene.ink import Ink, InkSaver
from pnp.sheets.options import SheetOptions

STEP = 24  # of 256 greys: ten of L* in the middle of the scale
MOST_OF_FULL = 0.62  # how much of the ink of full a game in low takes at most
ALIKE = {  # in TURNO, to others but for their numbers
    *("deck-49", "deck-72", "box-49", "box-72"),
    *("loop-mat", "checkers-mat", "turnooi-9x6-mat"),  # one is looked at by itself
}
PAINTS = {"g": 1, "G": 1, "rg": 3, "RG": 3}


def pages(pdf, dpi=100, smooth=True):
    document = pypdfium2.PdfDocument(pdf)
    rough = (
        {} if smooth else dict.fromkeys(("no_smoothtext", "no_smoothimage", "no_smoothpath"), True)
    )
    try:
        return [p.render(scale=dpi / 72, **rough).to_numpy()[:, :, :3].copy() for p in document]
    finally:
        document.close()


def ink_on_paper(pdf):
    """The ink on a file's first page, as part of a page all black."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        page = document[0].render(scale=200 / 72).to_numpy()[:, :, :3]
        return 1 - float(page.mean()) / 255
    finally:
        document.close()


def pieces_of(game):
    """The components of a game, each that looks like another left out."""
    return tuple(key for key in load_game(find_game(game)).game.components if key not in ALIKE)


def read(tmp_path, **given):
    return read_options(SheetOptions, {"out": tmp_path, "formats": "pdf"} | given)


@pytest.mark.parametrize("game", MANY_SIDED)
def test_low_ink_uses_less_ink(game, build):
    full = build(game, only=pieces_of(game), formats=("pdf",))
    low = build(game, only=pieces_of(game), formats=("pdf",), ink=Ink.LOW)
    paths = [(one.path, other.path) for one, other in zip(full.files, low.files, strict=True)]
    used = [
        (ink_on_paper(full.folder / one), ink_on_paper(low.folder / other)) for one, other in paths
    ]
    assert sum(less for _, less in used) <= MOST_OF_FULL * sum(all_ for all_, _ in used)
    assert [path for path, (all_, less) in zip(paths, used, strict=True) if less > all_] == []


@pytest.mark.parametrize("game", MANY_SIDED)
def test_black_ink_is_pure_black_in_all_files(game, build):
    made = build(game, only=pieces_of(game), formats=("pdf", "svg"), ink=Ink.BLACK)
    for file in made.files:
        content = (made.folder / file.path).read_bytes()
        if file.format == "svg":
            used = set(re.findall(rb"#[0-9a-fA-F]{6}|rgb\(.*?\)", content))
            assert used <= {b"#000000", b"#ffffff"}, file.path
        else:
            assert painted(io.BytesIO(content)) <= {(0.0,), (1.0,)}, file.path
    sheets = [file for file in made.files if file.format == "pdf"]
    for file in sheets[:3]:
        for page in pages(made.folder / file.path, smooth=False):
            grey = page[:, :, 0]
            assert (page == grey[:, :, None]).all(), file.path
            between = (grey > 0) & (grey < 255)  # the reader smooths the edges of round clips
            assert between.mean() < 0.01, file.path


def painted(pdf):
    """Every colour that a file's pages and forms are painted with."""
    found = set()
    with pikepdf.open(pdf) as document:
        streams = [page.obj for page in document.pages]
        streams += [o for o in document.objects if isinstance(o, pikepdf.Stream) and "/BBox" in o]
        for stream in streams:
            for operands, operator in pikepdf.parse_content_stream(stream):
                if str(operator) in PAINTS:
                    assert len(operands) == PAINTS[str(operator)]
                    found.add(tuple(float(value) for value in operands))
                assert str(operator) not in ("k", "K", "sc", "scn", "SC", "SCN", "sh")
    assert found
    return found


def grey(face):
    """A face as a grey print of it is seen at arm's length: 3 dots a mm."""
    picture = Image.open(io.BytesIO(png.render(face, "", 229))).convert("L")
    return np.asarray(picture.resize([side // 3 for side in picture.size], Image.Resampling.BOX))


@pytest.mark.parametrize("ink", list(Ink))
@pytest.mark.parametrize("theme", built_in_themes())
def test_pieces_of_different_players_look_different_in_grey(ink, theme):
    close, pairs = [], 0
    for game_id in built_in_games():
        game = load_game(find_game(game_id), theme=load_theme(theme)).game
        for key, component in game.components.items():
            if component.kind not in ("counters", "cones", "standees", "chips"):
                continue
            ink_saver = InkSaver(ink)
            looks = {
                piece.name: grey(
                    trimmed(ink_saver.face(piece.front, piece.freed_by_trim), piece.roles)
                )
                for piece in draw_component(game, key)
            }
            for one, other in itertools.combinations(looks, 2):
                pairs += 1
                apart = np.abs(looks[one].astype(int) - looks[other]) > STEP
                if apart.mean() < 0.02:
                    close.append((key, one, other, round(float(apart.mean()), 3)))
    assert pairs > 50
    assert close == []


def test_another_look_does_not_replace_the_usual_files(build):
    usual = build("tawula", formats=("pdf", "svg"))
    before = {file.path: (usual.folder / file.path).read_bytes() for file in usual.files}
    colour = load_theme("colour")
    paths = set(before)
    some = ("pieces", "dice")  # hatching the board takes longest
    for more in (
        {"ink": Ink.LOW, "only": some},
        {"theme": colour},
        {"theme": colour, "ink": Ink.BLACK, "only": some},
    ):
        made = build("tawula", formats=("pdf", "svg"), **more)
        assert made.left == ()
        assert not paths & {file.path for file in made.files}
        paths |= {file.path for file in made.files}
    assert {path: (usual.folder / path).read_bytes() for path in before} == before
    for path in (
        "print/pieces-a4-low.pdf",
        "print/pieces-a4-colour.pdf",
        "print/pieces-a4-colour-black.pdf",
        "svg/pieces/low/white-front.svg",
        "svg/pieces/colour-black/white-front.svg",
        "svg/set-ups/colour/anatolia-1845.svg",
    ):
        assert path in paths
    files = listed(usual.folder)
    assert {file["path"] for file in files} == paths
    looks = {(file["ink"], file["theme"]) for file in files}
    usual_look = {("full", "classic"), ("low", "classic")}
    assert looks == usual_look | {("full", "colour"), ("black", "colour")}


def test_default_look_is_classic_in_full_ink(build):
    plain = build("tawula", formats=("pdf", "svg"))
    said = build("tawula", formats=("pdf", "svg"), theme=load_theme("classic"), ink=Ink.FULL)
    assert said.files == plain.files


def test_theme_changes_colours_but_not_geometry(build):
    sheets = {
        name: build("compositie", only=("pieces",), formats=("pdf",), theme=load_theme(name))
        for name in built_in_themes()
    }
    (classic,) = sheets["classic"].files
    for name, made in sheets.items():
        (file,) = made.files
        assert (file.pieces, file.pages, file.piece_mm) == (36, 2, (24, 24))
        assert (file.sha256 == classic.sha256) is (name == "classic")


def test_black_poster_has_no_grey_letters(build):
    made = build("turno", only=("loop-mat",), formats=("pdf",), ink=Ink.BLACK, fit=False)
    (file,) = made.files
    assert file.poster is not None
    assert painted(made.folder / file.path) == {(0.0,), (1.0,)}


def in_blocks(picture, side=20):
    """The mean colour of every square of so many dots, the odd ones at the end left out."""
    height, width = (length // side for length in picture.shape[:2])
    cut = picture[: height * side, : width * side].astype(float)
    return cut.reshape(height, side, width, side, 3).mean(axis=(1, 3))


@pytest.mark.parametrize("ink", [Ink.LOW, Ink.BLACK])
def test_pdf_and_png_agree_on_hatches(ink):
    game = load_game(find_game("compositie")).game
    for piece in draw_component(game, "pieces"):
        face = trimmed(InkSaver(ink).face(piece.front, piece.freed_by_trim), piece.roles)
        (page,) = pages(pdf.render([face], pdf.PrintHints("")), dpi=300)
        other = np.asarray(Image.open(io.BytesIO(png.render(face, "", 300))).convert("RGB"))
        means = [in_blocks(picture) for picture in (page[:, :, ::-1], other)]
        assert np.abs(means[0] - means[1]).max() < 24


def test_report_names_ink_and_theme(tmp_path):
    arguments = ["build", "tawula", "--only", "dice", "--out", str(tmp_path), "--format", "pdf"]
    for more, words in (
        ([], ": print one side"),
        (["--ink", "low"], ": little ink, print one side"),
        (["--ink", "BLACK", "--theme", "colour"], ": theme colour, black alone, print one side"),
    ):
        assert words in run(*arguments, *more).output


def test_theme_can_be_a_file(tmp_path):
    theme = tmp_path / "sea.toml"
    theme.write_text('[roles]\nground = "#00ffee"\n')
    arguments = ["build", "tawula", "--only", "dice", "--out", str(tmp_path), "--format", "svg"]
    run(*arguments, "--theme", theme)
    assert "#00ffee" in (tmp_path / "tawula/svg/dice/sea/die-front.svg").read_text()
    theme.write_text('[roles]\nground = "cyanish"\npaint = "#00ffee"\n')
    result = run(*arguments, "--theme", theme, status=2)
    assert len(result.stderr.splitlines()) == 2


def test_manifest_names_files_of_an_outdated_theme(tmp_path, build):
    file = tmp_path / "sea.toml"
    file.write_text('[roles]\nground = "#00ffee"\n')
    build("tawula", formats=("pdf",))
    first = build("tawula", only=("dice", "board"), formats=("pdf",), theme=load_theme(str(file)))
    assert first.left == ()
    file.write_text('[roles]\nground = "#aaffee"\n')
    second = build("tawula", only=("dice",), formats=("pdf",), theme=load_theme(str(file)))
    assert second.left == ("print/board-a4-sea.pdf",)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"ink": "grey"}, "--ink: 'grey' is not known; write one of full, low, black"),
        ({"theme": "sepia"}, "--theme: 'sepia' is not known; write one of classic, colour,"),
    ],
)
def test_unknown_ink_or_theme_is_refused(tmp_path, given, words):
    with pytest.raises(UsageError) as told:
        read(tmp_path, **given)
    assert words in str(told.value)
