"""A browser and a server for tests of pages."""

import os

import pytest
from helpers.browser import BROWSER
from helpers.browser import chromium as browser
from web.served import serve_all

WORKERS = "2"  # so that an answer of one that is given for that of another would be seen


@pytest.fixture(scope="module")  # while Playwright waits, its thread can run no other event loop
def chromium():
    """Start Chromium without a window."""
    if not BROWSER:
        pytest.skip("looking at pages needs Chromium, which this machine has not")
    with browser() as started:
        yield started


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    """Serve the games that come with pnp, to all test processes."""
    base = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        base = base.parent
    settings = tmp_path_factory.mktemp("served")
    with serve_all(base / "server", settings, "--workers", WORKERS) as served:
        yield served
