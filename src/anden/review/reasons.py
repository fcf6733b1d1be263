"""Why a move was a mistake, from the planner's own numbers: facts that a text can be made of."""

from dataclasses import dataclass
from typing import Any

from anden.game import View
from anden.game.actions import Action, ClaimRoute, DrawBlind, DrawCard, DrawTickets, KeepTickets
from anden.game.progress import own_progress
from anden.kernel.ids import Seat
from anden.kernel.layout import MAX_COLOURS
from anden.strategy.workspace import Workspace

from .chance import card_chances
from .evaluator import Evaluator, Whole
from .timeline import views_of

SERVES = "serves"  # the better move's route is on the way of these tickets
SERVES_NONE = "serves_none"  # the route that was claimed is on the way of none
TAKEN = "taken"  # how often a rival took the better move's route before the seat's next turn
LACKS = "lacks"  # the better move's card is one of those that a planned route lacks
ODDS = "odds"  # the chance of drawing the better move's card blind
NO_ODDS = "no_odds"  # the deck has none of the better move's cards
TIME = "time"  # turns expected to be left, and those that the plan takes
KEEPS = "keeps"  # a ticket that the better move keeps: what it takes, and how often that is done
RETURNS = "returns"  # one that was kept and that it gives back, likewise

LIKELY = 0.1  # the least chance of losing a route that is worth telling
DEALS = 40  # in which rivals are watched
ENDS = 200  # deals in which tickets are


@dataclass(frozen=True)
class Reason:
    """What kind of reason, and its facts: names of routes, tickets and colours, and numbers."""

    why: str
    facts: dict[str, Any]

    def as_json(self) -> dict[str, Any]:
        return {"why": self.why} | self.facts


def reasons_for(
    evaluator: Evaluator, view: View, seat: Seat, played: Whole, best: Whole
) -> list[Reason]:
    """Why the better move is better, as far as the planner's numbers tell."""
    better, done = (view.action_of([a for a in whole if a >= 0]) for whole in (best, played))
    if isinstance(better, KeepTickets) and isinstance(done, KeepTickets):
        kept = set(better.tickets) - set(done.tickets), set(done.tickets) - set(better.tickets)
        return [
            *_of_tickets(evaluator, view, seat, best, KEEPS, kept[0]),
            *_of_tickets(evaluator, view, seat, played, RETURNS, kept[1]),
        ]
    if view.phase not in ("turn", "second_card"):
        return []
    found = _of_claims(evaluator, view, seat, played, better, done)
    workspace = evaluator.plan(views_of(view))[0]
    if isinstance(better, DrawCard):
        found += _of_cards(evaluator, view, seat, workspace, better, done)
    if isinstance(better, DrawTickets) or isinstance(done, DrawTickets):
        left, needed = (round(float(workspace[n]), 1) for n in ("turns_left", "plan_turns"))
        found.append(Reason(TIME, {"left": left, "needed": needed}))
    return found


def _of_claims(
    evaluator: Evaluator, view: View, seat: Seat, played: Whole, better: Action, done: Action
) -> list[Reason]:
    found = []
    if isinstance(better, ClaimRoute):
        tickets = _served(view, seat, better.route)
        if tickets:
            found.append(Reason(SERVES, {"route": better.route, "tickets": tickets}))
        chance = evaluator.chance_of_losing(
            views_of(view), seat, played, view.board.find_route(better.route), DEALS
        )
        is_other = not (isinstance(done, ClaimRoute) and done.route == better.route)
        if is_other and chance >= LIKELY:
            found.append(Reason(TAKEN, {"route": better.route, "chance": round(chance, 3)}))
    if isinstance(done, ClaimRoute) and not _served(view, seat, done.route):
        if not (isinstance(better, ClaimRoute) and better.route == done.route):
            found.append(Reason(SERVES_NONE, {"route": done.route}))
    return found


def _of_tickets(
    evaluator: Evaluator, view: View, seat: Seat, whole: Whole, why: str, tickets: set[str]
) -> list[Reason]:
    """What tickets take that only this choice keeps, and how often they then are completed."""
    told = [each for each in own_progress(view, seat)[1] if each.ticket in tickets]
    if not told:
        return []
    done = evaluator.completed(views_of(view), seat, whole, ENDS)
    found = []
    for each in told:
        chance = float(done[:, view.board.find_ticket(each.ticket)].mean())
        facts = {"ticket": each.ticket, "points": each.points, "pieces": each.pieces}
        found.append(Reason(why, facts | {"chance": round(chance, 3)}))
    return found


def _served(view: View, seat: Seat, route: str) -> list[str]:
    """The seat's open tickets whose shortest way takes the route."""
    kept, _ = own_progress(view, seat)
    return [ticket.ticket for ticket in kept if route in ticket.missing and ticket.status == "open"]


def _of_cards(
    evaluator: Evaluator,
    view: View,
    seat: Seat,
    workspace: Workspace,
    better: DrawCard,
    done: Action,
) -> list[Reason]:
    kind = view.board.colour_index(better.colour)
    found = []
    lacking = _lacking(view, workspace, kind)
    if lacking is not None:
        route, number = lacking
        facts = {"colour": better.colour, "route": view.board.route_name(route), "number": number}
        found.append(Reason(LACKS, facts))
    if isinstance(done, DrawBlind):
        chance = float(card_chances(view.state, seat, view.tables)[kind])
        if chance > 0:
            found.append(Reason(ODDS, {"colour": better.colour, "chance": round(chance, 3)}))
        else:
            found.append(Reason(NO_ODDS, {"colour": better.colour}))
    return found


def _lacking(view: View, workspace: Workspace, kind: int) -> tuple[int, int] | None:
    """The planned route that lacks fewest cards of a colour, and how many."""
    if kind >= MAX_COLOURS:
        return None
    routes = [
        (int(workspace["missing"][route.index]), route.index)
        for route in view.board.routes
        if int(workspace["plan"][route.index // 64]) >> route.index % 64 & 1
        and int(workspace["paid_with"][route.index]) == kind
        and int(workspace["missing"][route.index]) > 0
    ]
    return (min(routes)[1], min(routes)[0]) if routes else None
