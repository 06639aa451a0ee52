"""Laser files laid out: beds as pictures, and figures of each layout."""

from collections.abc import Iterator
from functools import cached_property

from pnp.base.errors import RenderError
from pnp.definitions import Loaded
from pnp.laser.files import bed_picture
from pnp.laser.job import LaserJob
from pnp.laser.report import laser_lines, layout_data
from pnp.make.cache import Keep
from pnp.make.choices import Choices
from pnp.make.laid_out import Json, LaidOutGame
from pnp.make.pipeline import LaidOutPage


class LaidOutLaser(LaidOutGame):
    """Passes over beds: each pass is a page, and each set of parts cut together is a part."""

    _job: LaserJob

    @classmethod
    def of(cls, choices: Choices, game: Loaded, keep: Keep) -> "LaidOutLaser":
        """Lay out a game as chosen."""
        return cls(choices, LaserJob.of_game(game, choices.rule_set, choices.options))

    def files(self) -> Iterator[tuple[str, bytes]]:
        """Yield the path and the content of each file, the same as the command writes."""
        with self._lock:
            made = self._files
        yield from made

    @cached_property
    def _files(self) -> tuple[tuple[str, bytes], ...]:
        """All files; making them produces the figures."""
        made = tuple((file.path, file.content()) for file in self._job.files())
        self._notes = tuple(self._job.notes)
        return made

    def pdf(self) -> tuple[str, bytes]:
        """Return the name and the content of the steps of the first layout."""
        for path, content in self.files():
            if path.endswith("-steps.pdf"):
                return path.rpartition("/")[2], content
        raise RenderError("there are no steps")

    def _draw_pages(self) -> Iterator[LaidOutPage]:
        place = 0
        for layout in self._job.layouts:
            for number, one in enumerate(layout.passes, start=1):
                place += 1
                name, picture = layout.set.name, bed_picture(one, layout.set.parts)
                yield LaidOutPage(name, number, place, one.bed.name, 0, one.kind, picture)

    def _describe(self) -> Json:
        files = [{"path": path, "bytes": len(content)} for path, content in self._files]
        titles = {layout.set.name: layout.set.title for layout in self._job.layouts}
        parts = [
            self._part(
                report.name,
                titles[report.name],
                pieces=len(report.parts),
                **layout_data(report),
            )
            for report in self._job.reports
        ]
        lines = list(laser_lines(self._job.reports))
        return {
            "title": self._job.loaded.game.name,
            "client": self._job.settings.client.name,
            "material": self._job.settings.material.name,
            "lines": lines,
            "files": files,
            "parts": parts,
        }
