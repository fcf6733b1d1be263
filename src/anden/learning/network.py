"""The networks: a policy that sees what a seat sees, and a critic that sees everything."""

import math

import numpy as np
import torch
import torch.nn.functional as torch_functions
from torch import Tensor, nn

from anden.envs.spaces import num_actions
from anden.kernel.actions import CLAIM

from .rows import ALIGNED, RowLayout, aligned
from .settings import TrainingSettings

ILLEGAL = -1e9  # the logit of an action that can't be played
VALUES = 2  # what a seat still gets: by its lead, and by winning

Opinions = tuple[Tensor, Tensor, Tensor]


class Linear(nn.Linear):
    """Computes in the type of its input; the weights keep full precision."""

    def __init__(self, inputs: int, outputs: int, gain: float = 1.0) -> None:
        super().__init__(inputs, outputs)
        nn.init.orthogonal_(self.weight, gain)
        nn.init.zeros_(self.bias)

    def forward(self, numbers: Tensor) -> Tensor:
        kind = numbers.dtype
        return torch_functions.linear(numbers, self.weight.to(kind), self.bias.to(kind))


class Block(nn.Module):
    """Two layers whose result is added to what comes in."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.first = Linear(width, width, math.sqrt(2))
        self.second = Linear(width, width, 0.1)

    def forward(self, numbers: Tensor) -> Tensor:
        calm = torch_functions.layer_norm(numbers, numbers.shape[-1:])
        out: Tensor = numbers + self.second(self.first(calm).relu())
        return out


class Trunk(nn.Module):
    """From the first numbers of rows, divided by the most they can be, to features."""

    scale: Tensor

    def __init__(self, high: Tensor, width: int, blocks: int) -> None:
        super().__init__()
        self.register_buffer("scale", 1.0 / high, persistent=False)
        self.width = width
        self.entry = Linear(len(high), width, math.sqrt(2))
        self.blocks = nn.ModuleList(Block(width) for _ in range(blocks))

    def scaled(self, rows: Tensor) -> Tensor:
        kind = torch.bfloat16 if rows.is_cuda else torch.float32
        return rows[:, : len(self.scale)] * self.scale.to(kind)

    def forward(self, scaled: Tensor) -> Tensor:
        out = self.entry(scaled).relu()
        for block in self.blocks:
            out = block(out)
        return torch_functions.layer_norm(out, out.shape[-1:])


def route_parts(seats: int) -> list[str]:
    """The parts of an observation that have a number for every route, in their order."""
    names = [f"seat {seat} routes" for seat in range(seats)]
    names += ["available", "route", "lacking", "claimable", "ways", "offer ways"]
    return [*names, "closeness", "plan"]


class RouteScorer(nn.Module):
    """Judges every route by the same weights, from its own numbers and the features."""

    places: Tensor

    def __init__(self, layout: RowLayout, width: int, size: int) -> None:
        super().__init__()
        self.num_routes = len(layout.board.routes)
        starts = [layout.part(name).start for name in route_parts(layout.seats)]
        starts += starts[-1:] * (-len(starts) % ALIGNED)
        places = np.arange(self.num_routes)[:, None] + np.array(starts)
        self.register_buffer("places", torch.from_numpy(places.ravel()), persistent=False)
        self.own = Linear(len(starts), size, math.sqrt(2))
        self.around = Linear(width, size)
        self.route = nn.Parameter(0.1 * torch.randn(self.num_routes, size))
        self.score = Linear(size, 1, 0.1)

    def forward(self, scaled: Tensor, features: Tensor) -> Tensor:
        own = scaled.index_select(1, self.places).view(len(scaled), self.num_routes, -1)
        around = self.around(features)[:, None, :] + self.route.to(features.dtype)
        scores: Tensor = self.score((self.own(own) + around).relu())[:, :, 0]
        return scores


class PolicyBase(nn.Module):
    """What a seat does by what it sees, what it expects, and what it believes of its rivals."""

    trunk: Trunk

    def __init__(self, layout: RowLayout) -> None:
        super().__init__()
        board = layout.board
        self.num_actions = num_actions(board)
        self.num_beliefs = (layout.seats - 1) * len(board.tickets)
        self.claims = slice(CLAIM, CLAIM + len(board.routes))

    def with_claims(self, logits: Tensor, scores: Tensor) -> Tensor:
        """Logits of all actions, with what routes add to claims."""
        before, after = self.claims.start, self.num_actions - self.claims.stop
        return logits + torch_functions.pad(scores, (before, after))

    def look(self, rows: Tensor) -> tuple[Tensor, Tensor]:
        """The numbers of rows, each divided by the most it can be, and features of the whole."""
        raise NotImplementedError

    def conclude(self, scaled: Tensor, features: Tensor) -> Opinions:
        """Logits of all actions, the values, logits of the beliefs; in full precision."""
        raise NotImplementedError

    def forward(self, rows: Tensor) -> Opinions:
        return self.conclude(*self.look(rows))

    def log_probs(self, rows: Tensor, masks: Tensor) -> Tensor:
        """The logarithm of each action's probability."""
        logits: Tensor = self(rows)[0]
        return logits.masked_fill(~masks, ILLEGAL).log_softmax(-1)


