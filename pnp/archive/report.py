"""The validation report of a package, in HTML and JSON."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from html import escape

from pnp.archive.bag import AGENT
from pnp.archive.checks import CheckedFile, Engine, engines
from pnp.archive.record import ArchiveRecord

# Conditions of the Matterhorn Protocol 1.1 (PDF Association) that need a human judge.
FOR_PEOPLE = (
    ("alternative texts", "Does the text of each figure say what the figure shows?"),
    ("reading order", "Do the tags follow the order in which a person would read?"),
    ("meaning of tags", "Is each heading, list, table and caption tagged as what it is?"),
    ("headings of tables", "Do the headings of a table belong to the cells under them?"),
    ("colour and contrast", "Can text and marks be told apart without colour, and in grey?"),
    ("languages", "Is each passage marked with the language that it is written in?"),
    ("links", "Does the text of each link say where it leads?"),
    ("truth", "Do the rules say what the sources say?"),
)
CLAIMS = (
    (
        "PDF/A-2a and PDF/UA-1",
        "Each rulebook claims both. Level b of PDF/A, structure, texts and metadata were "
        "checked here. The tests of pnp check level a and PDF/UA with veraPDF, but not these "
        "very files.",
    ),
    (
        "PDF/A-2b",
        "Each PDF of drawings claims it, and an engine independent of pnp approved it. "
        "Drawings have no structure to read aloud: the rulebooks describe them.",
    ),
    (
        "BagIt 1.0",
        "The package claims it; every checksum was computed again from the written files, before "
        "the package was moved to its final place.",
    ),
)
POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
STYLE = (
    "body { font: 1rem/1.5 sans-serif; max-width: 50rem; margin: 2rem auto; padding: 0 1rem }\n"
    "table { border-collapse: collapse; width: 100% }\n"
    "th, td { border: 1px solid #999; padding: .2rem .5rem; text-align: left }\n"
    "td { vertical-align: top; overflow-wrap: anywhere }\n"
)


def report_files(
    record: ArchiveRecord, files: tuple[CheckedFile, ...], not_made: tuple[str, ...]
) -> dict[str, bytes]:
    """Return both files of the report by their paths in the package."""
    data = {
        "title": record.title,
        "identifier": record.identifier,
        "made_by": AGENT,
        "engines": [engine._asdict() for engine in engines()],
        "claims": [{"claim": claim, "meaning": meaning} for claim, meaning in CLAIMS],
        "not_made": list(not_made),
        "for_people": [{"what": what, "question": asked} for what, asked in FOR_PEOPLE],
        "files": [
            {
                "path": one.path,
                "claims": list(one.claims),
                "checks": [check._asdict() for check in one.checks],
            }
            for one in files
        ],
    }
    written = json.dumps(data, indent=1, ensure_ascii=False) + "\n"
    return {
        "validation-report.json": written.encode(),
        "validation-report.html": _html(record, files, not_made).encode(),
    }


def _html(record: ArchiveRecord, files: tuple[CheckedFile, ...], not_made: tuple[str, ...]) -> str:
    title = f"{escape(record.title)}: what was checked"
    counts = Counter(path.rpartition(".")[2].upper() for path in (one.path for one in files))
    kinds = ", ".join(f"{count} {kind}" for kind, count in sorted(counts.items()))
    body = "\n".join(
        (
            f"<h1>{title}</h1>",
            f"<p>{escape(record.identifier)}. Made by {escape(AGENT)}. Files checked: {kinds}. "
            "None has a fault: a package with a fault is not made.</p>",
            "<h2>What is claimed</h2>",
            _table(("claim", "what that means here"), CLAIMS),
            "<h2>What checked it</h2>",
            _table(("engine", "version", "what it does"), map(_engine, engines())),
            "<h2>What only a person can check</h2>",
            _table(("what", "question"), FOR_PEOPLE),
            *(f"<p>Not made: {escape(note)}.</p>" for note in not_made),
            "<h2>Documents and drawings</h2>",
            _table(("file", "claims", "check", "by", "found"), _rows(files)),
            "<p>Every other file was parsed, if there is a parser for its kind; "
            "validation-report.json lists each with its checks.</p>",
        )
    )
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
        f"<title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n"
        f"<body>\n{body}\n</body>\n</html>\n"
    )


def _engine(engine: Engine) -> tuple[str, ...]:
    return engine.name, engine.version, engine.does


def _rows(files: Iterable[CheckedFile]) -> Iterator[tuple[str, ...]]:
    for one in files:
        for number, check in enumerate(one.checks if one.claims else ()):
            first = (one.path, ", ".join(one.claims)) if number == 0 else ("", "")
            yield *first, check.what, check.engine, check.found


def _table(columns: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    head = "".join(f'<th scope="col">{escape(column)}</th>' for column in columns)
    body = "\n".join(
        "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows
    )
    return f"<table>\n<thead><tr>{head}</tr></thead>\n<tbody>\n{body}\n</tbody>\n</table>"
