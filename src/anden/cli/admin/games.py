"""Games: listed, shown, ended, deleted, purged by age."""

from dataclasses import asdict
from enum import StrEnum
from time import time
from typing import Annotated, Any

import typer

from anden.core.background import interpret_until_compiled
from anden.locales import translate

from ..database import Database
from ..language import Json, Lang, choose_language
from ..output import print_json
from .common import Data, Days, GameId, Yes, as_time, only_if_meant, opened

_DAY = 24 * 3600.0
_SHORT = 12  # of a device's hash


class Status(StrEnum):
    LOBBY = "lobby"
    PLAYING = "playing"
    OVER = "over"
    ENDED = "ended"


Statuses = Annotated[
    list[Status] | None,
    typer.Option("--status", help="Only games of this status; can be repeated."),
]


def games(
    status: Statuses = None,
    days: Days = 0.0,
    limit: Annotated[int, typer.Option(min=1, help="At most this many, newest first.")] = 50,
    data: Data = None,
    database: Database = None,
    as_json: Json = False,
    lang: Lang = None,
) -> None:
    """List games."""
    language = choose_language(lang)
    with opened(data, database, language) as store:
        from anden.server.upkeep.listing import list_games

        before = time() - days * _DAY if days else None
        found = list_games(store, status or (), before, limit)
        numbers = store.count_games()
    if as_json:
        print_json({"games": [asdict(entry) for entry in found], "in_all": numbers})
        return
    for entry in found:
        last = as_time(entry.last_action or entry.created)
        names = ", ".join(entry.players)
        row = f"{entry.id}  {entry.status:8}{last}  {entry.actions:4}  {entry.board:8}  {names}"
        typer.echo(row)
    told = ", ".join(f"{name} {number}" for name, number in sorted(numbers.items()))
    typer.echo(translate(language, "admin.in_all", n=sum(numbers.values()), numbers=told or "0"))


def show(
    game: GameId,
    data: Data = None,
    database: Database = None,
    as_json: Json = False,
    lang: Lang = None,
) -> None:
    """Show a game: who sits where, how far it is, and whether it can be played again."""
    language = choose_language(lang)
    interpret_until_compiled()
    with opened(data, database, language) as store:
        facts = _facts(store, game)
    if as_json:
        print_json(facts)
        return
    created = as_time(facts["created"])
    typer.echo(translate(language, "admin.game", **facts | {"created": created}))
    for seat in facts["seats"]:
        who = " ".join(device[:_SHORT] for device in seat["devices"]) or seat["bot"] or "–"
        typer.echo(f"  {seat['seat']}  {seat['kind']:6}{seat['name']:32}{who}")
    key = "admin.game_good" if facts["problem"] is None else "admin.game_bad"
    typer.echo(translate(language, key, problem=facts["problem"]))


def end(
    game: GameId,
    yes: Yes = False,
    data: Data = None,
    database: Database = None,
    as_json: Json = False,
    lang: Lang = None,
) -> None:
    """End a game that is being played."""
    language = choose_language(lang)
    with opened(data, database, language) as store:
        from anden.server.upkeep.changes import check_playing, end_game

        check_playing(store, game)
        only_if_meant(yes, language, lambda: end_game(store, game))
    _say(as_json, language, "admin.ended", {"ended": [game]}, 1)


def delete(
    game: Annotated[list[str], typer.Argument(help="Ids of games.")],
    yes: Yes = False,
    data: Data = None,
    database: Database = None,
    as_json: Json = False,
    lang: Lang = None,
) -> None:
    """Delete games, with everything about them."""
    language = choose_language(lang)
    with opened(data, database, language) as store:
        from anden.server.upkeep.changes import delete_games, load_game

        for game_id in game:
            load_game(store, game_id)
        only_if_meant(yes, language, lambda: delete_games(store, game))
    _say(as_json, language, "admin.deleted", {"deleted": game}, len(game))


def purge(
    days: Annotated[
        float,
        typer.Option(min=0, help="Only games in which nothing has happened for this many days."),
    ],
    status: Statuses = None,
    yes: Yes = False,
    data: Data = None,
    database: Database = None,
    as_json: Json = False,
    lang: Lang = None,
) -> None:
    """Delete old games; by default, those that are over or ended."""
    language = choose_language(lang)
    statuses = status or (Status.OVER, Status.ENDED)
    with opened(data, database, language) as store:
        from anden.server.upkeep.changes import delete_games
        from anden.server.upkeep.listing import ids_before

        old = ids_before(store, statuses, time() - days * _DAY)
        if not as_json and not yes:
            typer.echo(translate(language, "admin.would_delete", n=len(old)))
        only_if_meant(yes, language, lambda: delete_games(store, old))
    _say(as_json, language, "admin.deleted", {"deleted": old}, len(old))


def _facts(store: Any, game: str) -> dict[str, Any]:
    from anden.server.storage.seal import SEALED
    from anden.server.upkeep.changes import load_game
    from anden.server.upkeep.check import examine
    from anden.server.upkeep.listing import holders

    lobby, rows = load_game(store, game), store.actions(game)
    row = lobby.row
    facts = {"id": row.id, "board": row.board, "status": row.status, "created": row.created}
    facts |= {"pace": row.pace, "clock": row.clock, "host": row.host, "rematch": row.rematch}
    facts |= {"actions": len(rows), "seats": [asdict(holder) for holder in holders(lobby)]}
    return facts | {"problem": None if row.seed == SEALED else examine(lobby, rows)}


def _say(as_json: bool, language: str, key: str, facts: dict[str, Any], number: int) -> None:
    if as_json:
        print_json(facts)
    else:
        typer.echo(translate(language, key, n=number))
