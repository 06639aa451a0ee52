"""A component under any options: its pieces, its sheets, and the options that these need."""

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import replace
from itertools import zip_longest
from pathlib import Path
from typing import NamedTuple

from pnp.audit import too_small
from pnp.base.errors import LayoutError
from pnp.base.fonts import Font
from pnp.base.words import ENGLISH, piece_words
from pnp.components.piece import Piece
from pnp.components.registry import draw_component, draw_strips
from pnp.definitions import built_in_games, find_game, games_to_make, load_game
from pnp.game.component import Component
from pnp.game.game import Game
from pnp.jobs.cut_files import with_marks_for
from pnp.jobs.fewer_sheets import SheetFill, hint_at_fewer
from pnp.jobs.file_names import needed_options, words_for
from pnp.jobs.option_words import theme_word
from pnp.jobs.options import declared
from pnp.jobs.selection import pick_pieces
from pnp.jobs.sheet_options import SheetOptions
from pnp.scene import IdentityCache, Scene
from pnp.scene.ink import Ink, InkSaver
from pnp.sheets.layout.crop_marks import Marks
from pnp.sheets.layout.duplex import Duplex
from pnp.sheets.layout.scheme import Orientation, Scheme, Template
from pnp.sheets.pages import SheetJob, print_job

Games = Callable[[SheetOptions], Game]
"""Gives a game as it is under other options: with other sizes, paper or colours."""

LABELS: Font = "serif-bold"  # in the margins of sheets


def games_to_build(named: Sequence[str], options: SheetOptions) -> tuple[str, ...]:
    """Return the named games, or the default of :func:`games_to_make`.

    If the options name components, all built-in games are narrowed to those with one of them.

    Raises:
        UsageError: If a game or a rule set does not exist: a line for each.
    """
    games = games_to_make(named)
    if named or not options.only or games != built_in_games():
        return games
    having = [
        g for g in games if set(options.only) & load_game(find_game(g)).game.components.keys()
    ]
    return tuple(having) or games


def games_of(game: Game, file: Path, options: SheetOptions) -> Games:
    """Return a function that gives the game in ``file`` under any options."""

    def read(other: SheetOptions) -> Hashable:
        theme = other.theme.sha256 if other.theme and theme_word(other.theme) else None
        drawn_as = other.draft, other.falls_back, other.scale_layout
        return frozenset(other.sizes.items()), other.stock, theme, other.lang, *drawn_as

    def under(other: SheetOptions) -> Game:
        if read(other) not in known:
            how = other.sizes, other.stock, other.theme, other.lang
            drawn_as = other.draft, other.falls_back, other.scale_layout
            loaded = load_game(file, *how, *drawn_as)
            known[read(other)] = loaded.game
        return known[read(other)]

    known = {read(options): game}
    return under


# The sheets themselves name these if pieces depend on them.
LABELLED = ("sizes", "stock", "duplex", "draft")


class LaidOut(NamedTuple):
    """The pieces of a component with its sheets, if it has any.

    ``on_sheets`` and ``on_faces`` are the options that sheets and faces need. ``foregone`` maps the
    options that it was made without to the reasons. ``every`` holds all its pieces, ``printed``
    those that go on sheets.
    """

    pieces: tuple[Piece, ...]
    job: SheetJob | None
    on_sheets: SheetOptions
    on_faces: SheetOptions
    foregone: dict[str, LayoutError]
    every: tuple[Piece, ...]
    printed: tuple[Piece, ...]


