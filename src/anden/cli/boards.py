"""`anden boards`: list, show, check."""

from typing import Annotated

import typer

from anden.boards import GRAY, Board, BoardError, Route, builtin_boards, load_board
from anden.boards.names import in_language

from .fail import fail

boards = typer.Typer(help="List, show or check boards.", invoke_without_command=True)

Lang = Annotated[str, typer.Option("--lang", help="Language of the names: en or es.")]


@boards.callback()
def list_boards(context: typer.Context) -> None:
    """List the boards that come with Andén."""
    if context.invoked_subcommand is not None:
        return
    for name in builtin_boards():
        board = load_board(name)
        typer.echo(f"{name:8} {in_language(board.names, 'en')}: {_summary(board)}")


@boards.command()
def show(board: Annotated[str, typer.Argument(help="Name or file.")], lang: Lang = "en") -> None:
    """Print the facts of a board."""
    for line in _facts(_load(board), lang):
        typer.echo(line)


@boards.command()
def check(file: Annotated[str, typer.Argument(help="Board file.")]) -> None:
    """Read a board file as the game would, and say what is wrong with it."""
    try:
        found = load_board(file)
    except BoardError as error:
        fail(error, code=1)
    typer.echo(f"{file}: {found.id} is a good board: {_summary(found)}")


def _load(name: str) -> Board:
    try:
        return load_board(name)
    except BoardError as error:
        fail(error)


def _summary(board: Board) -> str:
    pairs = len({route.pair for route in board.routes})
    return (
        f"{board.players.min} to {board.players.max} players, {len(board.cities)} cities, "
        f"{len(board.routes)} routes on {pairs} pairs, {len(board.tickets)} tickets"
    )


def _facts(board: Board, lang: str) -> list[str]:
    cards = ", ".join(
        f"{colour.count} {in_language(colour.names, lang)}" for colour in board.cards.colours
    )
    points = ", ".join(f"{length}: {p}" for length, p in board.points_by_length.items())
    deal, draw = board.ticket_deal, board.ticket_draw
    lines = [
        f"{in_language(board.names, lang)} ({board.id})",
        _summary(board),
        f"pieces: {board.pieces.count} each",
        f"cards: {cards}, {board.cards.wild.count} {in_language(board.cards.wild.names, lang)}",
        f"starting hand: {board.starting_hand}",
        f"tickets dealt: {deal.regular} regular, {deal.long} long, keep at least {deal.keep}",
        f"tickets drawn: {draw.count}, keep at least {draw.keep}",
        f"points by length: {points}",
        f"both lanes of double routes: from {board.double_routes_from} players",
    ]
    if board.longest_path:
        name = in_language(board.longest_path.names, lang)
        lines.append(f"{name}: {board.longest_path.bonus} points")
    if board.stations:
        unbuilt = board.stations.unbuilt_points
        lines.append(f"stations: {board.stations.count} each, {unbuilt} points if not built")
    lines += ["", f"cities ({len(board.cities)}):"]
    lines += (f"  {in_language(city.names, lang)}" for city in board.cities)
    lines += ["", f"routes ({len(board.routes)}):"]
    lines += (f"  {_route(board, route, lang)}" for route in board.routes)
    lines += ["", f"tickets ({len(board.tickets)}):"]
    lines += (
        f"  {_pair(board, t.a, t.b, lang)}, {t.points} points{', long' if t.is_long else ''}"
        for t in board.tickets
    )
    if board.districts:
        lines += ["", f"districts ({len(board.districts)}):"]
        for district in board.districts:
            names = (in_language(board.cities[city].names, lang) for city in district.cities)
            lines.append(f"  {district.points} points: {', '.join(names)}")
    return lines


def _pair(board: Board, a: int, b: int, lang: str) -> str:
    return " - ".join(in_language(board.cities[city].names, lang) for city in (a, b))


def _route(board: Board, route: Route, lang: str) -> str:
    gray = {"en": "gray", "es": "gris"}
    names = gray if route.colour == GRAY else board.cards.colours[route.colour].names
    kind = ", tunnel" if route.is_tunnel else f", ferry {route.wilds}" if route.is_ferry else ""
    twin = ", double" if route.twin is not None else ""
    pair = _pair(board, route.a, route.b, lang)
    return f"{pair}: {route.length} {in_language(names, lang)}{kind}{twin}"
