"""Writes what the web app's introduction and its front page show, from real games.

    python -m tools.lessons           # everything again, from the games kept in the files
    python -m tools.lessons --search  # plays those games again first

The page computes no rules: every position, every reason and every score comes from the referee.
"""

import argparse
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from anden.bots import ask, make_bot
from anden.game import ClaimRoute, Game
from anden.game.view_json import event_as_dict, view_as_dict
from anden.locales import LANGUAGES
from anden.server.options import reasons_as_dict
from anden.server.results import results_as_dict

WEB = Path(__file__).parent.parent / "web" / "src"
LESSONS = WEB / "learn" / "lessons.json"
DEMO = WEB / "home" / "demo.json"

LEARNER = 0
LEVELS = ("hard", "easy")  # the learner's side should come out well
COLOURS = {"usa": ["blue", "red"], "europe": ["green", "red"], "london": ["red", "blue"]}
DEMO_PLAYERS = {"usa": 4, "europe": 4, "london": 3}
DEMO_SEED = 2026

Json = dict[str, Any]
Found = tuple[int, str]  # how many moves come before, and the action of the step

# What the learner does in North America; bots play on from there.
_OPENING = (
    "keep houston-kansas_city, nashville-sault_st_marie",
    "draw green",
    "draw green",
    "claim chicago-saint_louis:green with 2 green",
    "claim nashville-saint_louis with 2 orange",
)
_USA_SEED = 6
_EUROPE_SEED = 0
_LONDON_SEED = 0


# Playing


def play_bot(game: Game, bots: int = 1) -> None:
    seat = game.to_act
    assert seat is not None
    level = LEVELS[0 if game.players > 2 else seat]
    game.play(ask(make_bot(level, bots + seat), game.view(seat)), seat)


def play_to_the_end(game: Game, bots: int = 1) -> Game:
    """Bots play all seats; `bots` seeds them."""
    while not game.is_over:
        play_bot(game, bots)
    return game


def bot_game(board: str, players: int, seed: int) -> Game:
    return play_to_the_end(Game(board, players, seed, first=LEARNER))


def again(game: Game, moves: int) -> Game:
    """The same game after this many moves."""
    copy = Game(game.board, game.players, game.seed, first=game.first)
    for move in game.moves[:moves]:
        copy.play(move.action, move.seat)
    return copy


def learner_turns(game: Game) -> Iterator[tuple[int, Game]]:
    """Each moment the learner begins a turn."""
    copy = again(game, 0)
    for number, move in enumerate(game.moves):
        if copy.phase == "turn" and copy.to_act == LEARNER:
            yield number, copy
        copy.play(move.action, move.seat)


def claims(game: Game) -> list[ClaimRoute]:
    return [action for action in game.legal_actions() if isinstance(action, ClaimRoute)]


# Finding what a lesson needs


def usa_source() -> Json:
    game = Game("usa", 2, _USA_SEED, first=LEARNER)
    steps: list[Found] = []
    for action in _OPENING:
        while game.to_act != LEARNER:
            play_bot(game)
        steps.append((len(game.moves), action))
        game.play(action, LEARNER)
    for bots in range(1, 100):
        whole = play_to_the_end(again(game, len(game.moves)), bots)
        last = _first(whole, _last_claim)
        is_won = whole.scores().winners == (LEARNER,)
        if last and is_won:
            return _source(whole, [*steps, last])
    raise LookupError("no game for North America")


def europe_source() -> Json:
    for seed in range(_EUROPE_SEED, _EUROPE_SEED + 50):
        game = bot_game("europe", 2, seed)
        ferry = _first(game, _ferry)
        tunnel = _first(game, _tunnel)
        station = _first(game, _station)
        if ferry and tunnel and station:
            return _source(game, [ferry, tunnel, station])
    raise LookupError("no game for Europe")


def london_source() -> Json:
    for seed in range(_LONDON_SEED, _LONDON_SEED + 50):
        game = bot_game("london", 2, seed)
        found = _first(game, _district)
        if found:
            return _source(game, [found])
    raise LookupError("no game for London")


def _first(game: Game, look: Callable[[Game], str | None]) -> Found | None:
    for number, moment in learner_turns(game):
        action = look(moment)
        if action:
            return number, action
    return None


def _last_claim(moment: Game) -> str | None:
    """The best claim of a turn in the last round."""
    if moment.position.last_turns is None or not claims(moment):
        return None
    return str(max(claims(moment), key=lambda claim: _points(moment, claim.route)))


def _ferry(moment: Game) -> str | None:
    """A ferry that can be paid with a colour besides its locomotives."""
    routes = {moment.board.route_name(route.index): route for route in moment.board.routes}
    for claim in claims(moment):
        route = routes[claim.route]
        if route.wilds and claim.payment.wilds == route.wilds and claim.payment.cards:
            return str(claim)
    return None


def _tunnel(moment: Game) -> str | None:
    """A tunnel that turns out to cost one card more, which the learner has."""
    routes = {moment.board.route_name(route.index): route for route in moment.board.routes}
    for claim in claims(moment):
        if not routes[claim.route].is_tunnel or claim.payment.wilds:
            continue
        trial = again(moment, len(moment.moves))
        trial.play(claim)
        dug = trial.position.tunnel
        if dug and dug.surcharge == 1 and trial.phase == "tunnel":
            if any(str(action).startswith("pay") for action in trial.legal_actions()):
                return str(claim)
    return None


