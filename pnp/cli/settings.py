"""The commands that keep a user's own defaults, and the folders that they trust."""

import os
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pnp.base import trust as trusting
from pnp.base.errors import OutputError, PnpError, UsageError, reason
from pnp.base.files import read_file, write_atomic
from pnp.base.own_folders import DEFAULTS_FILE, settings_folder
from pnp.make.command.commands import CommandGroup, single
from pnp.make.command.console import console, print_json, say, say_text, table
from pnp.make.command.options import AsJson, gathered, takers_of, user_file
from pnp.make.command.report import Report
from pnp.make.defaults import (
    Default,
    Setting,
    Takers,
    check_name,
    read_default,
    settings_in_force,
    settings_of,
)
from pnp.make.options import Option
from pnp.make.output_options import kind_of

if TYPE_CHECKING:
    from tomlkit import TOMLDocument

BUILT_IN = "built in"
config = CommandGroup(
    "pnp config                       # every option's value, and where it comes from",
    "pnp config set paper letter",
    "pnp config set duplex fold --here   # for this folder",
    "pnp config path                  # the folder of your settings",
    name="config",
    invoke_without_command=True,
    help="Set your own defaults for options.",
)
Here = Annotated[
    bool,
    typer.Option(
        "--here", help=f"Write to {DEFAULTS_FILE} in this folder, for it and the folders in it."
    ),
]


@single(
    "trust",
    "pnp trust                  # the folders that you trust",
    "pnp trust ~/games          # and everything in it",
    "pnp trust --remove ~/games",
)
def trust(
    folders: Annotated[
        list[Path] | None,
        typer.Argument(
            metavar="DIR",
            help="Folders to trust, with everything in them; without any, list the trusted "
            "folders.",
            file_okay=False,
        ),
    ] = None,
    remove: Annotated[bool, typer.Option("--remove", help="Stop trusting these folders.")] = False,
    as_json: AsJson = False,
) -> int:
    """Trust folders, or list the trusted ones: games in them run without system limits.

    The games that come with pnp are always trusted. pnp reads every other game in a separate
    process with limits on memory and time, because it may come from a stranger.
    """
    if remove and not folders:
        raise UsageError("--remove: name the folders to stop trusting")
    report = Report(as_json=as_json)
    change, word = (
        (trusting.distrust, "no longer trusted") if remove else (trusting.trust, "trusted")
    )
    for folder in folders or ():
        with report.attempt():
            path = change(folder)
            report.add({"folder": str(path), "trusted": not remove}, [f"{path} is {word}"])
    if not folders:
        listed = trusting.trusted_folders()
        for path in listed:
            report.add({"folder": str(path), "trusted": True}, [str(path)])
        if not (listed or as_json):
            say("you trust no folder yet; to trust one, run pnp trust DIR")
    return report.finish("folders")


@config.callback()
def show_defaults(context: typer.Context, json: AsJson = False) -> None:
    """Show every option that can have a default, its value, and where the value comes from.

    An option on the command line overrides a variable such as PNP_PAPER, which overrides a
    pnp.toml in this folder or above it, which overrides your own settings.
    """
    if context.invoked_subcommand is not None:
        return
    takers = takers_of(context)
    settings = settings_in_force(gathered(takers), takers)
    rows = _rows(settings)
    if json:
        columns = ("option", "value", "from", "commands")
        print_json(
            {
                "options": [
                    dict(zip(columns, (*row[:3], row[3].split(", ")), strict=True)) for row in rows
                ]
            }
        )
        return
    table(console(), ("option", "value", "from", "for pnp"), rows)
    say(
        "  to change one: pnp config set paper letter; for one command only: pnp config set "
        "rules.format pdf"
    )


@config.command("set")
def set_defaults(
    context: typer.Context,
    pairs: Annotated[
        list[str],
        typer.Argument(
            metavar="OPTION VALUE", help="An option and its value, such as paper letter."
        ),
    ],
    here: Here = False,
) -> None:
    """Set defaults, such as pnp config set paper letter duplex fold."""
    if len(pairs) % 2:
        raise UsageError(f"write a value after each option: {pairs[-1]} has none")
    takers = takers_of(context)
    file = _file(here)
    wanted = list(zip(pairs[::2], pairs[1::2], strict=True))
    faults: list[str] = []
    values = []
    for key, text in wanted:
        try:
            values.append((key.lower().removeprefix("--"), *_checked(key, text, takers, here)))
        except UsageError as error:
            faults += error.faults
    if faults:
        raise UsageError(*faults)
    with _changing(file) as document:
        for key, _, value in values:
            *command, name = key.split(".")
            _table(document, command)[name] = value
    for key, text, _ in values:
        say(f"{key}: {text}")
    say(f"  kept in {file}")


