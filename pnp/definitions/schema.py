"""The models' annotations as a schema for pydantic-core, pydantic's engine.

pydantic itself would read the same annotations, and takes four times as long to import as
a small deck takes to draw: docs/performance.md has the figures. The engine alone gives the
same faults, all at once, each with its place.
"""

import types
from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, fields
from functools import cache
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from pydantic_core import CoreSchema, SchemaValidator, core_schema

from pnp.base.units import join_words, quoted
from pnp.game.fields import Cell, Known, Reads, Within

Context = Mapping[str, Mapping[str, str | None]]


@cache
def validator_of(model: Any) -> SchemaValidator:
    """Return what turns the tables of a file into a model.

    The context of one with references, such as a game, says for ``sources`` and ``components``
    which ids there are, and the kind of each component.
    """
    return SchemaValidator(_schema(model))


def union_tag(members: tuple[Any, ...]) -> str:
    """Return the field by which the members of a union are told apart: kind or status."""
    return next(field.name for field in fields(members[0]) if get_origin(field.type) is Literal)


def tag_of(member: Any, tag: str) -> str:
    """Return what a member of a union has in its tag field."""
    (field,) = (field for field in fields(member) if field.name == tag)
    return str(get_args(field.type)[0])


def kind_of(model: Any) -> str:
    """Return the kind that a model says in its field of that name; nothing if it has none."""
    kinds = [get_args(field.type) for field in fields(model) if field.name == "kind"]
    return str(kinds[0][0]) if kinds and len(kinds[0]) == 1 else ""


def without_none(annotation: Any) -> Any:
    """Return a type without ``| None``: in a definition what is not there is not written."""
    if get_origin(annotation) in (Union, types.UnionType):
        members = [a for a in get_args(annotation) if a is not types.NoneType]
        if len(members) == 1:
            return members[0]
    return annotation


def _schema(annotation: Any) -> CoreSchema:
    annotation = without_none(annotation)
    arguments = get_args(annotation)
    origin = get_origin(annotation)
    if origin is Annotated:
        return _annotated(arguments[0], arguments[1:])
    if origin is Literal:
        return core_schema.literal_schema(list(arguments))
    if origin is tuple:
        return core_schema.tuple_variable_schema(_schema(arguments[0]))
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return core_schema.dict_schema(_schema(arguments[0]), _schema(arguments[1]))
    if origin in (Union, types.UnionType):
        tag = union_tag(arguments)
        choices = {tag_of(member, tag): _schema(member) for member in arguments}
        return core_schema.tagged_union_schema(choices, discriminator=tag)
    if annotation is str:
        return core_schema.str_schema(strict=True)
    if annotation is bool:
        return core_schema.bool_schema(strict=True)
    if annotation is int:
        return core_schema.int_schema(strict=True)
    return _dataclass(annotation)


def _annotated(annotation: Any, notes: tuple[Any, ...]) -> CoreSchema:
    schema: dict[str, Any] | None = None
    for note in notes:
        match note:
            case Reads(function=function):
                return core_schema.no_info_plain_validator_function(function)
            case Known():
                return core_schema.with_info_plain_validator_function(_known(note))
            case Cell():
                reads = core_schema.no_info_before_validator_function
                return reads(_number_in_text, _annotated(annotation, notes[1:]))
            case Within(least, most):
                schema = {**_schema(annotation)}
                limits = ("ge", "le") if schema["type"] == "int" else ("min_length", "max_length")
                schema |= {limits[0]: least} | ({limits[1]: most} if most is not None else {})
            case _:
                raise TypeError(f"{note!r} is not a note on a field that is known here")
    assert schema is not None
    return schema


@cache
def _dataclass(model: Any) -> CoreSchema:
    return core_schema.dataclass_schema(
        model,
        core_schema.dataclass_args_schema(
            model.__name__, [_field(field) for field in fields(model)], extra_behavior="forbid"
        ),
        [field.name for field in fields(model)],
        post_init=hasattr(model, "__post_init__"),
        frozen=True,
        config={"extra_fields_behavior": "forbid"},
    )


def _field(field: Field[Any]) -> core_schema.DataclassField:
    schema = _schema(field.type)
    if field.default_factory is not MISSING:
        schema = core_schema.with_default_schema(schema, default_factory=field.default_factory)
    elif field.default is not MISSING:
        schema = core_schema.with_default_schema(schema, default=field.default)
    return core_schema.dataclass_field(field.name, schema, kw_only=True)


def _number_in_text(value: object) -> object:
    """Read a cell's text as a whole number if it is one; leave all else to be refused."""
    if isinstance(value, str) and value.strip().isdecimal() and len(value) < 10:
        return int(value)
    return value


def _known(note: Known) -> Callable[[object, core_schema.ValidationInfo], str]:
    def check(value: object, info: core_schema.ValidationInfo) -> str:
        context: Context = info.context or {}
        known = context[note.among]
        if note.kinds:
            known = {key: kind for key, kind in known.items() if kind in note.kinds}
        if not isinstance(value, str):
            raise ValueError(
                f"write the id of one of the {note.among} in quotes, not {quoted(value)}"
            )
        if value not in known:
            of_kind = f" of kind {' or '.join(note.kinds)}" if note.kinds else ""
            one = note.among.removesuffix("s")
            raise ValueError(
                f"there is no {one} {quoted(value)}{of_kind}; "
                f"there are: {join_words(known) or 'none'}"
            )
        return value

    return check
