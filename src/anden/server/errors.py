"""Everything the server refuses, with a code for programs and a text for people."""

from dataclasses import dataclass

from anden.game import Reason
from anden.locales import translate


@dataclass(frozen=True)
class _Kind:
    status: int  # of HTTP
    key: str


CODES = {
    "action/illegal": _Kind(409, "server.action_illegal"),
    "action/not-your-turn": _Kind(409, "server.action_not_your_turn"),
    "action/stale": _Kind(409, "server.action_stale"),
    "action/unreadable": _Kind(400, "server.action_unreadable"),
    "board/invalid": _Kind(422, "server.board_invalid"),
    "board/unknown": _Kind(404, "server.board_unknown"),
    "bot/unknown": _Kind(400, "server.bot_unknown"),
    "coach/against-people": _Kind(409, "server.coach_against_people"),
    "frame/garbage": _Kind(400, "server.frame_garbage"),
    "frame/too-big": _Kind(413, "server.frame_too_big"),
    "game/not-found": _Kind(404, "server.game_not_found"),
    "game/not-over": _Kind(409, "server.game_not_over"),
    "game/not-playing": _Kind(409, "server.game_not_playing"),
    "game/started": _Kind(409, "server.game_started"),
    "game/unreadable": _Kind(409, "server.game_unreadable"),
    "hello/expected": _Kind(400, "server.hello_expected"),
    "host/only": _Kind(403, "server.host_only"),
    "join/full": _Kind(409, "server.join_full"),
    "join/no-such-code": _Kind(404, "server.join_no_such_code"),
    "link/invalid": _Kind(404, "server.link_invalid"),
    "origin/foreign": _Kind(403, "server.origin_foreign"),
    "protocol/unsupported": _Kind(400, "server.protocol_unsupported"),
    "rate/limited": _Kind(429, "server.rate_limited"),
    "request/invalid": _Kind(422, "server.request_invalid"),
    "request/method": _Kind(405, "server.request_method"),
    "request/not-found": _Kind(404, "server.request_not_found"),
    "request/too-big": _Kind(413, "server.request_too_big"),
    "say/too-soon": _Kind(429, "server.say_too_soon"),
    "seat/bot-plays": _Kind(409, "server.seat_bot_plays"),
    "seat/colour-taken": _Kind(409, "server.seat_colour_taken"),
    "seat/colour-unknown": _Kind(400, "server.seat_colour_unknown"),
    "seat/name-empty": _Kind(400, "server.seat_name_empty"),
    "seat/name-taken": _Kind(409, "server.seat_name_taken"),
    "seat/not-shown": _Kind(403, "server.seat_not_shown"),
    "seat/not-yours": _Kind(403, "server.seat_not_yours"),
    "seat/present": _Kind(409, "server.seat_present"),
    "seat/taken": _Kind(409, "server.seat_taken"),
    "seat/unknown": _Kind(404, "server.seat_unknown"),
    "seats/open": _Kind(409, "server.seats_open"),
    "seats/too-few": _Kind(409, "server.seats_too_few"),
    "seats/too-many": _Kind(409, "server.seats_too_many"),
    "server/busy": _Kind(503, "server.server_busy"),
    "server/failed": _Kind(500, "server.server_failed"),
    "storage/failed": _Kind(503, "server.storage_failed"),
    "undo/too-late": _Kind(409, "server.undo_too_late"),
}


class RefusedError(Exception):
    """A request that is not served; nothing has changed."""

    def __init__(self, code: str, reason: Reason | None = None, **params: object) -> None:
        super().__init__(code)
        self.code = code
        self.reason = reason  # of the rules, with action/illegal
        self.params = params

    @property
    def status(self) -> int:
        return CODES[self.code].status

    def text(self, language: str) -> str:
        if self.reason is not None:
            return self.reason.text(language)
        return translate(language, CODES[self.code].key, **self.params)

    def as_dict(self, language: str) -> dict[str, object]:
        """The body of an HTTP error."""
        error = {"code": self.code, "text": self.text(language), "params": self.params}
        return {"error": error}
