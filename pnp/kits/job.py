"""The kit job: one document with everything that a rule set needs, on the fewest sheets."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, cached_property, partial
from typing import Any, NamedTuple, TypeVar

from pnp.audit import GameReport
from pnp.base.errors import Faults, UsageError
from pnp.base.geometry import Rect, Size
from pnp.base.messages import Location, Message
from pnp.base.workplace import each
from pnp.components.registry import draw_component, draw_steps, draw_strips
from pnp.definitions import Loaded, find_game, load_game
from pnp.definitions.load import named_game
from pnp.game.translation import translated
from pnp.kits.front import KitFront, KitPages, PageRange, fold_count, minutes, set_front
from pnp.kits.options import KitOptions
from pnp.kits.plan import cuts_by_tool, kit_pages, lay_out_kit, pages_of_a_sheet
from pnp.kits.steps import StepWriter
from pnp.kits.words import KitWords, kit_words
from pnp.make.cache import Keep, made_anew
from pnp.make.contents import KitContents, kit_contents
from pnp.make.file_names import file_words, joined
from pnp.make.output_options import game_options
from pnp.make.pipeline import BuildCache, Job, LaidOutPage, OutputFile, audit
from pnp.make.printer_profile import measured_on_other
from pnp.make.summary import left_in_english, untranslated
from pnp.positions.cover import draw_game_cover
from pnp.render import pdfa
from pnp.rulebook.figures import FigureDrawings
from pnp.rulebook.pages import set_pages_of
from pnp.rulebook.sheet import RuleSheet, rule_sheet
from pnp.rulebook.source import texts_in
from pnp.rulebook.texts import reporting_all
from pnp.scene import Scene
from pnp.scene.document import Bookmark, Document, Element, ElementArea, Page, TaggedPart
from pnp.scene.ink import InkSaver
from pnp.sheets.component_sheets import label_font
from pnp.sheets.cut_files import cut_files, cutter_notes, with_marks_for
from pnp.sheets.estimate import Estimate, ToolCuts, ink_of
from pnp.sheets.fewer_sheets import SheetFill, hint_at_fewer
from pnp.sheets.layout.scheme import Duplex, Scheme
from pnp.sheets.pages.job import DUPLEX_HINTS, DrawnComponent, SheetPlan

Rules = Sequence[tuple[str, Document]]

T = TypeVar("T")
KIT = "kit"


class KitDocument(NamedTuple):
    """What goes on plain paper, the sheets with pieces, and the pages of each part.

    Sheets in a file of their own are counted from page 1.
    """

    texts: tuple[Document, ...]
    sheets: Document
    pages: KitPages

    @property
    def document(self) -> Document:
        """Everything in one document."""
        return Document.joined([*self.texts, self.sheets])

    def documents(self, files: int) -> tuple[Document, ...]:
        """Return the documents for one file or two."""
        return (self.document,) if files == 1 else (Document.joined(self.texts), self.sheets)


def kit_document(
    front: KitFront,
    rules: Rules,
    sheets: Document,
    lang: str,
    paper: Size,
    saver: InkSaver,
    after: tuple[int, int] = (0, 0),
) -> KitDocument:
    """Put the parts of a kit together: rule sheets with their titles, and the sheets of pieces.

    The first pages get the ink of ``saver``; the other parts already have theirs. In the numbers on
    them, the texts and the sheets come ``after`` so many other pages.
    """
    step = pages_of_a_sheet(front.duplex)
    length, tried = 1, set[int]()
    while True:  # the numbers in the first pages depend on how many these are
        pages = _pages(length, rules, len(sheets.pages), step, split=bool(front.files))
        first = set_front(front._replace(pages=pages.after(*after)), paper)
        needed = len(first.pages)
        if needed == length or (needed < length and needed in tried):
            break
        tried.add(length)
        length = needed
    own = front.words.code
    first, sheets = (speaking(one, own, lang) for one in (first.inked(saver), sheets))
    *texts, last = first, *(text for _, text in rules)
    before = [padded(document, step) for document in texts]
    return KitDocument((*before, last if front.files else padded(last, step)), sheets, pages)


def speaking(document: Document, own: str, lang: str) -> Document:
    """Return a part with its language marked if it differs from that of the whole."""
    return document if own == lang else document._replace(root=replace(document.root, lang=own))


def _pages(front: int, rules: Rules, pieces: int, step: int, *, split: bool) -> KitPages:
    """Return the pages of each part, counted from 1; so are those with pieces if they are split."""
    at = whole_sheets(front, step)
    found = []
    for title, document in rules:
        found.append((title, PageRange(at + 1, at + len(document.pages))))
        at = whole_sheets(at + len(document.pages), step)
    at = 0 if split else at
    return KitPages(
        PageRange(1, front), tuple(found), PageRange(at + 1, at + pieces) if pieces else None
    )


def whole_sheets(pages: int, step: int) -> int:
    """Return the number of pages before the next front, of ``step`` pages to a sheet."""
    return -(-pages // step) * step


def padded(document: Document, step: int) -> Document:
    """Return a document padded with blank pages up to the next front."""
    pages = document.pages
    blanks = whole_sheets(len(pages), step) - len(pages)
    return document._replace(pages=pages + (Page(pages[-1].size, ()),) * blanks)


def split_paths(path: str) -> tuple[str, str]:
    """Return the paths of a file that is split: what goes on plain paper, and the pieces."""
    stem = path.removesuffix(".pdf")
    return f"{stem}-rules.pdf", f"{stem}-pieces.pdf"


def piece_document(kit_pages: Iterable[LaidOutPage], words: KitWords) -> Document:
    """Return the sheets with pieces, each tagged as a figure."""
    root = Element("Document")
    pages: list[Page] = []
    bookmarks: list[Bookmark] = []
    for page in kit_pages:
        scene = page.scene
        if page.is_blank:
            pages.append(Page(scene.size, ()))
            continue
        name = words.labels["sheet"].format(number=page.sheet)
        side = words.labels[page.side]
        anchor = f"sheet-{page.sheet}-{page.side}"
        if not bookmarks:
            bookmarks.append(Bookmark(1, words.labels["pieces"], anchor))
        if page.side == "front":
            bookmarks.append(Bookmark(2, name, anchor))
        shown = words.labels["sheet_picture"].format(sheet=name, side=side, pieces=page.shows)
        figure = root.add(Element("Figure", [len(pages)], alt=shown))
        part = TaggedPart(scene.items, len(pages), "Figure")
        area = ElementArea(Rect(0, 0, *scene.size), figure)
        pages.append(Page(scene.size, (part,), (area,), ((anchor, 0.0),), page.label))
    return Document(tuple(pages), root, tuple(bookmarks))


class KitFacts(NamedTuple):
    """The facts of a kit for its report; ``rule_set`` is its id, preceded by the game's.

    ``pieces_file`` is where its pieces are: in the same file, or in one of their own.
    """

    rule_set: str
    file: str
    pieces_file: str
    pages: int
    rule_pages: int
    piece_sheets: int
    cuts: ToolCuts
    minutes: int
    left_out: tuple[str, ...]

    def as_data(self) -> dict[str, Any]:
        """Return the facts as data for JSON."""
        cuts = {"cuts": sum(self.cuts), "cuts_by_tool": self.cuts._asdict()}
        return self._asdict() | cuts


class KitJob(Job):
    """The kit of one rule set, or of all rule sets of a game together."""

    def __init__(
        self,
        loaded: Loaded,
        report: GameReport,
        rule_set: str | None,
        options: KitOptions,
        keep: Keep = made_anew,
    ) -> None:
        super().__init__(loaded)
        self._keep = keep
        self.report = report
        self.options = options
        self._rule_set = rule_set
        self.cleans = (KIT,) if options.clean else ()
        self.lang = options.lang or loaded.game.language
        self.game = translated(loaded.file.parent, loaded.game, self.lang, options.partly)
        self.notes += untranslated(loaded, options.lang or None)
        self.notes += left_in_english(self.lang, "pieces", "kits")
        self.notes += measured_on_other(options.printer, options.paper.name)
        if options.machine is not None:
            self.notes += cutter_notes(options.machine)
        self.rule_sets = (rule_set,) if rule_set else tuple(loaded.game.rule_sets)
        self.contents: KitContents = kit_contents(
            self.game, self.rule_sets, options.players, options.aids
        )

    @classmethod
    def of(cls, name: str, options: KitOptions, keep: Keep = made_anew) -> "KitJob":
        """Load and audit the rule set, or the game, with an id or path.

        ``keep`` may cache what is the same for all rule sets of the game.

        Raises:
            PnpError: If the definition or the audit fails, or there is no such rule set.
        """
        loaded = keep("game", lambda: load_game(find_game(name), **game_options(options)))
        return cls.of_game(*named_game(loaded, name), options, keep)

    @classmethod
    def of_game(
        cls, loaded: Loaded, rule_set: str | None, options: KitOptions, keep: Keep = made_anew
    ) -> "KitJob":
        """Audit a rule set, or all of a game, loaded under these options.

        ``keep`` may cache what depends only on the files of the game and a key.

        Raises:
            PnpError: If the audit fails, or there is no rule set.
        """
        game = loaded.game
        if len(game.rule_sets) == 1:
            rule_set = rule_set or next(iter(game.rule_sets))
        if not game.rule_sets:
            raise UsageError(Message("no_kit", game=game.id))
        report = keep(
            "audit", lambda: audit(game, "has no kit: the box lacks something that its rules need")
        )
        return cls(loaded, report, rule_set, options, keep)

    @property
    def path(self) -> str:
        """The path of the file in the game's output folder; its name includes unusual options."""
        lang = self.lang if self.game.translated_from else ""
        own, paper = self._rule_set or self.game.id, self.options.paper.name
        return f"{KIT}/{joined(own, lang, paper, file_words(self.options, 'sheets'))}.pdf"

    @property
    def paths(self) -> tuple[str, ...]:
        """The paths of the file, or of those that it is split into."""
        return split_paths(self.path) if self._is_split else (self.path,)

    @property
    def _is_split(self) -> bool:
        return self.options.split and bool(self.contents.parts)

    @property
    def name(self) -> str:
        """The id of the rule set, preceded by the game's, or that of the game."""
        return self.loaded.game.id + (f"/{self._rule_set}" if self._rule_set else "")

    @cached_property
    def title(self) -> str:
        """The name of the game and, if it differs, of its rule set."""
        game = self.game.name
        if self._rule_set is None:
            return game
        name = self.game.rule_sets[self._rule_set].name
        return name if game in name else f"{game} · {name}"

    @cached_property
    def drawn(self) -> tuple[DrawnComponent, ...]:
        """Every part with its pieces, in full ink.

        Raises:
            LayoutError: If some cannot be drawn: a line for each.
        """
        game, folded = self.game, self.options.duplex is Duplex.FOLD
        drawn, faults = [], Faults()
        parts = [p for p in self.contents.parts if not game.components[p.component_id].made_of_wood]
        for part in each(parts, lambda part: part.component_id):
            key = part.component_id
            with faults.within(key):
                pieces = tuple(part.chosen(draw_component(game, key, folded=folded)))
                strips = tuple(map(tuple, draw_strips(game, key)))
                drawn.append(DrawnComponent(key, game.components[key].name, pieces, strips=strips))
        faults.check()
        return tuple(drawn)

    def late_notes(self) -> Iterator[str]:
        """Yield notes on what only the drawn pieces show: missing backs, and sheets to save."""
        options = self.options
        hint = hint_at_fewer(
            options,
            SheetFill(self.sheets.work.sheets),
            lambda other: SheetFill(self._lay_out(other).work.sheets),
        )
        yield from filter(None, [hint])
        if self.options.duplex is Duplex.FRONTS:
            backed = [one.name for one in self.drawn if any(p.back for p in one.pieces)]
            if backed:
                yield Message("no_backs", names=", ".join(backed))

    @cached_property
    def sheets(self) -> SheetPlan:
        """The sheets with pieces.

        Raises:
            LayoutError: If a piece does not fit on the paper.
        """
        return self._lay_out(self.options)

    def _lay_out(self, options: KitOptions) -> SheetPlan:
        scheme = Scheme(
            options.paper.size,
            options.duplex,
            margin=options.margin,
            marks=options.tool.marks,
            lang=self.lang,
            font=label_font(self.game),
        )
        if (machine := options.machine) is not None:
            scheme = with_marks_for(machine, scheme)
        drawn = tuple(one.inked(InkSaver(options.ink)) for one in self.drawn)
        return lay_out_kit(self.game, self.title, drawn, scheme)

    def files(self, cache: BuildCache | None = None) -> Iterator[OutputFile]:
        """Yield the kit.

        Raises:
            PnpError: If a piece does not fit, or a rule text has faults.
        """
        self.notes += [note for note in self.late_notes() if note not in self.notes]
        game, options, at = self.game, self.options, self.made.pages.pieces
        about = pdfa.Metadata(
            self.title, self.lang, game.summary, game.author, game.rights, game.rights_address
        )
        facts: dict[str, Any] = {
            "pieces": sum(one.piece_count for one in self.drawn),
            "piece_pages": at and (at.first, at.last),
            "work": self.sheets.work,
        }
        for path, document in zip(self.paths, self.made.documents(len(self.paths)), strict=True):
            yield OutputFile.of(
                pdfa.render(document, about, DUPLEX_HINTS.get(options.duplex, "Simplex")),
                path,
                KIT,
                self._rule_set or "",
                "pdf",
                pages=len(document.pages),
                page_mm=options.paper.size,
                duplex=options.duplex,
                ink=options.ink,
                printer=options.printer,
                **(facts if path == self.paths[-1] else {}),
            )

        if (shared := self.sheets.shared) is not None and shared.cut_beds is not None:
            yield from cut_files(shared.cut_beds(), self.path.removesuffix(".pdf"), "")

    def estimate(self) -> Estimate:
        """Return what the sheets with pieces would take."""
        pages = [page.scene for page in self.piece_pages]
        folds, ink = fold_count(self.sheets), ink_of(pages)
        return Estimate(self.paths[-1], len(pages), self.sheets.work, folds, ink, self.cuts)

    @property
    def cuts(self) -> ToolCuts:
        """The cuts with each tool."""
        return cuts_by_tool(self.sheets, self.options.tool)

    @property
    def minutes(self) -> int:
        """The estimated minutes that it takes to make."""
        return minutes(self.sheets, self.options.tool)

    @property
    def facts(self) -> KitFacts:
        """The facts for the report."""
        made, work = self.made, self.sheets.work
        rule_pages = sum(at.length for _, at in made.pages.rules)
        files = [str(self.options.out / self.loaded.game.id / path) for path in self.paths]
        return KitFacts(
            self.name,
            files[0],
            files[-1],
            sum(len(one.pages) for one in (*made.texts, made.sheets)),
            rule_pages,
            work.sheets,
            self.cuts,
            self.minutes,
            tuple(map(str, self.contents.left_out)),
        )

    @cached_property
    def piece_pages(self) -> tuple[LaidOutPage, ...]:
        """The pages with pieces, with blank ones between them."""
        return tuple(kit_pages(self.sheets, self.names, self.words, self.options))

    @property
    def words(self) -> KitWords:
        """The fixed words of its language."""
        return kit_words(self.lang)

    @property
    def names(self) -> Mapping[str, str]:
        """The names of components by id."""
        return {key: component.name for key, component in self.game.components.items()}

    def _own_steps(self, component_id: str) -> Mapping[str, Scene]:
        """Return the drawings of how a component is made, by step."""
        folded = self.options.duplex is Duplex.FOLD

        def make() -> Mapping[str, Scene]:
            return draw_steps(self.game, component_id, folded)

        drawings: Mapping[str, Scene] = self._keep(("steps", component_id, folded), make)
        return drawings

    def _rules(self, rule_set: str) -> tuple[str, Document]:
        """Return the title and the pages of a rule sheet."""
        lang, size, ink = self.lang, self.options.paper.size, self.options.ink
        folder, game = self.loaded.file.parent, self.game

        def written() -> RuleSheet:
            drawings = self._keep(("figures", lang), lambda: FigureDrawings(game))
            return rule_sheet(folder, game, rule_set, lang, drawings)

        def make() -> tuple[str, Document]:
            sheet = self._keep(("sheet", rule_set, lang), written)
            texts = *texts_in(folder, lang), self.loaded.file
            own = f"{game.id}/{rule_set}"
            with reporting_all(sheet, size, Location(f"{own} in {lang}", rest=own), texts):
                return sheet.title, set_pages_of(sheet, size)

        rules = "rules", rule_set, lang, size
        title, pages = self._keep(rules, make)
        inked: Document = self._keep((*rules, ink), lambda: pages.inked(InkSaver(ink)))
        return title, inked

    def of_rule_pages(self, rule_set: str, make: Callable[[Document], T]) -> T:
        """Return the result of ``make`` for the pages of a rule sheet, cached."""
        options = self.options
        key = make.__qualname__, rule_set, self.lang, options.paper.size, options.ink
        result: T = self._keep(key, lambda: make(self._rules(rule_set)[1]))
        return result

    @cached_property
    def made(self) -> KitDocument:
        """The document, and the page ranges of its parts."""
        return self.made_after(0, 0, self.paths)

    def made_after(self, texts: int, sheets: int, paths: Sequence[str]) -> KitDocument:
        """Return the document for files, where its parts come after so many other pages."""
        options, lang = self.options, self.lang
        rules = [self._rules(key) for key in each(self.rule_sets)]
        words = self.words
        drawn = piece_document(self.piece_pages, words)
        steps = StepWriter(self.game, self.sheets, options.tool, words, self._own_steps)
        front = KitFront(
            self.title,
            self.game.rule_sets[self._rule_set].summary if self._rule_set else self.game.summary,
            self.game,
            tuple(steps.sections()),
            self.contents,
            self.drawn,
            self.sheets,
            options.duplex,
            options.tool,
            self.names,
            words,
            cache(
                partial(draw_game_cover, self.game, rule_set=self._rule_set or "", on_paper=True)
            ),
            tuple(path.rpartition("/")[2] for path in paths) if len(paths) > 1 else (),
        )
        paper, saver = options.paper.size, InkSaver(options.ink)
        return kit_document(front, rules, drawn, lang, paper, saver, (texts, sheets))
