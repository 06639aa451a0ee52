"""Checks whether a package is signed, by whom, and whether the user trusts that signer."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from pnp.base.errors import MissingExtraError, VerifyError
from pnp.base.files import read_file
from pnp.records.signature import SIGNATURE, SIGNED, OtherKeyError, PublicKey, signer_of
from pnp.verify.findings import Finding, ok, unchecked, unreadable, wrong

_LISTS = (SIGNED, "manifest-sha512.txt")


def signature_findings(folder: Path, signers: Sequence[PublicKey]) -> Iterator[Finding]:
    """Check the signature of a valid bag; without ``signers``, none or anyone's will do."""
    right = f"a signature by {' or '.join(key.label for key in signers) or 'its maker'}"
    file = folder / SIGNATURE
    if not file.exists():
        if signers:
            yield wrong("signature", "is not signed", right)
        return
    try:
        key = signer_of((folder / SIGNED).read_bytes(), read_file(file, "text_kb"))
    except OSError as error:
        yield unreadable("signature", error)
    except MissingExtraError as error:
        yield unchecked("signature", str(error))
    except VerifyError as error:
        if isinstance(error, OtherKeyError) and not signers:
            yield unchecked("signature", str(error))
        else:
            yield wrong("signature", str(error), right)
    else:
        yield from _beside(folder)
        known = next((one for one in signers if one.blob == key.blob), None)
        if known is not None:
            yield ok("signature", f"by {known.label}")
        elif signers:
            yield wrong("signature", f"by {key.label}", right)
        else:
            yield unchecked(
                "signature", f"by {key.label}; --signer KEY.pub says whether that is right"
            )


def _beside(folder: Path) -> Iterator[Finding]:
    """Yield a finding for each file that the signature does not cover."""
    signed = {SIGNATURE, SIGNED}
    for name in _LISTS:
        lines = (folder / name).read_bytes().decode("utf-8", "replace").splitlines()
        signed |= {line.partition(" ")[2].strip().removeprefix("*") for line in lines}
    there = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    for path in sorted(there - signed):
        if not path.startswith("tagmanifest-"):  # another list of the same files
            yield wrong("signature", f"says nothing of {path}", "only files that were signed")
