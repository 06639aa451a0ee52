"""What one part of a definition says of another, checked before the models are made."""

import re
from typing import Any

from pnp.arithmetic import parse_comparison
from pnp.errors import PnpError, UnitError
from pnp.model.deck import CARD_SIZES
from pnp.units import number, parse_size

_LENGTH_OF = re.compile(r"([a-z0-9-]+)\.(width|height)")
PLAYER_NAMES = ("players_least", "players_most")


def take_lengths(raw: dict[str, Any]) -> list[str]:
    """Put real lengths in the place of such as ``"tiles.width"``; return the faults."""
    components = raw.get("components")
    faults: list[str] = []
    if not isinstance(components, dict):
        return faults
    for component_id, component in components.items():
        for key, value in component.items() if isinstance(component, dict) else ():
            match = _LENGTH_OF.fullmatch(value) if isinstance(value, str) else None
            if match is None:
                continue
            try:
                component[key] = _length(components.get(match[1]), match[1], match[2])
            except PnpError as error:
                faults.append(f"components.{component_id}.{key}: {error}")
                component[key] = "1mm"
    return faults


def _length(component: Any, component_id: str, side: str) -> str:
    if not isinstance(component, dict):
        raise UnitError(f"there is no component {component_id!r} to take a {side} from")
    size = component.get("size")
    if not isinstance(size, str):
        raise UnitError(f"{component_id!r} has no size to take a {side} from")
    if size in CARD_SIZES:
        chosen = CARD_SIZES[size].width if side == "width" else CARD_SIZES[size].height
        return f"{number(chosen)}mm"
    try:
        width, height = parse_size(size)
    except UnitError:
        return "1mm"  # the size itself is told as a fault
    return f"{number(width if side == 'width' else height)}mm"


def claim_faults(raw: dict[str, Any]) -> list[str]:
    """Return a fault for every name in a claim that is no component and no number."""
    components = {_as_name(key) for key in _table(raw, "components")}
    everywhere = components | set(_table(raw, "numbers"))
    faults = _unknown_names(raw, "claims", everywhere)
    for rule_set_id, rule_set in _table(raw, "rule_sets").items():
        if isinstance(rule_set, dict):
            known = everywhere | set(_table(rule_set, "numbers")) | set(PLAYER_NAMES)
            faults += _unknown_names(rule_set, f"rule_sets.{rule_set_id}.claims", known)
    return faults


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
