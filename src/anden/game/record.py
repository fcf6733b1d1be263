"""A game as a text file: header, one line per move, and what it must come to.

    anden record 1
    ruleset 1
    board usa
    board-sha256 …
    players 2
    first drawn
    seed 0123…
    seed-sha256 …
    ---
    1 keep denver-el_paso, boston-miami ;3fa9c1
    2 …
    ---
    finished 104 93
    state …
    checksum …

Seats are written from 1. The six digits after a move are the start of the state's hash after it,
so that the first move that does not fit can be named. The checksum covers everything above it:
a file that ends without one is cut off.
"""

import hashlib
import json
from dataclasses import dataclass, field

from anden.boards import Board, BoardError, board_from_json, builtin_boards, load_board
from anden.kernel import RULESET
from anden.kernel.ids import Seat

from .errors import RecordError

FORMAT = 1
MAX_BYTES = 8 * 1024 * 1024
DRAWN = "drawn"
_RULE = "---"
_CHECKSUM_DIGITS = 64


@dataclass(frozen=True)
class Move:
    seat: Seat
    action: str
    tag: str  # start of the hash of the state after it


@dataclass(frozen=True)
class Record:
    board: Board
    players: int
    first: int | None  # None: drawn from the seed
    seed: int | None  # None while it is sealed
    seed_sha256: str
    moves: tuple[Move, ...]
    result: tuple[int, ...] | None  # final scores; None while the game is being played
    state: str  # hash of the last state
    notes: dict[str, str] = field(default_factory=dict)  # whatever the writer wants kept


def seed_hash(seed: int) -> str:
    """What may be published before a game, so that its seed can be checked afterwards."""
    return hashlib.sha256(seed.to_bytes(16, "big")).hexdigest()


def write_record(record: Record) -> str:
    """The record as text; `read_record` gives it back."""
    board = record.board
    lines = [
        f"anden record {FORMAT}",
        f"ruleset {RULESET}",
        f"board {board.id}",
        f"board-sha256 {board.sha256}",
    ]
    if not board.is_builtin:
        lines.append(f"board-data {board.source}")
    lines.append(f"players {record.players}")
    lines.append(f"first {DRAWN if record.first is None else record.first + 1}")
    if record.seed is not None:
        lines.append(f"seed {record.seed:032x}")
    lines.append(f"seed-sha256 {record.seed_sha256}")
    if record.notes:
        lines.append(f"notes {json.dumps(record.notes, sort_keys=True)}")
    lines.append(_RULE)
    lines += (f"{move.seat + 1} {move.action} ;{move.tag}" for move in record.moves)
    lines.append(_RULE)
    if record.result is None:
        lines.append("unfinished")
    else:
        lines.append(f"finished {' '.join(map(str, record.result))}")
    lines.append(f"state {record.state}")
    text = "\n".join(lines) + "\n"
    return f"{text}checksum {_checksum(text)}\n"


def _checksum(text: str) -> str:
    return hashlib.sha256(text.encode(errors="surrogatepass")).hexdigest()


def read_record(text: str) -> Record:
    """The record in a text; RecordError says what is wrong with it. Moves are not replayed."""
    lines = text.splitlines()
    if not lines or not lines[0].startswith("anden record "):
        raise RecordError("this is not a game record: its first line is not 'anden record 1'")
    if lines[0] != f"anden record {FORMAT}":
        raise RecordError(f"line 1: this version reads format {FORMAT}, not {lines[0][13:40]!r}")
    _check_checksum(text)
    if lines.count(_RULE) != 2:
        raise RecordError("the record needs two lines '---', before and after the moves")
    start = lines.index(_RULE)
    end = lines.index(_RULE, start + 1)
    header = _read_pairs(lines[1:start], 2)
    footer = _read_pairs(lines[end + 1 :], end + 2)
    board = _read_board(header)
    players = _number(header, "players", board.players.min, board.players.max)
    first = None if header.get("first") == DRAWN else _number(header, "first", 1, players) - 1
    seed, seed_sha256 = _read_seed(header)
    moves = tuple(
        _read_move(line, number, players)
        for number, line in enumerate(lines[start + 1 : end], start + 2)
    )
    return Record(
        board=board,
        players=players,
        first=first,
        seed=seed,
        seed_sha256=seed_sha256,
        moves=moves,
        result=_read_result(footer, players),
        state=_need(footer, "state"),
        notes=_read_notes(header),
    )


