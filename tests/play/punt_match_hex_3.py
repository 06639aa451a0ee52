"""Punt-Match on hexagons for three, played from its sheet."""

from play.punt_match_hex_2 import Play as ForTwo


class Play(ForTwo):
    """Sentences that need no code of their own.

    setup 1.2: Signs without a {{ players_most }} and dotted outlines belong to the other game;
    ignore them.
    setup 2.2: It has a heavy line, with your sign beside it.
    setup 2.3: Some of its cells are taken at the start.
    turn 1.1: White begins; then turns go clockwise: Black, Red and White again.
    turn 2.4: You may not change direction during a move.
    turn 6.3: You may cap anyone's pawns and piles, your own as well.
    """

    rule_set = "punt-match/hex-3"
    colors = ("white", "black", "red")

    def depth(self, player, place):
        """setup 1.1: Sit as in [figure:setup]: White at the bottom, Black to the left of White and
        Red to the right, each where your own sign with a {{ players_most }} stands in the
        cells.[reconstructed]
        setup 1.3: For each of you, **rows** are the lines of cells parallel to your own side.
        """
        column, row = place
        return (row, column + 4, 8 - column - row)[player]

    def starts(self, player, place):
        """setup 1.4: Your pawns fill the row of {{ first_row|words }} cells nearest to you and the
        row of {{ second_row|words }} in front of it: {{ pawns_a_player }} pawns each
        ([figure:setup]).[derived]
        """
        return self.depth(player, place) < 2

    def ways_of(self, player):
        """turn 2.1: Move in a straight line from cell to neighbouring cell, either forward or
        sideways, never back ([figure:reach]).
        turn 2.2: Forward has {{ forward_directions|words }} directions: ahead to the left and ahead
        to the right, always into the next of your rows towards your end row.
        turn 2.3: Sideways is along your row.
        """
        return super().ways_of(player)

    def turn(self, choose):
        """end 1.1: The game ends at once when a player whose turn it is cannot move, because
        nothing that the player controls stands outside the end row.
        end 1.2: A player who controls nothing at all cannot move either.
        """
        super().turn(choose)

    def move(self, move):
        """turn 6.2: If you stop on a pawn or a pile, you **cap** it: put all that you moved on top
        of it.
        turn 6.4: A pile is never split.
        special 1.2: It may be capped, though; if another player does so, the pile is that player's
        and may move on.[reconstructed]
        """
        super().move(move)

    def result(self):
        """end 2.2: The highest number wins.
        end 2.3: If several of you have it, they share the win; if nobody has any pawn there, nobody
        wins.[reconstructed]
        """
        return super().result()
