"""A browser and a server for tests of pages."""

import pytest
from helpers.browser import BROWSER
from helpers.browser import chromium as browser
from web.served import serve

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
    """Serve the games that come with pnp."""
    with serve(tmp_path_factory.mktemp("served"), "--workers", WORKERS) as served:
        yield served
