"""Ask an index for known vulnerabilities in pnp's libraries, as installed and the oldest allowed.

    python bench/audit.py

Without pip-audit, or where no index answers, it says so and ends with status 0. The tools of
development are not asked for: nobody installs them with pnp.
"""

import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Iterator
from importlib.metadata import PackageNotFoundError, distribution
from importlib.util import find_spec
from pathlib import Path
from tempfile import NamedTemporaryFile

PROJECT = Path(__file__).parent.parent / "pyproject.toml"
LONGEST_S = 120  # for all libraries together
_OLDEST = re.compile(r"(?P<name>[\w.-]+)(\[[^]]*\])?(>=|==)(?P<version>[\w.]+)")


def main() -> int:
    """Return 1 if an index knows of a vulnerability, else 0."""
    if find_spec("pip_audit") is None:
        print("not audited: pip-audit is not installed")
        return 0
    answers = list(_audit({*_installed("printandplay[all,ocfl,cluster]"), *_oldest()}))
    known = [one for one in answers if one.get("vulns")]
    answered = [one for one in answers if "vulns" in one]
    for one in known:
        for fault in one["vulns"]:
            fixed = ", ".join(fault["fix_versions"]) or "no version"
            print(f"{one['name']} {one['version']}: {fault['id']}, fixed in {fixed}")
    print(
        f"audited {len(answered)} libraries: {len(known)} with known vulnerabilities"
        if answered
        else "not audited: no index of vulnerabilities answers here"
    )
    return 1 if known else 0


def _installed(root: str) -> Iterator[str]:
    """Yield the installed release of each library that a distribution needs, directly or not."""
    from packaging.requirements import Requirement

    seen, open_ones = set(), [Requirement(root)]
    while open_ones:
        one = open_ones.pop()
        key = (one.name.lower(), *sorted(one.extras))
        try:
            found = distribution(one.name)
        except PackageNotFoundError:  # for another system
            continue
        if key in seen:
            continue
        seen.add(key)
        if one.name != Requirement(root).name:
            yield f"{found.name}=={found.version}"
        for line in found.requires or ():
            need = Requirement(line)
            asked = ({"extra": extra} for extra in one.extras or {""})
            if need.marker is None or any(map(need.marker.evaluate, asked)):
                open_ones.append(need)


def _oldest() -> Iterator[str]:
    """Yield the oldest release that pyproject.toml allows of each library."""
    project = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]
    for lines in (project["dependencies"], *project["optional-dependencies"].values()):
        for found in map(_OLDEST.match, lines):
            if found:
                yield f"{found['name']}=={found['version']}"


def _audit(pinned: Iterable[str]) -> Iterator[dict]:
    """Yield what pip-audit says of each library; nothing if it reaches no index.

    A list of requirements holds each library once, so the second version of one makes a second
    list.
    """
    rounds: list[dict[str, str]] = []
    for line in sorted(pinned):
        name = re.sub(r"[-_.]+", "-", line.partition("==")[0]).lower()
        free = next((one for one in rounds if name not in one), None)
        if free is None:
            rounds.append(free := {})
        free[name] = line
    for one in rounds:
        with NamedTemporaryFile("w", suffix=".txt") as file:
            file.write("\n".join(one.values()))
            file.flush()
            command = [sys.executable, "-m", "pip_audit", "--requirement", file.name]
            command += ["--no-deps", "--disable-pip", "--format", "json", "--timeout", "5"]
            try:
                done = subprocess.run(
                    [*command, "--progress-spinner", "off"],
                    capture_output=True,
                    text=True,
                    timeout=LONGEST_S,
                    check=False,
                )
                yield from json.loads(done.stdout)["dependencies"]
            except (subprocess.TimeoutExpired, json.JSONDecodeError):
                return


if __name__ == "__main__":
    sys.exit(main())
