"""A second opinion on bags, from the bagit library of the Library of Congress.

The library follows links, waits for pipes and holds every line of every list in memory. So it only
gets bags that consist of regular files, have lists of reasonable length and passed our own checks.
"""

from pnp.base.extras import optional
from pnp.verify.bags.reading import Bag
from pnp.verify.findings import Finding, ok, quiet, unchecked, wrong

with optional("archive", "verifying a package"):
    import bagit

MOST_LINES = 200_000
UNREADABLE = (bagit.BagError, OSError, ValueError, LookupError, AttributeError, TypeError)


def library_finding(bag: Bag) -> Finding:
    """Return the library's verdict on a bag in which pnp found no faults."""
    if bag.lines > MOST_LINES:
        return unchecked("bagit", f"not asked about {bag.lines:,} lines of manifests")
    try:
        with quiet("bagit"):
            bagit.Bag(str(bag.folder)).validate(fast=False)
    except UNREADABLE as error:
        message = str(error).replace(f"{bag.folder.absolute()}", bag.folder.name)
        if bag.respelled:
            return unchecked(
                "bagit", "finds no files whose names a manifest writes in other letters"
            )
        return wrong("bag", f"bagit {bagit.VERSION} says: {message[:300]}", "a valid bag")
    return ok("bagit", f"version {bagit.VERSION} agrees")
