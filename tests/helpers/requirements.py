"""Marks that skip tests whose requirements are missing on this machine; never in CI."""

import os

import pytest


def _has_cairo() -> bool:
    try:
        import cairocffi  # noqa: F401
    except OSError:
        return False
    return True


needs_cairo = pytest.mark.skipif(
    not _has_cairo() and not os.environ.get("CI"),
    reason="PNG needs the cairo library, which is not installed",
)
