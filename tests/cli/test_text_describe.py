"""What the table looks like in words."""

import re
from pathlib import Path

import pytest

from anden.boards import builtin_boards, load_board
from anden.cli.text import describe, routes
from anden.cli.text.map import draw_map
from anden.cli.text.results import results
from anden.cli.text.seats import make_seats
from anden.cli.text.speech import Speech
from anden.game import Game, Scores, SeatScore, StationScore, TicketScore
from tests.cli.text_driver import play_lines

SEATS = make_seats(2, 1, ["greedy"], ["Ana", "Luis"], "en")


def started(board: str, seed: int = 1) -> Game:
    """A game in which everyone has kept all tickets and seat 0 is to act."""
    game = Game(board, 2, seed, first=0)
    for seat in (0, 1):
        game.play(f"keep {', '.join(game.position.offer(seat))}", seat)
    return game


def english(game: Game) -> Speech:
    return Speech(game.board, "en")


def give(game: Game, seat: int, **cards: int) -> None:
    """The seat's hand is these cards; the deck no longer adds up, which nobody here counts."""
    record = game.position.state
    record["hand"][seat] = 0
    for kind, number in cards.items():
        record["hand"][seat][game.board.colour_index(kind)] = number
    record["hand_size"][seat] = sum(cards.values())


def test_row_and_hand_are_one_line_each() -> None:
    game = started("usa")
    give(game, 0, red=2, wild=2)
    view = game.view(0)
    assert describe.hand(english(game), view) == "Your hand, 4 cards: 2 red and 2 locomotives."
    spanish = Speech(game.board, "es")
    assert describe.hand(spanish, view) == "Tu mano, 4 cartas: 2 rojas y 2 locomotoras."
    give(game, 0)
    assert describe.hand(spanish, game.view(0)) == "No tienes cartas en la mano."
    assert describe.row(spanish, view).startswith("Fila: ")


def test_ticket_tells_what_it_still_needs() -> None:
    game = started("usa")
    lines = list(describe.tickets(english(game), game.view(0)))
    assert len(lines) == 3
    assert all(" points: needs " in line and " trains: " in line for line in lines)


def test_ticket_tells_both_lanes_tunnels_and_ferries() -> None:
    game = started("europe", 3)
    told = " ".join(describe.tickets(english(game), game.view(0)))
    assert "Madrid-Pamplona (3, black or white, tunnel)" in told
    assert "Essen-Copenhagen (3, gray, ferry with at least 1 locomotive)" in told


def test_either_lane_is_known_to_help_a_ticket() -> None:
    game = started("europe", 3)
    give(game, 0, wild=8)
    lines = list(routes.claimable(english(game), game.view(0)))
    lanes = [line for line in lines if line.startswith("Madrid-Pamplona")]
    assert len(lanes) == 2
    assert all(line.endswith("One of your tickets needs it.") for line in lanes)


def test_bus_of_london_is_a_piece_and_the_card_is_called_one() -> None:
    game = started("london")
    give(game, 0, pink=1, wild=2)
    view = game.view(0)
    assert describe.hand(english(game), view) == "Your hand, 3 cards: 1 pink and 2 bus cards."
    spanish = Speech(game.board, "es")
    assert describe.hand(spanish, view) == "Tu mano, 3 cartas: 1 rosa y 2 cartas de autobús."
    assert spanish.cards("wild", 1) == "1 carta de autobús"
    assert english(game).pieces(17) == "17 buses"


@pytest.mark.parametrize("board", builtin_boards())
def test_map_shows_cities_owners_and_goals(board: str) -> None:
    game = started(board)
    record = game.position.state
    everything = (1 << len(game.board.routes)) - 1
    record["owned"][1] = [everything % (1 << 64), everything >> 64]
    record["available"][0] = 0
    lines = list(draw_map(english(game), game.view(0), SEATS, 78, 22))
    assert len(lines) <= 22
    assert max(map(len, lines[:-1])) <= 78
    *drawn, signs = lines
    goals = {city for name in game.position.tickets(0) for city in name.split("-")}
    assert sum(line.count("*") for line in drawn) == len(goals)
    assert sum(line.count("o") for line in drawn) >= len(game.board.cities) - len(goals)
    assert any("2 2" in line or "22" in line for line in drawn)
    assert not any("." in line.replace("St.", "").replace("Ste.", "") for line in drawn)
    assert signs.endswith("claimed: 1 Ana, 2 Luis.")


