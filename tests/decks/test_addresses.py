"""Tables at an address, asked of a server on this machine."""

import io
import socket
from time import sleep

import pytest

from evenhand.decks import addresses
from evenhand.decks.addresses import check_address, fetch, forget_addresses, is_address
from evenhand.decks.columns import Columns
from evenhand.decks.problems import InputError, UsageError
from evenhand.decks.sheet import read_sheet
from evenhand.decks.table_location import find_table, resolve_table_path
from tests.decks.spreadsheet_files import document
from tests.hostile.bad_sheets import pack, workbook
from tests.local_server import Answer, serve

COLUMNS = Columns(("name", "hp"), ("name",))
CSV = b"name,hp\nAnt,3\n"


@pytest.fixture(scope="module")
def running():
    with serve() as server:
        yield server


@pytest.fixture
def server(running):
    forget_addresses()
    running.answers.clear()
    running.asked.clear()
    yield running
    forget_addresses()


def test_a_table_is_read_and_asked_for_once(server):
    server.answers["/pub?output=csv"] = Answer(CSV, headers={"Content-Type": "text/csv"})
    address = f"{server.address}/pub?output=csv"
    for _ in range(3):
        sheet = read_sheet(address, COLUMNS)
    assert [row.cells for row in sheet.rows] == [{"name": "Ant", "hp": "3"}]
    assert (sheet.file, sheet.kept_as) == (address, "cards.csv")
    assert server.asked == ["/pub?output=csv"]


def test_after_a_question_the_next_one_asks_anew(server):
    server.answers["/a"] = Answer(CSV)
    assert fetch(f"{server.address}/a") == CSV
    server.answers["/a"] = Answer(CSV + b"Bee,4\n")
    forget_addresses()
    assert fetch(f"{server.address}/a").endswith(b"Bee,4\n")


def test_a_spreadsheet_is_known_by_its_bytes(server):
    server.answers["/x"] = Answer(pack(workbook()))
    server.answers["/o"] = Answer(document(Notes=[["to do"]], Cards=[["name"], ["Ant"]]))
    assert read_sheet(f"{server.address}/x", COLUMNS).kept_as == "cards.xlsx"
    sheet = read_sheet(f"{server.address}/o#Cards", COLUMNS)
    assert (sheet.kept_as, sheet.rows[0].cells) == ("cards.ods#Cards", {"name": "Ant"})
    assert read_sheet(f"{server.address}/o#gid=0", COLUMNS).kept_as == "cards.ods"


def test_problems_name_the_address(server):
    server.answers["/a"] = Answer(b"name,hp\nAnt\n")
    with pytest.raises(InputError, match=rf"^{server.address}/a:2: expected 2 cells"):
        read_sheet(f"{server.address}/a", COLUMNS)


def refused(address, error=UsageError):
    forget_addresses()
    with pytest.raises(error) as caught:
        find_table(address).read()
    return str(caught.value)


@pytest.mark.parametrize(
    ("status", "said"),
    [
        (404, "nothing is there (the answer is 404)"),
        (403, "it is not public (the answer is 403) (publish the sheet to the web as CSV"),
        (500, "it is not given out (the answer is 500)"),
        (304, "it is not given out (the answer is 304)"),
    ],
)
def test_what_is_not_given_out(server, status, said):
    server.answers["/a"] = Answer(status=status)
    assert refused(f"{server.address}/a").startswith(f"{server.address}/a: {said}")


@pytest.mark.parametrize(
    "page", [b"<!DOCTYPE html><p>", b"\xef\xbb\xbf \n<html>", b"<?xml?><HTML>"]
)
def test_a_web_page_is_no_table(server, page):
    server.answers["/docs.google.com/spreadsheets/d/x/edit"] = Answer(page)
    server.answers["/a"] = Answer(page)
    said = refused(f"{server.address}/a", InputError)
    hint = "publish the sheet as CSV, and give that address"
    assert said.endswith(f"this is a web page, and no table ({hint})")
    said = refused(f"{server.address}/docs.google.com/spreadsheets/d/x/edit#gid=0", InputError)
    assert "(in Google Sheets: File, Share, Publish to web" in said


def test_so_is_a_file_that_is_a_web_page(tmp_path):
    path = tmp_path / "cards.csv"
    path.write_text("<html><body>Sign in</body></html>")
    assert "this is a web page" in refused(path, InputError)


def test_redirects_are_followed(server):
    server.answers["/a"] = Answer(status=302, headers={"Location": "/b"})
    server.answers["/b"] = Answer(CSV)
    assert fetch(f"{server.address}/a") == CSV


def test_what_a_redirect_says_itself_is_not_read(server, monkeypatch):
    monkeypatch.setattr(addresses, "LONGEST_WAIT", 0.2)
    server.answers["/a"] = Answer(CSV, status=302, headers={"Location": "/b"}, pause=5.0)
    server.answers["/b"] = Answer(CSV)
    assert fetch(f"{server.address}/a") == CSV


