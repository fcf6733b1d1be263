"""The policy learns to choose what the planner chooses; the critic, what that leads to."""

from collections.abc import Callable

import torch
from torch import Tensor

from anden.envs.spaces import observation_parts

from .lessons import Lessons, teach
from .network import ILLEGAL
from .ppo import BELIEF_WEIGHT, VALUE_WEIGHT, Learner, Rates, squared
from .rewards import lead, win_signs
from .rivals import core_count
from .rows import RowLayout, RowWriter
from .settings import TrainingSettings
from .sizes import share_out, table_sizes


class Pupil:
    """All lessons on the learner's device, and the learner."""

    def __init__(self, layout: RowLayout, settings: TrainingSettings, learner: Learner) -> None:
        self._settings, self._learner, self._layout = settings, learner, layout
        sizes = table_sizes(layout.board, settings)
        found: dict[str, list[Tensor]] = {}
        for size, share in share_out(settings.lessons, sizes, settings.first_share).items():
            games = max(1, 2 * share // size)
            threads = core_count(settings.threads)
            for part in teach(layout.board, size, games, settings.seed, threads):
                for name, tensor in self._prepared(part, size).items():
                    found.setdefault(name, []).append(tensor)
        self.lessons = {name: torch.cat(found.pop(name)) for name in list(found)}

    def __len__(self) -> int:
        return len(self.lessons["actions"])

    def _prepared(self, part: Lessons, players: int) -> dict[str, Tensor]:
        device = self._settings.device
        told = {name: torch.from_numpy(array).to(device) for name, array in vars(part).items()}
        writer = RowWriter(self._layout, players, device)
        size = len(part.actions), self._layout.size
        rows = torch.zeros(size, dtype=torch.int16, device=device)
        writer.mark(rows, is_rival=True)
        writer.write(rows, told["observations"], told["hiddens"])
        returns = self._returns(told["observations"], told["totals"].float(), players)
        kept = {name: told[name] for name in ("actions", "masks")}
        return kept | {"rows": rows, "returns": returns}

    def _returns(self, observations: Tensor, totals: Tensor, players: int) -> Tensor:
        """What the deciding seat still gets, by value."""
        parts = {part.name: part for part in observation_parts(self._layout.board, players)}
        starts = [parts[f"seat {seat}"].start for seat in range(players)]
        rest = lead(totals - observations[:, starts].float())[:, 0]
        wins = win_signs(totals)[:, 0]
        settings = self._settings
        return torch.stack([rest / settings.lead_points, settings.win_weight * wins], 1)

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
        logits, values, beliefs = self._learner.policy(part["rows"])
        log_probs = logits.masked_fill(~part["masks"], ILLEGAL).log_softmax(-1)
        actions = part["actions"].long()
        surprise = -log_probs.gather(1, actions[:, None]).mean()
        miss = squared(self._learner.critic(part["rows"]) - part["returns"])
        public_miss = squared(values - part["returns"])
        belief = self._learner.belief_loss(beliefs, part["rows"])
        loss = surprise + miss + VALUE_WEIGHT * public_miss + BELIEF_WEIGHT * belief
        self._learner.step(loss, Rates(rate, rate, 0.0))
        return (log_probs.argmax(-1) == actions).float().mean(), miss.detach()
