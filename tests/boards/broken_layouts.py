"""Boards whose drawing does not fit them."""

from tests.boards.broken import Broken, drop, put

FIRST = "layout.cities[0] (amsterdam)"
ROUTE = "layout.routes[0] (amsterdam-bruxelles)"
SPACE = ("layout", "routes", 0, "spaces", 0)
LABEL = ("layout", "cities", 0, "labels")
PARIS = 29

BROKEN_LAYOUTS = {
    "drawing as a list": Broken(put("layout", value=[]), "layout", "is a list", True),
    "drawing without a size": Broken(drop("layout", "width"), "layout", "'width' is missing", True),
    "unknown key in a drawing": Broken(
        put("layout", "widht", value=1500), "layout", "did you mean 'width'", True
    ),
    "sheet too small": Broken(put("layout", "height", value=99), "height", "100 to 10000", True),
    "sheet in fractions": Broken(
        put("layout", "width", value=1500.5), "layout.width", "a whole number", True
    ),
    "spaces of no length": Broken(
        put("layout", "space_length", value=0), "space_length", "1 to 250", True
    ),
    "spaces as wide as the board": Broken(
        put("layout", "space_width", value=900), "space_width", "1 to 250"
    ),
    "huge letters": Broken(put("layout", "label_size", value=251), "label_size", "1 to 250"),
    "city not drawn": Broken(
        drop("layout", "cities", 0), "layout.cities", "has 46 entries; it must have exactly 47"
    ),
    "cities in another order": Broken(
        put("layout", "cities", 0, "id", value="paris"),
        "layout.cities[0] (paris).id",
        "'amsterdam' comes here",
    ),
    "city left of the board": Broken(
        put("layout", "cities", 0, "x", value=-1), f"{FIRST}.x", "0 to 1500", True
    ),
    "city below the board": Broken(
        put("layout", "cities", 0, "y", value=1000.5), f"{FIRST}.y", "0 to 1000"
    ),
    "city at no number": Broken(
        put("layout", "cities", 0, "y", value=float("nan")), f"{FIRST}.y", "NaN is out of range"
    ),
    "no English label": Broken(drop(*LABEL, "en"), f"{FIRST}.labels", "add the key 'en'", True),
    "label off the board": Broken(
        put(*LABEL, "en", "x", value=1600), f"{FIRST}.labels.en.x", "0 to 1500"
    ),
    "unknown anchor": Broken(
        put(*LABEL, "en", "anchor", value="left"), "labels.en.anchor", "unknown anchor", True
    ),
    "label of another name": Broken(
        put("layout", "cities", PARIS, "labels", "en", "lines", value=["Pa ris"]),
        "(paris).labels.en.lines",
        "are not the name of the city",
    ),
    "label broken inside a word": Broken(
        put("layout", "cities", PARIS, "labels", "en", "lines", value=["Pa", "ris"]),
        "(paris).labels.en.lines",
        "it must have exactly 1",
    ),
    "route not drawn": Broken(
        drop("layout", "routes", 0), "layout.routes", "has 100 entries; it must have exactly 101"
    ),
    "routes in another order": Broken(
        put("layout", "routes", 0, "cities", value=["bruxelles", "amsterdam"]),
        "layout.routes[0] (bruxelles-amsterdam)",
        "'amsterdam-bruxelles' comes here",
    ),
    "a space too many": Broken(
        put("layout", "routes", 0, "spaces", value=[[1, 1, 0], [9, 9, 0]]),
        f"{ROUTE}.spaces",
        "has 2 spaces; the route has 1",
    ),
    "no spaces": Broken(
        put("layout", "routes", 0, "spaces", value=[]), f"{ROUTE}.spaces", "has 0 entries", True
    ),
    "space without an angle": Broken(
        put(*SPACE, value=[1, 1]), f"{ROUTE}.spaces[0]", "exactly 3", True
    ),
    "space off the board": Broken(
        put(*SPACE, value=[1501, 1, 0]), f"{ROUTE}.spaces[0][0]", "0 to 1500"
    ),
    "space turned too far": Broken(
        put(*SPACE, value=[1, 1, 270]), f"{ROUTE}.spaces[0][2]", "-180 to 180", True
    ),
}
