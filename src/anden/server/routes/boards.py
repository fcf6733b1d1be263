"""The boards, as clients draw them. What has one name never changes."""

import hashlib
import json
from dataclasses import asdict
from functools import lru_cache
from typing import Any

from fastapi import APIRouter, Request, Response
from starlette.concurrency import run_in_threadpool

from anden.boards import Board, builtin_boards, layout_for, load_board, map_of, symbols
from anden.game.view_json import board_on_wire

from ..board_files import find_board
from .caller import CallerOf

router = APIRouter()


@router.get("/boards")
def list_boards() -> dict[str, Any]:
    return {"boards": [_entry(load_board(name)) for name in builtin_boards()]}


@router.post("/boards", status_code=201)
async def bring_board(request: Request, caller: CallerOf) -> dict[str, Any]:
    """Takes in a board file of one's own; from then on it can be played by its id."""
    text = (await request.body()).decode("utf-8", "replace")
    name = await caller.open_tables.bring_board(text, caller.payer)
    return _entry(find_board(name)) | {"id": name}


@router.get("/boards/{board_id}")
async def show_board(board_id: str, request: Request) -> Response:
    await request.app.state.open_tables.fetch_board(board_id)
    content, tag = await run_in_threadpool(_board, board_id)
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


@lru_cache(64)
def _board(name: str) -> tuple[bytes, str]:
    """The answer, and its tag."""
    board = find_board(name)
    drawing = {
        "layout": asdict(layout_for(board)),
        "map": map_of(board),
        "symbols": symbols(),
        "sha256": board.sha256,
    }
    whole = board_on_wire(board) | drawing
    content = json.dumps(whole, ensure_ascii=False, separators=(",", ":")).encode()
    return content, f'"{hashlib.sha256(content).hexdigest()[:32]}"'
