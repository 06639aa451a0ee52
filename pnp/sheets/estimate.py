"""Estimates for sheets before they are made: paper, cuts, ink and time."""

from collections.abc import Iterable
from functools import lru_cache
from itertools import pairwise
from math import atan2, dist, fsum, pi, remainder, tau
from typing import TYPE_CHECKING, Any, NamedTuple

from pnp.base.errors import MissingExtraError, RenderError
from pnp.base.path import Path, flattened
from pnp.base.units import EPSILON, Mm
from pnp.base.workplace import each
from pnp.components.piece import Piece, outlines
from pnp.make.made_files import MadeFile, SheetWork
from pnp.make.summary import counted
from pnp.scene import Role, Scene, shapes_in

if TYPE_CHECKING:
    from pnp.sheets.job import BuildJob


STEP = 5  # minutes: nobody can tell more exactly
FLAT: Mm = 0.002  # so fine that what turns by CORNER is no curve
CORNER = pi / 6


class ToolCuts(NamedTuple):
    """The cuts with each tool: straight ones with a trimmer, and those with scissors."""

    trimmer: int = 0
    scissors: int = 0

    def __str__(self) -> str:
        told = [counted(self.trimmer, "cut") + " with a trimmer"] if self.trimmer else []
        told += [counted(self.scissors, "cut") + " with scissors"] if self.scissors else []
        return " and ".join(told) or "no cuts"


def minutes_for(work: SheetWork, folds: int, by: ToolCuts | None = None) -> int:
    """Return the minutes for cutting and folding.

    That is half a minute for each straight cut, one for each outline, three quarters for each fold
    with its glue, and three for each sheet. If the tools are known, a cut with scissors takes a
    quarter of a minute, and turning the paper around an outline half of one.
    """
    cutting = work.cuts / 2 + work.outlines
    if by is not None:
        cutting = by.trimmer / 2 + by.scissors / 4 + work.outlines / 2
    guessed = cutting + 3 * folds / 4 + 3 * work.sheets
    return max(STEP, -(-int(guessed) // STEP) * STEP)


def folds_of(piece: Piece) -> int:
    """Return the number of lines to fold in a piece."""
    scored = (shape for shape in shapes_in(piece.front.items) if shape.role is Role.SCORE)
    return sum(len(shape.paths) for shape in scored)


def cuts_around(piece: Piece) -> int:
    """Return the number of cuts with scissors along the outlines of a piece.

    Each goes from corner to corner; an outline without corners takes one.
    """
    return sum(max(1, _corners(outline)) for outline in outlines(piece.front))


@lru_cache(maxsize=256)  # most pieces have the outline of another
def _corners(outline: Path) -> int:
    points = [at for at, after in pairwise(flattened(outline, FLAT)) if dist(at, after) > EPSILON]
    ways = [atan2(b.y - a.y, b.x - a.x) for a, b in zip(points, points[1:] + points, strict=False)]
    turns = (abs(remainder(b - a, tau)) for a, b in zip(ways, ways[1:] + ways, strict=False))
    return sum(turn > CORNER for turn in turns)


class Estimate(NamedTuple):
    """What a file takes: sheets of paper, straight cuts, outlines, folds, and ink.

    ``ink`` is counted in fully black pages; None if it could not be measured. ``by`` are the cuts
    with each tool, if these are known.
    """

    path: str
    pages: int
    work: SheetWork
    folds: int
    ink: float | None
    by: ToolCuts | None = None

    @property
    def ink_percent(self) -> float | None:
        """The mean ink coverage of a page in percent, where 100 is fully black."""
        return None if self.ink is None else round(100 * self.ink / max(1, self.pages), 1)

    @property
    def minutes(self) -> int:
        """The estimated time for cutting, folding and gluing."""
        return minutes_for(self.work, self.folds, self.by)

    def as_data(self) -> dict[str, Any]:
        """Return the estimate as data for JSON."""
        counts = {"path": self.path, "pages": self.pages, **self.work._asdict()}
        more = {"ink_percent": self.ink_percent, "minutes": self.minutes}
        return counts | {"folds": self.folds} | more

    def __str__(self) -> str:
        sheets, cuts, outlines = self.work
        parts = [counted(sheets, "sheet"), str(self.by or counted(cuts, "straight cut"))]
        parts += [counted(outlines, "outline")] if outlines and self.by is None else []
        parts += [counted(self.folds, "fold")] if self.folds else []
        hours, minutes = divmod(self.minutes, 60)
        parts.append(f"about {hours} h {minutes:02} min" if hours else f"about {minutes} min")
        percent = self.ink_percent
        ink = (
            "not measured, which takes the extra png"
            if percent is None
            else f"{percent:g} % of a page"
        )
        return f"{', '.join(parts)}; ink: {ink}"


def estimate_build(job: "BuildJob") -> tuple[Estimate, ...]:
    """Return the estimate of each file with sheets."""
    folds = {
        drawn.component_id: sum(folds_of(piece) * piece.copies for piece in drawn.pieces)
        for drawn in job.plan.drawn
    }
    shared = sum(folds[drawn.component_id] for drawn in job.plan.drawn if drawn.job is None)
    found = []
    for file, sheets in job.sheet_files():
        found.append(_estimate(file.facts, folds.get(file.facts.component, shared), sheets.pages()))
    return tuple(found)


def _estimate(file: MadeFile, folds: int, pages: Iterable[Scene]) -> Estimate:
    work = file.work or SheetWork()
    if file.duplex == "fold":
        folds += work.sheets
    return Estimate(file.path, file.pages or 0, work, folds, ink_of(pages))


def total(estimates: Iterable[Estimate]) -> Estimate:
    """Add up the estimates of all files."""
    estimates = list(estimates)
    inks = [one.ink for one in estimates if one.ink is not None]
    return Estimate(
        "",
        sum(one.pages for one in estimates),
        SheetWork.total(one.work for one in estimates),
        sum(one.folds for one in estimates),
        fsum(inks) if len(inks) == len(estimates) else None,
    )


def ink_of(pages: Iterable[Scene]) -> float | None:
    """Return the ink of pages, in fully black pages; None if cairo is not installed."""
    from pnp.render.png import coverage

    try:
        return fsum(coverage(page) for page in each(tuple(pages), lambda page: "ink"))
    except (RenderError, MissingExtraError):
        return None
