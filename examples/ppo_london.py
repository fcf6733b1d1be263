"""PPO learns London by playing against itself, from scratch, until it beats `greedy`.

    pip install "anden[envs,learn]"
    python examples/ppo_london.py

docs/learning.md explains what you see and how to change it. One network plays all seats; every row
of a batch is one decision, of whichever seat is to act in that game.
"""

import argparse
import copy
import csv
import math
import os
import pickle
import runpy
import sys
import time
from collections.abc import Sequence
from dataclasses import astuple, dataclass, fields
from pathlib import Path
from typing import Any, NoReturn

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from anden.arena.intervals import share_interval
from anden.boards import Board, load_board
from anden.boards.tables import build_tables
from anden.bots import RecordBot, make_bot
from anden.envs import Batch
from anden.envs.bounds import observation_high
from anden.envs.cuda import CudaBatch, share
from anden.envs.spaces import num_actions
from anden.kernel import observe
from anden.kernel.encode import OBSERVATION_VERSION

GAMMA = 1.0  # from one decision of a seat to its next
LAMBDA = 0.95
POINTS = 20.0  # that a reward of 1 stands for
EPOCHS = 3
CLIP = 0.2
VALUE_WEIGHT = 0.5
MAX_GRAD_NORM = 0.5
ENTROPY_WEIGHT = (0.05, 0.02)  # at first, and from ANNEALED steps on
LEARNING_RATE = (1e-3, 3e-4)
ANNEALED = 10_000_000

COUNTS = ("steps", "updates", "seconds")
COLUMNS = ("steps", "seconds", "speed", "games", "wins", "low", "high", "margin", "score")


def build_network(board: Board, players: int, hidden: int) -> nn.Sequential:
    """From an observation to a logit for each action and, last, the value."""
    first = nn.Linear(len(observation_high(board, players, glance=False)), hidden)
    second, head = nn.Linear(hidden, hidden), nn.Linear(hidden, num_actions(board) + 1)
    with torch.no_grad():
        for layer in (first, second, head):
            nn.init.orthogonal_(layer.weight, math.sqrt(2))
            nn.init.zeros_(layer.bias)
        head.weight[:-1] *= 0.01  # all legal actions nearly alike at first
    return nn.Sequential(first, nn.ReLU(), second, nn.ReLU(), head)


class Policy:
    """The network, fed with rows of a batch."""

    def __init__(self, board: Board, players: int, network: nn.Sequential, device: str) -> None:
        self.network = network.to(device)
        self._high = torch.from_numpy(observation_high(board, players, glance=False)).to(device)

    def __call__(self, observations: Tensor, masks: Tensor) -> tuple[Tensor, Tensor]:
        """The logarithm of each action's probability, which is 0 if it is illegal; and values."""
        out = self.network(observations / self._high)
        return out[:, :-1].masked_fill(~masks, -math.inf).log_softmax(-1), out[:, -1]


def draw(log_probs: Tensor) -> Tensor:
    """One action per row, by its probability."""
    return (log_probs.exp() / torch.empty_like(log_probs).exponential_()).argmax(-1)


def make_batch(board: Board, options: argparse.Namespace, seed: int) -> Any:
    """The games to learn from."""
    size = (board, options.players, options.games)
    if options.device == "cuda":
        return CudaBatch(*size, seed=seed, reward="points", glance=False, check=False)
    return Batch(*size, seed=seed, reward="points", glance=False, threads=options.threads)


def tensors_of(batch: Any) -> dict[str, Tensor]:
    """The batch's buffers as tensors over the same memory, which every step overwrites."""
    arrays = {field.name: getattr(batch.buffers, field.name) for field in fields(batch.buffers)}
    if isinstance(batch, CudaBatch):
        return {name: share(array, "torch") for name, array in arrays.items()}
    return {name: torch.from_numpy(array) for name, array in arrays.items()}


@dataclass
class Rollout:
    """What was seen, done and got, by row and game; rewards by seat as well."""

    observations: Tensor
    masks: Tensor
    seats: Tensor
    actions: Tensor
    log_probs: Tensor  # of the actions
    values: Tensor
    rewards: Tensor
    dones: Tensor


