"""TURNOOI, played from its sheet."""

from random import Random  # noqa: TID251
from typing import NamedTuple

from helpers.game_languages import languages
from play.frame import arrows, sheet
from play.tiles import Tiles

from pnp.components.sized import by_total


class Move(NamedTuple):
    start: tuple
    to: tuple


class Play(Tiles):
    """Places are a column and a distance from the middle line: the area row has the distance 0.

    setup 1.1: Sit opposite each other.
    setup 2.2: The **middle line** runs between them.
    setup 2.3: The row on your side of the line is your **area row**.
    setup 3.2: If you use the tracker, stand a pawn on {{ highest_value }}.
    special 1.2: When its value is gone from the board, move the pawn down.
    special 4.1: Stocks and tiles put aside lie open. [reconstructed]
    end 2.4: Tiles left on the board score nothing.
    """

    rule_set = "turno/turnooi"
    bound = 2000
    characters = ("attack", "avoid", "chase")
    row = "**{}:** {}."  # of the table of values

    def set_up(self):
        """setup 1.2: Shake the tiles in a bag, or let them tumble, so that chance also decides
        which face is up.
        setup 1.3: Without choosing, lay {{ rows_a_side|words }} rows of {{ columns|words }} tiles
        on each side, {{ tiles_a_side }} tiles for each player, as in [figure:setup].
        setup 1.4: The tiles on your side are yours.
        setup 2.1: Between your rows and the other player's, {{ area_rows|words }} rows stay empty:
        the **TURNOOI area**.
        """
        tiles = self.mixed_tiles()
        self.columns = range(self.number("columns"))
        rows = range(1, self.number("rows_a_side") + 1)
        self.sides = [
            {(column, row): tiles.pop() for column in self.columns for row in rows}
            for _ in range(self.players)
        ]
        self.stocks, self.aside, self.quiet = [[], []], [], 0
        self.player = self.starter()

    def starter(self):
        """setup 4.1: The player with more tiles that show {{ most_dots|words }} dots starts.
        setup 4.2: In a tie, compare the next lower number, and so on down; if all are equal, the
        younger starts. [reconstructed]
        """
        shown = [[shown for shown, _ in side.values()] for side in self.sides]
        most = range(self.number("most_dots"), 0, -1)
        one, other = ([numbers.count(dots) for dots in most] for numbers in shown)
        return int(other > one)

    def value(self, tile):
        """setup 3.1: The **value** of a tile is the sum of the dots on both its faces; the table of
        values lists them all.
        turn 4.2: Count the dots on both faces of each tile.
        """
        return sum(tile)

    def moves(self):
        """turn 1.2: Move one of your tiles one place, to an empty place."""
        own = self.sides[self.player]
        for start in own:
            for to in self.ways(*start):
                if to[0] in self.columns and to not in own:
                    yield Move(start, to)

    def ways(self, column, row):
        """turn 2.1: Outside your area row, a tile moves only straight forward, towards the other
        player.
        turn 3.1: In your area row, a tile moves only sideways.
        turn 3.2: It never crosses the middle line.
        """
        return [(column, row - 1)] if row else [(column - 1, 0), (column + 1, 0)]

    def turn(self, choose):
        """turn 1.1: You take turns.
        special 5.1: You pass only if none of your tiles can move, and look underneath tiles only in
        a battle. [reconstructed]
        """
        moves = list(self.moves())
        if moves:
            self.move(choose(moves))
        else:
            self.passes += 1
            self.next_player()

    def move(self, move):
        side = self.sides[self.player]
        side[move.to] = side.pop(move.start)
        self.quiet = 0 if move.start[1] else self.quiet + 1
        if self.fights(move):
            self.quiet = 0
            self.battle(move.to[0])
        self.next_player()

    def fights(self, move):
        """turn 4.1: If the tile you move comes to lie directly opposite a tile of the other player,
        with only the middle line between them, there is a **battle**.
        """
        return move.to[1] == 0 and move.to in self.sides[1 - self.player]

    def battle(self, column):
        """turn 4.3: The higher value wins, whoever moved.
        special 3.1: **Equal values:** put both tiles aside; they score nothing.
        """
        values = [self.value(side[column, 0]) for side in self.sides]
        if values[0] == values[1]:
            self.aside += [side.pop((column, 0)) for side in self.sides]
        else:
            self.capture(values.index(max(values)), column)

    def capture(self, winner, column):
        """turn 4.4: The owner of the winning tile captures the other tile and adds it to their
        **stock**.
        turn 4.5: The winning tile stays in its place.
        special 1.1: **Highest tile:** if no tile on the board has a higher value than the winning
        tile, this tile leaves the board too and goes to its owner's stock. [reconstructed]
        special 2.1: **Last battle:** if these were the last {{ sides|words }} tiles on the board,
        the winning tile stays there and scores nothing. [disputed]
        """
        self.stocks[winner].append(self.sides[1 - winner].pop((column, 0)))
        left = [self.value(tile) for side in self.sides for tile in side.values()]
        tile = self.sides[winner][column, 0]
        if self.value(tile) == max(left) and len(left) > 1:
            self.stocks[winner].append(self.sides[winner].pop((column, 0)))

    @property
    def over(self):
        """end 1.1: The game ends when at most one tile is left on the board.
        end 1.2: It also ends when a player has no tiles left, when you agree that no battle will
        come, or when {{ quiet_moves }} moves in a row went sideways without a battle.
        [reconstructed]
        """
        if self.quiet == self.number("quiet_moves"):
            return "blocked"
        return None if all(self.sides) else self.result()

    def result(self):
        """end 2.2: The higher total wins.
        end 2.3: Equal totals are a draw. [reconstructed]
        """
        return "draw" if self.score(0) == self.score(1) else "won"

    def score(self, player):
        """end 2.1: Add up the dots on both faces of all the tiles in your stock."""
        return sum(map(sum, self.stocks[player]))

    def in_play(self):
        return {"tiles": sum(map(len, (*self.sides, *self.stocks, self.aside))), "pawns": 1}

    def attack(self, move):
        """battling whenever possible"""
        return self.fights(move)

    def avoid(self, move):
        """keeping out of battles and of the area"""
        return -2 * self.fights(move) - (move.start[1] == 1)

    def chase(self, move):
        """one battling whenever possible, the other keeping out of it"""
        return self.attack(move) if self.player == 0 else self.avoid(move)

    @classmethod
    def replay(cls):
        game = cls.dealt()
        assert game.starter() == 0
        for example in ("battle", "highest"):
            for start, to in arrows(cls, example):
                game.move(Move(game.place(start), game.place(to)))
            assert game.quiet == 0
        assert [sorted(stock) for stock in game.stocks] == [[(5, 1)], [(4, 3), (6, 6)]]
        assert game.score(1) == 19
        cls.compare_tables()

    @classmethod
    def dealt(cls):
        game, tiles = cls(2, Random(0)), cls.tiles("setup")
        game.sides = [{}, {}]
        for name, tile in tiles.items():
            game.player = int(int(name[1]) > game.number("board_rows") / 2)
            game.sides[game.player][game.place(name)] = tile
        game.player = 0
        return game

    def place(self, name):
        column, row, half = ord(name[0]) - ord("a"), int(name[1]), self.number("board_rows") // 2
        return column, row - half - 1 if self.player else half - row

    @classmethod
    def compare_tables(cls):
        """Find the rows of the tracker, in their order, in the table of each language."""
        tracker = cls.definition().components["tracker"]
        rows = " ".join(
            cls.row.format(value, ", ".join(f"{one} + {other}" for one, other in pairs))
            for value, pairs in by_total(tracker.pairs_in(cls.definition())).items()
        )
        for lang in languages():
            said = " ".join(sheet(cls.rule_set, lang).values())
            assert rows in said.replace(" :", ":")
