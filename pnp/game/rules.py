"""Rule sets: ways to play with a box, what each needs, claims about them, and positions in them."""

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import chain, pairwise
from typing import Annotated, Literal, NamedTuple

from pydantic import Field, StrictBool, StrictInt

from pnp.base.units import join_words, quoted
from pnp.game.evidence import Disputed, Fact, RuleSetKind
from pnp.game.fields import (
    Arithmetic,
    ComponentId,
    Date,
    DieFace,
    Id,
    Known,
    LanguageCode,
    Length,
    Model,
    NonEmptyText,
    Quantity,
    Reads,
    SourceId,
    needs_unless,
    needs_where,
    one_or_more,
)
from pnp.game.places import count_places


def _check_places(model: Model, *keys: str) -> None:
    """Raise ValueError unless the words under these keys are names and ranges of places."""
    for key in keys:
        try:
            value = getattr(model, key)
            count_places([value] if isinstance(value, str) else value)
        except ValueError as error:
            raise ValueError(f"{key}: {error}") from None


class Lay(Model):
    """Pieces of one component, on places of the board or beside it.

    ``pieces`` names the pieces; by default they are any of the component's. ``at`` names places
    that hold ``each`` pieces; by default the pieces lie beside the board. If ``count`` is less than
    the places hold, players choose among them. ``turned`` counts clockwise quarter turns, or sixths
    of a turn for hexagons. A ``pile`` names stacked pieces from the bottom up.
    """

    schema_rules = needs_unless({"required": ["at"]}, "count")

    component: ComponentId
    pieces: tuple[NonEmptyText, ...] = ()
    at: tuple[NonEmptyText, ...] = ()
    each: Annotated[StrictInt, Field(ge=1, le=100)] = 1
    turned: Annotated[StrictInt, Field(ge=0, le=5)] = 0
    count: Quantity | None = None
    pile: Annotated[tuple[NonEmptyText, ...], Field(max_length=100)] = ()

    def _check(self) -> None:
        _check_places(self, "at")
        if not self.at and self.count is None:
            raise ValueError("lies beside the board, so it needs a count; or write at")
        if self.pile and (self.pieces or self.each > 1 or self.count is not None):
            raise ValueError("names the pieces of a pile, so write no pieces, each or count")

    @property
    def names(self) -> tuple[str, ...]:
        """The names of its pieces, those of a pile from the bottom up."""
        return self.pile or self.pieces

    @property
    def on_each(self) -> int:
        """The number of pieces on each place."""
        return len(self.pile) or self.each


class Position(Model):
    """Pieces on one board; the base of start positions and examples.

    Figures of it have ``coordinates`` at their edges where the board's places have them.
    """

    board: Annotated[str, Known("components", able="is_board")]
    lay: Annotated[tuple[Lay, ...], Field(min_length=1)]
    coordinates: StrictBool = True

    @property
    def named_places(self) -> Iterator[tuple[str, ...]]:
        """The words for places in each part."""
        return (lay.at for lay in self.lay)


class Setup(Position):
    """A start position, and the fact that it is based on.

    ``ways`` names an example whose arrows its figure shows too: the ways that pieces take in the
    game.
    """

    known: Fact
    ways: NonEmptyText | None = None


BESIDE = "beside"  # start or end of an arrow that leads onto the board or off it


class Arrow(Model):
    """A move from one place to another, perhaps by way of others.

    A move that is ``done`` takes along what stands at its start: ``piece`` if several stand there.
    A capture removes what was at its end, a cap lands on it. ``number`` is that of the step in the
    text. ``aside`` is the distance by which the arrow bends to the left to clear pieces on its way.
    """

    start: NonEmptyText
    to: NonEmptyText
    via: tuple[NonEmptyText, ...] = ()
    kind: Literal["move", "capture", "cap"] = "move"
    aside: Length = 0.0
    number: Annotated[StrictInt, Field(ge=1, le=99)] | None = None
    done: StrictBool = False
    piece: NonEmptyText | None = None

    def _check(self) -> None:
        for one, other in pairwise(self.stops):
            if one == other:
                raise ValueError(f"goes from {one} to {other}; write two places")
        if BESIDE in self.via or (self.done and self.start == BESIDE):
            raise ValueError('"beside" may end a move, or start one that is not done')

    @property
    def stops(self) -> tuple[str, ...]:
        """Its places from start to end."""
        return (self.start, *self.via, self.to)

    @property
    def places(self) -> tuple[str, ...]:
        """Its places on the board from start to end."""
        return tuple(stop for stop in self.stops if stop != BESIDE)


class Throw(Model):
    """The faces that the dice of a component show."""

    component: ComponentId
    shows: Annotated[tuple[DieFace, ...], Field(min_length=1, max_length=9)]


class Reach(Model):
    """The places that the piece on one place may move to, shown in a tint."""

    of: NonEmptyText
    to: Annotated[tuple[NonEmptyText, ...], Field(min_length=1)]

    def _check(self) -> None:
        _check_places(self, "of", "to")


