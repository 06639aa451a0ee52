"""Sheets that several components share: backs behind fronts, and marks where there are backs."""

import pikepdf
import pytest
from verify.conftest import faults_of, findings
from verify.test_damaged_files import update_checksum

from pnp.definitions import built_in_games
from pnp.jobs.build import build_game
from pnp.jobs.sheet_options import SheetOptions
from pnp.sheets.layout.duplex import Duplex

BOTH = [Duplex.LONG_EDGE, Duplex.SHORT_EDGE]


def shared(game, duplex, out):
    options = SheetOptions(gang=True, duplex=duplex, formats=("pdf",), out=out)
    written = build_game(game, options)
    return written.folder, next(file for file in written.files if not file.component)


@pytest.mark.parametrize("duplex", Duplex)
@pytest.mark.parametrize("game", built_in_games())
def test_shared_sheets_of_every_game_are_right(game, duplex, tmp_path):
    folder, _ = shared(game, duplex, tmp_path)
    assert faults_of(folder) == {}


@pytest.mark.parametrize("duplex", BOTH)
def test_a_back_that_is_off_its_front_is_measured(duplex, tmp_path):
    folder, entry = shared("turnio", duplex, tmp_path)
    file = folder / entry.path
    assert findings(file)["backs"] == ("ok", "behind their fronts within 0.00 mm")
    with pikepdf.open(file, allow_overwriting_input=True) as pdf:
        pdf.pages[1].contents_add(b"1 0 0 1 2.8346457 0 cm", prepend=True)  # 1 mm to the right
        pdf.save(file, deterministic_id=True)
    update_checksum(folder, entry.path)
    assert findings(file)["backs"] == ("WRONG", "1.00 mm off their fronts")
