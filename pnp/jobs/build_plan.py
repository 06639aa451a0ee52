"""The plan of a build: its components drawn and laid out."""

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import Any, NamedTuple

from pnp.base.errors import FontError, LayoutError, UsageError, first_faults
from pnp.base.geometry import Size
from pnp.base.units import did_you_mean, quoted
from pnp.components.piece import Piece, coarse_pictures
from pnp.game.component import Component
from pnp.game.game import Game
from pnp.jobs.changed import EarlierFaces
from pnp.jobs.component_sheets import (
    ComponentSheets,
    Games,
    LaidOut,
    label_font,
    language_of,
    scheme_of,
)
from pnp.jobs.fewer_sheets import SheetFill, hint_at_fewer
from pnp.jobs.file_names import needed_options, words_for
from pnp.jobs.sheet_options import SheetOptions
from pnp.scene import Scene
from pnp.scene.ink import InkSaver
from pnp.sheets.layout.duplex import Duplex
from pnp.sheets.pages import SheetJob


class DrawnComponent(NamedTuple):
    """A component's pieces and their sheets; ``job`` is None if there is nothing to print.

    ``remarks`` are for the person who prints it. ``lang`` is the chosen language, if the component
    has it and its usual one differs. ``on_sheets`` and ``on_faces`` are the options that its files
    need, and ``contents`` the components in it. ``every`` holds all its pieces, even if only some
    were picked, ``printed`` those that go on sheets.
    """

    component_id: str
    name: str
    pieces: tuple[Piece, ...]
    job: SheetJob | None
    remarks: tuple[str, ...]
    on_sheets: SheetOptions
    on_faces: SheetOptions
    contents: tuple[str, ...] = ()
    lang: str = ""
    every: tuple[Piece, ...] = ()
    printed: tuple[Piece, ...] = ()

    @property
    def is_unchanged(self) -> bool:
        """Whether nothing of it is printed, because nothing has changed."""
        return not self.printed

    @property
    def sheet_words(self) -> str:
        """The words in the name of its sheets for options that distinguish them."""
        return words_for(self.on_sheets, (self.component_id, *self.contents))

    def face_words(self, which: Container[str] | None = None, **more: Any) -> str:
        """Return the words in the name of its faces, for ``which`` options, changed by ``more``."""
        options = replace(self.on_faces, **more)
        return words_for(options, (self.component_id, *self.contents), which)

    @property
    def size(self) -> Size:
        """The size of each piece."""
        return self.pieces[0].front.size


class BuildPlan(NamedTuple):
    """Everything that a build makes.

    ``shared`` holds the sheets that several components share, and ``on_shared`` the options that
    they need. ``skipped`` are components with nothing to print. ``problems`` name the components
    that do not fit and are left out, ``notes`` those that an option does not affect. ``games``
    gives the game under other options.
    """

    drawn: tuple[DrawnComponent, ...]
    shared: SheetJob | None
    on_shared: SheetOptions
    skipped: tuple[str, ...]
    problems: tuple[str, ...]
    notes: tuple[str, ...]
    ink_saver: InkSaver
    games: Games


def plan_build(game: Game, options: SheetOptions, games: Games | None = None) -> BuildPlan:
    """Draw and lay out every chosen component; ``games`` gives the game under other options.

    Raises:
        FontError, LayoutError: If some cannot be drawn or do not fit: a line for each. A tuck box
            that does not fit the paper is left out instead.
        UsageError: If a picked piece does not exist, or several components are chosen.
    """
    under: Games = games or (lambda _: game)
    chosen = chosen_components(game, options)
    sheets = {key: ComponentSheets(key, under) for key in chosen}
    laid_out, problems = _laid_out(game, options, sheets)
    drawn = [_drawn(game, key, one, options) for key, one in laid_out.items()]
    shared, on_shared = _shared(game, drawn, sheets, options)
    skipped = _skipped(game, drawn, options)
    notes = [*_foregone(laid_out)]
    if options.changed_since is not None:
        notes += _change_notes(laid_out, options.changed_since)
    saver = InkSaver(options.ink)
    return BuildPlan(tuple(drawn), shared, on_shared, skipped, problems, tuple(notes), saver, under)