def play(policy: Policy, batch: Any, now: dict[str, Tensor], rows: int) -> Rollout:
    """This many rows of every game, with all seats by the policy; `now` are the batch's tensors."""
    kept: dict[str, list[Tensor]] = {field.name: [] for field in fields(Rollout)}
    for _ in range(rows):
        for name in ("observations", "masks", "seats"):
            kept[name].append(now[name].clone())
        with torch.no_grad():
            log_probs, values = policy(now["observations"], now["masks"])
        actions = draw(log_probs)
        kept["actions"].append(actions)
        kept["log_probs"].append(log_probs.gather(1, actions[:, None])[:, 0])
        kept["values"].append(values)
        batch.step(actions if actions.is_cuda else actions.numpy())
        kept["rewards"].append(lead(now["rewards"]) / POINTS)
        kept["dones"].append(now["dones"].clone())
    return Rollout(**{name: torch.stack(rows) for name, rows in kept.items()})


def lead(points: Tensor) -> Tensor:
    """The points of each seat minus the mean of the others."""
    return points - (points.sum(-1, keepdim=True) - points) / (points.shape[-1] - 1)


def advantages(
    rewards: Tensor, values: Tensor, seats: Tensor, dones: Tensor
) -> tuple[Tensor, Tensor]:
    """GAE along the decisions of each seat, and for which rows it is known.

    A decision earns what its seat gets until that seat decides again or the game ends. What the
    last one before the end of the rollout earns is unknown: it lends its value to the one before.
    """
    owed = torch.zeros_like(rewards[0])  # by game and seat, since the seat's next decision
    next_value, next_gae = torch.zeros_like(owed), torch.zeros_like(owed)
    has_next = torch.zeros_like(owed, dtype=torch.bool)  # or an end
    gaes, known = torch.zeros_like(values), torch.zeros_like(dones)
    for row in reversed(range(len(rewards))):
        for later in (owed, next_value, next_gae):
            later.masked_fill_(dones[row, :, None], 0.0)  # belongs to another game
        has_next |= dones[row, :, None]
        owed += rewards[row]
        seat, value = seats[row, :, None].long(), values[row, :, None]
        error = owed.gather(1, seat) + GAMMA * next_value.gather(1, seat) - value
        is_known = has_next.gather(1, seat)
        gae = (error + GAMMA * LAMBDA * next_gae.gather(1, seat)) * is_known
        gaes[row], known[row] = gae[:, 0], is_known[:, 0]
        owed.scatter_(1, seat, 0.0)
        next_value.scatter_(1, seat, value)
        next_gae.scatter_(1, seat, gae)
        has_next.scatter_(1, seat, True)
    return gaes, known


def improve(
    policy: Policy, adam: torch.optim.Adam, rollout: Rollout, entropy_weight: float, size: int
) -> None:
    """Some epochs of PPO over a rollout, in minibatches of this size."""
    gaes, known = advantages(rollout.rewards, rollout.values, rollout.seats, rollout.dones)
    returns, gaes = (gaes + rollout.values)[known], gaes[known]
    gaes = (gaes - gaes.mean()) / (gaes.std(correction=0) + 1e-8)
    observations, masks = rollout.observations[known], rollout.masks[known]
    actions, before = rollout.actions[known, None], rollout.log_probs[known]
    for _ in range(EPOCHS):
        for part in torch.split(torch.randperm(len(gaes), device=gaes.device), size):
            log_probs, values = policy(observations[part], masks[part])
            ratio = (log_probs.gather(1, actions[part])[:, 0] - before[part]).exp()
            clipped = ratio.clamp(1 - CLIP, 1 + CLIP)
            gain = torch.min(ratio * gaes[part], clipped * gaes[part]).mean()
            entropy = -(log_probs.exp() * log_probs.clamp(min=-1e4)).sum(-1).mean()
            miss = (values - returns[part]).square().mean()
            adam.zero_grad()
            torch.autograd.backward(VALUE_WEIGHT * miss - gain - entropy_weight * entropy)
            nn.utils.clip_grad_norm_(policy.network.parameters(), MAX_GRAD_NORM)
            adam.step()


@dataclass(frozen=True)
class Match:
    """How games against `greedy` went."""

    games: int
    wins: float  # the share; a shared win counts half
    low: float  # of its 95 % interval
    high: float
    margin: float
    score: float


