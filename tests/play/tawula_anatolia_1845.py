"""Tawula, played from its sheet."""

from random import Random  # noqa: TID251

from play.frame import Game, laid

FAR, HOME = range(1, 13), range(19, 25)
OFF = 25


class Play(Game):
    """Points are counted as each player does; ``own[player][point]`` is the number of pieces there.

    setup 1.1: Sit at opposite long sides of the board.
    turn 1.1: You take turns.
    turn 4.3: A double counts as any other throw. [reconstructed]
    turn 5.2: From your point 12 on you may have any number on a point. [derived]
    special 2.4: If you hit elsewhere, you may close them all.
    """

    rule_set = "tawula/anatolia-1845"
    bound = 5000
    characters = ("hit", "enter", "avoid")

    def set_up(self):
        """setup 1.2: Each of you takes the {{ pieces_a_player }} pieces of one colour.
        setup 2.1: Each of you counts the points from your own seat.
        setup 2.2: Your way goes once round the board, anticlockwise ([figure:setup]): from point 1
        at the far right to point 12 at the far left, across to point 13 at the near left, and on to
        point 24 at the near right.
        setup 2.3: Your points 1 to 12 are your **far side**, your points 19 to 24 your **home**.
        setup 3.1: Put {{ first_pieces|words }} of your pieces on your point 1: your **first
        pieces**.
        setup 3.2: Keep the other {{ entered_by_dice }} beside the board.
        setup 3.3: Each of you throws a die, and the higher number begins; if they are equal, throw
        again. [reconstructed]
        """
        self.first, self.pieces = self.number("first_pieces"), self.number("pieces_a_player")
        self.own = [[0] * (OFF + 1) for _ in "ab"]
        for own in self.own:
            own[1] = self.first
        self.new = [self.number("entered_by_dice")] * 2  # pieces that have not entered yet
        self.hits = [0, 0]  # pieces that were hit and must enter again
        self.owed = [0, 0]  # those of them that were hit where they enter
        self.free = [False, False]  # whether the first pieces may move

    def theirs(self, point):
        """setup 2.4: Your opponent goes the same way round, but begins on your point 13, which is
        your opponent's point 1.
        """
        return self.own[1 - self.player][(point + 11) % 24 + 1]

    def turn(self, choose):
        """turn 1.2: Throw both dice.
        turn 1.3: Use each number as you choose:
        turn 4.1: Each number may serve a different piece, or one piece may use both, one after the
        other.
        """
        numbers = [self.throw(), self.throw()]
        self.passes += not self.steps_of(numbers)
        while numbers and (steps := self.steps_of(numbers)) and not self.over:
            step = choose(steps)
            self.make(step)
            numbers.remove(step[0])
        self.next_player()

    def steps_of(self, numbers):
        """turn 4.2: The piece must be allowed to land in between, and it hits there too.
        [reconstructed]
        turn 4.4: Use both numbers if you can, or else one of your choice; what you cannot use is
        lost. [reconstructed]
        """
        steps = [step for number in sorted(set(numbers)) for step in self.steps(number)]
        if len(numbers) < 2:
            return steps
        return [step for step in steps if self.leaves(step, numbers)] or steps

    def leaves(self, step, numbers):
        """Whether the other number can be used after a step."""
        other = sum(numbers) - step[0]
        state = [list(map(list, self.own)), *map(list, (self.new, self.hits, self.owed, self.free))]
        self.make(step)
        found = any(True for _ in self.steps(other))
        self.own, self.new, self.hits, self.owed, self.free = state
        return found

    def steps(self, number):
        """Yield each step of a number: the number, what it moves, and the point to which.

        special 1.1: You must enter pieces that were hit before you enter or move any other piece.
        special 1.2: For them your point 1 itself counts as 1: a 1 leads to point 1, a 6 to point 6
        ([figure:again]).
        """
        if not self.hits[self.player]:
            yield from self.others(number)
        elif self.may_land(number):
            yield number, "hit", number
        elif not any(map(self.may_land, range(1, 7))):
            yield from self.way_out(number)

    def way_out(self, number):
        """special 1.4: If no number of a die could enter any of them, use a number to move one of
        your pieces on points 2 to 6 instead. [reconstructed]
        """
        yield from self.moves(number, range(2, 7))

    def others(self, number):
        """turn 2.1: to **enter** a piece from beside the board.
        turn 2.2: Count from the point after your point 1: a 1 leads to point 2, a 6 to point 7.
        """
        if self.new[self.player] and self.may_land(1 + number):
            yield number, "new", 1 + number
        yield from self.moves(number, range(1, OFF))

    def moves(self, number, points):
        """turn 3.1: to **move** a piece on the board forward by that many points.
        turn 7.1: Your first pieces may not move until all your others have entered and left the far
        side. [disputed]
        """
        own = self.own[self.player]
        for point in points:
            if not own[point] or (point == 1 and not self.free[self.player]):
                continue
            if point + number < OFF:
                if self.may_land(point + number):
                    yield number, point, point + number
            elif self.may_bear_off(point, number):
                yield number, point, OFF

    def may_bear_off(self, point, number):
        """end 1.1: While all your remaining pieces stand at home, you may **bear off** with each
        number: a 1 takes a piece off point 24, a 2 off point 23, and so on to a 6 off point 19.
        end 1.2: If a number is higher than any piece needs, take off the piece furthest back.
        [reconstructed]
        """
        own = self.own[self.player]
        if self.new[self.player] or self.hits[self.player] or any(own[: HOME.start]):
            return False
        return point + number == OFF or not any(own[HOME.start : point])

    def may_land(self, point):
        """turn 5.1: On each of your points 2 to 11 you may never have more than one piece.
        turn 6.1: A point with more than one enemy piece is closed: you may not land there.
        [disputed]
        special 1.3: You may never have more than {{ first_pieces|words }} pieces on your point 1,
        so a 1 does not serve while both first pieces stand there.
        """
        own = self.own[self.player][point]
        if own >= (1 if 2 <= point <= 11 else self.first if point == 1 else self.pieces):
            return False
        return self.theirs(point) < 2 and not self.closes_the_last(point)

    def closes_the_last(self, point):
        """special 2.1: On your points 13 to 18 your opponent enters pieces that were hit.
        special 2.2: If you hit a piece there, one of these points must stay open: empty, or with
        a single piece of yours.
        special 2.3: You may not close the last one until your opponent has entered all pieces that
        were hit. [reconstructed]
        """
        own = self.own[self.player]
        if not self.owed[1 - self.player] or not 13 <= point <= 18 or own[point] != 1:
            return False
        others = (one for one in range(13, 19) if one != point)
        return not any(own[one] <= 1 and not self.theirs(one) for one in others)

    def make(self, step):
        """turn 6.2: If you land on a single enemy piece, you **hit** it: take it off the board, and
        it must enter again.
        """
        _, start, end = step
        player, enemy = self.player, 1 - self.player
        if start == "new":
            self.new[player] -= 1
        elif start == "hit":
            self.hits[player] -= 1
            self.owed[player] = min(self.owed[player], self.hits[player])
        else:
            self.own[player][start] -= 1
        self.own[player][end] += 1
        if end != OFF and self.theirs(end):
            self.own[enemy][(end + 11) % 24 + 1] -= 1
            self.hits[enemy] += 1
            self.owed[enemy] += 13 <= end <= 18
        self.set_free()

    def set_free(self):
        """turn 7.2: Once they may move, they stay free. [reconstructed]"""
        waiting = self.new[self.player] + self.hits[self.player]
        if not waiting and not any(self.own[self.player][2 : FAR.stop]):
            self.free[self.player] = True

    @property
    def over(self):
        """end 2.1: Whoever bears off all {{ pieces_a_player }} pieces first wins.
        end 2.2: If neither of you can ever move again, the game is a draw. [reconstructed]
        """
        if self.pieces in (self.own[0][OFF], self.own[1][OFF]):
            return "won"
        return "draw" if all(self.hits) and self.nobody_can_move() else None

    def nobody_can_move(self):
        before = self.player
        found = []
        for self.player in (0, 1):
            found += [step for number in range(1, 7) for step in self.steps(number)]
        self.player = before
        return not found

    def in_play(self):
        each = [sum(self.own[p]) + self.new[p] + self.hits[p] for p in (0, 1)]
        assert each == [self.pieces] * 2
        return {"pieces": sum(each), "dice": 2}

    def hit(self, step):
        """hitting whenever possible"""
        return step[2] != OFF and self.theirs(step[2])

    def avoid(self, step):
        """avoiding hits"""
        return -self.hit(step)

    def enter(self, step):
        """entering whenever possible"""
        return isinstance(step[1], str)

    @classmethod
    def replay(cls):
        game = cls(2, Random(0))
        assert game.shown() == cls.printed("setup")
        game.throws([3, 5], ("new", 4), ("new", 6))
        game.throws([6, 1], ("new", 7), ("new", 2))
        assert game.shown() == cls.printed("entering")
        assert (2, 4, 6) not in game.steps_of([2, 4])
        game.throws([2, 4], (6, 10), ("new", 3))
        game.throws([4, 5], (7, 11), (11, 16))
        assert game.shown() == cls.printed("hit")
        assert {step[1:] for step in game.steps_of([1, 6])} == {("hit", 6)}
        game.throws([1, 6], ("hit", 6), (3, 4))
        assert game.shown() == cls.printed("again")
        assert game.hits == [0, 1]

    def throws(self, numbers, *steps):
        """Play a turn of an example, given what moves and to where, as its player counts."""
        for start, end in steps:
            (step,) = (one for one in self.steps_of(numbers) if one[1:] == (start, end))
            self.make(step)
            numbers.remove(step[0])
        self.next_player()

    def shown(self):
        """Return the pieces on each point, as White counts."""
        white = {point: ("white", n) for point, n in enumerate(self.own[0][:OFF]) if n}
        black = {(p + 11) % 24 + 1: ("black", n) for p, n in enumerate(self.own[1][:OFF]) if n}
        return white | black

    @classmethod
    def printed(cls, example):
        """Return the pieces on each point in a figure."""
        found = laid(cls, example).items()
        return {int(point): (one[0].names[0], len(one[0].names)) for point, one in found}