def _check_checksum(text: str) -> None:
    if "\r\n" in text:
        raise RecordError("the record has Windows line ends (CR LF); it takes plain ones (LF)")
    body, found, last = text.rpartition("checksum ")
    checksum, line_end, after = last.partition("\n")
    if not found or len(checksum) < _CHECKSUM_DIGITS or (body and not body.endswith("\n")):
        raise RecordError("the record is cut off: its last line, the checksum, is missing")
    if after:
        what = "text" if after.strip() else "a blank line"
        raise RecordError(f"{what} follows the checksum; it has to be the last line")
    if checksum != _checksum(body):
        raise RecordError("the record was damaged or changed: its checksum does not fit its text")
    if not line_end:
        raise RecordError("the last line, the checksum, has to end with a line end (LF)")


def _read_pairs(lines: list[str], first_number: int) -> dict[str, str]:
    pairs: dict[str, str] = {}
    for number, line in enumerate(lines, first_number):
        key, _, value = line.partition(" ")
        if not key or key in pairs:
            raise RecordError(f"line {number}: {key[:40]!r} stands here twice, or nothing does")
        pairs[key] = value
    return pairs


def _need(pairs: dict[str, str], key: str) -> str:
    if not pairs.get(key):
        raise RecordError(f"the record has no line '{key} …'")
    return pairs[key]


def _number(pairs: dict[str, str], key: str, low: int, high: int) -> int:
    text = _need(pairs, key)
    if not text.isascii() or not text.isdigit() or len(text) > 9 or not low <= int(text) <= high:
        raise RecordError(f"{f'{key} {text[:40]}'!r} should be a number from {low} to {high}")
    return int(text)


def _read_board(header: dict[str, str]) -> Board:
    ruleset = _number(header, "ruleset", 0, 999_999_999)
    if ruleset != RULESET:
        raise RecordError(f"played by ruleset {ruleset}; this version plays ruleset {RULESET}")
    name = _need(header, "board")
    # A record names no files: reading one would let it look around on this machine.
    if "board-data" not in header and name not in builtin_boards():
        raise RecordError(f"its board {name[:40]!r} is not known here, and has no board-data")
    try:
        if "board-data" in header:
            board = board_from_json(header["board-data"], "the record's board")
        else:
            board = load_board(name)
    except BoardError as error:
        raise RecordError(f"its board can't be used: {error}") from error
    if board.id != name or board.sha256 != _need(header, "board-sha256"):
        raise RecordError(f"its board is not the {name[:40]!r} known here: the hashes differ")
    return board


def _read_seed(header: dict[str, str]) -> tuple[int | None, str]:
    promised = _need(header, "seed-sha256")
    text = header.get("seed")
    if text is None:
        return None, promised
    if len(text) != 32 or not set(text) <= set("0123456789abcdef"):
        raise RecordError("its seed should be 32 hexadecimal digits")
    seed = int(text, 16)
    if seed_hash(seed) != promised:
        raise RecordError("its seed is not the one promised: seed and seed-sha256 differ")
    return seed, promised


def _read_move(line: str, number: int, players: int) -> Move:
    seat_text, _, rest = line.partition(" ")
    action, found, tag = rest.rpartition(" ;")
    seats = [str(seat + 1) for seat in range(players)]
    if seat_text not in seats or not found or len(tag) != 6:
        raise RecordError(f"line {number}: a move should read '1 draw deck ;0a1b2c'")
    return Move(int(seat_text) - 1, action, tag)


def _read_result(footer: dict[str, str], players: int) -> tuple[int, ...] | None:
    if "unfinished" in footer:
        return None
    words = _need(footer, "finished").split()
    try:
        result = tuple(int(word) for word in words)
    except ValueError:
        result = ()
    if len(result) != players:
        raise RecordError(f"'finished' should be followed by {players} scores")
    return result


def _read_notes(header: dict[str, str]) -> dict[str, str]:
    try:
        notes = json.loads(header.get("notes", "{}"))
    except (ValueError, RecursionError):
        notes = None
    if not isinstance(notes, dict) or not all(isinstance(v, str) for v in notes.values()):
        raise RecordError("its notes should be a JSON object of texts")
    return notes
