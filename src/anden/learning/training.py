"""A training from start to end: imitation, then self-play, with an evaluation now and then."""

import copy
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

import torch
from torch import nn

from anden.boards import load_board

from .checkpoint import (
    MEMORY,
    Progress,
    Run,
    load_checkpoint,
    recall,
    save_checkpoint,
    save_memory,
)
from .curve import HEADING, Line, add_line, shown
from .errors import LearningError
from .evaluation import Match, play_frozen, play_planners
from .experience import Experience, judge
from .imitation import Pupil
from .network import Critic
from .picture import save_curve
from .ppo import Learner, Rates
from .rows import RowLayout
from .selfplay import Frozen, PastSelves, RivalPlay, SelfPlay
from .settings import TrainingSettings, check_settings
from .tokens import make_policy
from .warm_up import start_compiling

WARM_UPDATES = 3  # in which rates rise, while the optimiser has nothing to remember
PAST_EVERY = 25  # updates
FINAL_SECONDS = 8.0  # kept for the last evaluation


@dataclass
class Clock:
    """Seconds since the start, and how the parts of updates share them."""

    started: float = field(default_factory=time.perf_counter)
    spent: dict[str, float] = field(default_factory=dict)
    updates: int = 0

    @property
    def seconds(self) -> float:
        return time.perf_counter() - self.started

    def lap(self, name: str, since: float) -> float:
        now = self.seconds
        self.spent[name] = self.spent.get(name, 0.0) + now - since
        return now

    def means(self) -> dict[str, float]:
        """Seconds of an update by part, since the last call."""
        means = {name: spent / max(1, self.updates) for name, spent in self.spent.items()}
        self.spent.clear()
        self.updates = 0
        return means


