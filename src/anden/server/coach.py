"""What a good player would consider, in words. It knows what the seat knows and nothing else."""

from typing import Any

from anden.boards import Board
from anden.boards.names import in_language
from anden.bots.planner_bot import PlannerBot
from anden.core.game_core import GameCore
from anden.core.sets import members, members_of_words
from anden.game import (
    Action,
    BuildStation,
    ClaimRoute,
    DrawBlind,
    DrawCard,
    DrawTickets,
    KeepTickets,
    PayTunnel,
    Position,
    View,
)
from anden.game.progress import TicketProgress, ticket_progress
from anden.kernel.ids import CityId, RouteId, Seat, TicketId
from anden.locales import translate

_NEAR = 2  # with this many rivals at its cities, a route is in danger
_MAX_NAMED = 4


class _Thinker(PlannerBot):
    """A planner that lets itself be looked at."""

    @property
    def thoughts(self) -> Any:
        """Its WORKSPACE record, after a choice."""
        return self._workspaces[0]


def ideas(view: View, language: str) -> list[dict[str, Any]]:
    """What the seat to act should consider, the move first; each with the routes it is about."""
    seat = view.seat
    if seat is None or view.to_act != seat:
        return []
    thinker = _Thinker()
    action = thinker.choose(view, ())
    words = _Words(view.board, language)
    found = [_move(view, action, thinker.thoughts, words)]
    if view.phase in ("turn", "second_card"):
        found += _plan(view, seat, thinker.thoughts, words)
    return [idea for idea in found if idea["text"]]


def warning(view: View, action: Action, language: str) -> str | None:
    """Why an action may throw the game away, or None."""
    seat = view.seat
    if seat is None or view.to_act != seat:
        return None
    words = _Words(view.board, language)
    if isinstance(action, ClaimRoute):
        return _short_of_pieces(view, seat, action, words)
    if isinstance(action, KeepTickets):
        return _too_far(view, seat, action, words)
    if isinstance(action, DrawCard | DrawBlind | DrawTickets) and _is_last_turn(view):
        is_able = any(isinstance(each, ClaimRoute) for each in view.legal_actions())
        return words.say("coach.last_turn") if is_able else None
    return None


class _Words:
    def __init__(self, board: Board, language: str) -> None:
        self.board, self.language = board, language

    def say(self, key: str, **params: object) -> str:
        return translate(self.language, key, **params)

    def route(self, route: RouteId) -> str:
        info = self.board.routes[route]
        return f"{self.city(info.a)} – {self.city(info.b)}"

    def ticket(self, ticket: TicketId) -> str:
        info = self.board.tickets[ticket]
        return f"{self.city(info.a)} – {self.city(info.b)}"

    def tickets(self, tickets: list[TicketId]) -> str:
        return ", ".join(self.ticket(ticket) for ticket in tickets[:_MAX_NAMED])

    def kind(self, kind: str) -> str:
        cards = self.board.cards
        colours = {colour.id: colour.names for colour in cards.colours}
        return str(in_language(colours.get(kind, cards.wild.names), self.language))

    def pieces(self, n: int) -> str:
        names = in_language(self.board.pieces.names, self.language)
        return f"{n} {names.one if n == 1 else names.many}"

    def city(self, city: CityId) -> str:
        return str(in_language(self.board.cities[city].names, self.language))


def _idea(
    text: str, action: Action | None = None, routes: list[str] | None = None
) -> dict[str, Any]:
    return {"text": text, "action": None if action is None else str(action), "routes": routes or []}


def _move(view: View, action: Action, thoughts: Any, words: _Words) -> dict[str, Any]:
    seat = int(view.state["seat"])
    if isinstance(action, ClaimRoute):
        return _idea(_why_claim(view, seat, action, thoughts, words), action, [action.route])
    if isinstance(action, KeepTickets):
        kept = [words.board.find_ticket(ticket) for ticket in action.tickets]
        return _idea(words.say("coach.keep", tickets=words.tickets(kept)), action)
    if isinstance(action, DrawTickets):
        slack = int(float(thoughts["turns_left"]) - float(thoughts["plan_turns"]))
        return _idea(words.say("coach.draw_tickets", n=max(slack, 1)), action)
    if isinstance(action, DrawCard):
        return _why_draw(view, action, thoughts, words)
    if isinstance(action, DrawBlind):
        return _idea(words.say("coach.draw_deck"), action)
    if isinstance(action, BuildStation):
        city = view.board.city_index(action.city)
        return _idea(words.say("coach.station", city=words.city(city)), action)
    if view.phase == "tunnel":
        key = "coach.tunnel_pay" if isinstance(action, PayTunnel) else "coach.tunnel_withdraw"
        return _idea(words.say(key), action)
    return _idea(words.say("coach.pass"), action)


