"""A rated game counts once, whatever happens to the server just then."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, suppress
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from sqlalchemy import Connection

from anden.bots import make_bot
from anden.bots.asking import ask
from anden.game import Game
from anden.server.bodies import NewGame, NewSeat
from anden.server.identity import ACCOUNT, new_id
from anden.server.lobby import add_seat, hand_over
from anden.server.new_games import new_lobby
from anden.server.ratings import entrants, settle
from anden.server.statistics import played_rows
from anden.server.storage import (
    ConflictError,
    Lobby,
    Member,
    StorageError,
    Store,
)
from anden.server.storage.accounts import AccountRow, add_account
from anden.server.storage.ratings import Ladder, Skill, enter, ratings_of
from anden.server.storage.rows import OVER, PLAYING
from tests.server.club import (
    Club,
    own,
    play_out,
    rated_game,
)
from tests.server.databases import rows_of
from tests.server.support import (
    quick_settings,
    serving,
    wait_until,
)

pytest.importorskip("openskill", reason="needs openskill: pip install anden[accounts]")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store(quick_settings(tmp_path).database_url)
    yield store
    store.close()


def finished(board: str, players: int, seed: int = 1) -> Game:
    game, bot = Game(board, players, seed=seed), make_bot("random", seed)
    while game.to_act is not None:
        game.play(ask(bot, game.view(game.to_act)))
    return game


def members(store: Store, number: int) -> list[str]:
    ids = [new_id() for _ in range(number)]
    for each in ids:
        store.write(partial(add_account, account=AccountRow(each, "Ana", 0.0)))
    return ids


def begun(store: Store, accounts: list[str], seed: int = 1) -> Lobby:
    """A rated game of these accounts, as it is stored when it begins."""
    seats = [NewSeat(kind="here") for _ in accounts]
    lobby = new_lobby(NewGame(board="usa", seats=seats, is_rated=True), "nobody", "en")
    people = frozenset(Member(ACCOUNT + each, seat) for seat, each in enumerate(accounts))
    lobby = replace(lobby, members=people, row=replace(lobby.row, status=PLAYING))
    store.create(lobby)
    store.write(partial(enter, game_id=lobby.row.id, rows=entrants(lobby)))
    return lobby


def end(store: Store, lobby: Lobby, game: Game) -> None:
    over = replace(lobby, row=replace(lobby.row, status=OVER))
    store.save(over, lobby, beside=partial(settle, lobby=over, game=game, now=1.0))


def skills(store: Store, accounts: list[str]) -> list[Skill]:
    found = [store.read(partial(ratings_of, account_id=each)) for each in accounts]
    assert all(place == Ladder("people", "usa", len(accounts)) for ((place, _),) in found)
    return [skill for ((_, skill),) in found]


@pytest.mark.parametrize("players", [2, 3, 5])
def test_a_game_that_is_noted_twice_is_rated_once(store: Store, players: int) -> None:
    game, accounts = finished("usa", players), members(store, players)
    lobby = begun(store, accounts)
    end(store, lobby, game)
    once = skills(store, accounts)
    with pytest.raises(ConflictError):
        end(store, lobby, game)
    # Not even somebody who passed the check of the version could rate it again.
    over = replace(lobby, row=replace(lobby.row, status=OVER))
    store.write(partial(settle, lobby=over, game=game, now=2.0))
    assert skills(store, accounts) == once
    assert [skill.games for skill in once] == [1] * players


def test_a_game_whose_end_could_not_be_stored_is_not_rated_either(store: Store) -> None:
    game, accounts = finished("usa", 2), members(store, 2)
    lobby = begun(store, accounts)
    over = replace(lobby, row=replace(lobby.row, status=OVER))

    def fail(connection: Connection) -> None:
        settle(connection, over, game, 1.0)
        raise StorageError("killed")

    with pytest.raises(StorageError):
        store.save(over, lobby, beside=fail)
    loaded = store.load(lobby.row.id)
    assert loaded is not None
    assert loaded.row.status == PLAYING
    assert store.read(partial(ratings_of, account_id=accounts[0])) == []
    end(store, lobby, game)
    assert [skill.games for skill in skills(store, accounts)] == [1, 1]


def test_many_games_that_end_at_the_same_moment_are_all_rated(store: Store, tmp_path: Path) -> None:
    """By several processes where they share a database."""
    accounts, game = members(store, 2), finished("usa", 2)
    lobbies = [begun(store, accounts[::turn]) for turn in (1, -1) * 8]
    stores = [store]
    if store.is_shared:
        stores += [Store(quick_settings(tmp_path).database_url) for _ in range(3)]

    def end_all(number: int) -> None:
        for lobby in lobbies:
            with suppress(ConflictError):  # another one was quicker
                end(stores[number], lobby, game)

    with ThreadPoolExecutor(len(stores)) as threads:
        list(threads.map(end_all, range(len(stores))))
    assert [skill.games for skill in skills(store, accounts)] == [16, 16]
    for other in stores[1:]:
        other.close()


def test_the_last_action_before_a_kill_is_rated_after_the_next_start(tmp_path: Path) -> None:
    """The end of a game is noted after its last action: a server may be gone by then."""
    settings = quick_settings(tmp_path, accounts="localhost")
    with serving(settings) as server, ExitStack() as stack:
        club = Club(tmp_path, server, stack)
        ana, luis = club.member("Ana"), club.member("Luis")
        game = rated_game(ana, luis)
        over = play_out(game, ana, luis)
        gained = own(ana)
    assert over["winners"]
    # As it was before the end was noted.
    rows_of(tmp_path, "UPDATE games SET status = 'playing' WHERE id = :id", id=game)
    rows_of(tmp_path, "UPDATE entrants SET rated = NULL WHERE game_id = :id", id=game)
    rows_of(tmp_path, "DELETE FROM ratings")
    rows_of(tmp_path, "DELETE FROM played")
    with serving(settings), closing(Store(settings.database_url, is_serving=False)) as store:
        wait_until(lambda: store.count_games() == {OVER: 1})  # nobody has come for it
    assert gained is not None
    found = rows_of(tmp_path, "SELECT rating, games FROM ratings ORDER BY rating DESC")
    assert [(round(float(str(rating))), games) for rating, games in found] == [
        (max(gained["rating"], 3000 - gained["rating"]), 1),
        (min(gained["rating"], 3000 - gained["rating"]), 1),
    ]
    assert len(rows_of(tmp_path, "SELECT * FROM played")) == 2


def test_hot_seat_games_and_what_bots_ended_are_nobodys_results() -> None:
    game = finished("london", 3)
    new = NewGame(board="london", seats=[NewSeat(kind="here"), NewSeat(kind="here")])
    lobby = add_seat(new_lobby(new, "a", "en"), NewSeat(kind="here"), "b", "en")
    assert [row.person for row in played_rows(lobby, game, 1.0)] == ["b"]
    assert played_rows(hand_over(lobby, 2, "easy"), game, 1.0) == []
