"""A program at a table of a server: python bot.py http://localhost:8000 GAME TOKEN

The token is made at the table (a seat's menu, "Let a program play") or with
POST /api/games/GAME/seats/SEAT/token. No rules are needed: the server says what can be done.
"""

import itertools
import json
import sys
from typing import Any

from websockets.sync.client import ClientConnection, connect

PROTOCOL = 2


def choose(view: dict[str, Any], options: dict[str, Any]) -> str:
    """Routes that tickets need, then any route of four spaces or more, else a card."""
    if options["keep"]:
        return "keep " + ", ".join(options["keep"]["offer"])
    if options["pay"]:
        return f"pay {options['pay'][0]}"
    needed = {route for ticket in view["own"]["tickets"] for route in ticket["missing"]}
    routes = options["routes"]
    lengths = {route: cards(payments[0]) for route, payments in routes.items()}
    wanted = [route for route in routes if route in needed or lengths[route] >= 4]
    if wanted:
        route = max(wanted, key=lambda name: (name in needed, lengths[name]))
        return f"claim {route} with {routes[route][0]}"
    draws = [action for action in options["simple"] if action != "draw tickets"]
    if draws:
        return "draw deck" if "draw deck" in draws else draws[0]
    if routes:
        route = max(routes, key=lambda name: lengths[name])
        return f"claim {route} with {routes[route][0]}"
    return str(options["simple"][0])


def cards(payment: str) -> int:
    """How many cards "2 white 1 wild" are."""
    return sum(int(word) for word in payment.split() if word.isdecimal())


def play(socket: ClientConnection, game: str, token: str) -> dict[str, Any]:
    """Plays to the end of the game; the message that tells how it ended."""
    numbers = itertools.count()
    tell(socket, type="hello", protocol=PROTOCOL, game=game, key=token)
    answered = -1  # the state that has been answered already
    while True:
        message: dict[str, Any] = json.loads(socket.recv())
        if message["type"] == "over":
            return message
        if message["type"] == "refused":
            print("refused:", message["text"], file=sys.stderr)
            answered = -1 if message["code"] == "action/stale" else answered
        if message["type"] != "state" or not message["options"]:
            continue
        seq = message["seq"]
        if message["options"]["is_now"] and seq != answered:
            answered = seq
            action = choose(message["view"], message["options"])
            request = f"{token[-8:]}-{next(numbers)}"
            tell(socket, type="act", id=request, seq=seq, seat=message["seat"], action=action)


def tell(socket: ClientConnection, **message: Any) -> None:
    socket.send(json.dumps(message))


def main() -> None:
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    server, game, token = sys.argv[1:]
    with connect(server.replace("http", "ws", 1) + "/api/socket", max_size=None) as socket:
        over = play(socket, game, token)
    for score in over["scores"]:
        print(f"seat {score['seat']}: {score['total']} points, rank {score['rank']}")


if __name__ == "__main__":
    main()
