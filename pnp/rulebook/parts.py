"""List what a rule set needs or a game contains, and facts by how certain they are."""

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from math import inf
from types import MappingProxyType
from typing import NamedTuple

from pnp.base.geometry import Size
from pnp.base.languages import LanguageWords, piece_words
from pnp.game.evidence import Disputed, Fact, Source, Stated
from pnp.game.game import Game
from pnp.game.rules import Aid, Need, RuleSet
from pnp.rulebook.blocks import (
    SIGNS,
    Block,
    Blocks,
    BulletList,
    Figure,
    Heading,
    ListItem,
    Paragraph,
    PictureItem,
    PictureList,
    Run,
    Runs,
)
from pnp.rulebook.figures import (
    FigureDrawings,
    SampledPart,
    draw_part,
    scale_of_parts,
    side_by_side,
)

UNBROKEN = 24  # letters

Facts = Iterable[tuple[str, Fact]]

ROOM, AID_ROOM = Size(36.0, 19.0), Size(26.0, 14.0)  # of the pictures of a part
ROW = 2  # parts, as they mostly stand side by side, have one scale
TIMES = "\N{MULTIPLICATION SIGN}"


def fact_blocks(
    facts: Facts,
    game: Game,
    words: LanguageWords,
    explained: bool = True,
    cited: Mapping[str, Run] = MappingProxyType({}),
    used: Container[str] = (),
) -> Iterator[Block]:
    """Yield a heading and a list for each status, each fact after the name of its subject.

    If ``explained``, the headings say what the status means; they have a sign if the text above
    has ``used`` it. Equal facts are listed once. Those ``cited``, by their ids, come first, each
    after the sign by which a text cites it.
    """
    groups: dict[str, dict[str, ListItem]] = {status: {} for status in words.status}
    for about, fact in sorted(facts, key=lambda one: _number(_sign_of(one[1], cited))):
        sentence = fact.question if isinstance(fact, Disputed) else fact.says
        name = (Run(f"{about}. ", bold=True),) if about else ()
        sign = _sign_of(fact, cited)
        label = (Run(f"{sign.text}\N{NO-BREAK SPACE}", bold=True),) if sign else ()
        anchor = sign and sign.link and sign.link.removeprefix("#")
        item = ListItem((*label, *name, *_sentence_of(fact, game, words)), anchor)
        groups[fact.status].setdefault(f"{about} {sentence}", item)
    for status, items in groups.items():
        if items:
            yield Paragraph(_status(status, words, explained, used), "small")
            yield BulletList(tuple(items.values()))


def _sign_of(fact: Fact, cited: Mapping[str, Run]) -> Run | None:
    return None if isinstance(fact, Stated) or fact.id is None else cited.get(fact.id)


def _number(sign: Run | None) -> float:
    return int(sign.text[1:]) if sign else inf


def status_legend(words: LanguageWords) -> BulletList:
    """Return a list that explains each status."""
    shown = SIGNS.values()
    return BulletList(
        tuple(ListItem(_status(status, words, True, shown)) for status in words.meaning)
    )


def _status(status: str, words: LanguageWords, explained: bool, shown: Container[str]) -> Runs:
    sign = SIGNS.get(status)
    name = f"{sign}\N{NO-BREAK SPACE}" if sign in shown else ""
    name += _capital(words.status[status])
    if not explained:
        return (Run(name, bold=True),)
    return Run(name + words.colon, bold=True), Run(words.meaning[status])


def _sentence_of(fact: Fact, game: Game, words: LanguageWords) -> Iterator[Run]:
    if isinstance(fact, Disputed):
        yield from _dispute(fact, game, words)
    elif isinstance(fact, Stated):
        yield Run(f"{fact.says} [")
        yield from citations(fact.sources, game)
        yield Run("]")
    else:
        yield Run(f"{_ended(fact.says)} ")
        yield Run(_ended(_capital(fact.grounds)), italic=True)


def _dispute(fact: Disputed, game: Game, words: LanguageWords) -> Iterator[Run]:
    yield Run(fact.question, bold=True)
    for reading in fact.readings:
        yield Run(" ")
        yield from citations([reading.source], game)
        yield Run(words.colon + _ended(reading.says))
    before, _, after = words.labels["following"].partition("{source}")
    yield Run(f" {before}")
    yield from citations([fact.follows], game)
    yield Run(_ended(after.format(because=fact.because)))


