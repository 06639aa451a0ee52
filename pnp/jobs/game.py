"""Build one game: check it, prepare it, make its files, write them."""

from pnp.audit import check_game
from pnp.base.errors import AuditError
from pnp.definitions import find_game, load_game
from pnp.jobs.files import Making
from pnp.jobs.kept import Kept
from pnp.jobs.manifest import write_manifest
from pnp.jobs.options import Options, Progress
from pnp.jobs.output import must_be_apart, staging
from pnp.jobs.prepare import prepare
from pnp.jobs.result import Built
from pnp.records.manifest import NAME


def build_game(name: str, options: Options, progress: Progress, kept: Kept | None = None) -> Built:
    """Build the game of that id or path into ``options.out``; earlier output stays on failure.

    What is ``kept`` of the last build is not made again if it would come out the same.

    Raises:
        PnpError: If the definition, the audit, the layout or the output fails.
    """
    loaded = load_game(find_game(name), options.sizes, options.stock, options.theme, options.lang)
    game = loaded.game
    report = check_game(game)
    if not (report.ok or options.unchecked):
        faults = "\n".join(report.faults())
        raise AuditError(
            f"{faults}\n{game.id} is not built: the box falls short (--unchecked builds it anyway)"
        )
    folder = options.out / game.id
    must_be_apart(folder, loaded.file)
    prepared = prepare(game, options)
    if kept is not None:
        kept.next()
    making = Making(game, options, progress, prepared, kept)
    with staging(folder) as staged:
        files = making.files(staged)
        manifest, left = write_manifest(game.id, game.name, loaded.sha256, files, folder)
        staged.write(NAME, manifest)
    return Built(
        game.name,
        folder,
        tuple(files),
        report,
        prepared.skipped,
        tuple(left),
        (*prepared.problems, *dict.fromkeys(making.problems)),
        tuple(making.notes),
        tuple(staged.anew),
    )
