"""OpenSpiel's description of a game, with its words."""

from dataclasses import dataclass

from anden.boards import Board

TERMINAL = -4  # the current player of a finished game, as in pyspiel.PlayerId


@dataclass(frozen=True)
class GameType:
    """The fields of pyspiel.GameType that apply; what are enums there are their names here."""

    short_name: str
    long_name: str
    utility: str
    reward_model: str
    min_num_players: int
    max_num_players: int
    dynamics: str = "SEQUENTIAL"
    chance_mode: str = "SAMPLED_STOCHASTIC"
    information: str = "IMPERFECT_INFORMATION"
    provides_information_state_string: bool = True
    provides_information_state_tensor: bool = False  # the tensor there is has no perfect recall
    provides_observation_string: bool = True
    provides_observation_tensor: bool = True

    @property
    def is_zero_sum(self) -> bool:
        return self.utility == "ZERO_SUM"


def game_type(board: Board, players: int, reward: str) -> GameType:
    is_zero_sum = players == 2 and reward != "points"
    return GameType(
        short_name=f"anden_{board.id}",
        long_name=board.names["en"],
        utility="ZERO_SUM" if is_zero_sum else "GENERAL_SUM",
        reward_model="REWARDS" if reward == "points" else "TERMINAL",
        min_num_players=board.players.min,
        max_num_players=board.players.max,
    )
