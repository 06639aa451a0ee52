"""The options of ``pnp rules``."""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, NamedTuple

from pnp.game.paper import PAPERS, Paper, parse_paper
from pnp.jobs.options import Option, choices, read_languages

RULE_FORMATS = ("pdf", "html", "md")


class RuleOptions(NamedTuple):
    """The rule sheets and rulebooks to make, in which languages and formats.

    No ``rule_sets`` means all of them and the rulebook; no ``languages`` means those that the
    game has texts in.
    """

    rule_sets: Annotated[
        tuple[str, ...],
        Option(
            "A rule set's id; all if none is named. May be repeated.",
            lambda _, names: tuple(names),
            written=list[str] | None,
            flag="--rule-set",
        ),
    ] = ()
    languages: Annotated[
        tuple[str, ...],
        Option(
            "en, de, nl, fr, with commas; all a game has if not given.",
            read_languages,
            flag="--lang",
        ),
    ] = ()
    formats: Annotated[
        tuple[str, ...],
        Option(
            "pdf, html, md, with commas between them.",
            choices(RULE_FORMATS),
            default="pdf,html,md",
            flag="--format",
        ),
    ] = RULE_FORMATS
    paper: Annotated[
        Paper,
        Option("Paper of PDFs, as for sheets.", lambda _, text: parse_paper(text), default="a4"),
    ] = Paper("a4", PAPERS["a4"])
    book_alone: Annotated[
        bool,
        Option("The rulebook alone, without the sheets.", written=bool, flag="--rulebook"),
    ] = False
    booklet: Annotated[
        bool, Option("Also make the rulebook as a booklet to fold and staple.", written=bool)
    ] = False
    out: Annotated[Path, Option("Where output goes.", written=Path, metavar="DIR")] = Path("output")

    def faults(self, given: frozenset[str]) -> Iterator[str]:
        """Yield a line for each option that contradicts another."""
        if self.book_alone and self.formats == ("md",) and not self.booklet:
            yield "--rulebook: is made as pdf and html, not as md"
        for flag, chosen in (("--rulebook", self.book_alone), ("--booklet", self.booklet)):
            if chosen and self.rule_sets:
                yield f"{flag}: a rulebook has all rule sets; leave out --rule-set"
