"""Bags (BagIt 1.0, RFC 8493): files with their checksums.

The bagit library writes version 0.97 and lists files in the order of the disk. So pnp writes the
manifests itself and has the library validate them.
"""

import re
from collections.abc import Iterable, Mapping
from hashlib import new

from pnp import __version__
from pnp.base.errors import OutputError, UsageError
from pnp.base.zips import zip_bytes
from pnp.records.bag_profile import OURS, BagProfile

AGENT = f"pnp {__version__}"
GAME = "Internal-Sender-Identifier"
_PORTABLE = re.compile(r"[A-Za-z0-9._-]+(/[A-Za-z0-9._-]+)*")


def bag_files(
    payload: Mapping[str, bytes], info: Mapping[str, str], profile: BagProfile | None = None
) -> dict[str, bytes]:
    """Return every file of a bag by its path, in alphabetical order.

    ``info`` has the fields of bag-info.txt. A ``profile`` may require further checksums.
    """
    odd = [path for path in payload if not _PORTABLE.fullmatch(path)]
    if odd:
        fault = "file names in an archive have only ASCII letters, digits, '.', '_' and '-'"
        raise OutputError("\n".join(f"{path}: {fault}; rename it" for path in odd))
    data = {f"data/{path}": payload[path] for path in sorted(payload)}
    if profile and (faults := [*profile.payload_faults(data)]):
        raise UsageError("\n".join(f"--profile: {fault}" for fault in faults))
    sums = dict.fromkeys((*OURS, *(profile.manifests if profile else ())))
    tags = {
        "bag-info.txt": _lines(f"{name}: {value}" for name, value in info.items()),
        "bagit.txt": _lines(("BagIt-Version: 1.0", "Tag-File-Character-Encoding: UTF-8")),
        **{f"manifest-{name}.txt": _manifest(name, data) for name in sums},
    }
    sums = dict.fromkeys((*OURS, *(profile.tag_manifests if profile else ())))
    tag_manifests = {f"tagmanifest-{name}.txt": _manifest(name, tags) for name in sums}
    return dict(sorted({**data, **tags, **tag_manifests}.items()))


def bag_zip(name: str, files: Mapping[str, bytes]) -> bytes:
    """Return an uncompressed ZIP of files in a folder called ``name``, in alphabetical order.

    Most files are compressed already, and damage to an uncompressed ZIP stays within one file.
    """
    return zip_bytes(((f"{name}/{path}", files[path]) for path in sorted(files)), compress=False)


def _manifest(algorithm: str, files: Mapping[str, bytes]) -> bytes:
    return _lines(f"{new(algorithm, files[path]).hexdigest()}  {path}" for path in sorted(files))


def _lines(lines: Iterable[str]) -> bytes:
    return "".join(f"{line}\n" for line in lines).encode()
