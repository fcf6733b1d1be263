"""Real games brought to a chosen point, for pictures and tests: the same ones every time.

Bots play all seats up to there. A game is put into a server's store as if it had been played on
it, with its first seat held by the device whose secret is `KEY`.
"""

from dataclasses import dataclass
from functools import cache
from time import time
from typing import Any

from anden.boards import load_board
from anden.bots import LEVELS, ask, make_bot
from anden.game import Game
from anden.kernel import RULESET
from anden.server import personas
from anden.server.identity import COOKIE, hashed, new_code, new_game_id
from anden.server.settings import ServerSettings
from anden.server.storage import ActionRow, GameRow, Lobby, SeatRow, Store
from anden.server.storage.rows import BOT, HUMAN, OVER, PLAYING, Member

KEY = "a-device-that-belongs-to-pictures-and-tests"
NAMES = ("Ana", "Luis", "Eva", "Teo", "Mar")
COLOURS = ("blue", "red", "green", "yellow", "black")
WHOLE = 100_000  # moves: to the end of the game


@dataclass(frozen=True)
class Point:
    """A place in a game: what `bot` played with this seed, up to the turn of the first seat."""

    board: str
    players: int
    seed: int
    moves: int  # played at least; then on until the first seat is to act in `phase`
    phase: str = "turn"
    bot: str = "medium"
    rival: str = "greedy"  # who plays the other seats from there on


@cache
def played(point: Point) -> tuple[tuple[int, str, str], ...]:
    """Seat, action and the digest before it, of all moves up to the point."""
    game = Game(load_board(point.board), point.players, point.seed)
    bots = [make_bot(point.bot, point.seed + seat) for seat in range(point.players)]
    moves: list[tuple[int, str, str]] = []
    while not game.is_over and not _is_reached(game, point, len(moves)):
        seat = game.to_act
        assert seat is not None
        action = ask(bots[seat], game.view(seat))
        moves.append((seat, str(action), game.digest[:6]))
        game.play(action, seat)
    return tuple(moves)


def _is_reached(game: Game, point: Point, moves: int) -> bool:
    return moves >= point.moves and game.to_act == 0 and game.phase == point.phase


def store_game(settings: ServerSettings, point: Point) -> str:
    """Puts the game into the store; its id. The server finds it there when somebody asks."""
    moves, game_id = played(point), new_game_id()
    board = load_board(point.board)
    row = GameRow(
        id=game_id,
        board=board.id,
        board_sha256=board.sha256,
        ruleset=RULESET,
        seed=f"{point.seed:032x}",
        status=OVER if point.moves >= WHOLE else PLAYING,
        pace="normal",
        invite=new_code(),
        watch=new_code(),
        host=hashed(KEY),
        created=time(),
    )
    known = {colour.id for colour in board.pieces.colours}
    colours = [colour for colour in COLOURS if colour in known]
    seats = [SeatRow(HUMAN, NAMES[0], colours[0])]
    seats += [_rival(point.rival, n, colours[n]) for n in range(1, point.players)]
    store = Store(settings.database_url, is_serving=False)
    store.create(Lobby(row, tuple(seats), frozenset({Member(hashed(KEY), 0)})))
    actions = [ActionRow(number, *move, None) for number, move in enumerate(moves, 1)]
    if not all(outcome is None for outcome in store.append([(row, each) for each in actions])):
        raise RuntimeError(f"{game_id} could not be stored")
    store.close()
    return game_id


def _rival(bot: str, seat: int, colour: str) -> SeatRow:
    """Of a level, each seat has a character of its own, with its name."""
    if bot not in LEVELS:
        return SeatRow(BOT, NAMES[seat], colour, bot)
    character = list(personas.NAMES)[seat - 1]
    return SeatRow(BOT, personas.NAMES[character], colour, f"{bot}:{character}")


def cookie(address: str) -> Any:
    """What makes a browser the device that holds the first seat."""
    return {"name": COOKIE, "value": KEY, "url": address}
