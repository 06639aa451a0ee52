"""Editors of laser files, one for each format, and the faults of what they save."""

import json
import re
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from xml.etree import ElementTree

import ezdxf
import pytest
from oracles.laser.laser_file import verify_laser
from oracles.laser.laser_report import verify_report

from pnp.base.geometry import Rect, Size
from pnp.verify.findings import faults

FORMATS = ("svg", "dxf", "lbrn2")
EACH = pytest.mark.parametrize("form", FORMATS)
ONE = pytest.mark.parametrize("form", ["svg"])  # for checks that do not depend on the format
Move = Callable[[float, float], tuple[float, float]]
SVG = "http://www.w3.org/2000/svg"
COLORS = {"engrave": "#000000", "score": "#0000ff", "inner": "#ff0000", "outer": "#00e000"}
LAYERS = {"engrave": "10_FILL", "score": "20_SCORE", "inner": "30_INNER", "outer": "40_OUTER"}
INDEXES = {"engrave": "0", "score": "1", "inner": "2", "outer": "3"}


class Svg:
    def __init__(self, file: Path, height: float = 400.0) -> None:
        ElementTree.register_namespace("", SVG)
        self.file = file
        self.root = ElementTree.fromstring(file.read_bytes())
        areas = self.group("engrave")
        for path in list(areas):  # one for each area
            areas.remove(path)
            for data in re.findall("M[^M]*", path.get("d")):
                ElementTree.SubElement(areas, path.tag, {**path.attrib, "d": data})

    def group(self, step: str):
        found = [g for g in self.root if g.get("id") == step]
        return found[0] if found else ElementTree.SubElement(self.root, f"{{{SVG}}}g", id=step)

    def paths(self, step: str) -> list:
        return list(self.group(step))

    def center(self, path) -> tuple[float, float]:
        place = r"(?:[ML]|A[\d.]+ [\d.]+ 0 0 [01] )([\d.]+) ([\d.]+)"
        numbers = re.findall(place, path.get("d"))
        return middle([(float(x), float(y)) for x, y in numbers])

    def moved(self, path, move: Move) -> None:
        def put(found):
            x, y = move(float(found[2]), float(found[3]))
            return f"{found[1]}{x:.4f} {y:.4f}"

        number = r"(-?[\d.]+) (-?[\d.]+)"
        path.set("d", re.sub(rf"([ML]|A[\d.]+ [\d.]+ 0 0 [01] ){number}", put, path.get("d")))

    def remove(self, step: str, path) -> None:
        self.group(step).remove(path)

    def double(self, step: str, path, move: Move = lambda x, y: (x, y)) -> None:
        copy = ElementTree.fromstring(ElementTree.tostring(path))
        self.group(step).append(copy)
        self.moved(copy, move)

    def open(self, path) -> None:
        path.set("d", re.sub(r"[LA][^LAZ]*Z$", "", path.get("d")))

    def line(self, step: str, *places: tuple[float, float], closed: bool = False) -> None:
        data = "M" + "L".join(f"{x} {y}" for x, y in places) + ("Z" if closed else "")
        look = {"fill": "none", "stroke": COLORS[step], "stroke-width": "0.1"}
        ElementTree.SubElement(self.group(step), f"{{{SVG}}}path", d=data, **look)

    def save(self) -> None:
        self.file.write_bytes(ElementTree.tostring(self.root))


class Dxf:
    def __init__(self, file: Path, height: float = 400.0) -> None:
        self.file, self.height = file, height
        self.document = ezdxf.read(StringIO(file.read_text()))
        self.space = self.document.modelspace()

    def paths(self, step: str) -> list:
        return list(self.space.query(f'*[layer=="{LAYERS[step]}"]'))

    def center(self, path) -> tuple[float, float]:
        if path.dxftype() == "CIRCLE":
            return path.dxf.center.x, self.height - path.dxf.center.y
        if path.dxftype() == "LINE":
            return middle([(x, self.height - y) for x, y, _ in (path.dxf.start, path.dxf.end)])
        return middle([(x, self.height - y) for x, y in path.get_points("xy")])

    def moved(self, path, move: Move) -> None:
        def put(x, y):
            x, y = move(x, self.height - y)
            return x, self.height - y

        if path.dxftype() == "LINE":
            start, end = path.dxf.start, path.dxf.end
            path.dxf.start, path.dxf.end = put(start.x, start.y), put(end.x, end.y)
        elif path.dxftype() == "CIRCLE":
            path.dxf.center = put(path.dxf.center.x, path.dxf.center.y)
        else:
            path.set_points([(*put(x, y), b) for x, y, b in path.get_points("xyb")], "xyb")

    def remove(self, step: str, path) -> None:
        self.space.delete_entity(path)

    def double(self, step: str, path, move: Move = lambda x, y: (x, y)) -> None:
        copy = path.copy()
        self.space.add_entity(copy)
        self.moved(copy, move)

    def open(self, path) -> None:
        path.close(False)

    def line(self, step: str, *places: tuple[float, float], closed: bool = False) -> None:
        color = int(COLORS[step][1:], 16)
        look = {"layer": LAYERS[step], "true_color": color}
        flipped = [(x, self.height - y) for x, y in places]
        self.space.add_lwpolyline(flipped, close=closed, dxfattribs=look)

    def scale(self, factor: float) -> None:
        for entity in self.space:
            entity.scale(factor, factor, factor)

    def save(self) -> None:
        self.document.saveas(self.file)


