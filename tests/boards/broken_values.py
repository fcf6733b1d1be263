"""Boards broken in shape, names, counts, deals and bonuses."""

from tests.boards.broken import Broken, drop, put

NAME = ("cities", 0, "names", "en")
FIRST = "routes[0] (amsterdam-bruxelles)"
LONG = {"one": "x" * 41, "many": "y"}

BROKEN_VALUES = {
    # the shape of the file
    "missing key": Broken(drop("stations"), "", "the key 'stations' is missing", True),
    "unknown key": Broken(put("station", value=1), "", "did you mean 'stations'", True),
    "alien key": Broken(put("zzzz", value=1), "", 'unknown key "zzzz"; remove it', True),
    "unknown key in a route": Broken(
        put("routes", 0, "color", value="red"), FIRST, "did you mean 'colour'", True
    ),
    "format of the future": Broken(put("format", value=2), "format", "reads format 1", True),
    "format as text": Broken(put("format", value="1"), "format", "reads format 1", True),
    "format true": Broken(put("format", value=True), "format", "reads format 1", True),
    "bool as a number": Broken(
        put("routes", 0, "length", value=True), f"{FIRST}.length", "is true or false", True
    ),
    "fraction as a count": Broken(
        put("starting_hand", value=2.5), "starting_hand", "must be a whole number", True
    ),
    "text as a number": Broken(
        put("pieces", "count", value="45"), "pieces.count", "is text; it must be", True
    ),
    "list as an object": Broken(put("players", value=[2, 5]), "players", "is a list", True),
    "object as a list": Broken(put("routes", value={}), "routes", "is an object", True),
    "null where nothing may lack": Broken(put("cards", value=None), "cards", "is null", True),
    "not a number": Broken(
        put("cities", 0, "lat", value=float("nan")), "cities[0] (amsterdam).lat", "NaN is out"
    ),
    "infinity": Broken(
        put("cities", 0, "lon", value=float("inf")), ".lon", "Infinity is out of range", True
    ),
    # names and ids
    "id with capitals": Broken(put("id", value="Europe"), "id", "use only a-z", True),
    "id with a hyphen": Broken(
        put("cities", 0, "id", value="a-b"), "cities[0].id", "is not an id", True
    ),
    "id without letters": Broken(
        put("cities", 0, "id", value="__"), "cities[0] (__)", "has no letter or digit"
    ),
    "empty name": Broken(put(*NAME, value=" "), "(amsterdam).names.en", "is empty", True),
    "long name": Broken(put(*NAME, value="x" * 41), ".names.en", "over 40 characters", True),
    "control character": Broken(put(*NAME, value="A\x1b[2J"), ".names.en", "unprintable", True),
    "space around a name": Broken(put(*NAME, value="Paris "), ".names.en", "with a space", True),
    "no English name": Broken(drop(*NAME), "(amsterdam).names", "add the key 'en'", True),
    "no names": Broken(put("names", value={}), "names", "is empty", True),
    "bad language": Broken(
        put("names", "English", value="x"), "names", '"English" is not a language code', True
    ),
    "long noun": Broken(put("pieces", "names", "en", value=LONG), "names.en.one", "over 40", True),
    "unprintable alias": Broken(
        put("cities", 0, "aliases", value=["\u202ex"]), "aliases[0]", "unprintable"
    ),
    "too many aliases": Broken(
        put("cities", 0, "aliases", value=list("abcdefghi")), "aliases", "9 entries", True
    ),
    # players, pieces, cards
    "one player": Broken(put("players", "min", value=1), "players.min", "use 2 to 5", True),
    "six players": Broken(put("players", "max", value=6), "players.max", "use 2 to 5", True),
    "min over max": Broken(
        put("players", value={"min": 4, "max": 3}), "players", "min 4 is more than max 3"
    ),
    "no pieces": Broken(put("pieces", "count", value=0), "pieces.count", "use 3 to 64", True),
    "too many pieces": Broken(put("pieces", "count", value=65), "pieces.count", "3 to 64", True),
    "few piece colours": Broken(
        drop("pieces", "colours", 0), "pieces.colours", "too few for 5 players"
    ),
    "piece colour twice": Broken(
        put("pieces", "colours", 1, "id", value="blue"), "colours[1] (blue)", "is taken"
    ),
    "no cards of a colour": Broken(
        put("cards", "colours", 0, "count", value=0), "colours[0] (purple).count", "1 to 60", True
    ),
    "negative wilds": Broken(
        put("cards", "wild", "count", value=-1), "cards.wild.count", "-1 is out of range", True
    ),
    "absurd card count": Broken(
        put("cards", "wild", "count", value=10**300), "cards.wild.count", "1 to 60", True
    ),
    "too many cards": Broken(
        lambda board: [colour.update(count=60) for colour in board["cards"]["colours"]],
        "cards",
        "494 cards are too many",
    ),
    "nine colours": Broken(
        lambda board: board["cards"]["colours"].append(
            {"id": "pink", "count": 1, "names": {"en": "pink"}}
        ),
        "cards.colours",
        "9 entries",
        True,
    ),
    "colour called gray": Broken(
        put("cards", "colours", 0, "id", value="gray"), "cards", "already stands for"
    ),
    "two colours of one name": Broken(
        put("cards", "colours", 0, "names", "es", value="Azul"), "cards", "already stands for"
    ),
    "no hand": Broken(put("starting_hand", value=0), "starting_hand", "0 is out of range", True),
    "not enough cards": Broken(
        put("starting_hand", value=22), "starting_hand", "need 115 cards, but there are 110"
    ),
    # tickets dealt and drawn, bonuses
    "keep more than dealt": Broken(put("ticket_deal", "keep", value=5), "deal.keep", "5 of 4"),
    "keep none of the deal": Broken(
        put("ticket_deal", "keep", value=0), "ticket_deal.keep", "1 to 5", True
    ),
    "deal too large": Broken(put("ticket_deal", "long", value=3), "ticket_deal", "deals 6 tickets"),
    "negative deal": Broken(
        put("ticket_deal", "long", value=-1), "ticket_deal.long", "0 to 5", True
    ),
    "not enough regular tickets": Broken(
        lambda board: board.update(tickets=board["tickets"][-16:]),
        "ticket_deal.regular",
        "need 15 regular tickets, but there are 10",
    ),
    "not enough long tickets": Broken(
        put("ticket_deal", value={"regular": 1, "long": 2, "keep": 1, "dropped": "removed"}),
        "ticket_deal.long",
        "need 10 long tickets, but there are 6",
    ),
    "dropped elsewhere": Broken(
        put("ticket_deal", "dropped", value="remove"), "dropped", "did you mean 'removed'", True
    ),
    "draw too large": Broken(
        put("ticket_draw", "count", value=6), "ticket_draw.count", "1 to 5", True
    ),
    "keep more than drawn": Broken(put("ticket_draw", "keep", value=4), "draw.keep", "4 of 3"),
    "keep none drawn": Broken(put("ticket_draw", "keep", value=0), "draw.keep", "1 to 5", True),
    "double routes for nobody": Broken(
        put("double_routes_from", value=7), "double_routes_from", "2 to 6", True
    ),
    "points for no lengths": Broken(
        put("points_by_length", value={}), "points_by_length", "is empty", True
    ),
    "points for length nine": Broken(
        put("points_by_length", "9", value=30), 'points_by_length."9"', "is not a length", True
    ),
    "negative points": Broken(
        put("points_by_length", "1", value=-1), 'points_by_length."1"', "0 to 200", True
    ),
    "absurd bonus": Broken(
        put("longest_path", "bonus", value=201), "longest_path.bonus", "0 to 200", True
    ),
    "no stations to build": Broken(
        put("stations", "count", value=0), "stations.count", "1 to 3", True
    ),
    "unknown tie-break": Broken(
        put("tie_breaks", 0, value="ticket"), "tie_breaks[0]", "did you mean 'tickets'", True
    ),
    "tie-break twice": Broken(
        put("tie_breaks", 1, value="tickets"), "tie_breaks[1]", "appears twice", True
    ),
    "longest path breaks ties but scores nothing": Broken(
        put("longest_path", value=None), "tie_breaks[2]", "'longest_path' is null"
    ),
    "stations break ties but are not there": Broken(
        put("stations", value=None), "tie_breaks[1]", "'stations' is null"
    ),
}
