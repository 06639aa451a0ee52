"""What all boards have: places, pieces that lie on them, and zones."""

from collections import Counter
from typing import Annotated, Literal

from pnp.geometry import Point
from pnp.model.base import Model, model
from pnp.model.component import BaseComponent
from pnp.model.fields import Known, Text, Tint, Within
from pnp.model.marks import Mark
from pnp.model.places import Place, spelled_out

BOARDS = ("grid", "hexhex", "tables", "loop", "star")
LYING = (
    "tiles",
    "deck",
    "hexagon",
    "standees",
    "chips",
    "counters",
    "cones",
)  # kinds that boards hold


@model
class Zone(Model):
    """Places that mean something to a player, who is known by a mark.

    A start is where the pieces begin, a goal the row they go for, an area a part of the
    board with rules of its own. A ``note`` stands before the mark, such as for how many
    players the zone is.
    """

    sign: Literal["start", "goal", "area"]
    at: Annotated[tuple[Text, ...], Within(1)]
    mark: Mark | None = None
    note: Text | None = None

    def __post_init__(self) -> None:
        if self.sign != "area" and self.mark is None:
            raise ValueError(f"is a {self.sign}, so it needs the mark of whose it is")


@model
class BaseBoard(BaseComponent):
    """A board; the parent of every kind, and none itself. ``holds`` names what lies on it."""

    holds: tuple[Annotated[str, Known("components", kinds=LYING)], ...] = ()
    zones: tuple[Zone, ...] = ()
    tint: Tint = "#f1ece0"

    @property
    def places(self) -> tuple[Place, ...]:
        """Where pieces lie."""
        raise NotImplementedError

    def outline(self, place: Place) -> tuple[Point, ...]:
        """Return the corners of all that is drawn of a place, clockwise."""
        return place.corners

    @property
    def count(self) -> int:
        """There is one."""
        return 1

    def places_of(self, zone: Zone) -> tuple[Place, ...]:
        """Return the places of one of the board's zones."""
        by_name = {place.name: place for place in self.places}
        return tuple(by_name[name] for name in spelled_out(zone.at))

    def __post_init__(self) -> None:
        known = [place.name for place in self.places]
        for number, zone in enumerate(self.zones, start=1):
            names = spelled_out(zone.at)
            for name in names:
                if name not in known:
                    raise ValueError(
                        f"zones[{number}].at: there is no place {name!r} on this board; "
                        f"its places go from {known[0]} to {known[-1]}"
                    )
            twice = [name for name, times in Counter(names).items() if times > 1]
            if twice:
                raise ValueError(f"zones[{number}].at: {twice[0]} is there twice; write it once")
