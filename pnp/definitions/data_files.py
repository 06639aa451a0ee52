"""Themes, papers, page templates, cutters, lasers and materials: files of pnp, and of the user.

Those of pnp are in folders of ``templates``. A user's settings have folders of the same names, and
so may other packages: each file there is known by its name, for trusted games alone.
"""

import os
import tomllib
from collections.abc import Collection, Hashable, Iterator, Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from pydantic import ValidationError, create_model

from pnp.base.color import parse_color
from pnp.base.errors import DefinitionError, PnpError, UnitError, UsageError, first_faults
from pnp.base.extensions import GROUPS, added_folders, extensions, withheld
from pnp.base.files import listed, templates
from pnp.base.geometry import Size
from pnp.base.messages import Location, Message, as_message, within
from pnp.base.own_folders import OWN_FOLDERS, PAPER_FOLDER, THEME_FOLDER, settings_folder
from pnp.base.seen import state_of
from pnp.base.text import ID
from pnp.base.toml import line_of, read_toml
from pnp.base.units import closest
from pnp.base.workplace import reads_strangers
from pnp.definitions.cross_references import known_components
from pnp.definitions.find import looks_like_a_path
from pnp.game.describe import describe
from pnp.game.fields import Color, DataFile, Id, Model, id_like, read_id
from pnp.game.paper import PAPERS, Paper, read_paper

if TYPE_CHECKING:
    from pnp.game.presets import CutterProfile, PageTemplate, Preset

Described = TypeVar("Described", bound=DataFile)

