"""Rule sets: one way to play with a box, what it needs and what it claims."""

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, model_validator

from pnp.model.evidence import Date, Disputed, Fact
from pnp.model.fields import Arithmetic, ComponentId, Count, Definition, SourceId, Text


class Players(Definition):
    """How many can play."""

    least: Count
    most: Count

    @model_validator(mode="after")
    def _in_order(self) -> "Players":
        if self.least > self.most:
            raise ValueError(f"least ({self.least}) is more than most ({self.most})")
        return self

    def __str__(self) -> str:
        return str(self.least) if self.least == self.most else f"{self.least}-{self.most}"


class Need(Definition):
    """So many pieces of a component, without which the rule set cannot be played."""

    component: ComponentId
    count: Count
    source: SourceId
    use: Text | None = None


class Claim(Definition):
    """Arithmetic that a source states, or that follows from what it states."""

    says: Text
    check: Arithmetic
    status: Literal["stated", "derived", "reconstructed"]
    source: SourceId | None = None

    @model_validator(mode="after")
    def _has_a_source(self) -> "Claim":
        if self.status == "stated" and self.source is None:
            raise ValueError("is stated, so it needs a source")
        return self


def _names(value: Mapping[str, int]) -> Mapping[str, int]:
    wrong = [name for name in value if not name.isidentifier()]
    if wrong:
        raise ValueError(f"write a name of letters, digits and _, not {wrong[0]!r}")
    return value


Numbers = Annotated[
    dict[str, Annotated[int, Field(strict=True)]],
    AfterValidator(_names),
]


class RuleSet(Definition):
    """One way to play, with the numbers its rules use by name."""

    name: Text
    original_name: Text | None = None
    author: Text | None = None
    date: Date | None = None
    summary: Text
    players: Players
    needs: Annotated[tuple[Need, ...], Field(min_length=1)]
    numbers: Numbers = {}
    claims: tuple[Claim, ...] = ()
    facts: tuple[Fact, ...] = ()

    @property
    def disputes(self) -> tuple[Disputed, ...]:
        """The facts on which sources disagree."""
        return tuple(fact for fact in self.facts if isinstance(fact, Disputed))
