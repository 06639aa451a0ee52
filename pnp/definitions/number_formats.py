"""Number formats of spreadsheets (ECMA-376-1, 18.8.30 and 18.8.31): numbers as they are shown.

Formats that depend on the settings of the reader's country, such as the short date, are not
followed. Decimals have a point: workbooks do not say whether their reader writes a comma.
"""

import operator
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from decimal import ROUND_HALF_UP, Context, Decimal
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

GENERAL = "General"
EPOCH, EPOCH_1904 = datetime(1899, 12, 30), datetime(1904, 1, 1)  # 18.17.4.1
LONGEST_FORMAT = 255  # letters
BUILT_IN: Mapping[int, str] = {
    0: GENERAL, 1: "0", 2: "0.00", 3: "#,##0", 4: "#,##0.00", 9: "0%", 10: "0.00%",
    11: "0.00E+00", 12: "# ?/?", 13: "# ??/??", 15: "d-mmm-yy", 16: "d-mmm", 17: "mmm-yy",
    18: "h:mm AM/PM", 19: "h:mm:ss AM/PM", 20: "h:mm", 21: "h:mm:ss",
    37: "#,##0_);(#,##0)", 38: "#,##0_);(#,##0)", 39: "#,##0.00_);(#,##0.00)",
    40: "#,##0.00_);(#,##0.00)", 41: "#,##0_);(#,##0);-_);@", 43: "#,##0.00_);(#,##0.00);-_);@",
    45: "mm:ss", 46: "[h]:mm:ss", 47: "mm:ss.0", 48: "##0.0E+0", 49: "@",
}  # fmt: skip
# Formats of the reader's country: dates and times, and sums of money.
_LOCAL_DATES = frozenset((14, 22, *range(27, 37), *range(50, 59)))
_LOCAL_MONEY = frozenset((5, 6, 7, 8, 42, 44))
LOCAL_DATE, LOCAL_MONEY = "[$-F800]d/m/yyyy", "[$-F800]#,##0.00"

_SECTION = re.compile(r'(?:"[^"]*"?|\\.?|[_*].?|\[[^\]]*\]?|[^;])*', re.DOTALL)
_TOKEN = re.compile(
    r'"(?P<quoted>[^"]*)"?|\\(?P<escaped>.?)|_(?P<gap>.?)|\*(?P<filler>.?)'
    r"|\[(?P<bracket>[^\]]*)\]?|(?P<general>General)|(?P<half>AM/PM|A/P)|(?P<exponent>E[+-])"
    r"|(?P<second>(?:(?<=s)|(?<=s\]))\.0+)|(?P<date>y+|m+|d+|h+|s+|e+|g+)|(?P<digit>[0#?])|(?P<sign>[.,/%@])"
    r"|(?P<other>.)",
    re.IGNORECASE | re.DOTALL,
)
_CONDITION = re.compile(r"(<=|>=|<>|<|>|=)\s*(-?\d{1,15}(?:\.\d{1,15})?)")
_CURRENCY = re.compile(r"\$([^-]*)(?:-([0-9A-F]{1,8}))?", re.IGNORECASE)
_COLOR = re.compile(r"black|blue|cyan|green|magenta|red|white|yellow|color ?\d{1,2}", re.IGNORECASE)
_ELAPSED = re.compile(r"h+|m+|s+", re.IGNORECASE)
_COMPARE: Mapping[str, Callable[[float, float], bool]] = {
    "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
    "=": operator.eq, "<>": operator.ne,
}  # fmt: skip
_ENGLISH = 9  # the language in the last ten bits of a locale
_PRECISE = Context(prec=700)
_MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip
_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


class UnfollowedError(ValueError):
    """A number format, or a number in it, that is not shown as a spreadsheet shows it."""


class _Token(NamedTuple):
    kind: str
    text: str


class _Section(NamedTuple):
    """A part of a format between semicolons, and the numbers that it is for."""

    tokens: tuple[_Token, ...]
    kinds: frozenset[str]  # of the tokens
    sign: str
    limit: float
    language: int

    @property
    def is_date(self) -> bool:
        return bool(self.kinds & {"date", "elapsed", "half", "second"})

    def meets(self, number: float) -> bool:
        return _COMPARE[self.sign](number, self.limit)


