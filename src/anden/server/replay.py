"""A finished game step by step, from a seat's view, from outside, or with open hands."""

from typing import Any

from pydantic_core import to_json

from anden.game import Game, Move, Record, replay_steps
from anden.game.events import Event, seen_by
from anden.game.view_json import event_as_dict, view_as_dict
from anden.kernel.ids import Seat

from .results import results_as_dict

ALL, NONE = "all", "none"


def replay_as_json(
    record: Record, board: str, people: list[dict[str, Any]], viewer: Seat | str
) -> bytes:
    """`board` is what the server calls it; `viewer` is a seat, ALL or NONE."""
    game = Game.from_header(record)
    start = _view(game, viewer)
    steps = []
    for step in replay_steps(record):
        game = step.game
        steps.append(
            {
                "seq": step.number,
                "seat": step.move.seat,
                "action": _action(step.move, step.events, viewer),
                "events": _events(step.events, viewer),
                "view": _view(game, viewer),
            }
        )
    whole = {
        "board": board,
        "seats": people,
        "seat": viewer if isinstance(viewer, int) else None,
        "start": start,
        "steps": steps,
        "over": results_as_dict(game),
    }
    return to_json(whole)


def _view(game: Game, viewer: Seat | str) -> dict[str, Any]:
    if viewer != ALL:
        return view_as_dict(game.view(viewer if isinstance(viewer, int) else None))
    open_hands = [view_as_dict(game.view(seat))["own"] for seat in range(game.players)]
    return view_as_dict(game.view(None)) | {"own": open_hands}


def _events(events: tuple[Event, ...], viewer: Seat | str) -> list[dict[str, Any]]:
    if viewer == ALL:
        return [event_as_dict(event) for event in events]
    seat = viewer if isinstance(viewer, int) else None
    return [event_as_dict(seen_by(event, seat)) for event in events]


def _action(move: Move, events: tuple[Event, ...], viewer: Seat | str) -> str | None:
    """The action, unless it names what the viewer may not know: tickets."""
    if viewer in (ALL, move.seat) or not move.action.startswith("keep "):
        return move.action
    return None
