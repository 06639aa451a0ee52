"""A browser and a server for tests of pages."""

import os
import signal
import subprocess
import sys
import urllib.request

import pytest
from web.browser import ARGUMENTS, BROWSER


@pytest.fixture(scope="module")  # while Playwright waits, its thread can run no other event loop
def chromium():
    """Start Chromium without a window."""
    if not BROWSER:
        pytest.skip("looking at pages needs Chromium, which this machine has not")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=BROWSER, args=list(ARGUMENTS))
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    """Serve the games that come with pnp, and return the address without a slash at its end."""
    with_settings = {
        name: str(tmp_path_factory.mktemp("served")) for name in ("PNP_DATA_DIR", "PNP_CONFIG_DIR")
    }
    process = subprocess.Popen(
        [sys.executable, "-P", "-m", "pnp", "serve", "--port", "0", "--no-open"],
        stdout=subprocess.PIPE,
        encoding="utf-8",
        env=os.environ | with_settings,
    )
    try:
        line = process.stdout.readline()
        address = next(word for word in line.split() if word.startswith("http://")).rstrip("/")
        with urllib.request.urlopen(f"{address}/games.json", timeout=60) as answer:
            assert answer.status == 200
        yield address
    finally:
        process.send_signal(signal.SIGINT)
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        process.stdout.close()
