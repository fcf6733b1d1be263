"""Whether every game of a store can be played again, move by move, to what was noted of it."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from sqlalchemy import select

from anden.game import Game, GameError

from ..errors import RefusedError
from ..lobby import board_of
from ..replaying import replay_game
from ..storage import ActionRow, Lobby, OperatorStore
from ..storage.rows import LOBBY, OVER
from ..storage.schema import games
from ..storage.seal import SEALED

_PAGE = 500  # games asked for at a time


@dataclass(frozen=True)
class Finding:
    game: str  # empty: it is about the store as a whole
    problem: str


@dataclass(frozen=True)
class Report:
    games: int
    actions: int
    sealed: int  # whose seed is encrypted with a key that was not given
    findings: tuple[Finding, ...]


def check_store(store: OperatorStore, on_game: Callable[[], None] = lambda: None) -> Report:
    findings = [Finding("", problem) for problem in store.find_damage()]
    num_games = num_actions = num_sealed = 0
    for game_id in _ids(store):
        lobby, rows = store.load(game_id), store.actions(game_id)
        if lobby is None:
            continue  # deleted meanwhile
        num_games, num_actions = num_games + 1, num_actions + len(rows)
        if lobby.row.seed == SEALED:
            num_sealed += 1
        elif (problem := examine(lobby, rows)) is not None:
            findings.append(Finding(game_id, problem))
        on_game()
    return Report(num_games, num_actions, num_sealed, tuple(findings))


def examine(lobby: Lobby, rows: Sequence[ActionRow]) -> str | None:
    """What is wrong with a stored game; None if nothing is."""
    try:
        if lobby.row.status == LOBBY:
            board_of(lobby)
            return "actions of a game that has not begun" if rows else None
        game = replay_game(lobby, rows)
    except RefusedError as refusal:
        return refusal.text("en")
    except (GameError, ValueError) as error:
        return str(error)
    return _end_problem(lobby, game)


def _end_problem(lobby: Lobby, game: Game) -> str | None:
    if lobby.row.status == OVER and not game.is_over:
        return f"noted as over after {len(game.moves)} actions, and is not"
    return None


def _ids(store: OperatorStore) -> Iterator[str]:
    """All games, page by page: none is locked, and none is asked for twice."""
    last = ""
    while True:
        wanted = select(games.c.id).where(games.c.id > last).order_by(games.c.id).limit(_PAGE)
        with store.reading() as connection:
            page = list(connection.execute(wanted).scalars())
        if not page:
            return
        yield from page
        last = page[-1]
