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
    Board,
    State,
)
from anden.kernel.legal import Words, legal_words, station_price

from .blocking import rate_blocks
from .desk import FAR, Desk
from .jit import inline, jit
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
    board: Board, state: State, params: Params, luck: np.uint64, orders: int, desk: Desk
) -> int:
    """The planner's action for the seat to act. A `desk` kept between calls keeps its plan,
    which is made anew only when it is broken, if `orders` is QUICK.
    """
    seat = int(state["seat"])
    phase = int(state["phase"])
    words = legal_words(board, state)
    if phase in (SETUP, KEEP):
        desk["left"] = expect_turns(board, state, seat, params)
        weigh_routes(board, state, seat, params, luck, desk)
        return choose_keep(board, state, seat, words[0], params, orders, desk)
    if phase == TUNNEL and words[1] == ZERO and not has(words[0], PAY_WILDS):
        return WITHDRAW
    if words[0] == bit(PASS):
        return PASS
    _refresh(board, state, seat, params, luck, orders, desk)
    if phase == TURN:
        return _choose_turn(board, state, seat, words, params, orders, desk)
    if phase == SECOND_CARD:
        _seek_points(board, state, seat, params, desk)
        value_cards(board, state, seat, params, desk)
        return _second_card(state, desk)
    return _choose_payment(board, state, seat, words, desk)


@inline
def _refresh(
    board: Board, state: State, seat: int, params: Params, luck: np.uint64, orders: int, desk: Desk
) -> None:
    """A plan that fits the position, and how urgent its routes are."""
    for word in range(WORDS):
        desk["plan"][word] = desk["plan"][word] & ~state["owned"][seat, word]
    desk["left"] = expect_turns(board, state, seat, params)
    if orders > QUICK or is_stale(state, seat, desk):
        weigh_routes(board, state, seat, params, luck, desk)
        make_plan(board, state, seat, state["tickets"][seat], params, orders, desk)
    else:
        list_open(board, state, seat, state["tickets"][seat], desk)
        sum_up(board, desk)
    for word in range(WORDS):
        routes = desk["plan"][word]
        while routes != ZERO:
            route = 64 * word + lowest(routes)
            routes = without_lowest(routes)
            _rate_urgency(board, state, seat, route, params, orders, desk)
    set_aside(board, state, seat, desk)


@inline
def _rate_urgency(
    board: Board, state: State, seat: int, route: int, params: Params, orders: int, desk: Desk
) -> None:
    """How bad and how likely it is to lose a planned route."""
    danger = 0.3 + rivals_at(board, state, seat, route) / (int(state["players"]) - 1.0)
    loss = 1.0
    if orders > QUICK and float(params[DETOUR_SHARE]) > 0.0:
        desk["weight"][route] = FAR
        a = int(board["route_a"][route])
        detour = spread_from(board, a, int(board["route_b"][route]), desk)
        desk["weight"][route] = 0.0
        loss = 0.5 + float(params[DETOUR_SHARE]) * min(detour, 30.0) / 10.0
    desk["urgency"][route] = danger * loss


@jit
def _choose_turn(
    board: Board,
    state: State,
    seat: int,
    words: Words,
    params: Params,
    orders: int,
    desk: Desk,
) -> int:
    if float(desk["left"]) <= 1.0:
        action = _last_action(board, state, seat, words, desk)
        if action >= 0:
            return action
    station = _station_for_plan(board, seat, words[4], desk)
    if station >= 0:
        return station
    extra_value, extra = _seek_points(board, state, seat, params, desk)
    value_cards(board, state, seat, params, desk)
    best, action = _best_claim(board, state, seat, words, params, desk)
    if extra_value > best and has(words[2 + (extra >> 6)], extra & 63):
        best = extra_value
        action = CLAIM + extra
    slack = float(desk["left"]) - float(desk["turns"])
    if has(words[0], DRAW_TICKETS) and slack >= float(params[TICKET_TURNS]):
        if best < float(params[TICKET_YIELD]):
            promise = promise_of_draw(board, state, seat, params, desk)
            if promise >= float(params[TICKET_BAR]):
                return DRAW_TICKETS
    if orders > QUICK and float(params[BLOCK_VALUE]) > 0.0:
        block_value, block = _best_block(board, state, seat, words, params, desk)
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
    board: Board,
    state: State,
    seat: int,
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
                board, state, seat, route, params, desk
            ):
                continue
            points = int(board["length_points"][int(board["route_length"][route])])
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
    board: Board, state: State, seat: int, words: Words, params: Params, desk: Desk
) -> tuple[float, int]:
    """The claim outside the plan that is worth most for what it costs a rival, or -1."""
    best = -1.0
    chosen = -1
    rate_blocks(board, state, seat, words, desk)
    for word in range(WORDS):
        routes = words[2 + word] & ~desk["plan"][word]
        while routes != ZERO:
            route = 64 * word + lowest(routes)
            routes = without_lowest(routes)
            block = float(desk["block"][route])
            length = int(board["route_length"][route])
            fits = int(desk["pieces"]) + length <= int(state["pieces"][seat])
            if block > 0.0 and fits:
                value = worth_of(board, state, seat, route, params, desk)
                value += float(params[BLOCK_VALUE]) * block
                if value > best:
                    best = value
                    chosen = route
    return best, chosen


