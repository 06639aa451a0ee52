"""Print and cut: marks on the sheets, and the lines to cut beside them in the same coordinates."""

from io import StringIO

import ezdxf
import numpy as np
import pypdfium2
import pytest
import svgelements
from helpers.command import run
from oracles.folder import wrong
from oracles.laser.files import read_file
from oracles.laser.lines import line_faults

from pnp.base.errors import DefinitionError, UsageError
from pnp.base.geometry import Rect, Size
from pnp.base.units import parse_length
from pnp.definitions.data_files import built_in, load_cutter
from pnp.kits.job import KitJob
from pnp.kits.options import CutTool, KitOptions
from pnp.make.options import read_options
from pnp.sheets.cut_files import with_marks_for
from pnp.sheets.layout.scheme import Scheme
from pnp.sheets.options import SheetOptions
from pnp.verify.findings import Status

DPI = 300
A4 = Size(210, 297)
MACHINES = built_in("cutters")


def raster(file, page=0):
    """Return a page as an array of grey, and how many pixels a mm has."""
    with pypdfium2.PdfDocument(file) as pdf:
        image = pdf[page].render(scale=DPI / 72, grayscale=True).to_numpy()
    return image.reshape(image.shape[:2]), DPI / 25.4


def dark_in(image, scale, area):
    """Return the rectangle around everything that is not white within an area, in mm."""
    rows = slice(int(area.y * scale), int(area.bottom * scale))
    columns = slice(int(area.x * scale), int(area.right * scale))
    ys, xs = np.nonzero(image[rows, columns] < 128)
    if not len(xs):
        return None
    left, top = (xs.min() + columns.start) / scale, (ys.min() + rows.start) / scale
    right, bottom = (xs.max() + 1 + columns.start) / scale, (ys.max() + 1 + rows.start) / scale
    return Rect(left, top, right - left, bottom - top)


def paths_in(svg, step):
    """Return the rectangles around the paths of a step."""
    groups = svgelements.SVG.parse(StringIO(svg.read_text()), ppi=25.4)
    found = groups.select(lambda e: isinstance(e, svgelements.Group) and e.id == step)
    boxes = [path.bbox() for group in found for path in group]
    return [Rect(x, y, right - x, bottom - y) for x, y, right, bottom in boxes]


def registration_of(name):
    return with_marks_for(load_cutter(name), Scheme(A4)).registration


def near(one, other, within=0.1):
    return max(abs(a - b) for a, b in zip(one, other, strict=True)) < within


@pytest.fixture
def cut(build):
    """Return a function that builds for a machine, and returns the sheets' path without .pdf."""

    def run(machine, component="tiles", game="turno", **options):
        chosen = {"only": (component,), "formats": ("pdf",), "cutter": load_cutter(machine)}
        built = build(game, **chosen | options)
        return built.folder / "print" / f"{component}-a4-{machine}"

    return run


@pytest.mark.parametrize("machine", MACHINES)
def test_the_printed_marks_are_those_of_the_cut_file_and_nothing_is_beside_them(cut, machine):
    stem = cut(machine)
    image, scale = raster(f"{stem}.pdf")
    page, *marks = paths_in(stem.with_name(f"{stem.name}-cut-1.svg"), "guide")
    assert near(page, Rect(0, 0, *A4), 0.001)
    zones = registration_of(machine).keep_outs(A4)
    assert len(zones) == len(marks) == {"silhouette": 3}.get(machine, 4)
    for zone in zones:
        seen = dark_in(image, scale, zone)
        (mark,) = (mark for mark in marks if zone.contains(mark))
        assert near(seen, mark)


def test_the_marks_have_the_measures_that_the_machines_expect():
    silhouette = registration_of("silhouette")
    assert silhouette.squares(A4) == (Rect(10, 10, 5, 5),)
    corners = [corner for _, corner, _ in silhouette.angles(A4)]
    assert corners == [(200, 10), (10, 287)]
    left, right, *_ = registration_of("opos").squares(A4)
    assert right.x - left.x == A4.width - 17
    assert left.size == (3, 3)
    assert len(registration_of("silhouette-4").angles(A4)) == 4


