"""Find pieces that look different from those in an earlier manifest."""

from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from pnp.base.errors import UsageError, reason
from pnp.base.files import read_json
from pnp.base.messages import Message
from pnp.components.piece import Piece
from pnp.make.cache import SceneKeys
from pnp.make.made_files import FACES, LARGEST_FILE

Copies = Mapping[str, int]
"""How many copies there are of pieces, by their keys."""


class EarlierFaces(NamedTuple):
    """The pieces in a manifest of a game, by component; ``text`` is how the user named it."""

    text: str
    game: str
    known: Mapping[str, Copies]

    def __str__(self) -> str:
        return self.text

    def changed(self, component: str, pieces: Iterable[Piece]) -> tuple[Piece, ...]:
        """Return the new pieces of a component, each with its number of new copies."""
        keys, left = SceneKeys(), Counter(self.known.get(component, {}))
        found: list[Piece] = []
        for piece in pieces:
            key = piece_key(piece, keys)
            there = min(left[key], piece.copies)
            left[key] -= there
            if there < piece.copies:
                found.append(piece._replace(copies=piece.copies - there))
        return tuple(found)


def piece_key(piece: Piece, keys: SceneKeys) -> str:
    """Return a key for the look of a piece from both sides."""
    front = keys.key(piece.front)
    return front if piece.back is None else f"{front}-{keys.shared(piece.back)}"


def copies_by_key(pieces: Iterable[Piece]) -> Copies:
    """Count the copies of each piece by its key, in the order of the pieces."""
    keys, copies = SceneKeys(), Counter[str]()
    for piece in pieces:
        copies[piece_key(piece, keys)] += piece.copies
    return dict(copies)


def read_since(option: str, text: str) -> EarlierFaces:
    """Read the pieces in a manifest now, before a build replaces it.

    Raises:
        UsageError: If it cannot be read or has no faces.
    """
    try:
        data = read_json(Path(text), LARGEST_FILE)
    except OSError as error:
        raise UsageError(Message("unreadable", option, written=text, why=reason(error))) from None
    except ValueError:
        data = None
    faces = data.get(FACES) if isinstance(data, dict) else None
    if not isinstance(data, dict) or not isinstance(faces, dict):
        raise UsageError(Message("no_faces", option, written=text))
    known = {str(key): _of_component(looks) for key, looks in faces.items()}
    return EarlierFaces(text, str(data.get("game")), known)


def _of_component(looks: Any) -> Copies:
    """Return the copies of each piece; with several looks, the largest number."""
    most: Counter[str] = Counter()
    for copies in looks.values() if isinstance(looks, dict) else ():
        for key, number in copies.items() if isinstance(copies, dict) else ():
            if isinstance(number, int) and number > 0:
                most[key] = max(most[key], number)
    return most
