"""Facts with their status, disputes, and the bibliography."""

from collections.abc import Iterable, Iterator, Mapping

from pnp.game.evidence import Disputed, Fact, Source, Stated
from pnp.game.game import Game
from pnp.rulebook.blocks import Block, BulletList, ListItem, Paragraph, Run, Runs, TableBlock
from pnp.rulebook.languages import LanguageWords

WIDTHS = (2.0, 7.0, 4.0)


def fact_blocks(
    facts: Iterable[tuple[str, Fact]], game: Game, words: LanguageWords
) -> Iterator[Block]:
    """Yield a table of facts, each after the name of its subject if any, then the disputes."""
    disputes: list[Disputed] = []
    rows: list[tuple[Runs, ...]] = []
    for about, fact in facts:
        if isinstance(fact, Disputed):
            disputes.append(fact)
            continue
        name = (Run(f"{about}. ", bold=True),) if about else ()
        stated = isinstance(fact, Stated)
        grounds = citations(fact.sources, game) if stated else (Run(fact.grounds),)
        rows.append(((Run(words.status[fact.status]),), (*name, Run(fact.says)), grounds))
    if rows:
        columns = tuple(words.labels[key] for key in ("known", "fact", "behind"))
        yield TableBlock(columns, tuple(rows), WIDTHS)
    for dispute in disputes:
        yield from _dispute(dispute, game, words)


def _dispute(fact: Disputed, game: Game, words: LanguageWords) -> Iterator[Block]:
    disputed = words.status["disputed"] + words.colon
    yield Paragraph((Run(disputed, bold=True), Run(fact.question)))
    readings = (
        (*citations([reading.source], game), Run(words.colon + reading.says))
        for reading in fact.readings
    )
    yield BulletList(tuple(map(ListItem, readings)))
    before, _, after = words.labels["following"].partition("{source}")
    followed = citations([fact.follows], game)
    yield Paragraph((Run(before), *followed, Run(after.format(because=fact.because))))


def source_names(game: Game) -> dict[str, str]:
    """Return the names by which readers know the sources, by their keys."""
    return {key: game.source_name(key) for key in game.sources}


def citations(sources: Iterable[str], game: Game) -> Runs:
    """Return the names of sources, each linked to its entry in the bibliography."""
    runs: list[Run] = []
    for key in sources:
        cited = Run(game.source_name(key), italic=True, link=f"#source-{key}")
        runs += [*([Run(", ")] if runs else []), cited]
    return tuple(runs)


def sources_of(facts: Iterable[Fact], game: Game, named: Iterable[str] = ()) -> dict[str, Source]:
    """Return the sources of facts by their keys, including sources known through others.

    ``named`` adds the sources that a text cites.
    """
    found = {source for fact in facts for source in fact.sources}.union(named)
    found |= {through for key in found if (through := game.sources[key].known_through)}
    return {key: game.sources[key] for key in sorted(found)}


def bibliography(
    sources: Mapping[str, Source], game: Game, words: LanguageWords, full: bool
) -> BulletList:
    """Return an entry for each source; a ``full`` one adds its kind and note."""
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
        yield Run(" " + _ended(source.rights))
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
