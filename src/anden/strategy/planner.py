"""The planner: a plan for the tickets, then the move that serves it best."""

import numpy as np

from anden.kernel.actions import (
    CLAIM,
    DRAW_DECK,
    DRAW_TICKETS,
    PASS,
    PAY,
    PAY_WILDS,
    STATION,
    WITHDRAW,
)
from anden.kernel.bits import ZERO, bit, count, has, lowest, without_lowest
from anden.kernel.ids import ActionId, RouteId, Seat
from anden.kernel.layout import (
    GRAY,
    KEEP,
    MAX_COLOURS,
    PAY_STATION,
    ROW_SIZE,
    SECOND_CARD,
    SETUP,
    TUNNEL,
    TURN,
    WILD,
    WORDS,
    State,
    Tables,
)
from anden.kernel.legal import Words, legal_words, station_price
from anden.machine.jit import inline, jit

from .blocking import rate_blocks
from .desk import FAR, Desk
from .needs import best_in_row, blind_value, reserve, set_aside, value_cards
from .params import (
    BLOCK_VALUE,
    CARD_COST,
    CLAIM_BASE,
    CLAIM_POINTS,
    CLAIM_URGENCY,
    DETOUR_SHARE,
    DRAW_RATE,
    DRAW_WEIGHT,
    HURRY,
    LONGEST_VALUE,
    RACE,
    TICKET_BAR,
    TICKET_TURNS,
    TICKET_YIELD,
    TUNNEL_ODDS,
    TURN_VALUE,
    Params,
)
from .paths import rivals_at, spread_from, weigh_routes
from .plan import expect_turns, is_stale, list_open, make_plan, sum_up
from .prospects import choose_keep, promise_of_draw

THOROUGH = 6  # orders in which tickets are laid for a real decision
QUICK = 1  # and in a playout


@jit
def plan_action(
    tables: Tables, state: State, params: Params, luck: np.uint64, orders: int, desk: Desk
) -> ActionId:
    """The planner's action for the seat to act. A `desk` kept between calls keeps its plan,
    which is made anew only when it is broken, if `orders` is QUICK.
    """
    seat = int(state["seat"])
    phase = int(state["phase"])
    words = legal_words(tables, state)
    if phase in (SETUP, KEEP):
        desk["left"] = expect_turns(tables, state, seat, params)
        weigh_routes(tables, state, seat, params, luck, desk)
        return choose_keep(tables, state, seat, words[0], params, orders, desk)
    if phase == TUNNEL and words[1] == ZERO and not has(words[0], PAY_WILDS):
        return WITHDRAW
    if words[0] == bit(PASS):
        return PASS
    _refresh(tables, state, seat, params, luck, orders, desk)
    if phase == TURN:
        return _choose_turn(tables, state, seat, words, params, orders, desk)
    if phase == SECOND_CARD:
        _seek_points(tables, state, seat, params, desk)
        value_cards(tables, state, seat, params, desk)
        return _second_card(state, desk)
    return _choose_payment(tables, state, seat, words, desk)


@inline
def _refresh(
    tables: Tables,
    state: State,
    seat: Seat,
    params: Params,
    luck: np.uint64,
    orders: int,
    desk: Desk,
) -> None:
    """A plan that fits the position, and how urgent its routes are."""
    for word in range(WORDS):
        desk["plan"][word] = desk["plan"][word] & ~state["owned"][seat, word]
    desk["left"] = expect_turns(tables, state, seat, params)
    if orders > QUICK or is_stale(state, seat, desk):
        weigh_routes(tables, state, seat, params, luck, desk)
        make_plan(tables, state, seat, state["tickets"][seat], params, orders, desk)
    else:
        list_open(tables, state, seat, state["tickets"][seat], desk)
        sum_up(tables, desk)
    for word in range(WORDS):
        routes = desk["plan"][word]
        while routes != ZERO:
            route = 64 * word + lowest(routes)
            routes = without_lowest(routes)
            _rate_urgency(tables, state, seat, route, params, orders, desk)
    set_aside(tables, state, seat, desk)


@inline
def _rate_urgency(
    tables: Tables,
    state: State,
    seat: Seat,
    route: RouteId,
    params: Params,
    orders: int,
    desk: Desk,
) -> None:
    """How bad and how likely it is to lose a planned route."""
    danger = 0.3 + rivals_at(tables, state, seat, route) / (int(state["players"]) - 1.0)
    loss = 1.0
    if orders > QUICK and float(params[DETOUR_SHARE]) > 0.0:
        desk["weight"][route] = FAR
        a = int(tables["route_a"][route])
        detour = spread_from(tables, a, int(tables["route_b"][route]), desk)
        desk["weight"][route] = 0.0
        loss = 0.5 + float(params[DETOUR_SHARE]) * min(detour, 30.0) / 10.0
    desk["urgency"][route] = danger * loss


