"""What one part of a definition says of another, checked before the models are made."""

import re
from dataclasses import fields
from typing import Any, get_args

from pnp.arithmetic import parse_comparison
from pnp.definitions.schema import tag_of
from pnp.errors import PnpError, UnitError
from pnp.model.deck import DEFAULT_SIZE, read_card_size
from pnp.model.fields import Length, PositiveLength
from pnp.model.game import Component
from pnp.units import dimensions, number

_LENGTH_OF = re.compile(r"([a-z0-9-]+)\.(width|height)")
_OWN_NAMES = {"players_least", "players_most", "needs"}
_LENGTHS: dict[str, set[str]] = {  # the fields of each kind of component that are lengths
    tag_of(kind, "kind"): {f.name for f in fields(kind) if f.type in (Length, PositiveLength)}
    for kind in get_args(Component)
}


def take_lengths(raw: dict[str, Any]) -> list[str]:
    """Put real lengths in the place of such as ``"tiles.width"``; return the faults."""
    components = _table(raw, "components")
    faults: list[str] = []
    for component_id, component in components.items():
        kind = component.get("kind") if isinstance(component, dict) else None
        lengths = _LENGTHS.get(str(kind), set())
        for key in [key for key in component if key in lengths] if kind else ():
            value = component[key]
            match = _LENGTH_OF.fullmatch(value) if isinstance(value, str) else None
            if match is None:
                continue
            try:
                component[key] = _length(components.get(match[1]), match[1], match[2])
            except UnitError as error:
                faults.append(f"components.{component_id}.{key}: {error}")
                component[key] = "1mm"
    return faults


def _length(component: Any, component_id: str, side: str) -> str:
    if not isinstance(component, dict):
        raise UnitError(f"there is no component {component_id!r} to take a {side} from")
    kind = component.get("kind")
    if kind == "chips":
        return str(component.get("edge"))
    if kind not in ("tiles", "deck"):
        raise UnitError(
            f"{component_id!r} has no size to take a {side} from; tiles, decks and chips have"
        )
    try:
        size = read_card_size(component.get("size", dimensions(*DEFAULT_SIZE)))
    except UnitError:
        return "1mm"  # the size itself is told as a fault
    return f"{number(size.width if side == 'width' else size.height)}mm"


def claim_faults(raw: dict[str, Any]) -> list[str]:
    """Return a fault for every name that a claim uses and nothing has, or that two things have."""
    components = {_as_name(key) for key in _table(raw, "components")}
    taken = components | _OWN_NAMES
    faults = [
        f"components.{key}: this name means something else in claims; take another"
        for key in _table(raw, "components")
        if _as_name(key) in _OWN_NAMES
    ]
    faults += _taken_names(raw, "numbers", taken)
    everywhere = components | set(_table(raw, "numbers"))
    faults += _unknown_names(raw, "claims", everywhere)
    for rule_set_id, rule_set in _table(raw, "rule_sets").items():
        if isinstance(rule_set, dict):
            place = f"rule_sets.{rule_set_id}"
            faults += _taken_names(
                rule_set, f"{place}.numbers", taken | set(_table(raw, "numbers"))
            )
            known = everywhere | set(_table(rule_set, "numbers")) | _OWN_NAMES
            faults += _unknown_names(rule_set, f"{place}.claims", known)
    return faults


def _taken_names(owner: dict[str, Any], place: str, taken: set[str]) -> list[str]:
    return [
        f"{place}.{name}: something else has this name in claims; take another"
        for name in _table(owner, "numbers")
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
            strangers = parse_comparison(check).names() - known
        except PnpError:
            continue  # told by the model
        if strangers:
            faults.append(
                f"{place}[{index}].check: {', '.join(sorted(strangers))}: no component and no "
                f"number has this name; known: {', '.join(sorted(known))}"
            )
    return faults


def _table(owner: dict[str, Any], key: str) -> dict[str, Any]:
    value = owner.get(key)
    return value if isinstance(value, dict) else {}


def _as_name(component_id: str) -> str:
    return component_id.replace("-", "_")
