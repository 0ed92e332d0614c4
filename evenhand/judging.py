"""What changes did, whether a folder is as it should be, and which edits would make it so."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Unpack

from evenhand.inputs.front_door_choices import Choices, Names
from evenhand.signatures import front_door

if TYPE_CHECKING:
    from evenhand.analysis.data.run import Run
    from evenhand.answer import Answer

__all__ = ["check", "compare", "history", "tune"]


@front_door
def compare(
    before: "Run | str | Path" = "",
    after: "Run | str | Path" = "",
    *,
    games: int | None = None,
    folder: str | Path | None = None,
    game: str | Path = "",
    bots: Names = (),
    out: str | Path | None = None,
    **given: Unpack[Choices],
) -> "Answer":
    """Measure what a change did: both sides play the same deals, unless they are runs.

    Parameters
    ----------
    before, after : Run, str or Path
        Each a run, a folder, a card file or a git ref. If `before` is not given, the folder's
        last run; if `after` is not, the folder as it is now.
    games : int, optional
        Of each side; as many as the folder or the run has, or 20,000, if not given.
    folder : str or Path, optional
        That `before` and `after` may be git refs of, and whose runs and files are meant where
        they are not given; the one that this is run in if not given.
    game : str or Path
        The game of card files, and of folders that do not say it themselves.
    bots : str, Path or sequence of them
        One or two bots, by name or file, or a panel: "panel" and its bots; the folder's or the
        heuristic bot if empty.
    out : str or Path, optional
        A new folder; the first free ``runs/compare-<n>`` if not given.
    **given
        The choices of `evenhand.inputs.front_door_choices.Choices`.

    Returns
    -------
    Answer
        Its table has a row for each deck: ``before``, ``after`` and ``change`` with their
        intervals. Its ``comparison`` has the other tables, its ``pages`` the report.

    Raises
    ------
    UsageError
        If a side is not there, or the two are of different kinds.
    InputError
        If a file's content is wrong.
    """
    from evenhand.answer import Answer
    from evenhand.experiments.compare import Comparing, compare_sides
    from evenhand.gate.expected_bands import find_right_bands
    from evenhand.inputs.front_door_choices import ask
    from evenhand.reports.comparison.findings import list_comparison_findings
    from evenhand.reports.comparison.headline import (
        write_comparison_cause,
        write_comparison_headline,
    )
    from evenhand.reports.wording import make_sentence

    notes: list[str] = []
    asked = Comparing(
        before=name_side(before),
        after=name_side(after),
        request=ask(games, game=game, bots=bots, **given),
        folder=None if folder is None else Path(folder),
        out=None if out is None else Path(out),
        say=notes.append,
        find_bands=find_right_bands,
    )
    found = compare_sides(asked)
    told = found.told
    cause = write_comparison_cause(told.runs, told.by_edit, told.by_bot, told.believed)
    findings = [
        make_sentence("{topic}: {sentence}", topic=one.topic, sentence=one.sentence)
        for one in list_comparison_findings(told.runs, told.by_bot, told.by_edit, told.strongest)
    ]
    return Answer(
        found.runs.decks,
        tuple(
            filter(None, [write_comparison_headline(told.runs, told.believed), cause, *findings])
        ),
        notes=tuple(notes),
        pages=(found.page,),
        folder=found.page.parent,
        comparison=found.runs,
    )


def name_side(side: "Run | str | Path") -> str:
    """Return what names a side of `evenhand.compare`: of a run, its folder."""
    return str(side if isinstance(side, str | Path) else side.folder)


@front_door
def history(
    folder: str | Path = "",
    *,
    last: int | None = None,
    since: str = "",
    tags: bool = False,
    games: int | None = None,
    bots: Names = (),
    seed: int | None = None,
    jobs: int | None = None,
) -> "Answer":
    """Measure how win rates moved over the commits of a folder in git, on the same deals.

    Parameters
    ----------
    folder : str or Path
        A ``balance.toml`` or the folder that holds it; the one that this is run in if "".
    last : int, optional
        States, 2 to 100, the folder as it is now among them; 10, or all after `since`, if not
        given. A state is a commit whose games differ from those of the one before it.
    since : str
        A git ref: the first state is the folder as it was then.
    tags : bool
        Whether states are those of tags, not of all commits.
    games : int, optional
        Of each state; as many as the folder says, or 20,000, if not given.
    bots : str, Path or sequence of them
        A bot that plays all states; those that each state names if empty.
    seed : int, optional
        Of all states; the folder's if not given.
    jobs : int, optional
        Workers; as many as there are processors if not given.

    Returns
    -------
    Answer
        Its table has a row for each state and deck: ``win_rate`` and, against the state before,
        ``change``, each with an interval, ``is_jump`` and ``is_edited``. Intervals of changes hold
        for all of them together. A state that cannot be played has a row with its ``problem``.
        Its ``pages`` are the report.

    Raises
    ------
    UsageError
        If there is no such folder, it is not in git, a ref does not exist, or fewer than two
        states can be played.
    InputError
        If the content of ``balance.toml`` is wrong.
    """
    import tempfile

    from evenhand.answer import Answer
    from evenhand.experiments.history import play_history
    from evenhand.experiments.history_plan import Asked, plan_history
    from evenhand.gate.check_setup import find_balance_file
    from evenhand.inputs.folder import read_folder
    from evenhand.inputs.front_door_choices import list_alone
    from evenhand.inputs.request import Request
    from evenhand.reports.history.wording import (
        list_history_findings,
        write_conclusion,
        write_history_headline,
    )
    from evenhand.reports.wording import make_sentence

    asked = Asked(
        folder=read_folder(find_balance_file(str(folder))),
        last=last,
        by_tags=tags,
        since=since,
        request=Request(games=games, seed=seed, bots=list_alone(bots), jobs=jobs),
    )
    with tempfile.TemporaryDirectory() as room:
        found, page = play_history(plan_history(asked, Path(room)))
    findings = [
        make_sentence("{topic}: {sentence}", topic=one.topic, sentence=one.sentence)
        for one in list_history_findings(found)
    ]
    return Answer(
        found.rows,
        (write_history_headline(found), *findings, write_conclusion(found)),
        notes=found.notes,
        pages=(page,),
        folder=page.parent,
    )


@front_door
def check(
    folder: str | Path = "",
    *,
    games: int | None = None,
    sequential: bool | None = None,
    baseline: str | Path | None = None,
    against: str = "",
    out: str | Path | None = None,
    jobs: int | None = None,
) -> "Answer":
    """Check a folder's numbers against what its ``balance.toml`` expects.

    Writing a baseline, JUnit and Markdown are left to ``evenhand check``.

    Parameters
    ----------
    folder : str or Path
        A ``balance.toml`` or the folder that holds it; the one that this is run in if "".
    games : int, optional
        In all; ``games`` of ``[check]`` if not given.
    sequential : bool, optional
        Whether to look at the results while playing, and to stop when every verdict is sure;
        ``sequential`` of ``[check]`` if not given.
    baseline : str or Path, optional
        The file whose numbers changes are measured from; that of ``[check]`` if not given.
    against : str
        A git ref: changes are measured from the folder as it was then, on the same deals.
    out : str or Path, optional
        A new folder for the run; the first free ``runs/<game>-<n>`` if not given.
    jobs : int, optional
        Workers; as many as there are processors if not given.

    Returns
    -------
    Answer
        Its ``outcome`` is "pass", "fail", "inconclusive" or "accepted", its table has a row
        for each expectation, the worst first: ``topic``, ``subject``, ``verdict``,
        ``estimate``, ``low``, ``high``, ``band_low``, ``band_high``, ``text`` and more. Its
        ``pages`` are the page of the check and, unless it passes, the report.

    Raises
    ------
    UsageError
        If there is no such folder, it expects nothing that can be checked, or what is given
        does not go together.
    InputError
        If a file's content is wrong.
    """
    import pandas as pd

    from evenhand.answer import Answer
    from evenhand.flags import CheckFlags
    from evenhand.gate.check import check_folder
    from evenhand.gate.check_output import make_cell
    from evenhand.reports.check.check_wording import write_check_headline
    from evenhand.reports.check.edit_wording import write_edited

    flags = CheckFlags(
        place=str(folder),
        games=games,
        sequential=sequential,
        baseline=None if baseline is None else Path(baseline),
        against=against,
        out=None if out is None else Path(out),
        jobs=jobs,
        quiet=True,
    )
    done = check_folder(flags)
    result = done.result
    return Answer(
        pd.DataFrame([make_cell(result, one) for one in result.judgements]).drop(
            columns=["edits", "groups"]
        ),
        tuple(
            filter(None, [write_check_headline(result.with_display_names), write_edited(result)])
        ),
        verdicts=result.judgements,
        notes=(*done.notes, *result.notes),
        pages=(done.page, *([done.report] if done.report else [])),
        folder=Path(done.run.folder),
    )


@front_door
def tune(
    folder: str | Path = "",
    *,
    apply: bool = False,
    games: int | None = None,
    precision: float = 1.0,
    seed: int | None = None,
    jobs: int | None = None,
) -> "Answer":
    """Find the smallest edits of a folder's cards and rules that bring win rates into their bands.

    What an edit does is learned on the same deals; games with a seed of their own have the last
    word.

    Parameters
    ----------
    folder : str or Path
        A ``balance.toml`` or the folder that holds it; the one that this is run in if "".
    apply : bool
        Whether the edits are written into the card file, those of rule options into
        ``balance.toml``, if all that is expected is met.
    games : int, optional
        Of each round; ``games`` of ``[check]`` if not given.
    precision : float
        Percentage points: half the width of the interval of what each number does, 0.05 to 50.
    seed : int, optional
        Of the first round; the folder's if not given.
    jobs : int, optional
        Workers; as many as there are processors if not given.

    Returns
    -------
    Answer
        Its table has a row for each edit: ``card`` and ``column``, or the rule ``option``,
        ``before`` and ``after``. Its ``verdicts`` are those of the last word, its ``pages`` the
        files that were written.

    Raises
    ------
    UsageError
        If there is no such folder, it expects no win rate of a deck or matchup, the games are
        too few, or a file was saved meanwhile.
    InputError
        If a file's content is wrong, no card may be changed, or the bands contradict each
        other.
    """
    import pandas as pd

    from evenhand.answer import Answer
    from evenhand.decks.problems import UsageError
    from evenhand.flags import TuneFlags
    from evenhand.gate.tune_edits import EDIT_COLUMNS, describe_edit
    from evenhand.gate.tune_folder import apply_edits, find_edits, prepare_tuning
    from evenhand.gate.tune_wording import sum_up

    flags = TuneFlags(
        place=str(folder),
        apply=apply,
        games=games,
        precision=precision,
        seed=seed,
        jobs=jobs,
        quiet=True,
    )
    setup = prepare_tuning(flags)
    found = find_edits(setup, precision)
    best = found.best
    answer = Answer(
        pd.DataFrame(list(map(describe_edit, best.edits)), columns=EDIT_COLUMNS),
        tuple(sum_up(found)),
        verdicts=best.judgements,
        notes=setup.notes,
    )
    try:
        files = apply_edits(setup, found)
    except (UsageError, OSError) as error:
        error.add_note(str(answer))  # what took long to find
        raise
    return replace(answer, pages=files)
