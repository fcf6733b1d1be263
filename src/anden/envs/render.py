"""A view as text, as an SVG picture, or as an array of pixels."""

from anden.game import Position, View
from anden.game.pictures import position_svg
from anden.kernel.ids import Seat

from .errors import EnvError
from .raster import Picture, as_pixels
from .window import show_in_window

RENDER_MODES = ("human", "ansi", "rgb_array", "svg")


def render(view: View, mode: str | None) -> str | Picture | None:
    """What Gymnasium's and PettingZoo's `render` return."""
    match mode:
        case "human":
            _show(view)
            return None
        case "ansi":
            return as_text(view)
        case "svg":
            return position_svg(view)
        case "rgb_array":
            return as_pixels(view)
    raise EnvError(f"make the environment with a render_mode: {', '.join(RENDER_MODES)}")


def _show(view: View) -> None:
    """In a window; where there is no screen for one, or no Pillow, as text."""
    try:
        is_shown = show_in_window(as_pixels(view))
    except EnvError:
        is_shown = False
    if not is_shown:
        print(as_text(view))


def as_text(view: View) -> str:
    """The table in plain text, with the hand and tickets of the view's seat."""
    to_act = "the game is over" if view.to_act is None else f"player {view.to_act}, {view.phase}"
    row = " ".join(kind or "-" for kind in view.row)
    lines = [
        f"{view.board.id}, turn {view.turn}: {to_act}",
        f"row: {row} | deck {view.deck_size}, tickets {view.tickets_left}",
    ]
    lines += [_seat_text(view, seat) for seat in range(view.players)]
    if view.seat is not None:
        cards = ", ".join(f"{n} {kind}" for kind, n in view.hand(view.seat).items())
        lines.append(f"hand of player {view.seat}: {cards or 'empty'}")
        lines.append(f"tickets: {', '.join(view.tickets(view.seat)) or 'none'}")
        offer = view.offer(view.seat)
        lines += [f"offer: {', '.join(offer)}"] if offer else []
    return "\n".join(lines)


def _seat_text(view: View, seat: Seat) -> str:
    stations = view.station_cities(seat)
    routes = view.routes(seat)
    return (
        f"{'>' if seat == view.to_act else ' '} player {seat}: {_facts(view, seat)}"
        + (f" | routes {' '.join(routes)}" if routes else "")
        + (f" | stations {' '.join(stations)}" if stations else "")
    )


def _facts(position: Position, seat: Seat) -> str:
    return (
        f"{position.score(seat)} points, {position.pieces(seat)} pieces, "
        f"{position.hand_size(seat)} cards, {position.ticket_count(seat)} tickets"
    )
