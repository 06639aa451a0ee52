"""The command that audits games."""

from collections.abc import Callable, Iterator, Mapping

from rich.console import Console

from pnp.audit import CheckedClaim, GameReport, RuleSetReport, check_game
from pnp.base.errors import DefinitionError, UsageError, first_faults
from pnp.base.extensions import at_place
from pnp.base.messages import Message, as_message
from pnp.definitions import games_named
from pnp.definitions.load import NamedGame, in_languages, load_to_check
from pnp.definitions.media import font_notes
from pnp.game.evidence import Disputed
from pnp.game.game import Game
from pnp.game.rules import Played
from pnp.make.command.commands import single
from pnp.make.command.console import console, heading, lines, print_error, say, table
from pnp.make.command.options import AsJson, GamesArgument, Watching
from pnp.make.command.report import Report
from pnp.make.wing import WingFindings, other_wings, own_wings


@single(
    "check",
    "pnp check turno/loop",
    "pnp check                  # all games",
    "pnp check ./my-game --watch",
)
def check(games: GamesArgument = None, json: AsJson = False, watch: Watching = False) -> int:
    """Prove that the box holds what every rule set needs, and that all claims are true."""
    if not watch:
        return _check(games or [], as_json=json)
    if json:
        raise UsageError("--json: prints one result; leave out --watch")
    _check_again(games or [])
    return 0


def _check(games: list[str], as_json: bool) -> int:
    """Check the named games, or the default of :func:`games_named`; return the exit status.

    An unreadable game does not stop the others from being checked.
    """
    printed = Report(as_json=as_json)
    reports: list[GameReport] = []
    texts: list[str] = []
    notes: list[str] = []
    for game in games_named(games):
        with printed.attempt():
            named, unread = load_to_check(game)
            dict(named.loaded.game.livery_pictures)  # which other jobs read when they are drawn
            report = _checked(named)
            spoken = in_languages(named.loaded)
            wings = _found_by_wings(named, spoken.games)
            texts += wings.faults
            if unread:
                texts += (*report.faults(), *spoken.faults)
                raise DefinitionError("\n".join(unread))
            found = [*_notes(named), *wings.notes]
            reports.append(report)
            notes += found
            printed.add(report.as_data() | ({"notes": found} if found else {}))
            spoken.check()
    for report in reports:
        if not as_json:
            _print_report(console(), report)
    if not as_json:
        lines(console(), notes)
    for report in reports:
        if failed := list(report.faults()):
            printed.fail(failed)
        printed.status = max(printed.status, 0 if report.ok else 1)
    if texts:
        printed.fail(texts)
    return printed.finish()


def _check_again(games: list[str]) -> None:
    """Check a game, and again whenever its files change, until the user stops it."""
    from pnp.make.command.watch import watch

    def run(game: str, first: bool) -> None:
        named, unread = load_to_check(game)
        report = _checked(named)
        spoken = in_languages(named.loaded)
        wings = _found_by_wings(named, spoken.games)
        if not unread:
            _print_report(console(), report)
            lines(console(), (*_notes(named), *wings.notes))
        for faults in (unread, list(report.faults()), wings.faults, spoken.faults):
            if faults:
                print_error("\n".join(first_faults(faults)))

    watch(games_named(games), None, run)


def _found_by_wings(named: NamedGame, games: Mapping[str, Game]) -> WingFindings:
    """Return what wings find; no fault repeats one that was found before, at some place."""
    faults: list[Message] = []
    notes: list[str] = []

    def add(check: Callable[[NamedGame, Mapping[str, Game]], WingFindings]) -> None:
        found = check(named, games)
        known = {(one.moved(), one.at[n:]) for one in faults for n in range(1, len(one.at) + 1)}
        told = map(as_message, found.faults)
        faults.extend(one for one in told if (one.moved(), one.at) not in known)
        notes.extend(found.notes)

    for wing in filter(lambda wing: wing.check, own_wings()):
        add(at_place(wing.check))
    for extension, wing in other_wings().items():
        if wing.check:
            extension.tried(add, wing.check)
    return WingFindings(tuple(faults), tuple(notes))


def _notes(named: NamedGame) -> Iterator[str]:
    """Yield remarks for the person who prints the game, which are not faults."""
    loaded = named.loaded
    yield from (*loaded.notes, *font_notes(loaded.game.typefaces))


def _checked(named: NamedGame) -> GameReport:
    """Audit a game with the claims about its box, or one of its rule sets."""
    loaded, rule_set = named
    report = check_game(loaded.game)
    if rule_set is None:
        return report
    chosen = tuple(one for one in report.rule_sets if one.id == rule_set)
    return report._replace(claims=(), disputes=(), rule_sets=chosen)


def _print_report(out: Console, report: GameReport) -> None:
    box = "ok" if all(claim.ok for claim in report.claims) else "WRONG CLAIMS"
    if report.claims or report.disputes or not report.rule_sets:
        heading(out, f"{report.id}: {report.name}, the box, {box}")
    table(out, ("", "claim", "arithmetic", "how known"), _claim_rows(report.claims))
    _print_disputes(out, report.disputes)
    for rule_set in report.rule_sets:
        verdict = "ok" if rule_set.ok else "FALLS SHORT"
        heading(out, f"{report.id}/{rule_set.id}: {rule_set.name}, {verdict}")
        table(out, ("", "needs", "in the box", "source"), _need_rows(rule_set))
        table(out, ("", "claim", "arithmetic", "how known"), _claim_rows(rule_set.claims))
        table(out, ("", "set-up", "where", "how known"), _claim_rows(rule_set.setup))
        table(out, ("", "played", "turns", "how known"), _played_rows(rule_set.played))
        _print_disputes(out, rule_set.disputes)
    say(f"{report.id}: {report.verdict}")
    say()


def _need_rows(rule_set: RuleSetReport) -> Iterator[tuple[str, ...]]:
    for need in rule_set.needs:
        short = f", {need.missing} missing" if need.missing else ""
        yield (
            "ok" if need.ok else "MISSING",
            f"{need.required} {need.component}",
            f"{need.available}{short}",
            need.source,
        )


def _claim_rows(claims: tuple[CheckedClaim, ...]) -> Iterator[tuple[str, ...]]:
    for claim in claims:
        source = f", {claim.source}" if claim.source else ""
        known = f"{claim.status}{source}"
        yield ("ok" if claim.ok else "WRONG", claim.text, claim.arithmetic, known)


def _played_rows(played: tuple[Played, ...]) -> Iterator[tuple[str, ...]]:
    for one in played:
        ended = f"{one.blocked or 'none'} blocked, {one.draws or 'none'} drawn"
        least, half, most = one.turns
        yield (
            "",
            f"{one.games} games of {one.players}, {one.by or 'at random'}: {ended}",
            f"{least} to {most}, median {half}",
            f"simulated, from seed {one.seed}",
        )


def _print_disputes(out: Console, disputes: tuple[Disputed, ...]) -> None:
    for dispute in disputes:
        lines(out, [f"disputed: {dispute.question}"])
        lines(out, [f"  {reading.source}: {reading.says}" for reading in dispute.readings])
        lines(out, [f"  we follow {dispute.follows}: {dispute.because}", ""])
