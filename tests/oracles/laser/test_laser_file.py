"""Laser files as they are made pass the oracle."""

import pytest
from oracles.folder import judged, unchecked, wrong
from oracles.laser.conftest import MADE


@pytest.mark.parametrize("kind", MADE)
def test_laser_files_have_no_faults_and_nothing_unchecked(once, kind):
    assert wrong(once(kind)) == {}
    for report in judged(once(kind)):
        assert report.path.endswith((".pdf", "-tray.svg")) or not unchecked(report)
