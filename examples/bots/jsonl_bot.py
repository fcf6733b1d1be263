"""A bot that speaks the JSON-lines protocol, with Python's standard library alone.

Any language can do the same: read a line, write a line. See docs/bots.md.
Try it: anden bots check "exec:python3 examples/bots/jsonl_bot.py"
"""

import json
import random
import sys
from typing import Any


def choose(view: dict[str, Any], legal: list[str], luck: random.Random) -> str:
    own = view["own"]
    needed = {route for ticket in own["tickets"] for route in ticket["missing"]}
    claims = [action for action in legal if action.startswith("claim ")]
    wanted = [action for action in claims if action.split()[1] in needed]
    draws = [action for action in legal if action.startswith("draw ")]
    cards = [action for action in draws if action != "draw tickets"]
    hand_size = sum(own["hand"].values())
    if wanted or (claims and hand_size > 10):
        return (wanted or claims)[0]
    return luck.choice(cards or legal)


def main() -> None:
    hello = json.loads(sys.stdin.readline())
    luck = random.Random(hello["seed"])
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "choose":
            answer = {"action": choose(message["view"], message["legal"], luck)}
            print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
