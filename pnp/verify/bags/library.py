"""A second opinion on bags, by the bagit library of the Library of Congress.

It follows links, waits for pipes, and keeps every line of every list. It is asked only about bags
that hold nothing but files, lists of reasonable length, and no fault that we know of.
"""

from pnp.base.extras import optional
from pnp.verify.bags.reading import Bag
from pnp.verify.findings import Finding, ok, quiet, unchecked, wrong

with optional("archive", "verifying a package"):
    import bagit

MOST_LINES = 200_000
UNREADABLE = (bagit.BagError, OSError, ValueError, LookupError, AttributeError, TypeError)


def library_finding(bag: Bag) -> Finding:
    """Return what the library says of a bag without faults."""
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
