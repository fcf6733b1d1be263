"""How fast the bots decide: `python -m benchmarks.bots`.

Whole games between planners, compiled as one loop and asked through the bot interface, and how
many planned games a search plays in its time.
"""

import time

import numpy as np

from anden.boards import builtin_boards, load_board
from anden.boards.tables import build_tables
from anden.bots import make_bot
from anden.bots.mcts_bot import MctsBot
from anden.core.compiled.whole_games import BOT_GAME, deal_game, play_on
from anden.core.game_core import tables_array
from anden.core.warm_up import warm_up
from anden.kernel import STATE, is_over, new_state, observe, step
from anden.kernel.layout import NO_SEAT
from anden.strategy.numbers import numbers_for
from anden.strategy.style import QUICK, THOROUGH

GAMES = 40


def compiled_rate(name: str, orders: int) -> tuple[float, float]:
    """Milliseconds per game and microseconds per decision of two planners in one compiled loop."""
    tables = tables_array(load_board(name))
    games = np.zeros(1, BOT_GAME)
    games["players"] = 2
    styles = games[0]["styles"]
    styles["orders"], styles["keeps_plan"] = orders, 1
    styles["numbers"] = numbers_for(tables[0])
    steps, spent = 0, 0.0
    for game in range(-1, GAMES):  # the first one is not counted
        deal_game(tables, games, np.uint64(1), np.uint64(game + 1))
        start = time.perf_counter()
        taken = play_on(tables, games)
        if game >= 0:
            spent += time.perf_counter() - start
            steps += taken
    return 1e3 * spent / GAMES, 1e6 * spent / steps


def asked_rate(name: str, bot: str) -> tuple[float, float]:
    """The same through the interface: views, checks and all."""
    tables = build_tables(load_board(name))
    state = np.zeros(1, STATE)[0]
    decisions, spent = 0, 0.0
    for game in range(GAMES):
        bots = [make_bot(bot, seat) for seat in range(2)]
        new_state(tables, state, 2, np.uint64(1), np.uint64(game + 1), NO_SEAT)
        start = time.perf_counter()
        while not is_over(state):
            seat = int(state["seat"])
            step(tables, state, bots[seat].choose_id(tables, observe(state, seat)))  # type: ignore[attr-defined]
            decisions += 1
        spent += time.perf_counter() - start
    return 1e3 * spent / GAMES, 1e3 * spent / decisions


def search_rate(name: str) -> float:
    """Simulated steps per second at the first turn of a game."""
    tables = build_tables(load_board(name))
    state = np.zeros(1, STATE)[0]
    new_state(tables, state, 2, np.uint64(1), np.uint64(1), NO_SEAT)
    bot = MctsBot(1, 0.2)
    bot.watches_clock = False
    bot.choose_id(tables, observe(state, 0))
    start = time.perf_counter()
    bot.choose_id(tables, observe(state, 0))
    return bot.steps / (time.perf_counter() - start)


def main() -> None:
    warm_up()
    print(f"{'board':8} {'way':28} {'ms/game':>8} {'us/decision':>12}")
    for name in builtin_boards():
        for way, orders in (("planner, compiled loop", THOROUGH), ("its playouts", QUICK)):
            game, decision = compiled_rate(name, orders)
            print(f"{name:8} {way:28} {game:8.2f} {decision:12.1f}")
        game, choice = asked_rate(name, "planner")
        print(f"{name:8} {'planner, asked one by one':28} {game:8.2f} {1e3 * choice:12.1f}")
        print(f"{name:8} search: {search_rate(name):,.0f} simulated steps/s")


if __name__ == "__main__":
    main()
