"""Check a game's needs, claims, start positions and evidence against its components."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from math import ceil
from typing import NamedTuple

from pnp.audit.example import check_example, figures_of
from pnp.audit.report import CheckedClaim, CheckedNeed, GameReport, RuleSetReport
from pnp.base.errors import AuditError, ExpressionError, first_faults
from pnp.base.expressions import Named, Number, Scope
from pnp.base.units import EPSILON, dimensions, join_words
from pnp.base.workplace import each
from pnp.game.board import Board
from pnp.game.component import Component
from pnp.game.evidence import Derived, Disputed, Evidence, Fact, Reconstructed
from pnp.game.game import Game
from pnp.game.places import Footprint, Place, spelled_out
from pnp.game.resolve import resolve
from pnp.game.rules import Aid, Claim, Example, Lay, Need, RuleSet, Setup


class RuleEvidence(NamedTuple):
    """A rule of a rule set, with the ids of its evidence; a reconstructed rule has none."""

    rule_set: str
    fact: Fact
    evidence: tuple[str, ...]


def rule_evidence(game: Game) -> tuple[RuleEvidence, ...]:
    """Return every rule of every rule set with its evidence."""
    return tuple(
        RuleEvidence(key, fact, tuple(_behind(game, rule_set, fact)))
        for key, rule_set in game.rule_sets.items()
        for fact in (*rule_set.facts, *((rule_set.setup.known,) if rule_set.setup else ()))
    )


def evidence_faults(game: Game) -> tuple[str, ...]:
    """Return a line for each rule set without a kind, and for each rule without evidence.

    A reconstructed rule needs none, and a derived rule rests on its arithmetic.
    """
    unknown = [
        f"rule_sets.{key}.kind: is missing; write how its rules came down to us"
        for key, rule_set in game.rule_sets.items()
        if rule_set.kind is None
    ]
    bare = [
        f"rule_sets.{one.rule_set}: {statement_of(one.fact)!r} has no evidence; "
        f"write [evidence.ID] for {', '.join(one.fact.sources)}"
        for one in rule_evidence(game)
        if not one.evidence and not isinstance(one.fact, Reconstructed | Derived)
    ]
    return (*unknown, *bare)


def evidence_of(game: Game, source: str) -> Iterator[tuple[str, Evidence]]:
    """Yield the pieces of evidence from a source, with their ids."""
    return ((key, one) for key, one in game.evidence.items() if one.source == source)


def statement_of(fact: Fact) -> str:
    """Return the statement of a fact, or the disputed question."""
    return fact.question if isinstance(fact, Disputed) else fact.says


def _behind(game: Game, rule_set: RuleSet, fact: Fact) -> Iterator[str]:
    for source in dict.fromkeys(fact.sources):
        for key, _ in evidence_of(game, source):
            if not rule_set.evidence or key in rule_set.evidence:
                yield key


class _Entry(NamedTuple):
    """One entry of a set-up, and the number of pieces that it lays."""

    lay: Lay
    places: tuple[str, ...]
    number: int


def check_setup(game: Game, rule_set: RuleSet) -> tuple[CheckedClaim, ...]:
    """Check a start position against its board, the box and the rule set's needs."""
    setup = rule_set.setup
    if setup is None:
        return ()
    board = game.boards[setup.board]
    laid = [_entry(lay) for lay in setup.lay]
    components = dict.fromkeys(entry.lay.component for entry in laid)
    checked = (
        *(_on_board(entry, board, game) for entry in laid if entry.places),
        *(_counted(component, laid, game, rule_set) for component in components),
        *_forgotten(laid, setup, rule_set),
    )
    return tuple(_setup_claim(setup, *one) for one in checked)


def check_examples(game: Game, rule_set: RuleSet) -> tuple[CheckedClaim, ...]:
    """Check every example of play against its board, the box and the start position."""
    return tuple(_checked(game, rule_set, key) for key in rule_set.examples)


def _checked(game: Game, rule_set: RuleSet, key: str) -> CheckedClaim:
    example = rule_set.examples[key]
    board = game.boards[example.board]
    faults = [*_misplaced(game, example, board), *_unknown_places(example, board)]
    number = 0
    if not faults:
        number, faults = _played_out(game, rule_set, example)
    text = f"Example {key} on {board.name}"
    arithmetic = _joined(faults) or f"{number} pieces"
    return CheckedClaim(text, not faults, arithmetic, "reconstructed", None)


def _played_out(game: Game, rule_set: RuleSet, example: Example) -> tuple[int, list[str]]:
    """Return the number of pieces on the board at the end of an example, and its faults."""
    position = resolve(game, example, rule_set)
    faults = [*position.faults, *check_example(game, rule_set, example, position)]
    return sum(len(piece.names) for piece in position.laid), faults


