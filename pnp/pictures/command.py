"""The command that makes pictures of a game."""

from functools import partial

from pnp.definitions import games_to_make
from pnp.make.command.commands import single
from pnp.make.command.options import GamesArgument, takes
from pnp.make.command.report import Report
from pnp.make.made_files import NAME
from pnp.make.pipeline import check_all, write
from pnp.make.summary import counted, made_data
from pnp.pictures.job import PictureJob, PictureOptions


@single(
    "picture",
    "pnp picture tawula                          # all that suit the game",
    "pnp picture ./my-game --scene fan --pieces 1-7 --pixels 1600x900",
    "pnp picture turno --scene box --format svg",
)
@takes(PictureOptions)
def picture(
    games: GamesArgument = None,
    *,
    options: PictureOptions,
    report: Report,
) -> int:
    """Make pictures that show a game."""
    reads = [partial(PictureJob.of, name, options) for name in games_to_make(games or [])]
    for read in check_all(reads):
        with report.attempt():
            written = write(read(), options.out)
            made = counted(len(written.files), "picture")
            lines = (
                f"{written.name}: {made}: {', '.join(one.path for one in written.files)}",
                *written.notes,
                f"all in {written.folder}, listed in {NAME}",
            )
            report.add(made_data(written), lines, written.paths)
    return report.finish()
