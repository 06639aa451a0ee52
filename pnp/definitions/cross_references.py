"""Resolve references between parts of a definition, before it is validated."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Any, cast, get_args

from pnp.base.errors import MOST_FAULTS, PnpError, UnitError
from pnp.base.expressions import mark, parse_comparison
from pnp.base.messages import Location, Message, within
from pnp.base.units import join_words
from pnp.components.registry import class_of
from pnp.game.component import Component, Offered
from pnp.game.describe import describe
from pnp.game.fields import Model

OFFERED: tuple[Offered, ...] = get_args(Offered)
PART_OF = re.compile(rf"([a-z0-9-]+)\.({'|'.join(OFFERED)})")
_IF_WRITTEN = {"age", "minutes"}
FRAMED = ("front", "back", "face")  # the keys of a component that may hold frames
_OWN_NAMES = {"players_least", "players_most", "needs", "aids"} | _IF_WRITTEN


@cache
def measures_of(model: type[Model]) -> frozenset[str]:
    """Return the fields of a component that are lengths or sizes; empty for other models."""
    if not issubclass(model, Component):
        return frozenset()
    words = ("length", "positive-length", "size", "cell-size")
    return frozenset(f.name for f in describe(model).values() if f.takes.word in words)


def apply_measures(raw: dict[str, Any]) -> list[str]:
    """Replace references such as ``"tiles.width"`` with lengths, and return the faults."""
    components = table_in(raw, "components")
    faults: list[str] = []
    for component_id, component, model in known_components(raw):
        for key, value in [*component.items()]:
            match = PART_OF.fullmatch(value) if isinstance(value, str) else None
            if match is None or key not in measures_of(model):
                continue
            try:
                part = cast(Offered, match[2])
                component[key] = _measure(components.get(match[1]), match[1], part)
            except UnitError as error:
                faults += within(Location(keys=f"components.{component_id}.{key}"), error.faults)
                component[key] = _STAND_IN[match[2] == "size"]
    return faults


GIVEN = ("layout", "face")  # models that the model of a game does not know
_STAND_IN = ("1mm", "1x1mm")  # for a measure that is reported as a fault


def _measure(component: Any, component_id: str, part: Offered) -> str:
    if not isinstance(component, dict):
        raise UnitError(Message("no_component_to_take", written=component_id, part=part))
    model = class_of(component)
    offered = model.offered_by(component) if model else ()
    if model is None or part not in offered:
        known = ", ".join(offered) or "none"
        raise UnitError(Message("no_measure_to_take", written=component_id, part=part, known=known))
    try:
        return model.measure_written(component, part)
    except UnitError:
        return _STAND_IN[part == "size"]


def claim_faults(raw: dict[str, Any]) -> list[str]:
    """Return a fault for every name in claims that is unknown or ambiguous."""
    components = {_as_name(key) for key in table_in(raw, "components")}
    taken = components | _OWN_NAMES
    faults: list[str] = [
        Message("name_of_claims", Location(keys=f"components.{key}"))
        for key in table_in(raw, "components")
        if _as_name(key) in _OWN_NAMES
    ]
    numbers = table_in(raw, "numbers").keys()
    faults += _taken_names(raw, "numbers", taken)
    faults += _unknown_names(raw, "claims", components | numbers)
    for rule_set_id, rule_set in table_in(raw, "rule_sets").items():
        if isinstance(rule_set, dict):
            place = f"rule_sets.{rule_set_id}"
            faults += _taken_names(rule_set, f"{place}.numbers", taken | numbers)
            examples = {f"example_{_as_name(key)}" for key in table_in(rule_set, "examples")}
            own = _OWN_NAMES - (_IF_WRITTEN - rule_set.keys())
            known = components | numbers | table_in(rule_set, "numbers").keys() | own | examples
            faults += _unknown_names(rule_set, f"{place}.claims", known)
    return faults


def _taken_names(owner: dict[str, Any], place: str, taken: set[str]) -> list[str]:
    return [
        Message("name_taken", Location(keys=f"{place}.{name}"))
        for name in table_in(owner, "numbers")
        if name in taken
    ]


def _unknown_names(owner: dict[str, Any], place: str, known: set[str]) -> list[str]:
    claims = owner.get("claims")
    faults: list[str] = []
    for index, claim in enumerate(claims if isinstance(claims, list) else (), start=1):
        check = claim.get("check") if isinstance(claim, dict) else None
        if not isinstance(check, str):
            continue
        try:
            unknown = parse_comparison(check).names() - known
        except PnpError:
            continue  # validation reports it
        if unknown and len(faults) <= MOST_FAULTS:
            at = Location(keys=f"{place}[{index}].check"), ", ".join(sorted(unknown))
            said = {"known": join_words(sorted(known)), "marked": mark(check, unknown)}
            faults.append(Message("no_such_name", at, **said))
    return faults


def given_model(what: str) -> type[Model]:
    """Return the class of a shared layout, or of frames over a face; imported on first use."""
    if what == "layout":
        from pnp.components.faces.pieces import SharedLayout

        return SharedLayout
    from pnp.components.faces.face_art import FaceArt

    return FaceArt


def known_components(
    raw: dict[str, Any],
) -> Iterator[tuple[str, dict[str, Any], type[Component]]]:
    """Yield the id, the table and the class of each component whose kind is known."""
    for key, component in components_in(raw).items():
        model = class_of(component)
        if model is not None:
            yield key, component, model


def components_in(raw: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Return the components of a definition that are tables."""
    components = table_in(raw, "components")
    return {key: value for key, value in components.items() if isinstance(value, dict)}


def table_in(owner: dict[str, Any], key: str) -> dict[str, Any]:
    """Return a table within another; an empty one if the value is not a table."""
    value = owner.get(key)
    return value if isinstance(value, dict) else {}


def _as_name(component_id: str) -> str:
    return component_id.replace("-", "_")
