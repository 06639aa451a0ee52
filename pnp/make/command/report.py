"""The report of a command that makes something: lines as it proceeds, or JSON at the end."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import typer

from pnp.base.errors import PnpError, UsageError, first_faults
from pnp.base.messages import as_message
from pnp.make.command.console import print_error, print_json, say


class Report:
    """The results and the errors of a command; ``status`` is its exit status.

    JSON has the same shape for all commands: a list of results, each with its name, folder, files,
    problems and notes, and a list of errors. ``dry_run`` stops the command from making anything;
    ``open_pdf`` opens the first PDF that it makes.
    """

    def __init__(
        self,
        quiet: bool = False,
        verbose: bool = False,
        as_json: bool = False,
        open_pdf: bool = False,
        dry_run: bool = False,
    ) -> None:
        if quiet and verbose:
            raise UsageError(
                "--verbose: --quiet prints nothing but errors; leave one of the two out"
            )
        if open_pdf and dry_run:
            raise UsageError("--open: --dry-run makes nothing to open; leave one of the two out")
        self.quiet = quiet
        self.open_pdf = open_pdf
        self.dry_run = dry_run
        self.verbose = verbose
        self.as_json = as_json
        self.status = 0
        self._made: list[Mapping[str, Any]] = []
        self._errors: list[str] = []
        self._files: list[Path] = []

    @property
    def silent(self) -> bool:
        """Whether the command prints no lines."""
        return self.quiet or self.as_json

    def refuse_to_watch(self) -> None:
        """Raise a UsageError for options that need an end, since watching has none."""
        flags = ("--json", self.as_json), ("--open", self.open_pdf), ("--dry-run", self.dry_run)
        for flag, chosen in flags:
            if chosen:
                raise UsageError(f"{flag}: takes one result; leave out --watch")

    @contextmanager
    def attempt(self, printed: set[str] | None = None) -> Iterator[None]:
        """Report a PnpError raised in this context, and continue.

        Lines ``printed`` before, of the same in another language, are not repeated.
        """
        try:
            yield
        except PnpError as error:
            known = printed if printed is not None else set()
            in_any = {line: as_message(line).in_any_language() for line in error.faults}
            new = [line for line, alike in in_any.items() if alike not in known]
            self.fail(new, error.status)
            known.update(in_any.values())

    def add(
        self, made: Mapping[str, Any], lines: Iterable[str] = (), files: Iterable[Path] = ()
    ) -> None:
        """Report a result; ``lines`` after the first are indented.

        Its problems are errors as well and make the status 1.
        """
        self._made.append(made)
        self._files += files
        if not self.silent:
            for number, line in enumerate(lines):
                say(f"  {line}" if number else line)
        if problems := made.get("problems", ()):
            self.fail(problems)

    def finish(self, noun: str = "games") -> int:
        """Print the JSON or open a file, if requested, and return the status."""
        if self.as_json:
            print_json({noun: self._made, "errors": self._errors})
        if self.open_pdf:
            for file in [file for file in self._files if file.suffix == ".pdf"][:1]:
                typer.launch(str(file))
        return self.status

    def fail(self, lines: Sequence[str], status: int = 1) -> None:
        """Report an error, one line for each fault."""
        self.status = max(self.status, status)
        if self.as_json:
            self._errors += first_faults(lines)
        elif lines:
            print_error("\n".join(first_faults(lines)))


def files_data(name: str, files: Sequence[Path]) -> dict[str, Any]:
    """Return files that belong to no game, in one folder, as data for JSON."""
    folder = str(files[0].parent)
    names = [file.name for file in files]
    return {"name": name, "folder": folder, "files": names, "problems": [], "notes": []}
