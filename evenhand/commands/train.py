"""The command `train`: a player learns a game from games against itself."""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout

from evenhand.decks.card_face import list_faces
from evenhand.decks.problems import UsageError, did_you_mean
from evenhand.experiments.cluster import start_workers
from evenhand.flags import TrainFlags
from evenhand.inputs.faults import raise_faults
from evenhand.inputs.job import Job, prepare
from evenhand.inputs.request import DEFAULT_GAMES, Request
from evenhand.progress import format_seconds
from evenhand.reports.page import refuse_other
from evenhand.reports.training.page import write_training
from evenhand.reports.training.result import Training, Trend
from evenhand.reports.training.wording import write_course, write_strength
from evenhand.reports.wording import write_rate
from evenhand.result_folders import report_write_errors
from evenhand.simulate.bots.bot_files import LEARNED, bot_names, load_bot
from evenhand.simulate.bots.learned.weights import ENDING, Learned, read_weights, write_weights
from evenhand.simulate.runs.atomic_files import remove_file, write_atomic
from evenhand.simulate.runs.first_call import OnMessage
from evenhand.simulate.runs.places import make_folder
from evenhand.simulate.runs.run_folder import hash_json, identify
from evenhand.simulate.runs.workers import Workers
from evenhand.terminal import command_line, note, print_json, tell
from evenhand.training.checkpoint import load_checkpoint, name_checkpoint, save_checkpoint
from evenhand.training.opponents import YARDSTICK, Opponent, list_opponents
from evenhand.training.self_play import Strength
from evenhand.training.strength_curve import continue_curve, make_point
from evenhand.training.summary import summarize_training
from evenhand.training.trainer import Trainer

__all__ = ["train_command"]

RANDOM = "random"
BEGINNINGS = LEARNED, YARDSTICK, RANDOM
LONGEST = 100 * 60  # minutes
REPORT_EVERY, SAVE_EVERY = 60.0, 120.0  # seconds of learning
PAIRS, LAST_PAIRS = 60, 300  # of each matchup, in a measurement
MEASURING, FEWEST_PAIRS = 20.0, 5  # seconds of learning that a measurement costs at most; pairs
FEWEST_ROUNDS = 5  # in fewer, nothing is learned
COMPARABLE = ("the game", "the mode", "the cards", "the decks", "the options")  # of a curve


def train_command(flags: TrainFlags) -> None:
    """Train a player until its time is over, and write its weights."""
    if not 0 < flags.minutes <= LONGEST:
        raise UsageError(f"--minutes: expected up to {LONGEST:,}, found {flags.minutes:g}")
    if flags.begin_as not in BEGINNINGS:
        expected = ", ".join(BEGINNINGS)
        hint = did_you_mean(flags.begin_as, BEGINNINGS)
        raise UsageError(f"--begin-as: expected {expected}, found '{flags.begin_as}'", hint)
    request = Request(
        game=flags.game, games=DEFAULT_GAMES, seed=flags.seed, decks=flags.decks,
        bots=[YARDSTICK], cards=flags.cards, mode=flags.mode, settings=flags.settings,
        players=flags.players, mirrors=True, jobs=flags.jobs, backend=flags.backend,
        scheduler=flags.scheduler,
    )  # fmt: skip
    with raise_faults():
        job = prepare(request)
    is_quiet = flags.quiet or flags.json
    job.report_notes(None if is_quiet else note)
    out = choose_place(job, flags.out)
    refuse_other(name_page(out))
    with lock_file(out), start_workers(job.request) as workers:
        former = read_weights(job.plan.game, str(out)) if out.exists() else None
        trainer = begin_training(job, flags, former, workers, None if is_quiet else note)
        train(trainer, job, flags, out, say_nothing if is_quiet else tell)
        finish(trainer, job, flags, out, former)


def say_nothing(*lines: object) -> None:
    """Take what a user who asked for quiet need not read."""


def begin_training(
    job: Job,
    flags: TrainFlags,
    former: Learned | None,
    workers: Workers,
    on_message: OnMessage | None,
) -> Trainer:
    """Return a trainer whose player begins as a training's flags say."""
    is_random = flags.begin_as == RANDOM
    if flags.begin_as != LEARNED:
        former = None
    elif former is None and LEARNED in bot_names(job.plan.game):
        own = load_bot(job.plan.game, LEARNED)
        former = read_weights(job.plan.game, own.weights_file)
    met = [bot for bot, is_met in list_opponents(job.plan.game) if is_met]
    return Trainer(job.plan, met, flags.seed, is_random, former, workers, on_message)


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


def name_page(out: Path) -> Path:
    """Return the place of the page of a training, beside its weights."""
    return out.with_name(f"{out.stem}-training.html")


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
                trainer.curve.append(measure_now(trainer))
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