@inline
def _dares(board: Board, state: State, seat: int, route: int, params: Params, desk: Desk) -> bool:
    """Whether a tunnel is likely enough to succeed; other routes always do."""
    if not has(board["tunnels"][route >> 6], route & 63) or float(desk["left"]) <= 1.5:
        return True
    colour = int(board["route_colour"][route])
    length = int(board["route_length"][route])
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
def _station_for_plan(board: Board, seat: int, sites: np.uint64, desk: Desk) -> int:
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
            if has(sites, int(board["route_a"][route])):
                return STATION + int(board["route_a"][route])
            if has(sites, int(board["route_b"][route])):
                return STATION + int(board["route_b"][route])
    return -1


@jit
def _seek_points(
    board: Board, state: State, seat: int, params: Params, desk: Desk
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
        route = _best_extra(board, state, seat, pieces, params, desk)
        if route < 0:
            break
        desk["urgency"][route] = 0.0
        reserve(board, route, desk)
        desk["extra"][route >> 6] = desk["extra"][route >> 6] | bit(route & 63)
        length = int(board["route_length"][route])
        pieces += length
        if place == 0 and int(desk["missing"][route]) == 0:
            value = worth_of(board, state, seat, route, params, desk)
            claim = route
    return value, claim


@inline
def worth_of(
    board: Board, state: State, seat: int, route: int, params: Params, desk: Desk
) -> float:
    """Points a route beside the plan brings, less what its cards could bring elsewhere."""
    length = int(board["route_length"][route])
    worth = float(board["length_points"][length])
    if int(board["longest_bonus"]) > 0:
        own = state["owned"][seat]
        at_a = board["city_routes"][int(board["route_a"][route])]
        at_b = board["city_routes"][int(board["route_b"][route])]
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
    board: Board, state: State, seat: int, pieces: int, params: Params, desk: Desk
) -> int:
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
            length = int(board["route_length"][route])
            if pieces + length > int(state["pieces"][seat]):
                continue
            colour = int(board["route_colour"][route])
            held = most if colour == GRAY else int(desk["spare"][colour])
            lacking = max(0, length - held - wilds)
            lacking = max(lacking, int(board["route_symbols"][route]) - wilds)
            turns = 1.0 + lacking / float(params[DRAW_RATE])
            if turns > max(left, 1.0) + 0.5:
                continue
            used = float(params[CARD_COST]) * (length - lacking) / float(params[DRAW_RATE])
            here = float(board["length_points"][length]) / (turns + used)
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
def _second_card(state: State, desk: Desk) -> int:
    kind = best_in_row(state, desk, False)
    if kind >= 0 and float(desk["want"][kind]) >= blind_value(desk):
        return kind
    return DRAW_DECK


@jit
def _last_action(board: Board, state: State, seat: int, words: Words, desk: Desk) -> int:
    """The most points at once, tickets completed by the claim included; -1 if nothing can be."""
    best = 0.0
    action = -1
    for word in range(WORDS):
        routes = words[2 + word]
        while routes != ZERO:
            route = 64 * word + lowest(routes)
            routes = without_lowest(routes)
            gain = float(board["length_points"][int(board["route_length"][route])])
            gain += 2.0 * _completed_by(board, route, desk)
            if has(board["tunnels"][word], route & 63):
                gain *= 0.6
            if gain > best:
                best = gain
                action = CLAIM + route
    return action


@inline
def _completed_by(board: Board, route: int, desk: Desk) -> int:
    """Points of the open tickets that one more route completes."""
    a = int(board["route_a"][route])
    b = int(board["route_b"][route])
    joined = desk["component"][a] | desk["component"][b]
    points = 0
    tickets = desk["open"]
    while tickets != ZERO:
        ticket = lowest(tickets)
        tickets = without_lowest(tickets)
        ends = bit(int(board["ticket_a"][ticket])) | bit(int(board["ticket_b"][ticket]))
        if ends & ~joined == ZERO:
            points += int(board["ticket_points"][ticket])
    return points


@inline
def _any_action(words: Words) -> int:
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
def _choose_payment(board: Board, state: State, seat: int, words: Words, desk: Desk) -> int:
    """The payment that takes fewest wilds and fewest cards the rest of the plan needs."""
    phase = int(state["phase"])
    if phase == TUNNEL:
        price = int(state["surcharge"])
    elif phase == PAY_STATION:
        price = station_price(board, state, seat)
    else:
        price = int(board["route_length"][int(state["route"])])
    if phase != PAY_STATION:
        route = int(state["route"])
        desk["plan"][route >> 6] = desk["plan"][route >> 6] & ~bit(route & 63)
        set_aside(board, state, seat, desk)
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