def _station(moment: Game) -> str | None:
    """A station in a city into which the other player has built, where an own ticket ends."""
    if len(moment.position.routes(1)) < 8:
        return None
    stations = [str(a) for a in moment.legal_actions() if str(a).startswith("station ")]
    scored = again(moment, len(moment.moves))
    best = scored.scores().seats[LEARNER]
    for action in stations:
        trial = again(moment, len(moment.moves))
        trial.play(action)
        if trial.scores().seats[LEARNER].ticket_points > best.ticket_points:
            return action
    return None


def _district(moment: Game) -> str | None:
    """A claim that joins the last location of a district."""
    before = moment.scores().seats[LEARNER].districts
    for claim in claims(moment):
        trial = again(moment, len(moment.moves))
        trial.play(claim)
        if set(trial.scores().seats[LEARNER].districts) - set(before):
            return str(claim)
    return None


def _points(game: Game, name: str) -> int:
    route = next(r for r in game.board.routes if game.board.route_name(r.index) == name)
    return int(game.board.points_by_length[route.length])


def _source(game: Game, steps: list[Found]) -> Json:
    return {
        "board": game.board.id,
        "seed": game.seed,
        "moves": [[move.seat, move.action] for move in game.moves],
        "steps": [list(step) for step in steps],
    }


# What the page is given


def build_lesson(source: Json) -> Json:
    """Everything a lesson shows, from the game and the places in it."""
    game = Game(source["board"], 2, source["seed"], first=LEARNER)
    for seat, action in source["moves"]:
        game.play(action, seat)
    lesson: Json = {
        "source": source,
        "board": source["board"],
        "colours": COLOURS[source["board"]],
        "steps": [_step(again(game, number), action) for number, action in source["steps"]],
    }
    if source["board"] == "usa":
        lesson["end"] = {"view": _view(game), "over": _without_seed(results_as_dict(game))}
    return lesson


def _step(game: Game, action: str) -> Json:
    step: Json = {"action": action, "view": _view(game), "claimable": _claimable(game)}
    if game.phase == "turn":
        step["blocked"] = _blocked(game)
    districts = game.scores().seats[LEARNER].districts if game.board.districts else ()
    step["events"] = _play(game, action)
    step["after"] = _view(game)
    if game.phase == "tunnel" and game.to_act == LEARNER:
        pays = [str(each) for each in game.legal_actions() if str(each).startswith("pay ")]
        step["pay"] = {"action": pays[0], "events": _play(game, pays[0]), "after": _view(game)}
    if game.board.districts:
        gained = game.scores().seats[LEARNER].districts
        step["districts"] = [number for number in gained if number not in districts]
    return step


def _claimable(game: Game) -> list[str]:
    return sorted({claim.route for claim in claims(game)})


def _blocked(game: Game) -> Json:
    """Why some routes that nobody owns are closed to the learner: the reason by language."""
    told: Json = {}
    for language in LANGUAGES:
        reasons = reasons_as_dict(game.view(LEARNER), language)
        for route, reason in reasons["blocked"].items():
            if reason["rule"] in ("C19", "U4", "E16", "L4"):
                told.setdefault(route, {"rule": reason["rule"]})[language] = reason["text"]
    return told


def _play(game: Game, action: str) -> list[Json]:
    return [event_as_dict(event) for event in game.play(action, LEARNER)]


def _view(game: Game) -> Json:
    view = view_as_dict(game.view(LEARNER))
    view["own"] |= {"open_routes": [], "returned": []}
    for seat in view["seats"]:
        seat["known"] = {}
    return view


def _without_seed(over: Json) -> Json:
    return {key: value for key, value in over.items() if not key.startswith("seed")}


def build_demo(source: Json) -> Json:
    """What was laid on the board in the order it was laid: [seat, route], or [seat, "@city"]."""
    laid = []
    for seat, action in source["moves"]:
        words = action.split()
        if words[0] == "claim":
            laid.append([seat, words[1]])
        elif words[0] == "station":
            laid.append([seat, f"@{words[1]}"])
    return {"colours": source["colours"], "laid": laid}


def demo_source(board: str) -> Json:
    game = bot_game(board, DEMO_PLAYERS[board], DEMO_SEED)
    owned = {
        game.board.route_name(route.index)
        for route in game.board.routes
        if game.position.owner(route.index) is not None
    }
    moves = [
        [move.seat, move.action]
        for move in game.moves
        if not move.action.startswith("claim") or move.action.split()[1] in owned
    ]
    return {"colours": ["blue", "red", "green", "yellow"][: game.players], "moves": moves}


def write(path: Path, value: Any) -> None:
    path.write_text(json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n", "utf-8")
    print(f"{path.name}: {path.stat().st_size / 1024:.0f} KiB")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--search", action="store_true", help="play the games again first")
    if parser.parse_args().search:
        sources = [usa_source(), europe_source(), london_source()]
        write(DEMO, {board: build_demo(demo_source(board)) for board in DEMO_PLAYERS})
    else:
        sources = [lesson["source"] for lesson in json.loads(LESSONS.read_text("utf-8"))]
    write(LESSONS, [build_lesson(source) for source in sources])


if __name__ == "__main__":
    main()