@pytest.mark.parametrize("board", builtin_boards())
def test_names_on_the_map_do_not_run_into_each_other(board: str) -> None:
    game = started(board)
    for size in ((60, 22), (78, 22), (78, 34), (100, 30), (118, 36)):
        drawn = "\n".join(draw_map(english(game), game.view(0), SEATS, *size))
        assert re.findall(r"\w\w[o*][A-Z]\w+", drawn) == []


def test_ticket_is_done_or_cut_off() -> None:
    game = started("london")
    record = game.position.state
    everything = [(1 << len(game.board.routes)) - 1, 0]
    record["owned"][0] = everything
    assert all(": done." in line for line in describe.tickets(english(game), game.view(0)))
    record["owned"][0] = 0
    record["available"][0] = 0
    assert all(": cut off;" in line for line in describe.tickets(english(game), game.view(0)))
    record["available"][0] = everything
    record["pieces"][0] = 1
    for line in describe.tickets(english(game), game.view(0)):
        assert "and you have only 1 bus." in line


def test_routes_from_a_city_tell_all_there_is_to_know() -> None:
    game = started("europe")
    give(game, 0, white=3)
    game.play("claim paris-frankfurt:white with 3 white")
    give(game, 1)
    paris = game.board.city_index("paris")
    lines = list(routes.from_city(english(game), game.view(1), SEATS, paris))
    assert lines[0] == "10 routes from Paris."
    assert "Frankfurt: 3 trains, white, 4 points. Ana has it." in lines
    closed = "with 2 players only one lane is used, and the other lane is taken"
    assert f"Frankfurt: 3 trains, orange, 4 points. Closed: {closed}." in lines
    zurich = next(line for line in lines if line.startswith("Zurich"))
    assert zurich.startswith("Zurich: 3 trains, gray, tunnel, 4 points. Open, but you need 3 more")


def test_ferry_tells_its_symbols() -> None:
    game = started("europe")
    london = game.board.city_index("london")
    lines = list(routes.from_city(english(game), game.view(0), SEATS, london))
    assert any("ferry with at least 1 locomotive" in line for line in lines)


def test_claimable_routes_come_best_first() -> None:
    game = started("usa")
    give(game, 0, wild=6)
    lines = list(routes.claimable(english(game), game.view(0)))
    needed = [line for line in lines if line.endswith("One of your tickets needs it.")]
    assert needed
    assert lines[1 : 1 + len(needed)] == needed
    for part in (needed, lines[1 + len(needed) :]):
        points = [int(line.split(" point")[0].rsplit(" ", 1)[1]) for line in part]
        assert points == sorted(points, reverse=True)
    assert any("15 points. With 6 locomotives." in line for line in lines)


def test_long_list_of_claimable_routes_is_cut(tmp_path: Path) -> None:
    game = started("usa")
    give(game, 0, wild=6)
    _, screen = play_lines(tmp_path, ["claimable"], game=game)
    assert "more: type claimable all." in screen.text
    _, everything = play_lines(tmp_path, ["claimable all"], game=game)
    assert len(everything.lines) > len(screen.lines) + 50


def test_nothing_claimable_is_said_so() -> None:
    game = started("usa")
    give(game, 0)
    assert list(routes.claimable(english(game), game.view(0))) == ["You can claim 0 routes."]


def test_players_list_knows_only_what_all_know() -> None:
    game = started("usa")
    kind = next(kind for kind in game.position.row if kind is not None)
    game.play(f"draw {kind}")
    lines = list(describe.players(english(game), game.view(1), SEATS))
    assert f"5 cards, among them {english(game).cards(kind, 1)}." in lines[0]
    assert lines[1].startswith("Luis (you): 0 points. 45 trains. 4 cards. 3 tickets.")


