"""What is known and from where: facts with their status, disputes, sources."""

from collections.abc import Iterable, Iterator

from pnp.game.evidence import Derived, Disputed, Fact, Reconstructed, Source, Stated
from pnp.game.game import Game
from pnp.rulebook.blocks import Block, Listing, ListItem, Paragraph, Run, Runs, TableBlock
from pnp.rulebook.languages import Language

WIDTHS = (2.0, 7.0, 4.0)


def facts_told(facts: Iterable[Fact], words: Language) -> Iterator[Block]:
    """Yield how well each fact is known, then the disputes."""
    return facts_about((("", fact) for fact in facts), words)


def facts_about(named: Iterable[tuple[str, Fact]], words: Language) -> Iterator[Block]:
    """Yield how well each fact is known, with what it is about, then the disputes."""
    facts: list[Fact] = []
    rows: list[tuple[Runs, ...]] = []
    for about, fact in named:
        facts.append(fact)
        if not isinstance(fact, Disputed):
            name = (Run(f"{about}. ", bold=True),) if about else ()
            rows.append(
                ((Run(words.status[fact.status]),), (*name, Run(fact.says)), _grounds(fact))
            )
    if rows:
        labels = words.labels
        yield TableBlock((labels["known"], labels["fact"], labels["behind"]), tuple(rows), WIDTHS)
    for fact in facts:
        if isinstance(fact, Disputed):
            yield from _dispute(fact, words)


def _grounds(fact: Stated | Derived | Reconstructed) -> Runs:
    return cited(fact.sources) if isinstance(fact, Stated) else (Run(fact.grounds),)


def _dispute(fact: Disputed, words: Language) -> Iterator[Block]:
    disputed = words.status["disputed"] + words.colon
    yield Paragraph((Run(disputed, bold=True), Run(fact.question)))
    yield Listing(
        tuple(
            ListItem((*cited([reading.source]), Run(words.colon + reading.says)))
            for reading in fact.readings
        )
    )
    before, _, after = words.labels["following"].partition("{source}")
    yield Paragraph((Run(before), *cited([fact.follows]), Run(after.format(because=fact.because))))


def cited(sources: Iterable[str]) -> Runs:
    """Return the short names of sources, each leading to its entry."""
    runs: list[Run] = []
    for source in sources:
        runs += [*([Run(", ")] if runs else []), Run(source, italic=True, link=f"#source-{source}")]
    return tuple(runs)


def sources_of(facts: Iterable[Fact], game: Game, named: Iterable[str] = ()) -> dict[str, Source]:
    """Return the sources behind facts and those they are known through, by their short names.

    ``named`` are others, which a text refers to.
    """
    found = {source for fact in facts for source in fact.sources}.union(named)
    found |= {through for key in found if (through := game.sources[key].known_through)}
    return {key: game.sources[key] for key in sorted(found)}


def bibliography(sources: dict[str, Source], words: Language, full: bool) -> Listing:
    """Return an entry for each source; the ``full`` one says all that is known of it."""
    return Listing(
        tuple(
            ListItem(tuple(_source(key, source, words, full)), f"source-{key}")
            for key, source in sources.items()
        )
    )


def _source(key: str, source: Source, words: Language, full: bool) -> Iterator[Run]:
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
        yield from cited([source.known_through])
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
