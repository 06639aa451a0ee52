"""TURNOOI on nine columns and six rows, played from its sheet."""

from play.frame import arrows
from play.turno_turnooi import Move
from play.turno_turnooi import Play as OnEightRows


class Play(OnEightRows):
    rule_set = "turno/turnooi-9x6"
    row = "| {} | {} |"

    @classmethod
    def replay(cls):
        game = cls.dealt()
        assert game.starter() == 0
        for start, to in arrows(cls, "equal"):
            assert not game.aside
            game.move(Move(game.place(start), game.place(to)))
        assert sorted(game.aside) == [(2, 6), (5, 3)]
        assert not any(row == 0 for side in game.sides for _, row in side)
        cls.compare_tables()
