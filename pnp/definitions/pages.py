"""Page templates: where they lie, and what is wrong with one."""

import os
from pathlib import Path

from pydantic import ValidationError

from pnp.base.errors import DefinitionError, UsageError
from pnp.base.files import templates
from pnp.base.units import quoted
from pnp.definitions.first import first
from pnp.definitions.toml import read_toml
from pnp.game.fields import read_id
from pnp.game.page_template import PageTemplate


def built_in_templates() -> tuple[str, ...]:
    """Return the ids of the page templates that come with pnp, in alphabetical order."""
    return tuple(sorted(path.stem for path in _pages().glob("*.toml")))


def find_template(name: str) -> Path:
    """Return the file of a built-in template's id, or of a path to one of the user's own.

    Raises:
        UsageError: If there is none.
    """
    if name in built_in_templates():
        return _pages() / f"{name}.toml"
    path = Path(name)
    try:
        found = path.suffix == ".toml" and path.is_file()
    except (OSError, ValueError):  # a name that no file can have
        found = False
    if found:
        return path
    separators = {os.sep, os.altsep, "/"} - {None}
    if name.endswith(".toml") or any(s in name for s in separators if s):
        raise UsageError(f"--template: there is no file {quoted(name)}; write the path of a .toml")
    raise UsageError(
        f"--template: {quoted(name)} is not known; write one of "
        f"{', '.join(built_in_templates())}, or the path of a .toml of your own"
    )


def load_template(file: Path) -> PageTemplate:
    """Read a page template; its file's name is its id.

    Raises:
        DefinitionError: If it does not describe a sheet: a line for each fault.
    """
    raw, _ = read_toml(file)
    faults: list[str] = []
    if "id" in raw:
        faults.append(f"{file}: id: is not written here; the file's name is the template's id")
    try:
        raw["id"] = read_id(file.stem)
    except ValueError as error:
        faults.append(f"{file}: the file's name is the template's id: {error}")
        raw["id"] = "template"
    try:
        template = PageTemplate.model_validate(raw, context={})
        faults += [f"{file}: {fault}" for fault in template.faults()]
    except ValidationError as error:
        from pnp.definitions.faults import in_our_words

        faults += in_our_words(error, raw, str(file), PageTemplate)
    if faults:
        raise DefinitionError("\n".join(first(faults, str(file))))
    return template


def _pages() -> Path:
    return templates() / "pages"
