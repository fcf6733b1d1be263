"""How far a ticket is."""

from anden.game.progress import ticket_progress

from .support import new_table, seated

TICKET = "denver-el_paso"


def test_an_open_ticket_names_the_cheapest_routes_left() -> None:
    game = seated(new_table("usa"))
    progress = ticket_progress(game.position, 0, TICKET)
    assert (progress.status, progress.points, progress.pieces) == ("open", 4, 4)
    assert set(progress.missing) == {"denver-santa_fe", "el_paso-santa_fe"}


def test_own_routes_are_free_and_those_of_others_closed() -> None:
    game = seated(new_table("usa").owns(0, "denver-santa_fe"))
    assert ticket_progress(game.position, 0, TICKET).missing == ("el_paso-santa_fe",)
    assert "denver-santa_fe" not in ticket_progress(game.position, 1, TICKET).missing


def test_a_completed_ticket_is_done() -> None:
    game = seated(new_table("usa").owns(0, "denver-santa_fe", "el_paso-santa_fe"))
    progress = ticket_progress(game.position, 0, TICKET)
    assert (progress.status, progress.missing, progress.pieces) == ("done", (), 0)


def test_a_ticket_is_cut_off_without_a_way_or_without_pieces() -> None:
    table = new_table("usa")
    miami = [r for r in table.board.routes if table.board.city_index("miami") in r.pair]
    table.owns(1, *(table.board.route_name(route.index) for route in miami))
    table.state["pieces"][0] = 3
    game = seated(table)
    no_way = ticket_progress(game.position, 0, "boston-miami")
    assert (no_way.status, no_way.missing, no_way.pieces) == ("cut_off", (), 0)
    too_far = ticket_progress(game.position, 0, TICKET)
    assert (too_far.status, too_far.pieces) == ("cut_off", 4)


def test_exactly_enough_pieces_leave_a_ticket_open() -> None:
    table = new_table("usa")
    table.state["pieces"][0] = 4
    progress = ticket_progress(seated(table).position, 0, TICKET)
    assert (progress.status, progress.pieces) == ("open", 4)


def test_a_completed_ticket_stays_done_without_any_piece() -> None:
    table = new_table("usa").owns(0, "denver-santa_fe", "el_paso-santa_fe")
    table.state["pieces"][0] = 0
    assert ticket_progress(seated(table).position, 0, TICKET).status == "done"


def test_a_view_is_enough() -> None:
    game = seated(new_table("usa").owns(0, "denver-santa_fe"))
    assert ticket_progress(game.view(0), 0, TICKET) == ticket_progress(game.position, 0, TICKET)
