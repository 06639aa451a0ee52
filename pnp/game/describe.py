"""Descriptions of the fields of models, for everything that explains fields.

Validation itself is pydantic's; messages, schemas for editors, the reference and themes read
the same annotations from here.
"""

import types
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict
from functools import cache
from typing import Any, Literal, NamedTuple, Union, cast, get_args, get_origin

from annotated_types import Ge, Le, MaxLen, MinLen
from pydantic.fields import FieldInfo

from pnp.game.component import OfKind
from pnp.game.faces import IsGiven
from pnp.game.fields import Known, Model, Reads, ThemeColor

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
    "layout",
    "face",
    "read",
    "id of",
]
_SIMPLE: Mapping[object, Form] = {str: "text", int: "whole number", bool: "flag"}


class ValueDescription(NamedTuple):
    """A description of a value.

    A ``choice`` has ``choices``; a ``list`` has an ``item``, a ``table`` an ``item`` by ``key``,
    with ``least`` to ``most`` of them; these also bound a whole number. ``models`` holds one model,
    or one for each value of their field ``tag``. A value that is ``read`` has the ``word`` and the
    function of its :class:`Reads`; an ``id of`` something is ``among`` the definition's sources or
    components, of those whose class has the attribute ``able``. A ``component`` is of one of the
    kinds, a ``layout`` one that components share, a ``face`` has frames over one of a component.
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
        """The model, where there is only one."""
        (model,) = self.models.values()
        return model

    def parts(self) -> Iterator["ValueDescription"]:
        """Yield this description and those of its keys and items, recursively."""
        yield self
        for part in (self.key, self.item):
            if part is not None:
                yield from part.parts()


class FieldDescription(NamedTuple):
    """A field: its name, what it accepts, whether it is required, and its default.

    ``role`` names the theme colour that the field takes, if it takes one.
    """

    name: str
    takes: ValueDescription
    required: bool
    default: Any
    role: str


@cache
def describe(model: type[Model]) -> Mapping[str, FieldDescription]:
    """Return the fields of a model by key, those of its parents first."""
    named = ((info.alias or name, info) for name, info in model.model_fields.items())
    return {name: _field(name, info) for name, info in named}


def kind_of(model: type[Model]) -> str:
    """Return the kind that a model is for, from its field ``kind``; "" without one."""
    field = model.model_fields.get("kind")
    choices = get_args(field.annotation) if field else ()
    return str(choices[0]) if len(choices) == 1 else ""


def _field(name: str, info: FieldInfo) -> FieldDescription:
    role = next((note.role for note in info.metadata if isinstance(note, ThemeColor)), "")
    default = None if info.is_required() else info.default
    return FieldDescription(name, _value(info), info.is_required(), default, role)


def _value(info: FieldInfo, outer: tuple[Any, ...] = ()) -> ValueDescription:
    """Describe the type of a field; ``outer`` are annotations of the types around it."""
    notes = (*info.metadata, *outer)
    inner = _without_none(info.annotation)
    if inner is not info.annotation:
        return _value(FieldInfo.from_annotation(inner), notes)
    for note in notes:
        if isinstance(note, Reads):
            return ValueDescription("read", word=note.word, read=note.read)
        if isinstance(note, Known):
            return ValueDescription("id of", among=note.among, able=note.able)
        if isinstance(note, OfKind):
            return ValueDescription("component")
        if isinstance(note, IsGiven):
            return ValueDescription(note.what)
    limits = [note for note in notes if isinstance(note, Ge | Le | MinLen | MaxLen)]
    bounds = {name: bound for note in limits for name, bound in asdict(note).items()}
    least, most = (
        bounds.get("ge", bounds.get("min_length")),
        bounds.get("le", bounds.get("max_length")),
    )
    return _plain(info.annotation, info.discriminator)._replace(least=least, most=most)


def _plain(annotation: Any, tag: Any) -> ValueDescription:
    """Describe a type without annotations; ``tag`` is the discriminator of a union."""
    arguments, origin = get_args(annotation), get_origin(annotation)
    if origin is Literal:
        return ValueDescription("choice", arguments)
    if origin is tuple:
        return ValueDescription("list", item=_value(FieldInfo.from_annotation(arguments[0])))
    if isinstance(origin, type) and issubclass(origin, Mapping):
        key, item = (_value(FieldInfo.from_annotation(argument)) for argument in arguments)
        return ValueDescription("table", item=item, key=key)
    if origin in (Union, types.UnionType):
        models = {describe(one)[tag].takes.choices[0]: one for one in arguments}
        return ValueDescription("models", tag=tag, models=models)
    if annotation in _SIMPLE:
        return ValueDescription(_SIMPLE[annotation])
    assert issubclass(annotation, Model), annotation
    return ValueDescription("model", models={"": cast(type[Model], annotation)})


def _without_none(annotation: Any) -> Any:
    """Return a type without ``| None``: definitions leave out such fields instead."""
    if get_origin(annotation) in (Union, types.UnionType):
        members = [one for one in get_args(annotation) if one is not types.NoneType]
        if len(members) == 1:
            return members[0]
    return annotation