class NumberFormat(NamedTuple):
    """A number format: sections for numbers, and one for texts."""

    code: str
    numbers: tuple[_Section, ...]
    texts: _Section | None

    @property
    def is_date(self) -> bool:
        """Whether numbers are dates or times."""
        return any(section.is_date for section in self.numbers[:2])

    @property
    def is_span(self) -> bool:
        """Whether numbers are spans of time, of any length."""
        return any("elapsed" in section.kinds for section in self.numbers[:1])

    def number(self, number: float, epoch: datetime = EPOCH) -> str:
        """Return a number as it is shown; dates are days after the ``epoch``.

        Raises:
            UnfollowedError: If the format is not followed.
        """
        section, shown = self._section_for(number)
        if section is None:
            return general(number)
        if section.language < 0 or section.kinds & {"unknown", "text"}:
            raise UnfollowedError(self.code)
        if section.is_date:
            return _date(section, number, epoch).strip()
        try:
            words = _number(section, abs(shown))
        except ArithmeticError:  # more digits than any program shows
            raise UnfollowedError(self.code) from None
        sign = "-" if shown < 0 and re.search("[1-9]", words.split("/")[0]) else ""  # no -0
        return f"{sign}{words}".strip()

    def text(self, text: str) -> str:
        """Return a text as it is shown."""
        if self.texts is None:
            return text
        parts = (text if kind == "text" else words for kind, words in self.texts.tokens)
        return "".join(parts)

    def _section_for(self, number: float) -> tuple[_Section | None, float]:
        """Return the section for a number, and the number with the sign that it still needs."""
        sections = self.numbers
        if not sections:
            return None, number
        if any(section.sign for section in sections):
            for section in sections:
                if not section.sign or section.meets(number):
                    if number < 0 and not (section.sign in ("<", "<=") and section.limit <= 0):
                        break  # programs differ on its sign
                    return section, abs(number)
            raise UnfollowedError(self.code)
        if number < 0 and len(sections) > 1:
            return sections[1], abs(number)
        return sections[2 if number == 0 and len(sections) > 2 else 0], number


@lru_cache(maxsize=256)
def parse_format(code: str) -> NumberFormat:
    """Parse a number format."""
    code = code[:LONGEST_FORMAT]
    sections, at = [], 0
    while at <= len(code):
        match = _SECTION.match(code, at)
        assert match is not None  # it may be empty
        sections.append(_section(match[0]))
        at = match.end() + 1
    texts = sections[3] if len(sections) > 3 else None
    if texts is None and "text" in sections[-1].kinds:
        texts = sections.pop()
    return NumberFormat(code, tuple(sections[:3]), texts)


def built_in(number: int) -> str:
    """Return the code of a built-in format."""
    if number in _LOCAL_DATES:
        return LOCAL_DATE
    return LOCAL_MONEY if number in _LOCAL_MONEY else BUILT_IN.get(number, GENERAL)


def _section(code: str) -> _Section:
    tokens: list[_Token] = []
    sign, limit, language = "", 0.0, _ENGLISH
    for match in _TOKEN.finditer(code):
        kind, text = match.lastgroup or "quoted", match[match.lastgroup or 0] or ""
        if kind == "bracket":
            if condition := _CONDITION.fullmatch(text):
                sign, limit = condition[1], float(condition[2])
            elif currency := _CURRENCY.fullmatch(text):
                tokens.append(_Token("literal", currency[1]))
                locale = int(currency[2] or "409", 16)
                language = locale & 0x3FF if locale < 0xF000 else -1
            elif _ELAPSED.fullmatch(text):
                tokens.append(_Token("elapsed", text.lower()))
            elif not _COLOR.fullmatch(text):
                tokens.append(_Token("unknown", text))
        elif kind in ("quoted", "escaped", "other"):
            tokens.append(_Token("literal", text))
        elif kind in ("gap", "filler"):
            tokens.append(_Token("literal", " " if kind == "gap" else ""))
        elif kind == "sign" and text == "@":
            tokens.append(_Token("text", text))
        else:
            tokens.append(_Token(kind, text if kind == "half" else text.lower()))
    kinds = frozenset(token.kind for token in tokens)
    return _Section(tuple(tokens), kinds, sign, limit, language)


def general(number: float) -> str:
    """Return a number as spreadsheets show it without a format, in ten digits or as a whole."""
    if number.is_integer() and abs(number) < 1e15:
        return str(int(number))
    return f"{number:.10G}"


