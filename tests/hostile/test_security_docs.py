"""docs/explanation/trust.md lists the limits, filters and refusals of the code."""

import re
from pathlib import Path

import pnp
from pnp.base.limits import Limits
from pnp.images.svg.parts import FORBIDDEN
from pnp.rulebook.fill import filters_of

DOCS = Path(pnp.__file__).parent.parent / "docs"
TRUST = (DOCS / "explanation" / "trust.md").read_text(encoding="utf-8")


def test_the_table_of_limits_is_that_of_the_code_in_its_order():
    rows = re.findall(r"^\| `(\w+)` \| ([\d,]+) \| (.+) \|$", TRUST, re.MULTILINE)
    assert [(name, int(most.replace(",", ""))) for name, most, _ in rows] == [
        *Limits()._asdict().items()
    ]


def test_every_filter_of_texts_is_named():
    told = re.search(r"the filters (.*?)\. There", TRUST, re.DOTALL)[1]
    assert sorted(re.findall(r"`(\w+)`", told)) == sorted(filters_of("en"))


def test_what_acts_in_svg_is_named():
    for word in (*FORBIDDEN, "foreignObject", "animations", "entities", "@import"):
        assert word in TRUST


def test_readers_find_the_page():
    assert "](docs/explanation/trust.md)" in (DOCS.parent / "README.md").read_text(encoding="utf-8")
    for page in ("tutorials/definition", "how-to/your-own-game", "developers/architecture"):
        assert "](../explanation/trust.md)" in (DOCS / f"{page}.md").read_text("utf-8"), page