def play_greedy(policy: Policy, board: Board, players: int, games: int, seed: int) -> Match:
    """Every deal once from each seat, with `greedy` in all the others."""
    deals = max(2, games // players)
    seats = [play_seat(policy, board, players, deals, seed, seat) for seat in range(players)]
    wins, scores, rivals = (np.stack(column) for column in zip(*seats, strict=True))
    low, high = share_interval(wins.sum(0), np.full(deals, float(players))) or (0.0, 1.0)
    margin = float((scores - rivals).mean())
    return Match(wins.size, float(wins.mean()), low, high, margin, float(scores.mean()))


def play_seat(
    policy: Policy, board: Board, players: int, deals: int, seed: int, seat: int
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """Wins, scores and the best of the others' by deal; the policy takes its likeliest action."""
    batch = Batch(board, players, deals, seed=seed, reward="win", glance=False)
    now, tables = tensors_of(batch), build_tables(board)
    greedy = make_bot("greedy", 0)
    assert isinstance(greedy, RecordBot)
    wins, totals = np.zeros(deals), np.zeros((deals, players))
    is_open = np.ones(deals, np.bool_)  # its first game is still played; later ones do not count
    while is_open.any():
        with torch.no_grad():
            actions = policy(now["observations"], now["masks"])[0].argmax(-1).numpy()
        to_act = batch.buffers.seats
        for game in np.flatnonzero(is_open & (to_act != seat)):
            actions[game] = greedy.choose_id(tables, observe(batch.states[game], to_act[game]))
        batch.step(actions)
        ended = is_open & batch.buffers.dones
        wins[ended] = (batch.buffers.rewards[ended, seat] + 1) / 2
        totals[ended] = batch.buffers.totals[ended]
        is_open &= ~ended
    batch.close()
    return wins, totals[:, seat], np.delete(totals, seat, axis=1).max(axis=1)


class Training:
    """The network, and all that is kept of its training."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self.board = load_board(options.board)
        self.steps, self.updates, self.seconds = 0, 0, 0.0
        torch.manual_seed(options.seed)
        self.network = build_network(self.board, options.players, options.hidden)
        self.policy = Policy(self.board, options.players, self.network, options.device)
        self.adam = torch.optim.Adam(self.network.parameters(), eps=1e-5)
        self.checkpoint: Path = options.out.with_suffix(".pt")
        self.curve: Path = options.out.with_suffix(".csv")
        self.curve.parent.mkdir(parents=True, exist_ok=True)
        if options.resume:
            self.load()
        self.batch = make_batch(self.board, options, options.seed + (self.updates << 64))
        self.now = tensors_of(self.batch)

    @property
    def identity(self) -> dict[str, object]:
        """What a checkpoint must agree in to be resumed."""
        chosen = {name: getattr(self.options, name) for name in ("board", "players", "hidden")}
        return chosen | {"observation_version": OBSERVATION_VERSION}

    def save(self) -> None:
        """Never leaves half a file in the place of a whole one."""
        counts = {name: getattr(self, name) for name in COUNTS}
        learnt = {"network": self.network.state_dict(), "adam": self.adam.state_dict()}
        part = self.checkpoint.with_suffix(".part")
        torch.save(self.identity | counts | learnt, part)
        part.replace(self.checkpoint)

    def load(self) -> None:
        try:
            saved = torch.load(self.checkpoint, self.options.device, weights_only=True)
        except (RuntimeError, pickle.UnpicklingError, EOFError) as error:
            raise ValueError(f"{self.checkpoint} can't be read as a checkpoint") from error
        for name, value in self.identity.items():
            if saved.get(name) != value:
                raise ValueError(f"{self.checkpoint} has {name} {saved.get(name)}, not {value}")
        self.network.load_state_dict(saved["network"])
        self.adam.load_state_dict(saved["adam"])
        for name in COUNTS:
            setattr(self, name, saved[name])
        torch.manual_seed(self.options.seed + self.updates)

    def update(self) -> None:
        """Plays some rows and learns from them."""
        done = min(1.0, self.steps / ANNEALED)
        entropy, rate = (a + done * (b - a) for a, b in (ENTROPY_WEIGHT, LEARNING_RATE))
        self.adam.param_groups[0]["lr"] = rate
        rollout = play(self.policy, self.batch, self.now, self.options.rows)
        improve(self.policy, self.adam, rollout, entropy, self.options.batch)
        self.steps += self.options.games * self.options.rows
        self.updates += 1

    def evaluate(self) -> Match:
        """Plays `greedy` on deals that nothing was learned from."""
        options, network = self.options, copy.deepcopy(self.network)
        seed = options.seed + (self.updates << 64) + (1 << 127)
        policy = Policy(self.board, options.players, network, "cpu")
        return play_greedy(policy, self.board, options.players, options.matches, seed)

    def report(self, match: Match, speed: float) -> None:
        """Prints a line, and adds it to the curve."""
        interval = f"({match.low:.1%} to {match.high:.1%})"
        counts = f"{self.steps:13,}{self.seconds:8.0f}{speed:11,.0f}"
        ending = f"{match.margin:+8.1f}{match.score:8.1f}"
        print(f"{counts}{match.wins:8.1%} {interval:18}{ending}", flush=True)
        row = [round(number, 4) for number in (self.steps, self.seconds, speed, *astuple(match))]
        is_new = self.updates == 0 or not self.curve.exists()
        with self.curve.open("w" if is_new else "a", newline="", encoding="utf-8") as file:
            csv.writer(file).writerows([COLUMNS, row] if is_new else [row])

    def run(self) -> None:
        """Trains until the policy beats greedy, or for as long as was asked."""
        options = self.options
        has_limit = min(options.steps, options.minutes) < math.inf
        started, last = time.perf_counter() - self.seconds, (self.steps, self.seconds)
        print("        steps seconds    steps/s   wins against greedy       margin   score")
        if self.updates == 0:
            self.report(self.evaluate(), 0.0)
        is_over = False
        while not is_over:
            self.update()
            self.seconds = time.perf_counter() - started
            is_over = self.steps >= options.steps or self.seconds >= 60 * options.minutes
            if is_over or self.updates % options.every == 0:
                match = self.evaluate()
                self.seconds = time.perf_counter() - started
                self.report(match, (self.steps - last[0]) / (self.seconds - last[1]))
                last = (self.steps, self.seconds)
                self.save()
                is_over |= not has_limit and match.low > 1 / options.players


class Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message}\n")


def parse_options(words: Sequence[str] | None) -> argparse.Namespace:
    parser = Parser("ppo_london", description=(__doc__ or "").split("\n")[0])
    add = parser.add_argument
    add("--minutes", type=float, default=math.inf, help="total time to train, won or not")
    add("--steps", type=float, default=math.inf, help="or the total number of decisions")
    add("--board", default="london", help="a board's name or file")
    add("--players", type=int, default=2)
    add("--seed", type=int, default=0)
    add("--device", choices=("cpu", "cuda"), default="cpu")
    add("--threads", type=int, default=os.cpu_count() or 1)
    add("--games", type=int, default=256, help="played side by side")
    add("--rows", type=int, default=64, help="decisions of each game between two updates")
    add("--batch", type=int, default=2048, help="decisions in a minibatch")
    add("--hidden", type=int, default=256, help="units in each of the two layers")
    add("--every", type=int, default=20, help="updates between two evaluations")
    add("--matches", type=int, default=400, help="games of an evaluation")
    add("--out", type=Path, default=Path("ppo-london"), help="writes OUT.pt, OUT.csv and OUT.svg")
    add("--resume", action="store_true", help="continue from OUT.pt")
    options = parser.parse_args(words)
    least = dict.fromkeys(("threads", "games", "batch", "hidden", "every"), 1)
    least |= {"minutes": 0, "steps": 0, "rows": 16, "matches": 2}
    for name, low in least.items():
        if not getattr(options, name) >= low:
            parser.error(f"--{name} must be at least {low}, not {getattr(options, name)}")
    if not 0 <= options.seed < 1 << 63:
        parser.error(f"--seed must be from 0 to 2**63 - 1, not {options.seed}")
    if options.device == "cuda" and not torch.cuda.is_available():
        parser.error("PyTorch finds no GPU; leave out --device cuda")
    file = options.out.with_suffix(".pt")
    if options.resume and not file.exists():
        parser.error(f"there is no {file} to resume")
    if file.exists() and not options.resume:
        parser.error(f"{file} exists; continue with --resume, or choose another --out")
    return options


def main(words: Sequence[str] | None = None) -> None:
    options = parse_options(words)
    torch.set_num_threads(options.threads)
    try:
        training = Training(options)
    except (OSError, RuntimeError, ValueError) as error:
        sys.exit(f"ppo_london: {error}")
    try:
        training.run()
    except KeyboardInterrupt:
        training.save()
        print("\ninterrupted; continue with --resume")
    if training.curve.exists():
        drawing = runpy.run_path(str(Path(__file__).with_name("learning_curve.py")))
        picture = drawing["save_curve"](training.curve)
        print(f"written: {training.checkpoint}, {training.curve}, {picture}")


if __name__ == "__main__":
    main()
