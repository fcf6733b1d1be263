"""Records that look right, checksum included, but tell no game that was played so."""

import json
from pathlib import Path

import pytest

from anden.boards import load_board
from anden.game import Game, RecordError, read_record, write_record
from anden.game.chance import DIGITS, Chance, Share
from anden.game.record import seed_hash
from tests.support import small_board

from .support import forge, line_of, refused, text_of


def move_lines(text: str) -> list[str]:
    return text.split("---\n")[1].splitlines()


def test_a_move_that_is_not_legal_is_named() -> None:
    line = move_lines(text_of())[4]
    seat, _, rest = line.partition(" ")
    forged = forge(text_of(), line, f"{seat} pass ;{rest[-6:]}")
    message = refused(forged)
    assert message.startswith(f"move 5 (player {seat}: pass) does not fit: can't pass")
    assert "(rule " in message


def test_a_move_that_is_misspelt_is_told_in_the_language_of_the_reader() -> None:
    line = move_lines(text_of())[4]
    seat, _, rest = line.partition(" ")
    forged = forge(text_of(), line, f"{seat} draw gren ;{rest[-6:]}")
    with pytest.raises(RecordError) as caught:
        Game.replay(read_record(forged))
    detail = "'draw gren': ningún color de este tablero se llama 'gren'; ¿querías decir 'green'"

    told = f"la jugada 5 (jugador {seat}: draw gren) no encaja: {detail}"
    assert caught.value.told("es").startswith(told)


def test_another_legal_move_is_named() -> None:
    text = text_of()
    game = Game("london", 2, 1)
    for number, move in enumerate(read_record(text).moves, 1):
        others = [action for action in game.legal_actions() if str(action) != move.action]
        if number == 7:
            forged = forge(text, f"{move.action} ;{move.tag}", f"{others[0]} ;{move.tag}")
            told = f"move 7 (player {move.seat + 1}: {others[0]}) does not fit: it leads to another"
            assert refused(forged).startswith(told)
            return
        game.play(move.action, move.seat)


def test_a_changed_tag_is_named() -> None:
    move = read_record(text_of()).moves[11]
    forged = forge(text_of(), f"{move.action} ;{move.tag}", f"{move.action} ;000000")
    assert refused(forged).startswith("move 12 (")


def test_a_move_of_the_wrong_seat_is_named() -> None:
    line = move_lines(text_of())[6]
    other = "2" if line[0] == "1" else "1"
    message = refused(forge(text_of(), line, other + line[1:]))
    assert message.startswith(f"move 7 (player {other}: ")
    assert "it is another player's turn" in message


def test_a_left_out_move_is_noticed() -> None:
    line = move_lines(text_of())[6]
    assert "does not fit" in refused(forge(text_of(), f"{line}\n", ""))


@pytest.mark.parametrize(
    "action", ["jump", "draw \x1b[2J", "x" * 100_000, "draw \u202edeck", "keep a-b", " ", "\x9b1m"]
)
def test_a_move_that_is_no_action_is_named_without_its_control_characters(action: str) -> None:
    line = move_lines(text_of())[4]
    forged = forge(text_of(), line, f"{line[0]} {action} ;{line[-6:]}")
    assert refused(forged).startswith("move 5 (player ")


def test_changed_scores_are_corrected() -> None:
    text = text_of()
    totals = line_of(text, "finished").removeprefix("finished ")
    forged = forge(text, f"finished {totals}", "finished 99 98")
    assert refused(forged) == f"its scores are wrong: the moves come to {totals}"


def test_a_changed_seed_is_not_the_one_promised() -> None:
    text = text_of()
    forged = forge(text, line_of(text, "seed"), f"seed {2:032x}")
    assert "not the one promised" in refused(forged)


def test_another_seed_with_its_promise_does_not_fit_the_moves() -> None:
    text = text_of()
    forged = forge(text, line_of(text, "seed"), f"seed {2:032x}")
    forged = forge(forged, line_of(text, "seed-sha256"), f"seed-sha256 {seed_hash(2)}")
    assert refused(forged).startswith("move 1 (")


def test_a_changed_board_hash_is_noticed() -> None:
    text = text_of()
    forged = forge(text, line_of(text, "board-sha256"), f"board-sha256 {'0' * 64}")
    assert "the hashes differ" in refused(forged)


def test_another_board_is_noticed() -> None:
    assert "the hashes differ" in refused(forge(text_of(), "board london", "board usa"))


