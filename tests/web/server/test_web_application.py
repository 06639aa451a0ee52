"""The web application: headers, conditions, parts, languages, and what it refuses."""

import gzip
import re
from collections.abc import Iterator
from sys import getsizeof

import pytest
from helpers.web_client import TestClient

from pnp.web.frame import HTML, JSON, PDF, SVG, Made, Request
from pnp.web.library import Library
from pnp.web.routes import refused
from pnp.web.server.app import CONTENT_SECURITY, MOST_FIELDS, Application, Guard, _key, response
from pnp.web.server.kept import AnswerCache
from pnp.web.server.pool import BusyError
from pnp.web.server.worker import VERSION, Reply, Terms, files_of, same_as

LONG = b"<p>a page of a game that is long enough to be worth it</p>" * 40


class FakePool:
    """Answers at once, and remembers what visitors asked."""

    def __init__(self) -> None:
        self.library = Library.built_in()
        self.asked: list[Request] = []
        self.left_out: set[str] = set()
        self.busy = False

    async def start(self) -> None: ...

    async def end(self) -> None: ...

    async def reply(self, request, is_wanted=None):
        if self.busy:
            raise BusyError
        assert is_wanted is None or await is_wanted()
        if request.path.startswith(VERSION):
            return Reply.of(files_of(self.library, request.path.removeprefix(VERSION)))
        self.asked.append(request)
        kind = {"json": JSON, "svg": SVG, "pdf": PDF}.get(request.path.rpartition(".")[2], HTML)
        download = "kit.pdf" if kind == PDF else ""
        return Reply.of(Made(LONG, kind, download=download))


@pytest.fixture
def pool() -> FakePool:
    return FakePool()


def client(
    pool, face="serve", hosts=("localhost", "127.0.0.1", "[::1]"), library=None
) -> TestClient:
    pool.library = library or pool.library
    app = Application(pool.library, pool, Terms.of(face, 1), face, Guard(face, hosts))
    return TestClient(app.starlette(), base_url="http://localhost", follow_redirects=False)


@pytest.fixture
def local(pool) -> Iterator[TestClient]:
    with client(pool) as opened:
        yield opened


def test_every_answer_has_a_strict_policy(local):
    for path in ("/", "/games.json", "/games/turno/make/kit.pdf", "/robots.txt", "/nowhere"):
        headers = local.get(path).headers
        assert headers["x-content-type-options"] == "nosniff", path
        assert headers["cross-origin-resource-policy"] == "same-origin", path
        assert headers["referrer-policy"] == "no-referrer", path
        assert "server" not in headers
    assert local.get("/").headers["content-security-policy"] == CONTENT_SECURITY


def test_a_picture_that_is_opened_by_itself_is_in_a_sandbox(local):
    policy = local.get("/games/turno/cover.svg").headers["content-security-policy"]
    assert policy.endswith("sandbox")
    assert "script" not in policy


@pytest.mark.parametrize("host", ["evil.example", "", "localhost.evil.example", "127.0.0.2", "["])
def test_a_name_that_is_not_this_servers_is_refused(local, pool, host):
    found = local.get("/games.json", headers={"Host": host})
    assert found.status_code == 400
    assert pool.asked == []


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:8642", "127.0.0.1:1", "[::1]:8642"])
def test_the_names_of_this_machine_are_served(local, host):
    assert local.get("/games.json", headers={"Host": host}).status_code == 200


def test_addresses_are_only_read(local, pool):
    for method in ("POST", "PUT", "DELETE", "OPTIONS"):
        found = local.request(method, "/games.json")
        assert found.status_code == 405
        assert found.headers["allow"] == "GET, HEAD"
    assert pool.asked == []


def test_a_form_is_taken_from_a_page_of_this_server_alone(local, pool):
    for headers, status in (
        ({}, 403),
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "http://localhost", "Sec-Fetch-Site": "cross-site"}, 403),
        ({"Origin": "http://localhost"}, 200),
        ({"Sec-Fetch-Site": "same-origin"}, 200),
    ):
        found = local.post("/printer/", data={"name": "study"}, headers=headers)
        assert found.status_code == status, headers
    assert {tuple(one.form) for one in pool.asked} == {("name",)}


