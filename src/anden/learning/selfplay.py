"""The policy plays itself, now and then a past self; and it plays planners."""

import copy
from contextlib import nullcontext
from typing import Any

import numpy as np
import torch
from torch import Tensor

from anden.boards import Board
from anden.envs.spaces import num_actions

from .checkpoint import Weights
from .experience import Experience, make_room
from .network import ILLEGAL, PolicyBase, draw, make_luck
from .rewards import utilities
from .rivals import RivalGames, core_count
from .rows import RowLayout, RowWriter
from .settings import TrainingSettings
from .side_by_side import SideBySide
from .sizes import share_out, table_sizes


def has_choice(masks: Tensor) -> Tensor:
    return masks.sum(-1, dtype=torch.int32) > 1


class SelfPlay:
    """Games in which the policy has all seats, but for one seat of some that a past self has."""

    def __init__(self, layout: RowLayout, settings: TrainingSettings, seed: int) -> None:
        board, device = layout.board, settings.device
        self._settings = settings
        counts = share_out(settings.games, table_sizes(board, settings), settings.first_share)
        self.tables = [SideBySide(board, size, n, settings, seed) for size, n in counts.items()]
        ends = np.cumsum(list(counts.values())).tolist()
        self._slices = [slice(start, stop) for start, stop in zip([0, *ends], ends, strict=False)]
        self._writers = [RowWriter(layout, size, device) for size in counts]
        sizes = layout.size, num_actions(board)
        self.experience = make_room(settings.rows, settings.games, sizes, layout.seats, device)
        for writer, some in zip(self._writers, self._slices, strict=True):
            writer.mark(self.experience.rows[:, some], is_rival=False)
        self._is_response = bool(settings.against)
        share = 1.0 if self._is_response else settings.past_share
        self._past_games, self._past_seats = self._choose_past(counts, share)
        self._luck = make_luck(device, seed + (seed >> 64))

    def _choose_past(self, counts: dict[int, int], share: float) -> tuple[Tensor, Tensor]:
        """Games with another policy, and a seat in each: all in turn.

        It is the seat of a past self, or the learner's own where it answers to a frozen policy.
        """
        games, seats = [], []
        for (size, count), some in zip(counts.items(), self._slices, strict=True):
            places = torch.arange(int(count * share))
            games.append(some.start + places)
            seats.append((places % size).to(torch.int8))
        device = self._settings.device
        return torch.cat(games).to(device), torch.cat(seats).to(device)

    @torch.no_grad()
    def play(self, policy: PolicyBase, past: PolicyBase | None) -> Experience:
        """So many decisions of every game."""
        for number in range(self._settings.rows):
            self._play_row(number, policy, past)
        return self.experience

    def _play_row(self, number: int, policy: PolicyBase, past: PolicyBase | None) -> None:
        kept = self.experience
        rows, masks, seats = kept.rows[number], kept.masks[number], kept.seats[number]
        tables = list(zip(self.tables, self._writers, self._slices, strict=True))
        for games, writer, some in tables:
            writer.write(rows[some], games.observations, games.hiddens)
            masks[some], seats[some] = games.masks, games.seats
        kept.is_own[number] = has_choice(masks)
        log_probs = policy.log_probs(rows, masks)
        if past is not None and len(self._past_games) > 0:
            some_games = self._past_games
            is_past = (seats[some_games] == self._past_seats) ^ self._is_response
            other = past.log_probs(rows[some_games], masks[some_games])
            if self._is_response:
                other = torch.where(other == other.amax(1, keepdim=True), 0.0, ILLEGAL)
            log_probs[some_games] = torch.where(is_past[:, None], other, log_probs[some_games])
            kept.is_own[number, some_games] &= ~is_past
        actions = draw(log_probs, self._luck)
        kept.actions[number] = actions
        kept.log_probs[number] = log_probs.gather(1, actions[:, None])[:, 0]
        for games, _, some in tables:
            games.step(actions[some])
            paid = utilities(games.rewards, games.dones, games.totals, self._settings)
            kept.rewards[number, some, : paid.shape[1]] = paid
            kept.dones[number, some] = games.dones


