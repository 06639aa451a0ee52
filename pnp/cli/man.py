"""Manual pages for man(1), made from the declarations of the commands."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pnp import __version__
from pnp.base.errors import OutputError, reason
from pnp.base.files import write_atomic
from pnp.cli.commands import EXIT_STATUS, commands_in, grouped


def manual_pages(context: Any) -> Iterator[tuple[str, str]]:
    """Yield the name and the text of the page of a command, and of all commands in it."""
    yield page_name(context), manual_page(context)
    for name, command in commands_in(context.command, context).items():
        yield from manual_pages(type(context)(command, info_name=name, parent=context))


def page_name(context: Any) -> str:
    """Return the name of a command's page, such as ``pnp-calibrate-print``."""
    return str(context.command_path).replace(" ", "-")


def manual_page(context: Any) -> str:
    """Return the page of a command."""
    command, name = context.command, page_name(context)
    about, _, more = (command.help or command.get_short_help_str()).partition("\n\n")
    usage = " ".join(command.collect_usage_pieces(context))
    lines = [
        f'.TH "{_plain(name.upper())}" "1" "" "pnp {__version__}" "pnp"',
        *(".SH NAME", f"{_plain(name)} \\- {_plain(' '.join(about.split()).rstrip('.'))}"),
        *(".SH SYNOPSIS", f".B {_plain(context.command_path)}", _plain(usage)),
        *(".SH DESCRIPTION", _plain(" ".join(f"{about} {more}".split()))),
    ]
    for title, rows in grouped(command, context).items():
        lines.append(f".SH {title.upper()}")
        for flags, text in rows:
            lines += [".TP", f"\\fB{_plain(flags)}\\fR", _plain(" ".join(text.split()))]
    commands = commands_in(command, context)
    if commands:
        lines.append(".SH COMMANDS")
    for key in commands:
        lines += [".TP", f"\\fB{_plain(f'{name}-{key}')}\\fR(1)"]
        lines.append(_plain(commands[key].get_short_help_str(200)))
    if command.epilog:
        lines += [".SH EXAMPLES", ".nf", *map(_plain, command.epilog.splitlines()), ".fi"]
    lines += [".SH EXIT STATUS", _plain(EXIT_STATUS)]
    if context.parent is not None:
        lines += [".SH SEE ALSO", f"\\fB{_plain(page_name(context.parent))}\\fR(1)"]
    return "\n".join(lines) + "\n"


def write_pages(context: Any, folder: Path) -> tuple[str, ...]:
    """Write the pages of a command and of all commands in it; return the names of the files.

    Raises:
        OutputError: If they cannot be written.
    """
    pages = {f"{name}.1": text for name, text in manual_pages(context)}
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in pages.items():
            write_atomic(folder / name, text)
    except OSError as error:
        raise OutputError(f"--out: cannot write to {folder}: {reason(error)}") from error
    return tuple(pages)


def _plain(text: str) -> str:
    """Return text in which roff finds no requests."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{text}" if text.startswith((".", "'")) else text
