"""Games, presets, templates and findings as data for JSON."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from pnp.audit import evidence_faults, rule_evidence
from pnp.base.errors import PnpError
from pnp.base.files import templates
from pnp.base.toml import read_toml
from pnp.base.units import dimensions
from pnp.base.workplace import reads_strangers
from pnp.definitions import (
    built_in_games,
    example_games,
    find_game,
    games_to_copy,
    load_game,
    load_named,
    own_games,
)
from pnp.definitions.data_files import PAPER_FOLDER, all_presets, described_files, own_files
from pnp.definitions.find import FILE_NAME, starters
from pnp.game.component import Component
from pnp.game.evidence import fact_data
from pnp.game.game import Game
from pnp.game.paper import PAPERS

if TYPE_CHECKING:
    from pnp.game.presets import PageTemplate

Json = dict[str, Any]


def game_data(game: Game) -> Json:
    """Return everything known about a game."""
    return {
        "id": game.id,
        "name": game.name,
        "summary": game.summary,
        "author": game.author,
        "date": game.date,
        "dated": game.dated,
        "components": [
            {"id": key, "name": c.name, "kind": c.kind, "pieces": c.count, "size": size_of(c)}
            for key, c in game.components.items()
        ],
        "rule_sets": [
            {
                "id": f"{game.id}/{key}",
                "players": {"least": r.players.least, "most": r.players.most},
                "name": r.name,
                "original_name": r.original_name,
                "author": r.author,
                "date": r.date,
                "dated": r.dated,
                "kind": r.kind,
                "summary": r.summary,
                "needs": [{"component": n.component, "count": n.count} for n in r.needs],
            }
            for key, r in game.rule_sets.items()
        ],
        "sources": {key: s.model_dump() for key, s in game.sources.items()},
        "facts": [{"about": about, **fact_data(fact)} for about, fact in game.all_facts()],
        "open_questions": [q.model_dump() for q in game.open_questions],
    }


class GameSummary(NamedTuple):
    """What a list shows of a game that comes with pnp, read without validating its definition."""

    id: str
    name: str
    summary: str
    components: Mapping[str, Any]
    rule_sets: Mapping[str, Any]


def _summary(file: Path) -> GameSummary:
    raw, _ = read_toml(file)
    parts = (raw[key] for key in GameSummary._fields[1:])
    return GameSummary(file.parent.name, *parts)


def listed_data(game: Game | GameSummary) -> Json:
    """Return the facts of a game for a list of games."""
    return {
        "id": game.id,
        "name": game.name,
        "summary": game.summary,
        "rule_sets": [f"{game.id}/{key}" for key in game.rule_sets],
    }


def evidence_data(game: Game) -> Json:
    """Return what each source shows and what each rule rests on."""
    return {
        "id": game.id,
        "evidence": {key: one.model_dump() for key, one in game.evidence.items()},
        "rules": [
            {"rule_set": one.rule_set, **fact_data(one.fact), "evidence": list(one.evidence)}
            for one in rule_evidence(game)
        ],
        "faults": list(evidence_faults(game)),
    }


def size_of(component: Component) -> str:
    """Return the size of a component's pieces in words; "" if they have no common size."""
    size = component.face_size
    return f"{size.width:.4g} x {size.height:.4g} mm" if size else ""


class ListedGame(NamedTuple):
    """A game, and its folder if it does not come with pnp."""

    game: Game | GameSummary
    folder: Path | None = None

    @property
    def is_hidden(self) -> bool:
        """Whether its id finds a built-in game instead."""
        return self.folder is not None and self.folder.name in built_in_games()


class OptionValue(NamedTuple):
    """A value of an option: its name, what it is, and its file unless it comes with pnp."""

    id: str
    name: str
    file: str = ""


def values_of(folder: str) -> Iterator[OptionValue | PnpError]:
    """Yield the values that the files of a folder describe, or the faults of a file."""
    if folder == PAPER_FOLDER:
        yield from (OptionValue(name, dimensions(*size)) for name, size in PAPERS.items())
    for file, made in described_files(folder):
        if isinstance(made, PnpError):
            yield made
        else:
            size = getattr(made, "size", "") if folder == PAPER_FOLDER else ""
            name = ", ".join(filter(None, (made.name or made.id, size and dimensions(*size))))
            is_own = not file.is_relative_to(templates())
            yield OptionValue(made.id, name, str(file) if is_own else "")
    if reads_strangers():
        for key, file in own_files(folder).items():
            yield OptionValue(key, "for trusted games alone", str(file))


class GameListing(NamedTuple):
    """All games that have names, the examples, starters, and the faults of unreadable games."""

    games: tuple[ListedGame, ...]
    examples: tuple[GameSummary, ...]
    faults: tuple[PnpError, ...]
    starters: Mapping[str, str] = {}

    def as_data(self) -> Json:
        """Return the listing as data for JSON."""
        return {
            "games": [
                {
                    **listed_data(one.game),
                    "folder": str(one.folder) if one.folder else None,
                    "hidden": one.is_hidden,
                }
                for one in self.games
            ],
            "examples": [
                {"id": game.id, "name": game.name, "summary": game.summary}
                for game in self.examples
            ],
            "starters": [{"id": key, "summary": text} for key, text in self.starters.items()],
        }


def list_games() -> GameListing:
    """Return the built-in games, those of the user and of other packages, and the examples."""
    found = [ListedGame(_summary(find_game(game))) for game in built_in_games()]
    faults: list[PnpError] = []
    try:
        found += _users_games(faults)
    except PnpError as error:
        faults.append(error)
    examples = [_summary(games_to_copy()[name] / FILE_NAME) for name in example_games()]
    return GameListing(tuple(found), tuple(examples), tuple(faults), _starters())


def _starters() -> dict[str, str]:
    """Return what each starter is, by its id."""
    place = templates() / "new"
    return {one: str(read_toml(place / one / FILE_NAME)[0]["summary"]) for one in starters()}


def named_games(names: Sequence[str]) -> GameListing:
    """Return games by name; each has only the rule set that its name includes, if any."""
    found = [load_named(name) for name in names]
    own = own_games().values()
    folders = [one.loaded.file.parent for one in found]
    listed = [
        ListedGame(one.game, folder if folder in own else None)
        for one, folder in zip(found, folders, strict=True)
    ]
    return GameListing(tuple(listed), (), ())


def presets_data() -> Json:
    """Return the presets of print shops."""
    return {"presets": [preset.model_dump() for preset in all_presets().values()]}


def templates_data(sheets: Sequence["PageTemplate"]) -> Json:
    """Return page templates with the places of their slots."""
    return {
        "templates": [
            {
                "id": sheet.id,
                "name": sheet.name,
                "paper": sheet.paper.name,
                "page_mm": list(sheet.page),
                "stock": sheet.stock,
                "shape": sheet.shape,
                "slot_mm": list(sheet.size),
                "corner_mm": sheet.corner,
                "slots": [[slot.x, slot.y] for slot in sheet.places],
                "products": list(sheet.products),
                "status": sheet.status,
                "source": sheet.source,
            }
            for sheet in sheets
        ]
    }


def _users_games(faults: list[PnpError]) -> Iterator[ListedGame]:
    for folder in own_games().values():
        try:
            yield ListedGame(load_game(folder / FILE_NAME).game, folder)
        except PnpError as error:
            faults.append(error)