@jit
def _choose_turn(
    tables: Tables,
    state: State,
    seat: Seat,
    words: Words,
    params: Params,
    orders: int,
    desk: Desk,
) -> ActionId:
    if float(desk["left"]) <= 1.0:
        action = _last_action(tables, state, seat, words, desk)
        if action >= 0:
            return action
    station = _station_for_plan(tables, seat, words[4], desk)
    if station >= 0:
        return station
    extra_value, extra = _seek_points(tables, state, seat, params, desk)
    value_cards(tables, state, seat, params, desk)
    best, action = _best_claim(tables, state, seat, words, params, desk)
    if extra_value > best and has(words[2 + (extra >> 6)], extra & 63):
        best = extra_value
        action = CLAIM + extra
    slack = float(desk["left"]) - float(desk["turns"])
    if has(words[0], DRAW_TICKETS) and slack >= float(params[TICKET_TURNS]):
        if best < float(params[TICKET_YIELD]):
            promise = promise_of_draw(tables, state, seat, params, desk)
            if promise >= float(params[TICKET_BAR]):
                return DRAW_TICKETS
    if orders > QUICK and float(params[BLOCK_VALUE]) > 0.0:
        block_value, block = _best_block(tables, state, seat, words, params, desk)
        if block_value > best:
            best = block_value
            action = CLAIM + block
    if has(words[0], DRAW_DECK):
        draw_value, card = _best_draw(state, params, desk)
        if action < 0 or draw_value > best:
            return card
    return action if action >= 0 else _any_action(words)


@inline
def _best_claim(
    tables: Tables,
    state: State,
    seat: Seat,
    words: Words,
    params: Params,
    desk: Desk,
) -> tuple[float, int]:
    """The planned route to claim now and how much that is worth, or -1."""
    best = -1.0
    action = -1
    for word in range(WORDS):
        routes = desk["plan"][word] & words[2 + word]
        while routes != ZERO:
            route = 64 * word + lowest(routes)
            routes = without_lowest(routes)
            if int(desk["missing"][route]) > 0 or not _dares(
                tables, state, seat, route, params, desk
            ):
                continue
            points = int(tables["length_points"][int(tables["route_length"][route])])
            value = float(params[CLAIM_BASE]) + float(params[CLAIM_POINTS]) * points
            value += float(params[CLAIM_URGENCY]) * float(desk["urgency"][route])
            slack = float(desk["left"]) - float(desk["turns"])
            value += float(params[HURRY]) * max(0.0, 3.0 - slack)
            if value > best:
                best = value
                action = CLAIM + route
    return best, action


@jit
def _best_block(
    tables: Tables, state: State, seat: Seat, words: Words, params: Params, desk: Desk
) -> tuple[float, int]:
    """The claim outside the plan that is worth most for what it costs a rival, or -1."""
    best = -1.0
    chosen = -1
    rate_blocks(tables, state, seat, words, desk)
    for word in range(WORDS):
        routes = words[2 + word] & ~desk["plan"][word]
        while routes != ZERO:
            route = 64 * word + lowest(routes)
            routes = without_lowest(routes)
            block = float(desk["block"][route])
            length = int(tables["route_length"][route])
            fits = int(desk["pieces"]) + length <= int(state["pieces"][seat])
            if block > 0.0 and fits:
                value = worth_of(tables, state, seat, route, params, desk)
                value += float(params[BLOCK_VALUE]) * block
                if value > best:
                    best = value
                    chosen = route
    return best, chosen


@inline
def _dares(
    tables: Tables, state: State, seat: Seat, route: RouteId, params: Params, desk: Desk
) -> bool:
    """Whether a tunnel is likely enough to succeed; other routes always do."""
    if not has(tables["tunnels"][route >> 6], route & 63) or float(desk["left"]) <= 1.5:
        return True
    colour = int(tables["route_colour"][route])
    length = int(tables["route_length"][route])
    wilds = int(state["hand"][seat, WILD])
    if colour == GRAY:
        colour = int(desk["paid_with"][route])
    reserve = int(state["hand"][seat, colour]) + wilds - length
    hit = float(desk["odds"][colour]) + float(desk["odds"][WILD])
    return tunnel_odds(hit, reserve) >= float(params[TUNNEL_ODDS])