def _laid_out(
    game: Game, options: SheetOptions, sheets: Mapping[str, ComponentSheets]
) -> tuple[dict[str, LaidOut], tuple[str, ...]]:
    """Lay out components; return them by id, and the boxes that do not fit as problems.

    Raises:
        FontError, LayoutError: If another component does not fit, or no component can use an option
            that may be dropped: a line for each.
    """
    found: dict[str, LaidOut] = {}
    problems: list[str] = []
    faults: list[FontError | LayoutError] = []
    for key, component_sheets in sheets.items():
        try:
            found[key] = component_sheets.lay_out(options)
        except (FontError, LayoutError) as error:
            located = _about(game, key, error, options.lang)
            if game.components[key].is_optional and isinstance(error, LayoutError):
                problems.append(f"{located}; the box is left out")
            elif options.draft:
                problems += [f"{line}; {key} is left out" for line in str(located).splitlines()]
            else:
                faults.append(located)
    foregone = [one.foregone for one in found.values() if one.job is not None]
    for name in set().union(*foregone) if foregone else ():
        if all(name in some for some in foregone):
            lang = options.lang
            faults += [_about(game, key, one.foregone[name], lang) for key, one in found.items()]
    if options.draft:
        problems += map(str, faults)
        faults = []
    for key, one in found.items():
        problems += _faults_of(game, key, one, options.lang)
    if faults:
        raise type(faults[0])("\n".join(dict.fromkeys(map(str, faults))))
    if problems and not found:
        raise LayoutError("\n".join(problems))
    return found, tuple(problems)


def _about(
    game: Game, component_id: str, error: FontError | LayoutError, lang: str | None
) -> FontError | LayoutError:
    """Return an error whose lines name the component, and the language if given."""
    about = f"{game.id}, {component_id}" + (f" in {lang}" if lang else "")
    return type(error)("\n".join(f"{about}: {line}" for line in str(error).splitlines()))


def _faults_of(game: Game, key: str, made: LaidOut, lang: str | None) -> list[str]:
    """Return the faults of the pieces in a draft: a line for each."""
    about = _about(
        game, key, LayoutError("\n".join(f for p in made.pieces for f in p.faults)), lang
    )
    return first_faults(str(about).splitlines(), game.id)


def _change_notes(laid_out: Mapping[str, LaidOut], earlier: EarlierFaces) -> Iterator[str]:
    """Yield notes on how many pieces changed, and which components did not."""
    new = [key for key in laid_out if key not in earlier.known]
    if new:
        yield f"{earlier} has no faces of {', '.join(new)}, so all of them are printed"
    same = [key for key, one in laid_out.items() if not one.printed]
    for key, one in laid_out.items():
        if key not in (*same, *new):
            printed, every = (sum(p.copies for p in some) for some in (one.printed, one.pieces))
            yield f"{key}: {printed} of {every} changed since {earlier}"
    if same:
        yield f"unchanged since {earlier}, so not printed: {', '.join(same)}"


def _foregone(laid_out: Mapping[str, LaidOut]) -> Iterator[str]:
    """Yield a line for each component made without an option."""
    for key, one in laid_out.items():
        for name, error in one.foregone.items():
            reason = str(error).removeprefix(f"--{name}: ")
            yield f"{key}: made without --{name}: {reason}"


def _drawn(game: Game, component_id: str, made: LaidOut, options: SheetOptions) -> DrawnComponent:
    component = game.components[component_id]
    coarse = coarse_pictures(made.pieces) if game.pictures else ()
    remarks = (remark for piece in made.pieces for remark in piece.remarks)
    return DrawnComponent(
        component_id,
        component.name,
        made.pieces,
        made.job,
        (*(made.job.remarks if made.job else ()), *coarse, *remarks),
        made.on_sheets,
        made.on_faces,
        component.contents,
        language_of(game, component, options),
        made.every,
        made.printed,
    )


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
        raise UsageError(f"--only: {', '.join(options.only)}: not a {options.kind} of {named}")
    chosen = tuple(key for key in game.components if key in wanted)
    if options.pieces and len(chosen) > 1:
        raise UsageError(
            f"--pieces: picks from one component; name it with --only: {', '.join(chosen)}"
        )
    return chosen


