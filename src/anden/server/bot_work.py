"""What a bot is asked, and the kind of job that a search is.

A job names the place in the game, and nothing that anybody could see in it. Whoever takes it plays
the game up to there and hands the bot its own seat's view, as the table would.
"""

import hashlib
import json
from functools import partial
from pathlib import Path

from anden.game import Game
from anden.kernel.ids import Seat

from .board_files import board_path, fetch_board
from .bot_pool import BotPool, Question
from .fair_turns import Payer
from .one_thread import OneThread
from .replaying import replay_game
from .storage import JobRow, Lobby, NewJob, Store

BOT_JOB = "bot"


def question_of(lobby: Lobby, game: Game, seat: Seat, seconds: float, payer: Payer) -> Question:
    row, bot = lobby.row, lobby.seats[seat].bot
    assert bot is not None
    return Question(
        game=row.id,
        board=str(board_path(row.board) or row.board),
        seat=seat,
        bot=bot,
        seed=bot_seed(row.seed, seat),
        seconds=seconds,
        view=game.view(seat).state.tobytes(),
        events=game.events_for(seat),
        payer=payer,
    )


def bot_job(lobby: Lobby, seq: int, seat: Seat, question: Question) -> NewJob:
    """The same for all processes that want this bot's next action."""
    payload = {"seq": seq, "seat": seat, "bot": question.bot, "seconds": question.seconds}
    return NewJob(
        key=f"bot:{lobby.row.id}:{lobby.row.undos}:{seq}:{seat}:{question.bot}",
        kind=BOT_JOB,
        payload=json.dumps(payload),
        owner=question.payer.owner,
        game_id=lobby.row.id,
        seconds=question.seconds,
    )


class BotWork:
    """Does the jobs of bots: the answer is an action, or nothing if the game has moved on."""

    def __init__(self, store: OneThread[Store], pool: BotPool, boards: Path) -> None:
        self._store, self._pool, self._boards = store, pool, boards

    async def do(self, job: JobRow) -> str:
        asked = json.loads(job.payload)
        seat, seq = int(asked["seat"]), int(asked["seq"])
        lobby = await self._store.run(partial(Store.load, game_id=job.game_id or ""))
        if lobby is None or lobby.seats[seat].bot != asked["bot"]:
            return ""
        await self._store.run(partial(fetch_board, folder=self._boards, name=lobby.row.board))
        rows = await self._store.run(partial(Store.actions, game_id=lobby.row.id))
        if len(rows) != seq:
            return ""
        game = replay_game(lobby, rows)
        # Whose turn it is has been seen to: each job is a payer of its own.
        seconds, payer = float(asked["seconds"]), Payer(job.key)
        return await self._pool.choose(question_of(lobby, game, seat, seconds, payer))


def bot_seed(seed: str, seat: Seat) -> int:
    """What fixes a bot's choices. The game's seed can't be found from it."""
    digest = hashlib.sha256(f"bot {seat} {seed}".encode()).digest()
    return int.from_bytes(digest[:8], "big")
