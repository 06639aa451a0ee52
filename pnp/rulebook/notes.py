"""Facts with their status, disputes, and the bibliography."""

from collections.abc import Iterable, Iterator, Mapping

from pnp.game.evidence import Disputed, Fact, Source, Stated
from pnp.game.game import Game
from pnp.rulebook.blocks import Block, BulletList, ListItem, Paragraph, Run, Runs, TableBlock
from pnp.rulebook.languages import LanguageWords

WIDTHS = (2.0, 7.0, 4.0)


def fact_blocks(facts: Iterable[tuple[str, Fact]], words: LanguageWords) -> Iterator[Block]:
    """Yield a table of facts, each after the name of its subject if any, then the disputes."""
    disputes: list[Disputed] = []
    rows: list[tuple[Runs, ...]] = []
    for about, fact in facts:
        if isinstance(fact, Disputed):
            disputes.append(fact)
            continue
        name = (Run(f"{about}. ", bold=True),) if about else ()
        stated = isinstance(fact, Stated)
        grounds = citations(fact.sources) if stated else (Run(fact.grounds),)
        rows.append(((Run(words.status[fact.status]),), (*name, Run(fact.says)), grounds))
    if rows:
        columns = tuple(words.labels[key] for key in ("known", "fact", "behind"))
        yield TableBlock(columns, tuple(rows), WIDTHS)
    for dispute in disputes:
        yield from _dispute(dispute, words)


def _dispute(fact: Disputed, words: LanguageWords) -> Iterator[Block]:
    disputed = words.status["disputed"] + words.colon
    yield Paragraph((Run(disputed, bold=True), Run(fact.question)))
    readings = (
        (*citations([reading.source]), Run(words.colon + reading.says)) for reading in fact.readings
    )
    yield BulletList(tuple(map(ListItem, readings)))
    before, _, after = words.labels["following"].partition("{source}")
    followed = citations([fact.follows])
    yield Paragraph((Run(before), *followed, Run(after.format(because=fact.because))))


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


def bibliography(sources: Mapping[str, Source], words: LanguageWords, full: bool) -> BulletList:
    """Return an entry for each source; a ``full`` one adds its kind and note."""
    entries = (
        ListItem(tuple(_source(key, source, words, full)), f"source-{key}")
        for key, source in sources.items()
    )
    return BulletList(tuple(entries))


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
