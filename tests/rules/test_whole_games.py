"""One whole game per board, from the deal to the scores, with the scoring worked out by hand.

The cards and tickets are laid out before the first turn; from there on every action is a legal
move. `turns` are played in order, one line per turn.
"""

from collections import Counter

from anden.kernel.layout import SETUP
from tests.support import Table, rule


def play_turns(table: Table, first: int, *turns: str) -> None:
    """One turn per line, its actions separated by semicolons; the seats alternate."""
    for number, turn in enumerate(turns):
        assert not table.is_over
        assert table.seat == (first + number) % table.players, turn
        table.play(*turn.split("; "))
    assert table.is_over


@rule("C1", "C3", "C5", "C24", "C25", "U2", "U3", "U5", "U6")
def test_a_game_in_north_america() -> None:
    table = Table("usa", players=2, first=0)
    assert table.phase == SETUP
    table.stack_row("red", "purple", "orange", "green", "black").set_deck().set_discards()
    table.give(0, black=6, green=6, purple=2, red=6, orange=6, yellow=6, blue=6, white=6)
    table.give(1, purple=4, blue=4, white=6, orange=2, wild=3).deal_rest()
    table.offer(0, "los_angeles-miami", "atlanta-montreal", "calgary-salt_lake_city")
    table.offer(1, "chicago-santa_fe", "denver-pittsburgh", "boston-miami")
    table.stack_tickets("houston-winnipeg", "denver-el_paso", "montreal-new_orleans")

    table.play("keep los_angeles-miami, calgary-salt_lake_city")
    table.play("keep chicago-santa_fe, denver-pittsburgh")
    play_turns(
        table,
        0,
        "claim el_paso-los_angeles; pay 6 black",
        "draw purple; draw orange",
        "claim el_paso-houston; pay 6 green",
        "draw tickets; keep denver-el_paso",
        "claim houston-new_orleans; pay 2 purple",
        "claim denver-omaha; pay 4 purple",
        "claim miami-new_orleans; pay 6 red",
        "claim chicago-omaha; pay 4 blue",
        "claim duluth-helena; pay 6 orange",
        "claim denver-santa_fe; pay 2 white",
        "claim helena-seattle; pay 6 yellow",
        "claim el_paso-santa_fe; pay 2 wild",
        "claim portland-salt_lake_city; pay 6 blue",
        "claim chicago-toronto; pay 4 white",
        "claim calgary-winnipeg; pay 6 white",  # 44 trains placed, one left: the last round
        "claim montreal-toronto; pay 2 orange 1 wild",
        "draw deck; draw deck",
    )

    # The tickets dropped at the deal, then the two refused later, are under the deck.
    dropped = ["atlanta-montreal", "boston-miami", "houston-winnipeg", "montreal-new_orleans"]
    assert table.returned() == dropped
    assert [table.pieces(seat) for seat in range(2)] == [1, 45 - 4 - 4 - 2 - 2 - 4 - 3]

    score = table.score(0)
    # Routes: seven of 6 spaces at 15, one of 2 at 2.
    assert score.routes == 7 * 15 + 2 == 107
    # Los Angeles, El Paso, Houston, New Orleans, Miami: made. Calgary and Salt Lake City: apart.
    assert score.completed == {"los_angeles-miami"}
    assert score.tickets == 20 - 7
    # Los Angeles to Miami: 6 + 6 + 2 + 6. Duluth to Seattle would be 12.
    assert (score.longest, score.longest_points) == (20, 10)
    assert (score.stations, score.districts) == (0, 0)
    assert score.total == 107 + 13 + 10 == 130
    assert score.rank == 1

    score = table.score(1)
    # Omaha-Denver 7, Omaha-Chicago 7, Denver-Santa Fe 2, Santa Fe-El Paso 2, Chicago-Toronto 7,
    # Toronto-Montreal 4.
    assert score.routes == 7 + 7 + 2 + 2 + 7 + 4 == 29
    # Chicago, Omaha, Denver, Santa Fe: made; on to El Paso: made. Pittsburgh: never reached.
    assert score.completed == {"chicago-santa_fe", "denver-el_paso"}
    assert score.tickets == 9 + 4 - 11
    # El Paso to Montreal: 2 + 2 + 4 + 4 + 4 + 3, one short of the other.
    assert (score.longest, score.longest_points) == (19, 0)
    assert score.total == 29 + 2 == 31
    assert score.rank == 2