@pytest.mark.parametrize("ruleset", [2, 999_999_999])
def test_another_ruleset_is_named(ruleset: int) -> None:
    assert refused(forge(text_of(), "ruleset 1", f"ruleset {ruleset}")) == (
        f"played by ruleset {ruleset}; this version plays ruleset 1"
    )


def test_another_number_of_players_does_not_fit() -> None:
    text = text_of()
    forged = forge(text, line_of(text, "finished"), "finished 1 2 3")
    assert refused(forge(forged, "players 2", "players 3")).startswith("move 1 (")


def test_another_first_seat_does_not_fit() -> None:
    first = int(Game("london", 2, 1).position.state["first"])
    forged = forge(text_of(), "first drawn", f"first {2 - first}")
    assert refused(forged).startswith("move 1 (")


def test_a_sealed_game_can_not_be_replayed_yet() -> None:
    sealed = write_record(Game.replay(read_record(text_of())).record(sealed=True))
    assert "seed is still sealed" in refused(sealed)


def test_a_finished_game_can_not_claim_to_go_on() -> None:
    text = text_of()
    forged = forge(text, line_of(text, "finished"), "unfinished")
    assert "claims to be unfinished" in refused(forged)


def test_an_unfinished_game_can_not_claim_to_be_finished() -> None:
    forged = forge(text_of(moves=20), "\nunfinished\n", "\nfinished 3 4\n")
    assert "claims to be finished" in refused(forged)


def test_a_last_state_that_does_not_follow_is_noticed() -> None:
    text = text_of()
    forged = forge(text, line_of(text, "state"), f"state {'0' * 64}")
    assert refused(forged) == "its final state does not match its moves"


def test_moves_after_the_end_are_named() -> None:
    text = text_of()
    number = len(move_lines(text)) + 1
    forged = forge(text, "---\nfinished", "1 draw deck ;012345\n---\nfinished")
    message = refused(forged)
    assert message.startswith(f"move {number} (player 1: draw deck) does not fit")
    assert "the game is over" in message


def test_a_board_in_the_record_must_be_a_good_one() -> None:
    for data in ("", "x", "{}", "[" * 100_000, json.dumps({"id": "london"})):
        forged = forge(text_of(), "\nplayers", f"\nboard-data {data}\nplayers")
        assert "its board can't be used" in refused(forged)


def test_a_board_in_the_record_must_have_the_name_and_hash_told() -> None:
    data = load_board("usa").source
    forged = forge(text_of(), "\nplayers", f"\nboard-data {data}\nplayers")
    assert "the hashes differ" in refused(forged)


def test_a_board_in_the_record_must_go_by_its_own_name() -> None:
    """Its hash is right: only the name above it is another board's."""
    board = small_board("a-b 1 red, b-c 2 blue", "a-b 1, b-c 2, a-c 3")
    text = write_record(Game(board, 2, 1).record())
    assert read_record(text).board.id == "small"
    for name in ("usa", "smaller"):
        assert "the hashes differ" in refused(forge(text, "\nboard small\n", f"\nboard {name}\n"))


def test_a_record_does_not_make_us_read_other_files(tmp_path: Path) -> None:
    file = tmp_path / "london"
    file.write_text(load_board("london").source, "utf-8")
    for name in (str(file), "/etc/passwd", "../x", "nowhere"):
        assert "is not known here" in refused(forge(text_of(), "board london", f"board {name}"))


def test_a_number_has_at_most_nine_digits() -> None:
    text = text_of()
    nine, ten = (forge(text, "players 2", f"players {2:0{digits}}") for digits in (9, 10))
    assert read_record(nine).players == 2
    assert "players 0000000002" in refused(ten)


def test_the_numbers_that_made_the_seed_must_come_to_it() -> None:
    chance, other = (Chance("5" * DIGITS, (Share(0, digit * DIGITS),)) for digit in "ab")
    game = Game("london", 2, chance.seed)
    game.chance = chance
    text = write_record(game.record())
    assert read_record(text).chance == chance
    assert "is not the one" in refused(forge(text, "a" * DIGITS, "b" * DIGITS))
    assert other.seed != chance.seed


def test_the_numbers_that_made_the_seed_were_asked_for_no_fewer_than_0_times() -> None:
    chance = Chance("5" * DIGITS, (Share(0, "a" * DIGITS),))
    game = Game("london", 2, chance.seed)
    game.chance = chance
    text = write_record(game.record())
    assert read_record(forge(text, '"repeated": 0', '"repeated": 3')).chance is not None
    assert "'chance" in refused(forge(text, '"repeated": 0', '"repeated": -1'))
