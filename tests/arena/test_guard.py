"""Whatever a bot does, the game continues with a legal move, and the fault is told."""

import pickle
from collections.abc import Sequence

import pytest

from anden.bots import BotFault
from anden.bots.guard import Guard, plain_id
from anden.game import Action, ClaimRoute, DrawBlind, Game, KeepTickets, View
from anden.kernel import is_legal, legal_words
from tests.arena.support import CrashBot, make


def play(game: Game, guards: list[Guard]) -> None:
    while game.to_act is not None:
        game.play(guards[game.to_act].choose(game.view(game.to_act)))


@pytest.mark.parametrize(
    ("bot", "kind", "detail"),
    [
        ("crash", "crash", "RuntimeError: no idea"),
        ("quit", "crash", "SystemExit: 3"),
        ("illegal", "illegal", "action id 256 is not legal here"),
        ("forger", "illegal", "can't draw "),
        ("garbage", "garbage", "'draw deck' is not an action"),
        ("garbage_id", "garbage", "1.5 is not an action id"),
    ],
)
def test_a_bad_bot_finishes_its_game(bot: str, kind: str, detail: str) -> None:
    game = Game("london", 2, 3)
    guards = [Guard(make(bot, 0, 1.0)), Guard(make("quick", 0, 1.0))]
    play(game, guards)
    assert game.is_over
    assert guards[0].forfeits
    assert {forfeit.kind for forfeit in guards[0].forfeits} == {kind}
    assert guards[0].forfeits[0].detail.startswith(detail)
    assert guards[0].forfeits[0].move == 1
    assert not guards[1].forfeits


@pytest.mark.parametrize("bot", ["quick", "first", "greedy", "random"])
def test_a_good_bot_chooses_as_without_a_guard(bot: str) -> None:
    games = [Game("london", 2, 5) for _ in range(2)]
    play(games[0], [Guard(make(bot, seat, 1.0)) for seat in range(2)])
    bots = [make(bot, seat, 1.0) for seat in range(2)]
    while (seat := games[1].to_act) is not None:
        view = games[1].view(seat)
        games[1].play(bots[seat].choose(view, view.legal_actions()))
    assert games[0].moves == games[1].moves


def test_what_a_bot_writes_into_its_view_changes_nothing() -> None:
    view = Game("london", 2, 3).view(0)
    before = view.state.tobytes()
    Guard(make("illegal", 0, 1.0)).choose(view)
    assert view.state.tobytes() == before


def test_tickets_may_be_kept_in_any_order() -> None:
    game = Game("usa", 2, 1)

    class Backwards(CrashBot):
        def choose(self, view: View, legal: Sequence[Action]) -> KeepTickets:
            return KeepTickets(tuple(reversed(view.offer(0))))

    guard = Guard(Backwards())
    game.play(guard.choose(game.view(0)))
    assert not guard.forfeits
    assert len(game.position.tickets(0)) == 3


def test_an_action_of_wrong_parts_is_garbage() -> None:
    class Strange(CrashBot):
        def choose(self, view: View, legal: Sequence[Action]) -> ClaimRoute:
            return ClaimRoute(None, None)  # type: ignore[arg-type]

    guard = Guard(Strange())
    guard.choose(Game("usa", 2, 1).view(0))
    assert [forfeit.kind for forfeit in guard.forfeits] in (["garbage"], ["illegal"])


def test_a_fault_tells_its_kind() -> None:
    class Late(CrashBot):
        def choose(self, view: View, legal: Sequence[Action]) -> DrawBlind:
            raise BotFault("late", "too slow " + 1000 * "x")

    guard = Guard(Late())
    guard.choose(Game("usa", 2, 1).view(0))
    assert guard.forfeits[0].kind == "late"
    assert len(guard.forfeits[0].detail) == 300
    fault = pickle.loads(pickle.dumps(BotFault("late", "too slow")))
    assert (fault.kind, fault.detail) == ("late", "too slow")


@pytest.mark.parametrize(("board", "players"), [("usa", 2), ("europe", 5), ("london", 4)])
def test_the_plain_player_plays_whole_games(board: str, players: int) -> None:
    game = Game(board, players, 2)
    kinds = set()
    while game.to_act is not None:
        view = game.view(game.to_act)
        first = plain_id(view.tables, legal_words(view.tables, view.state))
        assert is_legal(view.tables, view.state, first)
        action = Guard(make("crash", 0, 1.0)).choose(view)
        kinds.add(str(action).split()[0])
        game.play(action)
    assert {"keep", "claim", "draw"} <= kinds


def test_the_plain_player_keeps_few_tickets_and_claims_the_longest_route() -> None:
    game = Game("usa", 2, 1)
    guard = Guard(make("crash", 0, 1.0))
    keep = guard.choose(game.view(0))
    assert isinstance(keep, KeepTickets)
    assert len(keep.tickets) == 2
    while game.phase == "setup":
        game.play(guard.choose(game.view(game.to_act)))
    for _ in range(30):
        assert game.to_act is not None
        view = game.view(game.to_act)
        claims = [a for a in view.legal_actions() if isinstance(a, ClaimRoute)]
        action = guard.choose(view)
        if claims:
            lengths = [a.payment.total for a in claims]
            assert isinstance(action, ClaimRoute)
            assert action.payment.total == max(lengths)
        game.play(action)