LINK = {"Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"}


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_another_site_may_link_to_pages_and_files_but_not_load_them(local, pool, site):
    paths = ("/", "/games/turno/cover.svg", "/games/turno/make/kit.pdf", "/static/pnp.css")
    for path in paths:
        for loaded in (
            {"Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Dest": "image"},
            {"Sec-Fetch-Mode": "cors", "Sec-Fetch-Dest": "empty"},
            {**LINK, "Sec-Fetch-Dest": "iframe"},
            {**LINK, "Sec-Purpose": "prefetch;prerender"},
            {},
        ):
            found = local.get(path, headers={"Sec-Fetch-Site": site, **loaded})
            assert found.status_code == 403, (path, loaded)
    assert pool.asked == []
    for path in paths:
        assert local.get(path, headers={"Sec-Fetch-Site": site, **LINK}).status_code == 200, path
        for own in ("none", "same-origin"):
            assert local.get(path, headers={"Sec-Fetch-Site": own}).status_code == 200, path


def test_a_request_with_two_lengths_is_refused(local, pool):
    found = local.get("/", headers={"Content-Length": "4", "Transfer-Encoding": "chunked"})
    assert (found.status_code, found.headers["connection"]) == (400, "close")
    assert pool.asked == []


def test_a_public_server_takes_no_forms(pool):
    with client(pool, "public") as public:
        found = public.post("/printer/", headers={"Sec-Fetch-Site": "same-origin"})
    assert found.status_code == 405


def test_a_form_that_is_too_long_is_refused(local, pool):
    found = local.post("/printer/", data={"a": "x" * 9000}, headers={"Origin": "http://localhost"})
    assert (found.status_code, pool.asked) == (400, [])


def test_too_many_parameters_and_long_addresses_are_refused(local, pool):
    assert local.get("/?" + "&".join(f"p{n}=1" for n in range(1100))).status_code == 400
    assert local.get("/?" + "x" * 9000).status_code == 414
    assert pool.asked == []


def test_head_has_the_headers_alone(local):
    found, full = local.head("/games.json"), local.get("/games.json")
    assert found.content == b""
    assert found.headers["content-length"] == full.headers["content-length"]


def test_text_is_compressed_for_who_takes_it(local):
    plain = local.get("/", headers={"Accept-Encoding": "identity"})
    with local.stream("GET", "/", headers={"Accept-Encoding": "br, gzip"}) as small:
        content = b"".join(small.iter_raw())
        assert small.headers["content-encoding"] == "gzip"
        assert small.headers["etag"] != plain.headers["etag"]
    assert gzip.decompress(content) == plain.content == LONG
    assert "content-encoding" not in plain.headers
    refused = local.get("/", headers={"Accept-Encoding": "gzip;q=0"})
    assert "content-encoding" not in refused.headers


def test_a_browser_that_has_the_answer_is_told_so(local):
    tag = local.get("/games.json").headers["etag"]
    for known in (tag, f'"other", W/{tag}', "*"):
        found = local.get("/games.json", headers={"If-None-Match": known})
        assert (found.status_code, found.content) == (304, b"")
        assert found.headers["etag"] == tag
    assert local.get("/games.json", headers={"If-None-Match": '"other"'}).status_code == 200


@pytest.mark.parametrize(
    ("wanted", "status", "content"),
    [
        ("bytes=0-9", 206, LONG[:10]),
        ("bytes=10-", 206, LONG[10:]),
        ("bytes=-5", 206, LONG[-5:]),
        ("bytes=5-99999999", 206, LONG[5:]),
        ("bytes=99999999-", 416, b""),
        ("bytes=9-5", 416, b""),
        ("bytes=-0", 416, b""),
        ("bytes=-", 200, LONG),
        ("bytes=0-1,3-4", 200, LONG),
        ("lines=1-2", 200, LONG),
    ],
)
def test_part_of_a_file_can_be_asked_for(local, wanted, status, content):
    found = local.get("/games/turno/make/kit.pdf", headers={"Range": wanted})
    assert (found.status_code, found.content) == (status, content)


