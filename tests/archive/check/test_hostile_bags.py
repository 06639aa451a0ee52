"""Every bag is verified, whoever made it: in little time and memory, with words for each fault."""

import pytest
from archive.check.hostile_bags import BAD, GOOD
from helpers.bags import faults_of
from helpers.guard import guarded

from pnp.verify import verify_paths


@pytest.mark.parametrize("name", GOOD)
def test_passes(name, tmp_path):
    GOOD[name](tmp_path / "bag")
    with guarded():
        (report,) = verify_paths([tmp_path / "bag"])
    assert report.ok, report.findings


@pytest.mark.parametrize("name", BAD)
def test_refuses(name, tmp_path):
    make, fault = BAD[name]
    make(tmp_path / "bag")
    with guarded():
        found = faults_of(tmp_path / "bag")
    assert any(line.startswith(fault) for line in found), found
    assert len(found) < 30
