"""The laser files of a game as bytes, before anything touches a disk."""

from pathlib import Path

from pnp.components import registry
from pnp.laser.job import LaserJob
from pnp.laser.options import LaserOptions
from pnp.scene import Scene


def job(game: str, component: str) -> LaserJob:
    return LaserJob.of(game, LaserOptions(components=(component,), formats=("svg",)))


def contents(game: str, component: str) -> dict[str, bytes]:
    return {file.path: file.content() for file in job(game, component).files()}


def test_laser_job_yields_files_without_writing(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    files = contents("turnio", "chips")
    assert sorted(Path(path).name for path in files) == [
        "chips-lightburn-backs-preview.svg",
        "chips-lightburn-backs.svg",
        "chips-lightburn-fronts-preview.svg",
        "chips-lightburn-fronts.svg",
        "chips-lightburn-steps.pdf",
    ]
    assert all(files.values())
    assert list(tmp_path.iterdir()) == []


def test_lazily_drawn_pieces_keep_their_own_artwork(monkeypatch):
    eager = contents("turno", "tiles")
    draw = registry.draw_component

    def lazily(game, component_id, **how):
        for piece in draw(game, component_id, **how):
            yield piece._replace(front=Scene(*piece.front), back=Scene(*piece.back))

    monkeypatch.setattr(registry, "draw_component", lazily)
    assert contents("turno", "tiles") == eager