@pytest.mark.parametrize(
    "there",
    ["http://example.invalid/a", "ftp://127.0.0.1/a", "http://10.0.0.1/"],
)
def test_redirects_lead_nowhere_but_to_https(server, there):
    server.answers["/a"] = Answer(status=302, headers={"Location": there})
    assert refused(f"{server.address}/a").endswith(f"leads to {there}, which is not https")


def test_redirects_lead_to_no_files(server):
    server.answers["/a"] = Answer(status=302, headers={"Location": "file:///etc/passwd"})
    assert "it leads to no https address (the answer is 302)" in refused(f"{server.address}/a")


def test_redirects_end(server):
    server.answers["/a"] = Answer(status=302, headers={"Location": "/a"})
    assert refused(f"{server.address}/a").endswith("leads to other addresses without end")
    assert len(server.asked) <= addresses.MOST_REDIRECTS + 1


def test_https_leads_to_no_http_on_this_machine():
    redirects = addresses.SafeRedirects()
    request = addresses.Request("https://example.invalid/a")
    with pytest.raises(UsageError, match="which is not https"):
        redirects.redirect_request(request, io.BytesIO(), 302, "", {}, "http://127.0.0.1/a")


def test_too_much_is_not_read(server, monkeypatch):
    monkeypatch.setattr(addresses, "LARGEST_FILE", 1024 * 1024)
    server.answers["/a"] = Answer(b"name\n" + b"x" * 2 * 1024 * 1024, is_chunked=True)
    said = refused(f"{server.address}/a", InputError)
    assert said == f"{server.address}/a: the file is larger than 1 MB"


def test_too_much_text_is_no_table(server):
    server.answers["/a"] = Answer(b"name\n" + b"x\n" * 5 * 1024 * 1024)
    assert refused(f"{server.address}/a", InputError).endswith("the text is larger than 8 MB")


@pytest.mark.parametrize("pause", [0.05, 5.0], ids=["byte by byte", "silence"])
def test_an_answer_that_takes_too_long(server, monkeypatch, pause):
    monkeypatch.setattr(addresses, "LONGEST", 0.4)
    monkeypatch.setattr(addresses, "LONGEST_WAIT", 0.2)
    server.answers["/a"] = Answer(CSV * 9, pause=pause)
    assert refused(f"{server.address}/a").startswith(f"{server.address}/a: no answer in time")


def test_a_name_that_is_looked_up_for_too_long(monkeypatch):
    monkeypatch.setattr(addresses, "LONGEST", 0.1)
    monkeypatch.setattr(addresses, "_download_or_error", lambda address: sleep(1))
    assert "no answer in time" in refused("https://example.invalid/a")


def test_an_answer_that_breaks_off(server):
    server.answers["/a"] = Answer(CSV, missing=9)
    assert refused(f"{server.address}/a").endswith("the answer broke off (repeat the command)")


def test_a_server_that_is_not_there():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{one.getsockname()[1]}/a"
    assert refused(address) == f"{address}: 127.0.0.1 takes no connection"


def test_a_server_that_speaks_no_https(server):
    address = server.address.replace("http", "https") + "/a"
    assert refused(address).startswith(f"{address}: 127.0.0.1 cannot be reached")


def test_a_name_that_nobody_has(monkeypatch):
    def nothing(*_, **__):
        raise socket.gaierror(-2, "Name or service not known")

    monkeypatch.delenv("https_proxy", raising=False)
    monkeypatch.delenv("HTTPS_PROXY", raising=False)
    monkeypatch.setattr(socket, "getaddrinfo", nothing)
    said = "example.invalid cannot be reached (is there a network, and is the address right?)"
    assert refused("https://example.invalid/a") == f"https://example.invalid/a: {said}"


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("http://example.org/a.csv", "expected an https address (https://example.org/a.csv)"),
        ("ftp://example.org/a.csv", "expected an https address"),
        ("file:///etc/passwd", "is no address"),
        ("https://", "is no address"),
        ("https://[::1/a", "is no address"),
        ("https://example.org:99999/", "is no address"),
        ("https://me:secret@example.org/", "an address with a password is not asked"),
    ],
)
def test_addresses_that_are_not_asked(address, said):
    with pytest.raises(UsageError) as caught:
        find_table(address)
    assert said in str(caught.value)
    assert "secret" not in str(caught.value)


@pytest.mark.parametrize(
    "address", ["http://localhost/a", "http://127.0.0.1:8000", "http://[::1]/", "https://x.org/#y"]
)
def test_addresses_that_are_asked(address):
    check_address(address)


def test_paths_are_no_addresses(tmp_path):
    assert not any(map(is_address, ["cards.csv", "a/b#c", "C://cards.csv", "://x", "", "a b://c"]))
    assert resolve_table_path(tmp_path, "cards.csv") == str(tmp_path / "cards.csv")
    assert resolve_table_path(tmp_path, "https://example.org/a") == "https://example.org/a"
