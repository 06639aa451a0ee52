"""Cut lines for a cutting machine, beside the sheets with its registration marks."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from pnp.make.pipeline import OutputFile
from pnp.scene.laser_bed import Bed, BedStyle, OperationStyle, Step
from pnp.sheets.layout.crop_marks import Marks, MarkStyle
from pnp.sheets.layout.margin import MarkPattern, Registration
from pnp.sheets.layout.scheme import Scheme

if TYPE_CHECKING:
    from pnp.game.presets import CutterProfile

KIND = "cut file"
LOOK = BedStyle(
    {
        Step.SCORE: OperationStyle("#0000ff", 0),
        Step.INNER: OperationStyle("#ff00ff", 1),
        Step.OUTER: OperationStyle("#ff0000", 2),
        Step.GUIDE: OperationStyle("#808080", 3),
    },
    stroke=0.1,
)


def with_marks_for(cutter: "CutterProfile", scheme: Scheme) -> Scheme:
    """Return the scheme for a cutting machine, which cannot cut outside its marks.

    Nothing lies level with four squares: no source was found that lets machines cut there.
    """
    registration = Registration(
        cutter.id,
        MarkPattern(cutter.pattern),
        cutter.inset,
        cutter.square,
        cutter.length,
        cutter.thickness,
        cutter.clear,
    )
    square = cutter.square if registration.pattern is MarkPattern.SQUARES else 0.0
    margin = max(scheme.margin, cutter.margin, cutter.inset + square)
    return scheme._replace(margin=margin, marks=Marks(MarkStyle.NONE), registration=registration)


def cut_files(beds: Iterable[Bed], stem: str, component: str) -> Iterator[OutputFile]:
    """Yield an SVG and a DXF for each sheet; ``stem`` is the path of the sheets without .pdf.

    Raises:
        MissingExtraError: If ezdxf, which writes DXF, is not installed.
    """
    from pnp.render import bed_svg, dxf

    for bed in beds:
        for format, back_end in (("svg", bed_svg), ("dxf", dxf)):
            path = f"{stem}-cut-{bed.name}.{format}"
            content = back_end.render(bed, LOOK)
            yield OutputFile.of(content, path, KIND, component, format, page_mm=bed.size)


def cutter_notes(cutter: "CutterProfile") -> Iterator[str]:
    """Yield notes for the user of a cutting machine."""
    yield from (f"{cutter.id}: {note.says}" for note in cutter.notes)
