"""Everything that a desk shows of a folder: the game in each language, and faults in texts.

Changes are drawn at once in the language of the definition. Other languages and rule texts follow,
one with each step, so that no page waits long for them.
"""

import json
from collections.abc import Iterator
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from pnp.base.workplace import now_on
from pnp.jobs.check_texts import sheet_faults
from pnp.web.desk.drawn import Desk
from pnp.web.desk.faults import DeskFault, read_faults

if TYPE_CHECKING:
    from collections.abc import Callable

    from pnp.definitions import Loaded

_Rules = tuple[str, str]  # a language and the id of a rule set


class DeskFolder:
    """The desks of a folder by language, each with all faults.

    ``more`` says that steps remain until everything has been checked; ``proven`` that it once was.
    ``tag`` identifies the state that is shown, across processes.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._own = Desk(folder)
        self._spoken: dict[str, Desk] = {}
        self._rules: dict[_Rules, tuple[DeskFault, ...]] = {}
        self._steps: list[Callable[[], None]] = []
        self._round = 1
        self.languages: tuple[str, ...] = ()
        self.proven = False
        self.tag = ""

    @property
    def more(self) -> bool:
        """Whether a step remains."""
        return bool(self._steps)

    def look(self) -> None:
        """Read the folder as it is now; slower checks are left to steps."""
        self._round = self._version() + 1
        self._own.look(self._round)
        if self._own.loaded:
            self._steps = list(self._to_do(self._own.loaded))
        else:
            self._steps = []
            for lang in self._spoken:
                self._speak(lang)
        self._show()

    def step(self) -> None:
        """Do the next check, if any is left."""
        if self._steps:
            self._steps.pop(0)()
            self.proven = self.proven or not self._steps
            self._show()

    def desk(self, lang: str) -> Desk:
        """Return the desk in a language, or in that of the definition if there is none."""
        if lang not in self.languages[1:]:
            return self._own
        if lang not in self._spoken:
            self._speak(lang)
            self._show()
        return self._spoken[lang]

    def _to_do(self, loaded: "Loaded") -> "Iterator[Callable[[], None]]":
        """Yield the checks that remain after the game in its own language."""
        from pnp.rulebook.source import languages_of, rules_file

        self.languages = loaded.languages
        others = loaded.languages[1:]
        self._spoken = {lang: desk for lang, desk in self._spoken.items() if lang in others}
        rules = [
            (lang, key)
            for lang in languages_of(self._folder, loaded.game)
            for key in loaded.game.rule_sets
            if rules_file(self._folder, key, lang).exists()
        ]
        self._rules = {one: faults for one, faults in self._rules.items() if one in rules}
        for one in rules:
            yield partial(self._review, loaded, one)
        for lang in others:
            yield partial(self._speak, lang)
        if not (rules or others):
            self.proven = True

    def _speak(self, lang: str) -> None:
        self._spoken.setdefault(lang, Desk(self._folder, lang)).look(self._round)

    def _review(self, loaded: "Loaded", one: _Rules) -> None:
        lang, key = one
        try:
            lines = sheet_faults(loaded, key, lang)
        finally:
            now_on(self._folder.name)
        self._rules[one] = read_faults("\n".join(lines), self._folder, {})

    def _show(self) -> None:
        """Make all desks show all faults, or only those of the definition if it cannot be read."""
        others = self._faults() if self._own.loaded else ()
        faults = (*self._own.found, *others)
        desks = {"": self._own, **self._spoken}
        for desk in desks.values():
            desk.show(faults)
        said = [desk.state.as_data() for desk in desks.values()]
        notes = [desk.notes for desk in desks.values()]
        text = json.dumps([self.proven, said, notes], ensure_ascii=False)
        digest = sha256(text.encode(errors="surrogateescape")).hexdigest()
        self.tag = f"{self._version()}-{digest[:12]}"

    def _faults(self) -> Iterator[DeskFault]:
        own = {_where(fault) for fault in self._own.found}
        for faults in self._rules.values():
            yield from faults
        for lang, desk in self._spoken.items():
            for fault in desk.found:
                if _where(fault) not in own:
                    said = f"{fault.says} (in {lang})" if desk.loaded else fault.says
                    yield fault._replace(says=said)

    def _version(self) -> int:
        return max(desk.state.version for desk in (self._own, *self._spoken.values()))


def _where(fault: DeskFault) -> tuple[str, str]:
    """Return a key that two languages' faults share if they concern the same frame and row."""
    return (fault.at, fault.also) if fault.also else (fault.says, "")
