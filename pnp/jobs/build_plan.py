"""The plan of a build: its components drawn and laid out."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pnp.audit import too_small
from pnp.base.errors import FontError, LayoutError, UsageError
from pnp.base.geometry import Size
from pnp.base.units import did_you_mean, quoted
from pnp.base.words import ENGLISH
from pnp.components.piece import Piece, coarse_pictures
from pnp.components.registry import draw_component
from pnp.game.component import Component
from pnp.game.game import Game
from pnp.jobs.cut_files import with_marks_for
from pnp.jobs.selection import pick_pieces
from pnp.jobs.sheet_options import SheetOptions
from pnp.scene.ink import InkSaver
from pnp.sheets.layout.duplex import Duplex
from pnp.sheets.layout.marks import Marks
from pnp.sheets.layout.scheme import Orientation, Scheme, Template
from pnp.sheets.pages import SheetJob, print_job


class DrawnComponent(NamedTuple):
    """A component's pieces and their sheets; ``job`` is None without anything to print.

    ``remarks`` are for the person who prints it. ``lang`` is the chosen language, if the component
    speaks it and its usual one is another.
    """

    component_id: str
    name: str
    pieces: tuple[Piece, ...]
    job: SheetJob | None
    remarks: tuple[str, ...]
    lang: str = ""

    @property
    def size(self) -> Size:
        """The size of each piece."""
        return self.pieces[0].front.size


class BuildPlan(NamedTuple):
    """Everything a build makes.

    ``shared`` are the sheets that several components share. ``skipped`` are components with
    nothing to print, ``problems`` name what does not fit and is left out.
    """

    drawn: tuple[DrawnComponent, ...]
    shared: SheetJob | None
    skipped: tuple[str, ...]
    problems: tuple[str, ...]
    ink_saver: InkSaver


def plan_build(game: Game, options: SheetOptions) -> BuildPlan:
    """Draw and lay out every chosen component.

    Raises:
        FontError, LayoutError: If some cannot be drawn or do not fit: a line for each. A tuck
            box that does not fit the paper is left out instead.
        UsageError: If a picked piece does not exist, or several components are chosen.
    """
    drawn: list[DrawnComponent] = []
    problems: list[str] = []
    faults: list[FontError | LayoutError] = []
    ink_saver = InkSaver(options.ink)
    chosen = chosen_components(game, options)
    if options.pieces and len(chosen) > 1:
        raise UsageError(
            f"--pieces: picks from one component; name it with --only: {', '.join(chosen)}"
        )
    for component_id in chosen:
        component = game.components[component_id]
        try:
            drawn.append(_draw(game, component_id, component, options, ink_saver))
        except (FontError, LayoutError) as error:
            lines = str(error).splitlines()
            text = "\n".join(f"{game.id}, {component_id}: {line}" for line in lines)
            if component.is_optional and isinstance(error, LayoutError):
                problems.append(f"{text}; the box is left out")
            else:
                faults.append(type(error)(text))
    if faults:
        raise type(faults[0])("\n".join(map(str, faults)))
    if problems and not drawn:
        raise LayoutError("\n".join(problems))
    shared = _shared(game, drawn, options)
    skipped = () if shared else _skipped(game, drawn, options)
    return BuildPlan(tuple(drawn), shared, skipped, tuple(problems), ink_saver)


def chosen_components(game: Game, options: SheetOptions) -> tuple[str, ...]:
    """Return the ids of the chosen components, in the game's order.

    Choosing a kind includes the tuck boxes that hold nothing else. A rule set has what it needs;
    its aids are chosen by id or by kind.

    Raises:
        UsageError: If there is no such component, or no deck with this number of cards.
    """
    named = f"{game.id}/{options.rule_set}" if options.rule_set else game.id
    there = parts_of(game, options.rule_set, aids=bool(options.only or options.kind))
    check_components("--only", options.only, there, named)
    wanted = set(there)
    if options.kind:
        wanted &= set(_of_kind(game, options.kind, options.cards, there, named))
    if options.only:
        wanted &= set(options.only)
    if not wanted:
        raise UsageError(f"--only: {', '.join(options.only)}: not a {options.kind} of {named}")
    return tuple(key for key in game.components if key in wanted)


def parts_of(game: Game, rule_set: str | None, *, aids: bool) -> tuple[str, ...]:
    """Return the components that a rule set needs, or those of the game if none is named."""
    if rule_set is None:
        return tuple(game.components)
    chosen = game.rule_sets[rule_set]
    parts = {part.component for part in (chosen.parts if aids else chosen.needs)}
    return tuple(key for key in game.components if key in parts)


def aids_left_out(game: Game, options: SheetOptions) -> Iterator[str]:
    """Yield a note on the aids of a rule set of which only what it needs is made."""
    if options.rule_set is not None and not (options.only or options.kind):
        aids = [aid.component for aid in game.rule_sets[options.rule_set].aids]
        if aids:
            named = ",".join(aids)
            yield f"aids of {game.id}/{options.rule_set} are left out; --only {named} makes them"


def check_components(option: str, named: Sequence[str], there: Sequence[str], owner: str) -> None:
    """Raise UsageError if an option names components that are not there: a line for each."""
    faults = [
        f"{option}: {owner} has no component {quoted(key)}; it has: {', '.join(there)}"
        f"{did_you_mean(key, there)}"
        for key in named
        if key not in there
    ]
    if faults:
        raise UsageError("\n".join(faults))


def _of_kind(
    game: Game, kind: str, cards: int | None, there: Sequence[str], named: str
) -> tuple[str, ...]:
    counts = {
        key: game.components[key].count
        for key in there
        if game.components[key].kind == kind or (kind == "board" and game.components[key].is_board)
    }
    if not counts:
        raise UsageError(f"{named} has no {kind}; it has: {', '.join(there)}")
    chosen = {key for key, count in counts.items() if cards in (None, count)}
    if not chosen:
        known = ", ".join(map(str, sorted(set(counts.values()))))
        raise UsageError(f"--cards: {named} has no deck of {cards} cards; it has: {known}")
    boxes = {
        key
        for key, component in game.components.items()
        if component.contents and chosen.issuperset(component.contents)
    }
    return tuple(key for key in game.components if key in chosen | boxes)


def _draw(
    game: Game, component_id: str, component: Component, options: SheetOptions, ink_saver: InkSaver
) -> DrawnComponent:
    drawn = draw_component(game, component_id, folded=options.duplex is Duplex.FOLD)
    pieces = tuple(piece.inked(ink_saver) for piece in drawn)
    if options.pieces:
        pieces = pick_pieces(pieces, options.pieces, f"{game.id}, {component_id}")
    printed = pieces * options.copies
    asked = game.translated_from is not None or component.text_language == options.lang
    lang = options.lang or "" if asked else ""
    scheme = scheme_of(options, game.language)
    job: SheetJob | None = None
    has_sides = options.duplex is not Duplex.BACKS or any(piece.back for piece in pieces)
    ganged = options.gang and _can_be_ganged(component_id, pieces, scheme)
    if "pdf" in options.formats and has_sides and not ganged:
        title = f"{game.name} · {component.name}"
        if lang and not game.translated_from:
            title += f" · {lang}"
        if options.printer is not None:
            title += f" · printer {options.printer.name}"
        if options.cutter is not None:
            title += f" · cutter {options.cutter.id}"
        if component.is_board:
            from pnp.sheets.pages.board import board_job

            job = board_job(title, printed, scheme)
            _check_holds_pieces(game, component_id, job.scale)
        else:
            job = print_job(title, printed, scheme)
        if options.printer is not None:
            from pnp.sheets.pages.compensation import compensate

            job = compensate(job, options.printer)
    coarse = coarse_pictures(pieces) if game.pictures else ()
    remarks = (*(job.remarks if job else ()), *coarse)
    return DrawnComponent(component_id, component.name, pieces, job, remarks, lang)


def _can_be_ganged(component_id: str, pieces: Sequence[Piece], scheme: Scheme) -> bool:
    from pnp.sheets.pages.gang import GangedPieces, fit_shared_sheets

    return fit_shared_sheets(GangedPieces(component_id, pieces), scheme)


def _shared(game: Game, drawn: Sequence[DrawnComponent], options: SheetOptions) -> SheetJob | None:
    """Return the sheets of all components that share some; None if there are none."""
    parts = [one for one in drawn if one.job is None]
    if not (options.gang and parts and "pdf" in options.formats):
        return None
    from pnp.sheets.pages.gang import GangedPieces, gang_job

    ganged = [GangedPieces(one.component_id, one.pieces * options.copies) for one in parts]
    job = gang_job(game.name, ganged, scheme_of(options, game.language))
    if options.printer is None:
        return job
    from pnp.sheets.pages.compensation import compensate

    return compensate(job, options.printer)


def _check_holds_pieces(game: Game, board_id: str, scale: float) -> None:
    """Raise LayoutError if pieces no longer fit on a board printed at this scale."""
    faults = list(too_small(game, board_id, scale))
    if faults:
        raise LayoutError(
            f"would be {100 * scale:.0f} % of its size to fit, and then {'; '.join(faults)}; "
            "print it on several pages (--poster) or take larger paper"
        )


def _skipped(game: Game, drawn: list[DrawnComponent], options: SheetOptions) -> tuple[str, ...]:
    """Return the components that have nothing to print.

    Raises:
        LayoutError: If that leaves nothing at all.
    """
    if "pdf" not in options.formats:
        return ()
    skipped = tuple(d.component_id for d in drawn if d.job is None)
    if skipped and len(skipped) == len(drawn):
        raise LayoutError(
            f"{game.id}: {', '.join(skipped)}: no backs to print; choose another --duplex"
        )
    return skipped


def scheme_of(options: SheetOptions, lang: str = ENGLISH) -> Scheme:
    """Return the imposition scheme that the options describe, with labels in a language."""
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
