"""The options of ``pnp rules``."""

from collections.abc import Iterator
from dataclasses import dataclass

from pnp.game.paper import PAPERS, Paper
from pnp.jobs.options import choices, option, paper_of, read_languages
from pnp.jobs.output_options import GameOutputOptions

RULE_FORMATS = ("pdf", "html", "md")


@dataclass(frozen=True)
class RuleOptions(GameOutputOptions):
    """The rule sheets and rulebooks to make, in which languages and formats.

    Empty ``rule_sets`` mean all of them and the rulebook; empty ``languages`` mean those that the
    game has texts in.
    """

    rule_sets: tuple[str, ...] = option(
        "The id of a rule set; by default all. May be repeated.",
        lambda _, names: tuple(names),
        default=(),
        raw_type=list[str] | None,
        flag="--rule-set",
        metavar="RULE-SET",
        group="text",
    )
    languages: tuple[str, ...] = option(
        "Languages, separated by commas: en, de, nl, fr; by default all that the game has.",
        read_languages,
        default=(),
        flag="--lang",
        setting=True,
        metavar="LANG",
        several=True,
        group="text",
    )
    formats: tuple[str, ...] = option(
        "Formats, separated by commas: pdf, html, md.",
        choices(RULE_FORMATS),
        default=RULE_FORMATS,
        flag="--format",
        setting=True,
        group="files",
    )
    paper: Paper = option(
        "The paper of PDFs, as for sheets.",
        paper_of,
        default=Paper("a4", PAPERS["a4"]),
        default_text="a4",
        setting=True,
        metavar="PAPER",
        group="paper",
    )
    book_alone: bool = option(
        "Make only the rulebook, without the rule sheets.",
        default=False,
        flag="--rulebook",
        group="text",
    )
    booklet: bool = option(
        "Also make the rulebook as a booklet to fold and staple.",
        default=False,
        group="text",
    )

    partly: bool = option(
        "Print untranslated texts in the game's own language, marked as such.",
        default=False,
        flag="--partial",
        group="text",
    )
    skeleton: bool = option(
        "Write files for the translations that --lang lacks into the game's folder, and make "
        "nothing else.",
        default=False,
        group="text",
    )

    def faults(self, given: frozenset[str]) -> Iterator[str]:
        """Yield a line for each option that contradicts another."""
        if self.book_alone and self.formats == ("md",) and not self.booklet:
            yield "--rulebook: is made as pdf and html, not as md"
        for flag, chosen in (("--rulebook", self.book_alone), ("--booklet", self.booklet)):
            if chosen and self.rule_sets:
                yield f"{flag}: a rulebook has all rule sets; leave out --rule-set"
        if self.skeleton and not self.languages:
            yield "--skeleton: name the language with --lang"
