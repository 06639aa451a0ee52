"""What all oracles need: reports on files, and measured lengths."""

from collections.abc import Callable, Iterable

from pnp.base.errors import VerifyError
from pnp.base.geometry import Size
from pnp.base.units import Mm
from pnp.verify.findings import FileReport, Finding, wrong


def verified(
    name: str, kind: str, content: bytes, check: Callable[[bytes], Iterable[Finding]]
) -> FileReport:
    """Return the findings of a check, which end at a file that cannot be read."""
    findings = []
    try:
        for finding in check(content):
            findings.append(finding)
    except VerifyError as error:
        findings.append(wrong("file", str(error), "a file as pnp makes it"))
    return FileReport(name, kind, tuple(findings))


def difference(one: Iterable[float], other: Iterable[float]) -> float:
    """Return the largest difference between the numbers of two points, sizes or rectangles."""
    return max(abs(a - b) for a, b in zip(one, other, strict=True))


def format_length(value: Mm) -> str:
    return f"{value + 0.0:.2f}"


def format_size(value: Size) -> str:
    return f"{format_length(value.width)} x {format_length(value.height)} mm"
