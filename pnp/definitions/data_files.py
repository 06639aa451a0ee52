"""Page templates, cutting machines and print shops: built-in ones and the user's.

Each is one TOML file in a folder of ``templates``, named after its id.
"""

import os
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeVar

from pydantic import ValidationError

from pnp.base.errors import DefinitionError, UsageError, first_faults
from pnp.base.files import templates
from pnp.base.messages import Message
from pnp.base.toml import read_toml
from pnp.base.units import closest
from pnp.definitions.find import looks_like_a_path
from pnp.game.base import DataFile
from pnp.game.fields import id_like, read_id
from pnp.game.presets import CutterProfile, PageTemplate, Preset

Described = TypeVar("Described", bound=DataFile)


def built_in_templates() -> tuple[str, ...]:
    """Return the ids of the page templates that come with pnp, in alphabetical order."""
    return built_in("pages")


def find_template(name: str) -> Path:
    """Return the file of a page template, given by a built-in id or the path of the user's file."""
    return find_file(name, "pages", "--template", "page template")


def load_template(file: Path) -> PageTemplate:
    """Read a page template."""
    return load_file(file, PageTemplate, "the template's id")[0]


def load_cutter(name: str) -> CutterProfile:
    """Read the marks of a cutting machine, given by a built-in id or the path of a file."""
    return load_file(find_file(name, "cutters", "--cutter", "cutting machine"), CutterProfile)[0]


def all_presets() -> dict[str, Preset]:
    """Return the presets of all print shops by name, in alphabetical order."""
    presets: dict[str, Preset] = {}
    for file in sorted((templates() / "shops").glob("*.toml")):
        shop = tomllib.loads(file.read_text(encoding="utf-8"))
        shared = {key: shop[key] for key in ("dpi", "safe", "read", "known_through")}
        shared |= {"shop": shop["name"], "notes": " ".join(shop["notes"].split())}
        for name, product in shop["presets"].items():
            presets[name] = Preset.model_validate({"id": name, **shared, **product}, context={})
    return dict(sorted(presets.items()))


def find_preset(name: str) -> Preset:
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
    lines = [f"{file}: {fault}" for fault in (*apply_id(raw, file.stem, "file", what), *faults)]
    try:
        made = model.model_validate(raw, context={})
        lines += [f"{file}: {fault}" for fault in made.faults()]
    except ValidationError as error:
        from pnp.definitions.faults import fault_lines

        lines += fault_lines(error, raw, str(file), model)
    if lines:
        raise DefinitionError("\n".join(first_faults(lines, str(file))))
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
