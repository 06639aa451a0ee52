"""Faces for print shops: one PDF for each component, one face to a page."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pnp.base.errors import LayoutError
from pnp.base.geometry import Size
from pnp.base.units import Mm
from pnp.jobs.component_sheets import DrawnComponent
from pnp.jobs.file_names import file_words
from pnp.jobs.sheet_options import SheetOptions
from pnp.scene import Scene
from pnp.sheets.pages.faces import bleed_note, face_pages, is_cut_only, short_bleed

FOLDER = "faces"


class FaceFile(NamedTuple):
    """The pages of one component, and their file; ``trim`` is the size of a piece."""

    path: str
    component: str
    title: str
    pages: tuple[Scene, ...]
    trim: Size
    pieces: int


class FaceFiles(NamedTuple):
    """The files of a build for print shops, and notes for the person who orders prints."""

    files: tuple[FaceFile, ...]
    notes: tuple[str, ...]


def face_files(game_id: str, drawn: Sequence[DrawnComponent], options: SheetOptions) -> FaceFiles:
    """Return the files of all components that are only cut; folded ones are left out.

    Raises:
        LayoutError: If there is none, or a single back is required and backs differ: a line for
            each.
    """
    chosen = [one for one in drawn if is_cut_only(one.pieces)]
    folded = [one.component_id for one in drawn if one not in chosen]
    if not chosen:
        raise LayoutError(
            f"{game_id}: --format faces is for flat pieces, and {', '.join(folded)} is folded"
        )
    files: list[FaceFile] = []
    faults: list[str] = []
    for one in chosen:
        try:
            files.append(_face_file(one, options))
        except LayoutError as error:
            faults.append(f"{game_id}, {one.component_id}: {error}")
    if faults:
        raise LayoutError("\n".join(faults))
    return FaceFiles(tuple(files), tuple(_notes(chosen, folded, options.bleed)))


def _face_file(drawn: DrawnComponent, options: SheetOptions) -> FaceFile:
    count = sum(piece.copies for piece in drawn.pieces)
    words = file_words(options, "face pages")
    return FaceFile(
        f"{FOLDER}/{'-'.join(filter(None, (drawn.component_id, drawn.lang, words)))}.pdf",
        drawn.component_id,
        drawn.name,
        tuple(face_pages(drawn.pieces, options.bleed, options.face_order)),
        drawn.size,
        count,
    )


def _notes(chosen: Sequence[DrawnComponent], folded: Sequence[str], bleed: Mm) -> Iterator[str]:
    if folded:
        yield f"folded, so not among the faces: {', '.join(folded)}"
    for one in chosen:
        past = short_bleed(one.pieces, bleed)
        if past is not None:
            yield bleed_note(one.component_id, past, bleed)
