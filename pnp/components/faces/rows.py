"""Rows of cards that a definition makes from lists: each item with each, or choices of several."""

from collections.abc import Iterator, Mapping
from itertools import combinations, combinations_with_replacement, product
from math import comb, prod
from typing import Annotated, Any, ClassVar

from pydantic import Field, StrictBool, StrictInt, model_validator

from pnp.base.limits import limits, over
from pnp.base.units import quoted
from pnp.game.fields import OPEN, Model, NonEmptyText, Reads, Schema

_MOST = 1_000_000
_RANGE = {"from", "to"}


def _items(value: object) -> tuple[str, ...]:
    """Return the texts of a list, or the numbers of a range."""
    if isinstance(value, dict) and value.keys() == _RANGE and all(map(_is_whole, value.values())):
        first, last = value["from"], value["to"]
        step = 1 if last >= first else -1
        return tuple(map(str, range(first, last + step, step)[: limits().rows + 1]))
    listed = value if isinstance(value, list) else []
    if not listed or not all(isinstance(one, str) or _is_whole(one) for one in listed):
        raise ValueError(
            'write a list of texts or whole numbers, such as ["clubs", "hearts"], or a range, '
            f"{{ from = 1, to = 10 }}, not {quoted(value)}"
        )
    return tuple(map(str, listed))


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) <= _MOST


Items = Annotated[tuple[str, ...], Reads(_items, "items")]


class Combinations(Model):
    """Every choice of as many items of a list as there are columns, whatever their order.

    With ``doubles`` an item may be chosen more than once, as on dominoes.
    """

    of: Items
    columns: Annotated[tuple[NonEmptyText, ...], Field(min_length=1, max_length=20)]
    doubles: StrictBool = False

    @property
    def count(self) -> int:
        """The number of choices."""
        chosen, items = len(self.columns), len(self.of)
        return comb(items + chosen - 1 if self.doubles else items, chosen)

    def _check(self) -> None:
        if len(set(self.columns)) < len(self.columns):
            raise ValueError("columns: each has a name of its own")
        if not self.count:
            raise ValueError(
                f"{len(self.of)} items do not fill {len(self.columns)} columns; write more items, "
                "or doubles = true"
            )

    def rows(self) -> Iterator[dict[str, str]]:
        """Yield the cells of each row."""
        choose = combinations_with_replacement if self.doubles else combinations
        for chosen in choose(self.of, len(self.columns)):
            yield dict(zip(self.columns, chosen, strict=True))


class Rows(Model):
    """The rows of cards: those of a table in a ``file``, or made from lists.

    A ``product`` has a row for each item of each column with each of the others.
    """

    text_key = "file"
    schema_rules: ClassVar[Schema] = {
        "oneOf": [{"required": [key], **OPEN} for key in ("file", "product", "combinations")]
    }

    file: NonEmptyText | None = None
    product: Annotated[Mapping[NonEmptyText, Items], Field(min_length=1)] | None = None
    combinations: Combinations | None = None
    copies: Annotated[StrictInt, Field(ge=0, le=_MOST)] | None = None

    @model_validator(mode="before")
    @classmethod
    def _from_file(cls, value: Any) -> Any:
        return {cls.text_key: value} if isinstance(value, str) else value

    @property
    def count(self) -> int:
        """The number of rows that are made from lists."""
        if self.combinations is not None:
            return self.combinations.count
        return prod(map(len, (self.product or {}).values()))

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns of the rows that are made from lists."""
        return self.combinations.columns if self.combinations else tuple(self.product or ())

    def made(self) -> list[dict[str, str]]:
        """Return the rows that are made from lists."""
        copies = {} if self.copies is None else {"copies": str(self.copies)}
        if self.combinations is not None:
            return [row | copies for row in self.combinations.rows()]
        lists = self.product or {}
        chosen = product(*lists.values())
        return [dict(zip(lists, items, strict=True)) | copies for items in chosen]

    def _check(self) -> None:
        if sum(one is not None for one in (self.file, self.product, self.combinations)) != 1:
            raise ValueError("write one of file, product and combinations")
        if self.file is not None and self.copies is not None:
            raise ValueError("copies: write a column copies in the table instead")
        if self.copies is not None and "copies" in self.columns:
            raise ValueError("copies is a column already; leave one of the two out")
        if self.file is None and self.count > limits().rows:
            raise ValueError(f"are too many rows: a game has {over('rows', self.count)}")
