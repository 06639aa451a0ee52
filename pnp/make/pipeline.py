"""The pipeline of every job: load, audit, plan, render, write, list in a manifest.

A job yields its files as facts and content and touches no disk, so a caller can stop there and send
the bytes elsewhere. :func:`write` puts them into a game's output folder, all or none.
"""

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from functools import partial
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple, TypeVar, cast

from pnp.audit import GameReport, check_game
from pnp.base.errors import AuditError, OutputError, PnpError, RenderError, UsageError
from pnp.base.files import Writer
from pnp.base.workplace import working_on
from pnp.definitions import Loaded
from pnp.game.game import Game
from pnp.make.made_files import NAME, MadeFile
from pnp.make.manifest import new_manifest
from pnp.make.output import Staging, check_apart, staging
from pnp.scene import Scene

MOST_REMOVED = 8  # files that are named; a program gets all

T = TypeVar("T")


class LaidOutPage(NamedTuple):
    """A page of the document; ``number`` counts within a part from 1, ``place`` in the document.

    A blank page between single-sided sheets has the number 0. ``sheet`` counts the sheets of paper
    of a part from 1, and ``side`` is "front", "back" or "fold"; pages to read have the sheet 0 and
    no side. ``shows`` names the pieces. ``key`` is a hash of the picture, where one is needed:
    pages with equal keys look alike.
    """

    part: str
    number: int
    place: int
    label: str
    sheet: int
    side: str
    scene: Scene
    shows: str = ""
    key: str = ""

    @property
    def is_blank(self) -> bool:
        """Whether nothing is printed on it."""
        return not self.scene.items

    def described(self) -> dict[str, Any]:
        """Return the page's facts as JSON data."""
        facts = {"number": self.number, "place": self.place, "label": self.label}
        size = {"width_mm": self.scene.size.width, "height_mm": self.scene.size.height}
        more = {"shows": self.shows, "blank": self.is_blank, "key": self.key}
        more |= {"sheet": self.sheet, "side": self.side}
        return facts | {key: round(value, 2) for key, value in size.items()} | more


class BuildCache:
    """Caches outputs by name, with the inputs that they were made from.

    An output is reused only if all of its inputs compare equal.
    """

    def __init__(self) -> None:
        self._before: dict[Hashable, tuple[object, object]] = {}
        self._now: dict[Hashable, tuple[object, object]] = {}

    def start_build(self) -> None:
        """Begin another build; drop what the previous one did not use."""
        self._before = self._now or self._before
        self._now = {}

    def value(
        self,
        name: Hashable,
        inputs: object,
        make: Callable[[], T],
        still: Callable[[T], bool] = lambda made: True,
    ) -> T:
        """Return the cached value for a name and equal inputs, or make it.

        A value for which ``still`` is false is made again. Use checksums of large files as inputs,
        not their bytes.
        """
        before, made = self._before.get(name, (None, None))
        if made is None or before != inputs or not still(cast(T, made)):
            made = make()
        self._now[name] = inputs, made
        return cast(T, made)


class OutputFile(NamedTuple):
    """A file to make: its facts, without a checksum, and a function that writes its content.

    ``inputs`` is everything that the content depends on, for a build cache; without it the content
    is always written. A ``large`` file should not be held in memory.
    """

    facts: MadeFile
    write: Callable[[Writer], object]
    inputs: object = None
    large: bool = False

    @classmethod
    def of(
        cls,
        content: bytes,
        path: str,
        kind: str,
        component: str,
        format: str,
        pieces: int = 1,
        **facts: Any,
    ) -> "OutputFile":
        """Return a file with known content and these facts."""
        made = MadeFile(path, kind, component, format, pieces, piece_mm=None, sha256="", **facts)
        return cls(made, lambda to: to.write(content))

    @property
    def path(self) -> str:
        """The path in the game's output folder, with forward slashes."""
        return self.facts.path

    def content(self) -> bytes:
        """Return the content.

        Raises:
            RenderError: If the format cannot hold it.
        """
        buffer = BytesIO()
        self.write(buffer)
        return buffer.getvalue()

    def made(self) -> tuple[MadeFile, bytes]:
        """Return the facts, with the checksum, and the content."""
        content = self.content()
        return self.facts._replace(sha256=sha256(content).hexdigest()), content


class Job:
    """Everything of one sort that is made from a game, planned but not yet rendered.

    ``problems`` name what was left out, ``notes`` are advice for a person; both are complete once
    all files have been taken. ``cleans`` are the folders from which earlier files are removed,
    without the word after a hyphen in their names. ``supersedes`` is the kind of files of which
    earlier ones of a component and preset are removed, as with other options they have other names;
    its folder has its name. ``spared`` are paths to leave there: the same command has just made
    them in other languages.
    """

    def __init__(self, loaded: Loaded) -> None:
        self.loaded = loaded
        self.problems: list[str] = []
        self.notes: list[str] = [*loaded.notes]
        self.cleans: tuple[str, ...] = ()
        self.supersedes = ""
        self.spared: frozenset[str] = frozenset()

    @property
    def faces(self) -> Mapping[str, Mapping[str, Mapping[str, int]]]:
        """The number of copies of each piece, by component, look and key, if known."""
        return {}

    def replaces(self, path: str, component: str) -> bool:
        """Return whether an earlier file of a component is removed if the job does not make it."""
        cleans = path.partition("/")[0].partition("-")[0] in self.cleans
        return cleans and path not in self.spared

    def files(self, cache: BuildCache | None = None) -> Iterator[OutputFile]:
        """Yield the files.

        Raises:
            PnpError: If nothing can be made.
        """
        raise NotImplementedError


