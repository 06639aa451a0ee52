"""Files of YAML: layouts, with options that extend one another, settings and rows of cards."""

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from pnp.base.errors import UsageError
from pnp.base.files import read_sandboxed, sandboxed, templates
from pnp.base.imports import optional
from pnp.base.toml import read_toml
from pnp.squib.ruby import UntakenError
from pnp.squib.values import SCALE, PixelScale, pixels

_BOX = ("x", "y", "width", "height")
_EVERY_CARD = "every_card"
_NO_CARD = "tuck_box.yml"
_CHANGE = re.compile(r"\s*([-+*/])=\s*(.+)")
_SYMBOL = re.compile(r":(\w+)")
_MOST_IN_LIST = 10_000


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


def read_layouts(folder: Path, name: str) -> dict[str, LayoutEntry]:
    """Read the layouts in a file."""
    found: dict[str, LayoutEntry] = {}
    with _yaml(folder, name) as (loader, root):
        for key, value in root.value if getattr(root, "id", "") == "mapping" else ():
            if value.id == "mapping":
                options = loader.construct_object(value, deep=True)
                entry = LayoutEntry(_plain(options), name, key.start_mark.line + 1)
                found[_word(str(key.value))] = entry
    return found


def read_settings(folder: Path, name: str, *, any_value: bool = False) -> Any:
    """Read the settings in a file such as config.yml; {} if they are not a mapping.

    With ``any_value`` return whatever is in it.
    """
    content = _read(folder, name)
    return content if any_value or isinstance(content, dict) else {}


def read_yaml_rows(folder: Path, name: str) -> list[dict[str, Any]]:
    """Read the rows in a file that lists mappings."""
    content = _read(folder, name)
    return [_plain(row) for row in content if isinstance(row, dict)] if content else []


def built_in_layouts(name: str) -> dict[str, LayoutEntry] | None:
    """Return the layouts of a file that comes with Squib; None if there is no such file."""
    every, _ = read_toml(templates() / "squib" / "layouts.toml")
    cards = every.pop(_EVERY_CARD)
    if name not in every:
        return None
    written = {**({} if name == _NO_CARD else cards), **every[name]}
    return {key: LayoutEntry(_built_in(key, written), name, 1) for key in written}


def _built_in(key: str, written: Mapping[str, Any]) -> Mapping[str, Any]:
    match written[key]:
        case str() as other:
            return _built_in(other, written)
        case list() as box:
            return dict(zip(_BOX, box, strict=True))
        case options:
            box = options.get("box", ())
            own = {name: value for name, value in options.items() if name != "box"}
            return dict(zip(_BOX, box, strict=False)) | own


def _read(folder: Path, name: str) -> Any:
    with _yaml(folder, name) as (loader, root):
        return loader.construct_object(root, deep=True) if root is not None else None


@contextmanager
def _yaml(folder: Path, name: str) -> Iterator[tuple[Any, Any]]:
    """Open a file in the safe subset of YAML: its loader, and its outermost node."""
    with optional("squib", "layouts of Squib are YAML"):
        import yaml
    try:
        content = read_sandboxed(folder, sandboxed(folder, name), "definition_kb")
        loader = _loader(yaml)(content.decode("utf-8-sig"))
        yield loader, loader.get_single_node()
    except OSError as error:
        raise UsageError(f"{folder / name}: cannot be read: {error.strerror}") from None
    except RecursionError:
        raise UsageError(f"{folder / name}: is nested too deeply") from None
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        line = f":{mark.line + 1}" if mark else ""
        problem = getattr(error, "problem", None) or "cannot be read"
        raise UsageError(f"{folder / name}{line}: is not YAML: {problem}") from None
    except (ValueError, TypeError) as error:
        raise UsageError(f"{folder / name}: {error}") from None


