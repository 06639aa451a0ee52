"""Read a theme, and apply its colours to a definition."""

from collections.abc import Iterator, Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from pnp.base.color import parse_color
from pnp.base.errors import DefinitionError, UnitError, UsageError
from pnp.base.files import templates
from pnp.base.toml import read_toml
from pnp.base.units import did_you_mean, quoted
from pnp.components.registry import class_of
from pnp.definitions.cross_references import components_in
from pnp.definitions.find import is_file
from pnp.game.base import Model
from pnp.game.describe import describe
from pnp.game.fields import read_id
from pnp.game.presets import CLASSIC, Theme

KEYS = ("name", "roles", "colors")


def built_in_themes() -> tuple[str, ...]:
    """Return the ids of the built-in themes in alphabetical order."""
    return tuple(sorted(path.stem for path in _themes().glob("*.toml")))


@cache
def theme_roles() -> Mapping[str, str]:
    """Return every role with its colour in the classic theme, which is the models' default."""
    raw, _ = read_toml(_themes() / f"{CLASSIC}.toml")
    roles: Mapping[str, str] = raw["roles"]
    return roles


@cache
def roles_of(model: type[Model]) -> Mapping[str, str]:
    """Return the role of each field of a kind of component that a theme may colour."""
    return {field.name: field.role for field in describe(model).values() if field.role}


def load_theme(name: str) -> Theme:
    """Read a built-in theme by its id, or one of the user's by its path.

    Raises:
        UsageError: If there is no such theme.
        DefinitionError: If its file is not a theme: a line for each fault.
    """
    built_in = built_in_themes()
    known = name.lower() in built_in
    file = _themes() / f"{name.lower()}.toml" if known else Path(name)
    if not is_file(file):
        raise UsageError(
            f"--theme: there is no {quoted(name)}; write one of {', '.join(built_in)}, "
            "or the path of a .toml file"
        )
    raw, content = read_toml(file)
    faults = [*_id_faults(file, known), *_faults(raw)]
    if faults:
        raise DefinitionError("\n".join(f"{file}: {fault}" for fault in faults))
    roles, colors = raw.get("roles", {}), raw.get("colors", {})
    return Theme(
        file.stem,
        raw.get("name", file.stem),
        {**theme_roles(), **{role: parse_color(color) for role, color in roles.items()}},
        {name: parse_color(color) for name, color in colors.items()},
        sha256(content).hexdigest(),
    )


def apply_theme(raw: dict[str, Any], theme: Theme) -> None:
    """Add the colours of a theme to the tables of a definition.

    Colours in the definition take precedence, except for players' colours that the theme knows
    by the id of a series or a pawn: rules say red, not which red.
    """
    for component in components_in(raw).values():
        model = class_of(component)
        if model is None:
            continue
        for key, role in roles_of(model).items():
            component.setdefault(key, theme.roles[role])
        model.apply_theme(component, theme.roles)
        for entry in _named(component, model.player_lists):
            color = theme.colors.get(str(entry.get("id")))
            for key in ("color", "ink"):
                if color is not None and _is_color(entry.get(key)):
                    entry[key] = color


def _is_color(value: object) -> bool:
    """Return whether a value is a colour; a theme must not hide a fault."""
    try:
        return isinstance(value, str) and bool(parse_color(value))
    except UnitError:
        return False


def _named(component: dict[str, Any], lists: tuple[str, ...]) -> Iterator[dict[str, Any]]:
    """Yield the tables of series and pawns."""
    for key in lists:
        entries = component.get(key)
        yield from (
            e for e in (entries if isinstance(entries, list) else ()) if isinstance(e, dict)
        )


def _themes() -> Path:
    return templates() / "themes"


def _id_faults(file: Path, built_in: bool) -> Iterator[str]:
    """Yield the faults in the name of a theme's file, with which the names of built files end."""
    try:
        read_id(file.stem)
    except ValueError as error:
        yield f"the file's name is the theme's id: {error}"
    if not built_in and file.stem in built_in_themes():
        yield f"{file.stem} is a built-in theme; rename the file"


def _faults(raw: dict[str, Any]) -> Iterator[str]:
    yield from (_unknown(key, KEYS) for key in raw if key not in KEYS)
    if not isinstance(raw.get("name", ""), str):
        yield f"name: write text in quotes, not {quoted(raw['name'])}"
    for part in ("roles", "colors"):
        table = raw.get(part, {})
        if not isinstance(table, dict):
            yield f"{part}: write a table of keys and values, not {quoted(table)}"
            continue
        for key, color in table.items():
            if part == "roles" and key not in theme_roles():
                yield _unknown(key, tuple(theme_roles()), "roles.")
            yield from _color_faults(f"{part}.{key}", key, color)


def _color_faults(place: str, key: str, color: object) -> Iterator[str]:
    try:
        read_id(key)
        parse_color(color if isinstance(color, str) else repr(color))
    except (UnitError, ValueError) as error:
        yield f"{place}: {error}"


def _unknown(key: str, known: tuple[str, ...], inside: str = "") -> str:
    close = did_you_mean(key, known)
    return f"{inside}{key}: is not a key that is known here{close} (known: {', '.join(known)})"
