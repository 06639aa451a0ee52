"""A game in which every text is hostile, wherever its models have a text."""

import typing
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import tomlkit
from pydantic import BaseModel

from pnp.components.registry import KINDS
from pnp.game.component import Component
from pnp.game.fields import Reads
from pnp.game.game import Game

Texts = list[tuple[str, str]]  # the field, and what is in it
MARK = """a"><i>](x)<!--]]>&amp;\\'%$(x)`|*_"""
SHORT = '"><i>'  # for what is drawn in little room

# Texts that name something else in the definition, which refuses any other name.
NAMES = {
    *(
        "FramedPieces.rows",
        "Rows.file",
        "Deck.rows",
        "HexMap.cells",
        "Zone.at",
        "Stated.at",
        "Derived.at",
        "Reading.at",
    ),
    *("Lay.pieces", "Lay.at", "Lay.pile", "Setup.ways", "Game.cover", "Need.pieces"),
    *("Example.after", "Example.removed", "Example.turned_over", "Example.show"),
    *("Example.marked", "Example.hidden", "Arrow.start", "Arrow.to", "Arrow.via", "Arrow.piece"),
    *("BaseFrame.below", "BaseFrame.name", "FramedPieces.layout", "DrawnBoard.layout"),
    "HexMap.sides",
    *("Livery.border", "Livery.corner", "Livery.field", "Livery.title"),
    *("Reach.of", "Reach.to", "Game.untranslated", "Authority.name", "Tuckbox.of"),
}
LITTLE_ROOM = {
    *("Track.start", "Track.finish", "Tables.enter", "Tables.home", "PlayerPiece.text"),
    *("CounterBack.text", "StripRow.label", "Tracker.note", "Tracker.title"),
    *("Tuckbox.title", "Tuckbox.text", "Zone.note", "Source.pages"),
    *("Terrain.legend", "MapLine.legend"),
}

PEG = {"id": "red", "color": "#c23b22", "mark": "disc", "copies": 1, "back": {"color": "#23479b"}}
OTHER_PEG = {"id": "blue", "color": "#23479b", "mark": "ring", "copies": 1}
KNOWN = {"status": "stated", "sources": ["book"]}
DEFINITION: dict[str, Any] = {
    "language": "en",
    "date": "1999",
    "edition_date": "2026-11-22",
    "claims": [{"check": "1 == 1", "status": "stated", "source": "book"}],
    "authorities": [
        {"name": MARK, "kind": "person", "ids": ["https://viaf.org/viaf/1"], "source": MARK}
    ],
    "deposit": {
        "isil": "DE-MUS-859718",
        "contact_email": "a@museum.example",
        "photo": "https://museum.example/a.jpg",
    },
    "sources": {
        "book": {"kind": "rules", "date": "1999", "language": "en", "url": "https://a.org/(x)"},
        "page": {"kind": "article", "date": "1998"},
    },
    "evidence": {
        "seen": {"source": "book", "kind": "rules text", "confidence": 80, "start": "1999"}
    },
    "facts": [
        {"status": "stated", "sources": ["book"]},
        {"status": "derived", "sources": ["book"]},
        {"status": "reconstructed"},
        {
            "status": "disputed",
            "follows": "book",
            "readings": [{"source": "book"}, {"source": "page"}],
        },
    ],
    "open_questions": [{"sources": ["book"]}],
    "components": {
        "jars": {
            "kind": "cards",
            "size": "70x120mm",
            "rows": "jars.csv",
            "front": {
                "frames": [
                    {
                        "kind": "text",
                        "text": "{title}",
                        "at": "5x5mm",
                        "area": "60x60mm",
                        "least": "1.5mm",
                    }
                ]
            },
        },
        "shelf": {
            "kind": "grid",
            "rows": 2,
            "columns": 4,
            "cell": "30mm",
            "holds": ["pegs"],
            "zones": [{"sign": "area", "at": ["a1-b2"]}],
        },
        "pegs": {"kind": "counters", "diameter": "30mm", "series": [PEG, OTHER_PEG]},
        "turn": {"kind": "strips", "width": "150mm", "rows": [{}]},
        "men": {
            "kind": "standees",
            "width": "30mm",
            "height": "40mm",
            "base": "20mm",
            "tab": "6mm",
            "pawns": [{"id": "red", "color": "#c23b22", "mark": "star"}],
        },
        "score": {"kind": "track", "last": 9, "space": "30mm", "layout": "straight"},
        "road": {"kind": "tables", "point": "19mm", "length": "70mm", "middle": "30mm"},
        "high": {"kind": "tracker", "of": "bones", "row": "12mm"},
        "bones": {"kind": "tiles", "size": "60x84mm", "fronts": "1-2", "backs": "1-2"},
        "yard": {
            "kind": "hexmap",
            "columns": 3,
            "rows": 2,
            "cell": "30mm",
            "cells": "yard.csv",
            "terrain": {"g": {"color": "#88aa66", "pattern": "dots"}},
            "lines": {"w": {"color": "#3366aa", "sides": {"0201": "n"}}},
        },
        "case": {"kind": "tuckbox", "of": ["bones"]},
    },
    "rule_sets": {
        "stack": {
            "kind": "described",
            "original_language": "nl",
            "players": {"least": 2, "most": 4},
            "needs": [{"component": "pegs", "count": 1, "source": "book"}],
            "played": [{"players": 2, "games": 9, "turns": [1, 2, 3]}],
            "aids": [{"component": "jars", "source": "book"}],
            "facts": [{"status": "stated", "sources": ["book"]}],
            "setup": {
                "board": "shelf",
                "known": KNOWN,
                "lay": [{"component": "pegs", "pieces": ["red"], "at": ["a1"]}],
            },
        }
    },
}
RULES = """\
## Set-up

Take a jar \\& a \\"\\>\\<i\\>.

![A shelf with one red peg in a corner.](figure:setup "A shelf.")

## Your turn

Put a jar on a jar.

## The end

The last jar ends it.

## An example

Ann puts plums on pears.
"""