def measure(trainer: Trainer, opponents: Sequence[Opponent], pairs: int) -> list[Strength]:
    """Measure the player against some bots, on deals that it never learns from.

    Half as many games are played against all but the first.
    """
    return [
        trainer.measure(
            trainer.games.make_bot(bot), limit_pairs(trainer, pairs // (2 if number else 1))
        )
        for number, (bot, _) in enumerate(opponents)
    ]


def measure_now(trainer: Trainer) -> dict[str, Any]:
    """Measure a point of the curve: against the rules of thumb, and a bot never met."""
    shown = choose_curves(list_opponents(trainer.plan.game))
    return describe_point(trainer, shown, measure(trainer, shown, PAIRS))


def choose_curves(opponents: Sequence[Opponent]) -> list[Opponent]:
    """Choose whom the curve tells of: the rules of thumb, and the first bot never met."""
    return [opponents[0], next(one for one in opponents if not one.is_met)]


def describe_point(
    trainer: Trainer, opponents: Sequence[Opponent], strengths: Sequence[Strength]
) -> dict[str, Any]:
    """Describe the point of the curve that was measured now."""
    found = dict(zip((one.bot.name for one in opponents), strengths, strict=True))
    against = {one.bot.name: found[one.bot.name] for one in choose_curves(opponents)}
    return make_point(trainer.seconds / 60, trainer.n_games, trainer.n_decisions, against)


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
        f"{YARDSTICK}; {left} left"
    )


def finish(
    trainer: Trainer, job: Job, flags: TrainFlags, out: Path, former: Learned | None
) -> None:
    """Write the weights, unless those that are there are stronger, and say how strong they are."""
    if trainer.n_rounds < FEWEST_ROUNDS:
        message = f"--minutes: in {flags.minutes:g} min only {trainer.n_rounds} rounds were played"
        raise UsageError(f"{message}, and nothing is learned in fewer than {FEWEST_ROUNDS}")
    opponents = list_opponents(trainer.plan.game)
    strengths = measure(trainer, opponents, LAST_PAIRS)
    trainer.curve.append(describe_point(trainer, opponents, strengths))
    against = measure_against(trainer, former)
    if against and against.win_rate <= 0.5:
        remove_file(name_checkpoint(out))
        tell_kept(trainer, flags, out, against)
        return
    training = describe_training(trainer, flags, former)
    learned = replace(trainer.finish(), training=training)
    with report_write_errors(out):
        write_atomic(out, write_weights(learned, trainer.plan.game))
    remove_file(name_checkpoint(out))
    found = summarize_training(
        trainer, training["curve"], list(zip(opponents, strengths, strict=True)), out, flags.seed
    )
    tell_written(found, job, flags, out, training, against)


def measure_against(trainer: Trainer, former: Learned | None) -> Strength | None:
    """Measure the player against the one that was there, if there was one."""
    return trainer.measure_against(former, limit_pairs(trainer, LAST_PAIRS)) if former else None


def describe_training(
    trainer: Trainer, flags: TrainFlags, former: Learned | None
) -> dict[str, Any]:
    """Return the record of a training for its file; the curve continues that of earlier ones."""
    hashes = identify(replace(trainer.plan, games=2))
    games = hash_json([hashes[name] for name in COMPARABLE])
    earlier: Sequence[Any] = ()
    if trainer.is_continued and former and former.training.get("games_of_curve") == games:
        earlier = former.training["curve"]
    curve = continue_curve(earlier, trainer.curve)
    return {
        **curve[-1],
        "seed": flags.seed,
        "began_as": trainer.beginning,
        "games_of_curve": games,
        "curve": curve,
    }


def tell_kept(trainer: Trainer, flags: TrainFlags, out: Path, against: Strength) -> None:
    """Say that the weights that are there stay, since the new player is no stronger."""
    if flags.json:
        print_json({"file": str(out), "written": False, **trainer.curve[-1]})
        return
    tell(describe_against(against), f"Kept    {out}: the new player is no stronger")


def describe_against(against: Strength) -> str:
    """Say how often the player wins against the one that was there."""
    shown = write_rate(against.win_rate, *against.interval)
    return f"Against the player that was there: wins {shown.text} of {against.n_games:,} games."


def tell_written(
    found: Training, job: Job, flags: TrainFlags, out: Path, training: dict[str, Any],
    against: Strength | None,
) -> None:  # fmt: skip
    """Write the page of a training, and say what it says first."""
    rises = found.course is None or found.course.trend is not Trend.LEVEL
    next_step = repeat(job, flags) if rises else use(job, out)
    page = name_page(out)
    with report_write_errors(page):
        write_training(found, list_faces(job.plan.pool), next_step, page)
    if flags.json:
        print_json({"file": str(out), "page": str(page), "written": True, **training})
        return
    tell(str(write_strength(found)), write_course(found.course))
    if against:
        tell(describe_against(against))
    tell(f"Wrote   {out}", f"Report  {page}", f"Next    {next_step}")


def repeat(job: Job, flags: TrainFlags) -> str:
    """Return the command that lets the player learn for as long again."""
    words = ["train", flags.game or job.plan.game.name]
    words += ["--minutes", f"{flags.minutes:g}"]
    words += [word for deck in flags.decks for word in ("--decks", deck)]
    given = ("--out", flags.out), ("--cards", flags.cards), ("--mode", flags.mode)
    words += [word for flag, value in given if value for word in (flag, str(value))]
    words += [word for setting in flags.settings for word in ("--set", setting)]
    words += ["--players", str(flags.players)] if flags.players else []
    return command_line(*words)


def use(job: Job, out: Path) -> str:
    """Return the command that asks the player about decks and cards."""
    game = job.request.game or job.plan.game.name
    return command_line("run", game, "--bots", f"panel,{YARDSTICK},{out}")
