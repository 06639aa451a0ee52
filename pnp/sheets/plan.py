"""The plan of a build: the chosen games, and their components drawn and laid out."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace

from pnp.base.errors import FontError, LayoutError, OptionError, PnpError, UsageError, first_faults
from pnp.base.geometry import Size
from pnp.base.messages import Message, within
from pnp.base.units import dimensions
from pnp.base.workplace import each
from pnp.definitions import Loaded, built_in_games, games_to_make, load_game, load_named
from pnp.definitions.find import ids_in, split_rule_set
from pnp.game.component import Component
from pnp.game.game import Game
from pnp.make.output_options import game_options
from pnp.make.selection import check_components, parts_of
from pnp.scene import Scene
from pnp.scene.ink import InkSaver
from pnp.sheets.changed import EarlierFaces
from pnp.sheets.component_sheets import (
    drawn_component,
    label_font,
    laid_out,
    scheme_of,
    shares_sheets,
    sheet_title,
)
from pnp.sheets.fewer_sheets import SheetFill, hint_at_fewer, size_words, smaller_sizes
from pnp.sheets.layout.imposition import Imposition
from pnp.sheets.layout.scheme import Duplex
from pnp.sheets.options import SheetOptions
from pnp.sheets.pages.job import DrawnComponent, SheetJob, SheetPlan

FEW = 3  # times as many pieces are on the fullest sheet


def games_to_build(named: Sequence[str], options: SheetOptions) -> tuple[str, ...]:
    """Return the named games, or the default of :func:`games_to_make`.

    If the options name components, all built-in games are narrowed to those with one of them.

    Raises:
        UsageError: If a game or a rule set does not exist: a line for each.
    """
    games = games_to_make(named)
    if named or not options.only or games != built_in_games():
        return games
    only = set(options.only)
    return tuple(g for g in games if only & {*ids_in(g, "components")}) or games


def read_build(name: str, options: SheetOptions) -> tuple[Loaded, SheetOptions]:
    """Load a game or a rule set; return it with the options completed for it."""
    if options.rule_set is not None and split_rule_set(name)[1] is None:
        name = f"{name}/{options.rule_set}"
    loaded, rule_set = load_named(name, **game_options(options))
    options = replace(options, rule_set=rule_set)
    chosen_components(loaded.game, options)
    return loaded, options


def plan_build(game: Game, options: SheetOptions) -> SheetPlan:
    """Draw and lay out every chosen component of a game that was read under these options.

    Raises:
        FontError, LayoutError: If some cannot be drawn or do not fit: a line for each. A tuck box
            that does not fit the paper is left out instead.
        UsageError: If a picked piece does not exist, or several components are chosen.
    """
    drawn, problems = _drawn(game, options)
    drawn, shared = _sharing(game, drawn, options)
    skipped = _skipped(game, drawn, options)
    notes = [*_foregone(drawn)]
    of_wood = wooden(game, parts_of(game, options.rule_set, aids=False))
    if of_wood and not (options.only or options.kind):
        notes.append(Message("of_wood", names=", ".join(of_wood)))
    if options.changed_since is not None:
        notes += _change_notes(drawn, options.changed_since)
    return SheetPlan(tuple(drawn), shared, skipped, problems, tuple(notes))


def _drawn(game: Game, options: SheetOptions) -> tuple[list[DrawnComponent], tuple[str, ...]]:
    """Draw and lay out components; return them, and those that do not fit as problems.

    Raises:
        FontError, LayoutError: If a component does not fit, or none can use an option that may be
            left out: a line for each.
    """
    found: list[DrawnComponent] = []
    problems: list[str] = []
    faults: list[FontError | LayoutError] = []
    left_out: list[FontError | LayoutError] = []
    for key in each(chosen_components(game, options)):
        try:
            found.append(laid_out(game, drawn_component(game, key, options), options))
        except (FontError, LayoutError) as error:
            located = _about(game, key, error, options.lang)
            if game.components[key].is_optional and isinstance(error, LayoutError):
                left_out.append(located)
                problems += (_left_out("box_left_out", one) for one in located.faults)
            elif options.draft:
                left_out.append(located)
                problems += (_left_out("left_out", one, component=key) for one in located.faults)
            else:
                faults.append(located)
    printed = [one for one in found if one.job is not None]
    for name in printed[0].foregone if printed else ():
        if all(name in one.foregone for one in printed):
            faults += [
                _about(game, one.component_id, one.foregone[name], options.lang) for one in printed
            ]
    if options.draft:
        problems += (line for one in faults for line in one.faults)
        faults = []
    for one in found:
        problems += _faults_of(game, one, options.lang)
    if faults:
        raise _worst(faults)(*dict.fromkeys(line for one in faults for line in one.faults))
    if left_out and not found:
        raise _worst(left_out)(*problems)
    return found, tuple(problems)


def _worst(faults: Sequence[FontError | LayoutError]) -> type[FontError | LayoutError]:
    """Return the kind of error with the highest exit status."""
    return type(max(faults, key=lambda one: one.status))


def _about(
    game: Game, component_id: str, error: FontError | LayoutError, lang: str | None
) -> FontError | LayoutError:
    """Return an error whose lines name the component, and the language if given."""
    named = {"game": game.id, "component": component_id}
    about = Message("component_in", lang=lang, **named) if lang else Message("component", **named)
    return type(error)(*within(about, error.faults))


def _left_out(key: str, line: str, **values: str) -> str:
    """Return a fault that says what is left out because of it."""
    if isinstance(line, Message):
        return Message(key, line.at, why=line.moved(), **values)
    return Message(key, why=line, **values)


def _faults_of(game: Game, drawn: DrawnComponent, lang: str | None) -> list[str]:
    """Return the faults of the pieces in a draft: a line for each."""
    faults = LayoutError(*(f for p in drawn.pieces for f in p.faults))
    if not faults.faults:
        return []
    located = _about(game, drawn.component_id, faults, lang)
    return first_faults(list(located.faults), game.id)


def _change_notes(drawn: Sequence[DrawnComponent], earlier: EarlierFaces) -> Iterator[str]:
    """Yield notes on how many pieces changed, and which components did not."""
    new = [one.component_id for one in drawn if one.component_id not in earlier.known]
    if new:
        yield Message("no_earlier_faces", earlier=str(earlier), names=", ".join(new))
    same = [one.component_id for one in drawn if not one.printed]
    for one in drawn:
        if one.component_id not in (*same, *new):
            printed, every = (sum(p.copies for p in some) for some in (one.printed, one.pieces))
            yield Message("changed", one.component_id, n=printed, many=every, earlier=str(earlier))
    if same:
        yield Message("unchanged", earlier=str(earlier), names=", ".join(same))


def _foregone(drawn: Sequence[DrawnComponent]) -> Iterator[str]:
    """Yield a line for each component made without an option."""
    for one in drawn:
        for name, error in one.foregone.items():
            why = [line.moved() if isinstance(line, Message) else line for line in error.faults]
            yield Message("made_without", one.component_id, option=name, why=why[0])


def chosen_components(game: Game, options: SheetOptions) -> tuple[str, ...]:
    """Return the ids of the chosen components, in the game's order.

    Choosing a kind includes the tuck boxes that hold nothing else. A rule set has the components
    that it needs; its aids are chosen by id or by kind.

    Raises:
        UsageError: If there is no such component, or no deck with this number of cards, or pieces
            are picked from several components.
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
        only = ", ".join(options.only)
        raise UsageError(Message("not_a", "--only", only=only, kind=options.kind, owner=named))
    of_wood = wooden(game, options.only or tuple(key for key in game.components if key in wanted))
    if of_wood and (options.only or len(of_wood) == len(wanted)):
        raise UsageError(
            Message("of_wood", "--only" if options.only else "", names=", ".join(of_wood))
        )
    chosen = tuple(key for key in game.components if key in wanted and key not in of_wood)
    if options.pieces and len(chosen) > 1:
        raise UsageError(Message("pieces_of_one", "--pieces", known=tuple(chosen)))
    return chosen


