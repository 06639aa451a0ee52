"""README.txt of a package, which explains it without any other source."""

from collections.abc import Iterable
from textwrap import TextWrapper

from pnp.archive.bag import AGENT
from pnp.archive.record import ArchiveRecord

WIDTH = 76
FOLDERS = (
    ("rules/", "the rulebook in each language: PDF (PDF/A-2a, PDF/UA-1) to print and to keep, "
     "HTML to read in a browser. Both have the same words and pictures."),
    ("drawings/", "every face of every piece as SVG 1.1, one unit a millimetre, and all faces "
     "of a component in one PDF (PDF/A-2b), at their true size."),
    ("previews/", "the same faces as PNG, for a quick look; the SVG files hold all of it."),
    ("definition/", "the source of everything else: game.toml (TOML 1.0) holds components, "
     "rules, sources and what is known from where; rules/ holds the texts (Markdown), tables "
     "are CSV. All are plain text in UTF-8."),
    ("metadata/", "who, what, when and where for catalogues: LIDO 1.1 (XML), schema.org "
     "(JSON-LD), Dublin Core (XML); provenance.json says what each source shows, and on which "
     "of them each rule rests."),
    ("LICENSES/", "the licences of the fonts in the PDFs, and of pnp, the program that drew them."),
)  # fmt: skip
ABOUT = (
    "This package holds everything gathered about a game: its rules, its pieces, and what is "
    "known about it from which source. It can be understood without the program that made it."
)
REPORTS = "validation-report.html and .json say what was checked, by what, and what was not."
CHECKING = (
    "This folder lies in a bag (BagIt 1.0, RFC 8493). Beside it, manifest-sha256.txt and "
    "manifest-sha512.txt list every file with its checksum. To see whether one has changed, go "
    "to the folder above this one and write:"
)
AGAIN = (
    "To make everything again, put the files of definition/ into a folder named {} and run pnp on "
    "it. The rights named above are those in this edition; each source has its own, "
    "listed in metadata/provenance.json."
)
COMMAND = "    sha256sum --check manifest-sha256.txt tagmanifest-sha256.txt"


def readme(record: ArchiveRecord, game_id: str, paths: Iterable[str]) -> bytes:
    """Return the README of a package with these files; it describes only the folders in it."""
    known = (
        ("Identifier", record.identifier),
        ("Held by", record.holder),
        ("Edition", record.date),
        ("Languages", ", ".join(record.languages)),
        ("Rights", record.rights),
        ("", record.rights_uri),
        ("Made by", AGENT),
    )
    folders = {path.partition("/")[0] + "/" for path in paths if "/" in path}
    parts = (
        f"{record.title}\n{'=' * len(record.title)}",
        "\n".join(_entry(f"{name}:" if name else "", text) for name, text in known if text),
        _wrapped(ABOUT),
        "\n".join(_entry(name, text) for name, text in FOLDERS if name in folders),
        _wrapped(REPORTS),
        f"{_wrapped(CHECKING)}\n\n{COMMAND}",
        _wrapped(AGAIN.format(game_id)),
    )
    return ("\n\n".join(parts) + "\n").encode()


def _entry(name: str, text: str) -> str:
    return _wrapped(text, f"{name:12} ", " " * 13)


def _wrapped(text: str, first: str = "", others: str = "") -> str:
    wrapper = TextWrapper(
        WIDTH, initial_indent=first, subsequent_indent=others, break_on_hyphens=False
    )
    return wrapper.fill(text)
