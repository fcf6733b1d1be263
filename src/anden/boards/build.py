"""Builds a board from the values of its file: counts, cards, deals, bonuses. The map: `network`."""

from anden.boards.board import (
    Board,
    CardColour,
    Cards,
    LongestPath,
    Noun,
    PieceColour,
    Pieces,
    Players,
    Stations,
    Ticket,
    TicketDeal,
    TicketDraw,
    WildCard,
)
from anden.boards.dump import FORMAT
from anden.boards.errors import UnusableNameError
from anden.boards.limits import (
    MAX_CARDS,
    MAX_CARDS_PER_KIND,
    MAX_COLOURS,
    MAX_LENGTH,
    MAX_OFFER,
    MAX_PIECE_COLOURS,
    MAX_PIECES,
    MAX_POINTS,
    MAX_SEATS,
    MAX_STATIONS,
    MIN_PIECES,
    ROW_SIZE,
)
from anden.boards.lookup import name_colours
from anden.boards.network import read_cities, read_districts, read_routes, read_tickets
from anden.boards.read_layout import read_layout
from anden.boards.reader import Reader, shown

_KEYS = (
    "format id names players pieces cards starting_hand ticket_deal ticket_draw "
    "double_routes_from points_by_length longest_path stations tie_breaks "
    "districts cities routes tickets"
)
_DESTINATIONS = {"under_deck": "under_deck", "removed": "removed"}  # of tickets not kept


def read_board(root: Reader) -> Board:
    _check_format(root)
    root.expect(_KEYS, optional="layout")
    players = _read_players(root["players"])
    cards = _read_cards(root["cards"])
    points_by_length = _read_points(root["points_by_length"])
    cities = read_cities(root["cities"])
    routes = read_routes(root["routes"], cities, cards, points_by_length)
    tickets = read_tickets(root["tickets"], cities, routes)
    longest_path = _read_longest_path(root["longest_path"])
    stations = _read_stations(root["stations"])
    return Board(
        id=root["id"].identifier(),
        names=root["names"].names(),
        players=players,
        pieces=_read_pieces(root["pieces"], players),
        cards=cards,
        starting_hand=_read_starting_hand(root["starting_hand"], players, cards),
        ticket_deal=_read_ticket_deal(root["ticket_deal"], players, tickets),
        ticket_draw=_read_ticket_draw(root["ticket_draw"]),
        double_routes_from=root["double_routes_from"].integer(2, MAX_SEATS + 1),
        points_by_length=points_by_length,
        longest_path=longest_path,
        stations=stations,
        tie_breaks=_read_tie_breaks(root["tie_breaks"], longest_path, stations),
        districts=read_districts(root["districts"], cities, routes),
        cities=cities,
        routes=routes,
        tickets=tickets,
        layout=read_layout(root["layout"], cities, routes) if "layout" in root else None,
    )


def _check_format(root: Reader) -> None:
    if "format" in root:
        value = root["format"].value
        if type(value) is not int or value != FORMAT:
            root["format"].fail("board.unknown_format", value=shown(value), known=FORMAT)


def _read_players(reader: Reader) -> Players:
    reader.expect("min max")
    players = Players(reader["min"].integer(2, MAX_SEATS), reader["max"].integer(2, MAX_SEATS))
    if players.min > players.max:
        reader.fail("board.min_above_max", min=players.min, max=players.max)
    return players


def _read_nouns(reader: Reader) -> dict[str, Noun]:
    return {
        language: Noun(noun.expect("one many")["one"].text(), noun["many"].text())
        for language, noun in reader.by_language().items()
    }


def _read_pieces(reader: Reader, players: Players) -> Pieces:
    reader.expect("count names colours")
    colours: list[PieceColour] = []
    for item in reader["colours"].items(2, MAX_PIECE_COLOURS):
        item.expect("id names")
        colour = PieceColour(item["id"].identifier(), item["names"].names())
        if colour.id in (other.id for other in colours):
            item.fail("board.id_taken", id=colour.id)
        colours.append(colour)
    if len(colours) < players.max:
        reader["colours"].fail("board.few_colours", number=len(colours), players=players.max)
    count = reader["count"].integer(MIN_PIECES, MAX_PIECES)
    return Pieces(count, _read_nouns(reader["names"]), tuple(colours))


