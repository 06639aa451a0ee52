"""Chromium without a window: pages measured at a width, and printed."""

import html
import json
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest

BROWSER = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), ""
)

needs_browser = pytest.mark.skipif(
    not BROWSER, reason="looking at pages needs Chromium, which this machine has not"
)

# Each page stands in a frame of its own; the frame around them all measures and writes it down.
_HARNESS = """<!DOCTYPE html><meta charset="utf-8"><title>Harness</title><body>{frames}
<pre id="told"></pre><script>
const most = (values) => Math.max(0, ...values), least = (values) => Math.min(1e6, ...values);
addEventListener("load", () => {{
  const told = {{}};
  for (const frame of document.querySelectorAll("iframe")) {{
    const page = frame.contentDocument, box = (one) => one.getBoundingClientRect();
    const all = (what) => [...page.querySelectorAll(what)].map(box);
    told[frame.title] = {{
      width: page.documentElement.scrollWidth,
      right: most([...page.body.querySelectorAll("*:not(svg *)")].map((one) => box(one).right)),
      cell: least(all("td").map((one) => one.width)),
      figure: most(all("figure svg").map((one) => one.height)),
      line: most(all("p").map((one) => one.width)),
      requests: frame.contentWindow.performance.getEntriesByType("resource").length,
    }};
  }}
  document.getElementById("told").textContent = JSON.stringify(told);
}});
</script>"""


def measured(files, width):
    """Return figures of each page by its name, in pixels of CSS, in a window of ``width``.

    ``width`` is that of the whole document, ``right`` how far its elements reach, ``cell`` the
    narrowest cell of a table, ``figure`` the highest picture, ``line`` the widest paragraph;
    ``requests`` counts what was asked for besides the page.
    """
    frames = "\n".join(
        f'<iframe title="{file.name}" src="{file.as_uri()}" width="{width}" height="800" '
        'style="border: 0"></iframe>'
        for file in files
    )
    with tempfile.TemporaryDirectory() as folder:
        harness = Path(folder) / "harness.html"
        harness.write_text(_HARNESS.format(frames=frames), encoding="utf-8")
        page = _run("--allow-file-access-from-files", "--dump-dom", harness.as_uri())
    (told,) = re.findall(r'<pre id="told">(.*?)</pre>', page, re.DOTALL)
    return json.loads(html.unescape(told))


def printed(file, to):
    """Print a page as PDF, on the paper that Chromium takes where a page names none."""
    _run("--no-pdf-header-footer", f"--print-to-pdf={to}", file.as_uri())
    return to


def _run(*arguments):
    with tempfile.TemporaryDirectory() as profile:
        result = subprocess.run(
            [
                BROWSER,
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-background-networking",
                "--no-first-run",
                "--hide-scrollbars",
                f"--user-data-dir={profile}",
                *arguments,
            ],
            capture_output=True,
            check=True,
            encoding="utf-8",
            timeout=120,
        )
    return result.stdout
