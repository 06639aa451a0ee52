"""Read a theme, and apply its colours to a definition."""

from collections.abc import Iterator, Mapping
from functools import cache
from hashlib import sha256
from typing import Any

from pydantic import create_model

from pnp.base.color import parse_color
from pnp.base.errors import UnitError
from pnp.base.files import templates
from pnp.base.toml import read_toml
from pnp.definitions.cross_references import known_components
from pnp.definitions.data_files import built_in, find_file, load_file
from pnp.game.base import DataFile, Model
from pnp.game.describe import describe
from pnp.game.fields import Color, Id
from pnp.game.presets import CLASSIC, Theme

FOLDER = "themes"  # of templates


def built_in_themes() -> tuple[str, ...]:
    """Return the ids of the built-in themes in alphabetical order."""
    return built_in(FOLDER)


@cache
def theme_roles() -> Mapping[str, str]:
    """Return every role with its colour in the classic theme, the default of the models."""
    raw, _ = read_toml(templates() / FOLDER / f"{CLASSIC}.toml")
    roles: Mapping[str, str] = raw["roles"]
    return roles


@cache
def theme_file() -> type[DataFile]:
    """Return the model of a theme's file; the classic theme defines the roles."""
    fields: dict[str, Any] = {role: (Color, color) for role, color in theme_roles().items()}
    roles = create_model("Roles", __base__=Model, **fields)
    return create_model(
        "Theme",
        __base__=DataFile,
        name=(str, ""),
        roles=(roles, roles()),
        colors=(Mapping[Id, Color], {}),
    )


@cache
def roles_of(model: type[Model]) -> Mapping[str, str]:
    """Return the theme role of each field of a kind of component that has one."""
    return {field.name: field.role for field in describe(model).values() if field.role}


def load_theme(name: str) -> Theme:
    """Read a theme, given by a built-in id or the path of the user's file."""
    file = find_file(name, FOLDER, "--theme", "theme")
    faults: tuple[str, ...] = ()
    if file.stem in built_in_themes() and file.parent != templates() / FOLDER:
        faults = (f"{file.stem} is a built-in theme; rename the file",)
    made, content = load_file(file, theme_file(), "the theme's id", faults)
    own = {"name": made.name or made.id, "sha256": sha256(content).hexdigest()}
    return Theme(**made.model_dump() | own)


def apply_theme(raw: dict[str, Any], theme: Theme) -> None:
    """Add the colours of a theme to the tables of a definition.

    Colours in the definition take precedence, except for players' colours that the theme lists by
    the id of a series or a pawn: rules say red, not which red.
    """
    for _, component, model in known_components(raw):
        for key, role in roles_of(model).items():
            component.setdefault(key, theme.roles[role])
        model.apply_theme(component, theme.roles)
        for entry in _named(component, model.player_lists):
            color = theme.colors.get(str(entry.get("id")))
            for key in ("color", "ink") if color is not None else ():
                if _is_color(entry.get(key)):
                    entry[key] = color


def _is_color(value: object) -> bool:
    """Return whether a value is a colour; a theme must not hide a fault."""
    try:
        return isinstance(value, str) and bool(parse_color(value))
    except UnitError:
        return False


def _named(component: dict[str, Any], lists: tuple[str, ...]) -> Iterator[dict[str, Any]]:
    """Yield the tables of players' pieces, such as series and pawns."""
    for entries in map(component.get, lists):
        if isinstance(entries, list):
            yield from (entry for entry in entries if isinstance(entry, dict))