def _misplaced(game: Game, example: Example, board: Board) -> Iterator[str]:
    """Yield the faults of each single entry of an example."""
    laid = [_entry(lay) for lay in example.lay]
    for entry in laid:
        if entry.places:
            yield from _on_board(entry, board, game)[2]
    for component in dict.fromkeys(entry.lay.component for entry in laid):
        entries = [entry for entry in laid if entry.lay.component == component]
        yield from _out_of_the_box(component, entries, game)


def _unknown_places(example: Example, board: Board) -> Iterator[str]:
    reached = [word for reach in example.reach for word in (reach.of, *reach.to)]
    words = (example.show, example.marked, example.removed, example.turned_over, example.hidden)
    stops = [stop for arrow in example.arrows for stop in arrow.places]
    for name in (*(name for group in (*words, reached) for name in spelled_out(group)), *stops):
        if name not in board.by_name:
            yield f"there is no place {name}"


def check_position(game: Game, rule_set_id: str, example: str = "") -> None:
    """Check that a start position, or an example of play, can be drawn."""
    rule_set = game.rule_sets[rule_set_id]
    checked = (_checked(game, rule_set, example),) if example else check_setup(game, rule_set)
    faults = [f"{claim.text}: {claim.arithmetic}" for claim in checked if not claim.ok]
    if faults:
        raise AuditError("\n".join(f"{game.id}/{rule_set_id}: {fault}" for fault in faults))


def _setup_claim(setup: Setup, text: str, arithmetic: str, faults: list[str]) -> CheckedClaim:
    known = setup.known
    follows = getattr(known, "follows", None)
    source = follows or next(iter(getattr(known, "sources", ())), None)
    return CheckedClaim(text, not faults, _joined(faults) or arithmetic, known.status, source)


def _joined(faults: list[str]) -> str:
    """Return faults in one line, or the first ones if there are many."""
    return "; ".join(first_faults(list(dict.fromkeys(faults)), most=20))


def _entry(lay: Lay) -> _Entry:
    places = spelled_out(lay.at)
    room = len(places) * lay.on_each
    return _Entry(lay, places, room if lay.count is None else lay.count)


def _on_board(entry: _Entry, board: Board, game: Game) -> tuple[str, str, list[str]]:
    """Check a single entry: its place, its piece, and that it fits."""
    lay, places, number = entry
    shapes = board.shapes
    faults = [f"there is no place {name}" for name in places if name not in shapes]
    faults += [f"{name} is there twice" for name, times in Counter(places).items() if times > 1]
    if lay.component not in board.holds:
        faults.append(f"{board.name} does not hold {lay.component}")
    component = game.components[lay.component]
    turns = component.turns
    if lay.turned >= turns:
        faults.append(f"turned {lay.turned}: a whole turn is {turns}, so write 0 to {turns - 1}")
    piece = component.footprint
    if piece is not None:
        used = {shapes[name] for name in places if name in shapes}
        tight = {shape for shape in used if not shape.holds(piece)}
        small = next((name for name in places if shapes.get(name) in tight), None)
        faults += [f"{lay.component} do not fit on {small}"] if small else []
    room = len(places) * lay.on_each
    if number > room:
        faults.append(f"{number} do not go on {room} places")
    names = f" ({', '.join(lay.names)})" if lay.names else ""
    listed = f"{', '.join(lay.at)}: {len(places)} {'place' if len(places) == 1 else 'places'}"
    each = f", {lay.on_each} on each" if lay.on_each > 1 else ""
    free = f", {room - number} of them left empty" if number < room else ""
    return f"{number} {lay.component}{names} on {board.name}", f"{listed}{each}{free}", faults


def _counted(
    component: str, laid: list[_Entry], game: Game, rule_set: RuleSet
) -> tuple[str, str, list[str]]:
    """Check all entries of a component together: against the needs, one another and the box."""
    entries = [entry for entry in laid if entry.lay.component == component]
    total = sum(entry.number for entry in entries)
    needed = rule_set.counts.get(component, 0)
    faults = [f"{total} are laid and {needed} needed"] if total != needed else []
    if total < needed:
        rest = f'{{ component = "{component}", count = {needed - total} }}'
        faults = [f"{faults[0]}; lay the rest beside the board: {rest}"]
    faults += _out_of_the_box(component, entries, game)
    terms = " + ".join(str(entry.number) for entry in entries)
    shown = f"{terms} = {total}" if len(entries) > 1 else terms
    return f"{component}: as many as are needed", f"{shown} of {needed}", faults


