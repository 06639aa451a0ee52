"""The catalogue as an SQLite database, for Datasette and for queries in SQL."""

import sqlite3
from collections.abc import Iterable, Sequence

from pnp.web.catalogue import Entry
from pnp.web.site.record import GameRecord

DATABASE = "catalogue.db"
_TABLES = """
create table games (id text primary key, language text, name text, summary text, dated text,
  first_year integer, last_year integer, least_players integer, most_players integer,
  age integer, least_minutes integer, most_minutes integer, changed text, page text);
create table texts (game text references games(id), language text, name text, summary text,
  primary key (game, language));
create table names (game text references games(id), name text);
create table authors (game text references games(id), name text);
create table places (game text references games(id), name text);
create table kinds (game text references games(id), kind text);
create table known (game text references games(id), known text);
create table downloads (game text references games(id), kind text, paper text, language text,
  file text primary key, size integer, sha256 text);
create index names_game on names(game);
create index authors_game on authors(game);
create index places_game on places(game);
create index places_name on places(name);
create index kinds_game on kinds(game);
create index known_game on known(game);
create index downloads_game on downloads(game);
create virtual table games_fts using fts5(name, summary, content='games',
  tokenize='unicode61 remove_diacritics 2');
"""


def database(records: Iterable[GameRecord], languages: Sequence[str]) -> bytes:
    """Return a database of the games, with texts of the first language in the table of games."""
    main = languages[0]
    with sqlite3.connect(":memory:") as base:
        base.executescript(_TABLES)
        for record in records:
            entry = record.entries[main]
            _insert(base, "games", [_row(record, entry, main)])
            texts = ((lang, record.entries[lang]) for lang in languages)
            _insert(base, "texts", [(record.id, lang, e.name, e.summary) for lang, e in texts])
            for table, values in (
                ("names", (entry.name, *entry.other_names)),
                ("authors", entry.authors),
                ("places", entry.places),
                ("kinds", entry.kinds),
                ("known", entry.known),
            ):
                _insert(base, table, [(record.id, value) for value in values])
            files = [
                (record.id, one.kind, one.paper, one.lang, one.file, one.size, one.sha256)
                for one in record.downloads
            ]
            _insert(base, "downloads", files)
        base.execute("insert into games_fts(games_fts) values('rebuild')")
        base.commit()
        base.execute("vacuum")
        return base.serialize()


def _row(record: GameRecord, entry: Entry, lang: str) -> tuple[object, ...]:
    return (
        record.id,
        lang,
        entry.name,
        entry.summary,
        entry.dated,
        *(entry.years or (None, None)),
        *(entry.players or (None, None)),
        entry.age,
        *(entry.minutes or (None, None)),
        record.changed,
        f"games/{record.id}/index.html",
    )


def _insert(base: sqlite3.Connection, table: str, rows: Sequence[tuple[object, ...]]) -> None:
    if rows:
        signs = ", ".join("?" for _ in rows[0])
        base.executemany(f"insert into {table} values ({signs})", rows)
