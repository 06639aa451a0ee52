"""Page templates, laser profiles and print shops: built-in ones and the user's.

Each is one TOML file in a folder of ``templates``, and its name is the id.
"""

import tomllib
from pathlib import Path
from typing import TypeVar

from pydantic import ValidationError

from pnp.base.errors import DefinitionError, UsageError, first_faults
from pnp.base.files import templates
from pnp.base.toml import read_toml
from pnp.base.units import quoted
from pnp.definitions.find import is_file, looks_like_a_path
from pnp.game.fields import read_id
from pnp.game.laser import LaserTarget, Material
from pnp.game.presets import PageTemplate, Preset

__all__ = [
    "LaserTarget",
    "Material",
    "PageTemplate",
    "all_presets",
    "built_in_materials",
    "built_in_targets",
    "built_in_templates",
    "find_preset",
    "find_template",
    "load_material",
    "load_target",
    "load_template",
]


Profile = TypeVar("Profile", LaserTarget, Material, PageTemplate)


def built_in_templates() -> tuple[str, ...]:
    """Return the ids of the page templates that come with pnp, in alphabetical order."""
    return _built_in("pages")


def find_template(name: str) -> Path:
    """Return the file of a built-in template's id, or of a path to one of the user's.

    Raises:
        UsageError: If there is none.
    """
    return _find(name, "pages", "--template")


def load_template(file: Path) -> PageTemplate:
    """Read a page template.

    Raises:
        DefinitionError: If the file does not describe a sheet: a line for each fault.
    """
    return _load(file, PageTemplate, "the template's id")


def built_in_targets() -> tuple[str, ...]:
    """Return the ids of the laser targets that come with pnp, in alphabetical order."""
    return _built_in("laser/clients")


def load_target(name: str) -> LaserTarget:
    """Read a built-in laser target by its id, or one of the user's by its path.

    Raises:
        UsageError: If there is none.
        DefinitionError: If its file does not describe one: a line for each fault.
    """
    return _load(_find(name, "laser/clients", "--client"), LaserTarget)


def built_in_materials() -> tuple[str, ...]:
    """Return the ids of the materials that come with pnp, in alphabetical order."""
    return _built_in("laser/materials")


def load_material(name: str) -> Material:
    """Read a built-in material by its id, or one of the user's by its path.

    Raises:
        UsageError: If there is none.
        DefinitionError: If its file does not describe one: a line for each fault.
    """
    return _load(_find(name, "laser/materials", "--material"), Material)


def all_presets() -> dict[str, Preset]:
    """Return the presets of every print shop by name, in alphabetical order."""
    presets: dict[str, Preset] = {}
    for file in sorted((templates() / "shops").glob("*.toml")):
        shop = tomllib.loads(file.read_text(encoding="utf-8"))
        shared = {key: shop[key] for key in ("dpi", "safe", "read", "known_through")}
        shared |= {"shop": shop["name"], "notes": " ".join(shop["notes"].split())}
        for name, product in shop["presets"].items():
            presets[name] = Preset.model_validate({"id": name, **shared, **product}, context={})
    return dict(sorted(presets.items()))


def find_preset(name: str) -> Preset:
    """Return the preset of that name.

    Raises:
        UsageError: If there is none.
    """
    presets = all_presets()
    if name.lower() not in presets:
        raise UsageError(
            f"--preset: {quoted(name)} is not known; write one of {', '.join(presets)}"
        )
    return presets[name.lower()]


def _built_in(folder: str) -> tuple[str, ...]:
    return tuple(sorted(path.stem for path in (templates() / folder).glob("*.toml")))


def _find(name: str, folder: str, option: str) -> Path:
    if name in _built_in(folder):
        return templates() / folder / f"{name}.toml"
    path = Path(name)
    if path.suffix == ".toml" and is_file(path):
        return path
    if looks_like_a_path(name):
        raise UsageError(f"{option}: there is no file {quoted(name)}; write the path of a .toml")
    raise UsageError(
        f"{option}: {quoted(name)} is not known; write one of {', '.join(_built_in(folder))}, "
        "or the path of a .toml of your own"
    )


def _load(file: Path, model: type[Profile], what: str = "the id") -> Profile:
    """Read a file as a model; ``what`` names the id that the file's name is."""
    raw, _ = read_toml(file)
    faults: list[str] = []
    if "id" in raw:
        faults.append(f"{file}: id: is not written here; the file's name is {what}")
    try:
        raw["id"] = read_id(file.stem)
    except ValueError as error:
        faults.append(f"{file}: the file's name is {what}: {error}")
        raw["id"] = "own"
    try:
        made = model.model_validate(raw, context={})
        faults += [f"{file}: {fault}" for fault in made.faults()]
    except ValidationError as error:
        from pnp.definitions.faults import fault_lines

        faults += fault_lines(error, raw, str(file), model)
    if faults:
        raise DefinitionError("\n".join(first_faults(faults, str(file))))
    return made