OF_LIVERY = {  # roles of a theme, and the colour of a livery that a game has there
    **{"ground": "ground", "paper": "ground", "tint": "tint"},
    **{"ink": "ink", "letters": "ink", "line": "line"},
}
OF_THEME = {  # colours of a livery, and the role of a theme that replaces each
    **{name: name for name in ("ground", "tint", "ink", "line")},
    **{"cloth": "circle", "accent": "square"},
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


def find_template(name: str) -> Path:
    """Return the file of a page template, given by a built-in id or the path of the user's file."""
    return find_file(name, "pages", "--template")


def load_template(file: Path) -> "PageTemplate":
    """Read a page template."""
    from pnp.game.presets import PageTemplate

    return load_file(file, PageTemplate, "the template's id")[0]


def load_cutter(name: str) -> "CutterProfile":
    """Read the marks of a cutting machine, given by a built-in id or the path of a file."""
    from pnp.game.presets import CutterProfile

    return load_file(find_file(name, "cutters", "--cutter"), CutterProfile)[0]


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


def own_files(folder: str) -> dict[str, Path]:
    """Return the user's files for a folder of ``templates``, and other packages', by their names.

    A worker that reads untrusted files may list them, but :func:`own_file` refuses their use.
    """
    found: dict[str, Path] = {}
    for file in (file for one in _own_places(folder) for file in _toml_files(one)):
        found.setdefault(file.stem, file)
    return found


def own_ids(folder: str) -> tuple[str, ...]:
    """Return the names of such files that can be written for an option, in alphabetical order."""
    return tuple(sorted(filter(ID.fullmatch, own_files(folder))))


def own_state() -> Hashable:
    """Return what changes when a user changes a file in the settings that options name."""
    places = (settings_folder() / one for one in (*OWN_FOLDERS, "printers"))
    return tuple((file, state_of(file)) for one in places for file in _toml_files(one))


def _own_places(folder: str) -> Iterator[Path]:
    group = GROUPS + folder.replace("/", ".")
    yield settings_folder() / folder
    yield from added_folders(extensions(group) or withheld(group))


def _toml_files(folder: Path) -> list[Path]:
    try:
        return [folder / one.place for one in listed(folder) if one.place.endswith(".toml")]
    except OSError:  # there is none, or it is closed to this user
        return []


def own_file(name: str, folder: str, option: str, known: Collection[str]) -> Path | None:
    """Return the user's file, or another package's, with a name; None if there is none.

    ``known`` are the names that come with pnp.

    Raises:
        UsageError: If there are several, the name is one of those that come with pnp, or this
            process reads untrusted files.
    """
    noun, key = OWN_FOLDERS[folder], name.strip().lower()
    if key in known:
        own = settings_folder() / folder / f"{key}.toml"
        if not reads_strangers() and os.path.lexists(own):
            raise _refused(option, f"{own}: a {noun} {key} comes with pnp; rename the file")
        return None
    if not ID.fullmatch(key):
        return None
    found = [file for one in _own_places(folder) if os.path.lexists(file := one / f"{key}.toml")]
    if len(found) > 1:
        two = f"write the path of one: {found[0]}, or {found[1]}"
        raise _refused(option, f"there are two files for the {noun} {key}; {two}")
    if found and reads_strangers():
        other = "its size" if folder == PAPER_FOLDER else found[0]
        why = f"the {noun} {key} does not come with pnp, and is for trusted games; trust the game"
        raise _refused(option, f"{why} (pnp trust says how), or write {other}")
    return found[0] if found else None


def _refused(option: str, why: str) -> UsageError:
    return UsageError(f"{option}: {why}" if option else why)


def model_of(folder: str) -> type[DataFile]:
    """Return the model of the files in a folder."""
    from pnp.game import presets

    models: dict[str, type[DataFile]] = {
        PAPER_FOLDER: presets.PaperFile,
        THEME_FOLDER: theme_file(),
        "pages": presets.PageTemplate,
        "cutters": presets.CutterProfile,
        "laser/clients": presets.LaserTarget,
        "laser/machines": presets.LaserMachine,
        "laser/materials": presets.Material,
    }
    return models[folder]


def described_files(folder: str) -> Iterator[tuple[Path, DataFile | PnpError]]:
    """Yield each file of a folder with what it describes, or its faults: pnp's, then others.

    A worker that reads untrusted files gets only pnp's.
    """
    model, known = model_of(folder), built_in(folder)
    files = [templates() / folder / f"{name}.toml" for name in known]
    own = {} if reads_strangers() else own_files(folder)
    for file in (*files, *own.values()):
        try:
            if file not in files:
                own_file(file.stem, folder, "", PAPERS if folder == PAPER_FOLDER else known)
            yield file, load_file(file, model)[0]
        except PnpError as error:
            yield file, error


def find_file(name: str, folder: str, option: str) -> Path:
    """Return the file for an id, a built-in or the user's, or for the path of a file."""
    known, noun = built_in(folder), OWN_FOLDERS[folder]
    own = own_file(name, folder, option, known)
    if name.lower() in known:
        return templates() / folder / f"{name.lower()}.toml"
    path = Path(name)
    if path.suffix == ".toml" and os.path.isfile(path):
        return path
    if own is not None:
        return own
    known = tuple(dict.fromkeys((*known, *own_ids(folder))))
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
        text = content.decode("utf-8-sig")
        told = [_on_its_line(one, file, text) for one in lines]
        told.sort(key=lambda one: one.locations[0].line)
        raise DefinitionError(*first_faults(told, at))
    return made, content


def _on_its_line(fault: str, file: Path, text: str) -> Message:
    """Return a fault of a file, which begins with the key that it is about, with its line."""
    words = as_message(fault)
    _, *below = words.at
    line = line_of(text, below[0] if below else words.moved().partition(":")[0])
    return words.moved(Location(file=file, line=line or 0), *below)


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
    return built_in(THEME_FOLDER)


@cache
def classic_theme() -> Theme:
    """Return the classic theme, whose colours are the defaults of the models."""
    raw, content = read_toml(templates() / THEME_FOLDER / f"{CLASSIC}.toml")
    return Theme(CLASSIC, raw["name"], raw["roles"], {}, sha256(content).hexdigest())


def theme_roles() -> Mapping[str, str]:
    """Return every role with its colour in the classic theme."""
    return classic_theme().roles


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
    file = find_file(name, THEME_FOLDER, "--theme")
    if name.lower() == CLASSIC:
        return classic_theme()
    faults: tuple[str, ...] = ()
    if file.stem in built_in_themes() and file.parent != templates() / THEME_FOLDER:
        faults = (f"{file.stem} is a built-in theme; rename the file",)
    made, content = load_file(file, theme_file(), "the theme's id", faults)
    own = {"name": made.name or made.id, "sha256": sha256(content).hexdigest()}
    return Theme(**made.model_dump() | own)


def find_paper(option: str, text: str) -> Paper:
    """Read a paper, given by its name, built in or the user's, or its size.

    Raises:
        UnitError: If it is neither.
        PnpError: If its file has faults.
    """
    file = own_file(text, PAPER_FOLDER, option, PAPERS)
    if file is None:
        return read_paper(text, own_ids(PAPER_FOLDER))
    from pnp.game.presets import PaperFile

    made = load_file(file, PaperFile)[0]
    return Paper(made.id, Size(*sorted(made.size)))


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
