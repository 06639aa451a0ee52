"""Facts grouped by how certain they are, and the bibliography."""

from collections.abc import Iterable, Iterator, Mapping

from pnp.game.evidence import Disputed, Fact, Source, Stated
from pnp.game.game import Game
from pnp.rulebook.blocks import Block, BulletList, ListItem, Paragraph, Run, Runs
from pnp.rulebook.languages import LanguageWords
from pnp.rulebook.signs import SIGNS

UNBROKEN = 24  # letters

Facts = Iterable[tuple[str, Fact]]


def fact_blocks(
    facts: Facts, game: Game, words: LanguageWords, explained: bool = True
) -> Iterator[Block]:
    """Yield a heading and a list for each status, each fact after the name of its subject.

    If ``explained``, the headings say what the status means. Equal facts are listed once.
    """
    groups: dict[str, dict[str, ListItem]] = {status: {} for status in words.status}
    for about, fact in facts:
        sentence = fact.question if isinstance(fact, Disputed) else fact.says
        name = (Run(f"{about}. ", bold=True),) if about else ()
        item = ListItem((*name, *_sentence_of(fact, game, words)))
        groups[fact.status].setdefault(f"{about} {sentence}", item)
    for status, items in groups.items():
        if items:
            yield Paragraph(_status(status, words, explained), "small")
            yield BulletList(tuple(items.values()))


def status_legend(words: LanguageWords) -> BulletList:
    """Return a list that explains each status."""
    return BulletList(tuple(ListItem(_status(status, words, True)) for status in words.meaning))


def _status(status: str, words: LanguageWords, explained: bool) -> Runs:
    sign = f"{SIGNS[status]}\N{NO-BREAK SPACE}" if status in SIGNS else ""
    name = sign + _capital(words.status[status])
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