@inline
def tunnel_odds(hit: float, reserve: int) -> float:
    """The chance that at most `reserve` of three cards demand more, each with the chance `hit`."""
    miss = 1.0 - hit
    if reserve < 0:
        return 0.0
    odds = miss * miss * miss
    if reserve >= 1:
        odds += 3.0 * hit * miss * miss
    if reserve >= 2:
        odds += 3.0 * hit * hit * miss
    return 1.0 if reserve >= 3 else odds


@inline
def _station_for_plan(tables: Tables, seat: Seat, sites: np.uint64, desk: Desk) -> int:
    """A station the plan needs, once the rest of the plan stands or time is short; or -1."""
    if desk["borrow"][0] | desk["borrow"][1] == ZERO:
        return -1
    if desk["plan"][0] | desk["plan"][1] != ZERO and float(desk["left"]) > 3.0:
        return -1
    for word in range(WORDS):
        routes = desk["borrow"][word]
        while routes != ZERO:
            route = 64 * word + lowest(routes)
            routes = without_lowest(routes)
            if has(sites, int(tables["route_a"][route])):
                return STATION + int(tables["route_a"][route])
            if has(sites, int(tables["route_b"][route])):
                return STATION + int(tables["route_b"][route])
    return -1


@jit
def _seek_points(
    tables: Tables, state: State, seat: Seat, params: Params, desk: Desk
) -> tuple[float, int]:
    """Chooses routes beside the plan that bring most points for the turns left, into `extra`.

    Returns what claiming the best of them now is worth, and the route, or -1.
    """
    value = -1.0
    claim = -1
    for word in range(WORDS):
        desk["extra"][word] = ZERO
    pieces = int(desk["pieces"])
    for place in range(2):
        route = _best_extra(tables, state, seat, pieces, params, desk)
        if route < 0:
            break
        desk["urgency"][route] = 0.0
        reserve(tables, route, desk)
        desk["extra"][route >> 6] = desk["extra"][route >> 6] | bit(route & 63)
        length = int(tables["route_length"][route])
        pieces += length
        if place == 0 and int(desk["missing"][route]) == 0:
            value = worth_of(tables, state, seat, route, params, desk)
            claim = route
    return value, claim


@inline
def worth_of(
    tables: Tables, state: State, seat: Seat, route: RouteId, params: Params, desk: Desk
) -> float:
    """Points a route beside the plan brings, less what its cards could bring elsewhere."""
    length = int(tables["route_length"][route])
    worth = float(tables["length_points"][length])
    if int(tables["longest_bonus"]) > 0:
        own = state["owned"][seat]
        at_a = tables["city_routes"][int(tables["route_a"][route])]
        at_b = tables["city_routes"][int(tables["route_b"][route])]
        ends = (count(own[0] & at_a[0]) + count(own[1] & at_a[1])) & 1
        ends += (count(own[0] & at_b[0]) + count(own[1] & at_b[1])) & 1
        worth += float(params[LONGEST_VALUE]) * length * min(ends, 1)
    if float(params[RACE]) != 0.0:
        ahead = True
        for other in range(int(state["players"])):
            if other != seat and int(state["score"][other]) >= int(state["score"][seat]):
                ahead = False
        if ahead:
            worth += float(params[RACE]) * length
    later = min(1.0, (float(desk["left"]) - 1.0) / 6.0)
    card = float(params[CARD_COST]) * float(params[TURN_VALUE]) / float(params[DRAW_RATE])
    return worth - card * later * length


@inline
def _best_extra(
    tables: Tables, state: State, seat: Seat, pieces: int, params: Params, desk: Desk
) -> RouteId:
    """The open route with the most points a turn, of those that pieces and time allow."""
    most = 0
    for colour in range(MAX_COLOURS):
        most = max(most, int(desk["spare"][colour]))
    wilds = int(desk["spare"][WILD])
    left = float(desk["left"]) - float(desk["turns"])
    best = -1
    density = 0.0
    for word in range(WORDS):
        routes = state["available"][seat, word] & ~desk["plan"][word] & ~desk["extra"][word]
        while routes != ZERO:
            route = 64 * word + lowest(routes)
            routes = without_lowest(routes)
            length = int(tables["route_length"][route])
            if pieces + length > int(state["pieces"][seat]):
                continue
            colour = int(tables["route_colour"][route])
            held = most if colour == GRAY else int(desk["spare"][colour])
            lacking = max(0, length - held - wilds)
            lacking = max(lacking, int(tables["route_symbols"][route]) - wilds)
            turns = 1.0 + lacking / float(params[DRAW_RATE])
            if turns > max(left, 1.0) + 0.5:
                continue
            used = float(params[CARD_COST]) * (length - lacking) / float(params[DRAW_RATE])
            here = float(tables["length_points"][length]) / (turns + used)
            if here > density:
                density = here
                best = route
    return best


