"""An evening: the kits of several games in one document, after a page that lists them."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from pnp.kits.front import PageRange
from pnp.kits.job import KitJob, padded, speaking, split_paths, whole_sheets
from pnp.kits.plan import pages_of_a_sheet
from pnp.kits.words import kit_words
from pnp.make.file_names import file_words, joined, listed
from pnp.render import pdfa
from pnp.rulebook.blocks import Block, Heading, Paragraph, Run, TableBlock
from pnp.rulebook.pages import PageLayout
from pnp.scene.document import Bookmark, Document
from pnp.sheets.pages.job import DUPLEX_HINTS
from pnp.typeset.columns import Region

FOLDER = "evening"


class EveningPart(NamedTuple):
    """A kit of an evening: its title, its pages in the file, and what it takes to make.

    ``piece_pages`` are those in the file with the pieces, if there is one.
    """

    title: str
    pages: PageRange
    sheets: int
    cuts: int
    minutes: int
    piece_pages: PageRange | None = None

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
    def paths(self) -> tuple[str, ...]:
        """The paths of the file, or of those that it is split into, in the output folder."""
        names = listed([job.name.replace("/", "-") for job in self._jobs], "kits")
        words = file_words(self._options, "sheets")
        path = f"{FOLDER}/{joined(names, self._options.paper.name, words)}.pdf"
        split = self._options.split and any(job.contents.parts for job in self._jobs)
        return split_paths(path) if split else (path,)

    @property
    def parts(self) -> tuple[EveningPart, ...]:
        """The kits in order.

        Raises:
            PnpError: If one cannot be made.
        """
        return self._made[1]

    @property
    def pages(self) -> int:
        """The number of pages of all files."""
        return sum(len(one.pages) for one in self._made[0])

    def files(self) -> Iterator[tuple[str, bytes]]:
        """Yield the path and the content of each file.

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
        hint = DUPLEX_HINTS.get(self._options.duplex, "Simplex")
        for path, document in zip(self.paths, self._made[0], strict=True):
            yield path, pdfa.render(document, about, hint)

    @cached_property
    def _made(self) -> tuple[tuple[Document, ...], tuple[EveningPart, ...]]:
        step = pages_of_a_sheet(self._options.duplex)
        length = step
        while True:  # the page numbers on the first page depend on how many of these there are
            parts, at = [], [length, 0][: len(self.paths)]
            kits: list[list[Document]] = [[] for _ in at]
            for job in self._jobs:
                kit = job.made_after(at[0], at[-1], self.paths)
                documents, pieces = kit.documents(len(at)), kit.pages.after(at[0], at[-1]).pieces
                pages = PageRange(at[0] + 1, at[0] + len(documents[0].pages))
                parts.append(_part(job, pages, pieces if len(at) > 1 else None))
                for number, one in enumerate(documents):
                    if one.pages:
                        below = _below(padded(one, step), job, 0 if number else 1)
                        kits[number].append(speaking(below, job.lang, self._lang))
                    at[number] += whole_sheets(len(one.pages), step)
            first = padded(self._first(parts), step)
            if len(first.pages) <= length:
                kits[0].insert(0, first)
                return tuple(map(Document.joined, kits)), tuple(parts)
            length = len(first.pages)

    def _first(self, parts: Sequence[EveningPart]) -> Document:
        """Set the page that lists the kits."""
        title = self._words.labels["evening"]
        layout = PageLayout(self._lang, self._options.paper.size, title)
        boxes = layout.setter().boxes(tuple(self._listed(parts)))
        return layout.document(layout.pages([Region(boxes, fresh=True)]))

    def _listed(self, parts: Sequence[EveningPart]) -> Iterator[Block]:
        labels = self._words.labels
        files = [path.rpartition("/")[2] for path in self.paths]
        rows = [
            (one.title, *(one.pages, one.piece_pages or "")[: len(files)], *one.numbers)
            for one in parts
        ]
        rows.append((labels["together"], *[""] * len(files), *totals(parts)))
        cells = tuple(tuple((Run(str(cell)),) for cell in row) for row in rows)
        pages = ["pages"] if len(files) == 1 else ["text_pages", "piece_pages"]
        columns = tuple(labels[key] for key in ("what", *pages, "sheets", "cuts", "minutes"))
        widths = 6.0, *[2.0] * len(files), 1.6, 1.6, 1.6
        said = [labels["each"], labels["exact"]]
        if len(files) > 1:
            said.insert(1, labels["order_files"].format(first=files[0], then=files[1]))
        yield Heading(1, labels["evening"], "evening")
        yield TableBlock(columns, cells, widths, ("", *["right"] * (len(widths) - 1)))
        yield Paragraph((Run(" ".join(said)),))


def _part(job: KitJob, pages: PageRange, pieces: PageRange | None) -> EveningPart:
    work = job.sheets.work
    return EveningPart(job.title, pages, work.sheets, sum(job.cuts), job.minutes, pieces)


def _below(kit: Document, job: KitJob, levels: int) -> Document:
    """Return a kit with its bookmarks below that of its title, so many levels deeper."""
    first, *others = kit.bookmarks
    below = (Bookmark(one.level + levels, one.title, one.anchor) for one in others)
    return kit._replace(bookmarks=(first._replace(title=job.title), *below))