def parts_of(game: Game, rule_set: str | None, *, aids: bool) -> tuple[str, ...]:
    """Return the components that a rule set needs; without one, all of the game."""
    if rule_set is None:
        return tuple(game.components)
    chosen = game.rule_sets[rule_set]
    parts = {part.component for part in (chosen.parts if aids else chosen.needs)}
    return tuple(key for key in game.components if key in parts)


def aids_left_out(game: Game, options: SheetOptions) -> Iterator[str]:
    """Yield a note on the aids of a rule set that are not made."""
    if options.rule_set is not None and not (options.only or options.kind):
        aids = [aid.component for aid in game.rule_sets[options.rule_set].aids]
        if aids:
            named = ",".join(aids)
            yield f"aids of {game.id}/{options.rule_set} are left out; --only {named} makes them"


def check_components(option: str, named: Sequence[str], there: Sequence[str], owner: str) -> None:
    """Raise UsageError if an option names missing components: a line for each."""
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
    counts = {key: game.components[key].count for key in there if _is_a(game.components[key], kind)}
    if not counts:
        raise UsageError(
            f"{named} has no {kind}; it has: {', '.join(there)} (pnp build --only makes any "
            "of them)"
        )
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


def _is_a(component: Component, kind: str) -> bool:
    """Return whether a component is of a kind; any board is a board, any cards are a deck."""
    if kind == "board" and component.is_board:
        return True
    return component.kind == kind or (kind == "deck" and component.tabletop_shape == "deck")


def _shared(
    game: Game,
    drawn: Sequence[DrawnComponent],
    sheets: Mapping[str, ComponentSheets],
    options: SheetOptions,
) -> tuple[SheetJob | None, SheetOptions]:
    """Return the sheets that components share, or None, and the options that they need."""

    def sharing(of: SheetOptions) -> list[str]:
        keys = (one.component_id for one in drawn)
        return [key for key in keys if sheets[key].shares_sheets(of)]

    parts = sharing(options)
    no_backs = not any(p.back for one in drawn if one.component_id in parts for p in one.printed)
    if not parts or (options.duplex is Duplex.BACKS and no_backs):
        return None, options
    from pnp.sheets.pages.compensation import compensate
    from pnp.sheets.pages.gang import GangedPieces, gang_job

    def job(of: SheetOptions) -> SheetJob:
        ganged = [GangedPieces(key, sheets[key].printed(of) * of.copies) for key in parts]
        made = gang_job(game.name, ganged, scheme_of(of, game.language, label_font(game)))
        return made if of.printer is None else compensate(made, of.printer)

    def pages(of: SheetOptions) -> Iterator[Scene]:
        return map(InkSaver(of.ink).page, job(of).pages())

    def same(other: SheetOptions) -> bool:
        return all(one == now for one, now in zip_longest(pages(other), pages(options)))

    def filled(other: SheetOptions) -> SheetFill | None:
        return SheetFill.of(job(other)) if sharing(other) == parts else None

    made = job(options)
    hint = hint_at_fewer(options, SheetFill.of(made), filled)
    made = made._replace(remarks=(*made.remarks, *filter(None, [hint])))
    return made, replace(needed_options(options, same), gang=True, cmyk=options.cmyk)


def _skipped(game: Game, drawn: list[DrawnComponent], options: SheetOptions) -> tuple[str, ...]:
    """Return the components without backs, if only backs are printed.

    Raises:
        LayoutError: If no component has anything to print.
    """
    if "pdf" not in options.formats or options.duplex is not Duplex.BACKS:
        return ()
    changed = [one for one in drawn if not one.is_unchanged]
    skipped = tuple(d.component_id for d in changed if not any(p.back for p in d.printed))
    if skipped and len(skipped) == len(drawn):
        raise LayoutError(
            f"{game.id}: {', '.join(skipped)}: no backs to print; choose another --duplex"
        )
    return skipped
