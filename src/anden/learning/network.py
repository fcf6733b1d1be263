"""The networks: a policy that sees what a seat sees, and a critic that sees everything."""

import math

import numpy as np
import torch
import torch.nn.functional as torch_functions
from torch import Tensor, nn

from anden.envs.spaces import num_actions
from anden.kernel.actions import CLAIM

from .rows import ALIGNED, RowLayout, aligned
from .settings import Settings

ILLEGAL = -1e9  # the logit of an action that can't be played
VALUES = 2  # what a seat still gets: by its lead, and by winning


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


class Policy(nn.Module):
    """What a seat does by what it sees, what it expects, and what it believes of its rivals."""

    def __init__(self, layout: RowLayout, settings: Settings) -> None:
        super().__init__()
        board, width = layout.board, settings.width
        high = torch.from_numpy(layout.high()[: layout.hidden_at])
        self.num_actions = num_actions(board)
        self.num_beliefs = (layout.seats - 1) * len(board.tickets)
        self.trunk = Trunk(high, width, settings.blocks)
        self.sizes = [self.num_actions, VALUES, self.num_beliefs]
        self.head = Linear(width, aligned(sum(self.sizes)), 0.1)
        self.scorer = RouteScorer(layout, width, settings.scorer)
        self.claims = slice(CLAIM, CLAIM + len(board.routes))

    def forward(self, rows: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Logits of all actions, the values, logits of the beliefs; in full precision."""
        scaled = self.trunk.scaled(rows)
        features = self.trunk(scaled)
        out = self.head(features.float())[:, : sum(self.sizes)]
        logits, values, beliefs = torch.split(out, self.sizes, 1)
        scores = self.scorer(scaled, features).float()
        before, after = self.claims.start, self.num_actions - self.claims.stop
        logits = logits + torch_functions.pad(scores, (before, after))
        return logits, values, beliefs

    def log_probs(self, rows: Tensor, masks: Tensor) -> Tensor:
        """The logarithm of each action's probability."""
        logits: Tensor = self(rows)[0]
        return logits.masked_fill(~masks, ILLEGAL).log_softmax(-1)


class Critic(nn.Module):
    """What a position is worth to the seat to act, hidden cards seen."""

    def __init__(self, layout: RowLayout, settings: Settings) -> None:
        super().__init__()
        high = torch.from_numpy(layout.high())
        self.trunk = Trunk(high, settings.critic_width, settings.critic_blocks)
        self.head = Linear(settings.critic_width, VALUES, 0.1)

    def forward(self, rows: Tensor) -> Tensor:
        """The values of each row."""
        values: Tensor = self.head(self.trunk(self.trunk.scaled(rows)).float())
        return values


def draw(log_probs: Tensor, luck: torch.Generator) -> Tensor:
    """One action a row, by its probability."""
    waits = torch.empty_like(log_probs).exponential_(generator=luck)
    return (log_probs - waits.log()).argmax(-1)


def make_luck(device: str, seed: int) -> torch.Generator:
    """Random numbers of its own for whoever draws."""
    return torch.Generator(device).manual_seed(seed % (1 << 63))