def _why_claim(view: View, seat: Seat, action: ClaimRoute, thoughts: Any, words: _Words) -> str:
    board = view.board
    route = board.find_route(action.route)
    name, points = words.route(route), _points(board, route)
    done = _completed(view, seat, action)
    if done:
        return words.say("coach.claim_done", route=name, tickets=words.tickets(done))
    goals = list(members(thoughts["goals"]))
    if route in members_of_words(thoughts["plan"]):
        rivals = _rivals_near(view, seat, route)
        key = "coach.claim_danger" if rivals >= _NEAR else "coach.claim_plan"
        return words.say(key, route=name, tickets=words.tickets(goals), n=rivals)
    if float(thoughts["block"][route]) > 0:
        return words.say("coach.claim_block", route=name, points=points)
    waiting = _planned_claims(view, thoughts)
    if waiting:
        routes = ", ".join(words.route(each) for each in waiting[:_MAX_NAMED])
        return words.say("coach.claim_first", route=name, points=points, routes=routes)
    return words.say("coach.claim_points", route=name, points=points)


def _planned_claims(view: View, thoughts: Any) -> list[RouteId]:
    """Routes of the plan that could be claimed now, each once."""
    able = {action.route for action in view.legal_actions() if isinstance(action, ClaimRoute)}
    planned = members_of_words(thoughts["plan"])
    return [route for route in sorted(planned) if view.board.route_name(route) in able]


def _why_draw(view: View, action: DrawCard, thoughts: Any, words: _Words) -> dict[str, Any]:
    card = words.kind(action.colour)
    number = next(kind for kind, name in view.kinds if name == action.colour)
    planned = sorted(
        (
            route
            for route in members_of_words(thoughts["plan"])
            if int(thoughts["missing"][route]) > 0 and int(thoughts["paid_with"][route]) == number
        ),
        key=lambda route: int(thoughts["missing"][route]),
    )
    if not planned:
        return _idea(words.say("coach.draw_useful", card=card), action)
    route = planned[0]
    missing = int(thoughts["missing"][route])
    text = words.say("coach.draw_for", card=card, route=words.route(route), n=missing)
    return _idea(text, action, [view.board.route_name(route)])


def _plan(view: View, seat: Seat, thoughts: Any, words: _Words) -> list[dict[str, Any]]:
    """The whole plan, and the tickets that it leaves out."""
    board = view.board
    found = []
    goals = list(members(thoughts["goals"]))
    routes = [board.route_name(route) for route in members_of_words(thoughts["plan"])]
    pieces = int(thoughts["plan_pieces"])
    if goals and routes:
        text = words.say(
            "coach.plan",
            tickets=words.tickets(goals),
            pieces=words.pieces(pieces),
            have=view.pieces(seat),
            turns=round(float(thoughts["plan_turns"])),
            left=round(float(thoughts["turns_left"])),
        )
        found.append(_idea(text, routes=routes))
    given_up = [ticket for ticket in members(thoughts["open_tickets"]) if ticket not in goals]
    if given_up:
        found.append(_idea(words.say("coach.give_up", tickets=words.tickets(given_up))))
    return found


def _short_of_pieces(view: View, seat: Seat, action: ClaimRoute, words: _Words) -> str | None:
    """A ticket that could be completed before the claim and not after it, for want of pieces."""
    after = _after_claim(view, action)
    for ticket in view.tickets(seat):
        now, then = ticket_progress(view, seat, ticket), ticket_progress(after, seat, ticket)
        if now.status == "open" and then.status == "cut_off":
            return words.say(
                "coach.short",
                pieces=words.pieces(after.pieces(seat)),
                ticket=words.ticket(view.board.find_ticket(ticket)),
                n=then.pieces,
                points=now.points,
            )
    return None


def _too_far(view: View, seat: Seat, action: KeepTickets, words: _Words) -> str | None:
    for ticket in action.tickets:
        progress: TicketProgress = ticket_progress(view, seat, ticket)
        if progress.status == "cut_off":
            name = words.ticket(view.board.find_ticket(ticket))
            return words.say("coach.too_far", ticket=name, points=progress.points)
    return None


def _is_last_turn(view: View) -> bool:
    return view.phase == "turn" and view.last_turns is not None and view.last_turns <= view.players


def _completed(view: View, seat: Seat, action: ClaimRoute) -> list[TicketId]:
    """Open tickets that the route completes."""
    after = _after_claim(view, action)
    return [
        view.board.find_ticket(ticket)
        for ticket in view.tickets(seat)
        if ticket_progress(view, seat, ticket).status != "done"
        and ticket_progress(after, seat, ticket).status == "done"
    ]


def _after_claim(view: View, action: ClaimRoute) -> Position:
    """The table once the claim is played, by the rules and on a copy of what the seat sees.

    A view holds no deck, so a tunnel reveals nothing: it is as if the seat could pay for it.
    """
    core = GameCore(view.board, view.players)
    core.states[0] = view.state
    core.states["deck_size"] = 0
    for action_id in view.ids_of(action):
        core.step(action_id)
    return Position(view.board, core.state)


def _rivals_near(view: View, seat: Seat, route: RouteId) -> int:
    """Other players who have reached a city of the route, each counted once."""
    cities = _ends(view.board, route)
    others = [other for other in range(view.players) if other != seat]
    return sum(
        any(cities & _ends(view.board, owned) for owned in view.route_ids(other))
        for other in others
    )


def _ends(board: Board, route: RouteId) -> frozenset[CityId]:
    info = board.routes[route]
    return frozenset((info.a, info.b))


def _points(board: Board, route: RouteId) -> int:
    return board.points_by_length[board.routes[route].length]
