"""Zips of strangers are verified in little time, memory and space on disk."""

import os
import tempfile

import pytest
from archive.check.hostile_zips import BAD, GOOD, MOST
from helpers.bags import faults_of
from helpers.guard import guarded

from pnp.archive.check import bag as zips


@pytest.mark.parametrize("name", GOOD)
def test_passes(name, tmp_path):
    (tmp_path / "bag.zip").write_bytes(GOOD[name])
    with guarded():
        assert faults_of(tmp_path / "bag.zip") == []


@pytest.mark.parametrize("name", BAD)
def test_refuses(name, tmp_path, monkeypatch):
    content, fault = BAD[name]
    (tmp_path / "bag.zip").write_bytes(content if isinstance(content, bytes) else content())
    (tmp_path / "temporary").mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "temporary"))
    monkeypatch.setattr(zips, "MOST_ENTRIES", MOST)
    with guarded():
        found = faults_of(tmp_path / "bag.zip")
    assert any(fault in line for line in found), found
    assert len(found) < 5
    assert os.listdir(tmp_path / "temporary") == []
    assert not (tmp_path / "x").exists()