@rule("E1", "E2", "E3", "E5", "E6", "E7", "E9", "E11", "E12", "E13", "E14", "E15", "C24")
def test_a_game_in_europe() -> None:
    table = Table("europe", players=2, first=1)
    assert table.phase == SETUP
    table.stack_row("red", "blue", "purple", "wild", "orange").set_deck().set_discards()
    table.give(0, green=10, yellow=8, blue=4, red=5, orange=4, purple=2, white=3, black=7, wild=3)
    # Three cards are the whole deck, so that what a tunnel reveals is certain.
    table.give(1).set_deck(green=2, white=1).deal_rest(seat=1)
    table.offer(0, "brest-petrograd", "stockholm-wien", "kyiv-petrograd", "madrid-zurich")
    table.offer(1, "cadiz-stockholm", "barcelona-munchen", "paris-wien", "edinburgh-paris")
    table.stack_tickets("essen-kyiv", "brest-marseille", "roma-smyrna", "angora-athina")

    table.play("keep brest-petrograd, stockholm-wien, kyiv-petrograd")
    table.play("keep barcelona-munchen, paris-wien")
    play_turns(
        table,
        1,
        # Reveals the white card, which costs one: not paid.
        "claim madrid-pamplona:white; pay 3 white; withdraw",
        # Reveals two green cards.
        "claim petrograd-stockholm; pay 8 green; pay 2 green",
        # Reveals green and perhaps white cards: no surcharge. The same goes for the next tunnel.
        "claim madrid-pamplona:black; pay 3 black",
        "claim budapest-kyiv; pay 6 yellow",
        "claim pamplona-paris:blue; pay 4 blue",
        "claim petrograd-wilno; pay 4 blue",
        "claim marseille-pamplona; pay 4 red",
        "claim kyiv-wilno; pay 2 yellow",
        "station paris; pay 1 orange",
        "claim budapest-wien:red; pay 1 red",
        "station munchen; pay 1 purple 1 wild",
        "claim munchen-wien; pay 3 orange",
        "claim barcelona-madrid; pay 2 yellow",
        "claim frankfurt-munchen; pay 2 purple",
        "draw tickets; keep brest-marseille",
        "claim frankfurt-paris:white; pay 3 white",
        "claim brest-pamplona; pay 4 purple",
        "claim brest-paris; pay 3 black",
        "draw red; draw blue",
        "claim palermo-smyrna; pay 4 red 2 wild",
        "draw wild",
        "claim rostov-sevastopol; pay 4 black",
        "claim cadiz-madrid; pay 3 orange",
        "claim sevastopol-sochi; pay 1 orange 1 wild",  # 44 trains placed: the last round
        "claim cadiz-lisboa; pay 2 blue",
        "draw deck; draw deck",
    )

    # What was dropped at the deal has left the game; what was refused later has not.
    assert table.returned() == ["angora-athina", "essen-kyiv", "roma-smyrna"]
    assert [table.pieces(seat) for seat in range(2)] == [1, 45 - 3 - 4 - 4 - 2 - 4 - 3 - 2]

    score = table.score(0)
    # Petrograd-Stockholm 21, Kyiv-Budapest 15, Petrograd-Wilno 7, Wilno-Kyiv 2, Budapest-Wien 1,
    # Wien-Munchen 4, Munchen-Frankfurt 2, Frankfurt-Paris 4, Paris-Brest 4: 60 in one line.
    # Palermo-Smyrna 15, Rostov-Sevastopol 7, Sevastopol-Sochi 2.
    assert score.routes == 60 + 15 + 7 + 2 == 84
    # All three tickets lie along the line.
    assert score.completed == {"brest-petrograd", "stockholm-wien", "kyiv-petrograd"}
    assert score.tickets == 20 + 11 + 6 == 37
    # The line: 8 + 4 + 2 + 6 + 1 + 3 + 2 + 3 + 3.
    assert (score.longest, score.longest_points) == (32, 10)
    assert score.stations == 3 * 4
    assert score.borrowed == [None, None, None]
    assert score.total == 84 + 37 + 10 + 12 == 143
    assert score.rank == 1

    score = table.score(1)
    # Madrid-Pamplona 4, Pamplona-Paris 7, Pamplona-Marseille 7, Barcelona-Madrid 2,
    # Brest-Pamplona 7, Cadiz-Madrid 4, Cadiz-Lisboa 2.
    assert score.routes == 4 + 7 + 7 + 2 + 7 + 4 + 2 == 33
    # Barcelona, Madrid, Pamplona, Paris, and on to Munchen by two borrowed routes. The third
    # one to Wien would need a third station. Brest, Pamplona, Marseille: made.
    assert score.borrowed == ["frankfurt-munchen", "frankfurt-paris:white", None]
    assert score.completed == {"barcelona-munchen", "brest-marseille"}
    assert score.tickets == 8 + 7 - 8
    # Lisboa, Cadiz, Madrid, Pamplona, and one of three branches of 4: 2 + 3 + 3 + 4.
    assert (score.longest, score.longest_points) == (12, 0)
    assert score.stations == 4
    assert score.total == 33 + 7 + 4 == 44
    assert score.rank == 2