def _out_of_the_box(component: str, entries: list[_Entry], game: Game) -> list[str]:
    """Return the pieces that the box lacks, and the places that are occupied twice."""
    taken = Counter(name for entry in entries for name in set(entry.places))
    faults = [f"{name} is taken twice" for name, times in taken.items() if times > 1]
    box = game.components[component].pieces
    by_pieces = Counter[tuple[str, ...]]()
    for entry in entries:
        alternatives = _alternatives(entry.lay)
        for names in alternatives:
            by_pieces[names] += entry.number // len(alternatives)
        faults += [
            f"there is no piece {name!r}; its pieces: {join_words(box) or 'none has a name'}"
            for name in entry.lay.names
            if name not in box
        ]
    for names, count in by_pieces.items():
        known = [name for name in names if name in box]
        have = sum(box[name] for name in known)
        if known and count > have:
            listed = " and ".join(map(repr, known))
            faults.append(f"{count} of {listed} are laid and the box has {have}")
    return faults


def _alternatives(lay: Lay) -> tuple[tuple[str, ...], ...]:
    """Return the pieces of a pile one by one, or the alternatives that an entry allows."""
    return tuple((name,) for name in lay.pile) or (lay.pieces,)


def _forgotten(
    laid: list[_Entry], setup: Setup, rule_set: RuleSet
) -> Iterator[tuple[str, str, list[str]]]:
    """Yield every need that the set-up leaves out, except its own board."""
    named = {entry.lay.component for entry in laid} | {setup.board}
    for need in rule_set.needs:
        if need.component not in named:
            beside = f'{{ component = "{need.component}", count = {need.count} }}'
            fault = f"{need.count} are needed and nothing says where they are"
            yield f"A place for {need.component}", "", [f"{fault}; beside the board: {beside}"]


def check_fit(game: Game) -> Iterator[CheckedClaim]:
    """Yield, for each board and each component that it holds, whether the pieces fit.

    One suitable place is enough: a mat has places for tiles and one for a hexagon. Set-ups are
    checked place by place.
    """
    for board in game.boards.values():
        for held in board.holds:
            name = game.components[held].name
            piece, place = _best(game, board, held)
            ok = place.holds(piece)
            arithmetic = f"{_wide(piece)} {'in' if ok else 'does not fit in'} {_shaped(place)}"
            if not ok and (size := _needed(piece, place)):
                arithmetic += f"; one of {size} would do"
            yield CheckedClaim(f"{name} fit on {board.name}", ok, arithmetic, "derived", None)


def too_small(game: Game, board_id: str, scale: float) -> Iterator[str]:
    """Yield the components that no longer fit on a board scaled by ``scale``."""
    board = game.boards[board_id]
    for held in board.holds:
        piece, best = _best(game, board, held)
        places = dict.fromkeys(board.shapes.values())
        fitting = [place for place in places if place.holds(piece)] or [best]
        place = next((place for place in fitting if not place.holds(piece, scale)), None)
        if place is not None:
            room = dimensions(*(round(scale * side, 1) for side in place.size))
            yield f"{held} of {_wide(piece)} do not fit places that are {_many(place)}{room}"


def _best(game: Game, board: Board, held: str) -> tuple[Footprint, Place]:
    """Return a component's footprint and the first place that it fits, or else the largest."""
    piece = game.components[held].footprint
    assert piece is not None, "the model lets boards hold only what covers some ground"
    places = tuple(dict.fromkeys(board.shapes.values()))
    holding = next((place for place in places if place.holds(piece)), None)
    return piece, holding or max(places, key=lambda place: min(place.size))


def _shaped(place: Place) -> str:
    """Return the size of a place, with its shape unless it is a rectangle."""
    shape = {3: "a triangle of ", 6: "a hexagon of ", 8: "an octagon of "}
    return f"{'' if place.room else shape.get(len(place.corners), '')}{_wide(place)}"


def _many(place: Place) -> str:
    """Return the shape of places like this one, up to their size."""
    shape = {3: "triangles of ", 6: "hexagons of ", 8: "octagons of "}
    return "" if place.room else shape.get(len(place.corners), "")


def _needed(piece: Footprint, place: Place) -> str:
    """Return the size of the smallest place of the same shape that holds a piece."""
    width = place.size.width
    wider = range(ceil(100 * width), ceil(1000 * width))  # hundredths of a millimetre
    found = bisect_left(wider, True, key=lambda n: place.holds(piece, n / 100 / width))
    if found == len(wider):
        return ""
    scale = wider[found] / 100 / width
    return dimensions(*(ceil(100 * scale * side - EPSILON) / 100 for side in place.size))


def _wide(thing: Footprint | Place) -> str:
    return dimensions(*(round(side, 2) for side in thing.size))


class _Scope(Mapping[str, Number | Named]):
    """Numbers by their names; figures are counted when first used, and then cached."""

    def __init__(self, known: Mapping[str, Number | Named | Callable[[], Named]]) -> None:
        self.known = known

    def __getitem__(self, name: str) -> Number | Named:
        known = self.known[name]
        return known() if callable(known) else known

    def __iter__(self) -> Iterator[str]:
        return iter(self.known)

    def __len__(self) -> int:
        return len(self.known)


