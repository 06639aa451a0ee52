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
