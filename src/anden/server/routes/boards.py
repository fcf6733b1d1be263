"""The boards, as clients draw them. They never change while the server runs."""

import hashlib
import json
from dataclasses import asdict
from functools import cache
from typing import Any

from fastapi import APIRouter, Request, Response

from anden.boards import Board, builtin_boards, layout_for, load_board, map_of, symbols
from anden.game.view_json import board_on_wire

from ..errors import RefusedError

router = APIRouter()


@router.get("/boards")
def list_boards() -> dict[str, Any]:
    return {"boards": [_entry(load_board(name)) for name in builtin_boards()]}


@router.get("/boards/{board_id}")
def show_board(board_id: str, request: Request) -> Response:
    if board_id not in builtin_boards():
        raise RefusedError("board/unknown", board=board_id[:40])
    content, tag = _board(board_id)
    headers = {"etag": tag, "cache-control": "no-cache"}
    if tag in (part.strip() for part in request.headers.get("if-none-match", "").split(",")):
        return Response(status_code=304, headers=headers)
    return Response(content, media_type="application/json", headers=headers)


def _entry(board: Board) -> dict[str, Any]:
    return {
        "id": board.id,
        "names": dict(board.names),
        "players": asdict(board.players),
        "sha256": board.sha256,
    }


@cache
def _board(name: str) -> tuple[bytes, str]:
    """The answer, and its tag."""
    board = load_board(name)
    drawing = {
        "layout": asdict(layout_for(board)),
        "map": map_of(board),
        "symbols": symbols(),
        "sha256": board.sha256,
    }
    whole = board_on_wire(board) | drawing
    content = json.dumps(whole, ensure_ascii=False, separators=(",", ":")).encode()
    return content, f'"{hashlib.sha256(content).hexdigest()[:32]}"'