def test_a_part_of_another_version_is_the_whole(local):
    headers = {"Range": "bytes=0-9", "If-Range": '"other"'}
    assert local.get("/games/turno/make/kit.pdf", headers=headers).status_code == 200


def test_a_file_to_save_says_its_name(local):
    found = local.get("/games/turno/make/kit.pdf").headers["content-disposition"]
    assert found == 'attachment; filename="kit.pdf"'


def test_the_language_is_that_of_the_address_or_of_the_browser(local, pool):
    def asked(path, accepted=""):
        found = local.get(path, headers={"Accept-Language": accepted})
        one = pool.asked[-1]
        return one.path, one.lang, one.prefix, "Accept-Language" in found.headers["vary"]

    assert asked("/de/", "nl") == ("/", "de", "de", False)
    assert asked("/", "pt, nl;q=0.5, fr;q=0.8") == ("/", "fr", "", True)
    assert asked("/games/turno/", "xx") == ("/games/turno/", "en", "", True)
    assert asked("/games.json", "de") == ("/games.json", "en", "", False)


def test_an_unknown_address_takes_no_work(local, pool):
    page = local.get("/nl/nowhere/")
    assert page.status_code == 404
    assert 'lang="nl"' in page.text
    for path in ("/de/games.json", "/games/%2e%2e/games.json", "/games/%2e%2e/", "/%2f"):
        assert local.get(path).status_code == 404, path
    assert local.get("/games/turno/nowhere.json").json()["errors"]
    assert pool.asked == []


def test_a_public_server_has_no_printers_and_no_games_of_its_own(pool):
    with client(pool, "public") as public:
        assert public.get("/printer/").status_code == public.get("/own/").status_code == 404


def test_a_page_without_its_slash_leads_on(local):
    found = local.get("/nl/games/turno/make?paper=letter")
    assert found.status_code == 308
    assert found.headers["location"] == "/nl/games/turno/make/?paper=letter"
    assert local.get("//evil.example").status_code != 308


def test_an_answer_is_kept_however_its_parameters_are_ordered(local, pool):
    for _ in range(2):
        local.get("/games/turno/make/?paper=letter&ink=low")
        local.get("/games/turno/make/?ink=low&paper=letter")
    assert len(pool.asked) == 1
    local.get("/games/turno/make/?ink=low")
    local.get("/de/games/turno/make/?ink=low")
    assert len(pool.asked) == 3


@pytest.mark.parametrize(
    ("path", "known"),
    [
        ("/", "q=race&players=2"),
        ("/games/turno/", ""),
        ("/games/turno/citation.bib", ""),
        ("/games/turno/rules/loop/en/", ""),
        ("/static/pnp.css", "v=1a2b3c4d"),
    ],
)
def test_parameters_that_a_page_does_not_know_make_no_other_answer(local, pool, path, known):
    first = local.get(f"{path}?{known}")
    for number in range(3):
        again = local.get(f"{path}?{known}&z={number}&{'&'.join(f'a{n}=1' for n in range(900))}")
        assert (again.status_code, again.content) == (200, first.content)
    assert [request.query.keys() for request in pool.asked] == [
        {word.partition("=")[0] for word in known.split("&") if word}
    ] * (not path.startswith("/static/"))


def test_choices_that_nobody_knows_reach_the_page_that_says_so(local, pool):
    for path in ("/games/turno/make/", "/games/turno/laser/", "/games/turno/rules/en/rulebook.pdf"):
        local.get(f"{path}?colour=red")
        assert pool.asked[-1].query == {"colour": ["red"]}


def test_each_language_has_its_own_answer_and_each_prefix_its_own_links(local, pool):
    for path, accepted in (("/", "de"), ("/", "nl"), ("/de/", "de"), ("/de/", "nl"), ("/", "de")):
        local.get(path, headers={"Accept-Language": accepted})
    asked = [(one.lang, one.prefix) for one in pool.asked]
    assert asked == [("de", ""), ("nl", ""), ("de", "de")]


