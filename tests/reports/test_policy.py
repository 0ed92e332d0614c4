"""What pages may do where they are opened: run their own script, and nothing else."""

import re
from base64 import b64encode
from collections.abc import Callable
from hashlib import sha256
from html.parser import HTMLParser

import pytest

from evenhand.reports.report_tables import Evidence
from tests.reports.pages import PAGES, write_page

pytestmark = pytest.mark.xdist_group("pages")  # each is made once
ALONE = [
    name for name in PAGES if name != "watch"
]  # that one is served, with a policy of its server


class Read(HTMLParser):
    """The policy, the attributes, and what stands in scripts and styles."""

    def __init__(self) -> None:
        super().__init__()
        self.policies: list[str] = []
        self.attributes: list[tuple[str, str]] = []
        self.texts: dict[str, list[str]] = {"script": [], "style": []}
        self.within = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.attributes += given.items()
        if given.get("http-equiv") == "Content-Security-Policy":
            self.policies.append(given["content"])
        is_data = given.get("type") == "application/json"
        self.within = tag if tag in self.texts and not is_data else ""

    def handle_data(self, data: str) -> None:
        if self.within:
            self.texts[self.within].append(data)

    def handle_endtag(self, tag: str) -> None:
        self.within = ""


@pytest.fixture(params=PAGES)
def page(
    request: pytest.FixtureRequest, make_evidence: Callable[..., Evidence]
) -> tuple[str, Read]:
    read = Read()
    read.feed(write_page(request.param, make_evidence))
    return request.param, read


def test_a_page_names_its_own_script_and_style_and_has_no_others(page: tuple[str, Read]) -> None:
    name, read = page
    handlers = [one for one, _ in read.attributes if one.startswith("on") or one == "style"]
    assert handlers == []
    assert not any(
        re.match(r"\s*javascript:", value, re.IGNORECASE) for _, value in read.attributes
    )
    if name in ALONE:
        (policy,) = read.policies
        assert "unsafe" not in policy and policy.startswith("default-src 'none'")
        for kind in ("script", "style"):
            (text,) = read.texts[kind]
            assert f"{kind}-src '{hash_of(text)}'" in policy


def hash_of(text: str) -> str:
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"