def check_game(game: Game, *, positions: bool = True) -> GameReport:
    """Return a report on every need and claim of a game, and on its set-ups and examples of play.

    Without ``positions``, the last two are left out.
    """
    box = box_of(game)
    facts = game.facts + tuple(f for c in game.components.values() for f in c.facts)
    return GameReport(
        game.id,
        game.name,
        (*(_claim(claim, box) for claim in game.claims), *check_fit(game)),
        tuple(fact for fact in facts if isinstance(fact, Disputed)),
        tuple(
            _rule_set(key, game.rule_sets[key], game, box, positions)
            for key in each(tuple(game.rule_sets))
        ),
    )


def scope_of(game: Game, rule_set: RuleSet) -> Scope:
    """Return the names that a rule set's claims may use, with their values."""
    return _rule_set_scope(game, rule_set, box_of(game))


def _rule_set_scope(game: Game, rule_set: RuleSet, box: _Scope) -> _Scope:
    names: Scope = {
        "players_least": rule_set.players.least,
        "players_most": rule_set.players.most,
        "needs": _counts(rule_set.needs),
        "aids": _counts(rule_set.aids),
    }
    written = {"age": rule_set.age, "minutes": rule_set.minutes}
    known = {name: value for name, value in written.items() if value is not None}
    examples = {
        f"example_{key.replace('-', '_')}": cache(partial(_example, game, example, rule_set))
        for key, example in rule_set.examples.items()
    }
    return _Scope({**box.known, **rule_set.numbers, **names, **known, **examples})


def _counts(parts: Sequence[Need | Aid]) -> Named:
    counts = {part.component.replace("-", "_"): part.count for part in parts}
    return Named(sum(counts.values()), counts)


def _example(game: Game, example: Example, rule_set: RuleSet) -> Named:
    """Return the number of pieces in an example, and its other figures.

    Both are empty if the example shows an impossible position.
    """
    try:
        position = resolve(game, example, rule_set)
        pieces = sum(len(piece.names) for piece in position.laid)
        return Named(pieces, figures_of(game, example, position))
    except (ValueError, KeyError):
        return Named(0, {})


def box_of(game: Game) -> _Scope:
    """Return the names that a game's own claims may use, with their values."""
    components = {
        component_id.replace("-", "_"): cache(partial(_figures, component, game))
        for component_id, component in game.components.items()
    }
    return _Scope({**components, **game.numbers})


def _figures(component: Component, game: Game) -> Named:
    return Named(component.count, component.claim_figures(game))


def _rule_set(
    rule_set_id: str, rule_set: RuleSet, game: Game, box: _Scope, positions: bool
) -> RuleSetReport:
    scope = _rule_set_scope(game, rule_set, box)
    needs = tuple(
        CheckedNeed(need.component, need.count, game.components[need.component].count, need.source)
        for need in rule_set.needs
    )
    claims = (
        *(_claim(claim, scope) for claim in rule_set.claims),
        *(_pieces(need, game) for need in rule_set.needs if need.pieces),
        *(_aid(aid, game) for aid in rule_set.aids),
    )
    setup: tuple[CheckedClaim, ...] = ()
    if positions:
        setup = check_setup(game, rule_set) + check_examples(game, rule_set)
    about = rule_set_id, rule_set.name
    return RuleSetReport(*about, needs, claims, rule_set.disputes, setup, rule_set.played)


def _claim(claim: Claim, scope: Scope) -> CheckedClaim:
    try:
        ok, shown = claim.check.work_out(scope)
    except ExpressionError as error:
        ok, shown = False, str(error)
    return CheckedClaim(claim.says, ok, shown, claim.status, claim.source)


def _pieces(need: Need, game: Game) -> CheckedClaim:
    """Check the pieces that a need names against the box."""
    box = game.components[need.component].pieces
    faults = [
        f"there is no piece {name!r}; its pieces: {join_words(box) or 'none has a name'}"
        if name not in box
        else f"{count} {name} are needed, the box has {box[name]}"
        for name, count in need.pieces.items()
        if count > box.get(name, 0)
    ]
    named = join_words(f"{count} {name}" for name, count in need.pieces.items())
    text = f"{need.component}: {named}"
    return CheckedClaim(
        text, not faults, "; ".join(first_faults(faults, most=20)) or named, "stated", need.source
    )


def _aid(aid: Aid, game: Game) -> CheckedClaim:
    """Check that the box has an aid."""
    there = game.components[aid.component].count
    text = f"{aid.component}: an aid"
    status = "stated" if aid.source else "reconstructed"
    return CheckedClaim(text, aid.count <= there, f"{aid.count} of {there}", status, aid.source)