def write_game(parent: Path) -> tuple[Path, Texts]:
    """Write the game; return its folder, and its texts by the fields that they are of."""
    texts: Texts = []
    definition = filled(Game, DEFINITION, texts)
    definition["authorities"][0]["name"] = definition["author"]
    folder = parent / "larder"
    (folder / "rules").mkdir(parents=True)
    (folder / "game.toml").write_text(tomlkit.dumps(definition), encoding="utf-8")
    (folder / "jars.csv").write_text('title\n"a""><i>](x)<!--]]>&amp;%$(x)"\n')
    (folder / "yard.csv").write_text(",,g\n,g,\n")
    (folder / "rules" / "stack.en.md").write_text(RULES, encoding="utf-8")
    return folder, texts


def filled(model: type[BaseModel], data: dict[str, Any], texts: Texts) -> dict[str, Any]:
    """Return data of a model with a text of its own in each field that takes one."""
    made = dict(data)
    for name, field in model.model_fields.items():
        place = f"{_owner(model, name)}.{name}"
        if is_text(field.annotation, field.metadata) and place not in NAMES:
            made[name] = SHORT if place in LITTLE_ROOM else f"{MARK}{len(texts)}e"
            texts.append((place, made[name]))
        elif name in data:
            made[name] = _inner(field.annotation, data[name], texts)
    return made


def text_fields(model: type[BaseModel], done: set[type]) -> Iterator[str]:
    """Yield every field of a model, and of those in it, that takes a text."""
    if model in done:
        return
    done.add(model)
    for name, field in model.model_fields.items():
        if is_text(field.annotation, field.metadata):
            yield f"{_owner(model, name)}.{name}"
        for inner in _models(field.annotation):
            for one in KINDS.values() if inner is Component else (inner,):
                yield from text_fields(one, done)


def is_text(annotation: Any, metadata: typing.Iterable[Any] = ()) -> bool:
    """Return whether a field takes a text: one, or none."""
    if any(isinstance(one, Reads) and one.word in ("text", "line") for one in metadata):
        return True
    if typing.get_origin(annotation) is typing.Annotated:
        return is_text(typing.get_args(annotation)[0], annotation.__metadata__)
    parts = [one for one in typing.get_args(annotation) if one is not type(None)]
    is_optional = type(None) in typing.get_args(annotation)
    return is_optional and len(parts) == 1 and is_text(parts[0])


def _inner(annotation: Any, data: Any, texts: Texts) -> Any:
    models = list(_models(annotation))
    if not models or isinstance(data, str):  # such as the file of rows, which may be made instead
        return data
    if isinstance(data, list):
        return [_inner(annotation, one, texts) for one in data]
    if typing.get_origin(_bare(annotation)) is Mapping:
        return {key: filled(_model(models, one), one, texts) for key, one in data.items()}
    return filled(_model(models, data), data, texts)


def _model(models: list[type[BaseModel]], data: dict[str, Any]) -> type[BaseModel]:
    """Return the model that data are of: one of a kind, or of a status."""
    if Component in models:
        return KINDS[data["kind"]]
    if len(models) == 1:
        return models[0]
    key = "status" if "status" in data else "kind"
    return next(m for m in models if data[key] in typing.get_args(m.model_fields[key].annotation))


def _models(annotation: Any) -> Iterator[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for part in typing.get_args(annotation):
        yield from _models(part)


def _bare(annotation: Any) -> Any:
    is_annotated = typing.get_origin(annotation) is typing.Annotated
    return typing.get_args(annotation)[0] if is_annotated else annotation


def _owner(model: type[BaseModel], field: str) -> str:
    owners = (
        one for one in reversed(model.__mro__) if field in vars(one).get("__annotations__", ())
    )
    return next(owners).__name__