@rule("L1", "L2", "L3", "L5", "L6", "L7", "C24")
def test_a_game_in_london() -> None:
    table = Table("london", players=2, first=0)
    assert table.phase == SETUP
    table.stack_row("blue", "blue", "wild", "green", "yellow").set_deck().set_discards()
    table.give(0, orange=4, black=6, green=3, pink=1, yellow=2)
    table.give(1, green=2, orange=2, pink=2, blue=1, wild=1).deal_rest()
    table.offer(0, "kings_cross-buckingham_palace", "regents_park-elephant_and_castle")
    table.offer(1, "piccadilly_circus-waterloo", "trafalgar_square-globe_theatre")
    table.stack_tickets("trafalgar_square-st_pauls", "big_ben-charterhouse")

    table.play("keep all", "keep trafalgar_square-globe_theatre")
    play_turns(
        table,
        0,
        "claim baker_street-british_museum; pay 4 orange",
        "claim trafalgar_square-waterloo; pay 2 green",
        "claim kings_cross-british_museum; pay 2 black",
        "claim waterloo-elephant_and_castle; pay 2 orange",
        "claim regents_park-kings_cross; pay 3 green",
        "claim waterloo-globe_theatre; pay 2 pink",
        "claim baker_street-hyde_park; pay 4 black",
        "draw tickets; keep all",
        "claim british_museum-covent_garden:gray.1; pay 1 pink",
        "claim globe_theatre-st_pauls:gray.2; pay 1 wild",
        "claim hyde_park-buckingham_palace:yellow; pay 1 yellow",  # 15 placed: the last round
        "claim big_ben-waterloo; pay 1 blue",
        "claim piccadilly_circus-covent_garden:yellow; pay 1 yellow",
    )

    assert table.returned() == ["piccadilly_circus-waterloo"]
    assert [table.pieces(seat) for seat in range(2)] == [1, 17 - 2 - 2 - 2 - 1 - 1]
    assert table.hand[0] == Counter()

    score = table.score(0)
    # Lengths 4, 2, 3, 4, 1, 1 and on the last turn 1.
    assert score.routes == 7 + 2 + 4 + 7 + 1 + 1 + 1 == 23
    # King's Cross, British Museum, Baker Street, Hyde Park, Buckingham Palace: made.
    assert score.completed == {"kings_cross-buckingham_palace"}
    assert score.tickets == 6 - 9
    # District 1: British Museum, Covent Garden. District 5: Baker Street, Hyde Park, King's
    # Cross and Regent's Park, joined by way of the British Museum.
    assert score.districts == 1 + 5
    assert score.longest_points == 0
    assert score.total == 23 - 3 + 6 == 26
    assert score.rank == 1

    score = table.score(1)
    # Lengths 2, 2, 2, 1, 1.
    assert score.routes == 2 + 2 + 2 + 1 + 1 == 8
    # Trafalgar Square, Waterloo, Globe Theatre: made; on to St Paul's: made. Charterhouse: not.
    assert score.completed == {"trafalgar_square-globe_theatre", "trafalgar_square-st_pauls"}
    assert score.tickets == 4 + 4 - 5
    # District 3: Elephant & Castle, Globe Theatre, Waterloo.
    assert score.districts == 3
    assert score.total == 8 + 3 + 3 == 14
    assert score.rank == 2
