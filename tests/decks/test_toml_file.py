import tomllib
from contextlib import suppress
from typing import Annotated

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import AliasChoices, BaseModel, BeforeValidator, ConfigDict, Field

from evenhand.decks.problems import InputError, UsageError
from evenhand.decks.toml_file import (
    TomlValueError,
    list_old_key_notes,
    parse_toml,
    read_toml,
    validate_toml,
)
from evenhand.decks.toml_places import find_places

TEXT = '''\
# a comment
size = 3
"a name" = 1
long = """
size = 4
"""

[shop]
open.hours = [
  9, 17,
]

[[shop.item]]  # the first
name = "axe"

[[shop.item]]
name = "bow"
price.gold = 2

[shop.item.maker]
town = "here"
'''


@pytest.mark.parametrize(
    ("place", "line"),
    [
        (("size",), 2),
        (("a name",), 3),
        (("long",), 4),
        (("shop",), 8),
        (("shop", "open", "hours"), 9),
        (("shop", "open"), 9),
        (("shop", "open", "hours", 1), 10),
        (("shop", "item"), 13),
        (("shop", "item", 0), 13),
        (("shop", "item", 0, "name"), 14),
        (("shop", "item", 1, "name"), 17),
        (("shop", "item", 1, "price", "gold"), 18),
        (("shop", "item", 1, "maker", "town"), 21),
        (("shop", "item", 1, "missing"), 16),
        (("nothing",), None),
    ],
)
def test_lines(place, line):
    assert parse_toml(TEXT, "a.toml").line_of(place) == line


KEYS = ("a", '"a b"', "'c.d'", "a . e", r'"\u00e9"."]"', "1")
VALUES = (
    "1", "-0.5", "inf", "1979-05-27 07:32:00", r'"# [ \" ' + "'\"", "'[[x]] = {'", '""',
    r'"""' + '\n"" # ' + r'\"""' + '\n[x]\n""""', "'''\n[y]\n\"\"\"''''", "[]", "{}",
    "[[1, 2], 'x']", '[ # "\n  1, # ]\n\n  { b.c = [1], d = "}" },\n]',
    "{ a = 1, b.'=' = { c = [{}, {}] } }",
)  # fmt: skip
LINES = st.one_of(
    st.builds("{} = {}".format, st.sampled_from(KEYS), st.sampled_from(VALUES)),
    st.builds("[{}]".format, st.sampled_from(KEYS)),
    st.builds("[[{}]] # ]]".format, st.sampled_from(KEYS)),
    st.sampled_from(["", "  # \"\"\" '''", "\t"]),
)


def places_in(content, place=()):
    """List the places of all values that `tomllib` gives."""
    pairs = content.items() if isinstance(content, dict) else enumerate(content)
    for key, value in pairs:
        yield (*place, key)
        if isinstance(value, dict | list):
            yield from places_in(value, (*place, key))


@settings(deadline=None, max_examples=300)
@given(st.lists(LINES, max_size=7).map("\n".join))
def test_places_are_those_of_the_values(text):
    found = find_places(text)
    assert all(1 <= line <= text.count("\n") + 1 for line in found.values())
    with suppress(tomllib.TOMLDecodeError):
        assert set(found) == set(places_in(tomllib.loads(text)))


def test_quotes_in_a_comment_are_no_string():
    toml = parse_toml('a = 1 # """\nb = """\n[c]\n"""\nd = [ # \'\'\'\n  {},\n]\n', "a.toml")
    places = (("b",), ("c",), ("d",), ("d", 0))
    assert [toml.line_of(place) for place in places] == [2, None, 5, 6]


@pytest.mark.parametrize(
    "text", ["\x0c", "a = 1\n?", "a = \x00", 'a = "', "[a", "a", "a = [1", "."]
)
def test_what_is_no_toml_ends_the_search_for_places(text):
    assert find_places(text).keys() <= {("a",), ("a", 0)}


def test_lines_are_the_same_with_other_line_ends():
    assert parse_toml(TEXT.replace("\n", "\r\n"), "a.toml").line_of(("shop", "item", 1)) == 16


def no_bows(value):
    if value == "bow":
        raise TomlValueError("no bows", "an axe?")
    return value


class Item(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)
    name: Annotated[str, BeforeValidator(no_bows)]
    price: int = 1


class Shop(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)
    size: int = 7
    item: list[Item] = []
    labels: dict[str, int] = {}


def said(text):
    content, problems = validate_toml(Shop, parse_toml(text, "a.toml"))
    return content, [str(problem) for problem in sorted(problems)]


