from evenhand.decks.problems import InputError, Problem, UsageError, did_you_mean, nearest


def test_problem_reads_as_file_line_column_message_hint():
    problem = Problem("cards.csv", 17, "hp", "expected a whole number, found 'x'", "use digits")
    assert str(problem) == (
        "cards.csv:17: column 'hp': expected a whole number, found 'x' (use digits)"
    )
    assert str(Problem("a.toml", 2, 5, "wrong")) == "a.toml:2:5: wrong"
    assert str(Problem("a.txt", None, None, "empty")) == "a.txt: empty"


def test_input_error_sorts_its_problems_by_place():
    late, early, whole = (Problem("f", line, None, "m") for line in (10, 9, None))
    error = InputError([late, whole, early])
    assert error.problems == (whole, early, late)
    assert str(error) == "f: m\nf:9: m\nf:10: m"


def test_usage_error_says_its_hint():
    assert (
        str(UsageError("no such deck", "did you mean 'a'?")) == "no such deck (did you mean 'a'?)"
    )
    assert str(UsageError("no such deck")) == "no such deck"


def test_nearest_ignores_case_and_keeps_spelling():
    assert nearest("ember lancr", ["Ash Courier", "Ember Lancer"]) == "Ember Lancer"
    assert nearest("EMBER LANCER", ["Ember Lancer"]) == "Ember Lancer"


def test_nearest_finds_nothing_in_what_is_not_like_it():
    assert nearest("zzz", ["Ember Lancer"]) is None
    assert nearest("", ["a"]) is None
    assert nearest("x" * 10_000_000, ["x" * 30]) is None


def test_did_you_mean_is_empty_without_a_near_word():
    assert did_you_mean("Unt", ["Unit"]) == "did you mean 'Unit'?"
    assert did_you_mean("zzz", ["Unit"]) == ""
