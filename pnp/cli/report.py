"""What a command that makes something tells: lines as it goes on, or JSON at the end."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import typer

from pnp.base.errors import PnpError, UsageError
from pnp.cli.console import print_error, print_json


class Report:
    """The things that a command made and the errors on the way; ``status`` is its exit status.

    JSON has the same shape for all commands: a list of what was made, each with its name, folder,
    files, problems and notes, and a list of errors.
    """

    def __init__(self, quiet: bool = False, verbose: bool = False, as_json: bool = False) -> None:
        if quiet and verbose:
            raise UsageError("--verbose: --quiet says nothing but errors; leave one of the two out")
        self.quiet = quiet
        self.verbose = verbose
        self.as_json = as_json
        self.status = 0
        self._made: list[Mapping[str, Any]] = []
        self._errors: list[str] = []

    @property
    def silent(self) -> bool:
        """Whether no lines are printed."""
        return self.quiet or self.as_json

    @contextmanager
    def attempt(self) -> Iterator[None]:
        """Tell of a PnpError within this context, and go on after it."""
        try:
            yield
        except PnpError as error:
            self._tell(str(error))
            self.status = max(self.status, error.status)

    def add(self, made: Mapping[str, Any], lines: Iterable[str] = ()) -> None:
        """Tell of something that was made; ``lines`` after the first are indented.

        Its problems are printed as errors, and leave the status 1.
        """
        self._made.append(made)
        if not self.silent:
            for number, line in enumerate(lines):
                typer.echo(f"  {line}" if number else line)
        for problem in made.get("problems", ()):
            self.status = max(self.status, 1)
            if not self.as_json:
                print_error(problem)

    def finish(self, noun: str = "games") -> int:
        """Print the JSON, if that was asked for, and return the status."""
        if self.as_json:
            print_json({noun: self._made, "errors": self._errors})
        return self.status

    def _tell(self, text: str) -> None:
        if self.as_json:
            self._errors += text.splitlines()
        else:
            print_error(text)


def open_first(files: Iterable[str]) -> None:
    """Open the first PDF with the program that the system has for it."""
    pdf = next((file for file in files if file.endswith(".pdf")), None)
    if pdf is not None:
        typer.launch(pdf)
