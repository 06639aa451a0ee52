"""A file's SHA-256 against its manifest's: no byte can change unseen."""

from hashlib import sha256

from pnp.verify.findings import Finding, ok, unchecked, wrong
from pnp.verify.packages.manifest import Entry


def checksum(content: bytes, entry: Entry | None) -> Finding:
    """Compare a file with what a manifest says of it."""
    if entry is None:
        return unchecked("checksum", "no manifest names this file")
    found = sha256(content).hexdigest()
    if found == entry.sha256:
        return ok("checksum", found[:12])
    return wrong("checksum", f"{found[:12]}…, so it was changed", f"{entry.sha256[:12]}…")
