"""What is kept of the last state is told again only where nothing has changed."""

import json
from random import Random
from types import SimpleNamespace
from typing import Any, cast
from unittest.mock import Mock

import pytest

from anden.boards import builtin_boards
from anden.bots import make_bot
from anden.bots.asking import ask
from anden.game import Game
from anden.game.view_json import view_as_dict
from anden.server.audience import Audience, Visitor
from anden.server.options import options_as_dict
from anden.server.state_text import state_text
from anden.server.table import Table

GAMES = 2  # of each board


def table_of(game: Game) -> Any:
    row = SimpleNamespace(status="playing")
    table = SimpleNamespace(
        id="g",
        game=game,
        event_seqs=[],
        seq=0,
        is_playing=True,
        lobby=SimpleNamespace(row=row, holders=(), seats=()),
        clock=None,
        undoable=lambda seat: None,
    )
    table.audience = Audience(cast(Table, table))
    return table


def told(table: Any, seat: int | None, since: int) -> dict[str, Any]:
    message: dict[str, Any] = json.loads(state_text(cast(Table, table), seat, since))
    return message


def as_wire(value: Any) -> Any:
    return json.loads(json.dumps(value))


@pytest.mark.compiled_only
@pytest.mark.parametrize("board", builtin_boards())
def test_every_state_of_whole_games_is_told_as_if_it_were_made_anew(board: str) -> None:
    for seed in range(GAMES):
        most = Game(board).board.players.max
        game, luck = Game(board, min(2 + 2 * seed, most), seed=seed), Random(seed)
        table, bots = table_of(game), [make_bot("random", seed), make_bot("greedy", seed)]
        for number in range(1000):
            since = len(table.event_seqs)
            if number:
                seat = luck.choice([s for s in range(game.players) if game.can_act(s)])
                events = game.play(ask(luck.choice(bots), game.view(seat)), seat)
                table.event_seqs += [number] * len(events)
            table.seq, table.is_playing = number, not game.is_over
            for viewer in (*range(game.players), None):
                message = told(table, viewer, since)
                assert message["view"] == as_wire(view_as_dict(game.view(viewer)))
                assert message["options"] == as_wire(options_as_dict(game.view(viewer)))
                assert [event["seq"] for event in message["events"]] == table.event_seqs[since:]
            if game.is_over:
                break
        assert game.is_over


def test_part_is_made_again_only_after_a_change() -> None:
    audience = table_of(Game("london")).audience
    made: list[int] = []

    def ask_for(made_from: int) -> str:
        def make() -> str:
            made.append(made_from)
            return f"made from {made_from}"

        return cast(str, audience.kept("part", made_from, make))

    asked = [ask_for(number) for number in (1, 1, 2, 1)]
    assert asked == [f"made from {number}" for number in (1, 1, 2, 1)]
    assert made == [1, 2, 1]


def test_nothing_is_kept_where_nobody_looks_on() -> None:
    table = table_of(Game("london", seed=1))
    visitor = Mock(Visitor, device=None)
    table.audience.add(visitor)
    told(table, 0, 0)
    assert table.audience._kept
    table.audience.remove(visitor)
    assert not table.audience._kept