def plain_number(number: float) -> str:
    """Return the value of a number, in the fifteen digits that spreadsheets keep."""
    return str(int(number)) if number.is_integer() else f"{Decimal(f'{number:.15g}'):f}"


def _number(section: _Section, number: float) -> str:
    """Return a positive number in a section."""
    tokens, kinds = section.tokens, section.kinds
    if "general" in kinds:
        return "".join(general(number) if kind == "general" else text for kind, text in tokens)
    if "digit" not in kinds:
        return "".join(token.text for token in tokens)
    if _Token("sign", "/") in tokens:
        return _fraction(tokens, number)
    value = Decimal(f"{number:.15g}").scaleb(2 * tokens.count(_Token("sign", "%")))
    if "exponent" in kinds:
        at = next(n for n, token in enumerate(tokens) if token.kind == "exponent")
        return _scientific(tokens, at, value)
    return _decimal(tokens, value)


def _decimal(tokens: Sequence[_Token], value: Decimal) -> str:
    """Fill a number into the places for its digits; a comma after them divides by 1000."""
    point = next((n for n, one in enumerate(tokens) if one == ("sign", ".")), len(tokens))
    places = [n for n, token in enumerate(tokens) if token.kind == "digit"]
    whole = [n for n in places if n < point]
    last = whole[-1] if whole else -1
    commas = [n for n, one in enumerate(tokens) if one == ("sign", ",")]
    value = value.scaleb(-3 * sum(n > last for n in commas))
    grouped = any(n < last for n in commas)
    decimals = [n for n in places if n > point]
    rounded = value.quantize(Decimal(1).scaleb(-len(decimals)), ROUND_HALF_UP, _PRECISE)
    before, _, after = f"{rounded:f}".partition(".")
    filled = _filled_whole(tokens, whole, before.lstrip("0"), grouped)
    ends = len(after.rstrip("0"))
    for index, n in enumerate(decimals):
        filled[n] = after[index] if index < ends else _BLANK[tokens[n].text]
    if not whole and point < len(tokens):
        filled[point] = before.lstrip("0") + "."
    skipped = {*commas}
    return "".join(filled.get(n, one.text) for n, one in enumerate(tokens) if n not in skipped)


_BLANK = {"0": "0", "#": "", "?": " "}  # what stands in a place without a digit


def _filled_whole(
    tokens: Sequence[_Token], places: Sequence[int], digits: str, grouped: bool
) -> dict[int, str]:
    """Return the digits before the point by their places, from the last; the first has the rest."""
    filled: dict[int, str] = {}
    for count, n in enumerate(reversed(places)):
        end = len(digits) - count
        digit = digits[max(end - 1, 0) : max(end, 0)] or _BLANK[tokens[n].text]
        if n == places[0]:
            rest = digits[: max(end - 1, 0)]
            digit = _grouped(rest + digit, count) if grouped else rest + digit
        elif grouped and count and count % 3 == 0 and digit.strip():
            digit += ","
        filled[n] = digit
    return filled


def _grouped(digits: str, count: int) -> str:
    """Return the first digits of a number, which ``count`` others follow, with commas."""
    shown = ""
    for index, digit in enumerate(digits):
        behind = count + len(digits) - 1 - index
        shown += digit + ("," if behind and behind % 3 == 0 and digit.strip() else "")
    return shown