class Example(Position):
    """A position in play; each entry is one piece, or one pile, on one or more places.

    It may continue from the position ``after`` which it comes: "setup", or another example. Then
    places are ``removed`` from, tiles are ``turned_over``, the entries replace what the same
    component has there, and moves that are done are made. One that contradicts the start position
    shows an ``other_deal``.

    ``show`` names the places in the picture, by default all; ``marked`` places get a coloured edge.
    A small picture shows the face below each of the ``hidden`` pieces. ``thrown`` dice
    are beside the board.
    """

    schema_rules = one_or_more("lay", "after")

    lay: tuple[Lay, ...] = ()
    after: NonEmptyText | None = None
    removed: tuple[NonEmptyText, ...] = ()
    turned_over: tuple[NonEmptyText, ...] = ()
    other_deal: StrictBool = False
    show: tuple[NonEmptyText, ...] = ()
    arrows: Annotated[tuple[Arrow, ...], Field(max_length=100)] = ()
    marked: tuple[NonEmptyText, ...] = ()
    hidden: tuple[NonEmptyText, ...] = ()
    reach: tuple[Reach, ...] = ()
    thrown: Annotated[tuple[Throw, ...], Field(max_length=9)] = ()

    @property
    def named_places(self) -> Iterator[tuple[str, ...]]:
        """The words for places in each part and in each list of places."""
        groups = (self.removed, self.turned_over, self.show, self.marked, self.hidden)
        reached = (reach.to for reach in self.reach)
        return chain(super().named_places, filter(None, groups), reached)

    def _check(self) -> None:
        _check_places(self, "removed", "turned_over", "show", "marked", "hidden")
        if not self.lay and self.after is None:
            raise ValueError(
                "lay: is missing; write what lies where, or the position that this follows (after)"
            )
        if self.removed and self.after is None:
            raise ValueError("removed: needs an earlier position; write after as well")
        for number, lay in enumerate(self.lay, start=1):
            one = len(lay.pieces) == 1 or lay.pile
            if lay.at and (not one or lay.count is not None):
                raise ValueError(
                    f"lay[{number}]: on a place of an example write one of pieces or a pile"
                )


def check_order_of(examples: Mapping[str, Example], setup: Setup | None) -> None:
    """Raise ValueError unless every example follows a position on the same board, without cycles.

    The example named in the start position's ``ways`` must exist. No example may have the id
    ``setup``, which stands for the start position.
    """
    if setup and setup.ways is not None and setup.ways not in examples:
        raise ValueError(
            f"setup.ways: there is no example {quoted(setup.ways)}; there are: "
            f"{join_words(examples)}"
        )
    sound: set[str] = set()
    for key, example in examples.items():
        seen, last, here = {key: None}, key, example
        while here.after is not None and last not in sound:
            before = setup if here.after == SETUP else examples.get(here.after)
            if before is None:
                known = join_words([*((SETUP,) if setup else ()), *examples])
                raise ValueError(
                    f"examples.{last}.after: there is no position {quoted(here.after)}; "
                    f"there are: {known}"
                )
            if before.board != here.board:
                raise ValueError(
                    f"examples.{last}.board: is {here.board}, but it follows {here.after}, "
                    f"which is on {before.board}; write the same board"
                )
            if here.after in seen:
                raise ValueError(f"examples.{key}.after: goes in a circle: {join_words(seen)}")
            if not isinstance(before, Example):
                break
            last, here = here.after, before
            seen[last] = None
        sound.update(seen)


SETUP = "setup"  # the start position's name in examples
TURN = "turn"  # the name of the figure that shows a turn


class LaidPiece(NamedTuple):
    """The pieces of one component on one place: one, a pile from the bottom up, or side by side.

    The name is "" where any piece will do. Only a single piece can be ``turned_over``.
    """

    component: str
    place: str
    names: tuple[str, ...]
    turned: int = 0
    piled: bool = False
    turned_over: bool = False


class Players(Model):
    """The number of players."""

    least: Quantity
    most: Quantity

    def _check(self) -> None:
        if self.least > self.most:
            raise ValueError(f"least ({self.least}) is more than most ({self.most})")

    def __str__(self) -> str:
        return str(self.least) if self.least == self.most else f"{self.least}-{self.most}"


class Need(Model):
    """The number of pieces of a component that a rule set cannot be played without.

    ``pieces`` gives the number of each piece, if not all are needed; ``a_player`` the number for
    each player, if fewer players need fewer.
    """

    sentences = ("use",)

    component: ComponentId
    count: Quantity
    source: SourceId
    use: NonEmptyText | None = None
    pieces: Mapping[NonEmptyText, Quantity] = Field(default_factory=dict)
    a_player: Quantity | None = None

    def _check(self) -> None:
        if self.pieces and (total := sum(self.pieces.values())) != self.count:
            raise ValueError(f"names {total} pieces and counts {self.count}; write the same number")
        if self.pieces and self.a_player:
            raise ValueError("write pieces or a_player, not both")


class Aid(Model):
    """Pieces of a component that help to play and that a rule set can do without."""

    sentences = ("use",)

    component: ComponentId
    count: Quantity = 1
    use: NonEmptyText
    source: SourceId | None = None


