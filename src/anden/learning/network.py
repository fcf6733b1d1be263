"""The networks: a policy that sees what a seat sees, and a critic that sees everything."""

import math

import numpy as np
import torch
import torch.nn.functional as torch_functions
from torch import Tensor, nn

from anden.boards import Board
from anden.envs.bounds import observation_high
from anden.envs.spaces import num_actions, observation_parts
from anden.kernel.actions import CLAIM

from .bounds import hidden_high
from .settings import Settings

ILLEGAL = -1e9  # the logit of an action that can't be played
ALIGNED = 16  # sizes are multiples of this: matrix units are slow with others


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
    """From numbers, divided by the most they can be, to features."""

    scale: Tensor

    def __init__(self, high: Tensor, width: int, blocks: int) -> None:
        super().__init__()
        self.spare = -len(high) % ALIGNED
        scale = torch_functions.pad(1.0 / high, (0, self.spare))
        self.register_buffer("scale", scale, persistent=False)
        self.entry = Linear(len(scale), width, math.sqrt(2))
        self.blocks = nn.ModuleList(Block(width) for _ in range(blocks))

    def scaled(self, numbers: Tensor) -> Tensor:
        kind = torch.bfloat16 if numbers.is_cuda else torch.float32
        return torch_functions.pad(numbers, (0, self.spare)).to(kind) * self.scale.to(kind)

    def forward(self, scaled: Tensor) -> Tensor:
        out = self.entry(scaled).relu()
        for block in self.blocks:
            out = block(out)
        return torch_functions.layer_norm(out, out.shape[-1:])


class RouteScorer(nn.Module):
    """Judges every route by the same weights, from its own numbers and the features."""

    places: Tensor

    def __init__(self, board: Board, players: int, width: int, size: int) -> None:
        super().__init__()
        self.num_routes = len(board.routes)
        names = [f"seat {seat} routes" for seat in range(players)]
        names += ["available", "route", "lacking", "claimable", "ways", "offer ways"]
        names += ["closeness", "plan"]
        starts = [part.start for part in observation_parts(board, players) if part.name in names]
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
    """From an observation to a logit for each action, a value, and beliefs on rivals' tickets."""

    def __init__(self, board: Board, settings: Settings) -> None:
        super().__init__()
        players, width = settings.players, settings.width
        high = torch.from_numpy(observation_high(board, players)).float()
        self.num_actions = num_actions(board)
        self.num_beliefs = (players - 1) * len(board.tickets)
        self.trunk = Trunk(high, width, settings.blocks)
        self.sizes = [self.num_actions, 1, self.num_beliefs]
        self.sizes.append(-sum(self.sizes) % ALIGNED)
        self.head = Linear(width, sum(self.sizes), 0.1)
        self.scorer = RouteScorer(board, players, width, settings.scorer)
        self.claims = slice(CLAIM, CLAIM + len(board.routes))

    def forward(self, observations: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Logits of all actions, the value, logits of the beliefs; in full precision."""
        scaled = self.trunk.scaled(observations)
        features = self.trunk(scaled)
        out = self.head(features.float())
        logits, value, beliefs, _ = torch.split(out, self.sizes, 1)
        scores = self.scorer(scaled, features).float()
        before, after = self.claims.start, self.num_actions - self.claims.stop
        logits = logits + torch_functions.pad(scores, (before, after))
        return logits, value[:, 0], beliefs

    def log_probs(self, observations: Tensor, masks: Tensor) -> Tensor:
        """The logarithm of each action's probability."""
        logits: Tensor = self(observations)[0]
        return logits.masked_fill(~masks, ILLEGAL).log_softmax(-1)


class Critic(nn.Module):
    """What a position is worth to the seat to act, hidden cards seen."""

    def __init__(self, board: Board, settings: Settings) -> None:
        super().__init__()
        players = settings.players
        high = torch.from_numpy(observation_high(board, players)).float()
        hidden = torch.from_numpy(hidden_high(board, players)).float()
        self.trunk = Trunk(
            torch.cat([high, hidden, torch.ones(1)]), settings.critic_width, settings.critic_blocks
        )
        self.head = Linear(settings.critic_width, 1, 0.1)

    def forward(self, observations: Tensor, hiddens: Tensor, is_rival: Tensor) -> Tensor:
        """`is_rival`: whether planners sit in the other seats."""
        numbers = torch.cat([observations, hiddens, is_rival[:, None].to(hiddens.dtype)], 1)
        value: Tensor = self.head(self.trunk(self.trunk.scaled(numbers)).float())[:, 0]
        return value


def draw(log_probs: Tensor, luck: torch.Generator) -> Tensor:
    """One action a row, by its probability."""
    waits = torch.empty_like(log_probs).exponential_(generator=luck)
    return (log_probs - waits.log()).argmax(-1)


def make_luck(device: str, seed: int) -> torch.Generator:
    """Random numbers of its own for whoever draws."""
    return torch.Generator(device).manual_seed(seed % (1 << 63))
