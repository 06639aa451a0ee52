"""bag-info.txt: a package's description of itself, with the fields that an archive requires."""

from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

from pnp.archive.bag import AGENT, GAME
from pnp.archive.record import ArchiveRecord
from pnp.base.errors import UsageError
from pnp.base.units import quoted
from pnp.records.bag_profile import BagProfile, TagRule
from pnp.records.package_contents import LIST, MADE_FROM
from pnp.records.package_contents import NAME as CONTENTS

_OPTIONS = {  # which say what a field has
    "Bagging-Date": "--date",
    "Contact-Email": "--contact-email",
    "Contact-Name": "--contact-name",
    "External-Identifier": "--id",
    "Source-Organization": "--holder",
}
_SIZES = ((10**9, "GB"), (10**6, "MB"), (10**3, "kB"))


class BagTerms(NamedTuple):
    """An archive's requirements for a bag: a profile, and fields of bag-info.txt for it."""

    profile: BagProfile | None = None
    tags: tuple[tuple[str, str], ...] = ()


def bag_info(
    record: ArchiveRecord,
    game_id: str,
    made_from: str,
    terms: BagTerms,
    payload: Collection[bytes] = (),
) -> dict[str, str]:
    """Return the non-empty fields of bag-info.txt, each on one line."""
    deposit, profile = record.deposit, terms.profile
    size = sum(map(len, payload))
    day = record.date if record.date and len(record.date) == len("2026-11-20") else None
    fields = {
        "Source-Organization": record.holder,
        "Contact-Name": deposit.contact_name,
        "Contact-Email": deposit.contact_email,
        "External-Identifier": record.identifier,
        "External-Description": record.title,
        "Bagging-Date": day,  # BagIt allows no other precision
        "Bag-Size": _rounded(size),
        "Payload-Oxum": f"{size}.{len(payload)}",
        GAME: game_id,
        "Language": ", ".join(record.languages),
        "Rights": record.rights,
        "Rights-URI": record.rights_uri,
        **dict(terms.tags),
        MADE_FROM: made_from,
        LIST: f"data/{CONTENTS}",
        "BagIt-Profile-Identifier": profile.info.identifier if profile else None,
        "Bag-Software-Agent": AGENT,
    }
    info = {name: " ".join(value.split()) for name, value in fields.items() if value}
    if profile and (faults := [*_faults(profile.tags, info)]):
        raise UsageError("\n".join(f"--profile: {fault}" for fault in faults))
    return info


def _faults(tags: Mapping[str, TagRule], info: Mapping[str, str]) -> Iterator[str]:
    for name, rule in tags.items():
        value = info.get(name)
        choice = f", one of {', '.join(map(quoted, rule.values))}" if rule.values else ""
        if value is None and rule.required:
            way = _OPTIONS.get(name) or f'--tag "{name}=..."'
            yield f"asks for {name}{choice}: give {way}"
        elif value is not None and rule.values and value not in rule.values:
            yield f"{name} is {quoted(value)}, and must be{choice.removeprefix(',')}"


def _rounded(size: int) -> str:
    for unit, name in _SIZES:
        if size >= unit:
            return f"{size / unit:.1f} {name}"
    return f"{size} B"
