"""A game that goes on with other chance: the past stays, the future is new, the record checks."""

import pytest

from anden.game import Game, GameError, RecordError, read_record, write_record
from tests.review.test_account import resealed


def halfway(board: str = "london", moves: int = 24) -> Game:
    game = Game(board, players=2, seed=5)
    for _ in range(moves):
        game.play(game.legal_actions()[0])
    return game


def to_the_end(game: Game) -> Game:
    while not game.is_over:
        game.play(game.legal_actions()[0])
    return game


@pytest.mark.parametrize("board", ["london", "europe"])
def test_a_redealt_game_is_played_again_to_the_same_bytes(board: str) -> None:
    game = halfway(board)
    game.redeal(seed=99)
    to_the_end(game)
    text = write_record(game.record())
    assert f"redealt 24 {99:032x}" in text
    again = Game.replay(read_record(text))
    assert again.digest == game.digest
    assert write_record(again.record()) == text


def test_everything_that_was_dealt_stays_and_everything_that_comes_is_new() -> None:
    one, other = halfway(), halfway()
    other.redeal(seed=99)
    for seat in (0, 1):
        assert one.view(seat).state.tobytes() == other.view(seat).state.tobytes()
    for name in ("hand", "tickets", "deck", "row"):
        assert (one.position.state[name] == other.position.state[name]).all()
    kinds = []
    for game in (one, other):
        drawn: list[bytes] = []
        while len(drawn) < 8 and not game.is_over:
            before = game.position.state["hand"].copy()
            game.play("draw deck" if game.why_not("draw deck") is None else game.legal_actions()[0])
            drawn.append((game.position.state["hand"] - before).tobytes())
        kinds.append(drawn)
    assert kinds[0] != kinds[1]


def test_no_two_futures_begin_alike_not_even_within_a_word_of_chance() -> None:
    """One word serves four draws: the rest of it goes too."""
    firsts = set()
    for seed in range(40):
        game = halfway(moves=7)
        game.redeal(seed=seed)
        before = game.position.state["hand"].copy()
        game.play("draw deck")
        firsts.add(int((game.position.state["hand"] - before).max(axis=0).argmax()))
    assert len(firsts) >= 4


def test_a_game_is_redealt_only_from_here_on_and_as_often_as_one_likes() -> None:
    game = halfway()
    with pytest.raises(GameError, match="24 moves have been played"):
        game.redeal(after=23)
    with pytest.raises(GameError, match="the seed must be"):
        game.redeal(seed=-1)
    game.redeal(after=30)
    assert not game.record().redeals, "that time has not come"
    with pytest.raises(GameError, match="already"):
        game.redeal()
    game.redeal(after=33)
    to_the_end(game)
    assert [redeal.after for redeal in game.record().redeals] == [30, 33]
    assert Game.replay(read_record(write_record(game.record()))).digest == game.digest
    assert "redealt" not in write_record(game.record(sealed=True))
    with pytest.raises(GameError, match="what follows"):
        to_the_end(halfway()).redeal()


def test_other_chance_than_was_played_with_does_not_fit() -> None:
    game = halfway()
    game.redeal(seed=99)
    text = write_record(to_the_end(game).record())
    for wrong in (f"redealt 24 {98:032x}", f"redealt 23 {99:032x}"):
        record = read_record(resealed(text.replace(f"redealt 24 {99:032x}", wrong)))
        with pytest.raises(RecordError):
            Game.replay(record)
    twice = f"redealt 24 {99:032x} 24 {98:032x}"
    for wrong in ("redealt", "redealt x 1", f"redealt 9999 {99:032x}", "redealt 24 99", twice):
        with pytest.raises(RecordError, match="redealt"):
            read_record(resealed(text.replace(f"redealt 24 {99:032x}", wrong)))


def test_chance_may_change_after_the_last_move_and_no_later() -> None:
    game = halfway()
    game.redeal(seed=99)
    text = write_record(game.record())
    assert text.count(f"redealt 24 {99:032x}") == 1
    assert [redeal.after for redeal in read_record(text).redeals] == [24]
    later = resealed(text.replace("redealt 24", "redealt 25"))
    with pytest.raises(RecordError, match="redealt"):
        read_record(later)
