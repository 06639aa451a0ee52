"""An evening: the kits of several games in one document, after a page that lists them."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from hashlib import sha256
from typing import NamedTuple

from pnp.kits.front import PageRange
from pnp.kits.job import KitJob, padded, speaking, whole_sheets
from pnp.kits.plan import pages_of_a_sheet
from pnp.kits.words import kit_words
from pnp.make.file_names import file_words, joined
from pnp.render import pdfa
from pnp.rulebook.blocks import Block, Heading, Paragraph, Run, TableBlock
from pnp.rulebook.pages import PageLayout
from pnp.scene.document import Bookmark, Document
from pnp.sheets.pages.job import DUPLEX_HINTS
from pnp.typeset.columns import Region

FOLDER = "evening"
LONGEST_NAME = 120  # letters


class EveningPart(NamedTuple):
    """A kit of an evening: its title, its pages in the file, and what it takes to make."""

    title: str
    pages: PageRange
    sheets: int
    cuts: int
    minutes: int

    @property
    def numbers(self) -> tuple[int, int, int]:
        """What the kits add up to: sheets, cuts and minutes."""
        return self.sheets, self.cuts, self.minutes


def totals(parts: Sequence[EveningPart]) -> tuple[int, ...]:
    """Return the sheets, cuts and minutes of all kits."""
    return tuple(map(sum, zip(*(one.numbers for one in parts), strict=True)))


class Evening:
    """Kits made under the same options, in one document in the language ``lang``."""

    def __init__(self, jobs: Sequence[KitJob], lang: str) -> None:
        self._jobs, self._lang = jobs, lang
        self._options = jobs[0].options
        self._words = kit_words(lang)

    @property
    def path(self) -> str:
        """The path of the file in the output folder."""
        names = "_".join(job.name.replace("/", "-") for job in self._jobs)
        if len(names) > LONGEST_NAME:
            names = f"{len(self._jobs)}-kits-{sha256(names.encode()).hexdigest()[:8]}"
        words = file_words(self._options, "sheets")
        return f"{FOLDER}/{joined(names, self._options.paper.name, words)}.pdf"

    @property
    def parts(self) -> tuple[EveningPart, ...]:
        """The kits in order.

        Raises:
            PnpError: If one cannot be made.
        """
        return self._made[1]

    @property
    def pages(self) -> int:
        """The number of pages of the file."""
        return len(self._made[0].pages)

    def pdf(self) -> bytes:
        """Return the file.

        Raises:
            PnpError: If a kit cannot be made.
        """
        games = [job.game for job in self._jobs]
        authors, rights = (
            dict.fromkeys(filter(None, every))
            for every in ((game.author for game in games), (game.rights for game in games))
        )
        titles = ", ".join(part.title for part in self.parts)
        about = pdfa.Metadata(
            self._words.labels["evening"], self._lang, titles, ", ".join(authors), "; ".join(rights)
        )
        return pdfa.render(self._made[0], about, DUPLEX_HINTS.get(self._options.duplex, "Simplex"))

    @cached_property
    def _made(self) -> tuple[Document, tuple[EveningPart, ...]]:
        step = pages_of_a_sheet(self._options.duplex)
        length = step
        while True:  # the page numbers on the first page depend on how many of these there are
            kits, parts, at = [], [], length
            for job in self._jobs:
                kit = job.made_after(at).document
                parts.append(_part(job, PageRange(at + 1, at + len(kit.pages))))
                kits.append(speaking(_below(padded(kit, step), job), job.lang, self._lang))
                at += whole_sheets(len(kit.pages), step)
            first = padded(self._first(parts), step)
            if len(first.pages) <= length:
                return Document.joined([first, *kits]), tuple(parts)
            length = len(first.pages)

    def _first(self, parts: Sequence[EveningPart]) -> Document:
        """Set the page that lists the kits."""
        title = self._words.labels["evening"]
        layout = PageLayout(self._lang, self._options.paper.size, title)
        boxes = layout.setter().boxes(tuple(self._listed(parts)))
        return layout.document(layout.pages([Region(boxes, fresh=True)]))

    def _listed(self, parts: Sequence[EveningPart]) -> Iterator[Block]:
        labels = self._words.labels
        rows = [(one.title, str(one.pages), *map(str, one.numbers)) for one in parts]
        rows.append((labels["together"], "", *map(str, totals(parts))))
        cells = tuple(tuple((Run(cell),) for cell in row) for row in rows)
        columns = tuple(labels[key] for key in ("what", "pages", "sheets", "cuts", "minutes"))
        yield Heading(1, labels["evening"], "evening")
        yield TableBlock(columns, cells, (6.0, 2.0, 1.6, 1.6, 1.6), ("", *["right"] * 4))
        yield Paragraph((Run(labels["each"]), Run(" "), Run(labels["exact"])))


def _part(job: KitJob, pages: PageRange) -> EveningPart:
    work = job.sheets.work
    return EveningPart(job.title, pages, work.sheets, sum(job.cuts), job.minutes)


def _below(kit: Document, job: KitJob) -> Document:
    """Return a kit with its bookmarks below that of its title."""
    first, *others = kit.bookmarks
    below = (Bookmark(one.level + 1, one.title, one.anchor) for one in others)
    return kit._replace(bookmarks=(first._replace(title=job.title), *below))
