"""Messages for validation errors: the place, the value and what would be right."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from pnp.base.errors import MOST_FAULTS
from pnp.base.messages import Location, Message, as_message
from pnp.base.units import closest
from pnp.components.registry import KINDS, class_of
from pnp.definitions.cross_references import GIVEN, given_model
from pnp.game.describe import ValueDescription, describe
from pnp.game.fields import Model


def fault_lines(
    error: ValidationError,
    raw: dict[str, Any],
    file: str,
    model: type[Model],
    rows: Mapping[str, Sequence[Location]] | None = None,
    origins: Mapping[tuple[str | int, ...], str] | None = None,
) -> list[str]:
    """Return a line for each fault of a file that was validated as a ``model``.

    ``rows`` gives, by component id, the place of each row in a table; ``origins`` gives the
    original places of parts that were copied from elsewhere in the file, by their current key
    paths.
    """
    found = error.errors(include_url=False)
    above = {fault["loc"][:n] for fault in found for n in range(len(fault["loc"]))}
    lines: list[str] = []
    definition = Location(file=file)
    for fault in found:
        # pydantic calls a list with a wrong item too short as well.
        if fault["type"] == "too_short" and fault["loc"] in above:
            continue
        if len(lines) > MOST_FAULTS:
            lines.append(Location(file=file, keys=str(fault["loc"])))  # counted, but not shown
            continue
        at, keys, expected = _place(fault, raw, definition, model, rows or {}, origins or {})
        lines += (one.moved(*at, *one.at) for one in _messages(fault, keys, expected))
    return list(dict.fromkeys(lines))


def _place(
    fault: ErrorDetails,
    raw: Any,
    file: Location,
    model: type[Model],
    rows: Mapping[str, Sequence[Location]],
    origins: Mapping[tuple[str | int, ...], str],
) -> tuple[tuple[str, ...], tuple[str, ...], ValueDescription | None]:
    """Return a place as an author would write it, the keys that are valid there, and its value.

    Places look like ``components.tiles.size`` or ``claims[3].check``. In a union of models,
    pydantic's location has one more step: the model that it tried.
    """
    location = fault["loc"]
    match location:
        case ("components", str(component), "cards", int(row), *rest) if rows.get(component):
            return (rows[component][row], *(str(one) for one in rest[-1:])), (), None
    written = ""
    path: tuple[str | int, ...] = ()
    here = raw
    expected: ValueDescription | None = ValueDescription("model", models={"": model})
    keys: tuple[str, ...] = ()
    for step in location:
        if expected and expected.form == "component":
            kind = class_of(here)
            expected = ValueDescription("model", models={"": kind}) if kind else None
        elif expected and expected.form in GIVEN:
            expected = ValueDescription("model", models={"": given_model(expected.form)})
        keys = _written(expected.model) if expected and expected.form == "model" else ()
        is_choice = expected is not None and expected.form == "models"
        expected = _inside(expected, step)
        if is_choice:
            continue
        if isinstance(here, dict) and step in here:
            written += f".{step}"
            here = here[step]
            path = (*path, step)
        elif isinstance(here, list) and isinstance(step, int):
            written += f"[{step + 1}]"
            here = here[step] if step < len(here) else None
            path = (*path, step)
        elif fault["type"] == "missing" and step == location[-1]:
            written += f".{step}"
            break
        written = origins.get(path, written)
    here = Location(keys=written.removeprefix(".")) if written else Location("the game", rest="")
    return (file, here), keys, expected


def _written(model: type[Model]) -> tuple[str, ...]:
    return tuple(key for key in describe(model) if key not in model.filled_in)


def _inside(value: ValueDescription | None, step: int | str) -> ValueDescription | None:
    """Return the description one step further along a location."""
    match value:
        case ValueDescription(form="model"):
            field = describe(value.model).get(str(step))
            if field is None and value.model.others:
                return ValueDescription("model", models={"": value.model.others})
            return field.takes if field else None
        case ValueDescription(form="models") if step in value.models:
            return ValueDescription("model", models={"": value.models[str(step)]})
        case ValueDescription():
            return value.item
    return None


# Names of other programs for keys of frames.
_ALSO_CALLED = {
    "valign": "vertical",
    "vertical_align": "vertical",
    "halign": "align",
    "justify": "align",
    "font_size": "size",
    "fontsize": "size",
    "min_size": "least",
    "line_height": "leading",
    "spacing": "leading",
    "rotate": "turn",
    "rotation": "turn",
    "angle": "turn",
    "x": "at",
    "y": "at",
    "position": "at",
    "src": "file",
    "image": "file",
    "radius": "corner",
    "stroke_width": "width",
    "stroke_color": "stroke",
    "fill_color": "fill",
    "background": "ground",
    "condition": "when",
    "alpha": "opacity",
}


def _messages(
    fault: ErrorDetails, keys: tuple[str, ...], expected: ValueDescription | None
) -> Iterator[Message]:
    """Yield what is wrong in a place; a check of several values may find more than one fault."""
    context, written = fault.get("ctx", {}), fault["input"]
    match fault["type"]:
        case "extra_forbidden":
            key = str(fault["loc"][-1])
            ours = _ALSO_CALLED.get(key.lower().replace("-", "_"))
            close = ours if ours in keys else closest(key, keys)
            yield Message("unknown_key", known=", ".join(keys), close=close)
        case "value_error":
            yield from map(as_message, context["error"].args)
        case "literal_error":
            choices = [str(one) for one in expected.choices] if expected else []
            said = {"known": ", ".join(choices), "close": closest(str(written), choices)}
            yield Message("choice", written=written, **said)
        case "union_tag_invalid":
            tag = str(context["tag"])
            names = [*expected.models] if expected and expected.models else [*KINDS]
            said = {"known": ", ".join(names), "close": closest(tag, names)}
            yield Message("tag_value", tag=_tag(context), written=tag, **said)
        case "union_tag_not_found":
            yield Message("missing_tag", tag=_tag(context))
        case kind if kind in _MESSAGES:
            counted: dict[str, Any] = {
                key: value for key, value in context.items() if isinstance(value, int)
            }
            yield Message(_MESSAGES[kind], written=written, **counted)
        case _:
            yield as_message(fault["msg"])


def _tag(context: Mapping[str, Any]) -> str:
    return str(context["discriminator"]).strip("'")


_MESSAGES = {  # by pydantic's types of errors
    "missing": "missing_key",
    "string_type": "text_wanted",
    "bool_type": "truth_wanted",
    "int_type": "whole_number_wanted",
    "greater_than_equal": "at_least",
    "less_than_equal": "at_most",
    "tuple_type": "list_wanted",
    "dict_type": "table_wanted",
    "model_type": "table_wanted",
    "model_attributes_type": "table_wanted",
    "too_short": "too_short",
    "too_long": "too_long",
}
