"""Rule sheets as Markdown, for those who edit, convert or read them as they are."""

from typing import assert_never

from pnp.rulebook.blocks import Block, Figure, Heading, Listing, Paragraph, Run, Runs, Table
from pnp.rulebook.sheet import RuleSheet


def render_markdown(sheet: RuleSheet) -> bytes:
    """Write a sheet as Markdown; each figure is the SVG file that :func:`figure_file` names."""
    return ("\n\n".join(_block(block, sheet) for block in sheet.blocks) + "\n").encode()


def figure_file(sheet: RuleSheet, figure: Figure) -> str:
    """Return the name of a figure's file, which lies beside the text."""
    return f"{figure.id}.{sheet.lang}.svg"


def _block(block: Block, sheet: RuleSheet) -> str:
    match block:
        case Heading(level, text):
            return f"{'#' * level} {_escaped(text)}"
        case Paragraph(runs):
            return _runs(runs)
        case Listing(entries, numbered):
            marks = (f"{n}." if numbered else "-" for n in range(1, len(entries) + 1))
            return "\n".join(
                f"{mark} {_runs(entry.runs)}" for mark, entry in zip(marks, entries, strict=True)
            )
        case Table(columns, rows):
            head = (tuple(map(_escaped, columns)), ("---",) * len(columns))
            body = (tuple(map(_runs, row)) for row in rows)
            return "\n".join(map(_row, (*head, *body)))
        case Figure():
            image = f"![{_escaped(block.alt)}]({figure_file(sheet, block)})"
            return f"{image}\n\n*{_escaped(block.caption)}*"
        case _:
            assert_never(block)


def _runs(runs: Runs) -> str:
    return "".join(map(_run, runs))


def _run(run: Run) -> str:
    text, stars = _escaped(run.text), "*" * (2 * run.bold + run.italic)
    inner = text.strip()
    before, after = text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]
    return f"{before}{stars}{inner}{stars}{after}" if inner else text


def _row(cells: tuple[str, ...]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def _escaped(text: str) -> str:
    for character in "\\*_`<[":
        text = text.replace(character, f"\\{character}")
    return text