class Played(Model):
    """What happened in games that a program played by the rules, each from the next ``seed``.

    A tenth, a half and nine tenths of the games took no more than these ``turns``. ``by`` says how
    players chose what to do, if not at random. ``blocked`` counts games that ended because nobody
    could go on.
    """

    players: Quantity
    by: NonEmptyText | None = None
    games: Quantity
    seed: StrictInt = 0
    turns: tuple[Quantity, Quantity, Quantity]
    draws: Annotated[StrictInt, Field(ge=0)] = 0
    blocked: Annotated[StrictInt, Field(ge=0)] = 0

    def _check(self) -> None:
        if list(self.turns) != sorted(self.turns):
            raise ValueError(
                "turns: a tenth, a half and nine tenths of the games: write them in order"
            )
        if self.draws + self.blocked > self.games:
            raise ValueError(
                f"counts {self.draws + self.blocked} draws and blocked games of {self.games}"
            )


class Claim(Model):
    """Arithmetic that a source states, or that follows from one."""

    schema_rules = needs_where("status", ("stated",), "source")

    says: NonEmptyText
    check: Arithmetic
    status: Literal["stated", "derived", "reconstructed"]
    source: SourceId | None = None

    def _check(self) -> None:
        if self.status == "stated" and self.source is None:
            raise ValueError("is stated, so it needs a source")


def _name(value: object) -> str:
    if not (isinstance(value, str) and value.isascii() and value.isidentifier()):
        raise ValueError(f"write a name of letters, digits and _, not {quoted(value)}")
    return value


Numbers = Mapping[Annotated[str, Reads(_name, "name")], StrictInt]


class RuleSet(Model):
    """One way to play, with the numbers that its rule text refers to by name.

    ``kind`` says how the rules are known, in the terms of the Digital Ludeme Project; ``evidence``
    lists the evidence for it, by default all evidence of its sources. ``age`` is the lowest age and
    ``minutes`` the duration that a source gives; ``played`` is what simulated games showed.
    ``object`` says in one sentence what players try to do and how that ends the game. ``turn``
    names the examples that show the steps of a turn, in order.
    """

    sentences = ("name", "summary", "object", "dated")

    name: NonEmptyText
    kind: RuleSetKind | None = None
    evidence: tuple[Id, ...] = ()
    original_name: NonEmptyText | None = None
    original_language: LanguageCode | None = None
    author: NonEmptyText | None = None
    date: Date | None = None
    dated: NonEmptyText | None = None
    summary: NonEmptyText
    object: NonEmptyText | None = None
    players: Players
    age: Quantity | None = None
    minutes: Quantity | None = None
    played: tuple[Played, ...] = ()
    needs: Annotated[tuple[Need, ...], Field(min_length=1)]
    aids: tuple[Aid, ...] = ()
    numbers: Numbers = Field(default_factory=dict)
    claims: tuple[Claim, ...] = ()
    facts: tuple[Fact, ...] = ()
    setup: Setup | None = None
    examples: Mapping[Id, Example] = Field(default_factory=dict)
    turn: Annotated[tuple[NonEmptyText, ...], Field(max_length=4)] = ()

    def _check(self) -> None:
        check_order_of(self.examples, self.setup)
        for step in self.turn:
            if step not in self.examples:
                known = join_words(self.examples) or "none"
                raise ValueError(f"turn: there is no example {quoted(step)}; there are: {known}")
        if self.turn and TURN in self.examples:
            raise ValueError(f"examples.{TURN}: is the figure of the steps; write another name")
        named = Counter(part.component for part in self.parts)
        for component, times in named.items():
            if times > 1:
                raise ValueError(f"names {component!r} twice; write it once with the whole count")
        for one in self.played:
            if not self.players.least <= one.players <= self.players.most:
                raise ValueError(f"played: by {one.players} players; {self.players} can play")
        for need in self.needs:
            if need.a_player and need.a_player * self.players.most != need.count:
                raise ValueError(
                    f"needs {need.count} {need.component}, and {need.a_player} a player are "
                    f"{need.a_player * self.players.most} for {self.players.most} players"
                )

    @property
    def positions(self) -> Mapping[str, Setup | Example]:
        """The start position, under "setup", and the examples, by id."""
        return {**({"setup": self.setup} if self.setup else {}), **self.examples}

    @property
    def figures(self) -> Mapping[str, tuple[str, ...]]:
        """The positions that each figure shows, by its id: one, or those of a turn's steps."""
        figures = {name: (name,) for name in self.positions}
        return {**figures, **({TURN: self.turn} if self.turn else {})}

    @property
    def parts(self) -> tuple[Need | Aid, ...]:
        """The needs, followed by the aids."""
        return (*self.needs, *self.aids)

    @property
    def counts(self) -> Mapping[str, int]:
        """The number of pieces of each component that it needs or uses as an aid."""
        return {part.component: part.count for part in self.parts}

    @property
    def disputes(self) -> tuple[Disputed, ...]:
        """The facts on which sources disagree."""
        return tuple(fact for fact in self.facts if isinstance(fact, Disputed))