class ComponentSheets:
    """Draws and lays out one component under any options."""

    def __init__(self, component_id: str, games: Games) -> None:
        self.component_id = component_id
        self._games = games
        self._made: IdentityCache[Game, dict[Hashable, tuple[Piece, ...]]] = IdentityCache()

    def pieces(self, options: SheetOptions) -> tuple[Piece, ...]:
        """Return every piece in the ink of the options."""
        game, folded = self._games(options), options.duplex is Duplex.FOLD
        made, key = self._made_of(game), (folded, options.ink)
        if key not in made:
            drawn = draw_component(game, self.component_id, folded)
            if options.ink is not Ink.FULL:
                saver = InkSaver(options.ink)
                drawn = tuple(piece.inked(saver) for piece in drawn)
            made[key] = drawn
        return made[key]

    def _made_of(self, game: Game) -> dict[Hashable, tuple[Piece, ...]]:
        """Return the cache of a game's pieces, drawn and changed."""
        return self._made.get(game, lambda _: {})

    def chosen(self, options: SheetOptions) -> tuple[Piece, ...]:
        """Return the pieces that the options pick, or all.

        Raises:
            UsageError: If there is no such piece.
        """
        pieces = self.pieces(options)
        if not options.pieces:
            return pieces
        where = f"{self._games(options).id}, {self.component_id}"
        return pick_pieces(pieces, options.pieces, where)

    def printed(self, options: SheetOptions) -> tuple[Piece, ...]:
        """Return the pieces that go on sheets: the chosen ones, or only those that changed."""
        pieces = self.chosen(options)
        if options.changed_since is None:
            return pieces
        made, key = self._made_of(self._games(options)), ("changed", options.ink, options.pieces)
        if key not in made:
            made[key] = options.changed_since.changed(self.component_id, pieces)
        return made[key]

    def lay_out(self, options: SheetOptions) -> LaidOut:
        """Return pieces and sheets, without the options that cannot apply to this component.

        Raises:
            FontError, LayoutError: If it cannot be drawn or does not fit.
            UsageError: If a picked piece does not exist.
        """
        pieces = self.chosen(options)
        applied, foregone = self._applicable(replace(options, cmyk=None))
        drawn = self.pieces(applied)
        component = self._games(options).components[self.component_id]

        def is_same(other: SheetOptions) -> bool:  # a draft is marked even without faults
            drafts = component.has_drafts or component.face
            return other.draft == applied.draft or not drafts

        on_faces = needed_options(applied, lambda o: is_same(o) and self.pieces(o) == drawn)
        on_sheets = needed_options(applied, lambda o: is_same(o) and self._same_pages(applied, o))
        on_sheets = replace(on_sheets, cmyk=options.cmyk)  # of every file
        whose = self.component_id, *component.contents
        words = [words_for(on_faces, whose, [one]) for one in LABELLED]
        if on_sheets.changed_since and applied.changed_since:
            words.append(f"changed since {applied.changed_since}")
        label = " · ".join(filter(None, words))
        job = self._hinted(self._job(applied, label), applied)
        every, printed = self.pieces(options), self.printed(options)
        return LaidOut(pieces, job, on_sheets, on_faces, foregone, every, printed)

    def _hinted(self, job: SheetJob | None, options: SheetOptions) -> SheetJob | None:
        """Return the sheets with a remark on an option that would save some, if there is one."""
        if job is None:
            return None

        def filled(other: SheetOptions) -> SheetFill | None:
            found = self._job(other)
            return SheetFill.of(found) if found is not None else None

        hint = hint_at_fewer(options, SheetFill.of(job), filled)
        return job._replace(remarks=(*job.remarks, hint)) if hint else job

    def _applicable(self, options: SheetOptions) -> tuple[SheetOptions, dict[str, LayoutError]]:
        """Return the options without those that may be dropped and with which nothing fits."""
        try:
            self._job(options)
        except LayoutError as error:
            names = [one.name for one in declared(options) if one.gives_way]
            given = [name for name in names if getattr(options, name)]
            for some in [*([name] for name in given), given]:
                fewer = _without(options, some)
                try:
                    self._job(fewer)
                except LayoutError:
                    continue
                return fewer, dict.fromkeys(some, error)
            raise
        return options, {}

    def _same_pages(self, options: SheetOptions, others: SheetOptions) -> bool:
        pages = zip_longest(self._pages(options), self._pages(others))
        return all(one == other for one, other in pages)

    def _pages(self, options: SheetOptions) -> Iterator[Scene]:
        job, saver = self._job(options), InkSaver(options.ink)
        yield from map(saver.page, job.pages() if job else ())

    def _job(self, options: SheetOptions, label: str = "") -> SheetJob | None:
        """Return the sheets; None if there are none, or if it shares them with other components.

        Raises:
            LayoutError: If the pieces do not fit.
        """
        pieces = self.printed(options)
        if not pieces or "pdf" not in options.formats or self.shares_sheets(options):
            return None
        if options.duplex is Duplex.BACKS and not any(piece.back for piece in pieces):
            return None
        game = self._games(options)
        component = game.components[self.component_id]
        printed = pieces * options.copies
        scheme = scheme_of(options, game.language, label_font(game))
        title = _title(game, component, label, options)
        if component.is_board:
            from pnp.sheets.pages.board import board_job

            job = board_job(title, printed, scheme)
            if options.strips and job.poster is not None:
                job = self._in_strips(title, scheme, options, job)
            job = _check_holds_pieces(game, self.component_id, job, options)
        else:
            job = print_job(title, printed, scheme)
        if options.printer is None:
            return job
        from pnp.sheets.pages.compensation import compensate

        return compensate(job, options.printer)

    def _in_strips(
        self, title: str, scheme: Scheme, options: SheetOptions, poster: SheetJob
    ) -> SheetJob:
        """Return the sheets of a board's strips, or the poster if that takes no more sheets."""
        from pnp.sheets.pages.gang import gang_job, in_strips

        saver = InkSaver(options.ink)
        drawn = draw_strips(self._games(options), self.component_id)
        ways = [[strip.inked(saver) for strip in way] * options.copies for way in drawn]
        strips = in_strips(self.component_id, ways, scheme, poster.sheet_count)
        return gang_job(title, strips, scheme) if strips else poster

    def shares_sheets(self, options: SheetOptions) -> bool:
        """Return whether its pieces are printed on sheets with those of other components."""
        pieces = self.printed(options)
        if not (options.gang and pieces and "pdf" in options.formats):
            return False
        from pnp.sheets.pages.gang import GangedPieces, fit_shared_sheets

        game = self._games(options)
        scheme = scheme_of(options, game.language, label_font(game))
        return fit_shared_sheets(GangedPieces(self.component_id, pieces), scheme)


