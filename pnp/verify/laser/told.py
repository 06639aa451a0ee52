"""The JSON beside laser files, read without trust: what each of them is said to burn."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from pnp.base.errors import VerifyError
from pnp.base.geometry import Rect, Size
from pnp.base.units import Mm

PREVIEW = "-preview.svg"
_MEANINGLESS = (AttributeError, IndexError, KeyError, TypeError, ValueError)


class Form(NamedTuple):
    """An outline as it shall be when it is cut, and its holes by where they are in it."""

    size: Size
    area: float
    holes: tuple[tuple[Rect, float], ...] = ()


class Spread(NamedTuple):
    """How much is burnt on a face, about which middle, and how much it leans.

    ``lean`` is the mean of x times y about the middle, which changes its sign in a mirror.
    """

    amount: float
    x: Mm
    y: Mm
    lean: float


class Face(NamedTuple):
    """What is burnt into one side of an upright part."""

    engraved: Spread | None
    scored: Spread | None


class Part(NamedTuple):
    """One object to cut."""

    name: str
    form: Form
    front: Face
    back: Face | None


class Place(NamedTuple):
    """Where a part lies: the top left of its edges, and its turn in degrees clockwise."""

    part: int
    x: Mm
    y: Mm
    turn: int


class Pass(NamedTuple):
    """One pass over one bed; ``kind`` is fronts, backs, jig or nothing."""

    name: str
    kind: str
    sheet: int
    size: Size
    bounds: Rect | None
    files: tuple[str, ...]
    places: tuple[Place, ...]
    figures: dict[str, Any]


class Told(NamedTuple):
    """All that is said of a component's laser files. ``tabs`` are a number and a width."""

    component: str
    client: str
    material: str
    kerf: tuple[Mm, Mm]
    sides: str
    share: bool
    single: bool
    tabs: tuple[int, Mm] | None
    pocket: Form | None
    parts: tuple[Part, ...]
    passes: tuple[Pass, ...]

    def rect(self, place: Place) -> Rect:
        """Return the edges of a part where it lies."""
        size = self.parts[place.part].form.size
        return Rect(place.x, place.y, *(size.turned() if place.turn % 180 else size))

    def fronts_of(self, one: Pass) -> Pass:
        """Return the pass over the same sheet in which the fronts are up."""
        found = (other for other in self.passes if other.sheet == one.sheet)
        return next((other for other in found if other.kind in ("fronts", "")), one)

    def cuts_parts(self, one: Pass) -> bool:
        """Tell whether parts are cut out in a pass."""
        return one.kind in (("backs",) if self.sides == "flip" else ("fronts", ""))


def report_of(file: Path) -> tuple[Told, Pass] | None:
    """Return the report beside a laser file that names it, and what it says of its pass."""
    return next(((told, one) for told, one in _beside(file) if file.name in one.files), None)


def previewed(file: Path) -> Size | None:
    """Return the size of the bed that a picture beside laser files shows, if it is one."""
    for _, one in _beside(file):
        if file.name in (f"{Path(name).stem}{PREVIEW}" for name in one.files):
            return one.size
    return None


def _beside(file: Path) -> Iterator[tuple[Told, Pass]]:
    """Yield the passes of reports whose names begin as a file's does."""
    for path in sorted(file.parent.glob("*.json")):
        if not file.name.startswith(path.stem):
            continue
        try:
            told = read_told(path.read_bytes())
        except (VerifyError, OSError):
            continue
        yield from ((told, one) for one in told.passes)


def read_told(content: bytes) -> Told:
    """Read a report.

    Raises:
        VerifyError: If it is none.
    """
    try:
        return _told(json.loads(content))
    except (*_MEANINGLESS, RecursionError, OverflowError) as error:
        raise VerifyError(f"is no report of laser files ({type(error).__name__})") from None


def _told(data: dict[str, Any]) -> Told:
    forms = [_form(row) for row in data["shapes"]]
    faces = [Face(_spread(row["engraved"]), _spread(row["scored"])) for row in data["faces"]]
    parts = [
        Part(
            str(row["name"]),
            forms[_index(row["shape"])],
            faces[_index(row["front"])],
            None if row["back"] is None else faces[_index(row["back"])],
        )
        for row in data["parts"]
    ]
    tabs, pocket = data["tabs"], data["pocket"]
    return Told(
        component=str(data["component"]),
        client=str(data["client"]),
        material=str(data["material"]),
        kerf=_pair(data["kerf_mm"]),
        sides=str(data["sides"]),
        share=bool(data["share"]),
        single=bool(data["single"]),
        tabs=None if tabs is None else (_index(tabs["count"]), float(tabs["bridge_mm"])),
        pocket=None if pocket is None else _form(pocket),
        parts=tuple(parts),
        passes=tuple(_passes(data["beds"], len(parts))),
    )


def _passes(rows: list[dict[str, Any]], parts: int) -> Iterator[Pass]:
    for row in rows:
        places = [
            Place(_index(n), float(x), float(y), int(turn)) for n, x, y, turn in row["places"]
        ]
        if any(place.part >= parts for place in places):
            raise ValueError
        bounds = row["bounds_mm"]
        yield Pass(
            str(row["name"]),
            str(row["pass"]),
            _index(row["sheet"]),
            Size(*_pair(row["size_mm"])),
            None if bounds is None else Rect(*map(float, bounds)),
            tuple(str(name) for name in row["files"]),
            tuple(places),
            row,
        )


def _form(row: dict[str, Any]) -> Form:
    holes = [
        (Rect(*_pair(hole["at_mm"]), *_pair(hole["size_mm"])), float(hole["area_mm2"]))
        for hole in row.get("holes", ())
    ]
    return Form(Size(*_pair(row["size_mm"])), float(row["area_mm2"]), tuple(holes))


def _spread(row: list[float]) -> Spread | None:
    return Spread(*map(float, row)) if row else None


def _pair(row: list[float]) -> tuple[float, float]:
    one, other = row
    return float(one), float(other)


def _index(value: Any) -> int:
    """Return a number that counts something; one below 0 would count from the end."""
    if not isinstance(value, int) or value < 0:
        raise ValueError
    return value