@pytest.mark.parametrize("path", ["/", "/games/soup/", "/games/soup.json", "/games/soup/make/"])
def test_no_answer_is_older_than_its_game(pool, tmp_path, path):
    folder = tmp_path / "soup"
    folder.mkdir()
    (folder / "game.toml").write_text("name = 1", encoding="utf-8")
    with client(pool, library=Library.of_folder(folder, built_in=True)) as own:
        own.get(path)
        own.get("/games/turno/")
        (folder / "game.toml").write_text("name = 2", encoding="utf-8")
        own.get(path)
        own.get("/games/turno/")
    assert [one.path for one in pool.asked] == [path, "/games/turno/", path]


def test_an_answer_that_was_made_while_its_game_changed_is_not_kept(pool, tmp_path, monkeypatch):
    file, made = tmp_path / "soup" / "game.toml", pool.reply
    file.parent.mkdir()
    file.write_text("name = 1", encoding="utf-8")

    async def reply(request, is_wanted=None):
        if not request.path.startswith(VERSION):
            file.write_text("name = 2", encoding="utf-8")
            file.write_text("name = 1", encoding="utf-8")
        return await made(request, is_wanted)

    monkeypatch.setattr(pool, "reply", reply)
    with client(pool, library=Library.of_folder(file.parent)) as own:
        own.get("/games/soup/")
        own.get("/games/soup/")
    assert len(pool.asked) == 2


def test_a_game_that_takes_too_much_is_left_out_until_it_changes(pool, tmp_path, monkeypatch):
    for name in ("soup", "stew"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "game.toml").write_text("name = 1", encoding="utf-8")
    asked, made = [], pool.reply

    async def reply(request, is_wanted=None):
        asked.append((request.path, *sorted(pool.left_out)))
        if request.path == f"{VERSION}soup" and not (tmp_path / "soup" / "mended").exists():
            return Reply.of(refused(request, "too_much"))
        return await made(request, is_wanted)

    monkeypatch.setattr(pool, "reply", reply)
    with client(pool, library=Library.of_folder(tmp_path)) as own:
        for _ in range(2):
            assert own.get("/").status_code == 200
        (tmp_path / "soup" / "mended").touch()
        assert own.get("/").status_code == 200
    assert asked == [
        *((f"{VERSION}soup",), (f"{VERSION}stew", "soup"), ("/", "soup")),
        *((f"{VERSION}soup",), ("/",)),
    ]


def test_a_game_of_pnp_is_never_left_out(pool, monkeypatch):
    made = pool.reply

    async def reply(request, is_wanted=None):
        if request.path.startswith(VERSION):  # whose worker somebody killed
            return Reply.of(refused(request, "failed"))
        return await made(request, is_wanted)

    monkeypatch.setattr(pool, "reply", reply)
    with client(pool) as opened:
        for _ in range(2):
            assert opened.get("/games/turno/").status_code == 200
    assert len(pool.asked) == 2
    assert pool.left_out == set()


def test_no_answer_is_older_than_the_measured_printers(local, pool, own_settings):
    (own_settings / "printers").mkdir(parents=True)
    for content in ("dx = 1", "dx = 1", "dx = 22"):
        file = own_settings / "printers" / "office.toml"
        if not file.exists() or file.read_text(encoding="utf-8") != content:
            file.write_text(content, encoding="utf-8")
        local.get("/games/turno/make/?printer=office")
    assert len(pool.asked) == 2


def test_answers_that_are_asked_for_again_stay_the_longest():
    kept = AnswerCache(1)
    reply = Reply(Made(b"x" * 240_000, PDF), "")
    for key in "abcd":
        kept.keep(key, reply)
    kept.get("a")
    kept.keep("e", reply)
    assert [key for key in "abcde" if kept.get(key)] == ["a", "c", "d", "e"]
    kept.keep("large", Reply(Made(b"x" * 300_000, PDF), ""))
    assert kept.get("large") is None


