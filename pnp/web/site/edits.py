"""Files of a site that somebody changed by hand: they stay, and are named."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from pnp.make.output import Staging
from pnp.web.site.record import SiteFile

WAY_OUT = (
    "is not as pnp wrote it, so it stays as it is; put the change into site.toml, its css or a "
    "page of its own, and delete this file or overwrite it with --anew"
)
WrittenFiles = Mapping[str, SiteFile]


def leave_edited(
    staged: Staging, out: Path, known: tuple[WrittenFiles, ...], gone: Iterable[str]
) -> Iterator[str]:
    """Leave every file that was changed by hand since it was written, and yield a line for each.

    ``known`` are the files as they were written, ``gone`` those that are no longer wanted; the
    others of these are removed.
    """
    for path in staged.changed[:]:
        if _is_edited(staged, path, known):
            staged.leave(path)
            yield f"{out / path}: {WAY_OUT}"
    for path in gone:
        if _is_edited(staged, path, known):
            yield f"{out / path}: stays, though not part of the site, as it is not as pnp wrote it"
        else:
            staged.remove([path])


def _is_edited(staged: Staging, path: str, known: tuple[WrittenFiles, ...]) -> bool:
    there = staged.there(path)
    return there is not None and there not in {one[path].sha256 for one in known if path in one}