def source_names(game: Game) -> dict[str, str]:
    """Return the display name of each source by its key."""
    return {key: _source_name(game, key) for key in game.sources}


def _source_name(game: Game, key: str) -> str:
    """Return the display name of a source, unbreakable unless it is very long."""
    name = game.source_name(key)
    return name.replace(" ", "\N{NO-BREAK SPACE}") if len(name) <= UNBROKEN else name


def citations(sources: Iterable[str], game: Game) -> Runs:
    """Return the names of sources, each linked to its entry in the bibliography."""
    runs: list[Run] = []
    for key in sources:
        cited = Run(_source_name(game, key), italic=True, link=f"#source-{key}")
        runs += [*([Run(", ")] if runs else []), cited]
    return tuple(runs)


def sources_of(facts: Iterable[Fact], game: Game, named: Iterable[str] = ()) -> dict[str, Source]:
    """Return the sources of facts by their keys, with the sources that quote them.

    ``named`` adds the sources that a text cites.
    """
    found = {source for fact in facts for source in fact.sources}.union(named)
    found |= {through for key in found if (through := game.sources[key].known_through)}
    return {key: game.sources[key] for key in sorted(found)}


def bibliography(
    sources: Mapping[str, Source], game: Game, words: LanguageWords, full: bool
) -> BulletList:
    """Return an entry for each source, with kind and note if ``full``."""
    entries = (
        ListItem(tuple(_source(key, source, game, words, full)), f"source-{key}")
        for key, source in sources.items()
    )
    return BulletList(tuple(entries))


def _source(
    key: str, source: Source, game: Game, words: LanguageWords, full: bool
) -> Iterator[Run]:
    lang = source.language if source.language != words.code else None
    yield Run(game.source_name(key) + words.colon, bold=True)
    if source.author:
        yield Run(_ended(source.author) + " ")
    number = "several" if source.has_several_pages else "one"
    pages = f", {words.pages[number].format(pages=source.pages)}" if source.pages else ""
    if source.published:
        yield Run(_ended(source.title), italic=True, lang=lang)
        yield Run(f" {_ended(_capital(source.published) + pages)}")
    else:
        yield Run(source.title if pages else _ended(source.title), italic=True, lang=lang)
        yield Run(pages and f"{pages}.")
    if source.date:
        yield Run(f" {_ended(_capital(words.day(source.date)))}")
    if source.rights:
        yield Run(" " + _ended(source.rights).replace("© ", "©\N{NO-BREAK SPACE}"))
    if source.known_through:
        before, _, after = words.labels["through"].partition("{source}")
        yield Run(f" [{before}")
        yield from citations([source.known_through], game)
        yield Run(f"{after}]")
    if full:
        yield Run(f" ({words.kinds[source.kind]})")
        if source.note:
            yield Run(" " + _ended(source.note))
    if source.url:
        yield Run(" ")
        yield Run(source.url, link=source.url)


def _capital(text: str) -> str:
    return text[0].upper() + text[1:]


def _ended(text: str) -> str:
    return text if text[-1] in ".!?" else f"{text}."


class ListedPart(NamedTuple):
    """A number of ``pieces`` of a component, some perhaps by name, with ``sentences``."""

    component_id: str
    pieces: int
    named: Mapping[str, int]
    sentences: tuple[str | None, ...]


def need_blocks(
    drawings: FigureDrawings,
    rule_set: RuleSet,
    rule_set_id: str,
    words: LanguageWords,
    level: int,
    explain: bool,
) -> Iterator[Block]:
    """Yield the list of components that a rule set needs, with a heading, then its aids.

    Boxes store the pieces after play and do not count as aids. ``explain`` adds how to read the
    pieces.
    """
    game = drawings.game

    def listed(parts: Iterable[Need | Aid]) -> list[ListedPart]:
        return [_listed(game, part, explain) for part in parts]

    aids = [aid for aid in rule_set.aids if not game.components[aid.component].contents]
    yield Heading(level, words.sections["need"])
    yield _pictured(drawings, listed(rule_set.needs), rule_set_id, ROOM, words)
    if aids:
        yield Paragraph((Run(words.labels["aids"]),), "small")
        yield _pictured(drawings, listed(aids), rule_set_id, AID_ROOM, words)


