"""How a finished game came about: the course of the standings, and where it was decided."""

from typing import Any

from anden.game import Game, Record, replay_steps
from anden.game.events import seen_by
from anden.game.progress import ticket_progress
from anden.game.scores import score_position
from anden.game.view_json import event_as_dict


def story_as_dict(record: Record) -> dict[str, Any]:
    """Totals after every move as if the game had ended there, the turning point, near misses."""
    course: list[list[int]] = []
    events = []
    game = Game.from_header(record)
    for step in replay_steps(record):
        game = step.game
        course.append(list(score_position(game.position).totals))
        events.append([event_as_dict(seen_by(event, None)) for event in step.events])
    winners = game.scores().winners
    number = turning_point(course, winners[0])
    return {
        "course": course,
        "turning": None if number is None else _turning(course, events, number),
        "near_misses": near_misses(game),
    }


def turning_point(course: list[list[int]], winner: int) -> int | None:
    """The move, from 0, after which the winner led to the end; None if it was level to the last."""
    ahead = [
        totals[winner] > max(total for seat, total in enumerate(totals) if seat != winner)
        for totals in course
    ]
    if not ahead or not ahead[-1]:
        return None
    behind = [number for number, is_ahead in enumerate(ahead) if not is_ahead]
    return behind[-1] + 1 if behind else 0


def near_misses(game: Game) -> list[dict[str, Any]]:
    """Tickets that one more route would have completed."""
    found = []
    for score in game.scores().seats:
        for ticket in score.tickets:
            if not ticket.is_completed:
                progress = ticket_progress(game.position, score.seat, ticket.ticket)
                if len(progress.missing) == 1:
                    found.append(
                        {
                            "seat": score.seat,
                            "ticket": ticket.ticket,
                            "points": -ticket.points,
                            "route": progress.missing[0],
                        }
                    )
    return found


def _turning(
    course: list[list[int]], events: list[list[dict[str, Any]]], number: int
) -> dict[str, Any]:
    before = course[number - 1] if number else [0] * len(course[number])
    swing = [after - earlier for after, earlier in zip(course[number], before, strict=True)]
    return {"move": number + 1, "events": events[number], "swing": swing}
