"""A board on paper: on one page if it fits, if not on several, or made smaller when asked to."""

from collections.abc import Sequence

from pnp.base.errors import LayoutError
from pnp.base.geometry import Size, Transform
from pnp.base.units import dimensions
from pnp.components.piece import Piece
from pnp.scene import Group, Scene
from pnp.sheets.layout.duplex import Duplex
from pnp.sheets.layout.scheme import Scheme
from pnp.sheets.pages.job import Job
from pnp.sheets.pages.poster import poster_job
from pnp.sheets.pages.print import PrintJob, print_job


def board_job(title: str, pieces: Sequence[Piece], scheme: Scheme) -> Job:
    """Lay boards of one size out for printing; ``title`` names game and component.

    Raises:
        LayoutError: If they do not fit and have backs, or if there are slots to go into or to skip,
            or if the paper is too small for a poster.
    """
    try:
        return print_job(title, pieces, scheme)
    except LayoutError:
        if scheme.template or scheme.skip or any(piece.back is not None for piece in pieces):
            raise  # the pages of a poster have no backs, and nothing is left out unsaid
    return _fitted(title, pieces, scheme) if scheme.fit else poster_job(title, pieces, scheme)


def _fitted(title: str, pieces: Sequence[Piece], scheme: Scheme) -> PrintJob:
    """Return boards at the largest whole per cent that fits, so that the label is exact."""
    fronts = scheme._replace(duplex=Duplex.FRONTS)
    for percent in range(99, 0, -1):
        smaller = [_scaled(piece, percent / 100) for piece in pieces]
        said = f"{title} · board at {percent} %"
        try:
            return print_job(said, smaller, fronts)._replace(scale=percent / 100)
        except LayoutError:
            continue
    raise LayoutError(
        "with a ruler and a label beside it does not even fit at 1 % on "
        f"{dimensions(*scheme.paper)} paper; take larger paper"
    )


def _scaled(piece: Piece, scale: float) -> Piece:
    width, height = piece.front.size
    whole = Group(piece.front.items, Transform.scale(scale))
    front = Scene(Size(width * scale, height * scale), (whole,))
    return piece._replace(front=front, bleed=piece.bleed * scale)
