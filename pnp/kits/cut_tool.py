"""What the pieces of a kit are cut with."""

from enum import StrEnum

from pnp.sheets.layout.crop_marks import Marks, MarkSides, MarkStyle


class CutTool(StrEnum):
    """What the pieces are cut with, which decides the marks on the sheets."""

    SCISSORS = "scissors"
    TRIMMER = "trimmer"
    CUTTER = "cutter"

    @property
    def marks(self) -> Marks:
        """Lines to follow for scissors, marks to lay a blade on, nothing for a machine."""
        match self:
            case CutTool.SCISSORS:
                style = MarkStyle.FULL
            case CutTool.TRIMMER:
                style = MarkStyle.CROP
            case CutTool.CUTTER:
                style = MarkStyle.NONE
        return Marks(style, sides=MarkSides.FRONTS)
