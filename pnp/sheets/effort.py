"""The work that a person has with sheets: folds, and minutes.

The minutes are guesses for somebody who does this now and then.
"""

from pnp.components.piece import Piece
from pnp.records.manifest import SheetWork
from pnp.scene import Role, shapes_in

STEP = 5  # minutes: nobody can tell more exactly


def minutes_for(work: SheetWork, folds: int) -> int:
    """Return the minutes for cutting and folding.

    That is half a minute for each straight cut, one for each outline, three quarters for each fold
    with its glue, and three for each sheet.
    """
    guessed = work.cuts / 2 + work.outlines + 3 * folds / 4 + 3 * work.sheets
    return max(STEP, -(-int(guessed) // STEP) * STEP)


def folds_of(piece: Piece) -> int:
    """Return the number of lines to fold in a piece."""
    scored = (shape for shape in shapes_in(piece.front.items) if shape.role is Role.SCORE)
    return sum(len(shape.paths) for shape in scored)
