"""The drawings of packages, judged by veraPDF as well: PDF/A-2b."""

from helpers.sample_archive import DAY
from verapdf.engine import judge

from pnp.archive.documents import drawings
from pnp.archive.record import record_of
from pnp.definitions import built_in_games, find_game, load_game
from pnp.game.deposit import Deposit


def test_both_engines_approve_the_drawings_of_every_component(tmp_path):
    files = []
    for name in built_in_games():
        loaded = load_game(find_game(name))
        record = record_of(loaded.file.parent, loaded.game, ("en",), Deposit(), DAY)
        for place, content in drawings(record):
            if place.endswith(".pdf"):
                file = tmp_path / f"{name}-{place.replace('/', '-')}"
                file.write_bytes(content)
                files.append(file)
    assert len(files) > 25
    found = judge(files, ("2b",))
    assert {file.name: one.broken for (file, _), one in found.items() if one.broken} == {}
    assert min(one.checks for one in found.values()) > 50
