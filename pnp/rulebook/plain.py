"""Rule sheets as Markdown, for those who edit, convert or read them as they are."""

from typing import assert_never

from pnp.rulebook.blocks import Block, Figure, Heading, Listing, Paragraph, Run, Table
from pnp.rulebook.sheet import RuleSheet


def render_markdown(sheet: RuleSheet) -> bytes:
    """Write a sheet as Markdown; each figure is the SVG file that :func:`figure_file` names."""
    return ("\n\n".join(_block(block, sheet) for block in sheet.blocks) + "\n").encode()


def figure_file(sheet: RuleSheet, figure: Figure) -> str:
    """Return the name of a figure's file, which lies beside the text."""
    return f"{sheet.rule_set_id}-{figure.id}.{sheet.lang}.svg"


def _block(block: Block, sheet: RuleSheet) -> str:
    match block:
        case Heading(level, text):
            return f"{'#' * level} {_escaped(text)}"
        case Paragraph(runs):
            return _runs(runs)
        case Listing(entries, numbered):
            marks = (f"{n}." if numbered else "-" for n in range(1, len(entries) + 1))
            return "\n".join(
                f"{mark} {_runs(entry)}" for mark, entry in zip(marks, entries, strict=True)
            )
        case Table(columns, rows):
            lines = [columns, ("---",) * len(columns), *rows]
            return "\n".join("| " + " | ".join(map(_cell, line)) + " |" for line in lines)
        case Figure():
            image = f"![{_escaped(block.alt)}]({figure_file(sheet, block)})"
            return f"{image}\n\n*{_escaped(block.caption)}*"
        case _:
            assert_never(block)


def _runs(runs: tuple[Run, ...]) -> str:
    return "".join(map(_run, runs))


def _run(run: Run) -> str:
    text, stars = _escaped(run.text), "*" * (2 * run.bold + run.italic)
    inner = text.strip()
    before, after = text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]
    return f"{before}{stars}{inner}{stars}{after}" if inner else text


def _cell(text: str) -> str:
    return text if text == "---" else _escaped(text).replace("|", "\\|")


def _escaped(text: str) -> str:
    for character in "\\*_`<[":
        text = text.replace(character, f"\\{character}")
    return text