def language_of(game: Game, component: Component, options: SheetOptions) -> str:
    """Return the chosen language if the component has it and its usual one differs."""
    speaks = game.translated_from is not None or component.text_language == options.lang
    return options.lang or "" if speaks else ""


def _title(game: Game, component: Component, label: str, options: SheetOptions) -> str:
    """Return the title of sheets: game, component, and what distinguishes them."""
    lang = "" if game.translated_from else language_of(game, component, options)
    words = piece_words(game.language).sheets
    printer = words["printer"].format(name=options.printer.name) if options.printer else ""
    cutter = words["cutter"].format(name=options.cutter.id) if options.cutter else ""
    return " · ".join(filter(None, (game.name, component.name, lang, label, printer, cutter)))


def _without(options: SheetOptions, names: list[str]) -> SheetOptions:
    if "template" in names:
        options = replace(options, template=None, paper=options.sheet)
    return replace(options, skip=()) if "skip" in names else options


def _check_holds_pieces(
    game: Game, board_id: str, job: SheetJob, options: SheetOptions
) -> SheetJob:
    """Return the sheets of a board, with a remark on pieces that no longer fit if that is allowed.

    Raises:
        LayoutError: If pieces no longer fit on it, and neither --unchecked nor --draft allows it.
    """
    faults = "; ".join(too_small(game, board_id, job.scale)) if job.scale < 1 else ""
    if not faults:
        return job
    percent = f"{100 * job.scale:.0f} % of its size"
    if options.unchecked or options.draft:
        return job._replace(remarks=(*job.remarks, f"at {percent} {faults}"))
    raise LayoutError(
        f"would shrink to {percent} to fit, and then {faults}; print it on several pages "
        "(--poster), use larger paper, or add --unchecked for a proof"
    )


def label_font(game: Game) -> Font:
    """Return the font of labels in the margins of sheets, with the game's fallbacks."""
    return game.font("serif-bold")


def scheme_of(options: SheetOptions, lang: str = ENGLISH, font: Font = LABELS) -> Scheme:
    """Return the imposition scheme for the options, with labels in a language."""
    marks = Marks(
        options.marks,
        width=options.mark_width,
        sides=options.mark_sides,
        numbered=options.cut_order,
    )
    if options.mark_length is not None:
        marks = marks._replace(length=options.mark_length)
    scheme = Scheme(
        paper=options.sheet.size,
        duplex=options.duplex,
        fit=options.fit,
        skip=options.skip,
        marks=marks,
        rounded=options.rounded,
        lang=lang,
        font=font,
    )
    if (page := options.template) is not None:
        slots = Template(
            page.id,
            page.page,
            page.places,
            precut=page.stock != "plain",
            round=page.shape == "circle",
            adhesive=page.stock == "adhesive",
        )
        return scheme._replace(template=slots)
    scheme = scheme._replace(
        orientation=options.orientation, margin=options.margin, gap=options.gap
    )
    if options.cutter is None:
        return scheme
    if options.printer is not None and options.orientation is Orientation.AUTO:
        # Sheets for a measured printer are turned to portrait, and the cut lines must fit them.
        scheme = scheme._replace(orientation=Orientation.PORTRAIT)
    return with_marks_for(options.cutter, scheme)
