"""Signs in running text that show how well a rule is attested, and their legend."""

from collections.abc import Iterable

from pnp.rulebook.blocks import Chapter, Paragraph, Run, Runs, all_runs
from pnp.rulebook.languages import LanguageWords

# By status; what a source states has no sign. Every font of the documents has these glyphs.
SIGNS = {"reconstructed": "\N{LOZENGE}", "derived": "\N{DAGGER}", "disputed": "\N{NOT EQUAL TO}"}


def sign(status: str, words: LanguageWords) -> Run:
    """Return the raised sign of a status, with words for screen readers."""
    return Run(SIGNS[status], said=words.signs[status])


def legend(chapters: Iterable[Chapter], words: LanguageWords) -> tuple[Paragraph, ...]:
    """Return a line that explains the signs in use, or nothing if there are none."""
    used = {
        run.text
        for chapter in chapters
        for run in all_runs(chapter.blocks)
        if run.said and not run.icon
    }
    runs: list[Run] = []
    for status, glyph in SIGNS.items():
        if glyph in used:
            meaning = words.legend[status].format(sources=words.sections["sources"])
            runs += [Run(" · ")] if runs else []
            runs += [Run(glyph, bold=True), Run(f"\N{NO-BREAK SPACE}{meaning}")]
    return (Paragraph(tuple(runs), "legend"),) if runs else ()


def hugging(runs: Iterable[Run]) -> Runs:
    """Return the runs without spaces before signs."""
    done: list[Run] = []
    for run in runs:
        if run.said and not run.icon and done:
            done[-1] = done[-1]._replace(text=done[-1].text.rstrip(" "))
        done.append(run)
    return tuple(run for run in done if run.text or run.icon)
