"""Tables about a board, from its data: `<!-- facts: europe -->`, `<!-- tickets: europe -->`."""

from collections.abc import Iterator

from anden.boards import Board, load_board
from anden.boards.names import in_language

WORDS = {
    "en": {
        "players": "Players",
        "pieces": "Each begins with",
        "cards": "Cards",
        "hand": "Cards in hand at the start",
        "tickets": "Tickets",
        "deal": "Dealt at the start",
        "keep": "{count}, keep at least {keep}",
        "draw": "Drawn later",
        "points": "Points by length of a route",
        "doubles": "Both lanes of a double route",
        "from": "from {n} players on",
        "to": "{low} to {high}",
        "stations": "{count} stations",
        "each": "{n} in each of {colours} colours, and {wilds} wild ones ({wild})",
        "all": "All {n} tickets",
        "city": "From",
        "other": "To",
        "worth": "Points",
        "long": "long",
    },
    "es": {
        "players": "Jugadores",
        "pieces": "Cada cual empieza con",
        "cards": "Cartas",
        "hand": "Cartas en la mano al empezar",
        "tickets": "Billetes",
        "deal": "Se reparten al empezar",
        "keep": "{count}; hay que quedarse al menos con {keep}",
        "draw": "Se roban después",
        "points": "Puntos según la longitud del recorrido",
        "doubles": "Las dos vías de un recorrido doble",
        "from": "a partir de {n} jugadores",
        "to": "de {low} a {high}",
        "stations": "{count} estaciones",
        "each": "{n} de cada uno de {colours} colores y {wilds} comodines ({wild})",
        "all": "Los {n} billetes",
        "city": "De",
        "other": "A",
        "worth": "Puntos",
        "long": "larga",
    },
}


def board_table(kind: str, name: str, language: str) -> str:
    board = load_board(name)
    lines = _facts(board, language) if kind == "facts" else _tickets(board, language)
    return "\n".join(lines)


def _facts(board: Board, language: str) -> Iterator[str]:
    words = WORDS[language]
    pieces = f"{board.pieces.count} {in_language(board.pieces.names, language).many}"
    if board.stations is not None:
        pieces += ", " + words["stations"].format(count=board.stations.count)
    deal = board.ticket_deal
    facts = {
        "players": words["to"].format(low=board.players.min, high=board.players.max),
        "pieces": pieces,
        "cards": f"{board.cards.total}: " + _cards(board, language),
        "hand": board.starting_hand,
        "tickets": len(board.tickets),
        "deal": words["keep"].format(count=deal.regular + deal.long, keep=deal.keep),
        "draw": words["keep"].format(count=board.ticket_draw.count, keep=board.ticket_draw.keep),
        "points": " · ".join(f"{n}: **{worth}**" for n, worth in _points(board)),
        "doubles": words["from"].format(n=board.double_routes_from),
    }
    yield "| | |"
    yield "|---|---|"
    yield from (f"| {words[key]} | {value} |" for key, value in facts.items())


def _cards(board: Board, language: str) -> str:
    return WORDS[language]["each"].format(
        n=board.cards.colours[0].count,
        colours=len(board.cards.colours),
        wilds=board.cards.wild.count,
        wild=in_language(board.cards.wild.names, language),
    )


def _points(board: Board) -> list[tuple[int, int]]:
    return sorted((int(length), points) for length, points in board.points_by_length.items())


def _tickets(board: Board, language: str) -> Iterator[str]:
    words = WORDS[language]
    yield f'??? note "{words["all"].format(n=len(board.tickets))}"'
    yield ""
    yield f"    | {words['city']} | {words['other']} | {words['worth']} |"
    yield "    |---|---|---|"
    for ticket in sorted(board.tickets, key=lambda ticket: -ticket.points):
        cities = (in_language(board.cities[at].names, language) for at in (ticket.a, ticket.b))
        long = f" ({words['long']})" if ticket.is_long else ""
        yield f"    | {' | '.join(cities)} | {ticket.points}{long} |"
