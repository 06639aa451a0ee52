"""Laser targets (programs and shops that read laser files), machines and materials, as data."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Literal, get_args

from pydantic import Field, StrictBool, StrictInt

from pnp.base.units import format_mm
from pnp.game.base import DataFile, Model
from pnp.game.fields import Color, FineLength, Id, NonEmptyText, PieceSize, PositiveLength

Format = Literal["svg", "dxf", "lbrn2", "gcode"]
Mask = Literal["tape", "film", "none"]
StepName = Literal["engrave", "score", "inner", "outer", "frame", "guide"]

TOOL_LAYERS = (30, 31)  # LightBurn's T1 and T2, which are never burnt


class Note(Model):
    """A rule or a number, and its source."""

    says: NonEmptyText
    source: NonEmptyText


class TargetStep(Model):
    """How a target recognizes one step: by colour, and in LightBurn's files by layer number.

    ``filled`` steps are areas without an outline. ``only`` lists the formats that include the step;
    other formats would burn it or be rejected. ``outlines`` lists those in which only the outlines
    of areas are burnt.
    """

    color: Color
    layer: Annotated[StrictInt, Field(ge=0, le=TOOL_LAYERS[-1])] | None = None
    filled: StrictBool = False
    only: tuple[Format, ...] = ()
    outlines: tuple[Format, ...] = ()

    def is_in(self, file_format: str) -> bool:
        """Return whether files of this format include the step."""
        return not self.only or file_format in self.only


class LaserTarget(DataFile):
    """A program or a shop that reads laser files, and its requirements.

    ``formats`` are those it reads, the best one first. ``steps`` are its steps by name; its files
    omit any other. ``share`` allows two parts to share a cut, ``one_part`` requires one part per
    file, ``stroke`` is the width of lines. A ``shop`` receives files, and marks one side only. In a
    program that ``reorders`` colours the user has to put them into order; one with ``file_a_step``
    has one setting for all of a file, and one with its origin at the ``lower_left`` measures from
    that corner of the sheet. ``also`` lists machines and other names that users may search for.
    ``trials`` are the colours that can have separate settings, if not all can; ``grids`` is the
    format for grids of trials, if none of ``formats`` stores their settings.
    """

    formats: Annotated[tuple[Format, ...], Field(min_length=1)]
    stroke: FineLength
    share: StrictBool = True
    one_part: StrictBool = False
    shop: StrictBool = False
    reorders: StrictBool = False
    file_a_step: StrictBool = False
    lower_left: StrictBool = False
    also: tuple[NonEmptyText, ...] = ()
    trials: tuple[Color, ...] = ()
    grids: Format | None = None
    steps: Mapping[NonEmptyText, TargetStep]
    notes: Annotated[tuple[Note, ...], Field(min_length=1)]

    def faults(self) -> Iterator[str]:
        """Yield the faults that make it unusable, each beginning with its key."""
        known = get_args(StepName)
        for name in self.steps:
            if name not in known:
                yield f"steps.{name}: is not a step; write {', '.join(known)}"
        for name in ("inner", "outer"):
            if name not in self.steps:
                yield f"steps.{name}: is missing; without it nothing can be cut out"
        for name, style in self.steps.items():
            if style.filled and name != "engrave":
                yield f"steps.{name}: is a line, and only areas to engrave are filled"
            for key in ("only", "outlines"):
                for other in getattr(style, key):
                    if other not in self.formats:
                        yield f"steps.{name}.{key}: {other} is none of the formats"
        if "lbrn2" in self.formats:
            yield from self._faults_of_layers()

    def _faults_of_layers(self) -> Iterator[str]:
        filled: dict[int, bool] = {}
        for name, style in self.steps.items():
            if not style.is_in("lbrn2"):
                continue
            if style.layer is None:
                yield f"steps.{name}.layer: is missing, and lbrn2 needs it"
            elif style.layer in TOOL_LAYERS and name != "guide":
                yield f"steps.{name}.layer: {style.layer} is a tool layer, which is never burnt"
            elif filled.setdefault(style.layer, style.filled) != style.filled:
                yield f"steps.{name}.layer: {style.layer} has lines and filled areas"


class Material(DataFile):
    """A material to cut.

    ``kerf`` is the full width of a cut to start from, between ``kerf_least`` and ``kerf_most``.
    ``feature`` is the smallest width that may remain, ``gap`` the smallest distance between two
    cuts. ``web`` is the least width of the strips that hold the sheet together. A material that
    ``folds`` may be scored and folded. ``mask`` protects its faces from smoke. Speed and power are
    left out: they differ from machine to machine.
    """

    thickness: PositiveLength
    kerf: FineLength
    kerf_least: FineLength
    kerf_most: FineLength
    feature: PositiveLength
    gap: PositiveLength
    web: PositiveLength
    folds: StrictBool = False
    mask: Mask | None = None
    notes: Annotated[tuple[Note, ...], Field(min_length=1)]

    def faults(self) -> Iterator[str]:
        """Yield the faults that make it unusable, each beginning with its key."""
        if not self.kerf_least <= self.kerf <= self.kerf_most:
            least, most = format_mm(self.kerf_least), format_mm(self.kerf_most)
            yield f"kerf: {format_mm(self.kerf)} mm is not within {least} to {most} mm"
        if self.web < self.feature:
            web, feature = format_mm(self.web), format_mm(self.feature)
            yield f"web: {web} mm is narrower than a feature may be, {feature} mm"


class LaserMachine(DataFile):
    """A laser: the area that its head reaches, and the programs that drive it.

    ``clients`` are ids of laser targets, the usual one first.
    """

    bed: PieceSize
    clients: Annotated[tuple[Id, ...], Field(min_length=1)]
    notes: Annotated[tuple[Note, ...], Field(min_length=1)]
