"""Descriptions of the fields of models, for everything that explains fields.

Validation itself is pydantic's; messages, schemas for editors, the reference and themes read
the same annotations from here.
"""

import types
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Annotated, Any, Literal, NamedTuple, Union, cast, get_args, get_origin

from annotated_types import Ge, Le, MaxLen, MinLen
from pydantic.fields import FieldInfo

from pnp.game.base import Model
from pnp.game.component import OfKind
from pnp.game.fields import Known, Reads, ThemeColor

Form = Literal[
    "text",
    "whole number",
    "flag",
    "choice",
    "list",
    "table",
    "model",
    "models",
    "component",
    "read",
    "id of",
]
_SIMPLE: Mapping[object, Form] = {str: "text", int: "whole number", bool: "flag"}


class ValueDescription(NamedTuple):
    """A description of a value.

    A ``choice`` has ``choices``; a ``list`` has an ``item``, a ``table`` an ``item`` by ``key``,
    with ``least`` to ``most`` of them, as for a whole number. ``models`` are one model or several,
    by what their field ``tag`` says. What is ``read`` has the ``word`` and the function of its
    :class:`Reads`; an ``id of`` something is ``among`` the definition's sources or components,
    ``able`` to do what is asked. A ``component`` is of one of the kinds.
    """

    form: Form
    choices: tuple[Any, ...] = ()
    item: "ValueDescription | None" = None
    key: "ValueDescription | None" = None
    least: int | None = None
    most: int | None = None
    tag: str = ""
    models: Mapping[str, type[Model]] = {}
    word: str = ""
    read: Callable[[Any], Any] | None = None
    among: str = ""
    able: str = ""

    @property
    def model(self) -> type[Model]:
        """The only model."""
        (model,) = self.models.values()
        return model

    def parts(self) -> Iterator["ValueDescription"]:
        """Yield the value and the values of which it is a list or a table."""
        yield self
        for part in (self.key, self.item):
            if part is not None:
                yield from part.parts()


class FieldDescription(NamedTuple):
    """One field: its name, what it takes, whether it must be written, and its default.

    ``role`` is the part that a theme's colour plays, if a theme may colour the field.
    """

    name: str
    takes: ValueDescription
    required: bool
    default: Any
    role: str


@cache
def describe(model: type[Model]) -> Mapping[str, FieldDescription]:
    """Return the fields of a model by name, those of its parents first."""
    return {name: _field(name, info) for name, info in model.model_fields.items()}


def kind_of(model: type[Model]) -> str:
    """Return the kind that a model has in its field of that name; nothing if it has none."""
    field = describe(model).get("kind")
    choices = field.takes.choices if field else ()
    return str(choices[0]) if len(choices) == 1 else ""


def _field(name: str, info: FieldInfo) -> FieldDescription:
    role = next((note.role for note in info.metadata if isinstance(note, ThemeColor)), "")
    default = None if info.is_required() else info.default
    notes = (*info.metadata, *_discriminator(info))
    return FieldDescription(name, _value(info.annotation, notes), info.is_required(), default, role)


def _value(annotation: Any, notes: tuple[Any, ...]) -> ValueDescription:
    annotation = _without_none(annotation)
    if get_origin(annotation) is Annotated:
        annotation, *own = get_args(annotation)
        return _value(annotation, (*_flat(own), *notes))
    for note in notes:
        if isinstance(note, Reads):
            return ValueDescription("read", word=note.word, read=note.function)
        if isinstance(note, Known):
            return ValueDescription("id of", among=note.among, able=note.able)
        if isinstance(note, OfKind):
            return ValueDescription("component")
    least, most = _limits(notes)
    return _plain(annotation, notes)._replace(least=least, most=most)


def _plain(annotation: Any, notes: tuple[Any, ...]) -> ValueDescription:
    """Describe a type without its annotations, except the discriminator of a union."""
    arguments, origin = get_args(annotation), get_origin(annotation)
    if origin is Literal:
        return ValueDescription("choice", arguments)
    if origin is tuple:
        return ValueDescription("list", item=_value(arguments[0], ()))
    if isinstance(origin, type) and issubclass(origin, Mapping):
        key, item = (_value(argument, ()) for argument in arguments)
        return ValueDescription("table", item=item, key=key)
    if origin in (Union, types.UnionType):
        tag = next(note for note in notes if isinstance(note, str))
        models = {describe(one)[tag].takes.choices[0]: one for one in arguments}
        return ValueDescription("models", tag=tag, models=models)
    if annotation in _SIMPLE:
        return ValueDescription(_SIMPLE[annotation])
    assert issubclass(annotation, Model), annotation
    return ValueDescription("model", models={"": cast(type[Model], annotation)})


def _limits(notes: tuple[Any, ...]) -> tuple[Any, Any]:
    """Return the least and the most number, or length, that notes allow."""
    least = most = None
    for note in notes:
        if isinstance(note, Ge | MinLen):
            least = note.ge if isinstance(note, Ge) else note.min_length
        elif isinstance(note, Le | MaxLen):
            most = note.le if isinstance(note, Le) else note.max_length
    return least, most


def _flat(notes: list[Any]) -> Iterator[Any]:
    """Yield annotations, with pydantic's fields among them resolved into theirs."""
    for note in notes:
        if isinstance(note, FieldInfo):
            yield from note.metadata
            yield from _discriminator(note)
        else:
            yield note


def _discriminator(info: FieldInfo) -> Iterator[str]:
    if isinstance(info.discriminator, str):
        yield info.discriminator


def _without_none(annotation: Any) -> Any:
    """Return a type without ``| None``: definitions leave out such fields instead."""
    if get_origin(annotation) in (Union, types.UnionType):
        members = [one for one in get_args(annotation) if one is not types.NoneType]
        if len(members) == 1:
            return members[0]
    return annotation