class Written(NamedTuple):
    """The files that a job put into ``folder``.

    ``changed`` are paths of files that differ from earlier ones, ``left`` files of earlier jobs
    that no longer follow from the definition, ``removed`` those of earlier jobs that were removed.
    """

    name: str
    folder: Path
    files: tuple[MadeFile, ...]
    changed: tuple[str, ...] = ()
    left: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()

    @property
    def paths(self) -> tuple[Path, ...]:
        """The paths of the files."""
        return tuple(self.folder / file.path for file in self.files)


def audit(
    game: Game, refusal: str, *, unchecked: bool = False, positions: bool = True
) -> GameReport:
    """Audit a game, with its ``positions`` or without, and return the report.

    Raises:
        AuditError: If the box falls short and is not ``unchecked``: a line for each fault, and
            ``refusal``.
    """
    report = check_game(game, positions=positions)
    if not (report.ok or unchecked):
        raise AuditError(*report.faults(), f"{game.id} {refusal}")
    return report


def check_all(reads: Sequence[Callable[[], T]]) -> list[Callable[[], T]]:
    """Read the inputs of several jobs before any of them makes something.

    Only faults of arguments and options count; other errors surface in their job. The functions
    returned give what was read, and retry only what failed.

    Raises:
        UsageError: If there are any: a line for each.
    """
    if len(reads) < 2:
        return [*reads]
    faults: list[str] = []
    done: list[Callable[[], T]] = []
    for read in reads:
        try:
            done.append(partial(_same, read()))
        except UsageError as error:
            faults += error.faults
        except PnpError:
            done.append(read)
    if faults:
        raise UsageError(*dict.fromkeys(faults))
    return done


def _same(value: T) -> T:
    return value


def write(job: Job, out: Path, cache: BuildCache | None = None) -> Written:
    """Write a job's files and the manifest into the game's folder in ``out``.

    Earlier output stays as it was if anything fails. With a cache, files with the same inputs as
    last time are not rendered again.

    Raises:
        PnpError: If nothing can be made, or the output cannot be written.
    """
    game = job.loaded.game
    folder = out / game.id
    check_apart(folder, job.loaded.file)
    if cache is not None:
        cache.start_build()
    files: list[MadeFile] = []
    problems: list[str] = []
    makers: dict[str, str] = {}
    with staging(folder) as staged:
        for file in job.files(cache):
            _check_path(file, makers)
            try:
                files.append(_stored(file, staged, cache))
            except RenderError as error:
                problems.append(f"{game.id}, {file.facts.component}: {error}")
        listed = new_manifest(job.loaded, files, folder, job.replaces, job.faces, job.supersedes)
        staged.remove(listed.removed)
        staged.write_last(NAME, listed.text(), lambda: listed.text(staged.changed))
    if job.cleans:
        job.notes.append(f"files of earlier runs removed: {_some(listed.removed)}")
    if listed.remade:
        told = _some(listed.remade)
        job.notes.append(f"files made with other options before are replaced: {told}")
    return Written(
        game.name,
        folder,
        tuple(files),
        tuple(staged.changed),
        listed.left,
        tuple(dict.fromkeys((*job.problems, *problems))),
        tuple(dict.fromkeys(job.notes)),
        listed.removed,
    )


def _some(paths: Sequence[str]) -> str:
    """Return the number of paths, and the first of them."""
    some = ", ".join(paths[:MOST_REMOVED]) + (", ..." if len(paths) > MOST_REMOVED else "")
    return f"{len(paths)}" + (f" ({some})" if paths else "")


def _check_path(file: OutputFile, makers: dict[str, str]) -> None:
    """Record the maker of a file by its path; some systems ignore case in paths.

    Raises:
        OutputError: If another file has that path: ``a`` with ``b-c``, ``a-b`` with ``c``.
    """
    path, maker = file.path.lower(), file.facts.component or "the game"
    if path in makers:
        raise OutputError(
            f"{file.path}: both {makers[path]} and {maker} would make this file; give one of "
            "them, or one of their pieces, another id"
        )
    makers[path] = maker


def _stored(file: OutputFile, staged: Staging, cache: BuildCache | None) -> MadeFile:
    """Write a file unless the cache has it unchanged; return its facts."""

    def make() -> str:
        with working_on(file.path):
            if not file.large:
                return staged.write(file.path, file.content())
            with staged.stream(file.path) as stream:
                file.write(stream)
            return stream.sha256

    if cache is None or file.inputs is None:
        checksum = make()
    else:
        path = file.path
        checksum = cache.value(path, file.inputs, make, lambda made: staged.there(path) == made)
    return file.facts._replace(sha256=checksum)
