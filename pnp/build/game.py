"""Build one game: check it, prepare it, make its files, write them."""

from pnp.audit import check_game
from pnp.build.files import Making
from pnp.build.manifest import NAME, write_manifest
from pnp.build.options import Options, Progress
from pnp.build.output import staging
from pnp.build.prepare import prepare
from pnp.build.result import Built
from pnp.definitions import find_game, load_game
from pnp.errors import AuditError


def build_game(name: str, options: Options, progress: Progress) -> Built:
    """Build the game of that id or path into ``options.out``; earlier output stays on failure.

    Raises:
        PnpError: If the definition, the audit, the layout or the output fails.
    """
    loaded = load_game(find_game(name), options.sizes, options.stock, options.theme)
    game = loaded.game
    report = check_game(game)
    if not (report.ok or options.unchecked):
        faults = "\n".join(report.faults())
        raise AuditError(
            f"{faults}\n{game.id} is not built: the box falls short (--unchecked builds it anyway)"
        )
    prepared = prepare(game, options)
    folder = options.out / game.id
    making = Making(game, options, progress, prepared)
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
    )
