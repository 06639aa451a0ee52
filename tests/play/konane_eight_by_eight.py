"""Kōnane, played from its sheet."""

from random import Random  # noqa: TID251

from play.frame import Game, arrows, laid

COLORS = ("black", "white")  # of the players; Black begins
LINES = ((1, 0), (-1, 0), (0, 1), (0, -1))


class Play(Game):
    """``at`` is the player of the stone on each place, by its column and row.

    setup 1.1: Lay the **papamū** between you.
    setup 2.1: One of you takes a black stone and a white stone and hides one in each hand.
    setup 2.2: The other picks a hand and plays with the colour that is in it.
    setup 2.3: Put both stones back.
    """

    rule_set = "konane/eight-by-eight"
    bound = 64  # a stone each to begin with, then 62 jumps at most
    characters = ("most", "shut")

    def set_up(self):
        """setup 1.2: Fill it with the stones, the **ʻiliʻili**, black and white in turn, so that no
        neighbours in a row or column have the same colour ([figure:setup]).
        setup 1.3: The corner a1 is black. [derived]
        """
        names = self.board_places("board")
        self.names = {(ord(name[0]) - ord("a"), int(name[1:]) - 1): name for name in names}
        self.at = {(x, y): (x + y) % 2 for x, y in self.names}
        self.side = max(x for x, _ in self.names)
        self.gap = None  # where Black took off a stone

    def turn(self, choose):
        """turn 1.1: The first turn of each of you is different: you take off a stone of your own.
        turn 2.1: From then on you take turns to jump, and Black begins again.
        """
        start, *line = choose(self.options())
        self.make(start, line)
        self.next_player()

    def options(self):
        """turn 3.3: If you can jump, you must."""
        if self.turns <= self.players:
            return [(place,) for place in (self.white() if self.gap else self.black())]
        return list(self.jumps())

    def black(self):
        """turn 1.2: Black begins and takes one off the middle of the board or a corner: from d4,
        e5, a1 or h8 ([figure:first]). [disputed]
        """
        middle = {self.side // 2, self.side // 2 + 1}
        return [
            place
            for place, player in self.at.items()
            if player == 0 and ({*place} <= middle or {*place} <= {0, self.side})
        ]

    def white(self):
        """turn 1.3: White then takes off a white stone that was beside it in its row or column.
        [disputed]
        """
        x, y = self.gap
        return [(x + dx, y + dy) for dx, dy in LINES if (x + dx, y + dy) in self.at]

    def jumps(self):
        """Yield the place of a stone, and those that it jumps to in one line.

        turn 2.2: Jump with one of your stones over an enemy stone beside it, along the row or the
        column, to the empty place just behind.
        turn 3.1: If the same stone can jump again in the same direction, it may go on, as far as it
        can and you want.
        turn 3.2: It may not turn, and nobody jumps diagonally or over a stone of their own.
        """
        for start, player in self.at.items():
            if player != self.player:
                continue
            for dx, dy in LINES:
                (x, y), line = start, []
                while self.at.get((x + dx, y + dy)) == 1 - player and self.is_empty(
                    (x + 2 * dx, y + 2 * dy)
                ):
                    x, y = x + 2 * dx, y + 2 * dy
                    line.append((x, y))
                    yield (start, *line)

    def is_empty(self, place):
        return place in self.names and place not in self.at

    def make(self, start, line):
        """turn 2.3: Take the enemy stone off."""
        player = self.at.pop(start)
        if not line:
            self.gap = self.gap or start
            return
        before = start
        for place in line:
            del self.at[(before[0] + place[0]) // 2, (before[1] + place[1]) // 2]
            before = place
        self.at[before] = player

    @property
    def over(self):
        """end 1.1: If it is your turn and you cannot jump, you have lost.
        end 1.2: It does not matter who has taken more stones.
        """
        return "won" if self.turns >= self.players and not any(self.jumps()) else None

    def in_play(self):
        return {
            "stones": len(self.at),
            **{("stones", c): [*self.at.values()].count(p) for p, c in enumerate(COLORS)},
        }

    def most(self, option):
        """taking as many stones as possible"""
        return len(option)

    def shut(self, option):
        """leaving the opponent as few jumps as possible"""
        before, player = dict(self.at), self.player
        gap = self.gap
        self.make(option[0], option[1:])
        self.player = 1 - player
        left = sum(1 for _ in self.jumps())
        self.at, self.player, self.gap = before, player, gap
        return -left

    @classmethod
    def replay(cls):
        game = cls(2, Random(0))
        assert game.shown() == cls.printed("setup")
        missing = set(game.shown()) - set(cls.printed("first"))
        assert {game.names[place] for place in game.black()} == missing
        assert missing == {"d4", "e5", "a1", "h8"}
        game.play("d4")
        assert {game.names[place] for place in game.white()} == {"c4", "e4", "d3", "d5"}
        game.play("e4")
        game.play("b4", "d4")
        assert {**game.shown(), "c4": "white"} == cls.printed("jump")
        assert [start for start, _ in arrows(cls, "twice")] == ["g4"]
        jumps = {tuple(map(game.names.get, jump)) for jump in game.jumps()}
        assert {("g4", "e4"), ("g4", "e4", "c4")} <= jumps
        game.play("g4", "e4", "c4")
        assert game.shown() == cls.printed("end")
        assert "b4" not in game.shown()
        assert not game.over

    def play(self, *names):
        """Play a turn of the example, and be sure that it is allowed."""
        places = {name: place for place, name in self.names.items()}
        self.turns += 1
        option = tuple(places[name] for name in names)
        assert option in self.options()
        self.make(option[0], option[1:])
        self.next_player()

    def shown(self):
        return {self.names[place]: COLORS[player] for place, player in self.at.items()}

    @classmethod
    def printed(cls, example):
        return {place: one[0].names[0] for place, one in laid(cls, example).items()}
