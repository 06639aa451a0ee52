"""A component drawn, and laid out on its sheets."""

from collections.abc import Container, Iterable, Iterator
from dataclasses import replace

from pnp.audit import too_small
from pnp.base.errors import LayoutError
from pnp.base.fonts import Font
from pnp.base.languages import ENGLISH, piece_words
from pnp.components.piece import Piece, coarse_pictures
from pnp.components.registry import draw_component, draw_strips
from pnp.game.component import Component
from pnp.game.game import Game
from pnp.make.file_names import chosen_words
from pnp.make.selection import pick_pieces
from pnp.scene.ink import Ink, InkSaver
from pnp.sheets.fewer_sheets import SheetFill, hint_at_fewer
from pnp.sheets.layout.crop_marks import Marks
from pnp.sheets.layout.scheme import Duplex, Orientation, Scheme, Template
from pnp.sheets.options import SheetOptions
from pnp.sheets.pages import SheetJob, print_job
from pnp.sheets.pages.job import DrawnComponent
from pnp.sheets.pages.print import imposed

LABELS: Font = "serif-bold"  # in the margins of sheets
LABELLED = ("sizes", "stock", "duplex", "draft")  # sheets name these options themselves


def drawn_component(game: Game, component_id: str, options: SheetOptions) -> DrawnComponent:
    """Draw a component of a game that was read under these options.

    Raises:
        FontError, LayoutError: If it cannot be drawn.
        UsageError: If a picked piece does not exist.
    """
    every = draw_component(game, component_id, options.duplex is Duplex.FOLD)
    pieces = printed = every = with_look(every, options)
    if options.pieces:
        pieces = printed = pick_pieces(every, options.pieces, f"{game.id}, {component_id}")
    if options.changed_since is not None:
        printed = options.changed_since.changed(component_id, pieces)
    component = game.components[component_id]
    lang = language_of(game, component, options)
    return DrawnComponent(component_id, component.name, pieces, every, printed, lang=lang)


def with_look(pieces: Iterable[Piece], options: SheetOptions) -> tuple[Piece, ...]:
    """Return pieces as they are printed under these options: in full ink, or with less."""
    if options.ink is Ink.FULL:
        return tuple(pieces)
    saver = InkSaver(options.ink)
    return tuple(piece.inked(saver) for piece in pieces)


def laid_out(game: Game, drawn: DrawnComponent, options: SheetOptions) -> DrawnComponent:
    """Return a component with its sheets, if it has any of its own.

    Options that cannot apply to them are left out.

    Raises:
        LayoutError: If its pieces do not fit.
    """
    foregone: dict[str, LayoutError] = {}
    try:
        job = _job(game, drawn, options)
    except LayoutError as error:
        for names in _may_be_left_out(options):
            fewer = without(options, names)
            try:
                job = _job(game, drawn, fewer)
            except LayoutError:
                continue
            options, foregone = fewer, dict.fromkeys(names, error)
            break
        else:
            raise
    coarse = coarse_pictures(drawn.pieces) if game.pictures else ()
    remarks = [*coarse, *(remark for piece in drawn.pieces for remark in piece.remarks)]
    if job is not None:
        fill = SheetFill.of(job.layout, job.sheet_count)
        hint = hint_at_fewer(options, fill, lambda other: _fill(game, drawn, other))
        remarks[:0] = *job.remarks, *filter(None, [hint])
        job = job.inked(InkSaver(options.ink))
    return drawn._replace(job=job, foregone=foregone, remarks=tuple(remarks))


def _may_be_left_out(options: SheetOptions) -> Iterator[list[str]]:
    names = [name for name in ("skip", "template") if getattr(options, name)]
    yield from ([name] for name in names)
    if len(names) > 1:
        yield names


def without(options: SheetOptions, names: Container[str]) -> SheetOptions:
    """Return the options without a template, whose paper stays, or slots to skip."""
    if "template" in names:
        options = replace(options, template=None, paper=options.sheet)
    return replace(options, skip=()) if "skip" in names else options


