"""Rights statements and licences with addresses that portals recognize.

The statements are those of https://rightsstatements.org/page/1.0/, whose addresses begin with http
as that site asks; the licences are those of https://creativecommons.org/licenses/list.en. The
German Digital Library and Europeana accept no others.
"""

import re
from typing import Annotated

from pnp.base.units import did_you_mean, quoted
from pnp.game.fields import Reads

_STATEMENTS = "rightsstatements.org/vocab/"
_CC = "https://creativecommons.org/"
STATEMENTS = {
    "InC": "In Copyright",
    "InC-OW-EU": "In Copyright - EU Orphan Work",
    "InC-EDU": "In Copyright - Educational Use Permitted",
    "InC-NC": "In Copyright - Non-Commercial Use Permitted",
    "InC-RUU": "In Copyright - Rights-holder(s) Unlocatable or Unidentifiable",
    "NoC-CR": "No Copyright - Contractual Restrictions",
    "NoC-NC": "No Copyright - Non-Commercial Use Only",
    "NoC-OKLR": "No Copyright - Other Known Legal Restrictions",
    "NoC-US": "No Copyright - United States",
    "CNE": "Copyright Not Evaluated",
    "UND": "Copyright Undetermined",
    "NKC": "No Known Copyright",
}
LICENCES = {
    "CC0": ("CC0 1.0 Universal", f"{_CC}publicdomain/zero/1.0/"),
    "PDM": ("Public Domain Mark 1.0", f"{_CC}publicdomain/mark/1.0/"),
    **{
        name: (f"{name} 4.0 International", f"{_CC}licenses/{name[3:].lower()}/4.0/")
        for name in ("CC BY", "CC BY-SA", "CC BY-ND", "CC BY-NC", "CC BY-NC-SA", "CC BY-NC-ND")
    },
}
KNOWN = {
    **{name: f"http://{_STATEMENTS}{name}/1.0/" for name in STATEMENTS},
    **{name: address for name, (_, address) in LICENCES.items()},
}
IN_COPYRIGHT = KNOWN["InC"]
NOT_EVALUATED = KNOWN["CNE"]
_TERMS = {KNOWN[name]: term for name, term in STATEMENTS.items()} | {
    address: term for term, address in LICENCES.values()
}
_OLDER = re.compile(
    r"https?://creativecommons\.org/"
    r"(?P<rest>licenses/by(-nc)?(-sa|-nd)?/[1-4]\.[05](/[a-z]{2,3})?/)"
)


def read_rights(text: str) -> str:
    """Return the address of a rights statement or licence, given as that or by its short name.

    Raises:
        ValueError: If it is in neither list.
    """
    name = " ".join(text.split())
    for short, address in KNOWN.items():
        if name.casefold() == short.casefold() or _bare(name) == _bare(address):
            return address
    if older := _OLDER.fullmatch(name):
        return f"{_CC}{older['rest']}"
    raise ValueError(
        "write the address of a Creative Commons licence or of a statement of rightsstatements.org"
        f", or {', '.join(KNOWN)}, not {quoted(text)}{did_you_mean(name, KNOWN)}"
    )


def is_listed(address: str | None) -> bool:
    """Return whether portals recognize the address."""
    try:
        return read_rights(address or "") == address
    except ValueError:
        return False


def term_of(address: str) -> str:
    """Return the English name for a listed address; other addresses are returned unchanged."""
    return _TERMS.get(address, address)


def _bare(address: str) -> str:
    return re.sub(r"^https?://(www\.)?|/$", "", address)


RightsAddress = Annotated[str, Reads(read_rights, "rights", "rights from the lists")]
