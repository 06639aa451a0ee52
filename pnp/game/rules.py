"""Rule sets: ways to play with a box, what each needs, and claims about it."""

from collections import Counter
from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import Field, StrictInt

from pnp.base.units import quoted
from pnp.game.base import Model, needs_where
from pnp.game.evidence import Disputed, Fact, RuleSetKind
from pnp.game.fields import (
    Arithmetic,
    ComponentId,
    Date,
    Id,
    LanguageCode,
    NonEmptyText,
    Quantity,
    Reads,
    SourceId,
)
from pnp.game.setup import Example, Setup, check_order_of


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
    ``minutes`` the duration that a source gives. ``object`` says in one sentence what players try
    to do and how that ends the game.
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
    needs: Annotated[tuple[Need, ...], Field(min_length=1)]
    aids: tuple[Aid, ...] = ()
    numbers: Numbers = Field(default_factory=dict)
    claims: tuple[Claim, ...] = ()
    facts: tuple[Fact, ...] = ()
    setup: Setup | None = None
    examples: Mapping[Id, Example] = Field(default_factory=dict)

    def _check(self) -> None:
        check_order_of(self.examples, self.setup)
        named = Counter(part.component for part in self.parts)
        for component, times in named.items():
            if times > 1:
                raise ValueError(f"names {component!r} twice; write it once with the whole count")
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