def _job(game: Game, drawn: DrawnComponent, options: SheetOptions) -> SheetJob | None:
    """Return the sheets; None if there are none, or if it shares them with other components.

    Raises:
        LayoutError: If the pieces do not fit.
    """
    pieces = drawn.printed
    if not pieces or "pdf" not in options.formats or shares_sheets(game, drawn, options):
        return None
    if options.duplex is Duplex.BACKS and not any(piece.back for piece in pieces):
        return None
    component = game.components[drawn.component_id]
    printed = pieces * options.copies
    scheme = scheme_of(options, game.language, label_font(game))
    title = sheet_title(game, component, options)
    if component.is_board:
        from pnp.sheets.pages.board import board_job

        job = board_job(title, printed, scheme)
        if options.fit is None and job.poster is not None:
            job = _in_strips(game, drawn.component_id, title, scheme, options, job)
        job = _check_holds_pieces(game, drawn.component_id, job, options)
    else:
        job = print_job(title, printed, scheme)
    if options.printer is None:
        return job
    from pnp.sheets.pages.compensation import compensate

    return compensate(job, options.printer)


def _fill(game: Game, drawn: DrawnComponent, options: SheetOptions) -> SheetFill | None:
    """Return how its sheets would be filled under other options; None if it had none."""
    component = game.components[drawn.component_id]
    if component.is_board or options.gang or options.printer is not None:
        job = _job(game, drawn, options)
        return None if job is None else SheetFill.of(job.layout, job.sheet_count)
    scheme = scheme_of(options, game.language, label_font(game))
    pieces = drawn.printed * options.copies
    imposition = imposed(sheet_title(game, component, options), pieces, scheme).imposition
    return SheetFill.of(imposition, imposition.sheets)


def _in_strips(
    game: Game,
    component_id: str,
    title: str,
    scheme: Scheme,
    options: SheetOptions,
    poster: SheetJob,
) -> SheetJob:
    """Return the sheets of a board's strips, or the poster if that takes no more sheets."""
    from pnp.sheets.pages.gang import gang_job, in_strips

    ways = [with_look(way, options) * options.copies for way in draw_strips(game, component_id)]
    scheme = scheme._replace(paper=scheme.pages[0])
    strips = in_strips(component_id, ways, scheme, poster.sheet_count)
    return gang_job(title, strips, scheme) if strips else poster


def shares_sheets(game: Game, drawn: DrawnComponent, options: SheetOptions) -> bool:
    """Return whether pieces are printed on sheets with those of other components."""
    pieces = drawn.printed
    if not (options.gang and pieces and "pdf" in options.formats):
        return False
    from pnp.sheets.pages.gang import GangedPieces, fit_shared_sheets

    scheme = scheme_of(options, game.language, label_font(game))
    return fit_shared_sheets(GangedPieces(drawn.component_id, pieces), scheme)


def language_of(game: Game, component: Component, options: SheetOptions) -> str:
    """Return the chosen language if the component has it and its usual one differs."""
    speaks = game.translated_from is not None or component.text_language == options.lang
    return options.lang or "" if speaks else ""


def sheet_title(game: Game, component: Component | None, options: SheetOptions) -> str:
    """Return the title of sheets: game, component if it is one, and what distinguishes them."""
    chosen = chosen_words(options, "sheets")
    label = [chosen[name] for name in LABELLED if name in chosen]
    if options.changed_since:
        label.append(f"changed since {options.changed_since}")
    name, lang = component.name if component else "", ""
    if component is not None and not game.translated_from:
        lang = language_of(game, component, options)
    words = piece_words(game.language).sheets
    printer = words["printer"].format(name=options.printer.name) if options.printer else ""
    cutter = words["cutter"].format(name=options.cutter.id) if options.cutter else ""
    return " · ".join(filter(None, (game.name, name, lang, *label, printer, cutter)))


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
        fit=bool(options.fit),
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
    from pnp.sheets.cut_files import with_marks_for

    if options.printer is not None and options.orientation is Orientation.AUTO:
        # Sheets for a measured printer are turned to portrait, and the cut lines must fit them.
        scheme = scheme._replace(orientation=Orientation.PORTRAIT)
    return with_marks_for(options.cutter, scheme)
