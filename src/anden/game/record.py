"""A game as a text file: header, one line per move, and what it must come to.

    anden record 1
    ruleset 1
    board usa
    board-sha256 …
    players 2
    first drawn
    seed 0123…
    seed-sha256 …
    chance …              what the seed was made from, if players added numbers of their own
    redealt 12 4567…      after this many moves chance followed another seed, if it did
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

from .chance import Chance, read_chance, write_chance
from .errors import RecordError

FORMAT = 1
MAX_BYTES = 8 * 1024 * 1024
DRAWN = "drawn"
_RULE = "---"
_CHECKSUM_DIGITS = 64


@dataclass(frozen=True)
class Move:
    """One action of a record: who, what, and the first letters of the hash after it."""

    seat: Seat
    action: str
    tag: str  # start of the hash of the state after it


@dataclass(frozen=True)
class Redeal:
    """A change of chance: after this many moves, all draws follow this seed."""

    after: int
    seed: int


@dataclass(frozen=True)
class Record:
    """A game as it is kept in a file: enough to play it again and check every card."""

    board: Board
    players: int
    first: int | None  # None: drawn from the seed
    seed: int | None  # None while it is sealed
    seed_sha256: str
    moves: tuple[Move, ...]
    result: tuple[int, ...] | None  # final scores; None while the game is being played
    state: str  # hash of the last state
    notes: dict[str, str] = field(default_factory=dict)  # whatever the writer wants kept
    chance: Chance | None = None  # what the seed was made from, if players added numbers
    redeals: tuple[Redeal, ...] = ()  # in their order; none while it is sealed


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
    if record.chance is not None and record.seed is not None:
        lines.append(f"chance {write_chance(record.chance)}")
    if record.redeals and record.seed is not None:
        redealt = " ".join(f"{each.after} {each.seed:032x}" for each in record.redeals)
        lines.append(f"redealt {redealt}")
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
        raise RecordError("record.not_one")
    if lines[0] != f"anden record {FORMAT}":
        raise RecordError("record.other_format", read=FORMAT, written=lines[0][13:40])
    _check_checksum(text)
    if lines.count(_RULE) != 2:
        raise RecordError("record.no_rules")
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
        chance=_read_chance(header, players, seed),
        redeals=_read_redeals(header, len(moves)),
    )


def is_whole(text: str) -> bool:
    """Whether a record is as it was written: its checksum fits. What it tells is not looked at."""
    try:
        _check_checksum(text)
    except RecordError:
        return False
    return True


def _check_checksum(text: str) -> None:
    if "\r\n" in text:
        raise RecordError("record.line_ends")
    body, found, last = text.rpartition("checksum ")
    checksum, line_end, after = last.partition("\n")
    if not found or len(checksum) < _CHECKSUM_DIGITS or (body and not body.endswith("\n")):
        raise RecordError("record.cut_off")
    if after:
        raise RecordError("record.text_after" if after.strip() else "record.blank_after")
    if checksum != _checksum(body):
        raise RecordError("record.damaged")
    if not line_end:
        raise RecordError("record.no_line_end")


def _read_pairs(lines: list[str], first_number: int) -> dict[str, str]:
    pairs: dict[str, str] = {}
    for number, line in enumerate(lines, first_number):
        key, _, value = line.partition(" ")
        if not key or key in pairs:
            raise RecordError("record.twice", line=number, name=key[:40])
        pairs[key] = value
    return pairs


def _need(pairs: dict[str, str], key: str) -> str:
    if not pairs.get(key):
        raise RecordError("record.no_line", name=key)
    return pairs[key]


def _number(pairs: dict[str, str], key: str, low: int, high: int) -> int:
    text = _need(pairs, key)
    if not text.isascii() or not text.isdigit() or len(text) > 9 or not low <= int(text) <= high:
        raise RecordError("record.bad_number", text=f"{key} {text[:40]}", low=low, high=high)
    return int(text)


def _read_board(header: dict[str, str]) -> Board:
    ruleset = _number(header, "ruleset", 0, 999_999_999)
    if ruleset != RULESET:
        raise RecordError("record.other_rules", played=ruleset, known=RULESET)
    name = _need(header, "board")
    # A record names no files: reading one would let it look around on this machine.
    if "board-data" not in header and name not in builtin_boards():
        raise RecordError("record.unknown_board", board=name[:40])
    try:
        if "board-data" in header:
            board = board_from_json(header["board-data"], "the record's board")
        else:
            board = load_board(name)
    except BoardError as error:
        raise RecordError("record.bad_board", detail=error) from error
    if board.id != name or board.sha256 != _need(header, "board-sha256"):
        raise RecordError("record.other_board", board=name[:40])
    return board


def _read_seed(header: dict[str, str]) -> tuple[int | None, str]:
    promised = _need(header, "seed-sha256")
    text = header.get("seed")
    if text is None:
        return None, promised
    if not _is_seed_text(text):
        raise RecordError("record.bad_seed")
    seed = int(text, 16)
    if seed_hash(seed) != promised:
        raise RecordError("record.other_seed")
    return seed, promised


def _is_seed_text(text: str) -> bool:
    return len(text) == 32 and set(text) <= set("0123456789abcdef")


def _read_redeals(header: dict[str, str], moves: int) -> tuple[Redeal, ...]:
    """Pairs of a number of moves and a seed, in order of the moves."""
    if "redealt" not in header:
        return ()
    words = header["redealt"].split(" ")
    pairs = list(zip(words[::2], words[1::2], strict=False))
    is_right = len(words) % 2 == 0 and all(
        after.isascii() and after.isdigit() and len(after) < 10 and _is_seed_text(seed)
        for after, seed in pairs
    )
    redeals = tuple(Redeal(int(a), int(seed, 16)) for a, seed in pairs) if is_right else ()
    numbers = [redeal.after for redeal in redeals]
    if not is_right or numbers != sorted(set(numbers)) or numbers[-1] > moves:
        raise RecordError("record.bad_redeal", high=moves)
    return redeals


def _read_chance(header: dict[str, str], players: int, seed: int | None) -> Chance | None:
    """What the seed was made from: it has to come to the seed."""
    if "chance" not in header:
        return None
    chance = read_chance(header["chance"], players)
    if chance.seed != seed:
        raise RecordError("record.other_chance")
    return chance


def _read_move(line: str, number: int, players: int) -> Move:
    seat_text, _, rest = line.partition(" ")
    action, found, tag = rest.rpartition(" ;")
    seats = [str(seat + 1) for seat in range(players)]
    if seat_text not in seats or not found or len(tag) != 6:
        raise RecordError("record.bad_move", line=number)
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
        raise RecordError("record.bad_result", players=players)
    return result


def _read_notes(header: dict[str, str]) -> dict[str, str]:
    try:
        notes = json.loads(header.get("notes", "{}"))
    except (ValueError, RecursionError):
        notes = None
    if not isinstance(notes, dict) or not all(isinstance(v, str) for v in notes.values()):
        raise RecordError("record.bad_notes")
    return notes