@config.command("unset")
def unset_defaults(
    context: typer.Context,
    options: Annotated[
        list[str],
        typer.Argument(metavar="OPTION", help="An option, such as paper."),
    ],
    here: Here = False,
) -> None:
    """Remove defaults."""
    file = _file(here)
    settings = settings_of(takers_of(context))
    missing = []
    with _changing(file) as document:
        for key in (option.lower().removeprefix("--") for option in options):
            *command, name = key.split(".")
            inside = document.get(command[0], {}) if command else document
            if name in inside:
                del inside[name]
                if command and not inside:
                    del document[command[0]]
            else:
                check_name(name, ".".join(command), settings)
                missing.append(f"{key}: has no default in {file}")
        if missing:
            raise UsageError("\n".join(missing))
    say(f"no default any more: {', '.join(options)}")


@config.command("path")
def print_path() -> None:
    """Print the folder of your settings, and of your own papers, themes, templates and machines."""
    say_text(f"{settings_folder()}\n")


def _file(here: bool) -> Path:
    return Path(DEFAULTS_FILE) if here else user_file()


def _checked(key: str, text: str, takers: Takers, here: bool) -> tuple[str, Any]:
    """Return a value as text and as TOML, after an option of that name has parsed it.

    Raises:
        UsageError: If no option can parse it.
    """
    command, _, name = key.lower().removeprefix("--").rpartition(".")
    found = check_name(name, command, settings_of(takers))
    text = text.strip()
    faults: list[str] = []
    for option in found:
        folder = Path.cwd() if here else None
        default = Default(name, command, text, f"{key}", folder)
        try:
            value = read_default(default, option)
        except PnpError as error:
            faults += error.faults
            continue
        file = Path(os.path.expanduser(text))
        if kind_of(option).in_files and not here and os.path.isfile(file):
            text = str(file.absolute())
        return text, value if isinstance(value, bool | int) else text
    raise UsageError(*dict.fromkeys(faults))


def _rows(settings: Iterable[Setting]) -> list[tuple[str, str, str, str]]:
    """Return name, value, source and commands of each setting, merging rows that agree."""
    rows: dict[tuple[str, str, str], list[str]] = defaultdict(list)
    for command, option, default, _ in settings:
        value, source = _built_in(option), BUILT_IN
        if default is not None:
            value, source = default.text, default.source
        rows[option.key, value, source].append(command)
    ordered = sorted(rows.items(), key=lambda row: row[0][0])
    return [(*row, ", ".join(commands)) for row, commands in ordered]


def _built_in(option: Option) -> str:
    value = option.shown_default or option.default_text
    if value is None:
        return "-"
    return str(value).lower() if isinstance(value, bool) else str(value)


def _document(file: Path) -> "TOMLDocument":
    """Return a file for editing that preserves comments and order.

    Raises:
        UsageError: If it is not TOML.
        OutputError: If it cannot be read.
    """
    import tomlkit
    from tomlkit.exceptions import TOMLKitError

    try:
        if not os.path.exists(file):
            return tomlkit.document()
        return tomlkit.parse(read_file(file, "definition_kb").decode())
    except TOMLKitError as error:
        raise UsageError(f"{file}: is not TOML: {error}") from None
    except (OSError, UnicodeDecodeError) as error:
        why = reason(error) if isinstance(error, OSError) else "it is not UTF-8"
        raise OutputError(f"cannot read {file}: {why}") from error


def _table(document: "TOMLDocument", command: list[str]) -> Any:
    """Return the table for a command in a file, created if missing."""
    if not command:
        return document
    if command[0] not in document:
        import tomlkit

        document[command[0]] = tomlkit.table()
    return document[command[0]]


@contextmanager
def _changing(file: Path) -> Iterator["TOMLDocument"]:
    """Yield a file for editing under a lock, and write it at the end."""
    from pnp.base.locks import locked

    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with locked(file):
            document = _document(file)
            yield document
            write_atomic(file, document.as_string())
    except OSError as error:
        raise OutputError(f"cannot write {file}: {reason(error)}") from error