def test_an_angle_is_as_thick_as_its_lines_and_open_to_the_inside(cut):
    stem = cut("silhouette")
    image, scale = raster(f"{stem}.pdf")
    column = image[int(12 * scale) : int(18 * scale), :]  # through the arm that goes down
    xs = np.nonzero(column.max(axis=0) < 128)[0] / scale
    beside = xs[(xs > 190) & (xs < 205)]
    assert beside.min() == pytest.approx(200 - 0.99 / 2, abs=0.1)
    assert beside.max() == pytest.approx(200 + 0.99 / 2, abs=0.1)


@pytest.mark.parametrize("machine", ["silhouette", "opos"])
def test_every_piece_is_cut_where_it_is_printed(cut, machine):
    stem = cut(machine)
    image, scale = raster(f"{stem}.pdf")
    cuts = paths_in(stem.with_name(f"{stem.name}-cut-1.svg"), "outer")
    with_one_pip = cuts[:6]  # 1-1 to 1-6 show one pip, in the middle
    for place in with_one_pip:
        pip = dark_in(image, scale, place)
        assert near(pip.center, place.center)
        assert place.size == pytest.approx((30, 45), abs=0.001)


@pytest.mark.parametrize(("component", "game"), [("tiles", "turno"), ("pieces", "tawula")])
def test_no_piece_lies_level_with_the_squares_of_opos_or_outside_of_them(cut, component, game):
    stem = cut("opos", component, game)
    cuts = paths_in(stem.with_name(f"{stem.name}-cut-1.svg"), "outer")
    assert min(min(one.x, one.y) for one in cuts) >= 7 + 3 - 0.001
    assert max(one.right for one in cuts) <= A4.width - 10 + 0.001  # of a file with three decimals
    assert max(one.bottom for one in cuts) <= A4.height - 10 + 0.001


def test_each_copy_of_each_piece_is_cut_once(cut):
    stem = cut("silhouette")
    files = sorted(stem.parent.glob("*-cut-*.svg"))
    assert [len(paths_in(file, "outer")) for file in files] == [30, 6]


def test_the_dxf_has_the_lines_of_the_svg(cut):
    stem = cut("opos", "pieces", "tawula")
    svg = stem.with_name(f"{stem.name}-cut-1.svg")
    drawing = ezdxf.readfile(svg.with_suffix(".dxf"))
    circles = [one for one in drawing.modelspace().query("CIRCLE") if one.dxf.layer == "40_OUTER"]
    in_dxf = sorted(
        (round(c.dxf.center.x, 2), round(A4.height - c.dxf.center.y, 2)) for c in circles
    )
    in_svg = sorted(tuple(round(v, 2) for v in box.center) for box in paths_in(svg, "outer"))
    assert len(in_svg) == 30
    assert in_dxf == in_svg


def test_folds_are_scored_and_still_printed(cut):
    stem = cut("silhouette", "pawns")
    svg = stem.with_name(f"{stem.name}-cut-1.svg")
    assert len(paths_in(svg, "outer")) == 6
    assert len(paths_in(svg, "score")) == 18
    with pypdfium2.PdfDocument(f"{stem}.pdf") as pdf:
        strokes = [one for one in pdf[0].get_objects(max_depth=4) if one.type == 2]
    assert strokes


def test_marks_are_on_fronts_alone(cut):
    stem = cut("silhouette")
    image, scale = raster(f"{stem}.pdf", page=1)
    assert all(
        dark_in(image, scale, zone) is None
        for zone in (
            Rect(0, 0, 16, 16),
            Rect(194, 0, 16, 16),
        )
    )


def test_a_board_that_does_not_fit_between_the_marks_is_reported(build):
    options = {"formats": ("pdf",), "cutter": load_cutter("silhouette")}
    built = build("turnio", only=("board",), **options)
    assert built.notes[-1] == "board: larger than a sheet, so cut it by hand"
    assert [file.kind for file in built.files] == ["sheets"]