def box_blocks(drawings: FigureDrawings, words: LanguageWords) -> Blocks:
    """Return the list of components that rule sets use, and a line that names the unused ones."""
    game = drawings.game
    users = {key: _users(game, key) for key in game.components}
    used = [key for key, names in users.items() if names]
    several, label = len(game.rule_sets) > 1, words.labels["used_by"] + words.colon
    listed = [
        ListedPart(
            key,
            game.components[key].count,
            game.components[key].pieces,
            (game.components[key].explained, label + _listing(users[key]) if several else None),
        )
        for key in used
    ]
    others = [
        c.name if str(c.count) in c.name else f"{c.count} {TIMES} {c.name}"
        for key, c in game.components.items()
        if key not in used
    ]
    blocks: list[Block] = [_pictured(drawings, listed, "box", ROOM, words)] if listed else []
    if others:
        extra = Run(_sentence(words.labels["none"] + words.colon + ", ".join(others)))
        blocks.append(Paragraph((extra,), "glance"))
    return tuple(blocks)


def _listing(names: Sequence[str]) -> str:
    return ("; " if any("," in name for name in names) else ", ").join(names)


def _users(game: Game, component_id: str) -> list[str]:
    """Return the names of the rule sets that need a component, as a piece, an aid or the board."""
    boards = {key: one.setup.board if one.setup else "" for key, one in game.rule_sets.items()}
    return [
        rule_set.name
        for key, rule_set in game.rule_sets.items()
        if component_id in (*rule_set.counts, boards[key])
    ]


def _listed(game: Game, part: Need | Aid, explain: bool) -> ListedPart:
    component = game.components[part.component]
    named = part.pieces if isinstance(part, Need) else {}
    if not named and part.count == component.count:
        named = component.pieces
    explained = component.explained if explain else None
    return ListedPart(part.component, part.count, named, (explained, part.use))


def _pictured(
    drawings: FigureDrawings,
    listed: Sequence[ListedPart],
    prefix: str,
    room: Size,
    words: LanguageWords,
) -> PictureList:
    """Return a list of parts with pictures at one scale and ids that begin with ``prefix``."""
    game = drawings.game
    drawn = [
        draw_part(drawings.samples, part.component_id, part.pieces, part.named) for part in listed
    ]
    figures = [
        _figure(game, one, prefix, scale, words)
        for first in range(0, len(drawn), ROW)
        for one, scale in _scaled(drawn[first : first + ROW], room)
    ]
    items = zip(figures, (tuple(_label(game, part, words)) for part in listed), strict=True)
    return PictureList(tuple(PictureItem(figure, label) for figure, label in items))


def _scaled(row: Sequence[SampledPart], room: Size) -> Iterator[tuple[SampledPart, float]]:
    """Yield the parts of a row with their scale; large ones have one of their own."""
    scale = scale_of_parts(row, room)
    for one in row:
        own = max(one.scale_in(room), one.least_scale) if one.is_large else scale
        yield one.within(room.width, own), own


def _figure(
    game: Game, one: SampledPart, prefix: str, scale: float, words: LanguageWords
) -> Figure:
    both = any(len(sample) == 2 for sample in one.samples)
    label = words.labels["picture_both" if both else "picture"]
    alt = label.format(name=game.components[one.component_id].name)
    return Figure(f"{prefix}-part-{one.component_id}", side_by_side(one, scale), "", alt, "part")


def _label(game: Game, part: ListedPart, words: LanguageWords) -> Iterator[Run]:
    """Yield the count and the name, the number of pieces of each kind, and the sentences."""
    component = game.components[part.component_id]
    spoken, written = piece_words(words.code), game.translated_from or game.language
    own = component.piece_names
    tallies = (spoken.tallied(kinds, own, written) for kinds in component.kinds_among(part.named))
    said = [_sentence(sentence) for sentence in (*tallies, *part.sentences) if sentence]
    one = component.singular if part.pieces == 1 else None
    name = f"{part.pieces} {TIMES} {one or component.name}"
    yield Run(f"{name}." if said else name, bold=True)
    yield Run("".join(f" {sentence}" for sentence in said))


def _sentence(text: str) -> str:
    return text[0].upper() + text[1:] + ("" if text[-1] in ".!?" else ".")
