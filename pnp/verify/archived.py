"""The kinds of packages for archives, by the names of files in them, and their checks.

What is left of a bag or an object without the file that declares it is still one, and wrong.
"""

import re

from pnp.verify.items import CheckedKind

BAG = "bagit.txt"  # every bag has this file
METS = "METS.xml"  # and every submission package this one
_BAG_CHECK = "pnp.verify.bag:verify_package"

PACKAGE = CheckedKind("package", _BAG_CHECK, re.escape(BAG), listed=True)
SUBMISSION = CheckedKind(
    "submission package",
    "pnp.verify.submission:verify_submission",
    re.escape(METS),
    listed=True,
)
OBJECT = CheckedKind(
    "object",
    "pnp.verify.ocfl:verify_object",
    r"0=ocfl_object_.*|inventory\.json\..*",
    listed=True,
)
ROOT = CheckedKind(
    "storage root",
    "pnp.verify.ocfl:verify_root",
    r"0=ocfl_[0-9].*|ocfl_layout\.json",
    holds=OBJECT.name,
    others=("extensions",),
)
UNDECLARED = PACKAGE._replace(files=r"bag-info\.txt|(tag)?manifest-[a-z0-9]+\.txt")
ZIP = CheckedKind("zip", "pnp.verify.bags.zips:verify_zip", suffix=".zip", listed=True)
ARCHIVED = (PACKAGE, SUBMISSION, OBJECT, ROOT, UNDECLARED, ZIP)
