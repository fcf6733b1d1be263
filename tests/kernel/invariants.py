"""What holds after every action of every game, recounted from the record."""

from collections import Counter

from anden.kernel.layout import (
    NO_CARD,
    NO_TICKET,
    NUM_KINDS,
    OVER,
    SETUP,
    SWEEP_WILDS,
    TUNNEL,
    WILD,
    State,
    Tables,
)
from tests.kernel.support import bits_of, legal_actions, owned_routes


def check_invariants(board: Tables, state: State) -> None:
    check_cards(board, state)
    check_deck(state)
    check_row(state)
    check_hands(state)
    check_routes(board, state)
    check_stations(board, state)
    check_tickets(board, state)
    assert bool(legal_actions(board, state)) == (state["phase"] != OVER)


def check_cards(board: Tables, state: State) -> None:
    """Every card is somewhere, by kind."""
    cards = (state["hand"].sum(axis=0) + state["deck"] + state["discards"]).tolist()
    for kind in state["row"].tolist():
        if kind != NO_CARD:
            cards[kind] += 1
    if state["phase"] == TUNNEL:
        cards[int(state["laid_colour"])] += int(state["laid_cards"])
        cards[WILD] += int(state["laid_wilds"])
        for kind in state["revealed"].tolist():
            if kind != NO_CARD:
                cards[kind] += 1
    assert cards == board["card_counts"].tolist()


def check_deck(state: State) -> None:
    deck, discards = state["deck"].tolist(), state["discards"].tolist()
    assert min(deck) >= 0
    assert min(discards) >= 0
    assert int(state["deck_size"]) == sum(deck)
    if sum(deck) == 0:
        assert sum(discards) == 0  # C12


def check_row(state: State) -> None:
    """The row is full while there are cards, and has few wilds while there are others."""
    row = state["row"].tolist()
    if state["deck_size"] > 0:
        assert NO_CARD not in row  # C14
    if row.count(WILD) >= SWEEP_WILDS and state["phase"] != TUNNEL:  # C9, C10
        loose = Counter(row) - Counter({NO_CARD: len(row)})
        for kind in range(NUM_KINDS):
            loose[kind] += int(state["deck"][kind]) + int(state["discards"][kind])
        plain = loose.total() - loose[WILD]
        assert min(len(row), loose.total()) - plain >= SWEEP_WILDS


def check_hands(state: State) -> None:
    hand, known = state["hand"], state["known"]
    assert hand.min() >= 0
    assert known.min() >= 0
    assert (known <= hand).all()
    assert state["hand_size"].tolist() == hand.sum(axis=1).tolist()


def check_routes(board: Tables, state: State) -> None:
    """Pieces and scores agree with the board; no route has two owners: C17 to C20, C26."""
    players = int(state["players"])
    taken: list[int] = []
    for seat in range(len(state["pieces"])):
        routes = owned_routes(state, seat)
        lengths = [int(board["route_length"][route]) for route in routes]
        twins = {int(board["route_twin"][route]) for route in routes}
        assert not twins & set(routes)
        assert int(state["pieces"][seat]) + sum(lengths) == (
            int(board["pieces"]) if seat < players else 0
        )
        assert int(state["pieces"][seat]) >= 0
        assert int(state["score"][seat]) == sum(int(board["length_points"][n]) for n in lengths)
        if players < int(board["doubles_from"]):
            assert not twins & set(taken)
        taken += routes
    assert len(taken) == len(set(taken))
    for seat in range(players):
        low, high = (int(word) for word in state["available"][seat])
        assert not set(bits_of(low | high << 64)) & set(taken)


def check_stations(board: Tables, state: State) -> None:
    cities = [bits_of(word) for word in state["station_cities"]]
    built = [city for of_seat in cities for city in of_seat]
    assert len(built) == len(set(built))  # E11
    for seat in range(int(state["players"])):
        assert len(cities[seat]) + int(state["stations_left"][seat]) == int(board["stations"])


def check_tickets(board: Tables, state: State) -> None:
    """Every ticket is in one place; only those dropped at a European deal, and long ones, leave."""
    players = int(state["players"])
    pool = bits_of(state["ticket_pool"])
    assert int(state["pool_size"]) == len(pool)
    ring = [
        (int(state["returned_head"]) + i) % len(state["returned"])
        for i in range(int(state["returned_size"]))
    ]
    returned = [int(state["returned"][place]) for place in ring]
    assert returned == [ticket for ticket in returned if ticket != NO_TICKET]
    assert (state["returned"] != NO_TICKET).sum() == len(returned)
    kept = [bits_of(word) for word in state["tickets"]]
    offers = [[t for t in offer if t != NO_TICKET] for offer in state["offer"].tolist()]
    places = pool + returned + [ticket for group in kept + offers for ticket in group]
    assert len(places) == len(set(places))
    removed = set(range(int(board["num_tickets"]))) - set(places)
    if state["phase"] == SETUP:
        assert not removed - set(bits_of(board["long_tickets"]))
        return
    assert state["ticket_count"].tolist() == [len(group) for group in kept]
    if board["drops_return"]:
        assert not removed
    else:
        deal = int(board["deal_regular"]) + int(board["deal_long"])
        undealt = len(bits_of(board["long_tickets"])) - players * int(board["deal_long"])
        assert undealt <= len(removed) <= undealt + players * (deal - 2)
