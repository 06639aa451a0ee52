"""Signs in running text that say how a rule is known, and the legend that explains them."""

from collections.abc import Iterable, Iterator

from pnp.rulebook.blocks import BulletList, Chapter, Paragraph, Run, Runs, TableBlock
from pnp.rulebook.languages import LanguageWords

# By status; what a source states has no sign. Every font of the documents has these glyphs.
SIGNS = {"reconstructed": "\N{LOZENGE}", "derived": "\N{DAGGER}", "disputed": "\N{NOT EQUAL TO}"}


def sign(status: str, words: LanguageWords) -> Run:
    """Return the raised sign of a status; screen readers hear its words."""
    return Run(SIGNS[status], said=words.signs[status])


def legend(chapters: Iterable[Chapter], words: LanguageWords) -> tuple[Paragraph, ...]:
    """Return a line that explains the signs in use, or nothing if there are none."""
    used = {run.text for chapter in chapters for run in _all_runs(chapter) if run.said}
    runs: list[Run] = []
    for status, glyph in SIGNS.items():
        if glyph in used:
            meaning = words.legend[status].format(sources=words.sections["sources"])
            runs += [Run(" · ")] if runs else []
            runs += [Run(glyph, bold=True), Run(f"\N{NO-BREAK SPACE}{meaning}")]
    return (Paragraph(tuple(runs), "legend"),) if runs else ()


def _all_runs(chapter: Chapter) -> Iterator[Run]:
    for block in chapter.blocks:
        match block:
            case Paragraph(runs):
                yield from runs
            case BulletList(items):
                yield from (run for item in items for run in item.runs)
            case TableBlock(_, rows):
                yield from (run for row in rows for cell in row for run in cell)
            case _:
                pass


def hugging(runs: Iterable[Run]) -> Runs:
    """Return runs in which no space comes before a sign."""
    done: list[Run] = []
    for run in runs:
        if run.said and done:
            done[-1] = done[-1]._replace(text=done[-1].text.rstrip(" "))
        done.append(run)
    return tuple(run for run in done if run.text)
