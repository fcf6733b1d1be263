"""Proximal policy optimisation, with a critic that sees hidden cards."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields

import torch
import torch.nn.functional as torch_functions
from torch import Tensor, nn

from anden.kernel.layout import NUM_KINDS

from .endings import Endings, learns_endings
from .experience import Samples
from .network import ILLEGAL, Critic, EndingHead, PolicyBase
from .rows import RowLayout
from .settings import TrainingSettings

MAX_GRAD_NORM = 0.5
VALUE_WEIGHT = 0.25  # of the policy's own value
BELIEF_WEIGHT = 0.02  # of its beliefs, summed over tickets


@dataclass(frozen=True)
class Rates:
    """What changes in the course of a training."""

    policy: float
    critic: float
    entropy: float


class Learner:
    """The two networks and their optimiser."""

    def __init__(
        self, policy: PolicyBase, critic: Critic, layout: RowLayout, settings: TrainingSettings
    ) -> None:
        self.policy, self.critic, self.settings = policy, critic, settings
        self._networks: list[nn.Module] = [policy, critic]
        self._endings: EndingHead | None = None
        if learns_endings(settings):
            self._endings = EndingHead(layout, policy.trunk.width).to(settings.device)
            self._networks.append(self._endings)
        groups = [{"params": list(net.parameters())} for net in self._networks]
        is_cuda = settings.device == "cuda"
        self.optimiser = torch.optim.Adam(groups, lr=0.0, eps=1e-6, fused=is_cuda)
        self._layout = layout

    def step(self, loss: Tensor, rates: Rates) -> None:
        """One step down the slope."""
        wanted = rates.policy, rates.critic, rates.policy
        for group, rate in zip(self.optimiser.param_groups, wanted, strict=False):
            group["lr"] = rate
        self.optimiser.zero_grad(set_to_none=True)
        torch.autograd.backward(loss)
        for network in self._networks:
            nn.utils.clip_grad_norm_(network.parameters(), MAX_GRAD_NORM, foreach=True)
        self.optimiser.step()

    def belief_loss(self, beliefs: Tensor, rows: Tensor) -> Tensor:
        """How badly the tickets of rivals are guessed."""
        truth, is_there = rival_tickets(rows, self._layout)
        losses = torch_functions.binary_cross_entropy_with_logits(beliefs, truth, reduction="none")
        return (losses * is_there).sum(1).mean()

    def improve(self, sources: Sequence[Samples], rates: Rates) -> dict[str, float]:
        """Some epochs over decisions of several sources; what happened, in numbers."""
        told: list[Tensor] = []
        gains = torch.cat([samples.gains[samples.chosen] for samples in sources])
        spread = gains.std(correction=0) + 1e-6
        for _ in range(self.settings.epochs):
            for part in mixed(sources, self.settings.batch):
                told.append(self._learn(part, gains.mean(), spread, rates))
        names = ("entropy", "divergence", "clipped", "miss", "belief")
        return dict(zip(names, torch.stack(told).mean(0).tolist(), strict=True))

    def _learn(self, part: Samples, mean: Tensor, spread: Tensor, rates: Rates) -> Tensor:
        scaled, features = self.policy.look(part.rows)
        logits, values, beliefs = self.policy.conclude(scaled, features)
        log_probs = logits.masked_fill(~part.masks, ILLEGAL).log_softmax(-1)
        change = log_probs.gather(1, part.actions[:, None])[:, 0] - part.log_probs
        ratio, gains = change.exp(), (part.gains - mean) / spread
        clip = self.settings.clip
        gain = torch.min(ratio * gains, ratio.clamp(1 - clip, 1 + clip) * gains).mean()
        entropy = -(log_probs.exp() * log_probs).sum(-1).mean()
        miss = squared(self.critic(part.rows) - part.returns)
        public_miss = squared(values - part.returns)
        belief = self.belief_loss(beliefs, part.rows)
        loss = miss + VALUE_WEIGHT * public_miss + BELIEF_WEIGHT * belief
        if self._endings is not None and part.endings is not None:
            guess = self._endings(features)
            loss = loss + ending_loss(guess, part, part.endings, self._layout, self.settings)
        self.step(loss - gain - rates.entropy * entropy, rates)
        with torch.no_grad():
            clipped = ((ratio - 1).abs() > clip).float().mean()
            divergence = (ratio - 1 - change).mean()
            return torch.stack([entropy, divergence, clipped, miss, belief])


def ending_loss(
    guess: tuple[Tensor, Tensor],
    part: Samples,
    endings: Endings,
    layout: RowLayout,
    settings: TrainingSettings,
) -> Tensor:
    """How badly the ends of games are guessed, where they are known."""
    owners, made = guess
    truth = endings.owners.long()
    by_route = torch_functions.cross_entropy(owners.transpose(1, 2), truth, reduction="none")
    by_ticket = torch_functions.binary_cross_entropy_with_logits(
        made, endings.made.float(), reduction="none"
    )
    tickets = layout.part("tickets")
    is_own = part.rows[:, tickets.start : tickets.stop].float()
    loss = settings.owner_weight * by_route.sum(1)
    loss = loss + settings.made_weight * (is_own * by_ticket).sum(1)
    return (loss * endings.is_known).mean()


def squared(misses: Tensor) -> Tensor:
    """The mean over decisions of what all values miss by, squared."""
    return misses.square().sum(1).mean()


def rival_tickets(rows: Tensor, layout: RowLayout) -> tuple[Tensor, Tensor]:
    """1 for each ticket of each rival, as beliefs stand; and 1 where a rival is there."""
    tickets = len(layout.board.tickets)
    rivals = layout.seats - 1
    hidden = rows[:, layout.hidden_at + NUM_KINDS : layout.rival_at]
    by_rival = hidden.reshape(len(rows), rivals, -1)
    truth = by_rival[:, :, NUM_KINDS : NUM_KINDS + tickets].flatten(1)
    sizes = rows[:, layout.players_at : layout.observed].float()
    # Who plays with n seats has n - 1 rivals: from the fewest on, one more for each more.
    fewest = layout.board.players.min - 1
    more = sizes.flip(1).cumsum(1).flip(1)[:, 1:]
    is_there = torch.cat([sizes.new_ones(len(rows), fewest), more], 1)
    return truth.float(), is_there.repeat_interleave(tickets, 1)


def mixed(sources: Sequence[Samples], batch: int) -> Iterator[Samples]:
    """All chosen samples once, in minibatches that have as much of each source."""
    total = sum(len(samples.chosen) for samples in sources)
    number = max(1, round(total / batch))
    shuffled = [
        samples.chosen[torch.randperm(len(samples.chosen), device=samples.chosen.device)]
        for samples in sources
    ]
    parts = [places.tensor_split(number) for places in shuffled]
    for places in zip(*parts, strict=True):
        yield _gather(sources, places)


def _gather(sources: Sequence[Samples], places: Sequence[Tensor]) -> Samples:
    """Some decisions of every source as one."""

    def pick(things: Sequence[object], name: str) -> Tensor:
        found = [getattr(thing, name)[some] for thing, some in zip(things, places, strict=True)]
        return torch.cat(found) if len(found) > 1 else found[0]

    endings = [samples.endings for samples in sources if samples.endings is not None]
    known = Endings(*(pick(endings, field.name) for field in fields(Endings))) if endings else None
    names = [field.name for field in fields(Samples) if field.name not in ("chosen", "endings")]
    picked = {name: pick(sources, name) for name in names}
    return Samples(**picked, chosen=places[0], endings=known)
