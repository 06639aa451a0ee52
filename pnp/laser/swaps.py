"""Disturbances of an order, to see whether a shorter one comes of them."""

from collections.abc import Iterator

_SWAPS = 30
_LONGEST = 30


def swaps(count: int) -> Iterator[tuple[int, int, int]]:
    """Yield where parts of the way that follow one another are swapped, to see what comes of it.

    The numbers are those of Knuth's MMIX, a linear congruential generator: the same every time.
    """
    state = 1
    longest = min(_LONGEST, count // 2)
    for _ in range(min(_SWAPS, count * count) if longest else 0):
        draws = []
        for most in (count - 2 * longest + 1, longest, longest):
            state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
            draws.append((state >> 33) % most + 1)
        first, one, two = draws
        yield first, first + one, first + one + two
