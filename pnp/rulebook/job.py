"""The rules job: the rule sheets and the rulebook of a game, and its options."""

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass, replace
from functools import cache as cached
from functools import lru_cache, partial
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from pnp.base.errors import RulesError, UsageError
from pnp.base.files import read_sandboxed
from pnp.base.geometry import Size
from pnp.base.messages import Message, within
from pnp.base.workplace import each
from pnp.definitions import Loaded, load_named
from pnp.definitions.find import no_rule_set
from pnp.game.game import Game
from pnp.game.paper import PAPERS, Paper
from pnp.game.translation import table_file, translated
from pnp.make.file_names import joined, theme_word
from pnp.make.made_files import SheetWork
from pnp.make.options import (
    choices,
    file_option,
    paper_of,
    paper_option,
    read_languages,
    same_option,
    text_option,
)
from pnp.make.output_options import GameOutputOptions, LookOptions
from pnp.make.pipeline import BuildCache, Job, OutputFile, Written, write
from pnp.scene.ink import Ink, InkSaver

if TYPE_CHECKING:
    from pnp.definitions.data_files import Theme
    from pnp.rulebook.book import Rulebook
    from pnp.rulebook.figures import FigureDrawings
    from pnp.rulebook.html import PageNeighbours
    from pnp.rulebook.sheet import RuleSheet

RULE_FORMATS = ("pdf", "html", "md")

BOOK, BOOKLET = "rulebook", "rulebook-booklet"


@dataclass(frozen=True)
class RuleOptions(GameOutputOptions):
    """The rule sheets and rulebooks to make, in which languages and formats.

    Empty ``rule_sets`` mean all of them and the rulebook; empty ``languages`` mean those that the
    game has texts in.
    """

    rule_sets: tuple[str, ...] = text_option(
        "The id of a rule set; by default all. May be repeated.",
        lambda _, names: tuple(names),
        default=(),
        raw_type=list[str] | None,
        flag="--rule-set",
        metavar="RULE-SET",
    )
    languages: tuple[str, ...] = text_option(
        "Languages, separated by commas: en, de, nl, fr; by default all that the game has.",
        read_languages,
        default=(),
        flag="--lang",
        setting=True,
        metavar="LANG",
        several=True,
    )
    formats: tuple[str, ...] = file_option(
        "Formats, separated by commas: pdf, html, md.",
        choices(RULE_FORMATS),
        default=RULE_FORMATS,
        flag="--format",
        setting=True,
    )
    paper: Paper = paper_option(
        "The paper of PDFs, as for sheets.",
        paper_of,
        default=Paper("a4", PAPERS["a4"]),
        default_text="a4",
        setting=True,
        metavar="PAPER",
    )
    book_alone: bool = text_option(
        "Make only the rulebook, without the rule sheets.", default=False, flag="--rulebook"
    )
    booklet: bool = text_option(
        "Also make the rulebook as a booklet to fold and staple.", default=False
    )

    theme: "Theme | None" = same_option(LookOptions, "theme")
    ink: Ink = same_option(LookOptions, "ink", help="How much ink PDFs use: full, low or black.")
    partly: bool = text_option(
        "Print untranslated texts in the game's own language, marked as such.",
        default=False,
        flag="--partial",
    )
    skeleton: bool = text_option(
        "Write files for the translations that --lang lacks into the game's folder, and make "
        "nothing else.",
        default=False,
    )

    def faults(self, given: frozenset[str]) -> Iterator[str]:
        """Yield a line for each option that contradicts another."""
        if self.book_alone and self.formats == ("md",) and not self.booklet:
            yield "--rulebook: is made as pdf and html, not as md"
        for flag, chosen in (("--rulebook", self.book_alone), ("--booklet", self.booklet)):
            if chosen and self.rule_sets:
                yield f"{flag}: a rulebook has all rule sets; leave out --rule-set"
        if self.skeleton and not self.languages:
            yield "--skeleton: name the language with --lang"


def make_rules(name: str, options: RuleOptions, cache: BuildCache | None = None) -> Written:
    """Make the rules of the game with an id or path, in ``options.out``.

    Raises:
        PnpError: If the definition or a text has faults; all faults of the texts at once.
    """
    return write(RulesJob.of(name, options), options.out, cache)


