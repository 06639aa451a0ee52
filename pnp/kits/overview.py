"""The pieces of a kit in pictures, with their numbers."""

from collections import Counter
from collections.abc import Iterator, Sequence
from math import fsum

from pnp.base.geometry import Rect, Size, Transform
from pnp.base.units import Mm
from pnp.base.words import piece_words
from pnp.components.piece import Piece, cut_out
from pnp.game.game import Game
from pnp.kits.words import KitWords
from pnp.rulebook.blocks import Run
from pnp.rulebook.cells import Cell
from pnp.rulebook.languages import language
from pnp.scene import Group, Item, Scene
from pnp.sheets.pages.job import DrawnComponent

BETWEEN: Mm = 1.6
LEAST_SHOWN, MOST_SHOWN = 4, 6  # different pieces of a part
LARGEST = 0.8  # of their size


def part_cells(
    drawn: Sequence[DrawnComponent], game: Game, words: KitWords, frame: Size
) -> tuple[Cell, ...]:
    """Return a picture of each part, as large as ``frame``, with its number of pieces."""
    return tuple(
        Cell(
            Scene(frame, tuple(_pictured(one, Rect(0, 0, *frame)))),
            (
                Run(f"{one.piece_count} \N{MULTIPLICATION SIGN} {one.name}", bold=True),
                *(Run(tallied) for tallied in _each(one, game)),
            ),
            words.labels["picture"].format(name=one.name),
        )
        for one in drawn
    )


def _each(one: DrawnComponent, game: Game) -> Iterator[str]:
    """Yield the number of pieces of each colour or kind."""
    component = game.components[one.component_id]
    counts: Counter[str] = Counter()
    for piece in one.pieces:
        counts[piece.name] += piece.copies
    words, written = piece_words(game.language), game.translated_from or game.language
    for kinds in component.kinds_among(counts):
        if tallied := words.tallied(kinds, written):
            yield f"{language(game.language).colon}{tallied}"
            return


def _pictured(one: DrawnComponent, cell: Rect) -> Iterator[Item]:
    """Draw some different pieces side by side, as large as the cell allows."""
    room = cell.inset(BETWEEN)
    shown = [cut_out(piece.front) for piece in sample(one.pieces, room)]
    width = fsum(face.size.width for face in shown)
    height = max(face.size.height for face in shown)
    gaps = BETWEEN * (len(shown) - 1)
    scale = min((room.width - gaps) / width, room.height / height, LARGEST)
    x = room.center.x - (width * scale + gaps) / 2
    for face in shown:
        y = room.center.y - face.size.height * scale / 2
        yield Group(face.items, Transform.scale(scale).then(Transform.move(x, y)))
        x += face.size.width * scale + BETWEEN


def sample(pieces: Sequence[Piece], room: Rect) -> list[Piece]:
    """Return pieces from all over the list that fill a room, at least a few.

    If only one of few would be left out, all are shown, slightly smaller.
    """
    width, height = pieces[0].front.size
    scale = min(room.height / height, LARGEST)
    fitting = int((room.width + BETWEEN) / (width * scale + BETWEEN))
    most = LEAST_SHOWN if len(pieces) <= LEAST_SHOWN else max(LEAST_SHOWN - 1, fitting)
    most = len(pieces) if most + 1 == len(pieces) else most
    count = min(len(pieces), most, MOST_SHOWN)
    return [pieces[n * len(pieces) // count] for n in range(count)]
