"""Bags (BagIt 1.0, RFC 8493), as a folder or a ZIP, and the profile that they conform to."""

import re
from collections.abc import Iterable, Iterator, Mapping
from fnmatch import fnmatch
from hashlib import algorithms_guaranteed, new
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from pnp import __version__
from pnp.base.errors import OutputError, UsageError, first_faults
from pnp.base.files import read_file
from pnp.base.messages import Message
from pnp.base.text import escaped
from pnp.base.zips import zip_bytes

OURS = ("sha256", "sha512")  # the checksums of every package
OWN_TAGS = {  # of bag-info.txt, which pnp writes
    *("Source-Organization", "Contact-Name", "Contact-Email", "External-Identifier"),
    *("External-Description", "Bagging-Date", "Bag-Size", "Payload-Oxum", "Language", "Rights"),
    *("Internal-Sender-Identifier", "Rights-URI", "Made-From-SHA256", "Data-Package"),
    *("BagIt-Profile-Identifier", "Bag-Software-Agent"),
    *("Package-Version", "Replaces", "Replaces-SHA512"),
}
_VERSION = "1.0"
_ZIP = "application/zip"
_KNOWN = {name for name in algorithms_guaranteed if not name.startswith("shake")}

AGENT = f"pnp {__version__}"
GAME = "Internal-Sender-Identifier"
_PORTABLE = re.compile(r"[A-Za-z0-9._-]+(/[A-Za-z0-9._-]+)*")


class _ProfileModel(BaseModel):
    model_config = ConfigDict(frozen=True, populate_by_name=True)


class TagRule(_ProfileModel):
    """The rule for a field of bag-info.txt; without ``values`` any value is allowed."""

    required: bool = False
    values: tuple[str, ...] = ()


class ProfileInfo(_ProfileModel):
    """A profile's description of itself."""

    identifier: str = Field(alias="BagIt-Profile-Identifier", min_length=1)


class BagProfile(_ProfileModel):
    """A BagIt profile; anything that it does not mention is allowed."""

    info: ProfileInfo = Field(alias="BagIt-Profile-Info")
    tags: Mapping[str, TagRule] = Field({}, alias="Bag-Info")
    manifests: tuple[str, ...] = Field((), alias="Manifests-Required")
    manifests_allowed: tuple[str, ...] | None = Field(None, alias="Manifests-Allowed")
    tag_manifests: tuple[str, ...] = Field((), alias="Tag-Manifests-Required")
    tag_manifests_allowed: tuple[str, ...] | None = Field(None, alias="Tag-Manifests-Allowed")
    tag_files: tuple[str, ...] = Field((), alias="Tag-Files-Required")
    tag_files_allowed: tuple[str, ...] | None = Field(None, alias="Tag-Files-Allowed")
    payload: tuple[str, ...] = Field((), alias="Payload-Files-Required")
    payload_allowed: tuple[str, ...] | None = Field(None, alias="Payload-Files-Allowed")
    fetch: bool = Field(False, alias="Fetch.txt-Required")
    empty: bool = Field(False, alias="Data-Empty")
    serialization: str = Field("optional", alias="Serialization")
    serializations: tuple[str, ...] = Field((_ZIP,), alias="Accept-Serialization")
    versions: tuple[str, ...] = Field((_VERSION,), alias="Accept-BagIt-Version")

    def faults(self, zipped: bool, signed: str) -> Iterator[str]:
        """Yield the requirements that no package meets; ``signed`` names the signature, if any."""
        if _VERSION not in self.versions:
            yield f"takes BagIt {', '.join(self.versions)}, and packages are BagIt {_VERSION}"
        for needed, allowed in (
            (self.manifests, self.manifests_allowed),
            (self.tag_manifests, self.tag_manifests_allowed),
        ):
            if allowed is not None and not set(OURS) <= set(allowed):
                yield f"allows {', '.join(allowed)}, and packages have {' and '.join(OURS)}"
            if unknown := set(needed) - _KNOWN:
                yield f"asks for checksums that pnp cannot make: {', '.join(sorted(unknown))}"
        if self.tag_files:
            yield f"asks for files that packages do not have: {', '.join(self.tag_files)}"
        if signed and not _allowed(signed, self.tag_files_allowed):
            yield f"does not allow {signed}: leave out --sign"
        if self.fetch or self.empty:
            yield "asks for a bag without its files"
        if self.serialization == "required" and not zipped:
            yield "asks for packages in one file: give --zip"
        if zipped and (self.serialization == "forbidden" or _ZIP not in self.serializations):
            yield "does not take zip files: leave out --zip"

    def payload_faults(self, paths: Iterable[str]) -> Iterator[str]:
        """Yield the faults of a package's files, given by their paths in data/."""
        there = [*paths]
        for path in self.payload:
            if path not in there:
                yield f"asks for {path}, which the package does not have"
        odd = [path for path in there if not _allowed(path, self.payload_allowed)]
        if odd:
            yield f"does not allow {odd[0]}" + (f" (and {len(odd) - 1} more)" if odd[1:] else "")


def read_bag_profile(option: str, name: str) -> BagProfile:
    """Read a profile from a JSON file; ``option`` begins the message.

    Raises:
        UsageError: If it cannot be read or is not a profile: a line for each fault.
    """
    try:
        return BagProfile.model_validate_json(read_file(Path(name), "definition_kb"))
    except OSError as error:
        raise UsageError(Message("unread", option, file=name, why=error.strerror)) from None
    except ValidationError as error:
        rows = error.errors(include_url=False, include_context=False, include_input=False)
        places = (".".join(map(str, row["loc"])) or "profile" for row in rows)
        lines = [
            Message("as_written", option, text=escaped(f"{name}: {place}: {row['msg']}"))
            for place, row in zip(places, rows, strict=True)
        ]
        raise UsageError(*first_faults(list[str](lines), "", 10)) from None


def _allowed(path: str, patterns: tuple[str, ...] | None) -> bool:
    return patterns is None or any(fnmatch(path, pattern) for pattern in patterns)


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