def wooden(game: Game, among: Sequence[str]) -> tuple[str, ...]:
    """Return the components that are of wood alone, which no sheet has."""
    return tuple(key for key in among if game.components[key].made_of_wood)


def aids_left_out(game: Game, options: SheetOptions) -> Iterator[str]:
    """Yield a note on the aids of a rule set that are not made."""
    if options.rule_set is not None and not (options.only or options.kind):
        aids = [aid.component for aid in game.rule_sets[options.rule_set].aids]
        if aids:
            about = {"game": game.id, "rule_set": options.rule_set}
            yield Message("no_aids", names=",".join(aids), **about)


def _of_kind(
    game: Game, kind: str, cards: int | None, there: Sequence[str], named: str
) -> tuple[str, ...]:
    counts = {key: game.components[key].count for key in there if _is_a(game.components[key], kind)}
    if not counts:
        raise UsageError(Message("no_kind", owner=named, kind=kind, known=tuple(there)))
    chosen = {key for key, count in counts.items() if cards in (None, count)}
    if not chosen:
        known = ", ".join(map(str, sorted(set(counts.values()))))
        raise UsageError(Message("no_deck", "--cards", owner=named, n=cards, known=known))
    boxes = {
        key
        for key, component in game.components.items()
        if component.contents and chosen.issuperset(component.contents)
    }
    return tuple(key for key in game.components if key in chosen | boxes)


def _is_a(component: Component, kind: str) -> bool:
    """Return whether a component is of a kind; any board is a board, any cards are a deck."""
    if kind == "board" and component.is_board:
        return True
    return component.kind == kind or (kind == "deck" and component.tabletop_shape == "deck")


def _sharing(
    game: Game, drawn: list[DrawnComponent], options: SheetOptions
) -> tuple[list[DrawnComponent], SheetJob | None]:
    """Return the components, and the sheets that they share, which replace their own."""
    if options.may_gang:
        fronts = replace(options, duplex=Duplex.FRONTS)  # which backs must lie behind
        backs = options.duplex is Duplex.BACKS
        apart = [laid_out(game, one, fronts) for one in drawn] if backs else drawn
        ganged = replace(options, gang=True)
        with suppress(LayoutError):
            together = [laid_out(game, one, ganged) for one in drawn]
            shared = _shared(game, together, ganged)
            if _sheets(together, shared) < _sheets(apart, None):
                return together, shared
    return drawn, _shared(game, drawn, options)


