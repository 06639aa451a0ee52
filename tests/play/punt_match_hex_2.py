"""Punt-Match on hexagons for two, played from its sheet."""

from play.punt_match_square import Play as OnSquares


class Play(OnSquares):
    """Sentences that need no code of their own.

    setup 1.1: Sit at opposite sides of the board: White where the ring with a {{ players_most }}
    stands in the cells, Black where the star with a {{ players_most }} does; signs without a
    {{ players_most }} belong to the other game.
    setup 2.2: It has a heavy line, with your sign beside it.
    turn 1.1: White begins; then you take turns.
    turn 2.4: You may not change direction during a move.
    turn 6.3: You may cap your opponent's pawns and piles, and your own.
    """

    rule_set = "punt-match/hex-2"
    steps = ((0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1))
    end_depth = 8

    def position(self, name):
        """Return a column and a row whose sum grows to the upper right: e5 is (0, 4)."""
        row = ord(name[0]) - ord("a")
        return int(name[1:]) - 1 - min(row, 4), row

    def depth(self, player, place):
        """setup 1.2: **Rows** are the lines of cells parallel to your side of the board."""
        return place[1] if player == 0 else 8 - place[1]

    def starts(self, player, place):
        """setup 1.3: Your pawns fill the row of {{ first_row|words }} cells nearest to you, the row
        of {{ second_row|words }} in front of it and the {{ on_the_third_row|words }} middle cells
        of the next: {{ pawns_a_player }} pawns each ([figure:setup]).[disputed]
        """
        depth = self.depth(player, place)
        from_middle = abs(2 * place[0] + place[1] - 4) / 2
        return depth < 2 or (depth == 2 and from_middle <= 1)

    def ways_of(self, player):
        """turn 2.1: Move in a straight line from cell to neighbouring cell, either forward or
        sideways, never back ([figure:reach]).
        turn 2.2: Forward has {{ forward_directions|words }} directions: ahead to the left and ahead
        to the right, always into the next row towards your end row.
        turn 2.3: Sideways is along the row.
        """
        return super().ways_of(player)

    def farthest(self, height):
        """turn 3.1: A single pawn moves up to {{ single_moves|words }} cells.
        turn 4.1: A pile of {{ pair_size|words }} pawns moves up to {{ pair_moves|words }} cells.
        turn 5.1: A pile of {{ high_pile|words }} pawns or more moves {{ pile_moves|words }} cell.
        """
        return super().farthest(height)

    def moves(self, player):
        """turn 6.1: All cells that you cross must be empty."""
        return super().moves(player)
