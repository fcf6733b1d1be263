"""What a message says: board, table, whose turn and until when. No cards, no codes, no secrets."""

import hashlib
import hmac
import json
from typing import Any

from ..board_files import find_board
from ..errors import RefusedError
from ..identity import new_key
from ..storage import Lobby
from ..views import moment
from .herald import Notice

SECRET_START = "anden-hook-"  # how the secrets of webhooks begin


def new_secret() -> str:
    return SECRET_START + new_key()


def body_of(notice: Notice, lobby: Lobby | None, due: float | None) -> dict[str, Any]:
    """As it goes to a webhook."""
    body: dict[str, Any] = {
        "id": notice.id,
        "event": notice.event,
        "created": moment(notice.created),
    }
    if lobby is None or notice.seat is None:
        return body
    return body | {
        "game": {
            "id": lobby.row.id,
            "path": f"/game/{lobby.row.id}",
            "board": lobby.row.board,
            "status": lobby.row.status,
            "players": [seat.name for seat in lobby.seats],
        },
        "seat": notice.seat,
        "name": lobby.seats[notice.seat].name,
        "due": None if due is None else moment(due),
    }


def push_text(
    notice: Notice, lobby: Lobby | None, due: float | None, language: str
) -> dict[str, Any]:
    """As it goes to a browser, which makes sentences of it."""
    body = body_of(notice, lobby, due) | {"language": language}
    if lobby is not None:
        body["game"]["board"] = _board_name(lobby.row.board, language)
    return body


def as_bytes(body: dict[str, Any]) -> bytes:
    return json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode()


def signature(secret: str, body: bytes, now: float) -> str:
    """HMAC-SHA256 of the time and the body, and the time: an old message can't be sent again."""
    stamp = str(int(now))
    digest = hmac.new(secret.encode(), f"{stamp}.".encode() + body, hashlib.sha256).hexdigest()
    return f"t={stamp},v1={digest}"


def topic(notice: Notice) -> str:
    """Push services keep the newest of a topic alone; 32 letters, and it tells nobody the game."""
    return hashlib.sha256(f"{notice.listener} {notice.event} {notice.game}".encode()).hexdigest()[
        :32
    ]


def _board_name(board: str, language: str) -> str:
    try:
        names = find_board(board).names
    except RefusedError:
        return board
    return names.get(language) or names.get("en") or board