def _sheets(drawn: Sequence[DrawnComponent], shared: SheetJob | None) -> int:
    return SheetPlan(tuple(drawn), shared).work.sheets


def hint_at_smaller_cards(loaded: Loaded, plan: SheetPlan, options: SheetOptions) -> Message | None:
    """Return the size of cards that saves a sheet, if some sheet holds few pieces.

    That size was tried: the game was read, drawn and laid out once more with it.
    """
    game = loaded.game
    printed = {one.component_id: one for one in plan.drawn if one.printed}
    decks = {key: one for key, one in printed.items() if _is_deck(game.components[key])}
    shared = plan.shared if any(one.job is None for one in decks.values()) else None
    parts = [one for key, one in printed.items() if key in decks or (shared and one.job is None)]
    here, sizes = SheetPlan(tuple(parts), shared), {one.size for one in decks.values()}
    decided = options.template or options.pieces or options.changed_since
    if options.tried or decided or options.sizes.keys() - {""}:
        return None
    if len(sizes) != 1 or not _holds_few(here):
        return None
    trying = replace(options, only=tuple(one.component_id for one in parts), tried=True)
    now, smaller = here.work.sheets, smaller_sizes(sizes.pop())

    def saves(size: Size) -> bool:
        blank = (_blank(one, size) if one.component_id in decks else one for one in parts)
        return (
            _sheets(*_sharing(game, [laid_out(game, one, trying) for one in blank], trying)) < now
        )

    try:
        if not smaller or not saves(smaller[-1]):
            return None
        size = next(filter(saves, smaller))
        chosen = replace(trying, sizes={"": dimensions(*size)})
        resized = load_game(loaded.file, **game_options(chosen)).game
        found = plan_build(resized, chosen).work.sheets
    except PnpError:
        return None
    return size_words(", ".join(decks), found, now, dimensions(*size)) if found < now else None


def _is_deck(component: Component) -> bool:
    return component.is_card and not component.from_layout


def _holds_few(plan: SheetPlan) -> bool:
    """Return whether a sheet holds few pieces compared with the fullest."""
    counts = [[sum(block.pieces for block in sheet.blocks) for sheet in plan.gang.sheets]]
    for _, job in plan.own:
        slots = len(job.layout.grid.slots) if isinstance(job.layout, Imposition) else 1
        counts.append([slots, job.piece_count % slots or slots] if job.sheet_count > 1 else [])
    return any(FEW * min(some) <= max(some) for some in counts if some)


def _blank(drawn: DrawnComponent, size: Size) -> DrawnComponent:
    """Return a component with empty pieces of another size."""
    face = Scene(size, ())
    empty = [one._replace(front=face, back=one.back and face) for one in drawn.printed]
    return drawn._replace(pieces=tuple(empty), printed=tuple(empty))


def _shared(game: Game, drawn: Sequence[DrawnComponent], options: SheetOptions) -> SheetJob | None:
    """Return the sheets that components share, or None."""

    def sharing(of: SheetOptions) -> list[DrawnComponent]:
        return [one for one in drawn if shares_sheets(game, one, of)]

    parts = sharing(options)
    no_backs = not any(piece.back for one in parts for piece in one.printed)
    if not parts or (options.duplex is Duplex.BACKS and no_backs):
        return None
    from pnp.sheets.pages.compensation import compensate
    from pnp.sheets.pages.gang import GangedPieces, gang_job

    ganged = [GangedPieces(one.component_id, one.printed * options.copies) for one in parts]

    def job(of: SheetOptions) -> SheetJob:
        title = sheet_title(game, None, of)
        made = gang_job(title, ganged, scheme_of(of, game.language, label_font(game)))
        return made if of.printer is None else compensate(made, of.printer)

    def filled(other: SheetOptions) -> SheetFill | None:
        return SheetFill(job(other).sheet_count) if sharing(other) == parts else None

    made = job(options)
    hint = hint_at_fewer(options, SheetFill(made.sheet_count), filled)
    made = made._replace(remarks=(*made.remarks, *filter(None, [hint])))
    return made.inked(InkSaver(options.ink))


def _skipped(game: Game, drawn: list[DrawnComponent], options: SheetOptions) -> tuple[str, ...]:
    """Return the components without backs, if only backs are printed.

    Raises:
        OptionError: If no component has anything to print.
    """
    if "pdf" not in options.formats or options.duplex is not Duplex.BACKS:
        return ()
    changed = [one for one in drawn if one.printed]
    skipped = tuple(d.component_id for d in changed if not any(p.back for p in d.printed))
    if skipped and len(skipped) == len(drawn):
        raise OptionError(
            f"{game.id}: {', '.join(skipped)}: no backs to print; choose another --duplex"
        )
    return skipped