def test_districts_are_told_with_the_score() -> None:
    game = started("london")
    lines = list(describe.score(english(game), game.view(0), SEATS))
    assert "District of 1 point, not joined: British Museum and Covent Garden." in lines
    record = game.position.state
    record["owned"][0] = [(1 << len(game.board.routes)) - 1, 0]
    lines = list(describe.score(english(game), game.view(0), SEATS))
    assert "District of 1 point, joined: British Museum and Covent Garden." in lines


def seat_score(seat: int, total: int, rank: int) -> SeatScore:
    return SeatScore(
        seat=seat,
        routes=30,
        tickets=(TicketScore("dieppe-madrid", -8, False), TicketScore("roma-smyrna", 8, True)),
        longest_path=20 + seat,
        longest_path_points=10 * seat,
        stations=(StationScore("roma", "roma-venezia"), StationScore("paris", None)),
        station_points=4,
        districts=(),
        district_points=0,
        total=total,
        rank=rank,
    )


@pytest.mark.parametrize(
    ("decided_by", "said"),
    [
        ("tickets", "more completed tickets decide"),
        ("stations", "fewer stations built decide"),
        ("longest_path", "the longest path decides"),
    ],
)
def test_result_is_itemised_and_names_the_tie_break(decided_by: str, said: str) -> None:
    scores = Scores((seat_score(0, 40, 2), seat_score(1, 40, 1)), decided_by)
    lines = list(results(Speech(load_board("europe"), "en"), scores, SEATS, 0))
    assert lines[0] == "Luis wins with 40 points."
    assert said in lines[1]
    assert lines[3] == "1. Luis: 40 points."
    assert "Routes: 30 points." in lines
    assert "Ticket Rome-Izmir, completed: plus 8." in lines
    assert "Ticket Dieppe-Madrid, not completed: minus 8." in lines
    assert "European Express, 21 trains: plus 10." in lines
    assert "The station in Rome borrows Rome-Venice." in lines
    assert "The station in Paris borrows no route." in lines
    assert "Stations not built: plus 4." in lines


def test_shared_win_names_all_winners() -> None:
    scores = Scores((seat_score(0, 40, 1), seat_score(1, 40, 1)), "shared")
    lines = list(results(Speech(load_board("europe"), "es"), scores, SEATS, None))
    assert lines[0] == "Ana y Luis comparten la victoria con 40 puntos."


def test_several_payments_are_numbered_and_asked_for(tmp_path: Path) -> None:
    game = started("usa")
    give(game, 0, red=2, blue=1, wild=1)
    lines = [
        "claim dallas-houston",
        "hand",
        "claim dallas-houston",
        "9",
        "",
        "claim dallas-houston",
        "3",
        "quit",
    ]
    table, screen = play_lines(tmp_path, lines, game=game)
    options = ["1. 1 red", "2. 1 blue", "3. 1 locomotive"]
    start = screen.lines.index("With which cards?")
    assert screen.lines[start + 1 : start + 4] == options
    assert "Type a number from 1 to 3." in screen.text
    assert "You claim Dallas-Houston with 1 locomotive: 1 point." in screen.text
    assert table.game.position.owner(game.board.find_route("dallas-houston:gray.1")) == 0


def test_colour_alone_chooses_among_the_payments(tmp_path: Path) -> None:
    game = started("usa")
    give(game, 0, red=2, blue=1, wild=1)
    _, screen = play_lines(tmp_path, ["claim dallas houston with blue"], game=game)
    assert "You claim Dallas-Houston with 1 blue: 1 point." in screen.text


def test_completed_ticket_is_told_to_its_owner(tmp_path: Path) -> None:
    game = started("london")
    board, record = game.board, game.position.state
    route = board.find_route("british_museum-piccadilly_circus")
    ticket = board.find_ticket("british_museum-piccadilly_circus")
    record["tickets"][0] = 1 << ticket
    give(game, 0, pink=2)
    name = board.route_name(route)
    _, screen = play_lines(tmp_path, ["hand", f"claim {name} with 2 pink"], game=game)
    assert "Your ticket British Museum-Piccadilly Circus is done." in screen.text
