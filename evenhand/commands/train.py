"""The command `train`: a player learns a game from games against itself."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout

from evenhand.decks.problems import UsageError, did_you_mean
from evenhand.flags import TrainFlags
from evenhand.inputs.job import Job, prepare
from evenhand.inputs.request import DEFAULT_GAMES, Request
from evenhand.progress import format_seconds
from evenhand.result_folders import report_write_errors
from evenhand.simulate.bots.bot_files import LEARNED, Bot, bot_names, load_bot
from evenhand.simulate.bots.learned.weights import ENDING, Learned, read_weights, write_weights
from evenhand.simulate.runs.atomic_files import remove_file, write_atomic
from evenhand.simulate.runs.places import make_folder
from evenhand.simulate.runs.run_folder import identify
from evenhand.terminal import note, print_json, tell
from evenhand.training.checkpoint import load_checkpoint, name_checkpoint, save_checkpoint
from evenhand.training.trainer import Trainer

__all__ = ["train_command"]

OPPONENT, WEAKEST = "heuristic", "novice"
RANDOM = "random"
BEGINNINGS = LEARNED, OPPONENT, RANDOM
LONGEST = 100 * 60  # minutes
REPORT_EVERY, SAVE_EVERY = 60.0, 120.0  # seconds of learning
PAIRS, LAST_PAIRS = 60, 300  # of each matchup, in a measurement
MEASURING, FEWEST_PAIRS = 20.0, 5  # seconds of learning that a measurement costs at most; pairs
FEWEST_ROUNDS = 5  # in fewer, nothing is learned


def train_command(flags: TrainFlags) -> None:
    """Train a player until its time is over, and write its weights."""
    if not 0 < flags.minutes <= LONGEST:
        raise UsageError(f"--minutes: expected up to {LONGEST:,}, found {flags.minutes:g}")
    if flags.begin_as not in BEGINNINGS:
        expected = ", ".join(BEGINNINGS)
        hint = did_you_mean(flags.begin_as, BEGINNINGS)
        raise UsageError(f"--begin-as: expected {expected}, found '{flags.begin_as}'", hint)
    job = prepare(
        Request(
            game=flags.game, games=DEFAULT_GAMES, seed=flags.seed, decks=flags.decks,
            bots=[OPPONENT], cards=flags.cards, mode=flags.mode, settings=flags.settings,
            players=flags.players, mirrors=True,
        )
    )  # fmt: skip
    is_quiet = flags.quiet or flags.json
    job.report_notes(None if is_quiet else note)
    out = choose_place(job, flags.out)
    with lock_file(out):
        former = read_weights(job.plan.game, str(out)) if out.exists() else None
        trainer = begin_training(job, flags, former)
        train(trainer, job, flags, out, say_nothing if is_quiet else tell)
        finish(trainer, flags, out, former)


def say_nothing(*lines: object) -> None:
    """Take what a user who asked for quiet need not read."""


def begin_training(job: Job, flags: TrainFlags, former: Learned | None) -> Trainer:
    """Return a trainer whose player begins as a training's flags say."""
    is_random = flags.begin_as == RANDOM
    if flags.begin_as != LEARNED:
        former = None
    elif former is None and LEARNED in bot_names(job.plan.game):
        own = load_bot(job.plan.game, LEARNED)
        former = read_weights(job.plan.game, own.weights_file)
    return Trainer(job.plan, list_opponents(job), flags.seed, is_random, former)


def choose_place(job: Job, out: Path | None) -> Path:
    """Return where the weights go: as given, among the folder's bots, or named by the game."""
    if out is None:
        own = job.folder.path.parent / "bots" / f"learned{ENDING}" if job.folder else None
        out = own or Path(f"{job.plan.game.name}{ENDING}")
    if out.suffix != ENDING:
        raise UsageError(f"--out: expected a file ending in {ENDING}, found {out}")
    if out.is_dir():
        raise UsageError(f"--out: {out} is a folder")
    if not out.parent.is_dir():
        if job.folder is None or out.parent != job.folder.path.parent / "bots":
            raise UsageError(f"--out: there is no folder {out.parent}")
        make_folder(job.folder.path.parent, "bots")
    return out


@contextmanager
def lock_file(out: Path) -> Iterator[None]:
    """Keep other trainings away from a file."""
    lock = FileLock(f"{out}.lock", timeout=0)
    try:
        with lock:
            yield
    except Timeout:
        raise UsageError(f"another training is writing {out}", "choose another --out") from None
    finally:
        if not lock.is_locked:
            remove_file(Path(f"{out}.lock"))


