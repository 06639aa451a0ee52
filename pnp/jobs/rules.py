"""Make the rule sheets and the rulebook of a game."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, partial
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from pnp.base.errors import FontError, LayoutError, RulesError, UsageError
from pnp.base.files import read_sandboxed
from pnp.base.geometry import Size
from pnp.definitions import Loaded, find_game, load_game
from pnp.game.game import Game
from pnp.game.paper import PAPERS, Paper, parse_paper
from pnp.jobs.kept import Kept
from pnp.jobs.manifest import write_manifest
from pnp.jobs.output import must_be_apart, staging
from pnp.jobs.words import one_of, words_of
from pnp.records.manifest import NAME, MadeFile

if TYPE_CHECKING:
    from pnp.rulebook import Rulebook, RuleSheet

RULE_FORMATS = ("pdf", "html", "md")
BOOK, BOOKLET = "rulebook", "rulebook-booklet"


class RuleOptions(NamedTuple):
    """Which sheets, in which languages and forms.

    Without a rule set named it is all of them, and the rulebook, which may be wanted alone;
    without languages it is those that the game has texts in. A ``booklet`` is made of the
    rulebook besides.
    """

    out: Path = Path("output")
    rule_sets: tuple[str, ...] = ()
    languages: tuple[str, ...] = ()
    formats: tuple[str, ...] = RULE_FORMATS
    paper: Paper = Paper("a4", PAPERS["a4"])
    book_alone: bool = False
    booklet: bool = False


class MadeRules(NamedTuple):
    """The rule sheets of a game, whose paths start at ``folder``; ``anew`` those that are other."""

    name: str
    folder: Path
    files: tuple[MadeFile, ...]
    anew: tuple[str, ...] = ()


def make_rules(name: str, options: RuleOptions, kept: Kept | None = None) -> MadeRules:
    """Make the rules of the game of that id or path.

    What is ``kept`` of the last time is not made again if the game and its texts are the same.

    Raises:
        PnpError: If the definition or a text has faults; all faults of the texts at once.
    """
    loaded = load_game(find_game(name))
    game, folder = loaded.game, options.out / loaded.game.id
    must_be_apart(folder, loaded.file)
    source = _Source(loaded, options)
    kept = kept or Kept()
    kept.next()
    made: dict[str, tuple[MadeFile, bytes]] = {}
    faults: list[str] = []
    for one in source.wanted():
        try:
            make: Callable[[], list[tuple[MadeFile, bytes]]] = partial(list, source.files(one))
            made |= {file.path: (file, c) for file, c in kept.made(one, source.words(one), make)}
        except RulesError as error:
            faults += str(error).splitlines()
    if faults:
        raise RulesError("\n".join(dict.fromkeys(faults)))
    if not made:
        raise RulesError(f"{game.id} has no rule sets, and a rulebook is made as pdf and html")
    files = [file for file, _ in made.values()]
    with staging(folder) as staged:
        for file, content in made.values():
            staged.write(file.path, content)
        manifest, _ = write_manifest(game.id, game.name, loaded.sha256, files, folder)
        staged.write(NAME, manifest)
    return MadeRules(game.name, folder, tuple(files), tuple(staged.anew))


def read_rule_options(
    out: Path,
    rule_set: list[str],
    lang: str | None,
    format: str,
    paper: str,
    book_alone: bool,
    booklet: bool,
) -> RuleOptions:
    """Read choices as they are written on the command line.

    Raises:
        UsageError: If one of them means nothing, saying what would be right.
    """
    from pnp.rulebook.languages import languages

    formats = tuple(one_of("--format", w, RULE_FORMATS) for w in words_of("--format", format))
    if book_alone and formats == ("md",) and not booklet:
        raise UsageError("--rulebook: is made as pdf and html, not as md")
    codes = words_of("--lang", lang) if lang is not None else ()
    known = languages()
    for flag, given in (("--rulebook", book_alone), ("--booklet", booklet)):
        if given and rule_set:
            raise UsageError(f"{flag}: a rulebook has all rule sets; leave out --rule-set")
    return RuleOptions(
        out,
        tuple(rule_set),
        tuple(one_of("--lang", code, known) for code in codes),
        formats,
        parse_paper(paper),
        book_alone,
        booklet,
    )


class _Wanted(NamedTuple):
    """A rule set, or the rulebook under :data:`BOOK`, in one language."""

    id: str
    lang: str


class _Source:
    """A game's folder, and what is to be made of it."""

    def __init__(self, loaded: Loaded, options: RuleOptions) -> None:
        self._folder, self._game, self._options = loaded.file.parent, loaded.game, options
        self._chosen = _chosen(loaded.game, options)
        self._speaking = cache(loaded.speaking)

    def wanted(self) -> Iterator[_Wanted]:
        """Yield the sheets, and the rulebooks if no rule set was named."""
        from pnp.rulebook.source import languages_of

        there = languages_of(self._folder, self._game)
        for lang in self._options.languages or there:
            if lang not in there:
                known = ", ".join(there)
                raise RulesError(f"{self._game.id} has no texts in {lang!r}; it has: {known}")
            if not self._options.book_alone:
                yield from (_Wanted(rule_set, lang) for rule_set in self._chosen)
            if not self._options.rule_sets:
                yield _Wanted(BOOK, lang)

    @property
    def _suffix(self) -> str:
        """What tells files for other paper than A4 apart."""
        paper = self._options.paper.name
        return "" if paper == "a4" else f"-{paper}"

    def files(self, wanted: _Wanted) -> Iterator[tuple[MadeFile, bytes]]:
        """Yield every file of a sheet or a book.

        Raises:
            RulesError: If the text has faults, or something in it cannot be set on a page.
        """
        if wanted.id == BOOK:
            yield from self._book(wanted)
        else:
            yield from self._sheet(wanted)

    def _sheet(self, wanted: _Wanted) -> Iterator[tuple[MadeFile, bytes]]:
        from pnp.render import svg
        from pnp.rulebook import Figure, figure_file, render_html, render_markdown, rule_sheet

        sheet = rule_sheet(self._folder, self._speaking(wanted.lang), wanted.id, wanted.lang)
        for format in self._options.formats:
            name = f"{wanted.id}.{wanted.lang}.{format}"
            if format == "pdf":
                name = f"{wanted.id}.{wanted.lang}{self._suffix}.pdf"
                yield self._pdf(sheet, wanted, name, self._options.paper.size)
            else:
                render = render_html if format == "html" else render_markdown
                yield self._file(wanted, name, format, render(sheet))
        if "md" in self._options.formats:
            for figure in sheet.blocks:
                if isinstance(figure, Figure):
                    drawn = svg.render(figure.scene, figure.alt)
                    yield self._file(wanted, figure_file(sheet, figure), "svg", drawn)

    def _book(self, wanted: _Wanted) -> Iterator[tuple[MadeFile, bytes]]:
        from pnp.rulebook import render_html, rulebook

        book = rulebook(self._folder, self._speaking(wanted.lang), wanted.lang)
        if "pdf" in self._options.formats:
            name = f"{BOOK}.{wanted.lang}{self._suffix}.pdf"
            yield self._pdf(book, wanted, name, self._options.paper.size)
        if "html" in self._options.formats:
            yield self._file(wanted, f"{BOOK}.{wanted.lang}.html", "html", render_html(book))
        if self._options.booklet:
            yield self._booklet(book, wanted)

    def _pdf(
        self, text: "RuleSheet | Rulebook", wanted: _Wanted, name: str, size: Size
    ) -> tuple[MadeFile, bytes]:
        from pnp.render import pdfa
        from pnp.rulebook.pages import set_pages_of

        about = pdfa.Metadata(
            text.full_title,
            text.lang,
            text.summary,
            text.author,
            text.rights,
            self._game.rights_uri,
        )
        with _naming(name):
            document = set_pages_of(text, size)
            content = pdfa.render(document, about)
        made, _ = self._file(wanted, name, "pdf", content)
        return made._replace(pages=len(document.pages), page_mm=size), content

    def _booklet(self, book: "Rulebook", wanted: _Wanted) -> tuple[MadeFile, bytes]:
        """Set the book on halves of the paper and put these on sheets to fold."""
        from pnp.render import pdf
        from pnp.rulebook.pages import set_pages_of
        from pnp.sheets.pages.booklet import booklet

        paper = self._options.paper.size
        half = Size(paper.height / 2, paper.width)
        name = f"{BOOKLET}.{wanted.lang}{self._suffix}.pdf"
        with _naming(name):
            sides = booklet([page.scene for page in set_pages_of(book, half).pages])
            hints = pdf.PrintHints(book.full_title, wanted.lang, "DuplexFlipShortEdge")
            content = pdf.render(sides, hints)
        made, _ = self._file(wanted, name, "pdf", content)
        size = Size(paper.height, paper.width)
        return made._replace(pages=len(sides), page_mm=size, duplex="short-edge"), content

    def _file(
        self, wanted: _Wanted, name: str, format: str, content: bytes
    ) -> tuple[MadeFile, bytes]:
        texts = self._texts(wanted)
        made = MadeFile(
            f"rules/{name}",
            "rules",
            wanted.id,
            format,
            pieces=1,
            piece_mm=None,
            sha256=sha256(content).hexdigest(),
            text=f"{wanted.id}.{wanted.lang}",
            text_sha256=sha256(b"\0".join(map(self._words, texts))).hexdigest(),
        )
        return made, content

    def words(self, wanted: _Wanted) -> object:
        """Return all that a sheet or a book is made of, but what is not there."""
        texts = (text for text in self._texts(wanted) if text.is_file())
        game = self._speaking(wanted.lang)
        return game, self._options, [(text.name, self._words(text)) for text in texts]

    def _words(self, text: Path) -> bytes:
        try:
            limit = "text_kb" if text.suffix == ".md" else "definition_kb"
            return read_sandboxed(self._folder, text, limit)
        except OSError as error:
            raise RulesError(f"{text}: cannot be read: {error.strerror}") from None

    def _texts(self, wanted: _Wanted) -> list[Path]:
        """Return the files of words behind a sheet or a book."""
        from pnp.rulebook.source import rules_file
        from pnp.rulebook.translation import table_file

        if wanted.id == BOOK:
            found = (self._folder / "rules").glob(f"*.{wanted.lang}.*")
            return sorted(text for text in found if text.suffix in (".md", ".toml"))
        text = rules_file(self._folder, wanted.id, wanted.lang)
        table = table_file(self._folder, wanted.lang)
        return [text, table] if table.is_file() else [text]


@contextmanager
def _naming(name: str) -> Iterator[None]:
    """Say which file it is whose text cannot be set."""
    try:
        yield
    except (LayoutError, FontError) as error:
        raise RulesError(f"{name}: {error}") from None


def _chosen(game: Game, options: RuleOptions) -> tuple[str, ...]:
    named = tuple(name.removeprefix(f"{game.id}/") for name in options.rule_sets)
    for name in named:
        if name not in game.rule_sets:
            known = ", ".join(game.rule_sets) or "none"
            raise UsageError(f"--rule-set: {game.id} has no rule set {name!r}; it has: {known}")
    return tuple(key for key in game.rule_sets if not named or key in named)
