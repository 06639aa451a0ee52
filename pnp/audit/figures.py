"""The figures of a component that claims may use."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import assert_never

from pnp.base.expressions import Figure, Named
from pnp.components.cards.model import Cards
from pnp.components.chips.model import ChipKind, Chips
from pnp.components.cones.model import Cones
from pnp.components.counters.model import Counters, CounterSeries
from pnp.components.deck.model import Deck
from pnp.components.die.model import Die
from pnp.components.grid.model import Grid
from pnp.components.hexagon.model import Hexagon
from pnp.components.hexhex.model import HexHex
from pnp.components.hexmap.model import HexMap
from pnp.components.loop.model import Loop
from pnp.components.pairs import Pair, by_total
from pnp.components.standees.model import Standees
from pnp.components.star.model import Star
from pnp.components.strips.model import Strips
from pnp.components.tables.model import POINTS, QUARTER, SIDE, Tables
from pnp.components.tiles.model import Tiles
from pnp.components.track.model import Track
from pnp.components.tracker.model import Tracker
from pnp.components.tuckbox.model import Tuckbox
from pnp.game.game import Component, Game


def figures(component: Component, game: Game) -> Named:
    """Return how many pieces a component has, and its other figures by name.

    Figures that are lists have their numbers in rising order; ``fronts``, ``backs`` and
    ``totals`` say how many pieces show or add up to each number.
    """
    return Named(component.count, _figures(component, game))


def _figures(component: Component, game: Game) -> dict[str, Figure]:
    match component:
        case Tiles(size=size):
            return _of_pairs(component.copies) | {"width": size.width, "height": size.height}
        case Deck(size=size, series=series):
            own: dict[str, Figure] = {
                "series": len(series),
                "inks": len({one.ink for one in series}),
                "frames": len({one.frame for one in series}),
                "width": size.width,
                "height": size.height,
            }
            return _of_pairs(component.copies) | own if component.copies else own
        case Cards(size=size):
            own_sizes: dict[str, Figure] = {
                "kinds": sum(row.copies > 0 for row in component.cards),
                "width": size.width,
                "height": size.height,
            }
            return {**component.words, **component.figures, **own_sizes}
        case Hexagon(edge=edge, front=front, back=back):
            return {
                "sides": 6,
                "edge": edge,
                "front": front,
                "back": back,
                "dots": front + back,
            }
        case Standees(pawns=pawns, width=width, base=base):
            return {
                "colors": len({pawn.color for pawn in pawns}),
                "marks": len({pawn.mark for pawn in pawns} - {None}),
                "width": width,
                "base": base,
            }
        case Die():
            return _of_die(component)
        case Tracker(of=of, row=row):
            totals = by_total(game.pairs_of(of))
            return {
                "rows": len(totals),
                "values": tuple(sorted(totals)),
                "pairs": {total: len(pairs) for total, pairs in totals.items()},
                "row": row,
            }
        case Chips():
            return _of_chips(component)
        case Counters(width=width, series=series):
            return _of_series(series) | {"edge" if component.edge else "diameter": width}
        case Tables(point=point):
            return {"points": POINTS, "side": SIDE, "quarter": QUARTER, "point": point}
        case HexHex(side=side, cell=cell):
            return {"side": side, "cells": sum(component.rows), "cell": cell}
        case Grid(rows=rows, columns=columns, cell=cell):
            return {
                "rows": rows,
                "columns": columns,
                "cells": rows * columns,
                "cell": min(cell),
                "width": cell.width,
                "height": cell.height,
            }
        case HexMap(rows=rows, columns=columns, cell=width):
            return {
                "rows": rows,
                "columns": columns,
                "cells": rows * columns,
                "cell": width,
                "terrains": len(component.terrain),
                **component.hexes_of,
            }
        case Track(space=space):
            numbers = component.numbers
            return {
                "spaces": len(numbers),
                "first": numbers[0],
                "last": numbers[-1],
                "width": space.width,
                "height": space.height,
            }
        case Strips():
            return {"rows": len(component.lines), "width": component.width}
        case Loop(spoke=spoke, side=side):
            return {"tiles": len(component.places) - 1, "spoke": spoke, "side": side}
        case Star(arm=arm):
            return {"tiles": len(component.places) - 1, "arm": arm}
        case Cones(diameter=diameter, slant=slant, series=series):
            own_lengths: dict[str, Figure] = {"diameter": diameter, "slant": slant}
            return _of_series(series) | own_lengths
        case Tuckbox(stacks=stacks):
            packed = game.packed_in(component)
            return {
                "pieces": sum(one.count for one in packed),
                "stacks": stacks,
                "pile": component.pile(packed),
                **component.inside(packed, game.stock)._asdict(),
            }
        case _:
            assert_never(component)


def _of_series(series: Sequence[CounterSeries]) -> dict[str, Figure]:
    return {
        "colors": len({one.color for one in series}),
        "marks": len({one.mark for one in series} - {None}),
        "each": tuple(sorted(one.copies for one in series)),
        **{one.id.replace("-", "_"): one.copies for one in series},
    }


def _of_die(die: Die) -> dict[str, Figure]:
    """Return what its numbers are; of opposite faces only where both have one."""
    shown = die.shown
    opposite = [(a, b) for a, b in zip(shown[:3], shown[:2:-1], strict=True)]
    return {
        "edge": die.edge,
        "faces": die.numbers,
        "opposites": tuple(a + b for a, b in opposite if isinstance(a, int) and isinstance(b, int)),
        "shows": die.times,
        "kinds": len(set(shown)),
        "blank": sum(face == "" or (face == 0 and not die.in_figures) for face in shown),
    }


def _of_chips(chips: Chips) -> dict[str, Figure]:
    def those(test: Callable[[ChipKind], bool]) -> int:
        return sum(kind.copies for kind in chips.kinds if test(kind))

    return {
        "edge": chips.edge,
        "kinds": len(chips.kinds),
        "crossed": chips.crossed,
        "four_quarters": those(lambda kind: kind.corners.count("-") == 0),
        "two_quarters": those(lambda kind: kind.corners.count("-") == 2),
        "clockwise": those(lambda kind: kind.turn == "clockwise"),
        "anticlockwise": those(lambda kind: kind.turn == "anticlockwise"),
        "circle_quarters": sum(kind.corners.count("C") * kind.copies for kind in chips.kinds),
        "square_quarters": sum(kind.corners.count("S") * kind.copies for kind in chips.kinds),
        "uneven": those(lambda kind: kind.corners.count("C") != kind.corners.count("S")),
    }


def _of_pairs(copies: Mapping[Pair, int]) -> dict[str, Figure]:
    fronts, backs, totals = Counter[int](), Counter[int](), Counter[int]()
    for pair, count in copies.items():
        fronts[pair.front] += count
        backs[pair.back] += count
        totals[pair.total] += count
    return {
        "kinds": len(copies),
        "numbers": tuple(sorted({*fronts, *backs})),
        "fronts": dict(sorted(fronts.items())),
        "backs": dict(sorted(backs.items())),
        "totals": dict(sorted(totals.items(), reverse=True)),
        "doubles": sum(count for pair, count in copies.items() if pair.front == pair.back),
        "dots": sum(total * count for total, count in totals.items()),
    }
