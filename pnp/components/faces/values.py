"""Values that wordings use without a column: of a card, of its set of cards, of the game."""

from collections.abc import Iterator, Mapping, Sequence

from pnp.game.component import GameBox

OF_CARDS = ("card.number", "card.copies", "card.id", "cards.kinds", "cards.count")
OF_GAME = {"game.name": "name", "game.version": "version", "game.date": "edition_date"}
VALUES = (*OF_CARDS, *OF_GAME)


def values_of_cards(copies: Sequence[int], names: Sequence[str]) -> Iterator[Mapping[str, str]]:
    """Yield the values of each row; only rows with copies are numbered."""
    all_of_them = {
        "cards.kinds": str(sum(number > 0 for number in copies)),
        "cards.count": str(sum(copies)),
    }
    number = 0
    for here, name in zip(copies, names, strict=True):
        number += here > 0
        yield {
            "card.number": str(number),
            "card.copies": str(here),
            "card.id": name,
            **all_of_them,
        }


def values_of_game(box: GameBox) -> Mapping[str, str]:
    """Return the values that the definition of the game states."""
    stated = {value: getattr(box, key) for value, key in OF_GAME.items()}
    return {value: str(text) for value, text in stated.items() if text is not None}