def _scientific(tokens: Sequence[_Token], at: int, value: Decimal) -> str:
    before = tokens[:at]
    point = next((n for n, one in enumerate(before) if one == ("sign", ".")), at)
    step = max(sum(one.kind == "digit" for one in before[:point]), 1)
    decimals = sum(one.kind == "digit" for one in before[point:])
    exponent = (value.adjusted() // step) * step if value else 0
    finest = Decimal(1).scaleb(-decimals)
    mantissa = value.scaleb(-exponent).quantize(finest, ROUND_HALF_UP, _PRECISE)
    if mantissa >= Decimal(10) ** step:
        exponent += step
        mantissa = value.scaleb(-exponent).quantize(finest, ROUND_HALF_UP, _PRECISE)
    sign = "-" if exponent < 0 else "+" if tokens[at].text.endswith("+") else ""
    power = _decimal(tokens[at + 1 :], Decimal(abs(exponent)))
    return f"{_decimal(before, mantissa)}E{sign}{power}"


def _fraction(tokens: Sequence[_Token], number: float) -> str:
    """Return a number as a fraction, with a whole part (``# ?/?``), or in eighths (``# ?/8``)."""
    start = next(n for n, token in enumerate(tokens) if token.kind == "digit")
    slash = tokens.index(_Token("sign", "/"))
    ahead = "".join(token.text for token in tokens[start:slash]).split()
    below = "".join(token.text for token in tokens[slash + 1 :])
    match = re.match(r" *([0#?]+|\d{1,6})", below)
    if slash < start or len(ahead) > 2 or not set("".join(ahead)) <= set("0#?") or match is None:
        raise UnfollowedError("a fraction")
    exact = Fraction(f"{number:.15g}")
    whole = int(exact) if len(ahead) > 1 else 0
    if match[1].strip("0").isdecimal():
        part = round((exact - whole) * int(match[1])), int(match[1])
    else:
        most = 10 ** min(len(match[1]), 6) - 1
        part = (exact - whole).limit_denominator(most).as_integer_ratio()
    if len(ahead) > 1 and part[0] == part[1]:
        whole, part = whole + 1, (0, 1)
    shown = f"{part[0]}/{part[1]}" if part[0] or len(ahead) < 2 else ""
    words = " ".join(filter(None, (str(whole) if whole or not shown else "", shown)))
    before = "".join(token.text for token in tokens[:start])
    return f"{before}{words}{below[match.end() :]}"


def date_of(days: float, epoch: datetime = EPOCH) -> datetime:
    """Return the moment so many days after the epoch, in whole milliseconds."""
    try:
        moment = timedelta(milliseconds=round(86_400_000 * days))
        if 1 <= days < 60 and epoch == EPOCH:  # before the 29th of February 1900, which never was
            moment += timedelta(days=1)
        return epoch + moment
    except OverflowError:
        raise UnfollowedError(f"{days:g} days") from None


def _date(section: _Section, days: float, epoch: datetime) -> str:
    dates = [one for one in section.tokens if one.kind in ("date", "elapsed", "second")]
    if days < 0:
        raise UnfollowedError("a date before the first")
    names = any(one.text[0] in "md" and len(one.text) > 2 for one in dates)
    if (section.language != _ENGLISH and names) or any(one.text[0] in "eg" for one in dates):
        raise UnfollowedError("a date")
    fraction = max((len(one.text) - 1 for one in dates if one.kind == "second"), default=0)
    whole = round(days * 86_400, min(fraction, 3)) / 86_400
    moment = date_of(whole, epoch)
    return "".join(_date_parts(section, dates, moment, whole))


def _date_parts(
    section: _Section, dates: Sequence[_Token], moment: datetime, days: float
) -> Iterator[str]:
    halves = "half" in section.kinds
    seconds = round(days * 86_400_000) // 1000
    at = 0
    for kind, text in section.tokens:
        if kind == "half":
            half = "PM" if moment.hour >= 12 else "AM"
            yield half if len(text) > 3 else half[0]
        elif kind == "elapsed":
            unit = {"h": 3600, "m": 60, "s": 1}[text[0]]
            yield f"{seconds // unit:0{len(text)}}"
        elif kind == "second":
            yield f".{moment.microsecond:06}"[: len(text)]
        elif kind == "date":
            before, after = dates[at - 1 : at], dates[at + 1 : at + 2]
            is_time = any(one.text[0] == "h" for one in before) or any(
                one.text[0] == "s" for one in after
            )
            is_minute = text[0] == "m" and len(text) < 3 and is_time
            yield _date_part("n" * len(text) if is_minute else text, moment, halves)
        elif kind in ("literal", "sign"):
            yield text
        else:
            raise UnfollowedError("a date")
        at += kind in ("date", "elapsed", "second")


def _date_part(code: str, moment: datetime, halves: bool) -> str:
    """Return a part of a date; ``n`` stands for minutes."""
    numbers = {
        "d": moment.day,
        "m": moment.month,
        "h": (moment.hour + 11) % 12 + 1 if halves else moment.hour,
        "n": moment.minute,
        "s": moment.second,
    }
    letter, length = code[0], len(code)
    if letter == "y":
        return f"{moment.year:04}" if length > 2 else f"{moment.year % 100:02}"
    if letter in "md" and length > 2:
        name = _MONTHS[moment.month - 1] if letter == "m" else _DAYS[moment.weekday()]
        return {3: name[:3], 5: name[0] if letter == "m" else name}.get(length, name)
    return f"{numbers[letter]:0{min(length, 2)}}"
