"""What the server answers to each HTTP request."""

from typing import Any

from .base import Told
from .people import (
    Account,
    AccountHere,
    AuthenticatorQuestion,
    Leaderboard,
    MadeToken,
    MadeWebhook,
    OwnRatings,
    PlayedGames,
    Push,
    SeatChanges,
    Tokens,
    VacationLeft,
    Webhooks,
)
from .replays import Replay, Story
from .service import BoardEntry, Boards, Bots, Server
from .tables import Game, Games, SeatLink


class ErrorBody(Told):
    code: str
    text: str
    params: dict[str, Any]


class Error(Told):
    error: ErrorBody


# By method and path; what is not here has no body, or is described in docs/server.md.
ANSWERS: dict[tuple[str, str], type[Told]] = {
    ("get", "/api/server"): Server,
    ("get", "/api/boards"): Boards,
    ("post", "/api/boards"): BoardEntry,
    ("get", "/api/bots"): Bots,
    ("post", "/api/games"): Game,
    ("get", "/api/my-games"): Games,
    ("get", "/api/games/{game_id}"): Game,
    ("patch", "/api/games/{game_id}"): Game,
    ("post", "/api/games/{game_id}/seats"): Game,
    ("patch", "/api/games/{game_id}/seats/{seat}"): Game,
    ("delete", "/api/games/{game_id}/seats/{seat}"): Game,
    ("post", "/api/games/{game_id}/seats/{seat}/link"): SeatLink,
    ("post", "/api/games/{game_id}/seats/{seat}/token"): MadeToken,
    ("post", "/api/tokens"): MadeToken,
    ("get", "/api/tokens"): Tokens,
    ("get", "/api/push"): Push,
    ("put", "/api/push"): Push,
    ("delete", "/api/push"): Push,
    ("get", "/api/webhooks"): Webhooks,
    ("post", "/api/webhooks"): MadeWebhook,
    ("post", "/api/webhooks/{webhook_id}/test"): Webhooks,
    ("get", "/api/account"): AccountHere,
    ("post", "/api/account"): Account,
    ("patch", "/api/account"): Account,
    ("get", "/api/ratings"): OwnRatings,
    ("get", "/api/leaderboard"): Leaderboard,
    ("get", "/api/played"): PlayedGames,
    ("post", "/api/account/question"): AuthenticatorQuestion,
    ("post", "/api/account/sign-in"): Account,
    ("post", "/api/account/passkeys"): Account,
    ("delete", "/api/account/passkeys/{passkey_id}"): Account,
    ("get", "/api/vacation"): VacationLeft,
    ("put", "/api/vacation"): VacationLeft,
    ("delete", "/api/vacation"): VacationLeft,
    ("post", "/api/games/{game_id}/claim"): Game,
    ("post", "/api/games/{game_id}/start"): Game,
    ("post", "/api/games/{game_id}/end"): Game,
    ("post", "/api/games/{game_id}/rematch"): Game,
    ("get", "/api/games/{game_id}/replay"): Replay,
    ("get", "/api/games/{game_id}/story"): Story,
    ("get", "/api/games/{game_id}/ratings"): SeatChanges,
    ("post", "/api/join"): Game,
    ("post", "/api/watch"): Game,
}
