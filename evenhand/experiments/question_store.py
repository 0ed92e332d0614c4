"""The store of a question: its folder locked, the pairs played for it kept, and resumed."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

from evenhand.decks.problems import InputError, UsageError
from evenhand.experiments.cluster import start_workers
from evenhand.inputs.request import Request
from evenhand.progress import progress_bar
from evenhand.simulate.compiling import cache_folder
from evenhand.simulate.runs.claim import KEPT, Claim, Work, claim
from evenhand.simulate.runs.pair_store import PairStore
from evenhand.simulate.runs.places import remove_empty
from evenhand.simulate.runs.run_folder import hash_json
from evenhand.terminal import note, note_stopped

__all__ = ["PAIRS", "lock_folder", "open_store", "report_resume", "store_in"]

PAIRS = "pairs.scores"  # file of the store of an unfinished command


@contextmanager
def open_store(
    identity: Mapping[str, str],
    goal: str,
    request: Request,
    is_quiet: bool,
    run_dirs: Sequence[Path | None] = (),
) -> Iterator[PairStore]:
    """Lock the folders of a question, and open its store with workers and progress.

    Parameters
    ----------
    identity : mapping from str to str
        Hashes of what is played, keyed by the names used in messages.
    goal : str
        The goal; pairs played for another goal are played again.
    request : Request
        The request, for its workers.
    is_quiet : bool
        Whether nothing is printed.
    run_dirs : sequence of Path, optional
        Runs to which tables are added; the store is in the first of them, or in the cache if
        there are none.
    """
    folders: list[Path | None] = [folder for folder in run_dirs if folder] or [None]
    with ExitStack() as stack:
        claims = [stack.enter_context(lock_folder(identity, goal, folder)) for folder in folders]
        stack.enter_context(report_resume(claims, is_quiet))
        yield stack.enter_context(store_in(claims[0], request, is_quiet))


@contextmanager
def store_in(held: Claim, request: Request, is_quiet: bool) -> Iterator[PairStore]:
    """Open the store of a question in a locked folder, with workers and progress."""
    with start_workers(request) as workers, progress_bar(disabled=is_quiet) as progress:
        store = PairStore(held.add_temporary(PAIRS), workers, progress, None if is_quiet else note)
        with closing(store):
            yield store


@contextmanager
def lock_folder(
    identity: Mapping[str, str], goal: str, run_dir: Path | None = None
) -> Iterator[Claim]:
    """Lock the folder of a question's store, a run's or one in the cache, while pairs are played.

    Parameters
    ----------
    identity, goal
        As `open_store` takes them.
    run_dir : Path, optional
        The run to which a table is added.
    """
    work = Work(identity, goal, lambda folder: True, is_addition=True)
    place = cache_folder() / "unfinished" / hash_json(dict(identity))[:16]
    with claim([run_dir or place], work) as held:
        yield held
    if run_dir is None:
        remove_empty(place)


@contextmanager
def report_resume(claims: Sequence[Claim], is_quiet: bool) -> Iterator[None]:
    """Report that a question was resumed and, if it is stopped, how to resume it."""
    if not is_quiet and any(claim.is_resumed for claim in claims):
        note("Resuming with the games that were played before")
    try:
        yield
    except (UsageError, InputError):
        raise
    except BaseException as error:
        note_stopped(
            error, any(any(claim.workspace.rglob(name)) for claim in claims for name in KEPT)
        )
        raise
