"""The base of all models, and rules between the keys of a table for editors."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, ClassVar

from pydantic import BaseModel, ConfigDict

from pnp.game.fields import Id, NonEmptyText


class Model(BaseModel):
    """An immutable description, validated when it is made; keys of no field are refused."""

    schema_rules: ClassVar[Mapping[str, Any]] = {}  # what one key asks of another, for editors
    filled_in: ClassVar[frozenset[str]] = frozenset()  # fields that no definition writes
    from_layout: ClassVar[frozenset[str]] = frozenset()  # fields that a shared layout may give
    # One without its kind, but with a name, changes that of the name in a shared layout.
    changes_by_name: ClassVar[bool] = False
    sentences: ClassVar[tuple[str, ...]] = ()  # fields whose text is in the game's language
    text_key: ClassVar[str] = ""  # the key that is meant where a text stands in place of the table
    others: ClassVar["type[Model] | None"] = None  # of keys whose names a definition chooses

    model_config = ConfigDict(
        frozen=True, extra="forbid", arbitrary_types_allowed=True, defer_build=True
    )

    def model_post_init(self, context: object, /) -> None:
        """Check the values together, once each is valid by itself."""
        self._check()

    def _check(self) -> None:
        """Raise ValueError if values do not go together; kinds of models say which."""

    def with_sentences(self, change: Callable[[str], str]) -> Mapping[str, Any]:
        """Return the fields that hold sentences, with a function applied to each sentence."""
        return {name: _changed(getattr(self, name), change) for name in self.sentences}


def _changed(value: Any, change: Callable[[str], str]) -> Any:
    if isinstance(value, Mapping):
        return {key: change(text) for key, text in value.items()}
    if isinstance(value, tuple):
        return tuple(map(change, value))
    return change(value) if value else value


class DataFile(Model):
    """What one file of its own describes; ``id`` is the name of the file."""

    filled_in = frozenset({"id"})

    id: Id
    name: NonEmptyText

    def faults(self) -> Iterator[str]:
        """Yield what makes it impossible, beginning with the key."""
        yield from ()


Schema = dict[str, Any]

OPEN: Schema = {"additionalProperties": True}  # for Tombi, to which a table is closed if silent


def one_of_two(one: str, other: str) -> Schema:
    """Return the rule that a table has one of two keys, and not both."""
    return {
        "if": {"required": [one], **OPEN},
        "then": {**not_both(one, other), **OPEN},
        "else": {"required": [other], **OPEN},
    }


def not_both(one: str, other: str) -> Schema:
    """Return the rule that a table has at most one of two keys."""
    return {"not": {"required": [one, other], **OPEN}}


def one_or_more(*keys: str) -> Schema:
    """Return the rule that a table has at least one of some keys."""
    return {"anyOf": [{"required": [key], **OPEN} for key in keys]}


def needs_where(key: str, values: tuple[str, ...], needed: str) -> Schema:
    """Return the rule that a key is needed where another one has one of some values."""
    having = {"const": values[0]} if len(values) == 1 else {"enum": list(values)}
    return {
        "if": {"properties": {key: having}, "required": [key], **OPEN},
        "then": {"required": [needed], **OPEN},
    }


def needs_unless(where: Schema, needed: str) -> Schema:
    """Return the rule that a key is needed where something is not so."""
    return {"if": {**where, **OPEN}, "then": OPEN, "else": {"required": [needed], **OPEN}}