def test_a_right_file():
    assert said('size = 2\n[[item]]\nname = "axe"') == (Shop(size=2, item=[Item(name="axe")]), [])


def test_every_problem_has_its_place_and_the_rest_is_kept():
    content, problems = said(
        'size = "2"\nlabel = 3\n[[item]]\nnames = "axe"\n[[item]]\nname = "bow"\n'
        '[[item]]\nname = "axe"\n[labels]\na = 1\nb = "x"\n'
    )
    assert problems == [
        "a.toml:1: size: expected a valid integer, found '2'",
        "a.toml:2: label: this key is not known (did you mean 'labels'?)",
        "a.toml:3: item[1].name: this key is missing",
        "a.toml:4: item[1].names: this key is not known (did you mean 'name'?)",
        "a.toml:6: item[2].name: no bows (an axe?)",
        "a.toml:11: labels.b: expected a valid integer, found 'x'",
    ]
    assert content == Shop(item=[Item(name="axe")], labels={"a": 1})


def test_an_unknown_key_that_is_like_no_other():
    _, problems = said("[[item]]\nname = 'axe'\nzzz = 3")
    assert problems == ["a.toml:3: item[1].zzz: this key is not known "
                        "(known here: name, price)"]  # fmt: skip


class Needy(BaseModel):
    size: int


def test_what_does_not_fit_at_all():
    content, problems = validate_toml(Needy, parse_toml("", "a.toml"))
    assert content is None
    assert [problem.message for problem in problems] == ["this key is missing"]


def test_no_toml(write):
    with pytest.raises(InputError) as caught:
        read_toml(write("a.toml", "size = \n"))
    (problem,) = caught.value.problems
    assert (problem.line, problem.column) == (1, 8)


def test_no_file(tmp_path):
    with pytest.raises(UsageError):
        read_toml(tmp_path / "a.toml")


class Bow(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)
    reach: Annotated[int, Field(gt=0, validation_alias=AliasChoices("reach", "range"))] = 1


class Armoury(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)
    bow: list[Bow] = []


def test_a_former_name_of_a_key_is_understood_with_a_note():
    toml = parse_toml("[[bow]]\nreach = 2\n[[bow]]\nrange = 3\n", "a.toml")
    content, problems = validate_toml(Armoury, toml)
    assert content is not None
    assert ([bow.reach for bow in content.bow], problems) == ([2, 3], [])
    assert list_old_key_notes(Armoury, toml) == [
        "a.toml:4: bow[2].range: this key is now called 'reach'"
    ]


def test_what_is_wrong_under_a_former_name_has_its_place():
    toml = parse_toml("[[bow]]\nrange = 0\n[[bow]]\nrange = 3\nreach = 3\n", "a.toml")
    _, problems = validate_toml(Armoury, toml)
    assert [str(problem) for problem in problems] == [
        "a.toml:2: bow[1].range: expected greater than 0, found '0'",
        "a.toml:4: bow[2].range: this is the old name of 'reach', which is given, too",
    ]


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("a = 1\nb = " + "[" * 21, 2, "expected at most 20 brackets in brackets"),
        ("a = 1\n" + "b." * 20 + "b = 1", 2, "expected at most 20 keys with dots between them"),
        ("a = " + "{b.c.d.e = " * 19 + "{", 1, "expected at most 20 brackets in brackets"),
        ("x = '''\n\n'''\na = 0x" + "f" * 5_000, 4, "expected at most 40 digits in a number"),
    ],
)
def test_too_much_is_refused_before_it_is_read(text, line, message):
    with pytest.raises(InputError) as caught:
        parse_toml(text, "a.toml")
    (problem,) = caught.value.problems
    assert problem.line == line
    assert problem.message.startswith(message)


def test_brackets_dots_and_digits_in_strings_are_text():
    text = f'a = \'{"[" * 50}{"a." * 50}\'  # {"{" * 50}\nb = """{"9" * 50}"""\nc = [0.5, 1.5]'
    assert parse_toml(text, "a.toml").content["c"] == [0.5, 1.5]


def test_a_file_of_a_megabyte_is_refused(write):
    with pytest.raises(InputError, match=r"larger than 0\.5 MB"):
        read_toml(write("a.toml", "# x\n" * 250_000))


def test_many_problems_take_little_time():
    _, problems = validate_toml(
        Shop, parse_toml("".join(f"k{n} = 1\n" for n in range(30_000)), "a")
    )
    assert len(problems) == 100
