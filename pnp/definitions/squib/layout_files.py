"""Layout files: YAML, with options that extend one another."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from pnp.base.errors import UsageError
from pnp.base.extras import optional
from pnp.base.files import read_sandboxed, sandboxed
from pnp.definitions.squib.ruby import UntakenError
from pnp.definitions.squib.values import pixels


class ProjectNote(NamedTuple):
    """A part of a line that could not be converted, and advice on replacing it."""

    file: str
    line: int
    what: str
    advice: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.what}; {self.advice}"


class LayoutEntry(NamedTuple):
    """The options of one layout, and where it is written."""

    options: Mapping[str, Any]
    file: str
    line: int


Tell = Callable[[ProjectNote], None]


def read_yaml(folder: Path, name: str) -> dict[str, LayoutEntry]:
    """Read the mappings in a YAML file, in the safe subset of YAML.

    Raises:
        UsageError: If it cannot be read, or is not YAML.
        MissingExtraError: If the library for YAML is not installed.
    """
    with optional("squib", "layouts of Squib are YAML"):
        import yaml
    try:
        content = read_sandboxed(folder, sandboxed(folder, name), "definition_kb")
        loader = yaml.SafeLoader(content.decode("utf-8-sig"))
        root = loader.get_single_node()
        found: dict[str, LayoutEntry] = {}
        for key, value in root.value if isinstance(root, yaml.MappingNode) else ():
            if isinstance(value, yaml.MappingNode) or key.value == "img_dir":
                options = loader.construct_object(value, deep=True)
                options = options if isinstance(options, dict) else {"": options}
                entry = LayoutEntry(options, name, key.start_mark.line + 1)
                found[str(key.value).removeprefix(":")] = entry
        return found
    except OSError as error:
        raise UsageError(f"{folder / name}: cannot be read: {error.strerror}") from None
    except RecursionError:
        raise UsageError(f"{folder / name}: is nested too deeply") from None
    except (ValueError, TypeError) as error:
        raise UsageError(f"{folder / name}: {error}") from None
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        line = f":{mark.line + 1}" if mark else ""
        problem = getattr(error, "problem", None) or "cannot be read"
        raise UsageError(f"{folder / name}{line}: is not YAML: {problem}") from None


def extended(
    raw: Mapping[str, LayoutEntry], known: Mapping[str, LayoutEntry], note: Tell
) -> dict[str, LayoutEntry]:
    """Return the layouts of a file with inherited options.

    ``known`` are the layouts of earlier files.
    """
    every = {**known, **raw}
    made: dict[str, LayoutEntry] = {}
    for name, entry in raw.items():
        try:
            made[name] = entry._replace(options=_options(name, every, ()))
        except UntakenError as error:
            note(ProjectNote(entry.file, entry.line, f"{name}: {error.what}", error.advice))
            made[name] = entry
    return {**known, **made}


def _options(name: str, every: Mapping[str, LayoutEntry], above: tuple[str, ...]) -> dict[str, Any]:
    if name in above or len(above) > 50:
        raise UntakenError(
            f"extends itself: {' > '.join((*above[-5:], name))}", "take one link away"
        )
    own = dict(every[name].options)
    parents = own.pop("extends", None)
    merged: dict[str, Any] = {}
    for parent in parents if isinstance(parents, list) else [parents]:
        if parent is None:
            continue
        if str(parent) not in every:
            raise UntakenError(f"extends {parent!r}, which is not there", "copy what it needs")
        inherited = _options(str(parent), every, (*above, name))
        merged |= inherited | {key: _changed(own[key], inherited.get(key)) for key in own}
    return merged or own


def _changed(value: Any, inherited: Any) -> Any:
    """Return a value; ``+=`` and ``-=`` change the inherited one."""
    text = value.strip() if isinstance(value, str) else ""
    if text[:2] not in ("+=", "-="):
        return value
    if inherited is None:
        raise UntakenError(f"{text!r} has nothing to change", "write the whole length")
    change = pixels(text[2:])
    return pixels(inherited) + (change if text[0] == "+" else -change)
