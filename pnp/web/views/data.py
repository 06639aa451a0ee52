"""Games as data, for programs."""

import json
from typing import Any

from pnp.web.visit import JSON, Made, Visit

FORMAT = 1  # of the data; it grows when something is taken away or means something else


def games_json(visit: Visit) -> Made:
    """Answer with the list of games."""
    games = [visit.library.load(key).game for key in visit.library.ids()]
    listed = [
        {
            "id": game.id,
            "name": game.name,
            "summary": game.summary,
            "rule_sets": [f"{game.id}/{key}" for key in game.rule_sets],
        }
        for game in games
    ]
    return as_json({"format": FORMAT, "games": listed})


def as_json(data: dict[str, Any]) -> Made:
    """Return data as JSON."""
    return Made(json.dumps(data, indent=1, ensure_ascii=False).encode(), JSON)
