"""The policy plays itself, now and then a past self; and it plays planners."""

import copy
from collections.abc import Sequence
from contextlib import nullcontext
from typing import Any

import numpy as np
import torch
from torch import Tensor

from anden.boards import Board

from .experience import Experience, make_room
from .network import Policy, draw, make_luck
from .rewards import utilities
from .rivals import RivalGames, core_count
from .settings import Settings
from .side_by_side import SideBySide


def has_choice(masks: Tensor) -> Tensor:
    return masks.sum(-1, dtype=torch.int32) > 1


class SelfPlay:
    """Games in which the policy has all seats, but for one seat of some that a past self has."""

    def __init__(self, board: Board, settings: Settings, seed: int) -> None:
        self.games = SideBySide(board, settings, seed)
        self._settings = settings
        games = self.games
        sizes = games.observations.shape[1], games.hiddens.shape[1], games.masks.shape[1]
        self.experience = make_room(
            settings.rows, settings.games, sizes, settings.players, settings.device
        )
        self._num_past = int(settings.games * settings.past_share)
        places = torch.arange(self._num_past, device=settings.device)
        self._past_seats = (places % settings.players).to(torch.int8)
        self._luck = make_luck(settings.device, seed + (seed >> 64))

    @torch.no_grad()
    def play(self, policy: Policy, past: Policy | None) -> Experience:
        """So many rows of every game."""
        for row in range(self._settings.rows):
            self._play_row(row, policy, past)
        return self.experience

    def _play_row(self, row: int, policy: Policy, past: Policy | None) -> None:
        games, kept = self.games, self.experience
        kept.observations[row], kept.hiddens[row] = games.observations, games.hiddens
        kept.masks[row], kept.seats[row] = games.masks, games.seats
        kept.is_own[row] = has_choice(games.masks)
        log_probs = policy.log_probs(games.observations, games.masks)
        if past is not None and self._num_past > 0:
            some = slice(0, self._num_past)
            is_past = games.seats[some] == self._past_seats
            other = past.log_probs(games.observations[some], games.masks[some])
            log_probs[some] = torch.where(is_past[:, None], other, log_probs[some])
            kept.is_own[row, some] &= ~is_past
        actions = draw(log_probs, self._luck)
        kept.actions[row] = actions
        kept.log_probs[row] = log_probs.gather(1, actions[:, None])[:, 0]
        games.step(actions)
        kept.rewards[row] = utilities(games.rewards, games.dones, games.totals, self._settings)
        kept.dones[row] = games.dones


class RivalPlay:
    """Games of the policy against planners; two rooms, one to write and one to learn from."""

    def __init__(self, board: Board, settings: Settings, seed: int) -> None:
        deals = max(1, settings.rival_games // settings.players)
        self.games = RivalGames(board, settings.players, deals, seed, core_count(settings.threads))
        self._settings = settings
        rows = self.games.rows
        sizes = rows.observations.shape[1], rows.hiddens.shape[1], rows.masks.shape[1]
        size = settings.rival_rows, self.games.games
        self._rooms = [make_room(*size, sizes, settings.players, settings.device) for _ in range(2)]
        self._luck = make_luck(settings.device, seed + (seed >> 64))
        is_cuda = settings.device == "cuda"
        self._stream: Any = torch.cuda.Stream() if is_cuda else None  # type: ignore[no-untyped-call]

    def play(self, policy: Policy) -> Experience:
        """So many decisions of the policy in every game; `policy` must not change meanwhile.

        It may run beside the learner: it has a stream of its own.
        """
        self._rooms.reverse()
        stream = torch.cuda.stream(self._stream) if self._stream else nullcontext()
        with torch.no_grad(), stream:
            for row in range(self._settings.rival_rows):
                self._play_row(row, policy, self._rooms[0])
            if self._stream:
                self._stream.synchronize()
        return self._rooms[0]

    def _play_row(self, row: int, policy: Policy, kept: Experience) -> None:
        games, rows = self.games, self.games.rows
        for name in ("observations", "hiddens", "masks"):
            getattr(kept, name)[row] = torch.from_numpy(getattr(rows, name))
        kept.seats[row] = torch.from_numpy(games.seats)
        kept.is_own[row] = has_choice(kept.masks[row])
        log_probs = policy.log_probs(kept.observations[row], kept.masks[row])
        actions = draw(log_probs, self._luck)
        kept.actions[row] = actions
        kept.log_probs[row] = log_probs.gather(1, actions[:, None])[:, 0]
        games.step(actions.cpu().numpy())
        points, dones, totals = map(torch.from_numpy, (rows.rewards, rows.dones, rows.totals))
        kept.rewards[row] = utilities(points, dones, totals, self._settings).to(kept.rewards.device)
        kept.dones[row] = dones.to(kept.dones.device)


class PastSelves:
    """Policies as they were, evenly spread over the training."""

    def __init__(self, policy: Policy, seed: int, most: int = 12) -> None:
        self._weights: list[dict[str, Tensor]] = []
        self._policy = copy.deepcopy(policy).requires_grad_(False)
        self._luck = np.random.default_rng(seed)
        self._most = most

    def add(self, policy: Policy) -> None:
        """When there are too many, every second one is forgotten."""
        weights: dict[str, Tensor] = policy.state_dict()
        self._weights.append({name: tensor.clone() for name, tensor in weights.items()})
        if len(self._weights) > self._most:
            self._weights = self._weights[::2]

    def any(self) -> Policy | None:
        """One of them at random."""
        weights: Sequence[dict[str, Tensor]] = self._weights
        if not weights:
            return None
        self._policy.load_state_dict(weights[int(self._luck.integers(len(weights)))])
        return self._policy