class _Wanted(NamedTuple):
    """A rule set, or the rulebook under :data:`BOOK`, in one language."""

    id: str
    lang: str


class RulesJob(Job):
    """The rule sheets and rulebooks of one game."""

    def __init__(self, loaded: Loaded, options: RuleOptions) -> None:
        super().__init__(loaded)
        self._folder, self._game, self._options = loaded.file.parent, loaded.game, options
        self._chosen = _chosen(loaded.game, options)
        self._speaking = cached(self._partly if options.partly else loaded.speaking)
        self._drawings = lru_cache(maxsize=1)(self._draw)  # languages come one after the other
        self._earlier: FigureDrawings | None = None
        paper = options.paper.name
        self._place = joined("rules", theme_word(options.theme) if options.theme else "")
        self.cleans = (self._place,) if options.clean else ()
        ink = options.ink if options.ink is not Ink.FULL else ""
        words = joined("" if paper == "a4" else paper, ink)
        self._suffix = f"-{words}" if words else ""  # of the names of PDFs
        self._wanted = tuple(self._planned())

    @classmethod
    def of(cls, name: str, options: RuleOptions) -> "RulesJob":
        """Load the game or the rule set with an id or path.

        Raises:
            PnpError: If the definition has faults, or the game has no such rule set.
            UsageError: If an option names other rule sets than the name does.
        """
        loaded, rule_set = load_named(name, theme=options.theme)
        if rule_set is None:
            return cls(loaded, options)
        for flag, given in (
            ("--rule-set", options.rule_sets),
            ("--rulebook", options.book_alone),
            ("--booklet", options.booklet),
        ):
            if given:
                raise UsageError(f"{flag}: {name} is one rule set; write {loaded.game.id}")
        return cls(loaded, replace(options, rule_sets=(rule_set,)))

    def _partly(self, lang: str) -> Game:
        """Return the game in a language as far as it is translated."""
        if lang in self.loaded.languages:
            with suppress(RulesError):
                return self.loaded.speaking(lang)
        return translated(self._folder, self._game, lang, partly=True)

    def _draw(self, lang: str) -> "FigureDrawings":
        from pnp.rulebook.figures import FigureDrawings

        self._earlier = FigureDrawings(self._speaking(lang), self._earlier)
        return self._earlier

    def files(self, cache: BuildCache | None = None) -> Iterator[OutputFile]:
        """Yield all sheets and books.

        Raises:
            RulesError: If texts have faults: a line for each. Or if there are no rule sets.
        """
        cache = cache or BuildCache()
        made: dict[str, OutputFile] = {}
        faults: list[str] = []
        for one in each(self._wanted, lambda wanted: f"{wanted.id}.{wanted.lang}"):
            try:
                make: Callable[[], list[OutputFile]] = partial(list, self._files(one))
                files = cache.value(one, self._inputs(one), make)
            except RulesError as error:
                faults += error.faults
            else:
                for file in files:
                    other = made.setdefault(file.path, file)
                    if other is not file and other.content() != file.content():
                        faults.append(
                            f"{file.path}: both {other.facts.component} and "
                            f"{file.facts.component} would make this file; give one of them, "
                            "or one of its figures, another id"
                        )
        if faults:
            raise RulesError(*dict.fromkeys(faults))
        self.notes += (*self._untranslated(), *self._fonts_left_out())
        if not made:
            raise RulesError(
                f"{self._game.id} has no rule sets, and a rulebook is made as pdf and html"
            )
        yield from made.values()

    def _fonts_left_out(self) -> Iterator[str]:
        """Yield a note for each font that HTML files must not embed."""
        if "html" in self._options.formats:
            from pnp.rulebook.blocks import book_fonts
            from pnp.rulebook.html import left_out

            for name in left_out(book_fonts(self._game)):
                yield Message("font_left_out", name=name)

    def _untranslated(self) -> Iterator[str]:
        """Yield a note for each language with untranslated texts."""
        from pnp.rulebook.source import HISTORY
        from pnp.rulebook.untranslated import passages_left

        for lang in dict.fromkeys(wanted.lang for wanted in self._wanted):
            game = self._speaking(lang)
            if game.translated_from is None or not self._options.partly:
                continue
            names = (*self._chosen, *(() if self._options.rule_sets else (HISTORY,)))
            left = sum(passages_left(self._folder, game, name) for name in names)
            missing = len(game.untranslated or ())
            if missing or left:
                counts: dict[str, Any] = {"missing": missing, "left": left}
                yield Message("not_translated_yet", lang, own=game.translated_from, **counts)

    def _planned(self) -> Iterator[_Wanted]:
        """Yield the sheets, and the rulebooks if no rule set was named."""
        from pnp.rulebook.source import chosen_languages

        options = self._options
        may_lack = () if options.partly else options.languages
        there = chosen_languages(self._folder, self._game, may_lack)
        for lang in options.languages or there:
            if not self._options.book_alone:
                yield from (_Wanted(rule_set, lang) for rule_set in self._chosen)
            if not self._options.rule_sets:
                yield _Wanted(BOOK, lang)

    def _files(self, wanted: _Wanted) -> Iterator[OutputFile]:
        """Yield every file of a sheet or a book.

        Raises:
            RulesError: If the text has faults, or something in it cannot be set on a page.
        """
        from pnp.rulebook.book import Rulebook, rulebook
        from pnp.rulebook.sheet import rule_sheet

        lang, drawings = wanted.lang, self._drawings(wanted.lang)
        game = drawings.game
        text: RuleSheet | Rulebook = (
            rulebook(self._folder, game, lang, drawings)
            if wanted.id == BOOK
            else rule_sheet(self._folder, game, wanted.id, lang, drawings)
        )
        for format in self._options.formats:
            name = f"{wanted.id}.{lang}.{format}"
            if format == "pdf":
                yield self._pdf(text, wanted)
            elif format == "html":
                from pnp.rulebook.html import render_html

                yield self._file(wanted, name, format, render_html(text, self._neighbours(wanted)))
            elif not isinstance(text, Rulebook):
                from pnp.rulebook.write_text import render_markdown

                yield self._file(wanted, name, format, render_markdown(text))
        if isinstance(text, Rulebook):
            if self._options.booklet:
                yield self._booklet(text, wanted)
        elif "md" in self._options.formats:
            yield from self._pictures_beside(text, wanted)

    def _pictures_beside(self, text: "RuleSheet", wanted: _Wanted) -> Iterator[OutputFile]:
        """Yield the pictures that a text in Markdown refers to."""
        from pnp.render import svg
        from pnp.rulebook.blocks import figures_in
        from pnp.rulebook.figures import on_screen
        from pnp.rulebook.write_text import figure_file, icon_files

        for figure in figures_in(text.blocks):
            drawn = svg.render(on_screen(figure), figure.alt)
            yield self._file(wanted, figure_file(text, figure), "svg", drawn)
        for file, icon in icon_files(text):
            drawn = svg.render(icon, file.removesuffix(".svg"))
            yield self._file(wanted, file, "svg", drawn)

    def _neighbours(self, wanted: _Wanted) -> "PageNeighbours":
        """Return the other texts of this run, which an HTML page links to."""
        from pnp.base.languages import language
        from pnp.rulebook.html import Neighbour, PageNeighbours

        others = [one for one in self._wanted if one != wanted]
        named = language(wanted.lang).labels["rulebook"]
        rule_sets = self._speaking(wanted.lang).rule_sets
        return PageNeighbours(
            tuple(
                Neighbour(f"{one.id}.{one.lang}.html", language(one.lang).name, one.lang)
                for one in others
                if one.id == wanted.id
            ),
            tuple(
                Neighbour(
                    f"{one.id}.{one.lang}.html",
                    named if one.id == BOOK else rule_sets[one.id].name,
                    one.lang,
                )
                for one in others
                if one.lang == wanted.lang
            ),
        )

    def _pdf(self, text: "RuleSheet | Rulebook", wanted: _Wanted) -> OutputFile:
        from pnp.render import pdfa
        from pnp.rulebook.pages import set_pages_of

        name, size = f"{wanted.id}.{wanted.lang}{self._suffix}.pdf", self._options.paper.size
        rights = text.rights, self._game.rights_address
        about = pdfa.Metadata(text.full_title, text.lang, text.summary, text.author, *rights)
        with self._reporting_all(text, size, wanted, name):
            document = set_pages_of(text, size).inked(InkSaver(self._options.ink))
            content = pdfa.render(document, about)
        return self._file(wanted, name, "pdf", content, pages=len(document.pages), page_mm=size)

    def _booklet(self, book: "Rulebook", wanted: _Wanted) -> OutputFile:
        """Set the book on half sheets and impose these on sheets to fold."""
        from pnp.render import pdf
        from pnp.rulebook.pages import booklet, set_pages_of

        paper = self._options.paper.size
        half = Size(paper.height / 2, paper.width)
        name = f"{BOOKLET}.{wanted.lang}{self._suffix}.pdf"
        with self._reporting_all(book, half, wanted, name):
            document = set_pages_of(book, half).inked(InkSaver(self._options.ink))
            sides = booklet([page.scene for page in document.pages])
            hints = pdf.PrintHints(book.full_title, wanted.lang, "DuplexFlipShortEdge")
            content = pdf.render(sides, hints)
        turned = Size(paper.height, paper.width)
        facts = {"pages": len(sides), "page_mm": turned, "work": SheetWork(len(sides) // 2)}
        return self._file(wanted, name, "pdf", content, duplex="short-edge", **facts)

    def _reporting_all(
        self, text: "RuleSheet | Rulebook", paper: Size, wanted: _Wanted, name: str
    ) -> AbstractContextManager[None]:
        from pnp.rulebook.texts import reporting_all

        return reporting_all(text, paper, name, (*self._texts(wanted), self.loaded.file))

    def _file(
        self, wanted: _Wanted, name: str, format: str, content: bytes, **facts: Any
    ) -> OutputFile:
        words = b"\0".join(map(self._words, self._texts(wanted)))
        facts |= {"text": f"{wanted.id}.{wanted.lang}", "text_sha256": sha256(words).hexdigest()}
        return OutputFile.of(content, f"{self._place}/{name}", "rules", wanted.id, format, **facts)

    def _inputs(self, wanted: _Wanted) -> object:
        """Return everything that a sheet or a book is made from, without missing texts."""
        texts = (text for text in self._texts(wanted) if os.path.isfile(text))
        game = self._speaking(wanted.lang)
        words = {text.name: self._words(text) for text in texts}
        pictures = list(self._pictures(words.values()))
        return game, self._options, self._wanted, words, pictures

    def _pictures(self, texts: Iterable[bytes]) -> Iterator[bytes]:
        """Yield the bytes of the pictures in texts, without missing ones."""
        from pnp.rulebook.source import pictures_in

        for text in texts:
            for _, file in pictures_in(text.decode(errors="replace"), self._folder):
                with suppress(OSError):
                    yield read_sandboxed(self._folder, file, "picture_kb")

    def _words(self, text: Path) -> bytes:
        try:
            limit = "text_kb" if text.suffix == ".md" else "definition_kb"
            return read_sandboxed(self._folder, text, limit)
        except OSError as error:
            raise RulesError(f"{text}: cannot be read: {error.strerror}") from None

    def _texts(self, wanted: _Wanted) -> list[Path]:
        """Return the text files of a sheet or a book."""
        from pnp.rulebook.source import rules_file, texts_in

        if wanted.id == BOOK:
            return list(texts_in(self._folder, wanted.lang))
        text = rules_file(self._folder, wanted.id, wanted.lang)
        if self._options.partly and not os.path.isfile(text):
            text = rules_file(self._folder, wanted.id, self._game.language)
        table = table_file(self._folder, wanted.lang)
        return [text, table] if os.path.isfile(table) else [text]


def _chosen(game: Game, options: RuleOptions) -> tuple[str, ...]:
    named = tuple(name.lower().removeprefix(f"{game.id}/") for name in options.rule_sets)
    faults = [
        no_rule_set(game.id, one, game.rule_sets) for one in named if one not in game.rule_sets
    ]
    if faults:
        raise UsageError(*within("--rule-set", faults))
    return tuple(key for key in game.rule_sets if not named or key in named)
