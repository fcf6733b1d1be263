"""A process whose connection for news is cut off misses some, and catches up by itself."""

from pathlib import Path

import pytest

from anden.server.storage import news
from anden.server.storage.news import AGAIN
from tests.server.databases import IS_POSTGRESQL
from tests.server.support import Server, Socket, first_action, wait_until
from tests.server.test_several_processes import Pair, running_pair, two_at_a_table

pytestmark = pytest.mark.skipif(IS_POSTGRESQL, reason="is run on PostgreSQL anyway")

LISTENING = """
FROM pg_stat_activity WHERE datname = current_database() AND starts_with(query, 'LISTEN')
"""


def ask(servers: Pair, what: str) -> int:
    with servers.one.open_tables.store.tool.reading() as connection:
        return int(connection.exec_driver_sql(f"SELECT {what} {LISTENING}").scalar_one())


def cut_off(servers: Pair) -> None:
    """Ends the connections on which both listen, as a failing network would."""
    wait_until(lambda: ask(servers, "count(*)") == 2)
    assert ask(servers, "count(pg_terminate_backend(pid))") == 2


def heard_by(server: Server, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Topics of all news from now on."""
    topics: list[str] = []
    neighbours = server.open_tables.neighbours
    hear = neighbours._hear

    def note(topic: str, names: list[str]) -> None:
        topics.append(topic)
        hear(topic, names)

    monkeypatch.setattr(neighbours, "_hear", note)
    return topics


def play_unheard(servers: Pair, player: Socket, other: Socket) -> None:
    """An action that is stored while no process listens; the other sees it all the same."""
    seq = player.state["seq"]
    cut_off(servers)
    assert player.act(first_action(player.state["options"]))["type"] == "ack"
    for socket in (player, other):
        socket.wait(lambda socket=socket: socket.state["seq"] > seq)


def test_what_was_played_while_nobody_listened_is_seen_after_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(news, "_PAUSES", (1.0,))  # long enough to play
    with running_pair(tmp_path) as servers:
        _, ana, luis = two_at_a_table(servers)
        topics = heard_by(servers.two, monkeypatch)
        play_unheard(servers, ana, luis)
        assert "game" not in topics[: topics.index(AGAIN)]  # nobody told what it was
        topics = heard_by(servers.one, monkeypatch)
        play_unheard(servers, luis, ana)
        assert "game" not in topics[: topics.index(AGAIN)]
        assert ana.state["view"]["seats"] == luis.state["view"]["seats"]
