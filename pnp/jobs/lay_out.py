"""A game laid out as an address chooses: words, pages one by one, and files, all in memory."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from pnp.definitions import Loaded, load_game
from pnp.jobs.build import BuildJob
from pnp.jobs.choices import BUILD, KIT, Choices, in_addresses
from pnp.jobs.kit import KitJob
from pnp.jobs.one_file import one_file_pages, sheet_jobs
from pnp.jobs.pipeline import Job
from pnp.jobs.scene_key import scene_key
from pnp.jobs.summary import HOW_TO_PRINT
from pnp.kits.front import PageRange
from pnp.scene import Scene
from pnp.scene.document import Page
from pnp.sheets.layout.duplex import Duplex

FRONT, RULES, PIECES = "front", "rules", "pieces"  # parts of a kit; each rule set has its own
Json = dict[str, Any]


class LaidOutPage(NamedTuple):
    """A page of the document: ``number`` counts those of a part from 1, ``place`` all of them.

    ``side`` is "front", "back", "fold", or empty for pages to read. ``shows`` names the pieces.
    ``key`` is a hash of the picture: pages with equal keys look alike.
    """

    part: str
    number: int
    place: int
    label: str
    side: str
    scene: Scene
    shows: str = ""

    @property
    def key(self) -> str:
        """A hash of the picture."""
        return scene_key(self.scene)

    @property
    def is_blank(self) -> bool:
        """Whether nothing is printed on it."""
        return not self.scene.items

    def described(self) -> Json:
        """Return what a program or a page says of it."""
        told = {"number": self.number, "place": self.place, "label": self.label, "side": self.side}
        size = {"width_mm": self.scene.size.width, "height_mm": self.scene.size.height}
        more = {"shows": self.shows, "blank": self.is_blank, "key": self.key}
        return told | {key: round(value, 2) for key, value in size.items()} | more


class LaidOutGame:
    """What a job makes of a game, as data, pages and files; nothing is written.

    ``pages`` are those of the one PDF, in order.
    """

    def __init__(self, choices: Choices, job: Job) -> None:
        self.choices = choices
        self._job = job

    @cached_property
    def pages(self) -> tuple[LaidOutPage, ...]:
        """All pages of the PDF.

        Raises:
            PnpError: If something cannot be drawn or does not fit.
        """
        raise NotImplementedError

    def page(self, part: str, number: int) -> Scene:
        """Return the picture of a page.

        Raises:
            KeyError: If there is no such page.
        """
        return self._by_place[part, number].scene

    @cached_property
    def _by_place(self) -> dict[tuple[str, int], LaidOutPage]:
        return {(page.part, page.number): page for page in self.pages}

    def described(self) -> Json:
        """Return everything a page says of the choice, as JSON has it."""
        game = self._job.loaded.game
        found = self._described()
        return {
            "game": game.id,
            "name": game.name,
            "job": self.choices.job,
            "rule_set": self.choices.rule_set,
            "lang": game.language,
            "query": self.choices.query(),
            "command": self.choices.command(),
            "pages": len(self.pages),
            **found,
            "notes": [*dict.fromkeys(map(in_addresses, self._job.notes))],
            "problems": [*dict.fromkeys(map(in_addresses, self._job.problems))],
        }

    def _described(self) -> Json:
        raise NotImplementedError

    def _part(self, part: str, name: str, **more: Any) -> Json:
        own = [page.described() for page in self.pages if page.part == part]
        return {"id": part, "name": name, **more, "pages": own}

    def files(self) -> Iterator[tuple[str, bytes]]:
        """Yield the path and the content of each file, as the command writes them.

        Raises:
            PnpError: If a file cannot be made.
        """
        for file in self._job.files():
            yield file.path, file.content()

    def pdf(self) -> tuple[str, bytes]:
        """Return the name and the content of the one PDF to print.

        Raises:
            PnpError: If it cannot be made.
        """
        file = next(self._job.files())
        return file.path.rpartition("/")[2], file.content()


def lay_out(loaded: Loaded, choices: Choices) -> LaidOutGame:
    """Audit and lay out a game as chosen; ``loaded`` says which game it is.

    Raises:
        PnpError: If the audit or the layout fails, or a choice cannot be applied.
    """
    options = choices.options
    if choices.job == KIT:
        return LaidOutKit(
            choices, KitJob.of_game(_loaded(loaded, options), choices.rule_set, options)
        )
    if choices.job == BUILD:
        return LaidOutBuild(choices, BuildJob.of_game(_loaded(loaded, options), options))
    raise NotImplementedError(choices.job)


def _loaded(loaded: Loaded, options: Any) -> Loaded:
    """Return the game as it is under some options."""
    return load_game(loaded.file, options.sizes, options.stock, options.theme, options.lang or None)


class LaidOutKit(LaidOutGame):
    """A kit: its first pages, the rules, and the sheets with pieces."""

    _job: KitJob

    @cached_property
    def pages(self) -> tuple[LaidOutPage, ...]:
        """All pages of the kit."""
        return tuple(self._pages())

    def _pages(self) -> Iterator[LaidOutPage]:
        document, ranges = self._job.made
        pages = document.pages
        spans = [(FRONT, ranges.front)]
        keys = self._job.rule_sets
        spans += [(f"{RULES}-{key}", at) for key, (_, at) in zip(keys, ranges.rules, strict=True)]
        for part, at in spans:
            for number, place in enumerate(range(at.first, at.last + 1), start=1):
                scene = pages[place - 1].scene
                yield LaidOutPage(part, number, place, scene.label, "", scene)
        if ranges.pieces is not None:
            yield from self._piece_pages(pages, ranges.pieces)

    def _piece_pages(self, pages: Sequence[Page], at: PageRange) -> Iterator[LaidOutPage]:
        drawn = iter(self._job.piece_pages)
        for number, place in enumerate(range(at.first, at.last + 1), start=1):
            page = pages[place - 1]
            if page.parts:
                own = next(drawn)
                side, shows = own.side, own.shows
            else:
                side, shows = "back", ""
            yield LaidOutPage(PIECES, number, place, page.label, side, page.scene, shows)

    def _described(self) -> Json:
        job = self._job
        job.notes += job.missing_backs()
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
            **_printing(duplex),
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


class LaidOutBuild(LaidOutGame):
    """Sheets of components, one after the other."""

    _job: BuildJob

    @cached_property
    def pages(self) -> tuple[LaidOutPage, ...]:
        """All pages of the one file."""
        pages = enumerate(one_file_pages(self._job.plan), start=1)
        return tuple(
            LaidOutPage(one.part, one.number, place, one.scene.label, one.side, one.scene)
            for place, one in pages
        )

    def _described(self) -> Json:
        plan = self._job.plan
        names = {one.component_id: one.name for one in plan.drawn}
        parts = []
        for key, job in sheet_jobs(plan):
            duplex = job.duplex or "one-sided"
            told = {
                "pieces": job.piece_count,
                "cuts": job.cuts.total if job.cuts else None,
                "scale": job.scale if job.scale < 1 else None,
                "poster": job.poster,
                **_printing(duplex),
            }
            parts.append(self._part(key, names.get(key, ""), **told))
        return {
            "title": self._job.loaded.game.name,
            "skipped": list(plan.skipped),
            "parts": parts,
        }


def _printing(duplex: Duplex | str) -> Json:
    return {"duplex": str(duplex), "how_to_print": HOW_TO_PRINT[str(duplex)]}
