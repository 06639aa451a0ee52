"""What cannot be drawn, gathered so that all of it is told at once."""

from collections.abc import Iterator
from contextlib import contextmanager

from pnp.base.errors import LayoutError


class Faults:
    """Lines that say where something does not fit, and by how much."""

    def __init__(self) -> None:
        self._lines: list[str] = []

    def add(self, line: str) -> None:
        """Take note of a fault."""
        self._lines.append(line)

    @contextmanager
    def within(self, where: str) -> Iterator[None]:
        """Take note of what does not fit while this part is drawn, and go on after it."""
        try:
            yield
        except LayoutError as error:
            self.add(f"{where}: {error}")

    def tell(self) -> None:
        """Raise a LayoutError with a line for each fault, if there are any."""
        if self._lines:
            raise LayoutError("\n".join(self._lines))
