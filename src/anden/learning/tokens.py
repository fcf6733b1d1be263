"""A policy that sees routes, tickets and cities as tokens, which attend to each other.

An alternative to `network.Policy`, with the same results; docs/learning.md compares the two.
"""

import math

import numpy as np
import torch
import torch.nn.functional as torch_functions
from torch import Tensor, nn

from anden.boards import Board

from .network import VALUES, Linear, Opinions, Policy, PolicyBase, Trunk, route_parts
from .rows import RowLayout
from .settings import TOKENS, TrainingSettings

MOST_ROWS = 32_768  # that attend at once: GPUs refuse twice as many
TICKET_PARTS = ("tickets", "offer", "returned", "needs", "complete", "planned", "offer needs")


def ticket_parts() -> list[str]:
    """The parts of an observation that have a number for every ticket."""
    return [*TICKET_PARTS, "extra"]


def city_parts(layout: RowLayout) -> list[str]:
    """And for every city; none on boards without stations."""
    names = [f"seat {seat} stations" for seat in range(layout.seats)]
    return [*names, "city"] if layout.board.stations else []


def ends_of(board: Board) -> tuple[Tensor, Tensor]:
    """Which cities each route ends in, and each ticket: a row each, with 1 for a city."""
    found = []
    for things in (board.routes, board.tickets):
        ends = np.zeros((len(things), len(board.cities)), np.float32)
        for thing in things:
            ends[thing.index, [thing.a, thing.b]] = 1
        found.append(torch.from_numpy(ends))
    return found[0], found[1]


class Tokens(nn.Module):
    """Tokens of one kind: what an observation says about each, and which one it is."""

    places: Tensor

    def __init__(self, layout: RowLayout, names: list[str], number: int, width: int) -> None:
        super().__init__()
        starts = np.array([layout.part(name).start for name in names], np.int64)
        places = (np.arange(number)[:, None] + starts).ravel()
        self.register_buffer("places", torch.from_numpy(places), persistent=False)
        self.number = number
        self.own = Linear(len(names), width, math.sqrt(2)) if names else None
        self.each = nn.Parameter(0.1 * torch.randn(number, width))

    def forward(self, scaled: Tensor) -> Tensor:
        each = self.each.to(scaled.dtype).expand(len(scaled), -1, -1)
        if self.own is None:
            return each
        numbers = scaled.index_select(1, self.places).view(len(scaled), self.number, -1)
        told: Tensor = self.own(numbers) + each
        return told


def _attend(asked: Tensor) -> Tensor:
    """Of queries, keys and values."""
    return torch_functions.scaled_dot_product_attention(asked[0], asked[1], asked[2])


class Attention(nn.Module):
    """Every token looks at all others, then thinks for itself."""

    def __init__(self, width: int, heads: int) -> None:
        super().__init__()
        self.heads = heads
        self.look = Linear(width, 3 * width)
        self.told = Linear(width, width, 0.1)
        self.first = Linear(width, 2 * width, math.sqrt(2))
        self.second = Linear(2 * width, width, 0.1)

    def forward(self, tokens: Tensor) -> Tensor:
        size, number, width = tokens.shape
        calm = torch_functions.layer_norm(tokens, (width,))
        asked = self.look(calm).view(size, number, 3, self.heads, -1).permute(2, 0, 3, 1, 4)
        heard = torch.cat([_attend(part) for part in asked.split(MOST_ROWS, 1)])
        tokens = tokens + self.told(heard.transpose(1, 2).reshape(size, number, width))
        calm = torch_functions.layer_norm(tokens, (width,))
        out: Tensor = tokens + self.second(self.first(calm).relu())
        return out


class TokenPolicy(PolicyBase):
    """The whole observation makes one more token, by a small network of the plain kind."""

    route_ends: Tensor
    ticket_ends: Tensor

    def __init__(self, layout: RowLayout, settings: TrainingSettings) -> None:
        super().__init__(layout)
        board, width = layout.board, settings.token_width
        high = torch.from_numpy(layout.high()[: layout.hidden_at])
        self.trunk = Trunk(high, settings.token_trunk, 1)
        self.whole = Linear(settings.token_trunk, width)
        names = route_parts(layout.seats)
        self.routes = Tokens(layout, names, len(board.routes), width)
        self.tickets = Tokens(layout, ticket_parts(), len(board.tickets), width)
        self.cities = Tokens(layout, city_parts(layout), len(board.cities), width)
        for name, ends in zip(("route_ends", "ticket_ends"), ends_of(board), strict=True):
            self.register_buffer(name, ends, persistent=False)
        self.layers = nn.ModuleList(
            Attention(width, settings.token_heads) for _ in range(settings.token_layers)
        )
        self.head = Linear(settings.token_trunk + width, self.num_actions + VALUES, 0.1)
        self.claim = Linear(width, 1, 0.1)
        self.belief = Linear(width, layout.seats - 1, 0.1)

    def look(self, rows: Tensor) -> tuple[Tensor, Tensor]:
        scaled = self.trunk.scaled(rows)
        return scaled, self.trunk(scaled)

    def conclude(self, scaled: Tensor, features: Tensor) -> Opinions:
        routes, tickets, cities = self.routes(scaled), self.tickets(scaled), self.cities(scaled)
        kind = routes.dtype
        # A city begins with what its routes and tickets say.
        cities = cities + self.route_ends.to(kind).T @ routes
        cities = cities + self.ticket_ends.to(kind).T @ tickets
        tokens = torch.cat([self.whole(features)[:, None], routes, tickets, cities], 1)
        for layer in self.layers:
            tokens = layer(tokens)
        tokens = torch_functions.layer_norm(tokens, tokens.shape[-1:])
        last = 1 + self.routes.number
        around = torch.cat([features, tokens[:, 0]], 1).float()
        out = self.head(around)
        logits, values = out[:, : self.num_actions], out[:, self.num_actions :]
        scores = self.claim(tokens[:, 1:last])[:, :, 0].float()
        beliefs = self.belief(tokens[:, last : last + self.tickets.number])
        beliefs = beliefs.transpose(1, 2).flatten(1).float()
        return self.with_claims(logits, scores), values, beliefs


def make_policy(layout: RowLayout, settings: TrainingSettings) -> PolicyBase:
    """Of the kind that is wanted."""
    kind = TokenPolicy if settings.network == TOKENS else Policy
    return kind(layout, settings)
