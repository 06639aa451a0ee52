"""Faces for print shops: one PDF for each component, one face to a page."""

from collections.abc import Iterator, Sequence

from pnp.base.errors import LayoutError
from pnp.base.units import Mm
from pnp.jobs.sheet_options import SheetOptions
from pnp.scene import Scene
from pnp.sheets.pages.faces import bleed_note, face_pages, is_cut_only, short_bleed
from pnp.sheets.pages.job import DrawnComponent


def pages_of_faces(
    game_id: str, drawn: Sequence[DrawnComponent], options: SheetOptions
) -> tuple[tuple[DrawnComponent, tuple[Scene, ...]], ...]:
    """Return the pages of all components that are only cut; folded ones are left out.

    Raises:
        LayoutError: If there is none, or a single back is required and backs differ: a line for
            each.
    """
    found: list[tuple[DrawnComponent, tuple[Scene, ...]]] = []
    faults: list[str] = []
    for one in drawn:
        if not is_cut_only(one.pieces):
            continue
        try:
            pages = tuple(face_pages(one.pieces, options.bleed, options.face_order))
            found.append((one, pages))
        except LayoutError as error:
            faults.append(f"{game_id}, {one.component_id}: {error}")
    if faults:
        raise LayoutError("\n".join(faults))
    if not found:
        folded = ", ".join(one.component_id for one in drawn)
        raise LayoutError(f"{game_id}: --format faces is for flat pieces, and {folded} is folded")
    return tuple(found)


def face_notes(drawn: Sequence[DrawnComponent], bleed: Mm) -> Iterator[str]:
    """Yield notes on folded components, and on art that ends short of the bleed."""
    folded = [one.component_id for one in drawn if not is_cut_only(one.pieces)]
    if folded:
        yield f"folded, so not among the faces: {', '.join(folded)}"
    for one in drawn:
        past = short_bleed(one.pieces, bleed) if one.component_id not in folded else None
        if past is not None:
            yield bleed_note(one.component_id, past, bleed)
