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
_OLDER = (
    r"(?i)https?://(www\.)?creativecommons\.org/(?P<rest>(licenses/by(-nc)?(-sa|-nd)?/[1-4]\.[05]"
    r"(/[a-z]{2,3})?|publicdomain/(zero|mark)/1\.0))/?((deed|legalcode)(\.[a-z_-]+)?)?"
)
# Names of licences as people write them.
_NAMED = (
    r"(?i:\b(?:CC|Creative\s+Commons)[\s_-]*(?:BY\b|BY(?=[-_\d])|Attribution)"
    r"(?P<terms>(?:[\s_/-]*(?:NC|SA|ND|Non-?\s?Commercial|Share-?\s?Alike|No-?\s?Deriv(?:ative)?s?))*)"
    r"(?:[\s_,-]*(?:licen[cs]e|lizenz|version|v\.?(?=\s?\d)))*[\s_,-]*"
    r"(?P<version>\d(?:\.\d+)*)?)"
    r"(?:[\s_,-]+(?P<port>\(?[A-Z]\w+))?"
    r"|(?P<zero>(?i:\bCC[\s_-]*(?:0|Zero)\b|\bCreative\s+Commons\s+Zero\b))"
    r"|(?P<mark>(?i:(?<!not )(?<!not in the )\bpublic[\s-]+domain\b|\bPDM\b|\bgemeinfrei\b))"
)
_TERMS_OF = (("nc", r"(?i)\bNC|Non"), ("nd", r"(?i)\bND|Deriv"), ("sa", r"(?i)\bSA|Share"))
_PORTS = {
    **dict.fromkeys(("Germany", "Deutschland"), "de"),
    **dict.fromkeys(("Austria", "Österreich"), "at"),
    **dict.fromkeys(("Switzerland", "Schweiz", "Suisse"), "ch"),
    **dict.fromkeys(("Netherlands", "Nederland"), "nl"),
    **dict.fromkeys(("Italy", "Italia"), "it"),
    **dict.fromkeys(("Spain", "España"), "es"),
    **dict.fromkeys(("Poland", "Polska"), "pl"),
    **dict.fromkeys(("Brazil", "Brasil"), "br"),
    **{"France": "fr", "Australia": "au", "Canada": "ca", "United": "us", "England": "uk"},
}
_SPDX = {  # https://spdx.org/licenses, by letters and digits without "GNU", "licence", "version"
    re.sub("[^a-z0-9]", "", name.lower()): f"https://spdx.org/licenses/{name}.html"
    for name in (
        *("MIT", "ISC", "Zlib", "0BSD", "Unlicense", "BSD-2-Clause", "BSD-3-Clause", "Apache-2.0"),
        *("GPL-2.0-only", "GPL-2.0-or-later", "GPL-3.0-only", "GPL-3.0-or-later", "MPL-2.0"),
        *("LGPL-3.0-only", "LGPL-3.0-or-later", "AGPL-3.0-only", "AGPL-3.0-or-later", "OFL-1.1"),
        *("GFDL-1.3-only", "GFDL-1.3-or-later", "ODbL-1.0", "LAL-1.3", "WTFPL"),
    )
}
_SPDX |= {"silopenfont11": _SPDX["ofl11"], "openfont11": _SPDX["ofl11"]}


def read_rights(text: str) -> str:
    """Return the address of a rights statement or licence, given as that or by its short name."""
    name = " ".join(text.split())
    for short, address in KNOWN.items():
        if name.casefold() == short.casefold() or _bare(name) == _bare(address):
            return address
    if older := re.fullmatch(_OLDER, name):
        return f"{_CC}{older['rest'].lower()}/"
    if (named := rights_named_in(name)) and re.fullmatch(_OLDER, named):
        return named
    raise ValueError(
        "write the address of a Creative Commons licence or of a statement of rightsstatements.org"
        f", or {', '.join(KNOWN)}, not {quoted(text)}{did_you_mean(name, KNOWN)}"
    )


def rights_named_in(text: str | None) -> str | None:
    """Return the address of the licence that a text names, if it names one, with its version.

    CC0, the Public Domain Mark, MIT and some others have one version only.
    """
    if not text:
        return None
    found = {_address_of(match) for match in re.finditer(_NAMED, text)}
    if not found:
        words = re.sub(r"\b(the|gnu|licen[cs]e|version|v(?=\d))\b", "", text.lower())
        return _SPDX.get(re.sub("[^a-z0-9]", "", words)) or None
    return found.pop() or None if len(found) == 1 else None


def address_of(text: str | None, address: str | None) -> str | None:
    """Return the address of rights: that stated, as portals know it, or of the licence named."""
    return listed(address) or address or rights_named_in(text)


def check_rights(text: str | None, address: str | None) -> None:
    """Raise ValueError if a text names another licence than the address is of."""
    named, stated = rights_named_in(text), listed(address)
    if named and stated and named != stated:
        raise ValueError(
            f"rights: {quoted(text)} is {named}, and rights_uri is {stated}; write the same licence"
        )


def unclear_rights(text: str | None) -> str:
    """Return what keeps a text that names licences of Creative Commons from meaning one, or ""."""
    named = list(re.finditer(_NAMED, text or ""))
    if not named or rights_named_in(text):
        return ""
    if len({_address_of(match) for match in named}) > 1:
        return "names several licences; write the address of one in rights_uri"
    if named[0]["version"]:
        return "names a licence that Creative Commons does not have; write one such as CC BY 4.0"
    return "names no version of its licence; write it, such as CC BY 4.0"


def _address_of(match: re.Match[str]) -> str:
    """Return the address of a named licence, or "" if there is none of that name."""
    if match["zero"] or match["mark"]:
        return KNOWN["CC0" if match["zero"] else "PDM"]
    terms = [short for short, pattern in _TERMS_OF if re.search(pattern, match["terms"])]
    version = match["version"] or ""
    port = match["port"] or ""
    code = _PORTS.get(port) or (port.lower() if re.fullmatch("[A-Z]{2}|IGO", port) else "")
    place = f"/{code}" if code and not version.startswith("4") else ""
    number = version if "." in version else f"{version}.0"
    address = f"{_CC}licenses/{'-'.join(('by', *terms))}/{number}{place}/"
    return address if re.fullmatch(_OLDER, address) else ""


def listed(address: str | None) -> str | None:
    """Return an address as portals recognize it, or None if they recognize none of its kind."""
    try:
        return read_rights(address) if address and "://" in address else None
    except ValueError:
        return None


def term_of(address: str) -> str:
    """Return the English name for a listed address; other addresses are returned unchanged."""
    return _TERMS.get(address, address)


def _bare(address: str) -> str:
    return re.sub(r"^https?://(www\.)?|/$", "", address)


RightsAddress = Annotated[str, Reads(read_rights, "rights", "rights from the lists")]
