"""The first faults of many."""

MOST_FAULTS = 100  # lines: past that, the rest is counted


def first(faults: list[str], file: str) -> list[str]:
    """Return as many faults as somebody reads, and how many more there are."""
    more = len(faults) - MOST_FAULTS
    rest = [f"{file}: and {more} more {'fault' if more == 1 else 'faults'}"] if more > 0 else []
    return faults[:MOST_FAULTS] + rest
