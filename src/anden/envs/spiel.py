"""The game in OpenSpiel: importing this module registers it, `pyspiel.load_game("anden")` loads it.

Cards come from chance nodes. Each has the same number of equally likely outcomes, `luck`, and an
outcome is a fresh key for the cards to come: what it turns up follows from the cards that are left
and from nothing else. A game of OpenSpiel is thus one of finitely many, as its algorithms expect,
and plays by the rules of all others.
"""

import hashlib
from collections.abc import Callable
from random import Random
from typing import Any, Self

import numpy as np
import pyspiel
from numpy.typing import NDArray

from anden.bots.contract.redeal import redeal
from anden.kernel.actions import KEEP_TICKETS, PAY
from anden.kernel.ids import ActionId, Seat
from anden.machine.renamed import renamed

from .base import IdGame
from .bounds import return_bounds
from .render import as_text
from .spiel_names import action_name

DEFAULTS: dict[str, Any] = {
    "board": "usa",
    "players": 2,
    "reward": "margin",
    "luck": 256,
    "glance": True,
}
DEAL_NODES = 2  # chance nodes before the first decision: luck ** 2 deals
MAX_DECISIONS = 10_000  # tunnels can be tried and given up for ever

_HASH_BYTES = 16


def game_type(players: int, reward: str) -> pyspiel.GameType:
    is_zero_sum = players == 2 and reward != "points"
    kinds = pyspiel.GameType
    return pyspiel.GameType(
        short_name="anden",
        long_name="Andén",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM if is_zero_sum else kinds.Utility.GENERAL_SUM,
        reward_model=kinds.RewardModel.REWARDS
        if reward == "points"
        else kinds.RewardModel.TERMINAL,
        min_num_players=2,
        max_num_players=5,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=DEFAULTS,
    )