def train(
    trainer: Trainer, job: Job, flags: TrainFlags, out: Path, say: Callable[..., None]
) -> None:
    """Train for as long as flags say, telling how strong the player is."""
    checkpoint = name_checkpoint(out)
    identity = {**identify(replace(job.plan, games=2)), "begins": trainer.beginning}
    if load_checkpoint(checkpoint, trainer, identity):
        say(f"Resuming a training of {trainer.seconds / 60:.0f} min")
    seconds = 60 * flags.minutes
    reported = saved = trainer.seconds
    say(
        f"Learning {job.plan.game.title} for {format_seconds(seconds - trainer.seconds)}, "
        f"beginning as {trainer.beginning}; to stop: Ctrl-C; to resume: the same command"
    )
    try:
        while trainer.seconds < seconds:
            started = time.monotonic()
            trainer.play_round()
            trainer.seconds += time.monotonic() - started
            if trainer.seconds - reported >= REPORT_EVERY:
                reported = trainer.seconds
                trainer.curve.append(measure(trainer, PAIRS))
                say(write_progress(trainer.curve[-1], seconds))
            if trainer.seconds - saved >= SAVE_EVERY:
                saved = trainer.seconds
                save(checkpoint, trainer, identity)
    except KeyboardInterrupt:
        save(checkpoint, trainer, identity)
        raise


def save(checkpoint: Path, trainer: Trainer, identity: dict[str, Any]) -> None:
    """Save the training, to be resumed later."""
    with report_write_errors(checkpoint):
        save_checkpoint(checkpoint, trainer, identity)


def list_opponents(job: Job) -> list[Bot]:
    """List whom the player meets: rules of thumb, a novice, and every other style of the game.

    The styles between them are held back, so that others than those it learned from can be
    played against it later.
    """
    game = job.plan.game
    names = [name for name in bot_names(game) if load_bot(game, name).policy == "heuristic"]
    styles = [name for name in names if name not in (OPPONENT, WEAKEST)]
    return [load_bot(game, name) for name in (OPPONENT, WEAKEST, *styles[::2])]


def measure(trainer: Trainer, pairs: int) -> dict[str, Any]:
    """Measure the player against the rules of thumb, on deals that it never learns from."""
    rate, half_width = trainer.measure(trainer.others[0], limit_pairs(trainer, pairs))
    return {
        "minutes": round(trainer.seconds / 60, 2),
        "games": trainer.n_games,
        "decisions": trainer.n_decisions,
        "win_rate": round(rate, 4),
        "half_width": round(half_width, 4),
    }


def limit_pairs(trainer: Trainer, pairs: int) -> int:
    """Limit the pairs of a measurement where games are slow, which learning should not wait for."""
    games_of_pair = 2 * len(trainer.games.arrays.matchups) * trainer.plan.n_seats
    affordable = trainer.n_games / max(trainer.seconds, 1.0) * MEASURING * pairs / PAIRS
    return min(pairs, max(FEWEST_PAIRS, int(affordable / games_of_pair)))


def write_progress(point: dict[str, Any], seconds: float) -> str:
    """Say how strong the player is, and how much time is left."""
    left = format_seconds(max(0.0, seconds - 60 * point["minutes"]))
    return (
        f"{point['minutes']:6.1f} min  {point['games']:>9,} games  wins "
        f"{100 * point['win_rate']:.1f} % (±{100 * point['half_width']:.1f}) against "
        f"{OPPONENT}; {left} left"
    )


def finish(trainer: Trainer, flags: TrainFlags, out: Path, former: Learned | None) -> None:
    """Write the weights, unless those that are there are stronger, and say how strong they are."""
    if trainer.n_rounds < FEWEST_ROUNDS:
        message = f"--minutes: in {flags.minutes:g} min only {trainer.n_rounds} rounds were played"
        raise UsageError(f"{message}, and nothing is learned in fewer than {FEWEST_ROUNDS}")
    trainer.curve.append(measure(trainer, LAST_PAIRS))
    pairs = limit_pairs(trainer, LAST_PAIRS)
    against = trainer.measure_against(former, pairs) if former else None
    is_weaker = against is not None and against[0] <= 0.5
    training = {
        **trainer.curve[-1],
        "seed": flags.seed,
        "began_as": trainer.beginning,
        "curve": trainer.curve,
    }
    if not is_weaker:
        learned = replace(trainer.finish(), training=training)
        with report_write_errors(out):
            write_atomic(out, write_weights(learned, trainer.plan.game))
    remove_file(name_checkpoint(out))
    if flags.json:
        print_json({"file": str(out), "written": not is_weaker, **training})
    else:
        tell_strength(trainer, against)
        if is_weaker:
            tell(f"Kept    {out}: the new player is no stronger")
        else:
            game = flags.game or trainer.plan.game.name
            tell(f"Wrote   {out}")
            tell(f"Next    evenhand run {game} --bots panel,{OPPONENT},{out}")


def tell_strength(trainer: Trainer, against: tuple[float, float] | None) -> None:
    """Print how often the player wins, also against the one that was there."""
    last = trainer.curve[-1]
    tell(
        f"{trainer.plan.game.title}: wins {100 * last['win_rate']:.1f} % "
        f"(±{100 * last['half_width']:.1f}) against {OPPONENT}, after {last['games']:,} games"
    )
    if against is not None:
        rate, half_width = against
        tell(f"Against the player that was there: {100 * rate:.1f} % (±{100 * half_width:.1f})")
