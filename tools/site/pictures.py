"""The pictures of the site, drawn anew for every build: `NAME.svg` and `NAME-dark.svg`."""

from collections.abc import Callable, Iterator
from pathlib import Path

from anden.boards import Board, layout_for, load_board
from anden.game import Game, read_record
from anden.game.pictures import THEMES, board_svg, position_svg, replay_svg

from .cards import cards_svg, tickets_svg

RECORD = Path(__file__).parents[2] / "docs" / "records" / "five-players.anden"
PLAYERS = ("Ana", "Ben", "Cleo", "Dan", "Eva")

SHAPE = 1.9  # width by height of a part of a board
NOTHING: dict[str, int] = {}

Drawing = Callable[[str, str], str]  # language and theme go in, SVG comes out


def drawings() -> dict[str, Drawing]:
    usa, europe, london = (load_board(name) for name in ("usa", "europe", "london"))
    return {
        "usa": lambda language, theme: board_svg(usa, language=language, theme=theme),
        "europe": lambda language, theme: board_svg(europe, language=language, theme=theme),
        "london": lambda language, theme: board_svg(london, language=language, theme=theme),
        "film": _film,
        "end": _end,
        "row": lambda _, theme: cards_svg(
            usa, (None, "red", "white", "wild", "blue", "red"), theme
        ),
        "pay-white": lambda _, theme: cards_svg(europe, ("white", "white", "white"), theme),
        "pay-wild": lambda _, theme: cards_svg(europe, ("white", "white", "wild"), theme),
        "tickets": lambda language, _: tickets_svg(
            usa, ("boston-miami", "denver-el_paso", "los_angeles-new_york"), language
        ),
        "route": _part(europe, ("paris", "frankfurt", "bruxelles"), {"paris-frankfurt:white": 1}),
        "network": _part(
            usa,
            ("denver", "el_paso", "oklahoma_city", "santa_fe"),
            {"denver-santa_fe": 0, "el_paso-santa_fe": 0},
        ),
        "double": _part(
            usa, ("dallas", "houston", "new_orleans", "little_rock"), {"dallas-houston:gray.1": 3}
        ),
        "longest": _part(
            usa,
            ("seattle", "helena", "denver", "portland"),
            {
                "seattle-helena": 2,
                "denver-helena": 2,
                "denver-salt_lake_city:red": 2,
                "portland-salt_lake_city": 2,
                "portland-seattle:gray.1": 2,
            },
        ),
        "ferry": _part(europe, ("london", "amsterdam", "dieppe")),
        "tunnel": _part(europe, ("zurich", "munchen", "venezia", "marseille")),
        "station": _part(
            europe,
            ("munchen", "wien", "budapest", "warszawa"),
            {"budapest-wien:red": 1, "munchen-wien": 0},
            {"wien": 0},
        ),
        "district": _part(
            london,
            ("buckingham_palace", "trafalgar_square", "big_ben"),
            {"big_ben-trafalgar_square": 1, "buckingham_palace-piccadilly_circus": 1},
        ),
    }


def pictures(language: str) -> Iterator[tuple[str, str]]:
    """Every file, by name."""
    for name, draw in drawings().items():
        for theme in THEMES:
            yield f"{name}{'-dark' if theme == 'dark' else ''}.svg", draw(language, theme)


def _part(
    board: Board,
    cities: tuple[str, ...],
    claimed: dict[str, int] = NOTHING,
    stations: dict[str, int] = NOTHING,
) -> Drawing:
    """The surroundings of some cities, as far as the sheet goes, in the shape of a postcard."""
    layout = layout_for(board)
    places = [layout.cities[board.city_index(city)] for city in cities]
    frame = 16.0
    height = max(p.y for p in places) - min(p.y for p in places) + 3.2 * layout.space_length
    width = max(p.x for p in places) - min(p.x for p in places) + 4 * layout.space_length
    width, height = max(width, height * SHAPE), max(height, width / SHAPE)
    left = sum(p.x for p in places) / len(places) - width / 2
    top = sum(p.y for p in places) / len(places) - height / 2
    left = min(max(left, frame), layout.width - frame - width)
    top = min(max(top, frame), layout.height - frame - height)
    return lambda language, theme: board_svg(
        board,
        claimed=claimed,
        stations=stations,
        language=language,
        theme=theme,
        part=(left, top, width, height),
    )


def _film(language: str, theme: str) -> str:
    record = read_record(RECORD.read_text("utf-8"))
    return replay_svg(record, names=PLAYERS, language=language, theme=theme)


def _end(language: str, theme: str) -> str:
    game = Game.replay(read_record(RECORD.read_text("utf-8")))
    return position_svg(game.view(None), names=PLAYERS, language=language, theme=theme)