def rival_deals(
    board: Board, settings: TrainingSettings, games: int, first_share: float
) -> dict[int, int]:
    """Deals by number of players, for about this many games."""
    counts = share_out(games, table_sizes(board, settings), first_share)
    return {size: max(1, count // size) for size, count in counts.items()}


class RivalPlay:
    """Games of the policy against planners; two rooms, one to write and one to learn from."""

    def __init__(self, layout: RowLayout, settings: TrainingSettings, seed: int) -> None:
        board, device = layout.board, settings.device
        deals = rival_deals(board, settings, settings.rival_games, settings.first_share)
        self.games = RivalGames(board, deals, seed, core_count(settings.threads))
        self._settings = settings
        self._writers = [RowWriter(layout, size, device) for size in deals]
        sizes = layout.size, num_actions(board)
        room = settings.rival_rows, self.games.games, sizes, layout.seats, device
        self._rooms = [make_room(*room) for _ in range(2)]
        for kept in self._rooms:
            for writer, some in zip(self._writers, self.games.slices, strict=True):
                writer.mark(kept.rows[:, some], is_rival=True)
            kept.seats[:] = torch.from_numpy(self.games.seats).to(device)
        self._luck = make_luck(device, seed + (seed >> 64))
        is_cuda = device == "cuda"
        self._stream: Any = torch.cuda.Stream() if is_cuda else None  # type: ignore[no-untyped-call]

    def play(self, policy: PolicyBase) -> Experience:
        """So many decisions of the policy in every game; `policy` must not change meanwhile.

        It may run beside the learner: it has a stream of its own.
        """
        self._rooms.reverse()
        stream = torch.cuda.stream(self._stream) if self._stream else nullcontext()
        with torch.no_grad(), stream:
            for number in range(self._settings.rival_rows):
                self._play_row(number, policy, self._rooms[0])
            if self._stream:
                self._stream.synchronize()
        return self._rooms[0]

    def _play_row(self, number: int, policy: PolicyBase, kept: Experience) -> None:
        games, device = self.games, kept.rows.device
        tables = list(zip(games.tables, self._writers, games.slices, strict=True))
        for table, writer, some in tables:
            show(table.rows, writer, kept.rows[number, some], hidden=True)
            kept.masks[number, some] = torch.from_numpy(table.rows.masks).to(device)
        kept.is_own[number] = has_choice(kept.masks[number])
        log_probs = policy.log_probs(kept.rows[number], kept.masks[number])
        actions = draw(log_probs, self._luck)
        kept.actions[number] = actions
        kept.log_probs[number] = log_probs.gather(1, actions[:, None])[:, 0]
        games.step(actions.cpu().numpy())
        for table, _, some in tables:
            told = table.rows.rewards, table.rows.dones, table.rows.totals
            points, dones, totals = map(torch.from_numpy, told)
            paid = utilities(points, dones, totals, self._settings)
            kept.rewards[number, some, : paid.shape[1]] = paid.to(device)
            kept.dones[number, some] = dones.to(device)


def show(shown: Any, writer: RowWriter, rows: Tensor, *, hidden: bool) -> None:
    """What a learner sees in its games against planners, into rows on its device."""
    observations = torch.from_numpy(shown.observations).to(rows.device)
    hiddens = torch.from_numpy(shown.hiddens).to(rows.device) if hidden else None
    writer.write(rows, observations, hiddens)


class PastSelves:
    """Policies as they were, evenly spread over the training."""

    def __init__(self, policy: PolicyBase, seed: int, most: int = 12) -> None:
        self.weights: list[Weights] = []
        self._policy = copy.deepcopy(policy).requires_grad_(False)
        self._seed, self._most = seed, most

    def add(self, policy: PolicyBase) -> None:
        """When there are too many, every second one is forgotten."""
        weights: Weights = policy.state_dict()
        self.weights.append({name: tensor.clone() for name, tensor in weights.items()})
        if len(self.weights) > self._most:
            self.weights = self.weights[::2]

    def any(self, update: int) -> PolicyBase | None:
        """One of them at random, for an update of this number."""
        if not self.weights:
            return None
        luck = np.random.default_rng((self._seed, update))
        self._policy.load_state_dict(self.weights[int(luck.integers(len(self.weights)))])
        return self._policy


class Frozen(PastSelves):
    """One policy that never changes."""

    def add(self, policy: PolicyBase) -> None:
        """It has no past."""

    def any(self, update: int) -> PolicyBase:
        return self._policy
