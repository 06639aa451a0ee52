"""A kit laid out: its first pages, the rules, and the sheets with pieces."""

from collections.abc import Iterator, Sequence

from pnp.jobs.kit import KitJob
from pnp.jobs.laid_out import Json, LaidOutGame, LaidOutPage, printing
from pnp.jobs.scene_key import SceneKeys
from pnp.kits.front import PageRange
from pnp.scene.document import Document, Page

FRONT, RULES, PIECES = "front", "rules", "pieces"  # parts of a kit; each rule set has its own


class LaidOutKit(LaidOutGame):
    """A kit: its first pages, the rules, and the sheets with pieces."""

    _job: KitJob

    def _draw_pages(self) -> Iterator[LaidOutPage]:
        document, ranges = self._job.made
        pages = document.pages
        front = [self._keys.key(page.scene) for page in pages[: ranges.front.last]]
        yield from _to_read(FRONT, pages, ranges.front, front)
        for rule_set, (_, at) in zip(self._job.rule_sets, ranges.rules, strict=True):
            keys = self._job.kept_of_rules(rule_set, _keys_of)
            yield from _to_read(f"{RULES}-{rule_set}", pages, at, keys)
        if ranges.pieces is not None:
            yield from self._piece_pages(pages, ranges.pieces)

    def _piece_pages(self, pages: Sequence[Page], at: PageRange) -> Iterator[LaidOutPage]:
        drawn = iter(self._job.piece_pages)
        for number, place in enumerate(range(at.first, at.last + 1), start=1):
            page = pages[place - 1]
            own = next(drawn) if page.parts else None
            side, shows = (own.side, own.shows) if own else ("back", "")
            scene, key = page.scene, self._keys.key(page.scene)
            yield LaidOutPage(PIECES, number, place, page.label, side, scene, key, shows)

    def _describe(self) -> Json:
        job = self._job
        self._notes += tuple(job.missing_backs())
        facts, duplex = job.facts, self.choices.options.duplex
        game = job.game
        titles = [title for title, _ in job.made.pages.rules]
        parts = [self._part(FRONT, job.title)]
        for key, title in zip(job.rule_sets, titles, strict=True):
            parts.append(self._part(f"{RULES}-{key}", title))
        if job.made.pages.pieces is not None:
            shown = sum(one.piece_count for one in job.drawn)
            parts.append(self._part(PIECES, job.words.labels["pieces"], pieces=shown))
        return {
            "title": job.title,
            "file": job.path,
            "sheets": facts.piece_sheets,
            "rule_pages": facts.rule_pages,
            "cuts": facts.cuts,
            "minutes": facts.minutes,
            **printing(duplex),
            "contents": [
                {
                    "id": one.part.component_id,
                    "name": one.name,
                    "pieces": one.piece_count,
                    "aid": one.part.aid,
                }
                for one in job.drawn
            ],
            "left_out": [
                {"name": game.components[one.component_id].name, "id": one.component_id}
                | {"pieces": one.pieces, "total": one.total, "aid": one.aid}
                for one in job.contents.left_out
            ],
            "parts": parts,
        }


def _to_read(
    part: str, pages: Sequence[Page], at: PageRange, keys: Sequence[str]
) -> Iterator[LaidOutPage]:
    """Yield pages without pieces."""
    for number, (place, key) in enumerate(
        zip(range(at.first, at.last + 1), keys, strict=True), start=1
    ):
        scene = pages[place - 1].scene
        yield LaidOutPage(part, number, place, scene.label, "", scene, key)


def _keys_of(document: Document) -> tuple[str, ...]:
    keys = SceneKeys()
    return tuple(keys.key(page.scene) for page in document.pages)
