"""The base class of all models, and schema rules between keys for editors."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, ClassVar

from pydantic import BaseModel, ConfigDict

from pnp.game.fields import Id, NonEmptyText


class Model(BaseModel):
    """An immutable model, validated on construction; unknown keys are refused."""

    schema_rules: ClassVar[Mapping[str, Any]] = {}  # rules between keys, for editors
    filled_in: ClassVar[frozenset[str]] = frozenset()  # fields that no definition writes
    from_layout: ClassVar[frozenset[str]] = frozenset()  # fields that a shared layout may give
    # In a shared layout, an entry with a name but no kind changes the one of that name.
    changes_by_name: ClassVar[bool] = False
    sentences: ClassVar[tuple[str, ...]] = ()  # fields whose text is in the game's language
    text_key: ClassVar[str] = ""  # the key that a text in place of the table sets
    others: ClassVar["type[Model] | None"] = None  # of keys that a definition names

    model_config = ConfigDict(
        frozen=True, extra="forbid", arbitrary_types_allowed=True, defer_build=True
    )

    def model_post_init(self, context: object, /) -> None:
        """Check the values together, after each has been validated by itself."""
        self._check()

    def _check(self) -> None:
        """Raise ValueError if values contradict one another; subclasses override this."""

    def with_sentences(self, change: Callable[[str], str]) -> Mapping[str, Any]:
        """Return the fields that hold sentences, with ``change`` applied to each sentence."""
        return {name: _changed(getattr(self, name), change) for name in self.sentences}


def _changed(value: Any, change: Callable[[str], str]) -> Any:
    if isinstance(value, Mapping):
        return {key: change(text) for key, text in value.items()}
    if isinstance(value, tuple):
        return tuple(map(change, value))
    return change(value) if value else value


class DataFile(Model):
    """The content of one data file; ``id`` is the name of the file."""

    filled_in = frozenset({"id"})

    id: Id
    name: NonEmptyText

    def faults(self) -> Iterator[str]:
        """Yield the faults that make it unusable, each beginning with its key."""
        yield from ()


Schema = dict[str, Any]

OPEN: Schema = {"additionalProperties": True}  # for Tombi, which otherwise treats a table as closed


def one_of_two(one: str, other: str) -> Schema:
    """Return the JSON Schema of tables with exactly one of two keys."""
    return {
        "if": {"required": [one], **OPEN},
        "then": {**not_both(one, other), **OPEN},
        "else": {"required": [other], **OPEN},
    }


def not_both(one: str, other: str) -> Schema:
    """Return the JSON Schema of tables with at most one of two keys."""
    return {"not": {"required": [one, other], **OPEN}}


def one_or_more(*keys: str) -> Schema:
    """Return the rule that a table has at least one of some keys."""
    return {"anyOf": [{"required": [key], **OPEN} for key in keys]}


def needs_where(key: str, values: tuple[str, ...], needed: str) -> Schema:
    """Return the rule that a key is required where another has one of some values."""
    having = {"const": values[0]} if len(values) == 1 else {"enum": list(values)}
    return {
        "if": {"properties": {key: having}, "required": [key], **OPEN},
        "then": {"required": [needed], **OPEN},
    }


def needs_unless(where: Schema, needed: str) -> Schema:
    """Return the rule that a key is required unless a condition holds."""
    return {"if": {**where, **OPEN}, "then": OPEN, "else": {"required": [needed], **OPEN}}
