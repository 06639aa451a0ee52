"""Page templates, cutters, print shops, lasers and themes: built-in ones and the user's."""

import os
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from pydantic import ValidationError, create_model

from pnp.base.color import parse_color
from pnp.base.errors import DefinitionError, UnitError, UsageError, first_faults
from pnp.base.files import templates
from pnp.base.messages import Location, Message, within
from pnp.base.toml import read_toml
from pnp.base.units import closest
from pnp.definitions.cross_references import known_components
from pnp.definitions.find import looks_like_a_path
from pnp.game.describe import describe
from pnp.game.fields import Color, DataFile, Id, Model, id_like, read_id

if TYPE_CHECKING:
    from pnp.game.presets import CutterProfile, PageTemplate, Preset

Described = TypeVar("Described", bound=DataFile)

FOLDER = "themes"  # of templates
OF_LIVERY = {  # roles of a theme, and the colour of a livery that a game has there
    **{"ground": "ground", "paper": "ground", "tint": "tint"},
    **{"ink": "ink", "letters": "ink", "line": "line"},
}
OF_THEME = {  # colours of a livery, and the role of a theme that replaces each
    **{name: name for name in ("ground", "tint", "ink", "line")},
    **{"cloth": "circle", "accent": "light"},
}
CLASSIC = "classic"  # the theme whose colours are the defaults of the models


class Theme(NamedTuple):
    """A set of colours: one for each role, and for the players' colours that it names.

    ``sha256`` is that of its file.
    """

    id: str
    name: str
    roles: Mapping[str, str]
    colors: Mapping[str, str]
    sha256: str


def built_in_templates() -> tuple[str, ...]:
    """Return the ids of the page templates that come with pnp, in alphabetical order."""
    return built_in("pages")


def find_template(name: str) -> Path:
    """Return the file of a page template, given by a built-in id or the path of the user's file."""
    return find_file(name, "pages", "--template", "page template")


def load_template(file: Path) -> "PageTemplate":
    """Read a page template."""
    from pnp.game.presets import PageTemplate

    return load_file(file, PageTemplate, "the template's id")[0]


def load_cutter(name: str) -> "CutterProfile":
    """Read the marks of a cutting machine, given by a built-in id or the path of a file."""
    from pnp.game.presets import CutterProfile

    return load_file(find_file(name, "cutters", "--cutter", "cutting machine"), CutterProfile)[0]


def all_presets() -> "dict[str, Preset]":
    """Return the presets of all print shops by name, in alphabetical order."""
    from pnp.game.presets import Preset

    presets: dict[str, Preset] = {}
    for file in sorted((templates() / "shops").glob("*.toml")):
        shop = tomllib.loads(file.read_text(encoding="utf-8"))
        shared = {key: shop[key] for key in ("dpi", "safe", "read", "known_through")}
        shared |= {"shop": shop["name"], "notes": " ".join(shop["notes"].split())}
        for name, product in shop["presets"].items():
            presets[name] = Preset.model_validate({"id": name, **shared, **product}, context={})
    return dict(sorted(presets.items()))


def find_preset(name: str) -> "Preset":
    """Return the preset with a name."""
    presets = all_presets()
    if name.lower() not in presets:
        known, close = ", ".join(presets), closest(name, presets)
        raise UsageError(Message("choice", "--preset", written=name, known=known, close=close))
    return presets[name.lower()]


def built_in(folder: str) -> tuple[str, ...]:
    """Return the ids of the files in a folder of ``templates``, in alphabetical order."""
    return tuple(sorted(path.stem for path in (templates() / folder).glob("*.toml")))


def find_file(name: str, folder: str, option: str, noun: str) -> Path:
    """Return the file for a built-in id, or for the path of the user's file."""
    known = built_in(folder)
    if name.lower() in known:
        return templates() / folder / f"{name.lower()}.toml"
    path = Path(name)
    if path.suffix == ".toml" and os.path.isfile(path):
        return path
    values = {"written": name, "known": ", ".join(known)}
    if os.path.exists(name) and looks_like_a_path(name):
        raise UsageError(Message("no_such_noun", option, noun=noun, **values))
    if looks_like_a_path(name):
        raise UsageError(Message("no_data_file", option, **values))
    raise UsageError(Message("choice_or_file", option, close=closest(name, known), **values))


def load_file(
    file: Path, model: type[Described], what: str = "the id", faults: tuple[str, ...] = ()
) -> tuple[Described, bytes]:
    """Return the model that a file describes, and the file's bytes.

    ``what`` names the id in messages; ``faults`` were found before.
    """
    raw, content = read_toml(file)
    at = Location(file=file)
    lines: list[str] = [*within(at, (*apply_id(raw, file.stem, "file", what), *faults))]
    try:
        made = model.model_validate(raw, context={})
        lines += within(at, made.faults())
    except ValidationError as error:
        from pnp.definitions.faults import fault_lines

        lines += fault_lines(error, raw, str(file), model)
    if lines:
        raise DefinitionError(*first_faults(lines, at))
    return made, content


def apply_id(raw: dict[str, Any], name: str, noun: str, what: str) -> Iterator[str]:
    """Set the id to the name of a file or a folder, and yield the faults; ``what`` names the id."""
    if "id" in raw:
        yield f"id: is not written here; the {noun}'s name is {what}"
    try:
        raw["id"] = read_id(name)
    except ValueError as error:
        such = id_like(name)
        advice = f"; rename the {noun}, such as {such}" if such else ""
        yield f"the {noun}'s name is {what}: {error}{advice}"
        raw["id"] = "own"


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


def apply_livery(raw: dict[str, Any], theme: Theme | None) -> None:
    """Add the colours of a game's livery to its components, or repaint the livery for a theme.

    In the classic theme, a game with a livery has its own colours. A livery with a fault is left
    to be reported.
    """
    livery = raw.get("livery")
    colors = livery.get("colors") if isinstance(livery, dict) else None
    if not isinstance(livery, dict) or not isinstance(colors, dict):
        return
    if not all(map(_is_color, colors.values())):
        return
    if theme is None or theme.id == CLASSIC:
        own = {role: colors[name] for role, name in OF_LIVERY.items() if name in colors}
        apply_theme(raw, Theme(raw["id"], "", {**theme_roles(), **own}, {}, ""))
    else:
        livery["drawn"] = colors
        livery["colors"] = {name: theme.roles[role] for name, role in OF_THEME.items()}


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
