"""The faults the validator finds, told in our words: where, the value, what would be right."""

from dataclasses import fields, is_dataclass
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin

from pydantic_core import ValidationError

from pnp.base.units import did_you_mean, quoted
from pnp.definitions.first import MOST_FAULTS
from pnp.definitions.schema import tag_of, union_tag, without_none
from pnp.game.game import Game

Location = tuple[int | str, ...]


def in_our_words(
    error: ValidationError,
    raw: dict[str, Any],
    file: str,
    tables: dict[str, list[str]],
    model: Any = Game,
) -> list[str]:
    """Return a line for each fault.

    ``tables`` says where each card of a deck stands in its CSV file, by the deck's id.
    ``model`` is what the file should have been.
    """
    found: list[dict[str, Any]] = [dict(fault) for fault in error.errors(include_url=False)]
    locations: list[Location] = [fault["loc"] for fault in found]
    above = {place[:n] for place in locations for n in range(len(place))}
    lines: list[str] = []
    for fault, location in zip(found, locations, strict=True):
        # A list in which an item is wrong is called too short as well: it is not.
        if fault["type"] == "too_short" and location in above:
            continue
        place = _place(location, raw, fault["type"], file, tables, model)
        if len(lines) > MOST_FAULTS:
            lines.append(place)  # counted, not told
            continue
        lines += [f"{place}: {line}" for line in _message(fault, location, model).splitlines()]
    return list(dict.fromkeys(lines))


def _place(
    location: Location, raw: Any, kind: str, file: str, tables: dict[str, list[str]], model: Any
) -> str:
    """Write a place as the author would: ``components.tiles.size``, ``claims[3].check``.

    The validator's own has one more step where there is a choice: which model was tried.
    """
    match location:
        case ("components", str(deck), "deck" | "cards", "cards", int(row), *rest) if tables.get(
            deck
        ):
            column = f": {rest[-1]}" if rest else ""
            return f"{tables[deck][row]}{column}"
    written = ""
    here, expected = raw, model
    for step in location:
        is_choice = _is_choice(expected)
        expected = _inside(expected, step)
        if is_choice:
            continue
        if isinstance(here, dict) and step in here:
            written += f".{step}"
            here = here[step]
        elif isinstance(here, list) and isinstance(step, int):
            written += f"[{step + 1}]"
            here = here[step] if step < len(here) else None
        elif kind == "missing" and step == location[-1]:
            written += f".{step}"
    return f"{file}: {written.removeprefix('.') or 'the game'}"


def _message(fault: dict[str, Any], location: Location, model: Any) -> str:
    value, context = fault["input"], fault.get("ctx", {})
    match fault["type"]:
        case "missing":
            return "is missing"
        case "unexpected_keyword_argument":
            return _unknown_key(location, model)
        case "string_type":
            return f"write text in quotes, not {quoted(value)}"
        case "bool_type":
            return f"write true or false, not {quoted(value)}"
        case "int_type":
            return f"write a whole number, not {quoted(value)}"
        case "greater_than_equal":
            return f"must be {context['ge']} or more, not {quoted(value)}"
        case "less_than_equal":
            return f"must be {context['le']} or less, not {quoted(value)}"
        case "tuple_type":
            return f"write a list in [ ], not {quoted(value)}"
        case "dict_type" | "dataclass_type" | "model_attributes_type":
            return f"write a table of keys and values, not {quoted(value)}"
        case "too_short":
            return f"needs {context['min_length']} or more, not {context['actual_length']}"
        case "too_long":
            return f"takes at most {context['max_length']}, not {context['actual_length']}"
        case "literal_error":
            return f"write {context['expected']}, not {quoted(value)}"
        case "union_tag_invalid":
            key = context["discriminator"].strip("'")
            return f"{key} {context['tag']!r} is not known; write {context['expected_tags']}"
        case "union_tag_not_found":
            return f"{context['discriminator'].strip(chr(39))} is missing"
        case _:
            return str(fault["msg"]).removeprefix("Value error, ")


def _unknown_key(location: Location, model: Any) -> str:
    *path, key = location
    known = _known_keys(path, model)
    close = did_you_mean(str(key), known)
    return f"is not a key that is known here{close} (known: {', '.join(known)})"


def _known_keys(path: list[int | str], model: Any) -> list[str]:
    here: Any = model
    for step in path:
        here = _inside(here, step)
    return [field.name for field in fields(here)] if is_dataclass(here) else []


def _inside(annotation: Any, step: int | str) -> Any:
    """Return what the model expects one step further on a fault's location."""
    if is_dataclass(annotation):
        inside = {field.name: field.type for field in fields(annotation)}.get(str(step))
    elif _is_choice(annotation):
        members = get_args(annotation)
        inside = {tag_of(m, union_tag(members)): m for m in members}.get(str(step))
    else:
        arguments = get_args(annotation) or (None,)
        inside = arguments[0 if get_origin(annotation) is tuple else -1]
    while get_origin(inside) is Annotated:
        inside = get_args(inside)[0]
    return without_none(inside)


def _is_choice(annotation: Any) -> bool:
    return get_origin(annotation) in (Union, UnionType)
