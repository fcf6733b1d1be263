"""The game with the method names of OpenSpiel's Game and State; OpenSpiel itself is not needed.

Chance lies inside: a state holds a seed from which all cards come, so there are no chance nodes
and `apply_action` draws what is drawn. OpenSpiel calls that sampled stochastic.
"""

import json
from typing import Any

import numpy as np
from numpy.typing import NDArray

from anden.boards import Board
from anden.kernel import RULESET
from anden.kernel.ids import ActionId, Seat

from .base import IdGame
from .bounds import return_bounds
from .errors import EnvError
from .render import as_text
from .spiel_names import action_name, parse_action_name, seen_action
from .spiel_types import TERMINAL, GameType, game_type

MAX_SEED = 1 << 63


class Game:
    """One board, a number of players and a reward; the seed fixes the states it deals, in turn."""

    def __init__(
        self,
        board: Board | str = "usa",
        players: int = 2,
        reward: str = "margin",
        seed: int | None = None,
        *,
        glance: bool = True,
    ) -> None:
        """`glance` False observes the position alone."""
        self._model = IdGame(board, players, reward, glance=glance)
        self._luck = np.random.default_rng(seed)

    @property
    def board(self) -> Board:
        return self._model.board

    @property
    def reward(self) -> str:
        return self._model.reward

    def new_initial_state(self, seed: int | None = None) -> "State":
        """A new deal: the next one, or that of a seed, which `anden.Game` deals likewise."""
        if seed is None:
            seed = int(self._luck.integers(MAX_SEED))
        return State(self, seed)

    def deal(self, seed: int) -> IdGame:
        """The game of a seed as the other environments play it."""
        dealt = self._model.copy()
        dealt.deal(seed)
        return dealt

    def get_type(self) -> GameType:
        return game_type(self.board, self.num_players(), self.reward)

    def num_players(self) -> int:
        return self._model.players

    def num_distinct_actions(self) -> int:
        return self._model.num_actions

    def max_chance_outcomes(self) -> int:
        return 0

    def min_utility(self) -> float:
        return return_bounds(self.board, self.reward)[0]

    def max_utility(self) -> float:
        return return_bounds(self.board, self.reward)[1]

    def utility_sum(self) -> float | None:
        """0 where what one seat wins the other loses; otherwise there is none."""
        return 0.0 if self.get_type().is_zero_sum else None

    def observation_tensor_shape(self) -> list[int]:
        return [self._model.observation_size]

    def observation_tensor_size(self) -> int:
        return self._model.observation_size

    def information_state_tensor_shape(self) -> list[int]:
        return self.observation_tensor_shape()

    def information_state_tensor_size(self) -> int:
        return self.observation_tensor_size()

    def deserialize_state(self, text: str) -> "State":
        """The inverse of `State.serialize`, replayed and checked action by action."""
        try:
            data = json.loads(text)
            saved, seed, actions = data["game"], int(data["seed"]), list(data["history"])
        except (ValueError, KeyError, TypeError) as error:
            raise EnvError(f"this is not a serialised state: {error}") from error
        if saved != self.identity():
            raise EnvError(f"the state belongs to another game: {saved}")
        state = self.new_initial_state(seed)
        for action in actions:
            state.apply_action(action)
        return state

    def identity(self) -> dict[str, Any]:
        """What two games must share for a state of one to be one of the other."""
        return {
            "board": self.board.sha256,
            "players": self.num_players(),
            "reward": self.reward,
            "ruleset": RULESET,
        }

    def __str__(self) -> str:
        return f"anden(board={self.board.id},players={self.num_players()},reward={self.reward})"


