"""A kit laid out: its front pages, the rules, and the sheets with pieces."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import repeat

from pnp.definitions import Loaded
from pnp.kits.front import PageRange
from pnp.kits.job import KitJob
from pnp.kits.plan import PIECES
from pnp.make.cache import Keep, RecurringKeys
from pnp.make.choices import Choices
from pnp.make.laid_out import Json, LaidOutGame, printing
from pnp.make.pipeline import LaidOutPage
from pnp.scene.document import Document, Page

FRONT, RULES = "front", "rules"  # parts of a kit beside its pieces; each rule set has its own


class LaidOutKit(LaidOutGame):
    """A kit: its front pages, the rules, and the sheets with pieces."""

    _job: KitJob

    @property
    def job(self) -> KitJob:
        """The kit, to put it into a document with others."""
        return self._job

    @classmethod
    def of(cls, choices: Choices, game: Loaded, keep: Keep) -> "LaidOutKit":
        """Lay out a game as chosen."""
        return cls(choices, KitJob.of_game(game, choices.rule_set, choices.options, keep))

    def _draw_pages(self) -> Iterator[LaidOutPage]:
        made = self._job.made
        pages, ranges = made.document.pages, made.pages
        yield from _to_read(FRONT, pages, ranges.front, repeat(""))
        for rule_set, (_, at) in zip(self._job.rule_sets, ranges.rules, strict=True):
            keys = self._job.of_rule_pages(rule_set, _keys_of)
            yield from _to_read(f"{RULES}-{rule_set}", pages, at, keys)
        if ranges.pieces is not None:
            before = ranges.pieces.first - 1
            yield from (page._replace(place=before + page.number) for page in self.sheets)

    @property
    def sheets(self) -> tuple[LaidOutPage, ...]:
        """The pages with pieces, with blank ones between them.

        Raises:
            LayoutError: If a piece does not fit on the paper.
        """
        with self._lock:
            return self._made_sheets

    @cached_property
    def _made_sheets(self) -> tuple[LaidOutPage, ...]:
        return self._with_keys(self._job.piece_pages)

    def _describe(self) -> Json:
        rules = self._job.made.pages.rules
        titles = iter([self._job.title, *(title for title, _ in rules)])
        parts = []
        for soon in self._soon["parts"]:
            name = next(titles, soon["name"])
            pages = [page.described() for page in self.pages if page.part == soon["id"]]
            parts.append({**soon, "name": name, "pages": pages})
        rule_pages = sum(at.length for _, at in rules)
        return {**self._soon, "rule_pages": rule_pages, "parts": parts}

    def described_soon(self) -> Json:
        """Return what is known before the pages to read are set, with None in their place.

        Raises:
            PnpError: If something cannot be drawn or does not fit.
        """
        with self._lock:
            return self._about(self._soon, None)

    @cached_property
    def _soon(self) -> Json:
        """Everything that is known before the rules are set."""
        job, game, work = self._job, self._job.game, self._job.sheets.work
        self._notes += tuple(job.late_notes())
        parts: list[Json] = [{"id": FRONT, "name": job.title, "pages": None}]
        for key in job.rule_sets:
            parts.append({"id": f"{RULES}-{key}", "name": game.rule_sets[key].name, "pages": None})
        if self.sheets:
            shown = sum(one.piece_count for one in job.drawn)
            pages = [page.described() for page in self.sheets]
            name = job.words.labels["pieces"]
            parts.append({"id": PIECES, "name": name, "pieces": shown, "pages": pages})
        return {
            "title": job.title,
            "file": job.path,
            "sheets": work.sheets,
            "cuts": sum(job.cuts),
            "rule_pages": None,
            "minutes": job.minutes,
            **printing(self.choices.options.duplex),
            "contents": [
                {
                    "id": one.component_id,
                    "name": one.name,
                    "pieces": one.piece_count,
                    "aid": part.aid,
                }
                for one, part in zip(job.drawn, job.contents.parts, strict=True)
            ],
            "left_out": [
                {"name": game.components[one.component_id].name, "id": one.component_id}
                | {"pieces": one.pieces, "total": one.total, "aid": one.aid}
                for one in job.contents.left_out
            ],
            "parts": parts,
        }


def _to_read(
    part: str, pages: Sequence[Page], at: PageRange, keys: Iterable[str]
) -> Iterator[LaidOutPage]:
    """Yield pages without pieces."""
    places = range(at.first, at.last + 1)
    for number, (place, key) in enumerate(zip(places, keys, strict=False), start=1):
        scene = pages[place - 1].scene
        yield LaidOutPage(part, number, place, scene.label, 0, "", scene, key=key)


def _keys_of(document: Document) -> tuple[str, ...]:
    keys = RecurringKeys()
    return tuple(keys.key(page.scene) for page in document.pages)
