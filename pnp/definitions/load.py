"""Read a definition and say everything that is wrong with it at once."""

from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from pydantic_core import ValidationError

from pnp.definitions.references import claim_faults, take_measures
from pnp.definitions.schema import validator_of
from pnp.definitions.table import read_rows
from pnp.definitions.theme import take_theme
from pnp.definitions.toml import read_toml
from pnp.errors import DefinitionError, UsageError
from pnp.model.fields import read_id
from pnp.model.game import Game
from pnp.model.theme import Theme
from pnp.units import Mm, number

_MOST_FAULTS = 100  # lines: past that, the rest is counted


class Loaded(NamedTuple):
    """A game with the file it was read from and the SHA-256 of all its definition's files."""

    game: Game
    file: Path
    sha256: str


def load_game(
    file: Path,
    sizes: Mapping[str, str] | None = None,
    stock: Mm | None = None,
    theme: Theme | None = None,
) -> Loaded:
    """Read the game in ``file``, whose folder's name is its id.

    ``sizes`` puts another size in the place of a component's own, by the component's id;
    under ``""`` stands the size of every deck that is not named. ``stock`` puts another
    paper in the place of the game's own, and ``theme`` says what colours it has.

    Raises:
        DefinitionError: If the definition is not a game: a line for each fault, saying
            the file, the place in it and what would be right.
        UsageError: If ``sizes`` names a component that has no size to choose.
    """
    raw, content = read_toml(file)
    digest = sha256(content)
    faults: list[str] = []
    _take_id(raw, file, faults)
    tables = _inline_tables(raw, file, digest, faults)
    _choose_sizes(raw, sizes or {}, file)
    if theme is not None:
        take_theme(raw, theme)
    if stock is not None:
        raw["stock"] = f"{number(stock)}mm"
    faults += [f"{file}: {fault}" for fault in take_measures(raw) + claim_faults(raw)]
    game = _validated(raw, file, tables, faults)
    if faults or game is None:
        more = len(faults) - _MOST_FAULTS
        rest = [f"{file}: and {more} more {'fault' if more == 1 else 'faults'}"] if more > 0 else []
        raise DefinitionError("\n".join(faults[:_MOST_FAULTS] + rest))
    return Loaded(game, file, digest.hexdigest())


def _take_id(raw: dict[str, Any], file: Path, faults: list[str]) -> None:
    """Give the game the name of its folder for an id."""
    name = file.resolve().parent.name
    if "id" in raw:
        faults.append(f"{file}: id: is not written here; the folder's name is the game's id")
    try:
        raw["id"] = read_id(name)
    except ValueError as error:
        faults.append(f"{file}: the folder's name is the game's id: {error}")
        raw["id"] = "game"


def _inline_tables(
    raw: dict[str, Any], file: Path, digest: Any, faults: list[str]
) -> dict[str, list[str]]:
    """Put the rows of every deck's ``rows`` file in its place; return where each row stands."""
    tables: dict[str, list[str]] = {}
    for component_id, component in _components(raw).items():
        if component.get("kind") == "deck" and "rows" in component:
            name = component["rows"]
            place = f"{file}: components.{component_id}.rows"
            if "cards" in component:
                faults.append(f"{place}: write either rows or cards, not both")
                continue
            table = read_rows(name, file.parent, place, digest)
            faults += table.faults
            tables[component_id] = [f"{file.parent / str(name)}: line {n}" for n in table.lines]
            component["cards"] = table.rows or [{"front": 0}]
            component["rows"] = str(name)
    return tables


def _choose_sizes(raw: dict[str, Any], sizes: Mapping[str, str], file: Path) -> None:
    components = _components(raw)
    for component_id, size in sizes.items():
        if component_id and component_id not in components:
            raise UsageError(
                f"--size: {file} has no component {component_id!r}; it has: {', '.join(components)}"
            )
        for key in [component_id] if component_id else _decks(components) - sizes.keys():
            if components[key].get("kind") not in ("deck", "tiles"):
                raise UsageError(f"--size: {key} has no size to choose; tiles and decks have")
            components[key]["size"] = size


def _decks(components: dict[str, dict[str, Any]]) -> set[str]:
    return {key for key, component in components.items() if component.get("kind") == "deck"}


def _components(raw: dict[str, Any]) -> dict[str, dict[str, Any]]:
    components = raw.get("components")
    if not isinstance(components, dict):
        return {}
    return {key: value for key, value in components.items() if isinstance(value, dict)}


def _validated(
    raw: dict[str, Any], file: Path, tables: dict[str, list[str]], faults: list[str]
) -> Game | None:
    sources = raw.get("sources")
    context = {
        "sources": dict.fromkeys(sources) if isinstance(sources, dict) else {},
        "components": {key: value.get("kind") for key, value in _components(raw).items()},
    }
    try:
        game: Game = validator_of(Game).validate_python(raw, context=context)
        return game
    except ValidationError as error:
        from pnp.definitions.faults import in_our_words

        faults += in_our_words(error, raw, str(file), tables)
        return None
