"""The tools for cutting out the pieces of a kit."""

from enum import StrEnum

from pnp.sheets.layout.crop_marks import Marks, MarkSides, MarkStyle


class CutTool(StrEnum):
    """The tool that cuts out the pieces, which decides the marks on the sheets."""

    SCISSORS = "scissors"
    TRIMMER = "trimmer"
    CUTTER = "cutter"

    @property
    def marks(self) -> Marks:
        """The marks for the tool: lines for scissors, marks for a blade, nothing for a machine."""
        match self:
            case CutTool.SCISSORS:
                style = MarkStyle.FULL
            case CutTool.TRIMMER:
                style = MarkStyle.CROP
            case CutTool.CUTTER:
                style = MarkStyle.NONE
        return Marks(style, sides=MarkSides.FRONTS)