class Policy(PolicyBase):
    """Plain layers over the whole observation; routes are judged by a network they share."""

    def __init__(self, layout: RowLayout, settings: TrainingSettings) -> None:
        super().__init__(layout)
        width = settings.width
        high = torch.from_numpy(layout.high()[: layout.hidden_at])
        self.trunk = Trunk(high, width, settings.blocks)
        self.sizes = [self.num_actions, VALUES, self.num_beliefs]
        self.head = Linear(width, aligned(sum(self.sizes)), 0.1)
        self.scorer = RouteScorer(layout, width, settings.scorer)

    def look(self, rows: Tensor) -> tuple[Tensor, Tensor]:
        scaled = self.trunk.scaled(rows)
        return scaled, self.trunk(scaled)

    def conclude(self, scaled: Tensor, features: Tensor) -> Opinions:
        out = self.head(features.float())[:, : sum(self.sizes)]
        logits, values, beliefs = torch.split(out, self.sizes, 1)
        scores = self.scorer(scaled, features).float()
        return self.with_claims(logits, scores), values, beliefs


class EndingHead(nn.Module):
    """Guesses how a game will end, from the features of a policy: see `endings`."""

    def __init__(self, layout: RowLayout, width: int) -> None:
        super().__init__()
        self.routes, self.classes = len(layout.board.routes), layout.seats + 1
        self.tickets = len(layout.board.tickets)
        size = self.routes * self.classes + self.tickets
        self.head = Linear(width, aligned(size), 0.1)

    def forward(self, features: Tensor) -> tuple[Tensor, Tensor]:
        """Logits of the owners by row, route and owner, and of own tickets being made."""
        out, owners = self.head(features).float(), self.routes * self.classes
        by_route = out[:, :owners].view(len(out), self.routes, self.classes)
        return by_route, out[:, owners : owners + self.tickets]


class Critic(nn.Module):
    """What a position is worth to the seat to act, hidden cards seen."""

    def __init__(self, layout: RowLayout, settings: TrainingSettings) -> None:
        super().__init__()
        high = torch.from_numpy(layout.high())
        self.trunk = Trunk(high, settings.critic_width, settings.critic_blocks)
        self.head = Linear(settings.critic_width, VALUES, 0.1)

    def forward(self, rows: Tensor) -> Tensor:
        """The values of each row."""
        values: Tensor = self.head(self.trunk(self.trunk.scaled(rows)).float())
        return values


def draw(log_probs: Tensor, luck: torch.Generator) -> Tensor:
    """One action per row, drawn by its probability."""
    waits = torch.empty_like(log_probs).exponential_(generator=luck)
    return (log_probs - waits.log()).argmax(-1)


def make_luck(device: str, seed: int) -> torch.Generator:
    """Random numbers of its own for whoever draws."""
    return torch.Generator(device).manual_seed(seed % (1 << 63))