def _loader(yaml: Any) -> Any:
    """Return a safe loader that reads values with tags of Ruby, such as symbols, as plain ones."""

    class Loader(yaml.SafeLoader):  # type: ignore[misc]
        """Also reads tags that begin with ``!ruby/``."""

    def plain(loader: Any, _: str, node: Any) -> Any:
        match node.id:
            case "mapping":
                return loader.construct_mapping(node, deep=True)
            case "sequence":
                return loader.construct_sequence(node, deep=True)
        return _word(loader.construct_scalar(node))

    Loader.add_multi_constructor("!ruby/", plain)
    return Loader


def _plain(options: Mapping[Any, Any]) -> dict[str, Any]:
    """Return the options that are words or numbers, or lists of them."""
    return {str(key): _value(value) for key, value in options.items() if _is_plain(value)}


def _is_plain(value: object) -> bool:
    inner = value if isinstance(value, list) else [value]
    return len(inner) <= _MOST_IN_LIST and not any(isinstance(one, (list, dict)) for one in inner)


def _value(value: Any) -> Any:
    match value:
        case list():
            return [_value(one) for one in value]
        case str():
            return _word(value)
    return value


def _word(text: str) -> str:
    """Return a word, without the colon of a symbol."""
    found = _SYMBOL.fullmatch(text)
    return found[1] if found else text


def extended(
    raw: Mapping[str, LayoutEntry],
    known: Mapping[str, LayoutEntry],
    note: Tell,
    scale: PixelScale = SCALE,
) -> dict[str, LayoutEntry]:
    """Return the layouts of a file with inherited options.

    ``known`` are the layouts of earlier files.
    """
    every, made = {**known, **raw}, dict[str, LayoutEntry]()
    whole: dict[str, Mapping[str, Any]] = {}
    for name, entry in raw.items():
        try:
            made[name] = entry._replace(options=_options(name, every, whole, (), scale))
        except UntakenError as error:
            note(ProjectNote(entry.file, entry.line, f"{name}: {error.what}", error.advice))
            made[name] = entry
    return {**known, **made}


def _options(
    name: str,
    every: Mapping[str, LayoutEntry],
    whole: dict[str, Mapping[str, Any]],
    above: tuple[str, ...],
    scale: PixelScale,
) -> Mapping[str, Any]:
    """Return the options of a layout with those that it inherits, which ``whole`` remembers."""
    if name in whole:
        return whole[name]
    if name in above or len(above) > 50:
        raise UntakenError(
            f"extends itself: {' > '.join((*above[-5:], name))}", "take one link away"
        )
    own = dict(every[name].options)
    parents = own.pop("extends", None)
    merged: dict[str, Any] = {}
    for parent in map(str, parents if isinstance(parents, list) else filter(None, [parents])):
        if parent not in every:
            raise UntakenError(f"extends {parent!r}, which is not there", "copy what it needs")
        inherited = _options(parent, every, whole, (*above, name), scale)
        changed = {key: _changed(own[key], inherited.get(key), scale) for key in own}
        for key, value in {**inherited, **changed}.items():
            if key not in merged or not _CHANGE.fullmatch(f"{value}"):
                merged[key] = value  # the last parent counts, unless it has nothing to change
    for key, value in merged.items():
        if _CHANGE.fullmatch(f"{value}"):
            raise UntakenError(f"{key}: {value!r} has nothing to change", "write the whole length")
    whole[name] = merged or own
    return whole[name]


def _changed(value: Any, inherited: Any, scale: PixelScale) -> Any:
    """Return a value; one such as ``+= 5mm`` changes the inherited one, if there is one."""
    found = _CHANGE.fullmatch(value) if isinstance(value, str) else None
    if found is None or inherited is None:
        return value
    start, by = pixels(inherited, scale), pixels(found[2], scale)
    match found[1]:
        case "+":
            return start + by
        case "-":
            return start - by
        case "*":
            return start * by
    if not by:
        raise UntakenError(f"{value!r} divides by nothing", "write the whole length")
    return start / by
