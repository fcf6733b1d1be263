"""`anden boards`: list, show, check."""

from collections.abc import Iterator
from typing import Annotated, Any

import typer

from anden.boards import Board, BoardError, NoBoardFileError, Route, builtin_boards, load_board
from anden.boards.dump import board_as_dict
from anden.boards.names import in_language

from .completion import board_names
from .fail import fail, fail_with
from .language import Json, Lang, choose_language
from .output import print_json
from .text.speech import Speech

boards = typer.Typer(help="List, show or check boards.", invoke_without_command=True)


@boards.callback()
def list_boards(context: typer.Context, as_json: Json = False, lang: Lang = None) -> None:
    """List the boards that come with Andén."""
    if context.invoked_subcommand is not None:
        return
    if as_json:
        print_json({"boards": [_entry(load_board(name)) for name in builtin_boards()]})
        return
    for name in builtin_boards():
        speech = Speech(load_board(name), choose_language(lang))
        typer.echo(f"{name}: {_name(speech)}. {_summary(speech)}")


@boards.command()
def show(
    board: Annotated[str, typer.Argument(help="Board name or file.", autocompletion=board_names)],
    as_json: Json = False,
    lang: Lang = None,
) -> None:
    """Print the facts of a board."""
    language = choose_language(lang)
    try:
        loaded = load_board(board)
    except BoardError as error:
        fail_with(error.text(language), as_json, file=board, is_valid=False)
    if as_json:
        print_json(board_as_dict(loaded))
        return
    speech = Speech(loaded, language)
    for line in (*_facts(speech), *_entries(speech)):
        typer.echo(line)


@boards.command()
def check(
    file: Annotated[str, typer.Argument(help="Board file.")],
    as_json: Json = False,
    lang: Lang = None,
) -> None:
    """Read a board file as the game would, and say what is wrong with it."""
    language = choose_language(lang)
    try:
        board = load_board(file)
    except BoardError as error:
        code = 2 if isinstance(error, NoBoardFileError) else 1
        fail_with(error.text(language), as_json, code, file=file, is_valid=False)
    if as_json:
        print_json({"file": file, "is_valid": True} | _entry(board))
        return
    speech = Speech(board, language)
    line = speech.text("cli.good_board", file=file, name=_name(speech), summary=_summary(speech))
    typer.echo(line)


def _entry(board: Board) -> dict[str, Any]:
    return {
        "id": board.id,
        "names": dict(board.names),
        "players": [board.players.min, board.players.max],
        "cities": len(board.cities),
        "routes": len(board.routes),
        "tickets": len(board.tickets),
        "sha256": board.sha256,
    }


def _name(speech: Speech) -> str:
    return in_language(speech.board.names, speech.language)


def _summary(speech: Speech) -> str:
    board = speech.board
    return speech.text(
        "cli.summary",
        low=board.players.min,
        high=board.players.max,
        cities=len(board.cities),
        routes=len(board.routes),
        pairs=len({route.pair for route in board.routes}),
        tickets=len(board.tickets),
    )


def _facts(speech: Speech) -> Iterator[str]:
    """The numbers of the board, one per line."""
    board, text = speech.board, speech.text
    yield f"{_name(speech)} ({board.id}): {_summary(speech)}."
    yield text("cli.facts_pieces", pieces=speech.pieces(board.pieces.count))
    yield text("cli.facts_cards", cards=_cards(speech), hand=board.starting_hand)
    deal, draw = board.ticket_deal, board.ticket_draw
    yield text("cli.facts_deal", regular=deal.regular, long=deal.long, n=deal.keep)
    yield text("cli.facts_draw", count=draw.count, keep=draw.keep)
    points = ", ".join(f"{length}: {worth}" for length, worth in board.points_by_length.items())
    yield text("cli.facts_points", points=points)
    are_used = board.double_routes_from <= board.players.max
    key = "cli.facts_doubles" if are_used else "cli.facts_no_doubles"
    yield text(key, n=board.double_routes_from)
    if board.longest_path:
        name = in_language(board.longest_path.names, speech.language)
        yield text("cli.facts_longest", name=name, n=board.longest_path.bonus)
    if board.stations:
        count, worth = board.stations.count, board.stations.unbuilt_points
        yield text("cli.facts_stations", count=count, points=worth)


def _cards(speech: Speech) -> str:
    cards = speech.board.cards
    kinds = {colour.id: colour.count for colour in cards.colours} | {"wild": cards.wild.count}
    return speech.hand(kinds)


def _entries(speech: Speech) -> Iterator[str]:
    """Every city, route, ticket and district."""
    board = speech.board
    yield from _section(speech, "cli.facts_cities", map(speech.city, range(len(board.cities))))
    yield from _section(speech, "cli.facts_routes", (_route(speech, r) for r in board.routes))
    yield from _section(speech, "cli.facts_tickets", _tickets(speech))
    yield from _section(speech, "cli.facts_districts", _districts(speech))


def _section(speech: Speech, key: str, entries: Iterator[str]) -> Iterator[str]:
    lines = list(entries)
    if lines:
        yield ""
        yield speech.text(key, n=len(lines))
        yield from (f"  {line}" for line in lines)


def _route(speech: Speech, route: Route) -> str:
    parts = [f"{route.length} {speech.route_colour(route.index)}"]
    if route.is_tunnel:
        parts.append(speech.text("cli.route_tunnel"))
    if route.is_ferry:
        parts.append(speech.text("cli.route_ferry", n=route.wilds))
    if route.twin is not None:
        parts.append(speech.text("cli.route_double"))
    return f"{speech.cities(route.a, route.b)}: {', '.join(parts)}"


def _tickets(speech: Speech) -> Iterator[str]:
    for ticket in speech.board.tickets:
        long = f", {speech.text('cli.ticket_long')}" if ticket.is_long else ""
        points = speech.text("text.points", n=ticket.points)
        yield f"{speech.cities(ticket.a, ticket.b)}: {points}{long}"


def _districts(speech: Speech) -> Iterator[str]:
    for district in speech.board.districts:
        cities = speech.all_of(speech.city(city) for city in district.cities)
        yield f"{speech.text('text.points', n=district.points)}: {cities}"


def load_or_fail(name: str, language: str) -> Board:
    """The board, or the command's end with the reason."""
    try:
        return load_board(name)
    except BoardError as error:
        fail(error.text(language))