def test_ganged_sheets_have_marks_and_cut_lines(build):
    options = {"formats": ("pdf",), "cutter": load_cutter("silhouette"), "gang": True}
    built = build(only=("tiles", "hexagon", "pawns", "die"), **options)
    sheets, *others = (built.folder / file.path for file in built.files)
    assert {file.suffix for file in others} == {".svg", ".dxf"}
    cuts = [
        len(paths_in(file, step))
        for step in ("outer", "inner")
        for file in others
        if file.suffix == ".svg"
    ]
    assert sum(cuts) == 36 + 1 + 6 + 1
    image, scale = raster(sheets)
    for zone in registration_of("silhouette").keep_outs(A4):
        seen = dark_in(image, scale, zone)
        marks = paths_in(others[0], "guide")[1:]
        assert any(near(seen, mark) for mark in marks)


def test_a_kit_for_a_cutter_has_marks_and_cut_lines():
    job = KitJob.of("tawula", KitOptions(cut=CutTool.CUTTER))
    _, *files = job.files()
    assert [file.path for file in files] == [
        f"kit/anatolia-1845-a4-cutter-cut-{number}.{format}"
        for number in (1, 2, 3)[: len(files) // 2]
        for format in ("svg", "dxf")
    ]
    assert job.notes[-1].startswith("silhouette: In Silhouette Studio set the page size")
    with pytest.raises(UsageError, match="--duplex: a machine cuts flat sheets"):
        read_options(KitOptions, {"cut": "cutter", "duplex": "fold"})


def test_options_that_contradict_a_machine_are_refused():
    written = {
        "cutter": "opos",
        "duplex": "fold",
        "marks": "full",
        "gap": "0mm",
        "cut_order": True,
        "formats": "svg",
    }
    with pytest.raises(UsageError) as refused:
        read_options(SheetOptions, written)
    named = [line.partition(":")[0] for line in str(refused.value).splitlines()]
    assert named == ["--cutter", "--gap", "--cutter", "--marks", "--cut-order"]


def test_a_file_of_ones_own_describes_a_machine(tmp_path):
    text = """
        name = "Mine"
        pattern = "angles"
        inset = "9mm"
        length = "{length}"
        thickness = "1mm"
        clear = "2mm"
        status = "measured"
        source = "a ruler"
        """
    file = tmp_path / "mine.toml"
    file.write_text(text.format(length="12mm"))
    assert load_cutter(str(file)).length == parse_length("12mm")
    file.write_text(text.format(length="0mm"))
    with pytest.raises(DefinitionError, match=r"mine\.toml: line 5: length: is missing; marks of"):
        load_cutter(str(file))


def test_cut_lines_are_verified_with_their_sheets(cut):
    stem = cut("silhouette")
    assert wrong(stem.parents[1]) == {}
    files = sorted(file for file in stem.parent.glob("*-cut-*") if file.suffix in (".svg", ".dxf"))
    assert files
    for file in files:
        drawing = read_file(file.read_bytes(), file.suffix[1:], A4.height)
        assert not drawing.ambiguous
        assert [one for one in drawing.findings if one.status is not Status.OK] == []
        assert list(line_faults(drawing.strokes, cuts_may_be_open=True)) == []


@pytest.mark.parametrize("machine", MACHINES)
def test_every_machine_says_where_its_numbers_are_from(machine):
    cutter = load_cutter(machine)
    assert "https://" in cutter.source
    assert cutter.notes


@pytest.mark.parametrize("written", [("--cut", "cutter"), ("--cutter", "silhouette")])
def test_a_machine_is_chosen_by_either_flag_and_may_be_the_usual_one(written, tmp_path):
    run("build", "turno", "--only", "hexagon", *written, "--out", tmp_path)
    (file,) = tmp_path.rglob("*.dxf")
    assert "-silhouette" in file.name
