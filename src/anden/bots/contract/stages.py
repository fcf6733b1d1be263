"""The parts of the contract, each of which asks a bot many questions."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from anden.boards import Board, board_from_json
from anden.boards.dump import board_as_dict
from anden.game import Game
from anden.game.events import Event
from anden.kernel.ids import Seat

from ..base import Bot
from ..random_bot import RandomBot
from .examiner import Examiner, Player
from .positions import game_at, odd_positions
from .redeal import redeal
from .report import Stage, Where
from .subject import Subject, bot_seed

MAX_FAULTS = 3  # of a bot in a game, which is then given up
MAX_MOVES = 5000


@dataclass(frozen=True)
class Decision:
    """A question of a game, and its answer."""

    state: Any
    events: Sequence[Event]  # told with it
    answer: str
    where: Where


@dataclass(frozen=True)
class Transcript:
    """All questions to one bot in one game."""

    board: Board
    bot_seed: int
    decisions: Sequence[Decision]


def play_odd_positions(subject: Subject, boards: Sequence[Board], seed: int) -> Examiner:
    examiner = Examiner(Stage("bots.stage_positions"), subject.seconds)
    for board in boards:
        for number, odd in enumerate(odd_positions(board)):
            if not subject.plays(board, odd.players):
                continue
            game = game_at(_fresh(board), odd.players, odd.seed, odd.state)
            where = Where(board.id, odd.players, odd.seat, odd.seed, 1, odd.key)
            player = Player(subject.make(bot_seed(seed, number)))
            try:
                game.play(examiner.ask(player, game.view(odd.seat), (), where), odd.seat)
            finally:
                player.close()
    return examiner


def play_games(
    subject: Subject, boards: Sequence[Board], seed: int
) -> tuple[Examiner, list[Transcript]]:
    """A game for each board and number of players, the bot in one seat or two, among others."""
    examiner = Examiner(Stage("bots.stage_games"), subject.seconds)
    transcripts = []
    for number, (board, players) in enumerate(_matches(subject, boards)):
        if examiner.is_too_slow:
            break
        seats = {number % players, (number + 2) % players} if players > 3 else {number % players}
        match = _Match(subject, board, players, seed + number, seats)
        transcripts.append(match.play(examiner))
    return examiner, transcripts


def _fresh(board: Board) -> Board:
    """A copy, so that a bot that changes a board spoils nothing but its own game."""
    return board_from_json(board.source, board.id)


def _matches(subject: Subject, boards: Sequence[Board]) -> Iterator[tuple[Board, int]]:
    for board in boards:
        for players in range(board.players.min, board.players.max + 1):
            if subject.plays(board, players):
                yield board, players


class _Match:
    def __init__(
        self, subject: Subject, board: Board, players: int, seed: int, seats: set[Seat]
    ) -> None:
        self.board = board
        self.game = Game(_fresh(board), players, seed)
        self.luck = RandomBot(seed)
        self.watched = min(seats)
        self.players = {seat: Player(subject.make(bot_seed(seed, seat))) for seat in seats}
        self.decisions: list[Decision] = []
        self.num_told = dict.fromkeys(seats, 0)

    def play(self, examiner: Examiner) -> Transcript:
        """Plays the game out; what the first of the bot's seats was asked is written down."""
        try:
            while (seat := self.game.to_act) is not None and not self._is_given_up(examiner):
                if seat in self.players:
                    self._ask(examiner, seat)
                else:
                    view = self.game.view(seat)
                    self.game.play(self.luck.choose(view, view.legal_actions()))
        finally:
            for player in self.players.values():
                player.close()
        if board_as_dict(self.game.board) != board_as_dict(self.board):
            where = self.decisions[-1].where if self.decisions else None
            examiner.stage.add("bots.finding_changes_board", where)
        return Transcript(self.board, bot_seed(self.game.seed, self.watched), self.decisions)

    def _ask(self, examiner: Examiner, seat: Seat) -> None:
        game, player = self.game, self.players[seat]
        events = game.events_for(seat, self.num_told[seat])
        self.num_told[seat] = len(game.events)
        number = player.guard.moves + 1
        where = Where(game.board.id, game.players, seat, game.seed, number)
        state = game.position.state.copy()
        action = examiner.ask(player, game.view(seat), events, where)
        if seat == self.watched and not player.num_forfeits:
            self.decisions.append(Decision(state, events, str(action), where))
        game.play(action, seat)

    def _is_given_up(self, examiner: Examiner) -> bool:
        faults = max(player.num_forfeits for player in self.players.values())
        is_endless = len(self.game.moves) > MAX_MOVES
        return faults >= MAX_FAULTS or examiner.is_too_slow or is_endless


def replay(
    stage: Stage, finding: str, bot: Bot, transcript: Transcript, luck: Random | None = None
) -> None:
    """Asks the same again; with `luck`, in games where everything hidden is dealt differently."""
    player = Player(bot)
    try:
        for decision in transcript.decisions:
            answer = _answer_again(player, transcript.board, decision, luck)
            stage.num_checked += 1
            if answer != decision.answer:
                stage.add(finding, decision.where, one=decision.answer, other=answer)
                return
    finally:
        player.close()


def _answer_again(player: Player, board: Board, decision: Decision, luck: Random | None) -> str:
    where, state = decision.where, decision.state
    game_seed = where.seed
    if luck is not None:
        state = redeal(board, state, where.seat, luck)
        game_seed = luck.getrandbits(64)
    game = game_at(_fresh(board), where.players, game_seed, state)
    player.hear(decision.events)
    view = game.view(where.seat)
    action = player.guard.choose(view, view.legal_actions())
    if player.guard.forfeits:
        return f"({player.guard.forfeits[0].detail})"
    return str(action)