class Lbrn2:
    def __init__(self, file: Path, height: float = 400.0) -> None:
        self.file, self.height = file, height
        self.root = ElementTree.fromstring(file.read_bytes())

    def paths(self, step: str) -> list:
        return [one for one in self.root.iter("Shape") if one.get("CutIndex") == INDEXES[step]]

    def setting(self, step: str):
        return next(
            one
            for one in self.root.iter("CutSetting")
            if one.find("index").get("Value") == INDEXES[step]
        )

    def center(self, path) -> tuple[float, float]:
        if path.get("Type") == "Ellipse":
            x, y = map(float, path.findtext("XForm").split()[4:])
            return x, self.height - y
        found = re.findall(r"V([\d.]+) ([\d.]+)", path.findtext("VertList"))
        return middle([(float(x), self.height - float(y)) for x, y in found])

    def moved(self, path, move: Move) -> None:
        def put(found):
            x, y = move(float(found[2]), self.height - float(found[4]))
            return f"{found[1]}{x:.4f}{found[3]}{self.height - y:.4f}"

        if path.get("Type") == "Ellipse":
            x, y = move(*self.center(path))
            path.find("XForm").text = f"1 0 0 1 {x:.4f} {self.height - y:.4f}"
        else:
            number = r"(-?[\d.]+)"
            corners = rf"(V|c[01]x){number}( |c[01]y){number}"
            path.find("VertList").text = re.sub(corners, put, path.findtext("VertList"))

    def remove(self, step: str, path) -> None:
        self.root.remove(path)

    def double(self, step: str, path, move: Move = lambda x, y: (x, y)) -> None:
        copy = ElementTree.fromstring(ElementTree.tostring(path))
        self.root.append(copy)
        self.moved(copy, move)

    def open(self, path) -> None:
        path.find("PrimList").text = re.sub(r"[LB]\d+ \d+$", "", path.findtext("PrimList"))

    def line(self, step: str, *places: tuple[float, float], closed: bool = False) -> None:
        shape = ElementTree.SubElement(
            self.root, "Shape", {"Type": "Path", "CutIndex": INDEXES[step]}
        )
        ElementTree.SubElement(shape, "XForm").text = "1 0 0 1 0 0"
        corners = "".join(f"V{x} {self.height - y}c0x1c1x1" for x, y in places)
        ElementTree.SubElement(shape, "VertList").text = corners
        steps = [f"L{n} {n + 1}" for n in range(len(places) - 1)]
        steps += [f"L{len(places) - 1} 0"] if closed else []
        ElementTree.SubElement(shape, "PrimList").text = "".join(steps)
        self._setting(step)

    def scale(self, factor: float) -> None:
        for shape in self.root.iter("Shape"):
            shape.find("XForm").text = f"{factor} 0 0 {factor} " + " ".join(
                str(factor * float(value)) for value in shape.findtext("XForm").split()[4:]
            )

    def _setting(self, step: str) -> None:
        known = [one.find("index").get("Value") for one in self.root.iter("CutSetting")]
        if INDEXES[step] not in known:
            setting = ElementTree.SubElement(self.root, "CutSetting", {"type": "Cut"})
            ElementTree.SubElement(setting, "index", {"Value": INDEXES[step]})

    def save(self) -> None:
        self.file.write_bytes(ElementTree.tostring(self.root))


EDITORS = {"svg": Svg, "dxf": Dxf, "lbrn2": Lbrn2}


def middle(places: list[tuple[float, float]]) -> tuple[float, float]:
    xs, ys = zip(*places, strict=True)
    return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2


def wrong(file: Path) -> dict[str, str]:
    """Return the faults of a file."""
    report = verify_report(file, None) if file.suffix == ".json" else verify_laser(file, None)
    told: dict[str, str] = {}
    for one in faults(report):
        told[one.what] = " | ".join(filter(None, (told.get(one.what), f"{one.found}; {one.right}")))
    return told


def saved(editor) -> dict[str, str]:
    editor.save()
    return wrong(editor.file)


def places(file: Path) -> list[tuple[str, Rect]]:
    """Return the name and the rectangle of each part in the pass of a file."""
    report = json.loads(next(file.parent.glob("*.json")).read_text())
    found = []
    for number, x, y, turn in (
        place for bed in report["beds"] if file.name in bed["files"] for place in bed["places"]
    ):
        part = report["parts"][number]
        size = Size(*report["shapes"][part["shape"]]["size_mm"])
        found.append((part["name"], Rect(x, y, *(size.turned() if turn % 180 else size))))
    return found


def first(editor) -> Rect:
    """Return the rectangle of the first part in the file that an editor has open."""
    return places(editor.file)[0][1]


def first_cut(editor):
    """Return the path that is cut around the first part."""
    return at(editor, "outer", *first(editor).center)


def at(editor, step: str, x: float, y: float):
    """Return the path of a step whose middle is nearest to a place."""

    def far(path):
        cx, cy = editor.center(path)
        return (cx - x) ** 2 + (cy - y) ** 2

    return min(editor.paths(step), key=far)


def by(dx: float, dy: float):
    return lambda x, y: (x + dx, y + dy)


def outwards(editor, path, more: float):
    cx, cy = editor.center(path)

    def move(x, y):
        return x + (more if x > cx else -more), y + (more if y > cy else -more)

    return move
