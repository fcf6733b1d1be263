"""Everything the server refuses, with a code for programs and a text for people."""

from dataclasses import dataclass

from anden.boards import BoardError
from anden.game import Reason
from anden.locales import translate
from anden.locales.errors import TranslatedError


@dataclass(frozen=True)
class _Kind:
    status: int  # of HTTP
    key: str


CODES = {
    "account/last-passkey": _Kind(409, "server.account_last_passkey"),
    "account/needed": _Kind(403, "server.account_needed"),
    "account/none-here": _Kind(404, "server.account_none_here"),
    "account/passkey-refused": _Kind(400, "server.account_passkey_refused"),
    "account/passkey-unknown": _Kind(404, "server.account_passkey_unknown"),
    "account/question-old": _Kind(409, "server.account_question_old"),
    "account/too-many-passkeys": _Kind(409, "server.account_too_many_passkeys"),
    "action/illegal": _Kind(409, "server.action_illegal"),
    "action/not-your-turn": _Kind(409, "server.action_not_your_turn"),
    "action/stale": _Kind(409, "server.action_stale"),
    "action/unreadable": _Kind(400, "server.action_unreadable"),
    "address/inside": _Kind(422, "server.address_inside"),
    "address/not-https": _Kind(422, "server.address_not_https"),
    "address/unknown": _Kind(422, "server.address_unknown"),
    "board/invalid": _Kind(422, "server.board_invalid"),
    "board/too-small": _Kind(409, "server.board_too_small"),
    "board/unknown": _Kind(404, "server.board_unknown"),
    "boards/full": _Kind(409, "server.boards_full"),
    "bot/levels-only": _Kind(400, "server.bot_levels_only"),
    "bot/unknown": _Kind(400, "server.bot_unknown"),
    "bots/too-many": _Kind(409, "server.bots_too_many"),
    "branch/not-your-move": _Kind(409, "server.branch_not_your_move"),
    "chance/closed": _Kind(409, "server.chance_closed"),
    "chance/other-number": _Kind(409, "server.chance_other_number"),
    "coach/against-people": _Kind(409, "server.coach_against_people"),
    "frame/garbage": _Kind(400, "server.frame_garbage"),
    "frame/too-big": _Kind(413, "server.frame_too_big"),
    "game/not-found": _Kind(404, "server.game_not_found"),
    "game/not-over": _Kind(409, "server.game_not_over"),
    "game/not-playing": _Kind(409, "server.game_not_playing"),
    "game/others-play": _Kind(409, "server.game_others_play"),
    "game/started": _Kind(409, "server.game_started"),
    "game/unreadable": _Kind(409, "server.game_unreadable"),
    "games/too-many": _Kind(409, "server.games_too_many"),
    "hello/expected": _Kind(400, "server.hello_expected"),
    "host/only": _Kind(403, "server.host_only"),
    "host/unknown": _Kind(421, "server.host_unknown"),
    "join/full": _Kind(409, "server.join_full"),
    "join/no-such-code": _Kind(404, "server.join_no_such_code"),
    "link/invalid": _Kind(404, "server.link_invalid"),
    "metrics/not-allowed": _Kind(403, "server.metrics_not_allowed"),
    "origin/foreign": _Kind(403, "server.origin_foreign"),
    "protocol/unsupported": _Kind(400, "server.protocol_unsupported"),
    "push/keys": _Kind(422, "server.push_bad_keys"),
    "push/none-here": _Kind(404, "server.push_none_here"),
    "puzzle/bad-answer": _Kind(422, "server.puzzle_bad_answer"),
    "puzzle/unknown": _Kind(404, "server.puzzle_unknown"),
    "rated/board": _Kind(409, "server.rated_board"),
    "rated/clock-decides": _Kind(409, "server.rated_clock_decides"),
    "rated/end-first": _Kind(409, "server.rated_end_first"),
    "rated/guest": _Kind(409, "server.rated_guest"),
    "rated/hot-seat": _Kind(409, "server.rated_hot_seat"),
    "rated/no-help": _Kind(409, "server.rated_no_help"),
    "rated/others-play": _Kind(409, "server.rated_others_play"),
    "rated/program": _Kind(409, "server.rated_program"),
    "rate/limited": _Kind(429, "server.rate_limited"),
    "request/invalid": _Kind(422, "server.request_invalid"),
    "request/method": _Kind(405, "server.request_method"),
    "request/not-found": _Kind(404, "server.request_not_found"),
    "request/too-big": _Kind(413, "server.request_too_big"),
    "request/too-slow": _Kind(408, "server.request_too_slow"),
    "reviews/too-many": _Kind(429, "server.reviews_too_many"),
    "say/too-soon": _Kind(429, "server.say_too_soon"),
    "seat/bot-plays": _Kind(409, "server.seat_bot_plays"),
    "seat/colour-taken": _Kind(409, "server.seat_colour_taken"),
    "seat/colour-unknown": _Kind(400, "server.seat_colour_unknown"),
    "seat/just-left": _Kind(409, "server.seat_just_left"),
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
    "token/too-many": _Kind(409, "server.token_too_many"),
    "token/unknown": _Kind(404, "server.token_unknown"),
    "tables/too-many": _Kind(409, "server.tables_too_many"),
    "vacation/too-long": _Kind(409, "server.vacation_too_long"),
    "webhook/none-here": _Kind(404, "server.webhook_none_here"),
    "webhook/there-already": _Kind(409, "server.webhook_there_already"),
    "webhook/too-many": _Kind(409, "server.webhook_too_many"),
    "webhook/unknown": _Kind(404, "server.webhook_unknown"),
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
        return translate(language, CODES[self.code].key, **self._worded(language))

    def as_dict(self, language: str) -> dict[str, object]:
        """The body of an HTTP error."""
        error = {"code": self.code, "text": self.text(language), "params": self._worded(language)}
        return {"error": error}

    def _worded(self, language: str) -> dict[str, object]:
        return {name: _told(value, language) for name, value in self.params.items()}


def _told(value: object, language: str) -> object:
    """Errors of other rooms say it in the language."""
    if isinstance(value, BoardError):
        return value.text(language)
    return value.told(language) if isinstance(value, TranslatedError) else value
