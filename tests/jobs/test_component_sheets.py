"""The pieces of a component that are drawn once for options which leave them as they are."""

from helpers.models import replace

from pnp.jobs.component_sheets import ComponentSheets
from pnp.jobs.sheet_options import SheetOptions


def test_pieces_are_those_of_the_game_even_if_nobody_else_keeps_it(turno):
    counts = iter((3, 5, 4, 6, 2, 7))
    sheets = ComponentSheets("tiles", lambda _: game_of(next(counts)))

    def game_of(count):
        tiles = replace(turno.components["tiles"], fronts=tuple(range(1, count)), backs=(1,))
        return replace(turno, components={**turno.components, "tiles": tiles})

    assert [len(sheets.pieces(SheetOptions())) for _ in range(6)] == [2, 4, 3, 5, 1, 6]