class SpielGame(pyspiel.Game):  # type: ignore[misc] # OpenSpiel is untyped
    """One board, a number of players and a reward."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        wanted = DEFAULTS | (params or {})
        players, reward = int(wanted["players"]), str(wanted["reward"])
        self.luck = int(wanted["luck"])
        self.model = IdGame(wanted["board"], players, reward, glance=bool(wanted["glance"]))
        if self.luck < 1:
            raise ValueError(f"luck must be 1 or more, not {self.luck}")
        kind = game_type(players, reward)
        lowest, highest = return_bounds(self.model.board, reward)
        is_zero_sum = kind.utility == pyspiel.GameType.Utility.ZERO_SUM
        info = pyspiel.GameInfo(
            num_distinct_actions=self.model.num_actions,
            max_chance_outcomes=self.luck,
            num_players=players,
            min_utility=lowest,
            max_utility=highest,
            utility_sum=0.0 if is_zero_sum else None,
            max_game_length=MAX_DECISIONS,
        )
        super().__init__(kind, info, params or {})

    def new_initial_state(self) -> "SpielState":
        return SpielState(self)

    def max_chance_nodes_in_history(self) -> int:
        return DEAL_NODES + MAX_DECISIONS

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "SpielObserver":
        if params:
            raise ValueError(f"there are no observation parameters: {params}")
        return SpielObserver(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))


class SpielState(pyspiel.State):  # type: ignore[misc] # OpenSpiel is untyped
    """A game under way. It and its clones hold the hidden cards: fair players look at
    observations and information states, and search in what `resample_from_infostate` deals.
    """

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self._luck = game.luck
        self._deal: tuple[int, ...] = ()  # outcomes of the first chance nodes
        self._inner = _Held(game.model)
        self._waiting: ActionId | None = None  # played as soon as chance has spoken
        self._decisions = 0
        self._returns = np.zeros(game.model.players)
        self._rewards = np.zeros(game.model.players)
        self._memories = [b""] * game.model.players  # all that each seat has seen, hashed

    # The tree

    def current_player(self) -> int:
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        if self._is_dealing or self._waiting is not None:
            return int(pyspiel.PlayerId.CHANCE)
        return self._inner.game.seat

    def is_terminal(self) -> bool:
        is_over = not self._is_dealing and self._inner.game.is_over
        return is_over or self._decisions >= MAX_DECISIONS

    @property
    def _is_dealing(self) -> bool:
        return len(self._deal) < DEAL_NODES

    def _legal_actions(self, player: int) -> list[int]:
        return self._inner.game.legal_ids()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(outcome, 1 / self._luck) for outcome in range(self._luck)]

    def _apply_action(self, action: ActionId) -> None:
        self._rewards = np.zeros_like(self._rewards)
        if self._is_dealing:
            self._deal = (*self._deal, action)
            if not self._is_dealing:
                self._inner.game.deal(self._deal[0] * self._luck + self._deal[1])
                self._remember("deal", None)
        elif self._waiting is not None:
            self._inner.rekey(action)
            self._play(self._waiting)
            self._waiting = None
        elif self._inner.needs_luck(action):
            self._waiting = action
        else:
            self._play(action)

    def _play(self, action: ActionId) -> None:
        game = self._inner.game
        seat, name = game.seat, str(action)
        game.play(action)
        self._decisions += 1
        self._rewards = game.rewards.astype(float)
        self._returns = self._returns + self._rewards
        self._remember("keep" if KEEP_TICKETS <= action < PAY else name, seat)

    def returns(self) -> list[float]:
        return [float(total) for total in self._returns]

    def rewards(self) -> list[float]:
        return [float(reward) for reward in self._rewards]

    # What players see

    def _remember(self, event: str, seat: Seat | None) -> None:
        """Everybody sees who did what, and what it changed in their view."""
        for player, memory in enumerate(self._memories):
            seen = self._inner.game.seen_by(player).tobytes()
            digest = hashlib.blake2b(memory, digest_size=_HASH_BYTES)
            digest.update(f"{seat} {event};".encode() + seen)
            self._memories[player] = digest.digest()

    def observe(self, player: Seat) -> NDArray[np.int16]:
        """docs/observation.md; before the deal there is nothing to see."""
        if self._is_dealing:
            return np.zeros(self._inner.game.observation_size, np.int16)
        return self._inner.game.observe(player)

    def memory(self, player: Seat) -> str:
        """Equal for two states if the player has seen the same in both, from the start."""
        return self._memories[player].hex()

    def resample_from_infostate(self, player: Seat, rng: Callable[[], float]) -> "SpielState":
        """A state that the player can't tell from this one, with all that it can't see redealt."""
        if self.is_chance_node() or self.is_terminal():
            raise ValueError("only where a player is to act can the rest be dealt anew")
        other: SpielState = self.clone()
        luck = Random(int(rng() * (1 << 53)))
        game = other._inner.game
        game.states[0] = redeal(game.board, game.state, player, luck)
        for seat in range(game.players):
            if seat != player:
                other._memories[seat] = luck.randbytes(_HASH_BYTES)
        return other

    def _action_to_string(self, player: int, action: ActionId) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"luck {action}"
        if self._is_dealing or self.is_chance_node():
            return f"action {action}"
        game = self._inner.game
        return action_name(game.view(game.seat), action)

    def __str__(self) -> str:
        """The table as everybody may see it."""
        if self._is_dealing:
            return "before the deal"
        return as_text(self._inner.game.view(None))


class _Held:
    """The game inside a state. OpenSpiel copies a state's attributes with `deepcopy`."""

    def __init__(self, game: IdGame) -> None:
        self.game = game.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return type(self)(self.game)

    def needs_luck(self, action: ActionId) -> bool:
        """Whether something is drawn that could be something else."""
        probe = self.game.copy()
        probe.play(action)
        return bool((probe.state["luck"] != self.game.state["luck"]).any())

    def rekey(self, outcome: int) -> None:
        """What is drawn from now on follows from the outcome and the luck so far."""
        state = self.game.state
        before = state["seed"].tobytes() + outcome.to_bytes(8, "little")
        for field in ("seed", "luck"):
            size = state[field].nbytes
            fresh = hashlib.blake2b(before, digest_size=size, person=field.encode()).digest()
            state[field] = np.frombuffer(fresh, np.uint64)


class SpielObserver:
    """What OpenSpiel asks about a state, as tensor and as string."""

    def __init__(self, game: SpielGame, kind: Any) -> None:
        self._has_recall = kind.perfect_recall
        self._is_private = kind.private_info != pyspiel.PrivateInfoType.NONE
        self.tensor = (
            np.zeros(game.model.observation_size, np.float32) if self._is_private else None
        )
        self.dict = {} if self.tensor is None else {"observation": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        if self.tensor is not None:
            self.tensor[:] = state.observe(player)

    def string_from(self, state: SpielState, player: int) -> str:
        if not self._is_private:
            return str(state)
        row = state.observe(player)
        seen = " ".join(f"{index}={row[index]}" for index in np.flatnonzero(row))
        return f"{player} {state.memory(player)} {seen}" if self._has_recall else f"{player} {seen}"


pyspiel.register_game(game_type(DEFAULTS["players"], DEFAULTS["reward"]), SpielGame)

__getattr__ = renamed(__name__, {"Game": "anden.envs.spiel.SpielGame"})
