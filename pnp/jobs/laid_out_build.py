"""Sheets of single components laid out, one component after the other."""

from collections.abc import Iterator

from pnp.base.errors import UsageError
from pnp.jobs.build import BuildJob
from pnp.jobs.laid_out import Json, LaidOutGame, LaidOutPage, printing
from pnp.jobs.one_file import cuts_of_job, one_file_pages, sheet_jobs


class LaidOutBuild(LaidOutGame):
    """Sheets of components, one after the other."""

    _job: BuildJob

    def _draw_pages(self) -> Iterator[LaidOutPage]:
        for place, one in enumerate(one_file_pages(self._job.plan), start=1):
            scene, key = one.scene, self._keys.key(one.scene)
            yield LaidOutPage(one.part, one.number, place, scene.label, one.side, scene, key)

    def pdf(self) -> tuple[str, bytes]:
        """Return the name and the content of the one PDF of all sheets.

        Raises:
            UsageError: If other formats alone are chosen.
        """
        if not self.choices.options.one_file:
            raise UsageError("format: add pdf to it for sheets to print")
        return super().pdf()

    def _describe(self) -> Json:
        plan = self._job.plan
        names = {one.component_id: one.name for one in plan.drawn}
        parts = []
        for key, job in sheet_jobs(plan):
            duplex = job.duplex or "one-sided"
            told = {
                "pieces": job.piece_count,
                "cuts": cuts_of_job(job) or None,
                "scale": job.scale if job.scale < 1 else None,
                "poster": job.poster,
                **printing(duplex),
            }
            parts.append(self._part(key, names.get(key, ""), **told))
        return {
            "title": self._job.loaded.game.name,
            "skipped": list(plan.skipped),
            "parts": parts,
        }
