"""The rule sheets of a game in one language, with their figures as files."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, cached_property, lru_cache
from html import escape
from typing import NamedTuple

from pnp.base.errors import RulesError
from pnp.base.geometry import Size
from pnp.base.languages import language, languages
from pnp.base.units import quoted
from pnp.definitions import Loaded
from pnp.definitions.find import no_rule_set
from pnp.game.fields import id_like
from pnp.game.game import Game
from pnp.game.translation import translated
from pnp.render import svg
from pnp.rulebook.blocks import Block, Chapter, Figure, Heading, Icon, all_runs, figures_in
from pnp.rulebook.figures import FigureDrawings, on_screen
from pnp.rulebook.html import HtmlWriter
from pnp.rulebook.sheet import RuleSheet, rule_sheet
from pnp.rulebook.source import languages_of
from pnp.rulebook.untranslated import passages_left
from pnp.scene import Scene
from pnp.web.frame import NotFoundError
from pnp.web.library import Library

PIXEL = 25.4 / 96  # mm of CSS
PART = 1.3  # times as large as on paper: pictures of parts
KEPT = 4  # games in a language


class SectionLink(NamedTuple):
    """A line of a contents list."""

    id: str
    text: str


class SheetPicture(NamedTuple):
    """A picture of a rule sheet: a figure, a component or an icon, with its id there."""

    id: str
    scene: Scene
    words: str


class RuleTexts:
    """The rule sheets of a game in one language.

    ``main`` has those of the language for which figures without words are drawn.
    """

    def __init__(self, loaded: Loaded, lang: str, main: "RuleTexts | None" = None) -> None:
        self.lang = lang
        self._defined = loaded.game
        self._folder = loaded.file.parent
        self.game = _speaking(loaded, lang)
        self._main = main
        self._drawings: FigureDrawings = FigureDrawings(
            self.game, main._drawings if main is not None else None
        )
        self.sheet = cache(self._sheet)
        self.pictures = cache(self._pictures)

    @cached_property
    def languages(self) -> tuple[str, ...]:
        """The languages in which the game has rules, the main one first."""
        return languages_of(self._folder, self._defined)

    def _sheet(self, rule_set: str) -> RuleSheet:
        """Return a rule sheet whose sections have ids.

        Raises:
            NotFoundError: If there is no such rule set.
            RulesError: If its text has faults.
        """
        if rule_set not in self.game.rule_sets:
            raise NotFoundError(no_rule_set(self.game.id, rule_set, self.game.rule_sets))
        sheet = rule_sheet(self._folder, self.game, rule_set, self.lang, self._drawings)
        return sheet._replace(chapter=_with_ids(sheet.chapter))

    def untranslated(self, rule_set: str) -> int:
        """Return how many passages and sentences are still in the language of the definition."""
        left = passages_left(self._folder, self.game, rule_set)
        return left + len(self.game.untranslated or ())

    def html(self, rule_set: str, link: Callable[[str], str]) -> str:
        """Return a rule sheet as HTML; ``link`` maps the key of a picture to its link."""
        sheet = self.sheet(rule_set)
        named = self.pictures(rule_set).items()
        pictures = _LinkedPictures({one.id: link(key) for key, one in named})
        return HtmlWriter(sheet.game, language(self.lang), pictures).chapter(sheet.chapter)

    def contents(self, rule_set: str) -> tuple[SectionLink, ...]:
        """Return the sections of a rule sheet."""
        heads = (one for one in self.sheet(rule_set).blocks if isinstance(one, Heading))
        return tuple(SectionLink(one.id, one.text) for one in heads if one.level == 2 and one.id)

    def figure(self, rule_set: str, key: str) -> bytes:
        """Return a picture as SVG.

        Raises:
            NotFoundError: If the rule sheet has no picture with that key.
        """
        pictures = self.pictures(rule_set)
        if key not in pictures:
            raise NotFoundError(f"{rule_set} has no figure {quoted(key)}")
        return svg.render(pictures[key].scene, pictures[key].words)

    def _pictures(self, rule_set: str) -> Mapping[str, SheetPicture]:
        """Return the pictures of a sheet by their keys.

        A key ends in the language if the picture differs from that of the main language.
        """
        main = self._main.pictures(rule_set) if self._main else {}
        found = {}
        for one in _pictures_in(self.sheet(rule_set)):
            same = self._main is None or (one.id in main and main[one.id].scene == one.scene)
            found[one.id if same else f"{one.id}_{self.lang}"] = one
        return found


def _pictures_in(sheet: RuleSheet) -> Iterator[SheetPicture]:
    for figure in figures_in(sheet.blocks):
        yield SheetPicture(figure.id, on_screen(figure), figure.alt)
    icons = {run.icon.id: run for run in all_runs(sheet.blocks) if run.icon}
    for run in icons.values():
        assert run.icon is not None
        yield SheetPicture(run.icon.id, run.icon.scene, run.said or "")


def rule_texts(library: Library, game: str, lang: str) -> RuleTexts:
    """Return the current rule sheets of a game in a language.

    Raises:
        NotFoundError: If there is no such game, or pnp has no such language.
        PnpError: If the definition has faults.
    """
    if lang not in languages():
        raise NotFoundError(f"there are no rules in {quoted(lang)}")
    return _cached(library, game, library.version(game), lang)


@lru_cache(KEPT)
def _cached(library: Library, game: str, version: str, lang: str) -> RuleTexts:
    loaded = library.load(game)
    first = languages_of(loaded.file.parent, loaded.game)[0]
    main = None if lang == first else _cached(library, game, version, first)
    return RuleTexts(loaded, lang, main)


def _speaking(loaded: Loaded, lang: str) -> Game:
    """Return the game in a language, as far as it is translated."""
    folder, game = loaded.file.parent, loaded.game
    if lang == game.language:
        return game
    if lang in languages_of(folder, game):
        try:
            return translated(folder, loaded.speaking(lang), lang)
        except RulesError:
            pass
    return translated(folder, game, lang, partly=True)


class _LinkedPictures:
    """Pictures as separate files; ``files`` maps the ids of figures and icons to addresses."""

    styled = False

    def __init__(self, files: Mapping[str, str]) -> None:
        self._files = files

    def figure(self, figure: Figure, title: str) -> str:
        """Return a picture that is at least as large as on paper."""
        is_part, size = figure.kind == "part", on_screen(figure).size
        written = _sized(size, PART) if is_part else f'{_sized(size)} loading="lazy"'
        return f'<img src="{escape(self._files[figure.id])}"{written}{_alt(figure.alt)}>'

    def icon(self, icon: Icon, said: str, number: int) -> str:
        """Return an icon with its words for screen readers."""
        return f'<img src="{escape(self._files[icon.id])}"{_sized(icon.scene.size)}{_alt(said)}>'


def _sized(size: Size, larger: float = 1.0) -> str:
    width, height = (max(1, round(larger * length / PIXEL)) for length in size)
    return f' width="{width}" height="{height}"'


def _alt(words: str) -> str:
    return f' alt="{escape(words)}"'


def _with_ids(chapter: Chapter) -> Chapter:
    """Return a chapter whose headings all have ids, existing or new."""
    taken = {block.id for block in chapter.blocks if isinstance(block, Heading)}

    def named(blocks: Iterable[Block]) -> Iterator[Block]:
        for block in blocks:
            if isinstance(block, Heading) and not block.id:
                block = block._replace(id=_new_id(block.text, taken))
                taken.add(block.id)
            yield block

    head, text, notes = (tuple(named(part)) for part in (chapter.head, chapter.text, chapter.notes))
    return chapter._replace(head=head, text=text, notes=notes)


def _new_id(text: str, taken: Iterable[str | None]) -> str:
    wanted = id_like(text) or "section"
    names = (wanted, *(f"{wanted}-{number}" for number in range(2, 1000)))
    return next(name for name in names if name not in taken)
