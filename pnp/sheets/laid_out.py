"""Sheets of single components laid out, component by component."""

from collections.abc import Iterable, Iterator

from pnp.base.errors import UsageError
from pnp.definitions import Loaded
from pnp.make.cache import Keep
from pnp.make.choices import CARDS, FOR, ONLY, Choices, address_query
from pnp.make.laid_out import Json, LaidOutGame, printing
from pnp.make.pipeline import LaidOutPage
from pnp.sheets.job import BuildJob
from pnp.sheets.pages.job import SHARED, one_file_pages, sheet_jobs
from pnp.sheets.proof import FOLDER, ProofJob


class LaidOutBuild(LaidOutGame):
    """The sheets of components, one component after the other."""

    _job: BuildJob

    @classmethod
    def of(cls, choices: Choices, game: Loaded, keep: Keep) -> "LaidOutBuild":
        """Lay out a game as chosen."""
        if choices.options.proof:
            return LaidOutProof(choices, ProofJob.of_game(game, choices.options, keep=keep))
        return cls(choices, BuildJob.of_game(game, choices.options, keep=keep))

    def _draw_pages(self) -> Iterable[LaidOutPage]:
        return one_file_pages(self._job.plan)

    def pdf(self) -> tuple[str, bytes]:
        """Return the name and the content of the one PDF of all sheets.

        Raises:
            UsageError: If only other formats are chosen.
        """
        if "pdf" not in self.choices.options.formats:
            raise UsageError("format: add pdf to it for sheets to print")
        if not self.pages:
            raise UsageError("nothing has changed, so there is nothing to print")
        return super().pdf()

    def _describe(self) -> Json:
        plan = self._job.plan
        names = {one.component_id: one.name for one in plan.drawn}
        parts = []
        for key, job in sheet_jobs(plan):
            duplex = job.duplex or "one-sided"
            facts = {
                "pieces": job.piece_count,
                **job.work._asdict(),
                "scale": job.scale if job.scale < 1 else None,
                "poster": job.poster,
                **printing(duplex),
                "query": self._query_of(key),
            }
            parts.append(self._part(key, names.get(key, ""), **facts))
        return {
            "title": self._job.loaded.game.name,
            **plan.work._asdict(),
            "skipped": list(plan.skipped),
            "parts": parts,
        }

    def _query_of(self, part: str) -> str:
        """Return the query that gives the same sheets for a part alone.

        It has all choices but those that its sheets were made without.
        """
        if part == SHARED:
            return self.choices.query()
        (drawn,) = (one for one in self._job.plan.drawn if one.component_id == part)
        left_out = ONLY, FOR, CARDS, *drawn.foregone
        words = [(ONLY, part), *(word for word in self.choices.words if word[0] not in left_out)]
        if "template" in drawn.foregone:  # which chose the paper
            words.append(("paper", self.choices.options.sheet.name))
        return address_query(words)


class LaidOutProof(LaidOutBuild):
    """The pages of a proof."""

    _job: ProofJob

    def _draw_pages(self) -> Iterator[LaidOutPage]:
        for number, scene in enumerate(self._job.proofs, start=1):
            yield LaidOutPage(FOLDER, number, number, scene.label, number, "front", scene)

    def _describe(self) -> Json:
        pieces = sum(piece.copies for one in self._job.plan.drawn for piece in one.printed)
        facts = {"pieces": pieces, "query": self.choices.query(), **printing("one-sided")}
        return {
            "title": self._job.loaded.game.name,
            "sheets": len(self.pages),
            "skipped": list(self._job.plan.skipped),
            "parts": [self._part(FOLDER, "", **facts)] if self.pages else [],
        }
