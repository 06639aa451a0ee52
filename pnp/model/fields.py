"""Field types that all models share: text in a definition, plain values inside."""

from typing import Annotated

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    PlainValidator,
    ValidationInfo,
)

from pnp.arithmetic import Comparison, parse_comparison
from pnp.color import parse_color
from pnp.geometry import Size
from pnp.units import Mm, parse_length, parse_size


class Definition(BaseModel):
    """A frozen part of a definition, in which an unknown key is a fault."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)


def _length(value: object) -> Mm:
    return parse_length(_text(value, 'a length with its unit, such as "5mm"'))


def _positive(value: object) -> Mm:
    length = _length(value)
    if length <= 0:
        raise ValueError("must be more than 0 mm")
    return length


def _size(value: object) -> Size:
    return Size(*parse_size(_text(value, 'a size with its unit, such as "44x68mm"')))


def _color(value: object) -> str:
    return parse_color(_text(value, 'a colour as "#rrggbb"'))


def _comparison(value: object) -> Comparison:
    return parse_comparison(_text(value, 'a comparison, such as "rows * columns == tiles"'))


def _numbers(value: object) -> tuple[int, ...]:
    """Read ``"1-6"`` as 1, 2, 3, 4, 5, 6."""
    text = _text(value, 'a range, such as "1-6"')
    first, dash, last = text.partition("-")
    if not (dash and first.strip().isdecimal() and last.strip().isdecimal()):
        raise ValueError(f'write a range, such as "1-6", not {text!r}')
    if int(first) > int(last):
        raise ValueError(f'write the smaller number first, such as "1-6", not {text!r}')
    if int(last) > MOST_PIPS:
        raise ValueError(f"pips go up to {MOST_PIPS}, not {int(last)}")
    return tuple(range(int(first), int(last) + 1))


def _text(value: object, wanted: str) -> str:
    if not isinstance(value, str):
        raise ValueError(f"write {wanted}, in quotes, not {value!r}")
    return value


def _known(kind: str) -> AfterValidator:
    def check(name: str, info: ValidationInfo) -> str:
        known: set[str] | None = (info.context or {}).get(kind)
        if known is not None and name not in known:
            raise ValueError(
                f"there is no {kind.removesuffix('s')} {name!r}; there are: "
                + (", ".join(sorted(known)) or "none")
            )
        return name

    return AfterValidator(check)


MOST_PIPS = 9  # the dice pattern is a square of three by three

Text = Annotated[str, Field(min_length=1)]
Length = Annotated[Mm, PlainValidator(_length)]
PositiveLength = Annotated[Mm, PlainValidator(_positive)]
PieceSize = Annotated[Size, PlainValidator(_size)]
Color = Annotated[str, PlainValidator(_color)]
Count = Annotated[int, Field(strict=True, ge=1)]
Pips = Annotated[int, Field(ge=0, le=MOST_PIPS)]
PipRange = Annotated[tuple[int, ...], PlainValidator(_numbers)]
Arithmetic = Annotated[Comparison, PlainValidator(_comparison)]
Id = Annotated[str, Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")]
SourceId = Annotated[str, _known("sources")]
ComponentId = Annotated[str, _known("components")]
