"""Facts with their status, disputes, and the bibliography."""

from collections.abc import Iterable, Iterator

from pnp.game.evidence import Disputed, Fact, Source, Stated
from pnp.game.game import Game
from pnp.rulebook.blocks import Block, BulletList, ListItem, Paragraph, Run, Runs, TableBlock
from pnp.rulebook.languages import LanguageWords

WIDTHS = (2.0, 7.0, 4.0)


def fact_blocks(facts: Iterable[Fact], words: LanguageWords) -> Iterator[Block]:
    """Yield a table of facts with their status, then the disputes."""
    return fact_blocks_about((("", fact) for fact in facts), words)


def fact_blocks_about(named: Iterable[tuple[str, Fact]], words: LanguageWords) -> Iterator[Block]:
    """Yield a table of facts, each after the name of its subject, then the disputes."""
    facts: list[Fact] = []
    rows: list[tuple[Runs, ...]] = []
    for about, fact in named:
        facts.append(fact)
        if not isinstance(fact, Disputed):
            name = (Run(f"{about}. ", bold=True),) if about else ()
            stated = isinstance(fact, Stated)
            grounds = citations(fact.sources) if stated else (Run(fact.grounds),)
            rows.append(((Run(words.status[fact.status]),), (*name, Run(fact.says)), grounds))
    if rows:
        labels = words.labels
        yield TableBlock((labels["known"], labels["fact"], labels["behind"]), tuple(rows), WIDTHS)
    for fact in facts:
        if isinstance(fact, Disputed):
            yield from _dispute(fact, words)


def _dispute(fact: Disputed, words: LanguageWords) -> Iterator[Block]:
    disputed = words.status["disputed"] + words.colon
    yield Paragraph((Run(disputed, bold=True), Run(fact.question)))
    yield BulletList(
        tuple(
            ListItem((*citations([reading.source]), Run(words.colon + reading.says)))
            for reading in fact.readings
        )
    )
    before, _, after = words.labels["following"].partition("{source}")
    yield Paragraph(
        (Run(before), *citations([fact.follows]), Run(after.format(because=fact.because)))
    )


def citations(sources: Iterable[str]) -> Runs:
    """Return the keys of sources, each linked to its entry in the bibliography."""
    runs: list[Run] = []
    for source in sources:
        runs += [*([Run(", ")] if runs else []), Run(source, italic=True, link=f"#source-{source}")]
    return tuple(runs)


def sources_of(facts: Iterable[Fact], game: Game, named: Iterable[str] = ()) -> dict[str, Source]:
    """Return the sources of facts by their keys, including sources known through others.

    ``named`` adds the sources that a text cites.
    """
    found = {source for fact in facts for source in fact.sources}.union(named)
    found |= {through for key in found if (through := game.sources[key].known_through)}
    return {key: game.sources[key] for key in sorted(found)}


def bibliography(sources: dict[str, Source], words: LanguageWords, full: bool) -> BulletList:
    """Return an entry for each source; a ``full`` one adds its kind and note."""
    return BulletList(
        tuple(
            ListItem(tuple(_source(key, source, words, full)), f"source-{key}")
            for key, source in sources.items()
        )
    )


def _source(key: str, source: Source, words: LanguageWords, full: bool) -> Iterator[Run]:
    lang = source.language if source.language != words.code else None
    yield Run(key + words.colon, bold=True)
    if source.author:
        yield Run(_ended(source.author) + " ")
    yield Run(_ended(source.title), italic=True, lang=lang)
    for part in (source.published, source.date and words.day(source.date)):
        if part:
            yield Run(" " + _ended(part[0].upper() + part[1:]))
    if source.rights:
        yield Run(" " + _ended(source.rights))
    if source.known_through:
        before, _, after = words.labels["through"].partition("{source}")
        yield Run(f" [{before}")
        yield from citations([source.known_through])
        yield Run(f"{after}]")
    if full:
        yield Run(f" ({words.kinds[source.kind]})")
        if source.note:
            yield Run(" " + _ended(source.note))
    if source.url:
        yield Run(" ")
        yield Run(source.url, link=source.url)


def _ended(text: str) -> str:
    return text if text[-1] in ".!?" else f"{text}."