class State:
    """A game under way. It and its clones hold the hidden cards and the luck to come.

    A fair player looks at tensors and strings only: searching over clones reads the future.
    """

    def __init__(self, game: Game, seed: int) -> None:
        self._game = game
        self._seed = seed
        self._history: list[tuple[int, int]] = []  # player, action
        self._returns = np.zeros(game.num_players())
        self._inner = game.deal(seed)

    def get_game(self) -> Game:
        return self._game

    def num_players(self) -> int:
        return self._game.num_players()

    def num_distinct_actions(self) -> int:
        return self._game.num_distinct_actions()

    def current_player(self) -> Seat:
        return TERMINAL if self.is_terminal() else self._inner.seat

    def is_terminal(self) -> bool:
        return self._inner.is_over

    def is_chance_node(self) -> bool:
        return False

    def is_player_node(self) -> bool:
        return not self.is_terminal()

    def is_simultaneous_node(self) -> bool:
        return False

    def is_initial_state(self) -> bool:
        return not self._history

    def legal_actions(self, player: int | None = None) -> list[int]:
        """Ascending ids; none for a player that is not to act."""
        return [int(action) for action in np.flatnonzero(self.legal_actions_mask(player))]

    def legal_actions_mask(self, player: int | None = None) -> list[int]:
        seat = self._inner.seat if player is None else self._check_player(player)
        return [int(legal) for legal in self._inner.mask(seat)]

    def apply_action(self, action: ActionId) -> None:
        """Plays the action; an illegal one raises EnvError, and nothing changes."""
        player = self.current_player()
        self._inner.play(action)
        self._history.append((player, int(action)))
        self._returns += self._inner.rewards

    def apply_action_with_legality_check(self, action: ActionId) -> None:
        self.apply_action(action)

    def child(self, action: ActionId) -> "State":
        child = self.clone()
        child.apply_action(action)
        return child

    def clone(self) -> "State":
        other = State.__new__(State)
        other._game, other._seed = self._game, self._seed
        other._history = self._history[:]
        other._returns = self._returns.copy()
        other._inner = self._inner.copy()
        return other

    def rewards(self) -> list[float]:
        """By player, for the last action."""
        return [float(reward) for reward in self._inner.rewards]

    def returns(self) -> list[float]:
        """By player, the sum of all rewards so far."""
        return [float(total) for total in self._returns]

    def player_reward(self, player: int) -> float:
        return self.rewards()[player]

    def player_return(self, player: int) -> float:
        return self.returns()[player]

    def history(self) -> list[int]:
        return [action for _, action in self._history]

    def full_history(self) -> list[tuple[int, int]]:
        """Every (player, action)."""
        return self._history[:]

    def move_number(self) -> int:
        return len(self._history)

    def observation_tensor(self, player: int | None = None) -> list[float]:
        """docs/observation.md for the player, by default the current one."""
        row = self._inner.observe(self._player(player))
        return [float(number) for number in row]

    def information_state_tensor(self, player: int | None = None) -> list[float]:
        """The observation: a whole history has no fixed size, so this one forgets.

        `information_state_string` has perfect recall.
        """
        return self.observation_tensor(player)

    def observation_string(self, player: int | None = None) -> str:
        return _sparse(self._inner.observe(self._player(player)))

    def information_state_string(self, player: int | None = None) -> str:
        """All the player has seen, in order: its first observation, then for each action who
        played what (tickets others keep are hidden) and what that changed in its observation.
        """
        seat = self._player(player)
        past = self._game.deal(self._seed)
        before = past.observe(seat)
        lines = [_sparse(before)]
        for mover, action in self._history:
            name = seen_action(past.view(mover), action, is_own=mover == seat)
            past.play(action)
            after = past.observe(seat)
            lines.append(f"{mover} {name}; {_sparse(after, before)}".rstrip("; "))
            before = after
        return "\n".join(lines)

    def action_to_string(self, player: int, action: ActionId | None = None) -> str:
        """`action_to_string(action)` or `(player, action)`; the player to act knows its names."""
        chosen = player if action is None else action
        return action_name(self._inner.view(self._inner.seat), chosen)

    def string_to_action(self, text: str) -> int:
        """The legal action with this name."""
        return parse_action_name(self._inner.view(self._inner.seat), self.legal_actions(), text)

    def serialize(self) -> str:
        """The state as JSON: the deal's seed and the actions since."""
        return json.dumps(
            {"game": self._game.identity(), "seed": self._seed, "history": self.history()}
        )

    def __str__(self) -> str:
        """The table as everybody may see it."""
        return as_text(self._inner.view(None))

    def to_string(self) -> str:
        return str(self)

    def _player(self, player: int | None) -> int:
        return self._inner.seat if player is None else self._check_player(player)

    def _check_player(self, player: int) -> int:
        if not 0 <= player < self.num_players():
            raise EnvError(f"players are 0 to {self.num_players() - 1}, not {player}")
        return player


def _sparse(row: NDArray[np.int16], before: NDArray[np.int16] | int = 0) -> str:
    """`index=number` wherever a row differs from another, or from 0."""
    return " ".join(f"{index}={row[index]}" for index in np.flatnonzero(row != before))
