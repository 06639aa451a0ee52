"""Messages for validation errors: the place, the value and what would be right."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from pnp.base.errors import MOST_FAULTS
from pnp.base.units import did_you_mean, quoted
from pnp.components.registry import class_of
from pnp.definitions.cross_references import GIVEN, given_model
from pnp.game.describe import ValueDescription, describe
from pnp.game.fields import Model


def fault_lines(
    error: ValidationError,
    raw: dict[str, Any],
    file: str,
    model: type[Model],
    rows: Mapping[str, Sequence[str]] | None = None,
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
    for fault in found:
        # pydantic calls a list with a wrong item too short as well.
        if fault["type"] == "too_short" and fault["loc"] in above:
            continue
        place, keys = _place(fault, raw, file, model, rows or {}, origins or {})
        if len(lines) > MOST_FAULTS:
            lines.append(place)  # counted, but not shown
            continue
        lines += [f"{place}: {line}" for line in _message(fault, keys).splitlines()]
    return list(dict.fromkeys(lines))


def _place(
    fault: ErrorDetails,
    raw: Any,
    file: str,
    model: type[Model],
    rows: Mapping[str, Sequence[str]],
    origins: Mapping[tuple[str | int, ...], str],
) -> tuple[str, tuple[str, ...]]:
    """Return a place as an author would write it, and the keys that are valid there.

    Places look like ``components.tiles.size`` or ``claims[3].check``. In a union of models,
    pydantic's location has one more step: the model that it tried.
    """
    location = fault["loc"]
    match location:
        case ("components", str(component), "cards", int(row), *rest) if rows.get(component):
            column = f": {rest[-1]}" if rest else ""
            return f"{rows[component][row]}{column}", ()
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
    return f"{file}: {written.removeprefix('.') or 'the game'}", keys


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


def _message(fault: ErrorDetails, keys: tuple[str, ...]) -> str:
    context = fault.get("ctx", {})
    if fault["type"] == "extra_forbidden":
        key = str(fault["loc"][-1])
        ours = _ALSO_CALLED.get(key.lower().replace("-", "_"))
        close = f"; did you mean {ours!r}?" if ours in keys else did_you_mean(key, keys)
        return f"is not a key that is known here{close} (known: {', '.join(keys)})"
    if fault["type"] not in _MESSAGES:
        return fault["msg"].removeprefix("Value error, ")
    key = str(context.get("discriminator")).strip("'")
    filled_in = {
        "value": quoted(fault["input"]),
        "discriminator": key,
        "tag": quoted(context.get("tag")),
    }
    given = context | filled_in
    if fault["type"] == "union_tag_invalid":
        known = str(context["expected_tags"])
        if close := did_you_mean(str(context["tag"]), _QUOTED.findall(known)):
            return f"{key} {filled_in['tag']} is not known{close} (known: {known})"
    return _MESSAGES[fault["type"]].format_map(given)


_QUOTED = re.compile(r"'([^']*)'")
_NO_TABLE = "write a table of keys and values, not {value}"
_MESSAGES = {  # by pydantic's types of errors
    "missing": "is missing",
    "string_type": "write text in quotes, not {value}",
    "bool_type": "write true or false, not {value}",
    "int_type": "write a whole number, not {value}",
    "greater_than_equal": "must be {ge} or more, not {value}",
    "less_than_equal": "must be {le} or less, not {value}",
    "tuple_type": "write a list in [ ], not {value}",
    "dict_type": _NO_TABLE,
    "model_type": _NO_TABLE,
    "model_attributes_type": _NO_TABLE,
    "too_short": "needs {min_length} or more, not {actual_length}",
    "too_long": "takes at most {max_length}, not {actual_length}",
    "literal_error": "write {expected}, not {value}",
    "union_tag_invalid": "{discriminator} {tag} is not known; write {expected_tags}",
    "union_tag_not_found": "{discriminator} is missing",
}
