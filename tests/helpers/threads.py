"""Run jobs on several threads of a fresh process and print the checksum of every file: JSON.

Usage: threads.py OUT THREADS JOB...; a job is a word such as ``laser:turno``, or with the path
of a game in place of its name. All threads start
together and nothing of pnp is imported before, so that each race for what is loaded, read and
cached is run.
"""

import json
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from pathlib import Path
from threading import Barrier
from traceback import format_exception

GAMES = ("turno", "turnio", "tawula", "compositie", "punt-match")
EXAMPLES = ("alder-ford", "bird-clock", "shallows")
ROOT = Path(__file__).parents[2] / "templates/games/examples"
PATHS = {game: game for game in GAMES} | {game: str(ROOT / game) for game in EXAMPLES}


def sheets(game: str, out: Path) -> None:
    from pnp.sheets.job import build_game
    from pnp.sheets.options import SheetOptions

    build_game(game, SheetOptions(out=out, formats=("pdf",)))


def faces(game: str, out: Path) -> None:
    from pnp.sheets.job import build_game
    from pnp.sheets.options import SheetOptions

    build_game(game, SheetOptions(out=out, formats=("svg",)))


def previews(game: str, out: Path) -> None:
    from pnp.sheets.job import build_game
    from pnp.sheets.options import SheetOptions

    build_game(game, SheetOptions(out=out, formats=("png",), dpi=30))


def rules(game: str, out: Path) -> None:
    from pnp.rulebook.job import RuleOptions, make_rules

    make_rules(game, RuleOptions(out=out, booklet=True))


def laser(game: str, out: Path) -> None:
    from pnp.laser.job import LaserJob
    from pnp.laser.options import LaserOptions
    from pnp.make.pipeline import write

    write(LaserJob.of(game, LaserOptions()), out)


def archive(game: str, out: Path) -> None:
    from pnp.archive.job import archive_game
    from pnp.archive.options import ArchiveOptions

    archive_game(game, ArchiveOptions(out=out))


KINDS: dict[str, Callable[[str, Path], None]] = {
    "sheets": sheets,
    "faces": faces,
    "previews": previews,
    "rules": rules,
    "laser": laser,
    "archive": archive,
}
JOBS = tuple(f"{kind}:{game}" for game in PATHS for kind in KINDS)


def main(out: Path, threads: int, jobs: list[str]) -> None:
    """Run the jobs and print the checksums, or the error, of each."""
    barrier = Barrier(threads)

    def wait() -> None:
        barrier.wait()

    def run(number: int, job: str) -> dict[str, str]:
        kind, _, game = job.partition(":")
        folder = out / str(number)
        try:
            KINDS[kind](PATHS.get(game, game), folder)
        except Exception as error:
            return {f"{number} {job}": "".join(format_exception(error))}
        return {
            f"{number} {job} {file.relative_to(folder)}": sha256(file.read_bytes()).hexdigest()
            for file in sorted(folder.rglob("*"))
            if file.is_file()
        }

    sys.setswitchinterval(1e-5)  # many more races than usual
    with ThreadPoolExecutor(threads, initializer=wait) as executor:
        futures = [executor.submit(run, *job) for job in enumerate(jobs)]
        found = {name: digest for future in futures for name, digest in future.result().items()}
    print(json.dumps(found))


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3:])
