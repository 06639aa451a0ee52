"""What the mistake about the king in the English of 1811 does to tablut."""

from play.frame import play
from play.tablut_linnaeus_1732 import FORT, Play, around


class English(Play):
    """The king is captured in the fort and beside it alone, as in law 9 of 1811."""

    def takes_king(self, square, side):
        near = square == FORT or FORT in around(square)
        return near and super().takes_king(square, side)


def kings_caught(kind, games=6):
    caught = 0
    for seed in range(games):
        game = play(kind, 2, seed, "ways")
        (king,) = (square for square, piece in game.board.items() if piece == "king")
        caught += game.over == "won" and not game.at_edge(king)
    return caught


def test_the_king_is_caught_by_the_latin_and_gets_away_by_the_english():
    assert kings_caught(Play) >= 5
    assert kings_caught(English) == 0
