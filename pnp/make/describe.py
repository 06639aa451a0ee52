"""Games, presets, templates and findings as data for JSON."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from pnp.audit import evidence_faults, rule_evidence
from pnp.base.errors import PnpError
from pnp.base.files import templates
from pnp.base.own_folders import PAPER_FOLDER
from pnp.base.units import dimensions
from pnp.base.workplace import reads_strangers
from pnp.definitions.data_files import all_presets, described_files, own_files
from pnp.game.component import Component
from pnp.game.evidence import fact_data
from pnp.game.game import Game
from pnp.game.paper import PAPERS
from pnp.make.listed import Json as Json

if TYPE_CHECKING:
    from pnp.game.presets import PageTemplate


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
