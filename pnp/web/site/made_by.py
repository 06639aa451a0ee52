"""The version of pnp's code and data, from which the files of a site are made."""

from collections.abc import Iterator
from functools import cache
from hashlib import file_digest, sha256
from pathlib import Path

from pnp import __version__
from pnp.base.files import templates
from pnp.base.own_folders import PACKAGE

_OTHERS = ("games", "new", "reference")  # games and examples, of which no other game is made


@cache
def made_by() -> str:
    """Return the version of pnp with a checksum of its code and templates.

    So editing a template rebuilds the games even without a new version.
    """
    files = dict(_files())
    summed = sha256()
    for name in sorted(files):
        with open(files[name], "rb") as stream:
            summed.update(f"{name}\0{file_digest(stream, 'sha256').hexdigest()}\n".encode())
    return f"{__version__} {summed.hexdigest()}"


def _files() -> Iterator[tuple[str, Path]]:
    """Yield each file of pnp that may affect the output, by a name independent of the machine."""
    for file in PACKAGE.rglob("*.py"):
        yield f"pnp/{file.relative_to(PACKAGE).as_posix()}", file
    shared = templates()
    for folder in shared.iterdir():
        if folder.is_dir() and folder.name not in _OTHERS:
            for file in folder.rglob("*"):
                if file.is_file():
                    yield file.relative_to(shared).as_posix(), file