class Training:
    """Two networks, their games, and all that is kept of how they learn."""

    def __init__(
        self,
        settings: TrainingSettings,
        out: Path,
        resume: Path | None,
        tell: Callable[[str], None],
    ) -> None:
        self.clock, self._tell, self.out = Clock(), tell, out
        compilers = start_compiling() if settings.device == "cuda" else []
        self.progress = Progress()
        weights = None
        self._runs: tuple[Run, ...] = ()  # before this one
        if resume is not None:
            stored = load_checkpoint(resume, settings)
            settings, self.progress, weights = stored.settings, stored.progress, stored.weights
            self._runs = stored.runs
        self.settings, self.board = settings, load_board(settings.board)
        torch.set_float32_matmul_precision("high")  # TF32 where there is no bfloat16
        torch.manual_seed(settings.seed + 1000 * self.progress.runs)
        self.layout = RowLayout(self.board)
        self.policy = make_policy(self.layout, settings).to(settings.device)
        self.critic = Critic(self.layout, settings).to(settings.device)
        if weights is not None:
            self.policy.load_state_dict(weights["policy"])
            self.critic.load_state_dict(weights["critic"])
        self.learner = self._make_learner()
        self.past = self._make_past()
        self._remembers = resume is not None and self._recall(resume.with_suffix(MEMORY))
        # No two runs of a training see the same deals.
        seed = settings.seed + ((2 * self.progress.runs + 1) << 64)
        self.self_play = SelfPlay(self.layout, settings, seed)
        self._say_sizes()
        for compiler in compilers:
            compiler.wait()
        kept = "as it was" if self._remembers else "fresh"
        self._tell(f"ready after {self.clock.seconds:.0f} s; the optimiser is {kept}")
        self.rival_play = None
        if settings.rival_games > 0:
            self.rival_play = RivalPlay(self.layout, settings, seed + (1 << 64))
        self._beside = ThreadPoolExecutor(1)
        self._rival_future: Future[Experience] | None = None
        self._begun = replace(self.progress)
        self._last_report = (self.clock.seconds, self.progress.decisions)

    def _recall(self, memory: Path) -> bool:
        """Takes up what the run before remembered, past selves included; whether it is there."""
        past = recall(memory, self.progress, self.learner.optimiser, self._networks)
        self.past.weights = past or []
        return past is not None

    @property
    def _networks(self) -> dict[str, nn.Module]:
        return {"policy": self.policy, "critic": self.critic}

    def _make_learner(self) -> Learner:
        return Learner(self.policy, self.critic, self.layout, self.settings)

    def _make_past(self) -> PastSelves:
        if not self.settings.against:
            return PastSelves(self.policy, self.settings.seed)
        stored = load_checkpoint(Path(self.settings.against), self.settings)
        frozen = make_policy(self.layout, stored.settings).to(self.settings.device)
        frozen.load_state_dict(stored.weights["policy"])
        return Frozen(frozen, self.settings.seed)

    def _say_sizes(self) -> None:
        weights = [sum(p.numel() for p in net.parameters()) for net in (self.policy, self.critic)]
        self._tell(f"policy {weights[0] / 1e6:.2f} M weights, critic {weights[1] / 1e6:.2f} M")
        self._tell(f"settings {asdict(self.settings)}")

    def run(self) -> None:
        """Everything, until the time is up."""
        if self.progress.runs == 0 and self.settings.lessons > 0:
            self.imitate()
        self.progress.runs += 1
        self._tell(HEADING)
        self.report({})
        told: dict[str, float] = {}
        last = self.clock.seconds
        while self._seconds_left() > 0:
            told = self.update()
            if self.clock.seconds - last > self.settings.every:
                self.report(told)
                last = self.clock.seconds
        self.report(told, self.settings.last_deals)

    def close(self) -> None:
        self._beside.shutdown()
        if self.rival_play is not None:
            self.rival_play.games.close()

    def imitate(self) -> None:
        pupil = Pupil(self.layout, self.settings, self.learner)
        self._tell(f"{len(pupil):,} decisions of planners after {self.clock.seconds:.0f} s")
        pupil.learn(self._tell)
        self._tell(f"imitation ended after {self.clock.seconds:.0f} s")
        self.learner = self._make_learner()  # imitation leaves nothing to remember

    def _seconds_left(self) -> float:
        return 60 * self.settings.minutes - FINAL_SECONDS - self.clock.seconds

    def rates(self) -> Rates:
        """They fall with time, after a short rise."""
        settings = self.settings
        now = self.clock.seconds + (self._begun.seconds if settings.horizon else 0.0)
        done = min(1.0, now / max(60 * (settings.horizon or settings.minutes), 1e-9))
        rise = min(1.0, (1 + self.progress.updates - self._begun.updates) / WARM_UPDATES)
        rise = 1.0 if self._remembers else rise
        left = rise * (1 + done * (settings.last_rate - 1))
        entropy = settings.entropy + done * (settings.last_entropy - settings.entropy)
        return Rates(settings.rate * left, settings.critic_rate * left, entropy)

    def update(self) -> dict[str, float]:
        """Plays, lets the policy play planners meanwhile, and learns from both."""
        clock, now = self.clock, self.clock.seconds
        experience = self.self_play.play(self.policy, self.past.any(self.progress.updates))
        self._synchronize()
        now = clock.lap("playing", now)
        sources = [judge(experience, self.critic, self.layout, self.settings)]
        if self._rival_future is not None:
            rivals = self._rival_future.result()
            sources.append(judge(rivals, self.critic, self.layout, self.settings))
        if self.rival_play is not None:
            frozen = copy.deepcopy(self.policy).requires_grad_(False)
            self._synchronize()
            self._rival_future = self._beside.submit(self.rival_play.play, frozen)
        now = clock.lap("waiting", now)
        told = self.learner.improve(sources, self.rates())
        clock.lap("learning", now)
        clock.updates += 1
        self.progress.updates += 1
        self.progress.decisions += sum(len(samples.chosen) for samples in sources)
        if self.progress.updates % PAST_EVERY == 0:
            self.past.add(self.policy)
        return told

    def _synchronize(self) -> None:
        if self.settings.device == "cuda":
            torch.cuda.synchronize()

    def report(self, told: dict[str, float], deals: int = 0) -> dict[int, Match]:
        """Plays planners, writes a line, and saves the networks."""
        if self._rival_future is not None:
            self._rival_future.result()
        seconds, decisions = self._last_report
        speed = (self.progress.decisions - decisions) / (self.clock.seconds - seconds + 1e-9)
        deals = deals or self.settings.deals
        matches = self._evaluate(deals)
        self.progress.seconds = self._begun.seconds + self.clock.seconds
        names = ("entropy", "divergence", "clipped", "miss", "belief")
        parts = ("playing", "waiting", "learning")
        means = self.clock.means()
        line = Line(
            self.progress.seconds,
            self.progress.updates,
            self.progress.decisions,
            speed,
            self.rates().policy,
            *(told.get(name, 0.0) for name in names),
            *(means.get(name, 0.0) for name in parts),
        )
        self._tell(shown(line, matches))
        curve = self.out.with_suffix(".csv")
        add_line(curve, line, matches)
        save_curve(curve, rival="the frozen policy" if self.settings.against else "planner")
        self.save()
        self._last_report = (self.clock.seconds, self.progress.decisions)
        return matches

    def _evaluate(self, deals: int) -> dict[int, Match]:
        if isinstance(self.past, Frozen):
            frozen = self.past.any(self.progress.updates)
            return play_frozen(self.policy, frozen, self.layout, self.settings, deals)
        return play_planners(self.policy, self.layout, self.settings, deals)

    def save(self) -> None:
        self.progress.seconds = self._begun.seconds + self.clock.seconds
        settings = replace(self.settings, device="cpu", against="")
        runs = (*self._runs, self._this_run())
        path, memory = self.out.with_suffix(".pt"), self.out.with_suffix(MEMORY)
        save_checkpoint(path, settings, self.progress, self._networks, runs)
        optimiser, past = self.learner.optimiser, self.past.weights
        save_memory(memory, self.progress, optimiser, self._networks, past)

    def _this_run(self) -> Run:
        begun, now = self._begun, self.progress
        decisions, seconds = now.decisions - begun.decisions, now.seconds - begun.seconds
        return Run(asdict(self.settings), now.updates - begun.updates, decisions, seconds)


def train(
    settings: TrainingSettings, out: Path, resume: Path | None, tell: Callable[[str], None]
) -> None:
    """One run: leaves OUT.pt, .memory, .csv and .svg. Stopped by Ctrl-C, it saves first."""
    check_settings(settings)
    if settings.device == "cuda" and not torch.cuda.is_available():
        raise LearningError("train.error_no_gpu")
    training = Training(settings, out, resume, tell)
    try:
        training.run()
    except KeyboardInterrupt:
        training.save()
        raise
    finally:
        training.close()
