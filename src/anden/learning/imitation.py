"""The policy learns to choose what the planner chooses; the critic, what that leads to."""

from collections.abc import Callable

import torch
from torch import Tensor

from anden.boards import Board
from anden.envs.spaces import observation_parts

from .lessons import teach
from .network import ILLEGAL
from .ppo import BELIEF_WEIGHT, VALUE_WEIGHT, Learner, Rates
from .rewards import lead, win_signs
from .rivals import core_count
from .settings import Settings


class Pupil:
    """All lessons on the learner's device, and the learner."""

    def __init__(self, board: Board, settings: Settings, learner: Learner) -> None:
        self._settings, self._learner = settings, learner
        parts = {part.name: part for part in observation_parts(board, settings.players)}
        self._scores = [parts[f"seat {seat}"].start for seat in range(settings.players)]
        found: dict[str, list[Tensor]] = {}
        threads = core_count(settings.threads)
        for part in teach(board, settings.players, settings.lessons, settings.seed, threads):
            for name, array in vars(part).items():
                found.setdefault(name, []).append(torch.from_numpy(array).to(settings.device))
        self.lessons = {name: torch.cat(tensors) for name, tensors in found.items()}

    def __len__(self) -> int:
        return len(self.lessons["actions"])

    def learn(self, tell: Callable[[str], None]) -> None:
        """All epochs, the rate falling to nothing."""
        settings = self._settings
        batches = max(1, len(self) // settings.lesson_batch)
        total = batches * settings.lesson_epochs
        for epoch in range(settings.lesson_epochs):
            order = torch.randperm(len(self), device=settings.device)
            hits, misses = [], []
            for number, places in enumerate(order.tensor_split(batches)):
                done = (epoch * batches + number) / total
                rate = settings.lesson_rate * min(1.0, 1.02 - done, 0.05 + 20 * done)
                hit, miss = self._learn(places, rate)
                hits.append(hit)
                misses.append(miss)
            agreed, missed = torch.stack(hits).mean().item(), torch.stack(misses).mean().item()
            tell(f"imitation {epoch + 1}: agrees in {agreed:.1%}, misses values by {missed:.3f}")

    def _learn(self, places: Tensor, rate: float) -> tuple[Tensor, Tensor]:
        part = {name: tensor[places] for name, tensor in self.lessons.items()}
        returns = self._returns(part["observations"], part["totals"])
        logits, value, beliefs = self._learner.policy(part["observations"])
        log_probs = logits.masked_fill(~part["masks"], ILLEGAL).log_softmax(-1)
        actions = part["actions"].long()
        surprise = -log_probs.gather(1, actions[:, None]).mean()
        is_rival = torch.ones_like(actions, dtype=torch.bool)
        guess = self._learner.critic(part["observations"], part["hiddens"], is_rival)
        miss = (guess - returns).square().mean()
        public_miss = (value - returns).square().mean()
        belief = self._learner.belief_loss(beliefs, part["hiddens"])
        loss = surprise + miss + VALUE_WEIGHT * public_miss + BELIEF_WEIGHT * belief
        self._learner.step(loss, Rates(rate, rate, 0.0))
        return (log_probs.argmax(-1) == actions).float().mean(), miss.detach()

    def _returns(self, observations: Tensor, totals: Tensor) -> Tensor:
        """What the deciding seat still gets, from the final totals and today's scores."""
        scores = observations[:, self._scores].float()
        rest = lead(totals.float() - scores)[:, 0] / self._settings.lead_points
        return rest + self._settings.win_weight * win_signs(totals.float())[:, 0]
