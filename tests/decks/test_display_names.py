"""What people call a deck: read from its file, or made of the file's name."""

from pathlib import Path

import pytest

from evenhand.decks.display_names import make_title, read_display_name


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("cinder_rush", "Cinder Rush"),
        ("caravan_of_ix", "Caravan of Ix"),
        ("the_four_heavens", "The Four Heavens"),
        ("tide_a", "Tide A"),
        ("full_54", "Full 54"),
        ("aggro", "Aggro"),
        ("McDeck_v2", "McDeck v2"),
        ("Cinder Rush", "Cinder Rush"),
        ("\u00fcber_deck", "\u00dcber Deck"),
        ("__", ""),
    ],
)
def test_titles(name: str, title: str) -> None:
    assert make_title(name) == title


@pytest.mark.parametrize(
    ("file", "text", "told"),
    [
        ("a.txt", "2 Ember Lancer\nname = Cinder Rush  # ours\n", "Cinder Rush"),
        ("a.txt", 'Deck name: "Fire # 2"\n', "Fire # 2"),
        ("a.txt", "About\nName Cinder Rush\n\nDeck\n2 Ember Lancer\n", "Cinder Rush"),
        ("a.txt", "Deck\nName Cinder Rush\n", ""),
        ("a.txt", "2 Ember Lancer\n", ""),
        ("a.txt", "name =\n", ""),
        ("a.toml", 'name = "Boosters"\npacks = 5\n', "Boosters"),
        ("a.toml", "name = 5\n", ""),
        ("a.toml", "name = \n", ""),
        ("a.csv", "count,name,deck\n2,Ember Lancer,Cinder Rush\n", "Cinder Rush"),
        ("a.csv", "power\n2\n", ""),
    ],
)
def test_what_a_file_says(file: str, text: str, told: str, tmp_path: Path) -> None:
    path = tmp_path / file
    path.write_text(text, encoding="utf-8")
    assert read_display_name(path) == told


def test_what_cannot_be_read_says_nothing(tmp_path: Path) -> None:
    assert read_display_name(tmp_path / "gone.txt") == ""
    (tmp_path / "bad.txt").write_bytes(b"name = \xff\xfe\x00")
    assert read_display_name(tmp_path / "bad.txt") == ""