def _read_cards(reader: Reader) -> Cards:
    reader.expect("names colours wild")
    wild = reader["wild"].expect("count names")
    cards = Cards(
        colours=tuple(map(_read_colour, reader["colours"].items(1, MAX_COLOURS))),
        wild=WildCard(wild["count"].integer(1, MAX_CARDS_PER_KIND), wild["names"].names()),
        names=_read_nouns(reader["names"]),
    )
    try:
        name_colours(cards)
    except UnusableNameError as clash:
        reader.fail_for(clash.reason)
    if cards.total > MAX_CARDS:
        reader.fail("board.many_cards", number=cards.total, max=MAX_CARDS)
    return cards


def _read_colour(reader: Reader) -> CardColour:
    reader.expect("id count names")
    return CardColour(
        id=reader["id"].identifier(),
        count=reader["count"].integer(1, MAX_CARDS_PER_KIND),
        names=reader["names"].names(),
    )


def _read_starting_hand(reader: Reader, players: Players, cards: Cards) -> int:
    hand = reader.integer(1, MAX_CARDS)
    needed = hand * players.max + ROW_SIZE
    if needed > cards.total:
        reader.fail(
            "board.few_cards",
            players=players.max,
            hand=hand,
            row=ROW_SIZE,
            needed=needed,
            number=cards.total,
        )
    return hand


def _read_ticket_deal(reader: Reader, players: Players, tickets: tuple[Ticket, ...]) -> TicketDeal:
    reader.expect("regular long keep dropped")
    deal = TicketDeal(
        regular=reader["regular"].integer(0, MAX_OFFER),
        long=reader["long"].integer(0, MAX_OFFER),
        keep=reader["keep"].integer(1, MAX_OFFER),
        dropped=reader["dropped"].one_of("board.unknown_destination", _DESTINATIONS),
    )
    dealt = deal.regular + deal.long
    if dealt > MAX_OFFER:
        reader.fail("board.deals_many", number=dealt, max=MAX_OFFER)
    if deal.keep > dealt:
        reader["keep"].fail("board.keeps_dealt", keep=deal.keep, number=dealt)
    num_long = sum(ticket.is_long for ticket in tickets)
    for key, reason, each, available in (
        ("regular", "board.few_regular", deal.regular, len(tickets) - num_long),
        ("long", "board.few_long", deal.long, num_long),
    ):
        needed = each * players.max
        if needed > available:
            reader[key].fail(reason, players=players.max, needed=needed, number=available)
    return deal


def _read_ticket_draw(reader: Reader) -> TicketDraw:
    reader.expect("count keep")
    draw = TicketDraw(reader["count"].integer(1, MAX_OFFER), reader["keep"].integer(1, MAX_OFFER))
    if draw.keep > draw.count:
        reader["keep"].fail("board.keeps_drawn", keep=draw.keep, number=draw.count)
    return draw


def _read_points(reader: Reader) -> dict[int, int]:
    lengths = {str(length): length for length in range(1, MAX_LENGTH + 1)}
    points: dict[int, int] = {}
    for key, value in reader.entries():
        if key not in lengths:
            value.fail("board.not_a_length", max=MAX_LENGTH)
        points[lengths[key]] = value.integer(0, MAX_POINTS)
    return points


def _read_longest_path(reader: Reader) -> LongestPath | None:
    if reader.value is None:
        return None
    reader.expect("bonus names")
    return LongestPath(reader["bonus"].integer(0, MAX_POINTS), reader["names"].names())


def _read_stations(reader: Reader) -> Stations | None:
    if reader.value is None:
        return None
    reader.expect("count unbuilt_points")
    return Stations(
        count=reader["count"].integer(1, MAX_STATIONS),
        unbuilt_points=reader["unbuilt_points"].integer(0, MAX_POINTS),
    )


def _read_tie_breaks(
    reader: Reader, longest_path: LongestPath | None, stations: Stations | None
) -> tuple[str, ...]:
    options = {name: name for name in ("tickets", "stations", "longest_path")}
    absent = {"stations": stations is None, "longest_path": longest_path is None}
    tie_breaks: list[str] = []
    for item in reader.items(0, len(options)):
        tie_break = item.one_of("board.unknown_tie_break", options)
        if absent.get(tie_break):
            item.fail("board.tie_break_absent", name=tie_break)
        if tie_break in tie_breaks:
            item.fail("board.tie_break_twice", name=tie_break)
        tie_breaks.append(tie_break)
    return tuple(tie_breaks)