@inline
def _best_draw(state: State, params: Params, desk: Desk) -> tuple[float, int]:
    """The first card to draw, and what the turn's cards are worth together."""
    blind = blind_value(desk)
    kind = best_in_row(state, desk, False)
    card = DRAW_DECK
    first = blind
    if kind >= 0 and float(desk["want"][kind]) >= blind:
        first = float(desk["want"][kind])
        card = kind
    second = blind
    skipped = False
    for slot in range(ROW_SIZE):
        other = int(state["row"][slot])
        if other < 0 or other == WILD:
            continue
        if other == kind and card == kind and not skipped:
            skipped = True
            continue
        second = max(second, float(desk["want"][other]))
    value = first + second
    for slot in range(ROW_SIZE):
        if int(state["row"][slot]) == WILD and float(desk["want"][WILD]) > value:
            value = float(desk["want"][WILD])
            card = WILD
    return float(params[DRAW_WEIGHT]) * value, card


@inline
def _second_card(state: State, desk: Desk) -> ActionId:
    kind = best_in_row(state, desk, False)
    if kind >= 0 and float(desk["want"][kind]) >= blind_value(desk):
        return kind
    return DRAW_DECK


@jit
def _last_action(tables: Tables, state: State, seat: Seat, words: Words, desk: Desk) -> ActionId:
    """The most points at once, tickets completed by the claim included; -1 if nothing can be."""
    best = 0.0
    action = -1
    for word in range(WORDS):
        routes = words[2 + word]
        while routes != ZERO:
            route = 64 * word + lowest(routes)
            routes = without_lowest(routes)
            gain = float(tables["length_points"][int(tables["route_length"][route])])
            gain += 2.0 * _completed_by(tables, route, desk)
            if has(tables["tunnels"][word], route & 63):
                gain *= 0.6
            if gain > best:
                best = gain
                action = CLAIM + route
    return action


@inline
def _completed_by(tables: Tables, route: RouteId, desk: Desk) -> int:
    """Points of the open tickets that one more route completes."""
    a = int(tables["route_a"][route])
    b = int(tables["route_b"][route])
    joined = desk["component"][a] | desk["component"][b]
    points = 0
    tickets = desk["open"]
    while tickets != ZERO:
        ticket = lowest(tickets)
        tickets = without_lowest(tickets)
        ends = bit(int(tables["ticket_a"][ticket])) | bit(int(tables["ticket_b"][ticket]))
        if ends & ~joined == ZERO:
            points += int(tables["ticket_points"][ticket])
    return points


@inline
def _any_action(words: Words) -> ActionId:
    """Something legal when nothing is wanted: a card, a route, a station, or tickets."""
    if has(words[0], DRAW_DECK):
        return DRAW_DECK
    for word in range(WORDS):
        if words[2 + word] != ZERO:
            return CLAIM + 64 * word + lowest(words[2 + word])
    if words[4] != ZERO:
        return STATION + lowest(words[4])
    return lowest(words[0])


@jit
def _choose_payment(tables: Tables, state: State, seat: Seat, words: Words, desk: Desk) -> ActionId:
    """The payment that takes fewest wilds and fewest cards the rest of the plan needs."""
    phase = int(state["phase"])
    if phase == TUNNEL:
        price = int(state["surcharge"])
    elif phase == PAY_STATION:
        price = station_price(tables, state, seat)
    else:
        price = int(tables["route_length"][int(state["route"])])
    if phase != PAY_STATION:
        route = int(state["route"])
        desk["plan"][route >> 6] = desk["plan"][route >> 6] & ~bit(route & 63)
        set_aside(tables, state, seat, desk)
    best = PAY_WILDS
    least = FAR
    pays = words[1]
    while pays != ZERO:
        index = lowest(pays)
        pays = without_lowest(pays)
        colour = index >> 3
        wilds = index & 7
        needed = max(0, price - wilds - int(desk["spare"][colour]))
        cost = 3.0 * wilds + 2.0 * needed - 0.01 * int(state["hand"][seat, colour])
        if cost < least:
            least = cost
            best = PAY + index
    return best
