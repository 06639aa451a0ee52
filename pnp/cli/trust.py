"""The command that trusts folders."""

from pathlib import Path
from typing import Annotated

import typer

from pnp.base import trust as trusting
from pnp.base.errors import UsageError
from pnp.cli.commands import single
from pnp.cli.console import say
from pnp.cli.options import AsJson
from pnp.cli.report import Report


@single("trust")
def trust(
    folders: Annotated[
        list[Path] | None,
        typer.Argument(
            metavar="[DIR]...",
            help="Folders, with everything in them; without one, list those that you trust.",
            file_okay=False,
        ),
    ] = None,
    remove: Annotated[
        bool, typer.Option("--remove", help="Trust these folders no longer.")
    ] = False,
    as_json: AsJson = False,
) -> int:
    """Trust folders, or list those that you trust: games in them run without limits of the system.

    What comes with pnp is trusted. Everything else is read in a process that the system keeps
    from taking too much memory or time, because it may be a stranger's.
    """
    if remove and not folders:
        raise UsageError("--remove: name the folders to trust no longer")
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
            say("you trust no folder yet: pnp trust DIR does")
    return report.finish("folders")