def test_long_addresses_take_no_more_memory_than_their_answers_count():
    many = {f"name{number}": [str(number)] for number in range(MOST_FIELDS)}
    assert getsizeof(_key("", Request("/games/turno/make/", many))) < 100


def test_the_name_of_a_file_never_leaves_its_header():
    reply = Reply.of(Made(b"", PDF, download='a"b\r\nSet-Cookie: x.pdf'))
    named = response(reply, {}).headers["content-disposition"]
    assert named == 'attachment; filename="a_b__Set-Cookie__x.pdf"'


def test_pages_about_what_changes_are_made_anew(local, pool):
    for _ in range(2):
        local.get("/printer/")
    assert len(pool.asked) == 2


def test_a_server_with_too_much_to_do_says_when_to_come_back(local, pool):
    pool.busy = True
    page, data = local.get("/"), local.get("/games.json")
    assert page.status_code == data.status_code == 503
    assert int(page.headers["retry-after"]) > 0
    assert page.headers["cache-control"] == "no-store"
    assert page.headers["content-type"].startswith("text/html")
    assert data.json()["errors"]
    assert '<a class="button" href="/">Try again</a>' in page.text
    for link in re.findall(r'(?:href|src)="(/static/[^"]+)"', page.text):
        assert local.get(link).status_code == 200, link


def test_a_bug_is_kept_from_who_asks(local, pool, capsys, monkeypatch):
    async def broken(request, is_wanted=None):
        raise RuntimeError("/secret/place")

    monkeypatch.setattr(pool, "reply", broken)
    found = local.get("/")
    assert found.status_code == 500
    assert "secret" not in found.text
    assert "/secret/place" in capsys.readouterr().err


def test_made_files_of_a_public_server_are_in_no_index(pool):
    with client(pool, "public", ("games.example",)) as public:
        headers = {"Host": "games.example"}
        made = public.get("/games/turno/make/kit.pdf", headers=headers)
        chosen = public.get("/games/turno/make/?paper=letter", headers=headers)
        page = public.get("/games/turno/", headers=headers)
        robots = public.get("/robots.txt", headers=headers).text
        assert public.get("/", headers={"Host": "localhost"}).status_code == 400
    assert made.headers["x-robots-tag"] == chosen.headers["x-robots-tag"] == "noindex"
    assert "x-robots-tag" not in page.headers
    assert "Disallow: /*/make/" in robots


def test_static_files_that_are_named_by_their_content_are_kept_for_ever(local):
    assert "immutable" in local.get("/static/pnp.css?v=1a2b3c4d").headers["cache-control"]
    assert local.get("/static/pnp.css").headers["cache-control"] == "no-cache"


def test_choices_that_are_equal_are_made_once(pool, monkeypatch):
    made = pool.reply

    async def reply(request, is_wanted=None):
        if "paper" not in request.query:
            return await made(request, is_wanted)
        pool.asked.append(request)
        return Reply.of(same_as({"ink": ["low"]}))

    monkeypatch.setattr(pool, "reply", reply)
    with client(pool) as opened:
        few = opened.get("/games/turno/make/?ink=low")
        for _ in range(2):
            many = opened.get("/games/turno/make/?ink=low&paper=a4")
            assert (many.content, many.headers["etag"]) == (few.content, few.headers["etag"])
    assert [request.query for request in pool.asked] == [
        {"ink": ["low"]},
        {"ink": ["low"], "paper": ["a4"]},
    ]


def test_only_the_desk_is_asked_what_has_changed(pool):
    desk = FakePool()
    app = Application(pool.library, pool, Terms.of("desk", 1), "desk", Guard("desk"), desk)
    with TestClient(app.starlette(), base_url="http://localhost") as opened:
        for path in ("/games/turno/make/", "/games/turno/make/?changed-since=opened", "/own/"):
            opened.get(path)
    assert [one.path for one in pool.asked] == ["/games/turno/make/"]
    assert [one.path for one in desk.asked] == ["/games/turno/make/", "/own/"]
